package watch

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// unwatch stops the asker, or the room, from following a game.
func unwatch(c *action.Call) (bot.Reply, error) {
	follower := Spectator{Player: c.Me.ID}.key()
	if c.Args.Word("where") != "" {
		switch {
		case c.Request.Room == (bot.RoomID{}):
			return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no room here. `unwatch ID` is for yourself.")
		case !c.Request.Organiser:
			return bot.Reply{}, bot.Problemf(bot.NotAllowed, "Only an organiser of this room decides what it follows. `unwatch ID` is for yourself.")
		}
		follower = Spectator{Room: c.Request.Room}.key()
	}
	games, err := followedBy(c, follower)
	if err != nil {
		return bot.Reply{}, err
	}
	if c.Args.Game != 0 {
		games = slices.DeleteFunc(games, func(g bot.Game) bool { return g.ID != c.Args.Game })
	}
	switch {
	case len(games) == 0:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is nothing of that kind to end. `watching` lists the games that you follow.")
	case len(games) > 1:
		return bot.Reply{}, bot.Problemf(bot.Ambiguous, "Which game do you mean? `watching` lists those that you follow, and `unwatch ID` ends one.")
	}
	text := phrase.Of("You no longer follow %s.", bot.GameNumber(games[0].ID))
	if c.Args.Word("where") != "" {
		text = phrase.Of("This room no longer follows %s.", bot.GameNumber(games[0].ID))
	}
	return c.AnswerPrivately(text), dropSpectator(c, games[0].ID, follower)
}
