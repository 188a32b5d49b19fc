package bot

import (
	"fmt"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/rules"
)

// recordCache keeps replayed games, so that a move does not cost a replay. An
// entry belongs to whoever has taken it out; what a failed transaction leaves
// in one does no harm, because it is compared with the log before it is used.
type recordCache struct {
	games *lru.Cache[GameID, cachedRecord]
}

type cachedRecord struct {
	moves []string // canonical
	game  *rules.Game
}

// cachedGames bounds the cache: a replayed game takes about a kilobyte a ply.
const cachedGames = 256

func newRecordCache() *recordCache {
	games, err := lru.New[GameID, cachedRecord](cachedGames)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &recordCache{games}
}

// take removes and returns the record of a game.
func (rc *recordCache) take(id GameID) (cachedRecord, bool) {
	r, ok := rc.games.Get(id)
	return r, ok && rc.games.Remove(id)
}

// replay returns the record of a game as its log tells it. The caller owns
// what it returns until it calls keep.
func (s *Service) replay(tx Tx, g Game) (*rules.Game, error) {
	log, err := tx.Log(g.ID)
	if err != nil {
		return nil, err
	}
	played := moves(log)
	cached, ok := s.records.take(g.ID)
	if !ok || len(cached.moves) > len(played) || !slices.Equal(cached.moves, played[:len(cached.moves)]) {
		v, err := g.variant()
		if err != nil {
			return nil, err
		}
		cached = cachedRecord{game: rules.NewGame(v)}
	}
	for _, text := range played[len(cached.moves):] {
		m, err := cached.game.Position().ReadText(text)
		if err == nil {
			err = cached.game.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("replay of %s: %w", gameNumber(g.ID), err)
		}
	}
	return cached.game, nil
}

// keep returns a record to the cache. The caller must not use it any more.
func (s *Service) keep(id GameID, record *rules.Game) {
	r := cachedRecord{game: record}
	for ply, m := range record.Moves() {
		r.moves = append(r.moves, record.PositionAt(ply).Text(m))
	}
	s.records.games.Add(id, r)
}
