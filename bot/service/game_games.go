package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// pageLength is how many games one page of a list shows.
const pageLength = 20

// readAtOnce is how many games are read from the store at a time while a list is filtered.
const readAtOnce = 200

// listChosen lists the finished or ongoing games that the command chooses, one page at a time.
func listChosen(c *call) (bot.Reply, error) {
	over := c.words("which", "result") != ""
	read, err := c.archive(over)
	if err != nil {
		return bot.Reply{}, err
	}
	page := max(c.args.Number("page"), 1)
	skip := (page - 1) * pageLength
	var lines []string
	for before := bot.GameID(0); len(lines) <= pageLength; {
		games, err := read(bot.Page{Before: before, Limit: readAtOnce})
		if err != nil {
			return bot.Reply{}, err
		}
		for _, g := range games {
			before = g.ID
			switch {
			case g.Over() != over || !c.chosen(g) || len(lines) > pageLength:
			case skip > 0:
				skip--
			default:
				c.closed = c.closed || !c.openHere(g)
				lines = append(lines, c.listing(g))
			}
		}
		if len(games) < readAtOnce {
			break
		}
	}
	switch {
	case len(lines) == 0 && page > 1:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `%s` begins it.", page, c.nextPage(1))
	case len(lines) == 0 && !over && c.args.Word("whose") == "room" && c.args.Variant == nil:
		return c.answer(phrase.Of("There are no games in this room yet. `challenge NAME` starts one.")), nil
	case len(lines) == 0 && over && c.words("whose", "result") == "" && c.args.Variant == nil:
		return c.answer(phrase.Of("None yet: you have no game that is over.")), nil
	case len(lines) == 0:
		return c.answer(phrase.Of("There is no such game. `games all` lists all that go on and are public, `games over all` those that have ended, and `help games` tells how to choose.")), nil
	case len(lines) <= pageLength:
		return c.answer(strings.Join(lines, "\n")), nil
	}
	next := bot.Button{Label: phrase.Of("Next page"), Command: c.nextPage(page + 1)}
	lines[pageLength] = phrase.Of("`%s` goes on; `game 7` shows any by its number.", next.Command)
	return c.answer(strings.Join(lines, "\n"), next), nil
}

// listing returns the line of a game in a list.
func (c *call) listing(g bot.Game) string {
	if g.Over() {
		return phrase.Upper(g.Summary()) + ": " + c.resultWords(g) + "."
	}
	return phrase.Of("%s: %s to move%s.", phrase.Upper(g.Summary()), g.Name(g.Turn), c.until(g)) + andLastMove(g)
}

// archive returns a function that reads a page of the games that the command chooses from, newest first.
func (c *call) archive(over bool) (func(bot.Page) ([]bot.Game, error), error) {
	room := c.request.Room
	switch whose := c.args.Word("whose"); {
	case whose == "all":
		return c.tx.GamesBefore, nil
	case whose == "room" && room == (bot.RoomID{}):
		return nil, bot.Problemf(bot.NotNow, "There is no room here. `games all` lists all games that are public.")
	case whose == "room":
		return func(p bot.Page) ([]bot.Game, error) { return c.tx.GamesIn(room, over, p) }, nil
	case c.me.ID == 0: // not known yet, so without games
		return func(bot.Page) ([]bot.Game, error) { return nil, nil }, nil
	}
	return func(p bot.Page) ([]bot.Game, error) { return c.tx.GamesOf(c.me.ID, over, p) }, nil
}

// chosen reports whether a game is among those that the command lists.
func (c *call) chosen(g bot.Game) bool {
	if !c.maySee(g) || c.args.Variant != nil && bot.VariantName(c.args.Variant.Name) != bot.VariantName(g.Variant) {
		return false
	}
	if !g.Over() {
		return true
	}
	side, plays := g.Side(c.me.ID)
	decided := plays && g.Result.Winner != nil && g.Seats[0].Player != g.Seats[1].Player
	switch c.args.Word("result") {
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
func (c *call) nextPage(page int) string {
	words := []string{"games"}
	for _, name := range []string{"which", "whose", "result"} {
		if word := c.args.Word(name); word != "" {
			words = append(words, word)
		}
	}
	if c.args.Variant != nil {
		words = append(words, c.args.Variant.Name)
	}
	return fmt.Sprintf("%s page %d", strings.Join(words, " "), page)
}

// listGames lists the asker's ongoing games and open challenges, or the games that the command's words choose.
func listGames(c *call) (bot.Reply, error) {
	if c.words("which", "whose", "result") != "" || c.args.Variant != nil {
		return listChosen(c)
	}
	games, err := c.gamesOf(false)
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []string
	for _, g := range turnOf(games, c.me.ID) {
		lines = append(lines, phrase.Of("%s: your move%s.", phrase.Upper(g.Summary()), c.until(g))+andLastMove(g))
	}
	games = slices.DeleteFunc(games, func(g bot.Game) bool { return g.Seats[g.Turn].Player == c.me.ID })
	for _, g := range games {
		lines = append(lines, phrase.Of("%s: waiting for %s%s.", phrase.Upper(g.Summary()), g.Name(g.Turn), c.until(g))+andLastMove(g))
	}
	open, err := c.openChallenges()
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, open...)
	if len(lines) == 0 {
		return c.answer(phrase.Of("You have no games. `challenge NAME VARIANT` invites somebody, `challenge computer` plays the computer, and `variants` lists what can be played."), playComputer(lessonVariant)), nil
	}
	page := max(c.args.Number("page"), 1)
	from := (page - 1) * tournament.Listed
	if from >= len(lines) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `games` begins it, and `games over` lists what has ended.", page)
	}
	if len(lines) <= from+tournament.Listed {
		return c.answer(strings.Join(lines[from:], "\n")), nil
	}
	next := bot.Button{Label: phrase.Of("Next page"), Command: c.nextPage(page + 1)}
	more := phrase.Of("%d more: `%s` goes on.", len(lines)-from-tournament.Listed, next.Command)
	return c.answer(strings.Join(append(lines[from:from+tournament.Listed:from+tournament.Listed], more), "\n"), next), nil
}

// until returns a phrase with the deadline of the player to move, empty without a clock.
func (c *call) until(g bot.Game) string {
	if g.Deadline == 0 {
		return ""
	}
	return phrase.Of(", until %s", bot.Timestamp(c.uptime.Calendar(g.Deadline)))
}

// openChallenges describes the challenges to and from the asker.
func (c *call) openChallenges() ([]string, error) {
	if c.me.ID == 0 {
		return nil, nil
	}
	all, err := c.challenges()
	var lines []string
	for _, ch := range all {
		switch {
		case c.expired(ch):
		case ch.IsTo(c.me.ID):
			lines = append(lines, phrase.Of("Challenge %d from %s: %s. `accept %d` or `decline %d`.", ch.ID, ch.From.User.Said(), ch.Words(), ch.ID, ch.ID))
		default:
			lines = append(lines, phrase.Of("Challenge %d to %s: %s. `cancel %d` withdraws it.", ch.ID, ch.Opponent(), ch.Words(), ch.ID))
		}
	}
	return lines, err
}
