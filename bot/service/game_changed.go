package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// changed describes what has happened on the board: to the player to move their own last move, the reply and the
// situation, to everybody else the last move and the situation.
func changed(c *call, record *rules.Game) (bot.Reply, error) {
	ply := record.Ply()
	if ply == 0 {
		return bot.Reply{}, nothingPlayed(c.game)
	}
	from := ply
	if _, plays := c.game.Side(c.me.ID); plays && !c.game.Study() && record.Position().Turn() == c.side && ply > 1 {
		from = ply - 1
	}
	var lines []string
	for n := from; n <= ply; n++ {
		scene := render.NewScene(record.PositionAt(n))
		scene.Before, scene.Last, scene.Say = record.PositionAt(n-1), record.Moves()[n-1], phrase.Of
		lines = append(lines, moveNumber(n)+" "+render.Move(scene))
		if n == ply {
			scene.Result, scene.Winner = c.game.Closing(scene.Position)
			lines = append(lines, render.Situation(scene))
		}
	}
	p := record.Position()
	if !c.game.Over() {
		lines = append(lines, hanging(p))
	}
	m := c.message(bot.Private, phrase.Upper(bot.GameNumber(c.game.ID))+".\n"+strings.Join(lines, "\n"))
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// hanging returns a sentence that lists the attacked pieces of the side to move.
func hanging(p *rules.Position) string {
	var attacked []string
	for cell := range underAttack(p, p.Turn()) {
		attacked = append(attacked, pieceAt(p, cell))
	}
	if attacked == nil {
		return phrase.Of("None of %s's pieces is under attack.", p.Turn())
	}
	return phrase.Of("%s's pieces under attack: %s.", p.Turn(), strings.Join(attacked, ", "))
}
