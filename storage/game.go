package storage

import (
	"bytes"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/storage/kv"
)

func gameRefs(_ []byte, g bot.Game) []ref {
	var refs []ref
	for i, seat := range g.Seats {
		if other := g.Seats[1-i]; i == 0 || seat.Player != other.Player {
			refs = append(refs, ref{playerGame, key(seat.Player, g.Over(), newest(g.ID))})
		}
		for _, place := range seat.Places() { // a channel includes the games in its threads
			if i == 0 || !slices.Contains(g.Seats[0].Places(), place) {
				refs = append(refs, ref{roomGame, key(string(place.Platform), place.ID, g.Over(), newest(g.ID))})
			}
		}
	}
	if g.Listed() {
		refs = append(refs, ref{listedGame, key(g.Over(), newest(g.ID))})
	}
	if g.Contested() && g.Board.Shape() != 0 {
		refs = append(refs, ref{boardGame, append(key(g.Board.Shape(), uint64(g.Moves), g.ID), g.Board...)})
	}
	return append(append(refs, placeRefs(g)...), dueRefs(g.Wake(), g.ID)...)
}

// placeRefs indexes the players who have games against others in a room or in the places that
// contain it.
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

func dueRefs(wake bot.Moment, id bot.GameID) []ref {
	if wake == 0 {
		return nil
	}
	return []ref{{dueIndex, key(wake, id)}}
}

// Standing implements [bot.GameTx].
func (t tx) Standing(shape uint64, moves int) (all []bot.Standing, err error) {
	before := key(shape, uint64(0), bot.GameID(0))
	for _, k := range t.under(boardGame, key(shape), key(shape, uint64(moves)), 0) {
		all = append(all, bot.Standing{Game: bot.GameID(lastNumber(k[:len(before)])), Board: k[len(before):]})
	}
	return all, nil
}

// NextGame implements [bot.GameTx].
func (t tx) NextGame() (bot.GameID, error) {
	id, err := t.next("last game")
	return bot.GameID(id), err
}

// Game implements [bot.GameTx].
func (t tx) Game(id bot.GameID) (bot.Game, error) { return games.load(t, key(id)) }

// PutGame implements [bot.GameTx].
func (t tx) PutGame(g bot.Game) error { return games.put(t, g) }

// GamesOf implements [bot.GameTx].
func (t tx) GamesOf(p bot.PlayerID, over bool, page bot.Page) ([]bot.Game, error) {
	return t.gamesAt(playerGame, key(p, over), page)
}

// GamesIn implements [bot.GameTx].
func (t tx) GamesIn(r bot.RoomID, over bool, page bot.Page) ([]bot.Game, error) {
	return t.gamesAt(roomGame, key(string(r.Platform), r.ID, over), page)
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
	if t.kv.Get(games.table, key(id)) == nil {
		return fmt.Errorf("%w in %s", bot.ErrNotFound, games.table)
	}
	for _, k := range t.under(gameNote, key(id), nil, 0) {
		if err := notes.drop(t, key(lastNumber(k), id)); err != nil {
			return err
		}
	}
	if err := t.deleteLog(id); err != nil {
		return err
	}
	for _, k := range t.under(plans.table, key(id), nil, 0) {
		if err := plans.drop(t, k); err != nil {
			return err
		}
	}
	if t.kv.Get(analyses.table, key(id)) != nil {
		if err := analyses.drop(t, key(id)); err != nil {
			return err
		}
	}
	return games.drop(t, key(id))
}

// GamesFrom implements [bot.GameTx].
func (t tx) GamesFrom(first bot.GameID, limit int) ([]bot.Game, error) {
	var all []bot.Game
	var mislaid error
	err := games.each(t, nil, key(first), func(k []byte, g bot.Game) bool {
		if !bytes.Equal(games.key(g), k) { // a caller that continues after this game would loop
			mislaid = fmt.Errorf("%w: what is kept as game %x is game %d", ErrDamaged, k, g.ID)
			return false
		}
		all = append(all, g)
		return len(all) != limit
	})
	if err == nil {
		err = mislaid
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}

// ListedGames implements [bot.GameTx].
func (t tx) ListedGames(over bool, page bot.Page) ([]bot.Game, error) {
	return t.gamesAt(listedGame, key(over), page)
}

// gamesAt returns a page of the games listed under a prefix of an index.
func (t tx) gamesAt(in kv.Table, prefix []byte, page bot.Page) ([]bot.Game, error) {
	var from []byte
	if page.Before > 0 {
		from = append(append(from, prefix...), key(newest(page.Before-1))...)
	}
	keys := t.under(in, prefix, from, page.Limit)
	for i, k := range keys {
		keys[i] = key(^lastNumber(k))
	}
	return games.at(t, keys)
}
