package action

import (
	"encoding/json"
	"fmt"
	"slices"

	"raumbot/bot"
	"raumbot/bot/tournament"
)

const (
	// OwnMemos is the platform name under which the service stores its own memos.
	OwnMemos bot.Platform = "raumbot"
)

const (
	// LinkingMemo is the key prefix of pending links. Their due time follows it.
	LinkingMemo = "linking/"
)

// Linking is a pending link: From will be merged into Into.
type Linking struct {
	From, Into bot.PlayerID
	Due        bot.Moment
}

// Key returns the memo key of the link.
func (l Linking) Key() string { return fmt.Sprintf("%s%020d/%d", LinkingMemo, int64(l.Due), l.From) }

// Other returns the other player of a link.
func (l Linking) Other(p bot.Player) bot.PlayerID {
	if p.Is(l.From) {
		return l.Into
	}
	return l.From
}

// Linkings returns up to limit pending links, the first due first; a limit of zero means no limit.
func Linkings(c *Call, limit int) (all []Linking, err error) {
	keys, err := c.Tx.Memos(OwnMemos, LinkingMemo, limit)
	for _, key := range keys {
		value, missing := c.Tx.Memo(OwnMemos, key)
		if missing != nil {
			return nil, missing
		}
		var l Linking
		if err := json.Unmarshal(value, &l); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, err
}

// PendingLink returns the pending link of a player, nil if there is none.
func PendingLink(c *Call, p bot.PlayerID) (*Linking, error) {
	if p == 0 {
		return nil, nil
	}
	all, err := Linkings(c, 0)
	for _, l := range all {
		if l.From == p || l.Into == p {
			return &l, nil
		}
	}
	return nil, err
}

// Hands returns a player and the player being linked with them, if any. A player must not decide
// what the other one may not.
func Hands(c *Call, p bot.Player) ([]bot.Player, error) {
	l, err := PendingLink(c, p.ID)
	if l == nil || err != nil {
		return []bot.Player{p}, err
	}
	other, err := Present(c.Tx, l.Other(p))
	return []bot.Player{p, other}, err
}

// SameHand reports whether p is the asker or is being linked with them.
func SameHand(c *Call, p bot.PlayerID) (bool, error) { return OneHand(c, c.Me, p) }

// OneHand reports whether p is the player or is being linked with them.
func OneHand(c *Call, who bot.Player, p bot.PlayerID) (bool, error) {
	if who.Is(p) {
		return true, nil
	}
	hands, err := Hands(c, who)
	return slices.ContainsFunc(hands, func(h bot.Player) bool { return h.Is(p) }), err
}

// Playing returns an ongoing tournament game of the asker, or of the player being linked with them.
// If against is not zero, only a game against that entrant counts. Playing returns zero if there is
// none.
func Playing(c *Call, t *tournament.Tournament, against int) (bot.GameID, error) {
	hands, err := Hands(c, c.Me)
	for _, h := range hands {
		me := t.Entrant(h.ID)
		for _, g := range t.Running() {
			if me > 0 && g.Has(me) && (against == 0 || against != me && g.Has(against)) {
				return g.ID, err
			}
		}
	}
	return 0, err
}

// Overtakes reports whether the asker, or the player being linked with them, is below a rung of a
// ladder, counted from 0. They would move up if the entrant on that rung were removed.
func Overtakes(c *Call, t *tournament.Tournament, rung int) (bool, error) {
	hands, err := Hands(c, c.Me)
	for _, h := range hands {
		number := t.Entrant(h.ID)
		if number > 0 && !t.Entrants[number-1].Gone && slices.Index(t.Rungs, number) > rung && rung >= 0 {
			return true, err
		}
	}
	return false, err
}

// EachGame calls do for every game of a player, ongoing or finished.
func EachGame(c *Call, p bot.PlayerID, do func(bot.Game) error) error {
	for _, over := range []bool{false, true} {
		games, err := c.Tx.GamesOf(p, over, bot.Page{})
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := do(g); err != nil {
				return err
			}
		}
	}
	return nil
}
