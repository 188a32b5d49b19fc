package play

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// pageLength is the number of games on one page of a list.
const pageLength = 20

// listChosen lists the finished or ongoing games that match the command, one page at a time.
func listChosen(c *action.Call) (bot.Reply, error) {
	over := words(c, "which", "result") != ""
	read, err := gameReader(c, over)
	if err != nil {
		return bot.Reply{}, err
	}
	page := max(c.Args.Number("page"), 1)
	skip := (page - 1) * pageLength
	var lines []phrase.Text
	for before := bot.GameID(0); len(lines) <= pageLength; {
		games, err := read(bot.Page{Before: before, Limit: action.ReadAtOnce})
		if err != nil {
			return bot.Reply{}, err
		}
		for _, g := range games {
			before = g.ID
			switch {
			case g.Over() != over || !matches(c, g) || len(lines) > pageLength:
			case skip > 0:
				skip--
			default:
				c.Closed = c.Closed || !c.OpenHere(g)
				lines = append(lines, ListLine(c, g))
			}
		}
		if len(games) < action.ReadAtOnce {
			break
		}
	}
	switch {
	case len(lines) == 0 && page > 1:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `%s` begins it.", page, nextPage(c, 1))
	case len(lines) == 0 && !over && c.Args.Word("whose") == "room" && c.Args.Variant == nil:
		return c.Answer(phrase.Of("There are no games in this room yet. `challenge NAME` starts one.")), nil
	case len(lines) == 0 && over && words(c, "whose", "result") == "" && c.Args.Variant == nil:
		return c.Answer(phrase.Of("None yet: you have no game that is over.")), nil
	case len(lines) == 0:
		return c.Answer(phrase.Of("There is no such game. `games all` lists all that go on and are public, `games over all` those that have ended, and `help games` tells how to choose.")), nil
	case len(lines) <= pageLength:
		return c.Answer(phrase.Join(lines, "\n")), nil
	}
	next := bot.Button{Label: phrase.Of("Next page"), Command: nextPage(c, page+1)}
	lines[pageLength] = phrase.Of("`%s` goes on; `game 7` shows any by its number.", next.Command)
	return c.Answer(phrase.Join(lines, "\n"), next), nil
}

// ListLine returns the line of a game in a list.
func ListLine(c *action.Call, g bot.Game) phrase.Text {
	if g.Over() {
		return phrase.Upper(g.Summary()) + ": " + c.ResultWords(g) + "."
	}
	return phrase.Of("%s: %s to move%s.", phrase.Upper(g.Summary()), g.Name(g.Turn), until(c, g)) + andLastMove(g)
}

// gameReader returns a function that reads a page of the games from which the command chooses,
// newest first.
func gameReader(c *action.Call, over bool) (func(bot.Page) ([]bot.Game, error), error) {
	room := c.Request.Room
	switch whose := c.Args.Word("whose"); {
	case whose == "all":
		return func(p bot.Page) ([]bot.Game, error) { return c.Tx.ListedGames(over, p) }, nil
	case whose == "room" && room == (bot.RoomID{}):
		return nil, bot.Problemf(bot.NotNow, "There is no room here. `games all` lists all games that are public.")
	case whose == "room":
		return func(p bot.Page) ([]bot.Game, error) { return c.Tx.GamesIn(room, over, p) }, nil
	case c.Me.ID == 0: // an unknown asker has no games
		return func(bot.Page) ([]bot.Game, error) { return nil, nil }, nil
	}
	return func(p bot.Page) ([]bot.Game, error) { return c.Tx.GamesOf(c.Me.ID, over, p) }, nil
}

