package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// standing says whose turn it is, or how the game ended.
func (c *call) standing(g bot.Game) string {
	if g.Over() {
		return phrase.Of("The game is over: %s.", bot.ResultWords(g))
	}
	return c.toMove(g)
}

// showGame tells how a game stands.
func showGame(c *call) (bot.Reply, error) {
	g := c.game
	lines := []string{
		phrase.Upper(g.Summary()) + ".",
		phrase.Of("%s; begun %s; %s so far.", phrase.Upper(bot.Agreed(g.Pace, g.Options, g.Rated)), bot.Timestamp(g.Started), moveCount((g.Moves+1)/2)),
		c.standing(g),
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
	reply := c.answer(strings.Join(lines, "\n"))
	p := g.Picture()
	p.Side = c.viewpoint()
	reply.Answer[0].Game, reply.Answer[0].Picture = g.ID, p
	return reply, nil
}
