package play

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
)

// standing says whose turn it is, or how the game ended.
func standing(c *action.Call, g bot.Game) phrase.Text {
	if g.Over() {
		return phrase.Of("The game is over: %s.", c.ResultWords(g))
	}
	return c.ToMove(g)
}

// LastMove returns a sentence about the last move of an ongoing game. It is empty if there is
// none or the game is over.
func LastMove(g bot.Game) phrase.Text {
	switch {
	case g.Last == "" || g.Over():
		return ""
	case g.Check:
		return phrase.Of("Last move: %s, check.", MoveNumber(g.Moves)+" "+g.Last)
	}
	return phrase.Of("Last move: %s.", MoveNumber(g.Moves)+" "+g.Last)
}

// MoveNumber returns the number printed before a move: "7." for White's, "7..." for Black's. ply
// counts the moves of both sides from 1.
func MoveNumber(ply int) string {
	if ply%2 == 0 {
		return fmt.Sprintf("%d...", ply/2)
	}
	return fmt.Sprintf("%d.", ply/2+1)
}

// Numbered returns a move of a list with its number before it. ply counts the moves of both sides
// from 1. Black's moves have a number only at the beginning of the list.
func Numbered(ply int, first bool, move string) string {
	if ply%2 == 0 && !first {
		return move
	}
	return MoveNumber(ply) + " " + move
}

// andLastMove returns LastMove with a space before it, to follow another sentence.
func andLastMove(g bot.Game) phrase.Text {
	if last := LastMove(g); last != "" {
		return " " + last
	}
	return ""
}

// showGame describes a game: its terms, whose turn it is, its clock, open offers, and the board.
func showGame(c *action.Call) (bot.Reply, error) {
	g := c.Game
	lines := []phrase.Text{
		phrase.Upper(g.Summary()) + ".",
		phrase.Of("%s; begun %s; %s so far.", phrase.Upper(bot.Agreed(g.Pace, g.Options, g.Rated)), bot.Timestamp(g.Started), MoveCount((g.Moves+1)/2)),
		standing(c, g),
	}
	if last := LastMove(g); last != "" {
		lines = append(lines, last)
	}
	more, err := clockWords(c, g)
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, more...)
	part, err := partOf(c, g)
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, part...)
	if g.Offer != nil {
		lines = append(lines, phrase.Of("%s waits for an answer: `%s %d accept` or `%s %d decline`.", g.Name(g.Offer.By), g.Offer.Command(), g.ID, g.Offer.Command(), g.ID))
	}
	if more, err = publicWords(c, g); err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, more...)
	reply := c.Answer(phrase.Join(lines, "\n"))
	p := g.Picture()
	p.Side = c.Viewpoint()
	reply.Answer[0].Game, reply.Answer[0].Picture = g.ID, p
	return reply, nil
}

// publicWords returns a line if a game has been made public, or hidden, against its default, or
// if the opponent asks to make it public.
func publicWords(c *action.Call, g bot.Game) ([]phrase.Text, error) {
	asked, err := action.AskedToPublish(c, g)
	switch {
	case c.Public(g) && (g.Sight != bot.Shown || g.Tournament != 0):
		return []phrase.Text{phrase.Of("The game has been made public. `publish %d off` of either player takes that back.", g.ID)}, err
	case g.Sight == bot.Shown && g.Tournament == 0 && !g.Public():
		return []phrase.Text{phrase.Of("The game is no longer public.")}, err
	case asked:
		return []phrase.Text{phrase.Of("%s asks to make the game public: `publish %d` agrees and `publish %d off` does not.", g.Name(c.Side.Other()), g.ID, g.ID)}, err
	}
	return nil, err
}

// clockWords returns lines about the time banks of a game and the vacations of its players.
func clockWords(c *action.Call, g bot.Game) (lines []phrase.Text, err error) {
	if g.Over() {
		return nil, nil
	}
	if g.Pace.Fischer() {
		lines = append(lines, phrase.Of("In the bank at the beginning of the turn: %s %s, %s %s.",
			g.Name(0), bot.DurationWords(g.Banks[0]), g.Name(1), bot.DurationWords(g.Banks[1])))
	}
	for _, seat := range g.Seats {
		p, err := c.Tx.Player(seat.Player)
		if err != nil {
			return nil, err
		}
		if v := p.Settings.Vacation; g.Vacation && v.Lasts(c.Uptime.Moment()) {
			lines = append(lines, phrase.Of("%s is on vacation until %s.", seat.User.Said(), bot.Timestamp(c.Uptime.Calendar(v.Until))))
		}
	}
	return lines, nil
}
