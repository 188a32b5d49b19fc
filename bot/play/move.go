package play

import (
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// move plays a move and the opponent's planned answer to it. It shows a preview instead if the
// player wants one.
func move(c *action.Call, record *rules.Game) (bot.Reply, error) {
	// people may have reached the position while the computer was thinking
	if c.Request.From.Level() > 0 {
		if err := c.Bot.Ports.FairPlay(c, record, record.Ply()); err != nil {
			return bot.Reply{}, err
		}
	}
	before, ply := record.Position(), record.Ply()
	words, mark := action.MoveWords(c)
	m, err := before.ReadMove(words)
	if err != nil {
		return bot.Reply{}, refused(c, err, before, "move")
	}
	offers, unoffered, err := offersWithMove(c)
	if err != nil {
		return bot.Reply{}, err
	}
	if mark == action.Asks || c.Me.Previews(false) && mark != action.Sure {
		return preview(c, before, m), nil
	}
	g := c.Game
	text := phrase.Of("%s: %s plays %s.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), Describe(before, m))
	if err := play(c, &g, record, m, false); err != nil {
		return bot.Reply{}, err
	}
	if offers = offers && !record.Outcome().Over(); offers {
		text = phrase.Of("%s: %s plays %s and offers a draw.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), Describe(before, m))
		if err := putOffer(c, &g); err != nil {
			return bot.Reply{}, err
		}
	}
	reply, more, err := answerAsPlanned(c, &g, record)
	if err != nil {
		return bot.Reply{}, err
	}
	text += reply
	if outcome := record.Outcome(); outcome.Over() {
		result := bot.Result{Reason: bot.EndedBy(outcome.Ending)}
		if outcome.Won {
			result.Winner = &outcome.Winner
		}
		reply, err := end(c, g, result, text+" "+lastWords(outcome))
		return withMovers(reply, g.ID, record, ply), err
	}
	text += " " + warnings(record) + c.ToMove(g)
	done := phrase.Of("You have played %s in %s.", before.Text(m), bot.GameNumber(g.ID))
	if offers {
		done = phrase.Of("You have played %s in %s, and offered a draw.", before.Text(m), bot.GameNumber(g.ID))
	}
	// unless a planned answer has declined it
	if _, ok := g.Computer(); !ok && offers && g.Offer != nil {
		text += " " + phrase.Of("`draw %s accept` accepts the draw; moving on declines it.", g.ID)
	}
	notices := append(action.Announce(g, []rules.Side{g.Turn}, text, g.Picture(), buttonsBelow(c, g)...), more...)
	told := c.Reply(notices, done)
	if unoffered != "" {
		told.Answer = append(told.Answer, c.Message(bot.Aside, unoffered))
	}
	return withMovers(told, g.ID, record, ply), c.Tx.PutGame(g)
}

// offersWithMove reports whether a draw is offered with the move being played. If one was asked
// for and cannot be offered, unoffered says why. An offer of the player's own stays open. An
// offer of the opponent's lapses with the move, so another can be made.
func offersWithMove(c *action.Call) (offers bool, unoffered phrase.Text, err error) {
	o := c.Game.Offer
	if c.Args.Word("offer") == "" || o != nil && o.By == c.Side && o.What == bot.DrawOffered {
		return false, "", nil
	}
	err = mayOfferDraw(c, 1)
	if p := (*bot.Problem)(nil); errors.As(err, &p) {
		return false, p.Text, nil
	}
	return err == nil, "", err
}

// play plays a legal move for the side to move in g, the record and the log, and starts the other
// side's clock. The caller stores g.
func play(c *action.Call, g *bot.Game, record *rules.Game, m rules.Move, planned bool) error {
	mover := g.Turn
	entry := bot.Entry{At: c.Uptime.Beat.UTC(), By: g.Seats[mover].Player, What: bot.Moved, Move: record.Position().Text(m), Planned: planned, Bank: g.Banks[mover]}
	if err := c.StopClock(g); err != nil {
		return err
	}
	if err := record.Play(m); err != nil {
		return refused(c, err, record.Position(), "move")
	}
	noteMoves(g, record, g.Moves+1)
	if g.Offer != nil && (g.Offer.By != mover || g.Offer.What != bot.DrawOffered) {
		g.Offer = nil // the move declines it
	}
	return errors.Join(c.StartClock(g), c.Tx.AppendLog(g.ID, entry))
}

// noteMoves sets the fields of a game that describe its position to those after a number of moves
// of its record.
func noteMoves(g *bot.Game, record *rules.Game, moves int) {
	p := record.PositionAt(moves)
	g.Moves, g.MovesHash, g.Turn, g.Board = moves, action.MovesHash(record, moves), p.Turn(), bot.BoardOf(p)
	g.First, g.Last, g.Check = "", "", p.Status() == rules.Check
	if moves > 0 {
		g.First = record.PositionAt(0).Text(record.Moves()[0])
		g.Last = record.PositionAt(moves - 1).Text(record.Moves()[moves-1])
	}
}

// ReadMove reads a move in the current position of the command's game, and returns its canonical
// text. verb is that of [refused].
func ReadMove(c *action.Call, words string, verb ...string) (string, error) {
	return action.WithRecord(c, c.Game, func(record *rules.Game) (string, error) {
		p := record.Position()
		m, err := p.ReadMove(words)
		if err != nil {
			return "", refused(c, err, p, verb...)
		}
		return p.Text(m), nil
	})
}

// fewMoves is how many moves are offered as buttons; more are offered in a menu.
const fewMoves = 5

// refused turns a [rules.MoveError] into a problem for the player, and returns any other error as
// it is. If verb is given, it is a command and its first arguments, and the alternative moves
// become buttons of that command. Buttons of "move" show a preview whatever the player's
// settings, because the player has not typed the move.
func refused(c *action.Call, err error, p *rules.Position, verb ...string) error {
	var refused *rules.MoveError
	if !errors.As(err, &refused) {
		return err
	}
	answer := bot.Problemf(bot.IllegalMove, "%s", phrase.Sentence(bot.Unmarked(phrase.Compose(refused.Words))))
	if refused.Reason == rules.Ambiguous || refused.Reason == rules.NeedsPromotion {
		answer.Kind = bot.Ambiguous
	}
	if len(refused.Choices) == 0 {
		answer.Text += " " + movesHint(c, p, refused.Cell)
		return answer
	}
	if len(verb) == 0 {
		return answer
	}
	if answer.Kind == bot.IllegalMove {
		answer.Text += " " + phrase.Of("Instead?")
	}
	var options []bot.Button
	for _, m := range refused.Choices[:min(len(refused.Choices), bot.MaxOptions)] {
		text := p.Text(m)
		command := strings.Join(append(append([]string{verb[0], c.Game.ID.String()}, verb[1:]...), text), " ")
		if verb[0] == "move" {
			command = previewCommand(c, text)
		}
		options = append(options, bot.Button{Label: phrase.Said(text), Command: command})
	}
	if len(options) <= fewMoves {
		answer.Buttons = options
		return answer
	}
	for i, m := range refused.Choices[:len(options)] {
		options[i].Label = phrase.Term(p.Variant().Kinds[p.At(m.From).Kind()].Name) + " " + options[i].Label
		options[i].Man = Named(p, m.From, "").Man
	}
	answer.Menu = &bot.Menu{Prompt: phrase.Of("Which move do you mean?"), Options: options}
	return answer
}

// previewCommand returns the command that shows a preview of a move.
func previewCommand(c *action.Call, text string) string {
	if c.Args.Word("offer") != "" {
		return action.CommandText("move", c.Game.ID.String(), text+"?", "draw")
	}
	return action.CommandText("pick", c.Game.ID.String(), text)
}

// movesHint returns a sentence on how to list the legal moves.
func movesHint(c *action.Call, p *rules.Position, at rules.Cell) phrase.Text {
	if at != rules.NoCell && p.At(at) != rules.NoPiece && p.At(at).Side() == p.Turn() && len(p.LegalFrom(at)) > 0 {
		return phrase.Of("`moves %s` lists what is legal there.", p.Variant().Board.Name(at))
	}
	return phrase.Of("`moves` lists what is legal.")
}

// warnings returns sentences on what the player to move must know: a check, or a draw to claim.
// Each ends with a space.
func warnings(record *rules.Game) phrase.Text {
	all := phrase.Text("")
	p := record.Position()
	if p.Status() == rules.Check {
		all += phrase.Of("Check!") + " "
	}
	if claim := record.Claimable(); claim != rules.NotEnded {
		all += phrase.Of("`draw claim` ends the game: %s.", claim) + " "
	}
	return all
}

// lastWords says how the last move ended the game, such as "Checkmate!".
func lastWords(o rules.Outcome) phrase.Text {
	text := phrase.Upper(phrase.Term(o.Ending.String()))
	if o.Won {
		return text + "!"
	}
	return text + ":"
}
