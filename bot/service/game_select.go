package service

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/bot/throttle"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// settle sets c.game and c.side to the game that the command is about, if it needs
// one, and returns an error if the user may not give the command there.
func (c *call) settle() (err error) {
	if err := c.settleOpponent(); err != nil {
		return err
	}
	switch c.command.Needs {
	case command.NeedNothing:
		return nil
	case command.NeedGame:
		c.game, err = c.anyGame()
		if err == nil {
			c.side, _ = c.game.Side(c.me.ID)
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

// seated returns an error unless the user plays in c.game, which goes on, and is to move if the command needs that.
func (c *call) seated() error {
	side, plays := c.game.Side(c.me.ID)
	switch {
	case !plays && !c.maySee(c.game):
		return notShown(c.game)
	case !plays && c.game.Study():
		return bot.Problemf(bot.NotAllowed, "%s studies alone in %s. `board %d` shows it to you.", c.game.Name(rules.White), bot.GameNumber(c.game.ID), c.game.ID)
	case !plays:
		return bot.Problemf(bot.NotAllowed, "Only %s and %s act in %s. `board %d` shows it to you.",
			c.game.Name(rules.White), c.game.Name(rules.Black), bot.GameNumber(c.game.ID), c.game.ID)
	case c.game.Over() && (c.game.Study() || len(c.game.Seats[side.Other()].User.ID) == 0):
		return bot.Problemf(bot.NotNow, "%s is over: %s. `board %d` and `log %d` show it.", phrase.Upper(bot.GameNumber(c.game.ID)), c.resultWords(c.game), c.game.ID, c.game.ID)
	case c.game.Over():
		return bot.Problemf(bot.NotNow, "%s is over: %s. `challenge %s %s` asks for another.", phrase.Upper(bot.GameNumber(c.game.ID)),
			c.resultWords(c.game), c.game.Seats[side.Other()].User.Word(), c.game.Variant)
	case c.overdue(c.game):
		return bot.Problemf(bot.NotNow, "The time of %s in %s is up.", c.game.Name(c.game.Turn), bot.GameNumber(c.game.ID))
	case c.command.Needs == command.NeedTurn && c.game.Turn != side:
		return bot.Problemf(bot.NotNow, "It is not your turn in %s: %s is to move.", bot.GameNumber(c.game.ID), c.game.Name(c.game.Turn))
	}
	c.side = side
	if !c.game.Study() {
		c.game.Seats[side].Meet(c.request)
	}
	return nil
}

// overdue reports whether the time of the player to move is up, even if no sweep
// has ended the game yet.
func (c *call) overdue(g bot.Game) bool { return g.Deadline != 0 && g.Deadline <= c.uptime.Moment() }

// namedGame returns the game whose number the user gave.
func (c *call) namedGame() (bot.Game, error) {
	g, err := c.tx.Game(c.args.Game)
	if !errors.Is(err, bot.ErrNotFound) {
		return g, err
	}
	if _, err := c.tx.Challenge(c.args.Game); err == nil {
		return g, bot.Problemf(bot.NotNow, "Challenge %d has not been accepted yet, so there is no game.", c.args.Game)
	}
	return g, bot.Problemf(bot.Unknown, "There is no game %d. `games` lists yours.", c.args.Game)
}

// ownGame returns the user's game that a command without a number is about: the
// only one in this room, or else the only one anywhere. Among several it is the only
// one in which they are to move, if the command needs that; otherwise it asks.
func (c *call) ownGame() (bot.Game, error) {
	mine, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	if err != nil {
		return bot.Game{}, err
	}
	if here := c.seenHere(mine); len(here) > 0 {
		mine = here
	} else if c.request.Overheard {
		return bot.Game{}, throttle.ErrNotForUs
	}
	if c.request.Overheard {
		meant, err := c.meantIn(mine, readable)
		if err != nil {
			return bot.Game{}, err
		}
		if len(meant) == 0 {
			return bot.Game{}, throttle.ErrNotForUs
		}
	}
	if c.command.Needs == command.NeedTurn {
		if turn := turnOf(mine, c.me.ID); len(turn) > 0 {
			mine = turn
		}
	}
	switch len(mine) {
	case 0:
		if _, open := puzzle.Find(c.me.Puzzles.Current); open && c.command.Plays && !c.request.Overheard {
			return bot.Game{}, &meantOtherwise{"puzzle " + c.args.Word("move")}
		}
		return bot.Game{}, bot.Problemf(bot.NotNow, "You have no ongoing game. `challenge computer` begins one at once, `challenge NAME VARIANT` invites somebody, and `variants` lists the games.")
	case 1:
		return mine[0], nil
	}
	if c.command.Plays {
		return c.legalIn(mine)
	}
	return bot.Game{}, c.whichGame(mine)
}

// meantIn returns the games in which the command's text is a legal move, or is
// refused with an error that may accepts.
func (c *call) meantIn(games []bot.Game, may func(*rules.MoveError) bool) ([]bot.Game, error) {
	var meant []bot.Game
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

// readable accepts text in the form of a move, whether or not it is legal.
func readable(err *rules.MoveError) bool {
	return err.Reason != rules.Unreadable && err.Reason != rules.NoSuchPiece
}

// ambiguous accepts text that fits several legal moves.
func ambiguous(err *rules.MoveError) bool { return err.Reason == rules.Ambiguous }

// legalIn returns the only one of several games in which the text is a legal move.
func (c *call) legalIn(games []bot.Game) (bot.Game, error) {
	legal, err := c.meantIn(games, ambiguous)
	switch {
	case err != nil:
		return bot.Game{}, err
	case len(legal) == 0:
		return bot.Game{}, c.whichGame(games)
	case len(legal) == 1:
		return legal[0], nil
	}
	return bot.Game{}, c.whichGame(legal)
}

// anyGame returns the game that a user wants to see: the one named, else their ongoing one in this room, else one
// of others in this room, else theirs elsewhere; else a finished game in the same order.
func (c *call) anyGame() (bot.Game, error) {
	if c.args.Game != 0 {
		g, err := c.namedGame()
		if err == nil && !c.maySee(g) && !c.noted(g) {
			err = notShown(g)
		}
		return g, err
	}
	room := c.request.Room
	for _, over := range []bool{false, true} {
		mine, err := c.gamesOf(over)
		if err != nil {
			return bot.Game{}, err
		}
		here := seenIn(mine, room)
		var others []bot.Game
		if room != (bot.RoomID{}) && len(here) == 0 {
			if others, err = c.shownIn(room, over, tournament.Listed); err != nil {
				return bot.Game{}, err
			}
		}
		for _, games := range [][]bot.Game{here, others, mine} {
			switch {
			case len(games) == 1 || over && len(games) > 0:
				return games[0], nil
			case len(games) > 1:
				if turn := turnOf(games, c.me.ID); len(turn) == 1 {
					return turn[0], nil
				}
				return bot.Game{}, c.whichGame(games)
			}
		}
	}
	return bot.Game{}, bot.Problemf(bot.Unknown, "There is no game to show here. Name one: `%s 7`, or see `games`.", c.command.Name)
}

// shownIn returns those of the newest limit games in a room, and in the places within it, that the user may see.
func (c *call) shownIn(room bot.RoomID, over bool, limit int) ([]bot.Game, error) {
	games, err := c.tx.GamesIn(room, over, bot.Page{Limit: limit})
	return slices.DeleteFunc(games, func(g bot.Game) bool { return !c.maySee(g) }), err
}

// gamesOf returns the user's ongoing games, or the newest of the finished ones.
func (c *call) gamesOf(over bool) ([]bot.Game, error) {
	page := bot.Page{}
	if over {
		page.Limit = tournament.Listed
	}
	if c.me.ID == 0 {
		return nil, nil
	}
	return c.tx.GamesOf(c.me.ID, over, page)
}

// whichGame returns the problem that asks which of several games is meant, with a button for each.
func (c *call) whichGame(games []bot.Game) *bot.Problem {
	games = games[:min(len(games), tournament.Listed)]
	var lines []string
	var buttons []bot.Button
	for _, g := range games {
		c.closed = c.closed || !c.openHere(g)
		words := []string{c.command.Name}
		for _, p := range c.command.Params {
			if p.Kind == command.Number {
				words = append(words, g.ID.String())
			} else if word := c.args.Word(p.Name); word != "" {
				words = append(words, bot.CleanText(word)) // cleaned, because the command is shown as text and on a button
			}
		}
		command := strings.Join(words, " ")
		if len(command) > bot.MaxButton {
			command = fmt.Sprintf("%s %d …", c.command.Name, g.ID)
		} else {
			buttons = append(buttons, bot.Button{Label: phrase.Of("In %s", bot.GameNumber(g.ID)), Command: command})
		}
		lines = append(lines, phrase.Of("`%s` in %s", command, g.Summary()))
	}
	return &bot.Problem{Kind: bot.Ambiguous, Text: phrase.Of("Which game do you mean?") + "\n" + strings.Join(lines, "\n"), Buttons: buttons}
}

// seenHere returns the games that are shown where the user speaks: in the room, or else in the
// nearest place around it that has any. So a command in a thread that has just been opened finds
// the game of its channel.
func (c *call) seenHere(games []bot.Game) []bot.Game {
	for _, room := range append([]bot.RoomID{c.request.Room}, c.request.Within...) {
		if here := seenIn(games, room); len(here) > 0 {
			return here
		}
	}
	return nil
}

// seenIn returns the games that are shown in a room.
func seenIn(games []bot.Game, room bot.RoomID) []bot.Game {
	var here []bot.Game
	for _, g := range games {
		if room != (bot.RoomID{}) && (g.Seats[0].Room == room || g.Seats[1].Room == room) {
			here = append(here, g)
		}
	}
	return here
}

// turnOf returns the games in which a player is to move.
func turnOf(games []bot.Game, p bot.PlayerID) []bot.Game {
	var turn []bot.Game
	for _, g := range games {
		if g.Seats[g.Turn].Player == p {
			turn = append(turn, g)
		}
	}
	return turn
}
