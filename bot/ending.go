package bot

import (
	"errors"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// end finishes a game with a result, whose time it sets. text leads
// the announcement.
func (c *call) end(g Game, result Result, text string) (Reply, error) {
	notices, err := c.finish(&g, result, text)
	if err != nil {
		return Reply{}, err
	}
	more, err := c.score(g)
	if err != nil {
		return Reply{}, err
	}
	reply := c.done(g, notices, phrase.Of("%s is over: %s.", phrase.Upper(gameNumber(g.ID)), resultWords(g)))
	reply.Notices = append(reply.Notices, more...)
	return reply, nil
}

// finish writes the result into a game, and returns what is said of it where
// it is seen. What its tournament makes of it is for the caller.
func (c *call) finish(g *Game, result Result, text string) ([]Message, error) {
	result.At = c.uptime.Beat.UTC()
	g.Result, g.Offer, g.Deadline, g.Remind = &result, nil, 0, nil
	entry := Entry{At: result.At, By: c.me.ID, What: Ended, Note: resultWords(*g)}
	if err := errors.Join(c.forgetPlans(*g), c.tx.PutGame(*g), c.tx.AppendLog(g.ID, entry)); err != nil {
		return nil, err
	}
	rated, err := c.rate(*g)
	if err != nil {
		return nil, err
	}
	text += " " + g.verdict() + rated
	return announce(*g, both, text, g.picture(), c.service.button("log", g.ID.String()), c.service.button("rematch", g.ID.String())), nil
}

// verdict is the last sentence of a game.
func (g Game) verdict() string {
	length := phrase.Count((g.Moves+1)/2, "after %d move", "after %d moves")
	switch {
	case g.Tournament != 0 && g.Result.Reason == notBegun:
		return phrase.Of("%s forfeits the game.", g.name(g.Turn))
	case g.Result.Aborted:
		return phrase.Of("The game counts for nobody.")
	case g.Result.Winner == nil:
		return phrase.Of("The game is drawn %s.", length)
	default:
		w := *g.Result.Winner
		return phrase.Of("%s (%s) wins against %s %s.", g.name(w), w, g.name(w.Other()), length)
	}
}

// resign gives up a game, after asking.
func resign(c *call) (Reply, error) {
	if c.game.study() {
		return Reply{}, drawAlone(c)
	}
	if c.args.word("sure") != "confirm" {
		id := c.game.ID.String()
		sure := Button{Label: phrase.Of("Resign %s", gameNumber(c.game.ID)), Command: "resign " + id + " confirm"}
		return c.answer(phrase.Of("Do you want to give up %s? `%s` does so, and cannot be undone.", c.game.Summary(), sure.Command), sure), nil
	}
	winner := c.side.Other()
	text := phrase.Of("%s: %s resigns.", phrase.Upper(gameNumber(c.game.ID)), c.game.name(c.side))
	return c.end(c.game, Result{Reason: byResignation, Winner: &winner}, text)
}

// draw offers, answers or claims a draw.
func draw(c *call) (Reply, error) {
	offered := c.game.Offer != nil && c.game.Offer.What == DrawOffered && c.game.Offer.By != c.side
	what := c.args.word("what")
	if what == "" && offered {
		what = "accept"
	}
	if c.args.word("move") != "" && what != "claim" {
		return Reply{}, c.command.misused(c.args.word("move"))
	}
	switch {
	case what == "claim":
		return claimDraw(c)
	case c.game.study():
		return Reply{}, drawAlone(c)
	}
	switch what {
	case "accept", "decline":
		if c.game.Offer != nil && c.game.Offer.What == DrawOffered && !offered {
			return Reply{}, c.offerStands()
		}
		if !offered {
			return Reply{}, problem(NotNow, "%s has not offered a draw in %s. `draw %d` offers one.",
				c.game.name(c.side.Other()), gameNumber(c.game.ID), c.game.ID)
		}
		if what == "accept" {
			text := phrase.Of("%s: %s accepts the draw.", phrase.Upper(gameNumber(c.game.ID)), c.game.name(c.side))
			return c.end(c.game, Result{Reason: byAgreement}, text)
		}
		return declineDraw(c)
	}
	return offerDraw(c)
}

// offerAgain is how many plies must pass between two offers of one player.
const offerAgain = 10

// offerDraw offers a draw. It stands until the opponent answers or moves.
func offerDraw(c *call) (Reply, error) {
	g := c.game
	id := g.ID.String()
	if err := c.offerStands(); err != nil {
		return Reply{}, err
	}
	if last := g.Offered[c.side]; last > 0 && g.Moves+1-last < offerAgain {
		wait := (offerAgain - (g.Moves + 1 - last) + 1) / 2
		return Reply{}, problem(NotNow, "You have offered a draw in %s not long ago. You may again %s.", gameNumber(g.ID), phrase.Count(wait, "in %d move", "in %d moves"))
	}
	g.Offer = &Offer{By: c.side, What: DrawOffered}
	g.Offered[c.side] = g.Moves + 1
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, DrawOffered, "")); err != nil {
		return Reply{}, err
	}
	opponent := g.name(c.side.Other())
	text := phrase.Of("%s: %s offers a draw. %s, `draw %s accept` agrees and `draw %s decline` does not; moving on declines it too.",
		phrase.Upper(gameNumber(g.ID)), g.name(c.side), opponent, id, id)
	notices := announce(g, []rules.Side{c.side.Other()}, text, nil,
		Button{phrase.Of("Accept the draw"), "draw " + id + " accept"}, Button{phrase.Of("Decline the draw"), "draw " + id + " decline"})
	return c.done(g, notices, phrase.Of("You have offered %s a draw in %s.", opponent, gameNumber(g.ID))), nil
}

