package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// standing says whose turn it is, or how the game ended.
func (c *call) standing(g bot.Game) string {
	if g.Over() {
		return phrase.Of("The game is over: %s.", c.resultWords(g))
	}
	return c.toMove(g)
}

// lastMove returns a sentence about the last move of an ongoing game; empty if there is none or the game is over.
func lastMove(g bot.Game) string {
	switch {
	case g.Last == "" || g.Over():
		return ""
	case g.Check:
		return phrase.Of("Last move: %s, check.", moveNumber(g.Moves)+" "+g.Last)
	}
	return phrase.Of("Last move: %s.", moveNumber(g.Moves)+" "+g.Last)
}

// moveNumber returns the number printed before a move, "7." for White's and "7..." for Black's. ply counts both sides'
// moves from 1.
func moveNumber(ply int) string {
	if ply%2 == 0 {
		return fmt.Sprintf("%d...", ply/2)
	}
	return fmt.Sprintf("%d.", ply/2+1)
}

// numbered returns a move of a list with its number before it; ply counts both sides' moves from 1. Black's moves are
// numbered only at the beginning of the list.
func numbered(ply int, first bool, move string) string {
	if ply%2 == 0 && !first {
		return move
	}
	return moveNumber(ply) + " " + move
}

// andLastMove returns lastMove with a space before it, to follow another sentence.
func andLastMove(g bot.Game) string {
	if last := lastMove(g); last != "" {
		return " " + last
	}
	return ""
}

// showGame describes a game: its terms, whose turn it is, its clock, open offers, and the board.
func showGame(c *call) (bot.Reply, error) {
	g := c.game
	lines := []string{
		phrase.Upper(g.Summary()) + ".",
		phrase.Of("%s; begun %s; %s so far.", phrase.Upper(bot.Agreed(g.Pace, g.Options, g.Rated)), bot.Timestamp(g.Started), moveCount((g.Moves+1)/2)),
		c.standing(g),
	}
	if last := lastMove(g); last != "" {
		lines = append(lines, last)
	}
	more, err := c.clockWords(g)
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, more...)
	part, err := c.partOf(g)
	if err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, part...)
	if g.Offer != nil {
		lines = append(lines, phrase.Of("%s waits for an answer: `%s %d accept` or `%s %d decline`.", g.Name(g.Offer.By), g.Offer.Command(), g.ID, g.Offer.Command(), g.ID))
	}
	if more, err = c.publicWords(g); err != nil {
		return bot.Reply{}, err
	}
	lines = append(lines, more...)
	reply := c.answer(strings.Join(lines, "\n"))
	p := g.Picture()
	p.Side = c.viewpoint()
	reply.Answer[0].Game, reply.Answer[0].Picture = g.ID, p
	return reply, nil
}

// publicWords returns a line if a game has been made public or not, against its default, or if the opponent asks for that.
func (c *call) publicWords(g bot.Game) ([]string, error) {
	asked, err := c.askedToPublish(g)
	switch {
	case c.public(g) && (g.Sight != bot.Shown || g.Tournament != 0):
		return []string{phrase.Of("The game has been made public. `publish %d off` of either player takes that back.", g.ID)}, err
	case g.Sight == bot.Shown && g.Tournament == 0 && !g.Public():
		return []string{phrase.Of("The game is no longer public.")}, err
	case asked:
		return []string{phrase.Of("%s asks to make the game public: `publish %d` agrees and `publish %d off` does not.", g.Name(c.side.Other()), g.ID, g.ID)}, err
	}
	return nil, err
}
