package action

import (
	"encoding/json"
	"fmt"
	"slices"

	"raumbot/bot"
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

// WithPendingLink returns a player and the player being linked with them, if any. A player must not
// decide what the other one may not.
func WithPendingLink(c *Call, p bot.Player) ([]bot.Player, error) {
	l, err := PendingLink(c, p.ID)
	if l == nil || err != nil {
		return []bot.Player{p}, err
	}
	other, err := CurrentPlayer(c.Tx, l.Other(p))
	return []bot.Player{p, other}, err
}

// IsMeOrLinked reports whether p is the asker or is being linked with them.
func IsMeOrLinked(c *Call, p bot.PlayerID) (bool, error) { return IsSameOrLinked(c, c.Me, p) }

// IsSameOrLinked reports whether p is the player or is being linked with them.
func IsSameOrLinked(c *Call, who bot.Player, p bot.PlayerID) (bool, error) {
	if who.Is(p) {
		return true, nil
	}
	hands, err := WithPendingLink(c, who)
	return slices.ContainsFunc(hands, func(h bot.Player) bool { return h.Is(p) }), err
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
