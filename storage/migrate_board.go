package storage

import (
	"bytes"
	"encoding/json"

	"raumbot/bot"
)

// addBoards migrates to schema 7: games in which the engine must not help record their Board
// instead of a hash of it. If this program does not know the variant, because its game file was not
// loaded, the next move records the board.
func addBoards(t tx) error {
	return t.rewrite("games", func(k []byte, game fields) {
		delete(game, "Diagram")
		over, settles := game["Result"], game["Settles"]
		if over != nil && !bytes.Equal(over, []byte("null")) && (settles == nil || bytes.Equal(settles, []byte("0"))) {
			return
		}
		board, ok := bot.BoardAfter(game.text("Variant"), t.rawMoves(k))
		if text, err := json.Marshal(board); ok && err == nil {
			game["Board"] = text
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
