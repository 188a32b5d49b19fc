package storage

import (
	"bytes"
	"encoding/json"

	"raumbot/bot"
)

// addDiagrams is the step to schema 5: ongoing games note what stands on their board. One whose variant this program
// does not know, as it is in a file that was not read, notes it with its next move.
func addDiagrams(t tx) error {
	return t.rewrite("games", func(k []byte, game fields) {
		if result := game["Result"]; result != nil && !bytes.Equal(result, []byte("null")) {
			return
		}
		diagram, ok := bot.DiagramAfter(game.text("Variant"), t.rawMoves(k))
		if text, err := json.Marshal(diagram); ok && err == nil {
			game["Diagram"] = text
		}
	})
}

// rawMoves returns the moves that the log of a game of any schema leaves standing.
func (t tx) rawMoves(id []byte) (moves []string) {
	for k, value := range t.kv.Scan(entries.table, id) {
		if !bytes.HasPrefix(k, id) {
			break
		}
		text := value
		if _, unsealed, ok := split(value); ok {
			text = unsealed
		}
		var entry struct {
			What, Move string
			Plies      int
		}
		if json.Unmarshal(text, &entry) != nil {
			continue // damaged, which the end of the migration finds
		}
		switch entry.What {
		case "move":
			moves = append(moves, entry.Move)
		case "takeback":
			moves = moves[:max(0, len(moves)-entry.Plies)]
		}
	}
	return moves
}
