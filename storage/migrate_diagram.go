package storage

import (
	"bytes"
	"encoding/json"

	"raumbot/bot"
)

// addDiagrams migrates to schema 5: ongoing games record the Diagram of their board. If this program does not know
// the variant, because its game file was not loaded, the next move will record it.
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

// rawMoves returns the moves of a game's log, in any schema, that were not taken back.
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
			continue // damaged; reported at the end of the migration
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
