package people

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
)

// block blocks a player for the asker, or lists the players whom the asker has blocked.
func block(c *action.Call) (bot.Reply, error) {
	if c.Args.Word("name") == "" {
		return listBlocked(c)
	}
	if action.IsComputer(c.Args.Word("name")) {
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "The computer cannot be blocked: it plays only with those who ask it.")
	}
	other, err := c.Person(c.Args.Word("name"))
	switch {
	case err != nil:
		return bot.Reply{}, err
	case other.ID == c.Me.ID:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You cannot block yourself.")
	case c.Me.Blocks(other):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have blocked %s already. `unblock %s` ends that.", other.Said(), other.Word())
	case len(c.Me.Settings.Blocked) >= play.MaxBlocked:
		return bot.Reply{}, bot.Problemf(bot.NotAllowed, "You have blocked %d people, and more than that nobody can. `block` lists them.", play.MaxBlocked)
	}
	c.Me.Settings.Blocked = append(slices.Clone(c.Me.Settings.Blocked), other.ID)
	text := phrase.Of("%s can no longer challenge you, nudge you, talk to you in games or accept what you seek. Their challenges to you are hidden, and they are told nothing. Games that go on are not touched. `unblock %s` ends that.", other.Said(), other.Word())
	return c.AnswerPrivately(text), c.Tx.PutPlayer(c.Me)
}

// listBlocked tells the asker in private whom they have blocked.
func listBlocked(c *action.Call) (bot.Reply, error) {
	var names []phrase.Text
	for _, id := range c.Me.Settings.Blocked {
		p, err := action.CurrentPlayer(c.Tx, id)
		if err != nil {
			return bot.Reply{}, err
		}
		if !p.Forgotten && !slices.Contains(names, p.Said()) {
			names = append(names, p.Said())
		}
	}
	text := phrase.Of("You have blocked nobody. `block NAME` does.")
	if names != nil {
		text = phrase.Of("You have blocked %s. `unblock NAME` ends that.", phrase.Join(names, ", "))
	}
	return c.AnswerPrivately(text), nil
}
