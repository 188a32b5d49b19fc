package action

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
	"raumbot/rules"
)

// recordCache caches replayed games, so that a move does not require a replay. A caller that takes
// an entry out owns it. A failed transaction may leave its moves in an entry. That is harmless,
// because an entry is compared by its hash with the game or log before it is used.
type recordCache struct {
	games *lru.Cache[bot.GameID, cachedRecord]
}

type cachedRecord struct {
	game *rules.Game
	hash bot.MovesHash // of its moves
}

// cachedGames limits the size of the cache. A replayed game takes about a kilobyte per ply.
const cachedGames = 256

// NewRecordCache returns an empty cache.
func NewRecordCache() *recordCache {
	games, err := lru.New[bot.GameID, cachedRecord](cachedGames)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &recordCache{games}
}

// take removes and returns the record of a game.
func (rc *recordCache) take(id bot.GameID) (cachedRecord, bool) {
	r, ok := rc.games.Get(id)
	return r, ok && rc.games.Remove(id)
}

// hashOf returns the hash of some moves.
func hashOf(moves []string) (t bot.MovesHash) {
	for _, m := range moves {
		t = t.Step(m)
	}
	return t
}

// MovesHash returns the hash of the first moves of a record.
func MovesHash(record *rules.Game, plies int) (t bot.MovesHash) {
	for ply, m := range record.Moves()[:plies] {
		t = t.Step(record.PositionAt(ply).Text(m))
	}
	return t
}
