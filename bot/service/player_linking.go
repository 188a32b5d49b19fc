package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// Two accounts that are linked stay separate for a day: each acts only in its own games, and either can undo the
// link. Then a sweep merges them, unless something prevents it by then.

const (
	// linkDelay is how long a link can be undone, before the accounts are merged.
	linkDelay = bot.Day
	// linkingMemo is the key prefix of pending links. Their due time follows it.
	linkingMemo = "linking/"
)

// linking is a pending link: From will be merged into Into.
type linking struct {
	From, Into bot.PlayerID
	Due        bot.Moment
}

func (l linking) key() string { return fmt.Sprintf("%s%020d/%d", linkingMemo, int64(l.Due), l.From) }

// other returns the other player of a link.
func (l linking) other(p bot.Player) bot.PlayerID {
	if p.Is(l.From) {
		return l.Into
	}
	return l.From
}

// beginLink stores that the asker will be merged into another player, and tells both.
func (c *call) beginLink(other bot.Player) (bot.Reply, error) {
	l := linking{From: c.me.ID, Into: other.ID, Due: c.uptime.Moment().Plus(linkDelay)}
	value, err := json.Marshal(l)
	if err != nil {
		return bot.Reply{}, err
	}
	undo := c.service.undoButton()
	due := bot.Timestamp(c.uptime.Calendar(l.Due))
	reply := c.private(phrase.Of("You and %s will be one player at %s. Until then each plays their own games, and either of you can stop it with `%s`.", other.Describe(), due, undo.Command), undo)
	reply.Notices = toAll(other, phrase.Of("%s will be one player with you at %s. If that is not you, `%s` stops it.", c.me.Describe(), due, undo.Command), undo)
	return reply, errors.Join(c.tx.PutMemo(ownMemos, l.key(), value),
		c.dropCodes(func(code linkCode) bool { return code.Player == c.me.ID || code.Player == other.ID }))
}

func (s *Service) undoButton() bot.Button {
	b := s.button("link", "undo")
	b.Label = phrase.Of("Undo the link")
	return b
}

// toAll returns a private message to every account of a player.
func toAll(p bot.Player, text string, buttons ...bot.Button) (all []bot.Message) {
	for _, a := range p.Addresses() {
		all = append(all, a.Message(text, buttons...))
	}
	return all
}

// linkStands tells the asker about their pending link.
func (c *call) linkStands(l linking) (bot.Reply, error) {
	other, err := present(c.tx, l.other(c.me))
	undo := c.service.undoButton()
	return c.private(phrase.Of("You and %s will be one player at %s. `%s` stops it.", other.Describe(), bot.Timestamp(c.uptime.Calendar(l.Due)), undo.Command), undo), err
}

// undoLink cancels a pending link, for either side.
func (c *call) undoLink(l *linking) (bot.Reply, error) {
	if l == nil {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "No link of yours can be undone: that is possible for %s after it was made.", bot.Spell(linkDelay))
	}
	other, err := present(c.tx, l.other(c.me))
	if err != nil {
		return bot.Reply{}, err
	}
	reply := c.private(phrase.Of("You and %s stay two players.", other.Describe()))
	reply.Notices = toAll(other, phrase.Of("%s has undone the link with you: you stay two players.", c.me.Describe()))
	return reply, c.tx.PutMemo(ownMemos, l.key(), nil)
}

