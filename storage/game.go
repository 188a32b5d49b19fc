package storage

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"raumbot/bot"
)

func gameRefs(g bot.Game) []ref {
	var refs []ref
	for i, seat := range g.Seats {
		if other := g.Seats[1-i]; i == 0 || seat.Player != other.Player {
			refs = append(refs, ref{playerGame, key(seat.Player, g.Over(), newest(g.ID))})
		}
		if other := g.Seats[1-i]; seat.Room != (bot.RoomID{}) && (i == 0 || seat.Room != other.Room) {
			refs = append(refs, ref{roomGame, key(string(seat.Room.Platform), seat.Room.ID, g.Over(), newest(g.ID))})
		}
	}
	return append(append(refs, placeRefs(g)...), dueRefs(g.Wake(), g.ID)...)
}

// placeRefs tell who plays against others in a room, and in what the room is part of.
func placeRefs(g bot.Game) []ref {
	if g.Imported || g.Seats[0].Player == g.Seats[1].Player {
		return nil
	}
	var refs []ref
	for _, seat := range g.Seats {
		for _, place := range seat.Places() {
			refs = append(refs, ref{placePlayer, key(string(place.Platform), place.ID, seat.Player, g.ID)})
		}
	}
	return refs
}

func challengeRefs(c bot.Challenge) []ref {
	refs := dueRefs(c.Wake(), c.ID)
	if c.Open() {
		refs = append(refs, ref{openChallenge, key(c.ID)})
	}
	for i, p := range []bot.PlayerID{c.From.Player, c.To.Player} {
		if p != 0 && (i == 0 || p != c.From.Player) {
			refs = append(refs, ref{playerChallenge, key(p, c.ID)})
		}
	}
	return refs
}

func dueRefs(wake bot.Moment, id bot.GameID) []ref {
	if wake == 0 {
		return nil
	}
	return []ref{{dueIndex, key(wake, id)}}
}

// NextGame implements [bot.GameTx].
func (t tx) NextGame() (bot.GameID, error) {
	id, err := t.next("last game")
	return bot.GameID(id), err
}

// Challenge implements [bot.GameTx].
func (t tx) Challenge(id bot.GameID) (bot.Challenge, error) {
	return load[bot.Challenge](t, challengeTable, key(id))
}

// PutChallenge implements [bot.GameTx].
func (t tx) PutChallenge(c bot.Challenge) error {
	old, err := t.Challenge(c.ID)
	var refs []ref
	switch {
	case err == nil:
		refs = challengeRefs(old)
	case !errors.Is(err, bot.ErrNotFound):
		return err
	}
	if err := t.reindex(refs, challengeRefs(c)); err != nil {
		return err
	}
	return t.save(challengeTable, key(c.ID), c)
}

// DeleteChallenge implements [bot.GameTx].
func (t tx) DeleteChallenge(id bot.GameID) error {
	old, err := t.Challenge(id)
	if err != nil {
		return err
	}
	if err := t.reindex(challengeRefs(old), nil); err != nil {
		return err
	}
	return t.kv.drop(challengeTable, key(id))
}

// ChallengesOf implements [bot.GameTx].
func (t tx) ChallengesOf(p bot.PlayerID) ([]bot.Challenge, error) {
	return t.challenges(t.under(playerChallenge, key(p), nil, 0))
}

// OpenChallenges implements [bot.GameTx].
func (t tx) OpenChallenges(limit int) ([]bot.Challenge, error) {
	return t.challenges(t.under(openChallenge, nil, nil, limit))
}

