package bot

import (
	"errors"
	"fmt"
	"strings"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// settle finds the game that a command is about, as far as it needs one, and
// makes sure that the user may give it.
func (c *call) settle() (err error) {
	switch c.command.Needs {
	case NeedNothing:
		return nil
	case NeedGame:
		c.game, err = c.anyGame()
		if err == nil {
			c.side, _ = c.game.side(c.me.ID)
		}
		return err
	}
	if c.args.Game != 0 {
		c.game, err = c.namedGame()
	} else {
		c.game, err = c.ownGame()
	}
	if err != nil {
		return err
	}
	return c.seated()
}

// seated makes sure that the user plays in the game, and is to move if the command needs it.
func (c *call) seated() error {
	side, plays := c.game.side(c.me.ID)
	switch {
	case !plays && !c.maySee(c.game):
		return problem(NotAllowed, "%s is private to its players.", phrase.Upper(gameNumber(c.game.ID)))
	case !plays && c.game.study():
		return problem(NotAllowed, "%s studies alone in %s. `board %d` shows it to you.", c.game.name(rules.White), gameNumber(c.game.ID), c.game.ID)
	case !plays:
		return problem(NotAllowed, "Only %s and %s act in %s. `board %d` shows it to you.",
			c.game.name(rules.White), c.game.name(rules.Black), gameNumber(c.game.ID), c.game.ID)
	case c.game.Over() && (c.game.study() || len(c.game.Seats[side.Other()].User.ID) == 0):
		return problem(NotNow, "%s is over: %s. `board %d` and `log %d` show it.", phrase.Upper(gameNumber(c.game.ID)), resultWords(c.game), c.game.ID, c.game.ID)
	case c.game.Over():
		return problem(NotNow, "%s is over: %s. `challenge %s %s` asks for another.", phrase.Upper(gameNumber(c.game.ID)),
			resultWords(c.game), c.game.name(side.Other()), c.game.Variant)
	case c.overdue(c.game):
		return problem(NotNow, "The time of %s in %s is up.", c.game.name(c.game.Turn), gameNumber(c.game.ID))
	case c.command.Needs == NeedTurn && c.game.Turn != side:
		return problem(NotNow, "It is not your turn in %s: %s is to move.", gameNumber(c.game.ID), c.game.name(c.game.Turn))
	}
	c.side = side
	return nil
}

// overdue reports whether the time of the player to move is up, whether or not
// a sweep has been by.
func (c *call) overdue(g Game) bool { return g.Deadline != 0 && g.Deadline <= c.uptime.Moment() }

// namedGame returns the game whose number the user gave.
func (c *call) namedGame() (Game, error) {
	g, err := c.tx.Game(c.args.Game)
	if !errors.Is(err, ErrNotFound) {
		return g, err
	}
	if _, err := c.tx.Challenge(c.args.Game); err == nil {
		return g, problem(NotNow, "Challenge %d has not been accepted yet, so there is no game.", c.args.Game)
	}
	return g, problem(Unknown, "There is no game %d. `games` lists yours.", c.args.Game)
}

// ownGame returns the game that a user's command is about without saying so:
// their only one in this room, or else their only one anywhere; where there are
// several, the only one in which they are to move.
func (c *call) ownGame() (Game, error) {
	mine, err := c.tx.GamesOf(c.me.ID, false, Page{})
	if err != nil {
		return Game{}, err
	}
	if here := c.seenHere(mine); len(here) > 0 {
		mine = here
	} else if c.request.Overheard {
		return Game{}, errNotForUs
	}
	if c.request.Overheard {
		meant, err := c.meantIn(mine, readable)
		if err != nil {
			return Game{}, err
		}
		if len(meant) == 0 {
			return Game{}, errNotForUs
		}
	}
	if c.command.Needs == NeedTurn {
		if turn := turnOf(mine, c.me.ID); len(turn) > 0 {
			mine = turn
		}
	}
	switch len(mine) {
	case 0:
		return Game{}, problem(NotNow, "You have no game going on. `challenge NAME VARIANT` invites somebody, and `variants` lists the games.")
	case 1:
		return mine[0], nil
	}
	if c.command.Name == "move" {
		return c.legalIn(mine)
	}
	return Game{}, c.whichGame(mine)
}

// errNotForUs ends a command that was overheard and meant for somebody else.
var errNotForUs = errors.New("not for the bot")

// meantIn returns the games in which the text may be meant as a move, by
// how its reading went.
func (c *call) meantIn(games []Game, may func(*rules.MoveError) bool) ([]Game, error) {
	var meant []Game
	words, _ := c.moveWords()
	for _, g := range games {
		record, err := c.service.replay(c.tx, g)
		if err != nil {
			return nil, err
		}
		_, err = record.Position().ReadMove(words)
		var refused *rules.MoveError
		if !errors.As(err, &refused) || may(refused) {
			meant = append(meant, g)
		}
		c.service.keep(g.ID, record)
	}
	return meant, nil
}

// readable accepts what is a move in form.
func readable(err *rules.MoveError) bool {
	return err.Reason != rules.Unreadable && err.Reason != rules.NoSuchPiece
}

// ambiguous accepts what fits several legal moves.
func ambiguous(err *rules.MoveError) bool { return err.Reason == rules.Ambiguous }

// legalIn returns the only one of several games in which the text is a legal move.
func (c *call) legalIn(games []Game) (Game, error) {
	legal, err := c.meantIn(games, ambiguous)
	switch {
	case err != nil:
		return Game{}, err
	case len(legal) == 0:
		return Game{}, c.whichGame(games)
	case len(legal) == 1:
		return legal[0], nil
	}
	return Game{}, c.whichGame(legal)
}

// anyGame returns the game that a user wants to see: the one named, else theirs as ownGame finds it, else
// the newest of the room.
func (c *call) anyGame() (Game, error) {
	if c.args.Game != 0 {
		g, err := c.namedGame()
		if err == nil && !c.maySee(g) {
			err = problem(NotAllowed, "%s is private to its players.", phrase.Upper(gameNumber(g.ID)))
		}
		return g, err
	}
	room := c.request.Room
	for _, over := range []bool{false, true} {
		mine, err := c.gamesOf(over)
		if err != nil {
			return Game{}, err
		}
		here := seenIn(mine, room)
		var others []Game
		if room != (RoomID{}) && len(here) == 0 {
			if others, err = c.tx.GamesIn(room, over, Page{Limit: listed}); err != nil {
				return Game{}, err
			}
		}
		for _, games := range [][]Game{here, others, mine} {
			switch {
			case len(games) == 1 || over && len(games) > 0:
				return games[0], nil
			case len(games) > 1:
				if turn := turnOf(games, c.me.ID); len(turn) == 1 {
					return turn[0], nil
				}
				return Game{}, c.whichGame(games)
			}
		}
	}
	return Game{}, problem(Unknown, "There is no game to show here. Name one: `%s 7`, or see `games`.", c.command.Name)
}

// listed is how many games a list shows at most.
const listed = 25

// gamesOf returns the user's games; of those that are over only the newest.
func (c *call) gamesOf(over bool) ([]Game, error) {
	page := Page{}
	if over {
		page.Limit = listed
	}
	if c.me.ID == 0 {
		return nil, nil
	}
	return c.tx.GamesOf(c.me.ID, over, page)
}

// maySee reports whether the game may be shown to the user.
func (c *call) maySee(g Game) bool {
	_, plays := g.side(c.me.ID)
	return plays || !g.private()
}

// whichGame asks which of several games is meant.
func (c *call) whichGame(games []Game) *Problem {
	games = games[:min(len(games), listed)]
	var lines []string
	var buttons []Button
	for _, g := range games {
		words := []string{c.command.Name}
		for _, p := range c.command.Params {
			if p.Kind == Number {
				words = append(words, g.ID.String())
			} else if word := c.args.word(p.Name); word != "" {
				words = append(words, cleanText(word)) // they are shown, and pressed
			}
		}
		command := strings.Join(words, " ")
		if len(command) > maxButton {
			command = fmt.Sprintf("%s %d …", c.command.Name, g.ID)
		} else {
			buttons = append(buttons, Button{Label: phrase.Of("In %s", gameNumber(g.ID)), Command: command})
		}
		lines = append(lines, phrase.Of("`%s` in %s", command, g.Summary()))
	}
	return &Problem{Kind: Ambiguous, Text: phrase.Of("Which game do you mean?") + "\n" + strings.Join(lines, "\n"), Buttons: buttons}
}

// seenHere returns the games that are seen where the user speaks: in the room, or
// else in the nearest of the wider places that has any. A game whose thread has just been opened
// is still seen in the channel.
func (c *call) seenHere(games []Game) []Game {
	for _, room := range append([]RoomID{c.request.Room}, c.request.Within...) {
		if here := seenIn(games, room); len(here) > 0 {
			return here
		}
	}
	return nil
}

// seenIn returns the games that are seen in a room.
func seenIn(games []Game, room RoomID) []Game {
	var here []Game
	for _, g := range games {
		if room != (RoomID{}) && (g.Seats[0].Room == room || g.Seats[1].Room == room) {
			here = append(here, g)
		}
	}
	return here
}

// turnOf returns the games in which a player is to move.
func turnOf(games []Game, p PlayerID) []Game {
	var turn []Game
	for _, g := range games {
		if g.Seats[g.Turn].Player == p {
			turn = append(turn, g)
		}
	}
	return turn
}
