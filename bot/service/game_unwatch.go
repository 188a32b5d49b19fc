package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// unwatch ends that the asker, or the room, follows a game.
func unwatch(c *call) (bot.Reply, error) {
	who := spectator{Player: c.me.ID}.who()
	if c.args.Word("where") != "" {
		switch {
		case c.request.Room == (bot.RoomID{}):
			return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no room here. `unwatch ID` is for yourself.")
		case !c.request.Organiser:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room decides what it follows. `unwatch ID` is for yourself.")
		}
		who = spectator{Room: c.request.Room}.who()
	}
	games, err := c.followedBy(who)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.args.Game != 0 {
		games = slices.DeleteFunc(games, func(g bot.Game) bool { return g.ID != c.args.Game })
	}
	switch {
	case len(games) == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is nothing of that kind to end. `watching` lists the games that you follow.")
	case len(games) > 1:
		return bot.Reply{}, bot.Problemf(bot.Ambiguous, "Which game do you mean? `watching` lists those that you follow, and `unwatch ID` ends one.")
	}
	text := phrase.Of("You no longer follow %s.", bot.GameNumber(games[0].ID))
	if c.args.Word("where") != "" {
		text = phrase.Of("This room no longer follows %s.", bot.GameNumber(games[0].ID))
	}
	return bot.Reply{Answer: []bot.Message{c.message(bot.Private, text)}}, c.dropSpectator(games[0].ID, who)
}
