package coach

import (
	"cmp"
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/tournament"
)

// gameForEngine returns the game that a command to the engine is about, and makes it the game of
// the call. Without a number it is the asker's only ongoing game for which suits is true, in this
// room or else anywhere; else their newest such finished game; else such a game that is shown
// here. Without such a game it is the game that any other command would mean, and the error is
// none if there are several.
func gameForEngine(c *action.Call, suits func(bot.Game) bool, none error) (bot.Game, error) {
	g, err := suitingGame(c, suits, none)
	if err == nil {
		c.Game = g
		c.Side, _ = g.Side(c.Me.ID)
	}
	return g, err
}

// endedLater compares finished games by the time at which they ended. Of two that ended at the same
// time, the one that began first counts as the earlier.
func endedLater(a, b bot.Game) int {
	return cmp.Or(a.Result.At.Compare(b.Result.At), cmp.Compare(a.ID, b.ID))
}

// suitingGame finds the game for gameForEngine: that of this thread, else the asker's own, else
// other people's. Of several finished games it is the one that ended last.
func suitingGame(c *action.Call, suits func(bot.Game) bool, none error) (bot.Game, error) {
	if c.Args.Game != 0 {
		return c.AnyGame()
	}
	if g, ok := c.GameOfThread(); ok && suits(g) {
		return g, nil
	}
	lists := []func(over bool) ([]bot.Game, error){c.GamesOf}
	if room := c.Request.Room; room != (bot.RoomID{}) {
		lists = append(lists, func(over bool) ([]bot.Game, error) { return c.ShownIn(room, over, tournament.Listed) })
	}
	for _, list := range lists {
		for _, over := range []bool{false, true} {
			games, err := list(over)
			if err != nil {
				return bot.Game{}, err
			}
			games = slices.DeleteFunc(games, func(g bot.Game) bool { return !suits(g) })
			if here := bot.SeenIn(games, c.Request.Room); len(here) > 0 {
				games = here
			}
			switch {
			case over && len(games) > 0:
				return slices.MaxFunc(games, endedLater), nil
			case len(games) == 1:
				return games[0], nil
			case len(games) > 1:
				return bot.Game{}, c.WhichGame(games)
			}
		}
	}
	g, err := c.AnyGame()
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) && problem.Kind == bot.Ambiguous {
		err = none
	}
	return g, err
}