// offerStands refuses an offer while another waits for its answer.
func (c *call) offerStands() error {
	switch o := c.game.Offer; {
	case o == nil:
		return nil
	case o.By == c.side:
		return problem(NotNow, "Your offer in %s stands: it is for %s to answer.", gameNumber(c.game.ID), c.game.name(c.side.Other()))
	default:
		return problem(NotNow, "Answer the offer of %s in %s first: `%s %d accept` or `%s %d decline`.",
			c.game.name(o.By), gameNumber(c.game.ID), o.command(), c.game.ID, o.command(), c.game.ID)
	}
}

// command returns the command that answers an offer.
func (o Offer) command() string {
	switch o.What {
	case TakebackOffered:
		return "takeback"
	case AbortOffered:
		return "abort"
	}
	return "draw"
}

// declineDraw refuses an offer.
func declineDraw(c *call) (Reply, error) {
	g := c.game
	g.Offer = nil
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, DrawRefused, "")); err != nil {
		return Reply{}, err
	}
	text := phrase.Of("%s: %s declines the draw. %s", phrase.Upper(gameNumber(g.ID)), g.name(c.side), c.toMove(g))
	return c.done(g, announce(g, []rules.Side{c.side.Other()}, text, nil),
		phrase.Of("You have declined the draw in %s.", gameNumber(g.ID))), nil
}

// claimDraw ends the game by repetition or the fifty-move rule, as it stands
// or with the move that the player names.
func claimDraw(c *call) (Reply, error) {
	if c.game.Turn != c.side {
		return Reply{}, problem(NotNow, "A draw is claimed by the player to move, and that is %s.", c.game.name(c.game.Turn))
	}
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return Reply{}, err
	}
	defer c.service.keep(c.game.ID, record)
	by := record.Claimable()
	text := phrase.Of("%s: %s claims a draw: %s.", phrase.Upper(gameNumber(c.game.ID)), c.game.name(c.side), by)
	if words := c.args.word("move"); words != "" && by == rules.NotEnded {
		m, err := record.Position().ReadMove(words)
		if err != nil {
			return Reply{}, c.refused(err, record.Position(), "draw", "claim")
		}
		by = record.ClaimableWith(m)
		text = phrase.Of("%s: %s claims a draw: %s with the move %s.", phrase.Upper(gameNumber(c.game.ID)), c.game.name(c.side), by, record.Position().Words(m, phrase.Of))
	}
	if by == rules.NotEnded {
		return Reply{}, problem(NotNow, "There is no draw to claim in %s: the position stands for the %s time, and %d moves have passed without a capture, a promotion or a pawn's move.",
			gameNumber(c.game.ID), ordinal(record.Occurrences()), record.Position().Halfmoves()/2)
	}
	return c.end(c.game, Result{Reason: by.String()}, text)
}

// ordinal writes first, second, ...
func ordinal(n int) string {
	switch n {
	case 1:
		return phrase.Of("first")
	case 2:
		return phrase.Of("second")
	default:
		return phrase.Of("%dth", n)
	}
}
