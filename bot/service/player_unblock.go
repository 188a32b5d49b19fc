package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// unblock ends the asker's block of a player.
func unblock(c *call) (bot.Reply, error) {
	other, err := c.known(c.args.Word("name"))
	switch {
	case err != nil:
		return bot.Reply{}, err
	case !c.me.Blocks(other):
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have not blocked %s. `block` lists whom you have.", other.Said())
	}
	c.me.Settings.Blocked = slices.DeleteFunc(slices.Clone(c.me.Settings.Blocked), other.Is)
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, phrase.Of("%s may challenge you again.", other.Said()))}}, c.tx.PutPlayer(c.me)
}
