package service

import (
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
	"raumbot/rules"
)

// recordCache keeps replayed games, so that a move does not cost a replay. An
// entry belongs to whoever has taken it out; what a failed transaction leaves
// in one does no harm, because it is compared with the log before it is used.
type recordCache struct {
	games *lru.Cache[bot.GameID, cachedRecord]
}

type cachedRecord struct {
	game *rules.Game
	hash bot.MovesHash // of its moves
}

// cachedGames bounds the cache: a replayed game takes about a kilobyte a ply.
const cachedGames = 256

func newRecordCache() *recordCache {
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

// replay returns the record of a game as its log tells it. The caller owns
// what it returns until it calls keep. The log is not read where the cache has the very moves
// whose hash the game notes.
func (s *Service) replay(tx bot.Tx, g bot.Game) (*rules.Game, error) {
	cached, ok := s.records.take(g.ID)
	if ok && g.MovesHash != 0 && cached.hash == g.MovesHash && cached.game.Ply() == g.Moves {
		return cached.game, nil
	}
	log, err := tx.Log(g.ID)
	if err != nil {
		return nil, err
	}
	played := bot.Moves(log)
	if !ok || cached.game.Ply() > len(played) || hashOf(played[:cached.game.Ply()]) != cached.hash {
		v, err := g.Rules()
		if err != nil {
			return nil, err
		}
		cached = cachedRecord{game: rules.NewGame(v)}
	}
	for _, text := range played[cached.game.Ply():] {
		m, err := cached.game.Position().ReadText(text)
		if err == nil {
			err = cached.game.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("replay of game %d: %w", g.ID, err)
		}
	}
	return cached.game, nil
}

// keep returns a record to the cache. The caller must not use it any more.
func (s *Service) keep(id bot.GameID, record *rules.Game) {
	s.records.games.Add(id, cachedRecord{record, movesHash(record, record.Ply())})
}

func hashOf(moves []string) (t bot.MovesHash) {
	for _, m := range moves {
		t = t.Step(m)
	}
	return t
}

// movesHash returns the hash of the first moves of a record.
func movesHash(record *rules.Game, plies int) (t bot.MovesHash) {
	for ply, m := range record.Moves()[:plies] {
		t = t.Step(record.PositionAt(ply).Text(m))
	}
	return t
}
