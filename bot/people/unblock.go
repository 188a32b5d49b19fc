package people

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// unblock ends the asker's block of a player.
func unblock(c *action.Call) (bot.Reply, error) {
	other, err := c.Known(c.Args.Word("name"))
	switch {
	case err != nil:
		return bot.Reply{}, err
	case !c.Me.Blocks(other):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have not blocked %s. `block` lists whom you have.", other.Said())
	}
	c.Me.Settings.Blocked = slices.DeleteFunc(slices.Clone(c.Me.Settings.Blocked), other.Is)
	return c.AnswerPrivately(phrase.Of("%s may challenge you again.", other.Said())), c.Tx.PutPlayer(c.Me)
}
