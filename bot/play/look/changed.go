package look

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/render"
	"raumbot/rules"
)

// changed describes what has happened on the board. The player to move is told of their own last
// move, the reply and the situation; everybody else of the last move and the situation.
func changed(c *action.Call, record *rules.Game) (bot.Reply, error) {
	ply := record.Ply()
	if ply == 0 {
		return bot.Reply{}, play.NothingPlayed(c.Game)
	}
	from := ply
	if _, plays := c.Game.Side(c.Me.ID); plays && !c.Game.Study() && record.Position().Turn() == c.Side && ply > 1 {
		from = ply - 1
	}
	var lines []phrase.Text
	for n := from; n <= ply; n++ {
		scene := render.NewScene(record.PositionAt(n))
		scene.Before, scene.Last = record.PositionAt(n-1), record.Moves()[n-1]
		lines = append(lines, phrase.Compose(func(say render.Say) string {
			scene.Say = say
			return play.MoveNumber(n) + " " + render.Move(scene)
		}))
		if n == ply {
			result, winner := c.Game.Closing(scene.Position)
			lines = append(lines, phrase.Compose(func(say render.Say) string {
				scene.Say, scene.Winner = say, winner
				if result != "" {
					scene.Result = say("%s", result)
				}
				return render.Situation(scene)
			}))
		}
	}
	p := record.Position()
	if !c.Game.Over() {
		lines = append(lines, attackedWords(p))
	}
	m := c.Message(bot.Private, phrase.Upper(bot.GameNumber(c.Game.ID))+".\n"+phrase.Join(lines, "\n"))
	m.Game = c.Game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// attackedWords returns a sentence that lists the attacked pieces of the side to move.
func attackedWords(p *rules.Position) phrase.Text {
	var attacked []phrase.Text
	for cell := range underAttack(p, p.Turn()) {
		attacked = append(attacked, pieceAt(p, cell))
	}
	if attacked == nil {
		return phrase.Of("None of %s's pieces is under attack.", p.Turn())
	}
	return phrase.Of("%s's pieces under attack: %s.", p.Turn(), phrase.Join(attacked, ", "))
}