// linkings returns up to limit pending links, the first due first; a limit of zero means no limit.
func (c *call) linkings(limit int) (all []linking, err error) {
	keys, err := c.tx.Memos(ownMemos, linkingMemo, limit)
	for _, key := range keys {
		value, missing := c.tx.Memo(ownMemos, key)
		if missing != nil {
			return nil, missing
		}
		var l linking
		if err := json.Unmarshal(value, &l); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, err
}

// pendingLink returns the pending link of a player, nil if there is none.
func (c *call) pendingLink(p bot.PlayerID) (*linking, error) {
	if p == 0 {
		return nil, nil
	}
	all, err := c.linkings(0)
	for _, l := range all {
		if l.From == p || l.Into == p {
			return &l, nil
		}
	}
	return nil, err
}

// hands returns a player, and whoever is being linked with them: nobody decides what one of these may not.
func (c *call) hands(p bot.Player) ([]bot.Player, error) {
	l, err := c.pendingLink(p.ID)
	if l == nil || err != nil {
		return []bot.Player{p}, err
	}
	other, err := present(c.tx, l.other(p))
	return []bot.Player{p, other}, err
}

// sameHand reports whether the asker is a player, or is being linked with them.
func (c *call) sameHand(p bot.PlayerID) (bool, error) { return c.oneHand(c.me, p) }

// oneHand reports whether a player is another one, or is being linked with them.
func (c *call) oneHand(who bot.Player, p bot.PlayerID) (bool, error) {
	if who.Is(p) {
		return true, nil
	}
	hands, err := c.hands(who)
	return slices.ContainsFunc(hands, func(h bot.Player) bool { return h.Is(p) }), err
}

// playing returns an ongoing game in a tournament that the asker or whoever is being linked with them plays, if possible
// against an entrant; zero if there is none.
func (c *call) playing(t *tournament.Tournament, against int) (bot.GameID, error) {
	hands, err := c.hands(c.me)
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

// overtakes reports whether the asker, or whoever is being linked with them, stands on a ladder below a rung, counted from 0, and so would
// rise if the one on it were removed.
func (c *call) overtakes(t *tournament.Tournament, rung int) (bool, error) {
	hands, err := c.hands(c.me)
	for _, h := range hands {
		number := t.Entrant(h.ID)
		if number > 0 && !t.Entrants[number-1].Gone && slices.Index(t.Rungs, number) > rung && rung >= 0 {
			return true, err
		}
	}
	return false, err
}

// dueLinks returns up to limit of the links that can no longer be undone.
func (c *call) dueLinks(limit int) ([]linking, error) {
	keys, err := c.tx.Memos(ownMemos, linkingMemo, 1)
	if err != nil || len(keys) == 0 || !c.passed(keys[0]) {
		return nil, err
	}
	all, err := c.linkings(limit)
	return slices.DeleteFunc(all, func(l linking) bool { return l.Due > c.uptime.Moment() }), err
}

// passed reports whether the link of a key is due.
func (c *call) passed(key string) bool {
	due, _, _ := strings.Cut(strings.TrimPrefix(key, linkingMemo), "/")
	at, err := strconv.ParseInt(due, 10, 64)
	return err == nil && bot.Moment(at) <= c.uptime.Moment()
}

// mergeDue merges the players of a link that is due. If something prevents that by now, they stay separate, and are
// told why.
func (c *call) mergeDue(l linking) error {
	if err := c.tx.PutMemo(ownMemos, l.key(), nil); err != nil {
		return err
	}
	from, err := c.tx.Player(l.From)
	if err != nil {
		return err
	}
	into, err := c.tx.Player(l.Into)
	if err != nil {
		return err
	}
	by := *c
	by.me = from
	var stands *bot.Problem
	switch err := by.mayMerge(into); {
	case errors.As(err, &stands):
		text := phrase.Of("%s and %s could not be made one player, and the link is undone.", from.Describe(), into.Describe())
		return c.enqueue(append(toAll(from, text+" "+stands.Text), toAll(into, text)...))
	case err != nil:
		return err
	}
	one, err := by.merge(into)
	if err != nil {
		return err
	}
	return c.enqueue(toAll(one, phrase.Of("You are now one player: %s.", one.Describe())))
}

// dropLink cancels the pending link of the asker, who is being forgotten, and tells the other player.
func (c *call) dropLink() ([]bot.Message, error) {
	l, err := c.pendingLink(c.me.ID)
	if l == nil || err != nil {
		return nil, err
	}
	reply, err := c.undoLink(l)
	return reply.Notices, err
}
