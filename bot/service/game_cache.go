package service

import (
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/bot"
	"raumbot/rules"
)

// recordCache keeps replayed games, so that a move does not cost a replay. Taking
// an entry out transfers its ownership. Moves left in one by a failed transaction
// are harmless: an entry is checked by its hash against the game or log before use.
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

// replay returns the record of a game, replayed from its log. The caller owns it
// until it calls keep. The log is not read if the cache has the moves whose hash is in
// g.MovesHash.
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

// withRecord lets do read the record of a game, or change it as it changes the game. do must not use it afterwards.
func withRecord[T any](c *call, g bot.Game, do func(*rules.Game) (T, error)) (result T, err error) {
	record, err := c.service.replay(c.tx, g)
	if err != nil {
		return result, err
	}
	defer c.service.keep(g.ID, record)
	return do(record)
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
