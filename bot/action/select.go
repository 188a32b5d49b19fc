package action

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

// selectGame sets c.Game and c.Side to the game that the command is about, if it needs one. It
// returns an error if the user may not give the command for that game.
func (c *Call) selectGame() (err error) {
	if c.Command.Explains && c.Args.Variant == nil && c.Last.variant != "" {
		c.Args.Variant, _ = rules.Find(c.Last.variant) // a question within a lesson is about its game
	}
	if err := selectGameAgainst(c); err != nil {
		return err
	}
	if c.Command.Needs == command.NeedNothing {
		return nil
	}
	c.takeThreadOf()
	if c.Command.Needs == command.NeedGame {
		c.Game, err = c.AnyGame()
		if err == nil {
			c.Side, _ = c.Game.Side(c.Me.ID)
		}
		return err
	}
	if c.Args.Game != 0 {
		c.Game, err = c.NamedGame()
	} else {
		c.Game, err = c.OwnGame()
	}
	if err != nil {
		return err
	}
	return c.Seated()
}

// takeThreadOf makes the game of the thread or the page where the user speaks the one that the
// command names, if it names none. Only players can do more with it than look at it.
func (c *Call) takeThreadOf() {
	if c.Args.Game != 0 || c.Request.Overheard {
		return
	}
	g, ok := c.GameOfThread()
	if _, plays := g.Side(c.Me.ID); ok && (plays || c.Command.Needs == command.NeedGame) {
		c.Args.Game = g.ID
	}
}

// GameOfThread returns the game of the thread or the page where the user speaks. ok is false if
// there is none, or none that they may see.
func (c *Call) GameOfThread() (g bot.Game, ok bool) {
	if c.Request.ThreadOf == 0 {
		return g, false
	}
	g, err := c.Tx.Game(c.Request.ThreadOf)
	return g, err == nil && c.MaySee(g)
}

