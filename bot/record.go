package bot

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

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
	game  *rules.Game
	trail Trail // of its moves
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
// what it returns until it calls keep. The log is not read where the cache has the very moves
// whose trail the game notes.
func (s *Service) replay(tx Tx, g Game) (*rules.Game, error) {
	cached, ok := s.records.take(g.ID)
	if ok && g.Trail != 0 && cached.trail == g.Trail && cached.game.Ply() == g.Moves {
		return cached.game, nil
	}
	log, err := tx.Log(g.ID)
	if err != nil {
		return nil, err
	}
	played := moves(log)
	if !ok || cached.game.Ply() > len(played) || trailOf(played[:cached.game.Ply()]) != cached.trail {
		v, err := g.variant()
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
func (s *Service) keep(id GameID, record *rules.Game) {
	s.records.games.Add(id, cachedRecord{record, trailUntil(record, record.Ply())})
}

// Trail is a fingerprint of a row of moves: of none it is zero.
type Trail uint64

// step returns the trail with one move more, in canonical form.
func (t Trail) step(move string) Trail {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, uint64(t)), move...))
	return Trail(binary.BigEndian.Uint64(sum[:8]))
}

func trailOf(moves []string) (t Trail) {
	for _, m := range moves {
		t = t.step(m)
	}
	return t
}

// trailUntil returns the trail of the first moves of a record.
func trailUntil(record *rules.Game, plies int) (t Trail) {
	for ply, m := range record.Moves()[:plies] {
		t = t.step(record.PositionAt(ply).Text(m))
	}
	return t
}