// challenges reads the challenges whose numbers end some keys.
func (t tx) challenges(keys [][]byte) ([]bot.Challenge, error) {
	var all []bot.Challenge
	for _, k := range keys {
		c, err := t.Challenge(bot.GameID(lastNumber(k)))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// Game implements [bot.GameTx].
func (t tx) Game(id bot.GameID) (bot.Game, error) {
	return load[bot.Game](t, gameTable, key(id))
}

// PutGame implements [bot.GameTx].
func (t tx) PutGame(g bot.Game) error {
	old, err := t.Game(g.ID)
	var refs []ref
	switch {
	case err == nil:
		refs = gameRefs(old)
	case !errors.Is(err, bot.ErrNotFound):
		return err
	}
	if err := t.reindex(refs, gameRefs(g)); err != nil {
		return err
	}
	return t.save(gameTable, key(g.ID), g)
}

// GamesOf implements [bot.GameTx].
func (t tx) GamesOf(p bot.PlayerID, over bool, page bot.Page) ([]bot.Game, error) {
	return t.games(playerGame, key(p, over), page)
}

// GamesIn implements [bot.GameTx].
func (t tx) GamesIn(r bot.RoomID, over bool, page bot.Page) ([]bot.Game, error) {
	return t.games(roomGame, key(string(r.Platform), r.ID, over), page)
}

// PlayersIn implements [bot.GameTx].
func (t tx) PlayersIn(r bot.RoomID, after bot.PlayerID, limit int) ([]bot.PlayerID, error) {
	place := key(string(r.Platform), r.ID)
	var players []bot.PlayerID
	for len(players) < limit {
		next := t.under(placePlayer, place, append(slices.Clone(place), key(after+1)...), 1)
		if len(next) == 0 {
			break
		}
		after = bot.PlayerID(lastNumber(next[0][:len(place)+8]))
		players = append(players, after)
	}
	return players, nil
}

// DeleteGame implements [bot.GameTx].
func (t tx) DeleteGame(id bot.GameID) error {
	old, err := t.Game(id)
	if err != nil {
		return err
	}
	if err := t.reindex(gameRefs(old), nil); err != nil {
		return err
	}
	for _, in := range []table{logTable, planTable} {
		for _, k := range t.under(in, key(id), nil, 0) {
			if err := t.kv.drop(in, k); err != nil {
				return err
			}
		}
	}
	var notes [][]byte // somebody else's are kept under their number
	for k := range t.kv.scan(noteTable, nil) {
		if bot.GameID(lastNumber(k)) == id {
			notes = append(notes, bytes.Clone(k))
		}
	}
	for _, k := range notes {
		if err := t.kv.drop(noteTable, k); err != nil {
			return err
		}
	}
	return t.kv.drop(gameTable, key(id))
}

// GamesFrom implements [bot.GameTx].
func (t tx) GamesFrom(first bot.GameID, limit int) ([]bot.Game, error) {
	var all []bot.Game
	for k, v := range t.kv.scan(gameTable, key(first)) {
		if len(all) == limit {
			break
		}
		g, err := decode[bot.Game](gameTable, k, v)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(key(g.ID), k) { // whoever goes on from there would never end
			return nil, fmt.Errorf("%w: what is kept as game %x is game %d", ErrDamaged, k, g.ID)
		}
		all = append(all, g)
	}
	return all, nil
}

// GamesBefore implements [bot.GameTx].
func (t tx) GamesBefore(page bot.Page) ([]bot.Game, error) {
	last, err := t.number("last game")
	if err != nil {
		return nil, err
	}
	id := bot.GameID(last)
	if page.Before > 0 {
		id = min(id, page.Before-1)
	}
	var all []bot.Game
	for ; id > 0 && (page.Limit == 0 || len(all) < page.Limit); id-- {
		g, err := t.Game(id)
		switch {
		case err == nil:
			all = append(all, g)
		case !errors.Is(err, bot.ErrNotFound): // a number may have stayed a challenge
			return nil, err
		}
	}
	return all, nil
}

// games reads a page of the games that an index lists under a prefix.
func (t tx) games(in table, prefix []byte, page bot.Page) ([]bot.Game, error) {
	var from []byte
	if page.Before > 0 {
		from = append(append(from, prefix...), key(newest(page.Before-1))...)
	}
	var all []bot.Game
	for _, k := range t.under(in, prefix, from, page.Limit) {
		g, err := t.Game(bot.GameID(^lastNumber(k)))
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// Log implements [bot.GameTx].
func (t tx) Log(id bot.GameID) ([]bot.Entry, error) {
	var log []bot.Entry
	for k, v := range t.kv.scan(logTable, key(id)) {
		if len(k) != 16 || bot.GameID(lastNumber(k[:8])) != id {
			break
		}
		e, err := decode[bot.Entry](logTable, k, v)
		if err != nil {
			return nil, err
		}
		log = append(log, e)
	}
	return log, nil
}

// AppendLog implements [bot.GameTx].
func (t tx) AppendLog(id bot.GameID, e bot.Entry) error {
	n, err := t.next("last entry")
	if err != nil {
		return err
	}
	return t.save(logTable, key(id, n), e)
}

// RewriteLog implements [bot.GameTx].
func (t tx) RewriteLog(id bot.GameID, log []bot.Entry) error {
	keys := t.under(logTable, key(id), nil, 0)
	if len(keys) != len(log) {
		return fmt.Errorf("a log of %d entries rewritten with %d", len(keys), len(log))
	}
	for i, k := range keys {
		if err := t.save(logTable, k, log[i]); err != nil {
			return err
		}
	}
	return nil
}
