package people

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

const (
	// linkDelay is how long a link can be undone. Then the accounts are merged.
	linkDelay = bot.Day
)

// beginLink stores that the asker will be merged into another player, and tells both of them.
func beginLink(c *action.Call, other bot.Player) (bot.Reply, error) {
	l := action.Linking{From: c.Me.ID, Into: other.ID, Due: c.Uptime.Moment().Plus(linkDelay)}
	value, err := json.Marshal(l)
	if err != nil {
		return bot.Reply{}, err
	}
	undo := undoButton(c.Bot)
	due := bot.Timestamp(c.Uptime.Calendar(l.Due))
	reply := c.AnswerPrivately(phrase.Of("You and %s will be one player at %s. Until then each plays their own games, and either of you can stop it with `%s`.", other.Describe(), due, undo.Command), undo)
	reply.Notices = toAll(other, phrase.Of("%s will be one player with you at %s. If that is not you, `%s` stops it.", c.Me.Describe(), due, undo.Command), undo)
	return reply, errors.Join(c.Tx.PutMemo(action.OwnMemos, l.Key(), value),
		dropCodes(c, func(code linkCode) bool { return code.Player == c.Me.ID || code.Player == other.ID }))
}

func undoButton(s *action.Bot) bot.Button {
	b := s.Button("link", "undo")
	b.Label = phrase.Of("Undo the link")
	return b
}

// toAll returns a private message to each account of a player.
func toAll(p bot.Player, text phrase.Text, buttons ...bot.Button) (all []bot.Message) {
	for _, a := range p.Addresses() {
		all = append(all, a.Message(text, buttons...))
	}
	return all
}

// linkStands tells the asker about their pending link.
func linkStands(c *action.Call, l action.Linking) (bot.Reply, error) {
	other, err := action.CurrentPlayer(c.Tx, l.Other(c.Me))
	undo := undoButton(c.Bot)
	return c.AnswerPrivately(phrase.Of("You and %s will be one player at %s. `%s` stops it.", other.Describe(), bot.Timestamp(c.Uptime.Calendar(l.Due)), undo.Command), undo), err
}

// undoLink cancels the pending link of the asker, who may be on either side of it.
func undoLink(c *action.Call, l *action.Linking) (bot.Reply, error) {
	if l == nil {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "No link of yours can be undone: that is possible for %s after it was made.", bot.DurationWords(linkDelay))
	}
	other, err := action.CurrentPlayer(c.Tx, l.Other(c.Me))
	if err != nil {
		return bot.Reply{}, err
	}
	reply := c.AnswerPrivately(phrase.Of("You and %s stay two players.", other.Describe()))
	reply.Notices = toAll(other, phrase.Of("%s has undone the link with you: you stay two players.", c.Me.Describe()))
	return reply, c.Tx.PutMemo(action.OwnMemos, l.Key(), nil)
}

// mergeDueLinks merges the players of links that are due.
func mergeDueLinks(b *action.Batch) error {
	return action.EachDue(b, func(limit int) ([]action.Linking, error) { return dueLinks(b.Call, limit) }, func(l action.Linking) any { return l.Key() }, "link", func(l action.Linking) error { return mergeDue(b.Call, l) })
}

// dueLinks returns up to limit of the links that can no longer be undone.
func dueLinks(c *action.Call, limit int) ([]action.Linking, error) {
	keys, err := c.Tx.Memos(action.OwnMemos, action.LinkingMemo, 1)
	if err != nil || len(keys) == 0 || !passed(c, keys[0]) {
		return nil, err
	}
	all, err := action.Linkings(c, limit)
	return slices.DeleteFunc(all, func(l action.Linking) bool { return l.Due > c.Uptime.Moment() }), err
}

// passed reports whether the link under a key is due.
func passed(c *action.Call, key string) bool {
	due, _, _ := strings.Cut(strings.TrimPrefix(key, action.LinkingMemo), "/")
	at, err := strconv.ParseInt(due, 10, 64)
	return err == nil && bot.Moment(at) <= c.Uptime.Moment()
}

// mergeDue merges the players of a link that is due. If something prevents that now, they stay
// separate and are told why.
func mergeDue(c *action.Call, l action.Linking) error {
	if err := c.Tx.PutMemo(action.OwnMemos, l.Key(), nil); err != nil {
		return err
	}
	from, err := c.Tx.Player(l.From)
	if err != nil {
		return err
	}
	into, err := c.Tx.Player(l.Into)
	if err != nil {
		return err
	}
	by := *c
	by.Me = from
	var stands *bot.Problem
	switch err := mayMerge(&by, into); {
	case errors.As(err, &stands):
		text := phrase.Of("%s and %s could not be made one player, and the link is undone.", from.Describe(), into.Describe())
		return c.Enqueue(append(toAll(from, text+" "+stands.Text), toAll(into, text)...))
	case err != nil:
		return err
	}
	one, err := merge(&by, into)
	if err != nil {
		return err
	}
	return c.Enqueue(toAll(one, phrase.Of("You are now one player: %s.", one.Describe())))
}

// dropLink cancels the pending link of the asker, who is being forgotten, and tells the other
// player.
func dropLink(c *action.Call) ([]bot.Message, error) {
	l, err := action.PendingLink(c, c.Me.ID)
	if l == nil || err != nil {
		return nil, err
	}
	reply, err := undoLink(c, l)
	return reply.Notices, err
}