// matches reports whether a game is among those that the command lists.
func matches(c *action.Call, g bot.Game) bool {
	if !c.MaySee(g) || c.Args.Variant != nil && bot.VariantName(c.Args.Variant.Name) != bot.VariantName(g.Variant) {
		return false
	}
	if !g.Over() {
		return true
	}
	side, plays := g.Side(c.Me.ID)
	decided := plays && g.Result.Winner != nil && g.Seats[0].Player != g.Seats[1].Player
	switch c.Args.Word("result") {
	case "won":
		return decided && *g.Result.Winner == side
	case "lost":
		return decided && *g.Result.Winner != side
	case "drawn":
		return g.Result.Winner == nil && !g.Result.Aborted
	case "aborted":
		return g.Result.Aborted
	}
	return true
}

// nextPage returns the command with another page number.
func nextPage(c *action.Call, page int) string {
	words := []string{"games"}
	for _, name := range []string{"which", "whose", "result"} {
		if word := c.Args.Word(name); word != "" {
			words = append(words, word)
		}
	}
	if c.Args.Variant != nil {
		words = append(words, c.Args.Variant.Name)
	}
	return fmt.Sprintf("%s page %d", strings.Join(words, " "), page)
}

// listGames lists the asker's ongoing games and open challenges, or the games that the command
// chooses.
func listGames(c *action.Call) (bot.Reply, error) {
	if words(c, "which", "whose", "result") != "" || c.Args.Variant != nil {
		return listChosen(c)
	}
	games, err := c.GamesOf(false)
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []phrase.Text
	for _, g := range bot.TurnOf(games, c.Me.ID) {
		lines = append(lines, phrase.Of("%s: your move%s.", phrase.Upper(g.Summary()), until(c, g))+andLastMove(g))
	}
	games = slices.DeleteFunc(games, func(g bot.Game) bool { return g.Seats[g.Turn].Player == c.Me.ID })
	for _, g := range games {
		lines = append(lines, phrase.Of("%s: waiting for %s%s.", phrase.Upper(g.Summary()), g.Name(g.Turn), until(c, g))+andLastMove(g))
	}
	open, err := openChallenges(c)
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, open...)
	if len(lines) == 0 {
		return c.Answer(phrase.Of("You have no games. `challenge NAME VARIANT` invites somebody, `challenge computer` plays the computer, and `variants` lists what can be played."), action.PlayComputer(action.LessonVariant)), nil
	}
	page := max(c.Args.Number("page"), 1)
	from := (page - 1) * tournament.Listed
	if from >= len(lines) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `games` begins it, and `games over` lists what has ended.", page)
	}
	if len(lines) <= from+tournament.Listed {
		return c.Answer(phrase.Join(lines[from:], "\n")), nil
	}
	next := bot.Button{Label: phrase.Of("Next page"), Command: nextPage(c, page+1)}
	more := phrase.Of("%d more: `%s` goes on.", len(lines)-from-tournament.Listed, next.Command)
	return c.Answer(phrase.Join(append(lines[from:from+tournament.Listed:from+tournament.Listed], more), "\n"), next), nil
}

// until returns a phrase with the deadline of the player to move. It is empty without a clock.
func until(c *action.Call, g bot.Game) phrase.Text {
	if g.Deadline == 0 {
		return ""
	}
	return phrase.Of(", until %s", bot.Timestamp(c.Uptime.Calendar(g.Deadline)))
}

// openChallenges describes the challenges to and from the asker.
func openChallenges(c *action.Call) ([]phrase.Text, error) {
	if c.Me.ID == 0 {
		return nil, nil
	}
	all, err := action.Challenges(c)
	var lines []phrase.Text
	for _, ch := range all {
		switch {
		case c.Expired(ch):
		case ch.IsTo(c.Me.ID):
			lines = append(lines, phrase.Of("Challenge %d from %s: %s. `accept %d` or `decline %d`.", ch.ID, ch.From.User.Said(), ch.Words(), ch.ID, ch.ID))
		default:
			lines = append(lines, phrase.Of("Challenge %d to %s: %s. `cancel %d` withdraws it.", ch.ID, ch.Opponent(), ch.Words(), ch.ID))
		}
	}
	return lines, err
}