// Seated returns an error unless the user plays in c.Game and it is ongoing. If the command needs
// it, the user must also be to move.
func (c *Call) Seated() error {
	side, plays := c.Game.Side(c.Me.ID)
	switch {
	case !plays && !c.MaySee(c.Game):
		return NotShown(c.Game)
	case !plays && c.Game.Study():
		return bot.Problemf(bot.NotAllowed, "%s studies alone in %s. `board %d` shows it to you.", c.Game.Name(rules.White), bot.GameNumber(c.Game.ID), c.Game.ID)
	case !plays:
		return bot.Problemf(bot.NotAllowed, "Only %s and %s act in %s. `board %d` shows it to you.",
			c.Game.Name(rules.White), c.Game.Name(rules.Black), bot.GameNumber(c.Game.ID), c.Game.ID)
	case c.Game.Over() && (c.Game.Study() || c.Game.ByVote() || len(c.Game.Seats[side.Other()].User.ID) == 0):
		return bot.Problemf(bot.NotNow, "%s is over: %s. `board %d` and `log %d` show it.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.ResultWords(c.Game), c.Game.ID, c.Game.ID)
	case c.Game.Over():
		return bot.Problemf(bot.NotNow, "%s is over: %s. `challenge %s %s` asks for another.", phrase.Upper(bot.GameNumber(c.Game.ID)),
			c.ResultWords(c.Game), c.Game.Seats[side.Other()].User.Word(), c.Game.Variant)
	case c.Overdue(c.Game):
		return bot.Problemf(bot.NotNow, "The time of %s in %s is up.", c.Game.Name(c.Game.Turn), bot.GameNumber(c.Game.ID))
	case c.Command.Needs == command.NeedTurn && c.Game.Turn != side:
		return bot.Problemf(bot.NotNow, "It is not your turn in %s: %s is to move.", bot.GameNumber(c.Game.ID), c.Game.Name(c.Game.Turn))
	}
	c.Side = side
	if !c.Game.Study() {
		c.Game.Seats[side].UpdateReach(c.Request)
	}
	return nil
}

// Overdue reports whether the time of the player to move is up, even if no sweep has ended the game
// yet. It is not while the player has a bank of time for the season of a league.
func (c *Call) Overdue(g bot.Game) bool {
	if g.Deadline == 0 || g.Deadline > c.Uptime.Moment() {
		return false
	}
	_, e, err := bankOf(c, g)
	return err != nil || e == nil || e.Bank == 0
}

// NamedGame returns the game whose number the user gave.
func (c *Call) NamedGame() (bot.Game, error) {
	g, err := c.Tx.Game(c.Args.Game)
	if !errors.Is(err, bot.ErrNotFound) {
		return g, err
	}
	if ch, err := c.Tx.Challenge(c.Args.Game); err == nil && MayKnow(c, ch) {
		return g, bot.Problemf(bot.NotNow, "Challenge %d has not been accepted yet, so there is no game.", c.Args.Game)
	}
	return g, noGame(c.Args.Game)
}

// noGame is the answer about a game that does not exist. Users who may not see a private game get
// the same answer, so that they do not learn that it exists.
func noGame(id bot.GameID) *bot.Problem {
	return bot.Problemf(bot.Unknown, "There is no game %d that you may see. `games` lists yours.", id)
}

// OwnGame returns the user's game that a command without a number is about: the only one in this
// room, or else the only one anywhere, unless the room plays a game by vote. If there are several
// and the command needs the turn, it returns the only one in which the user is to move. Otherwise
// the error asks which one is meant.
func (c *Call) OwnGame() (bot.Game, error) {
	mine, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
	if err != nil {
		return bot.Game{}, err
	}
	if here := seenHere(c, mine); len(here) > 0 {
		mine = here
	} else if c.Request.Overheard {
		if mine = c.belowHere(mine); len(mine) != 1 {
			return bot.Game{}, throttle.ErrNotForUs
		}
	} else if votes, err := c.Bot.Ports.VotesHere(c); votes || err != nil {
		return bot.Game{}, errors.Join(err, ErrNoGame())
	}
	if c.Request.Overheard {
		meant, err := meantIn(c, mine, readable)
		if err != nil {
			return bot.Game{}, err
		}
		if len(meant) == 0 {
			return bot.Game{}, throttle.ErrNotForUs
		}
	}
	if c.Command.Needs == command.NeedTurn {
		if turn := bot.TurnOf(mine, c.Me.ID); len(turn) > 0 {
			mine = turn
		}
	}
	switch len(mine) {
	case 0:
		if c.Left != "" && c.Command.Plays && !c.Request.Overheard {
			return bot.Game{}, errLeft(c.Left)
		}
		if _, open := puzzle.Find(c.Me.Puzzles.Current); open && c.Command.Plays && !c.Request.Overheard {
			return bot.Game{}, &Restart{Text: "puzzle " + c.Args.Word("move")}
		}
		return bot.Game{}, ErrNoGame()
	case 1:
		return mine[0], nil
	}
	if c.Command.Plays {
		return legalIn(c, mine)
	}
	return bot.Game{}, c.WhichGame(mine)
}

// ErrNoGame returns the error for a command about the asker's ongoing game if there is none.
func ErrNoGame() error {
	return bot.Problemf(bot.NotNow, "You have no ongoing game. `challenge computer` begins one at once, `challenge NAME VARIANT` invites somebody, and `variants` lists the games.")
}

// meantIn returns the games in which the command's text is a legal move, or is
// refused with an error that may accepts.
func meantIn(c *Call, games []bot.Game, may func(*rules.MoveError) bool) ([]bot.Game, error) {
	var meant []bot.Game
	words, _ := MoveWords(c)
	for _, g := range games {
		record, err := c.Bot.Replay(c.Tx, g)
		if err != nil {
			return nil, err
		}
		_, err = record.Position().ReadMove(words)
		var refused *rules.MoveError
		if !errors.As(err, &refused) || may(refused) {
			meant = append(meant, g)
		}
		c.Bot.PutBack(g.ID, record)
	}
	return meant, nil
}

// readable accepts text in the form of a move, whether or not it is legal.
func readable(err *rules.MoveError) bool {
	return err.Reason != rules.Unreadable && err.Reason != rules.NoSuchPiece
}

// ambiguous accepts text that fits several legal moves.
func ambiguous(err *rules.MoveError) bool { return err.Reason == rules.Ambiguous }

// legalIn returns the only game in which the text is a legal move. If there is no such game or
// there are several, the error asks which one is meant.
func legalIn(c *Call, games []bot.Game) (bot.Game, error) {
	legal, err := meantIn(c, games, ambiguous)
	switch {
	case err != nil:
		return bot.Game{}, err
	case len(legal) == 0:
		return bot.Game{}, c.WhichGame(games)
	case len(legal) == 1:
		return legal[0], nil
	}
	return bot.Game{}, c.WhichGame(legal)
}

// AnyGame returns the game that a user wants to see. It is the one that they name, else their own
// ongoing game in this room, else other people's in this room, else their own elsewhere. If there
// is none, it looks for a finished game in the same order.
func (c *Call) AnyGame() (bot.Game, error) {
	if c.Args.Game != 0 {
		g, err := c.NamedGame()
		if err == nil && !c.MaySee(g) && (c.Command.Sees == nil || !c.Command.Sees(c, g)) {
			err = NotShown(g)
		}
		return g, err
	}
	room := c.Request.Room
	for _, over := range []bool{false, true} {
		mine, err := c.GamesOf(over)
		if err != nil {
			return bot.Game{}, err
		}
		here := bot.SeenIn(mine, room)
		var others []bot.Game
		if room != (bot.RoomID{}) && len(here) == 0 {
			if others, err = c.ShownIn(room, over, tournament.Listed); err != nil {
				return bot.Game{}, err
			}
		}
		for _, games := range [][]bot.Game{here, others, mine} {
			switch {
			case len(games) == 1 || over && len(games) > 0:
				return games[0], nil
			case len(games) > 1:
				if turn := bot.TurnOf(games, c.Me.ID); len(turn) == 1 {
					return turn[0], nil
				}
				return bot.Game{}, c.WhichGame(games)
			}
		}
	}
	return bot.Game{}, bot.Problemf(bot.Unknown, "There is no game to show here. Name one: `%s 7`, or see `games`.", c.Command.Name)
}

// ShownIn returns the newest games in a room and the places within it, without those that the user
// may not see. It considers up to limit games.
func (c *Call) ShownIn(room bot.RoomID, over bool, limit int) ([]bot.Game, error) {
	games, err := c.Tx.GamesIn(room, over, bot.Page{Limit: limit})
	return slices.DeleteFunc(games, func(g bot.Game) bool { return !c.MaySee(g) }), err
}

// GamesOf returns the user's ongoing games, or the newest of their finished ones.
func (c *Call) GamesOf(over bool) ([]bot.Game, error) {
	page := bot.Page{}
	if over {
		page.Limit = tournament.Listed
	}
	if c.Me.ID == 0 {
		return nil, nil
	}
	return c.Tx.GamesOf(c.Me.ID, over, page)
}

// WhichGame returns the problem that asks which of several games is meant, with a button for each.
func (c *Call) WhichGame(games []bot.Game) *bot.Problem {
	games = games[:min(len(games), tournament.Listed)]
	var lines []phrase.Text
	var buttons []bot.Button
	for _, g := range games {
		c.Closed = c.Closed || !c.OpenHere(g)
		words := []string{c.Command.Name}
		for _, p := range c.Command.Params {
			if p.Kind == command.Number {
				words = append(words, g.ID.String())
			} else if word := c.Args.Word(p.Name); word != "" {
				words = append(words, bot.CleanText(word)) // cleaned, because the command is shown as text and on a button
			}
		}
		command := strings.Join(words, " ")
		if len(command) > bot.MaxButton {
			command = fmt.Sprintf("%s %d …", c.Command.Name, g.ID)
		} else {
			buttons = append(buttons, bot.Button{Label: phrase.Of("In %s", bot.GameNumber(g.ID)), Command: command})
		}
		lines = append(lines, phrase.Of("`%s` in %s", command, g.Summary()))
	}
	return &bot.Problem{Kind: bot.Ambiguous, Text: phrase.Of("Which game do you mean?") + "\n" + phrase.Join(lines, "\n"), Buttons: buttons}
}

// seenHere returns the games that are shown where the user speaks: in the room, or else in the
// nearest place around it that has any. This way a command in a newly opened thread finds the game
// of its channel.
func seenHere(c *Call, games []bot.Game) []bot.Game {
	for _, room := range append([]bot.RoomID{c.Request.Room}, c.Request.Within...) {
		if here := bot.SeenIn(games, room); len(here) > 0 {
			return here
		}
	}
	return nil
}

// belowHere returns the games in which the user is to move that are shown in threads of the room.
func (c *Call) belowHere(games []bot.Game) []bot.Game {
	return slices.DeleteFunc(bot.TurnOf(games, c.Me.ID), func(g bot.Game) bool { return !g.Seats[g.Turn].SeenFrom(c.Request.Room) })
}

// ReadAtOnce is the number of games that are read from the store at a time to filter a list.
const ReadAtOnce = 200
