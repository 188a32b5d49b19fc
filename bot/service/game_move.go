package service

import (
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// move plays a move and the opponent's planned answer to it, or shows it first if the player wants that.
func move(c *call, record *rules.Game) (bot.Reply, error) {
	if c.request.From.Level() > 0 { // people may have come to the position while the computer thought
		if err := c.fairPlay(record, record.Ply()); err != nil {
			return bot.Reply{}, err
		}
	}
	before := record.Position()
	words, mark := c.moveWords()
	m, err := before.ReadMove(words)
	if err != nil {
		return bot.Reply{}, c.refused(err, before, "move")
	}
	offers := c.args.Word("offer") != ""
	if offers {
		if err := c.mayOfferDraw(1); err != nil {
			return bot.Reply{}, err
		}
	}
	if mark == asks || c.me.Confirms && mark != sure {
		return c.preview(before, m), nil
	}
	g := c.game
	text := phrase.Of("%s: %s plays %s.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), before.Words(m, phrase.Of))
	if err := c.play(&g, record, m, false); err != nil {
		return bot.Reply{}, err
	}
	if offers = offers && !record.Outcome().Over(); offers {
		text = phrase.Of("%s: %s plays %s and offers a draw.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), before.Words(m, phrase.Of))
		if err := c.putOffer(&g); err != nil {
			return bot.Reply{}, err
		}
	}
	reply, more, err := c.answerAsPlanned(&g, record)
	if err != nil {
		return bot.Reply{}, err
	}
	text += reply
	if outcome := record.Outcome(); outcome.Over() {
		result := bot.Result{Reason: bot.EndedBy(outcome.Ending)}
		if outcome.Won {
			result.Winner = &outcome.Winner
		}
		return c.end(g, result, text+" "+lastWords(outcome))
	}
	text += " " + warnings(record) + c.toMove(g)
	buttons := c.service.gameButtons(g)
	done := phrase.Of("You have played %s in %s.", before.Text(m), bot.GameNumber(g.ID))
	if offers {
		done = phrase.Of("You have played %s in %s, and offered a draw.", before.Text(m), bot.GameNumber(g.ID))
	}
	if _, ok := g.Computer(); !ok && offers && g.Offer != nil { // a planned answer may have declined it
		text += " " + phrase.Of("`draw %s accept` accepts the draw; moving on declines it.", g.ID)
		buttons = append(drawButtons(g.ID), buttons...)
	}
	notices := append(announce(g, []rules.Side{g.Turn}, text, g.Picture(), buttons...), more...)
	return c.reply(notices, done), c.tx.PutGame(g)
}

// moveMark is the meaning of the sign after a move.
type moveMark int

const (
	plain moveMark = iota
	sure           // "!": play without confirmation
	asks           // "?": only show the move
)

// moveWords returns the move as typed, and its mark. A "?" outweighs a "!": "ab2-ab3?!"
// only shows the move.
func (c *call) moveWords() (words string, mark moveMark) {
	text := strings.TrimSpace(c.args.Word("move"))
	words = strings.TrimRight(text, "!? ")
	switch signs := text[len(words):]; {
	case strings.Contains(signs, "?"):
		return words, asks
	case strings.Contains(signs, "!"):
		return words, sure
	}
	return words, plain
}

// play plays a legal move for the side to move, in g, the record and the log, and
// starts the other side's clock. The caller stores g.
func (c *call) play(g *bot.Game, record *rules.Game, m rules.Move, planned bool) error {
	mover := g.Turn
	entry := bot.Entry{At: c.uptime.Beat.UTC(), By: g.Seats[mover].Player, What: bot.Moved, Move: record.Position().Text(m), Planned: planned, Bank: g.Banks[mover]}
	if err := c.stopClock(g); err != nil {
		return err
	}
	if err := record.Play(m); err != nil {
		return c.refused(err, record.Position(), "move")
	}
	noteMoves(g, record, g.Moves+1)
	if g.Offer != nil && (g.Offer.By != mover || g.Offer.What != bot.DrawOffered) {
		g.Offer = nil // moving on declines it
	}
	return errors.Join(c.startClock(g), c.tx.AppendLog(g.ID, entry))
}

// noteMoves sets the fields of a game that describe its position to those after the first moves of its record.
func noteMoves(g *bot.Game, record *rules.Game, moves int) {
	p := record.PositionAt(moves)
	g.Moves, g.MovesHash, g.Turn, g.Board = moves, movesHash(record, moves), p.Turn(), bot.BoardOf(p)
	g.Last, g.Check = "", p.Status() == rules.Check
	if moves > 0 {
		g.Last = record.PositionAt(moves - 1).Text(record.Moves()[moves-1])
	}
}

// readMove reads a move in the current position of the command's game, and returns its canonical text. The verb is as in refused.
func (c *call) readMove(words string, verb ...string) (string, error) {
	return withRecord(c, c.game, func(record *rules.Game) (string, error) {
		p := record.Position()
		m, err := p.ReadMove(words)
		if err != nil {
			return "", c.refused(err, p, verb...)
		}
		return p.Text(m), nil
	})
}

// refused turns a [rules.MoveError] into a problem for the player. Its alternative moves become
// buttons of the command given as verb, if any. Buttons of "move" show the move before it is
// final, whatever the player's settings, because the player has not typed it.
func (c *call) refused(err error, p *rules.Position, verb ...string) error {
	var refused *rules.MoveError
	if !errors.As(err, &refused) {
		return err
	}
	answer := bot.Problemf(bot.IllegalMove, "%s", phrase.Sentence(bot.Unmarked(refused.Words(phrase.Of))))
	if refused.Reason == rules.Ambiguous || refused.Reason == rules.NeedsPromotion {
		answer.Kind = bot.Ambiguous
	}
	if len(refused.Choices) == 0 {
		answer.Text += " " + c.movesHint(p, refused.Cell)
		return answer
	}
	if len(verb) == 0 {
		return answer
	}
	if answer.Kind == bot.IllegalMove {
		answer.Text += " " + phrase.Of("Instead?")
	}
	for _, m := range refused.Choices[:min(len(refused.Choices), tournament.Listed)] {
		text := p.Text(m)
		command := strings.Join(append(append([]string{verb[0], c.game.ID.String()}, verb[1:]...), text), " ")
		if verb[0] == "move" {
			command = c.previewCommand(text)
		}
		answer.Buttons = append(answer.Buttons, bot.Button{Label: text, Command: command})
	}
	return answer
}

// previewCommand returns the command that shows a move before it is final.
func (c *call) previewCommand(text string) string {
	if c.args.Word("offer") != "" {
		return commandText("move", c.game.ID.String(), text+"?", "draw")
	}
	return commandText("pick", c.game.ID.String(), text)
}

// movesHint returns a sentence that says how to list the legal moves.
func (c *call) movesHint(p *rules.Position, at rules.Cell) string {
	if at != rules.NoCell && p.At(at) != rules.NoPiece && p.At(at).Side() == p.Turn() && len(p.LegalFrom(at)) > 0 {
		return phrase.Of("`moves %s` lists what is legal there.", p.Variant().Board.Name(at))
	}
	return phrase.Of("`moves` lists what is legal.")
}

// warnings returns what the player to move must know: a check, or a draw to claim. Each sentence ends with a space.
func warnings(record *rules.Game) string {
	var all strings.Builder
	p := record.Position()
	if p.Status() == rules.Check {
		all.WriteString(phrase.Of("Check!") + " ")
	}
	if claim := record.Claimable(); claim != rules.NotEnded {
		all.WriteString(phrase.Of("`draw claim` ends the game: %s.", claim) + " ")
	}
	return all.String()
}

// lastWords returns how the last move ended the game, such as "Checkmate!".
func lastWords(o rules.Outcome) string {
	text := phrase.Upper(phrase.Term(o.Ending.String()))
	if o.Won {
		return text + "!"
	}
	return text + ":"
}
