package service

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// block blocks a player for the asker, or lists those whom they have blocked.
func block(c *call) (bot.Reply, error) {
	if c.args.Word("name") == "" {
		return c.listBlocked()
	}
	if isComputer(c.args.Word("name")) {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "The computer cannot be blocked: it plays only with those who ask it.")
	}
	other, err := c.person(c.args.Word("name"))
	switch {
	case err != nil:
		return bot.Reply{}, err
	case other.ID == c.me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You cannot block yourself.")
	case c.me.Blocks(other):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have blocked %s already. `unblock %s` ends that.", other.Said(), other.Word())
	case len(c.me.Settings.Blocked) >= maxBlocked:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You have blocked %d people, and more than that nobody can. `block` lists them.", maxBlocked)
	}
	c.me.Settings.Blocked = append(slices.Clone(c.me.Settings.Blocked), other.ID)
	text := phrase.Of("%s can no longer challenge you, nudge you, talk to you in games or accept what you seek. Their challenges to you are hidden, and they are told nothing. Games that go on are not touched. `unblock %s` ends that.", other.Said(), other.Word())
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}}, c.tx.PutPlayer(c.me)
}

// listBlocked tells the asker in private whom they have blocked.
func (c *call) listBlocked() (bot.Reply, error) {
	var names []string
	for _, id := range c.me.Settings.Blocked {
		p, err := present(c.tx, id)
		if err != nil {
			return bot.Reply{}, err
		}
		if !p.Forgotten && !slices.Contains(names, p.Name) {
			names = append(names, p.Said())
		}
	}
	text := phrase.Of("You have blocked nobody. `block NAME` does.")
	if names != nil {
		text = phrase.Of("You have blocked %s. `unblock NAME` ends that.", strings.Join(names, ", "))
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}}, nil
}
