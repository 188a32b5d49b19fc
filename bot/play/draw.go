package play

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// draw offers, answers or claims a draw.
func draw(c *action.Call) (bot.Reply, error) {
	offered := opponentOffers(c, bot.DrawOffered)
	what := c.Args.Word("what")
	if what == "" && offered {
		what = "accept"
	}
	if c.Args.Word("move") != "" && what != "claim" {
		return bot.Reply{}, c.Command.Misused(c.Args.Word("move"))
	}
	switch {
	case what == "claim":
		return action.OnRecord(claimDraw)(c)
	case c.Game.Study():
		return bot.Reply{}, errStudy(c)
	}
	switch what {
	case "accept", "decline":
		if c.Game.Offer != nil && c.Game.Offer.What == bot.DrawOffered && !offered {
			return bot.Reply{}, checkNoOffer(c)
		}
		if !offered {
			return bot.Reply{}, errNoOffer(c, bot.DrawRefused, phrase.Of("You have declined the draw in %s.", bot.GameNumber(c.Game.ID)),
				phrase.Of("%s has not offered a draw in %s. `draw %d` offers one.", c.Game.Name(c.Side.Other()), bot.GameNumber(c.Game.ID), c.Game.ID))
		}
		if what == "accept" {
			text := phrase.Of("%s: %s accepts the draw.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.Game.Name(c.Side))
			return end(c, c.Game, bot.Result{Reason: bot.ByAgreement}, text)
		}
		return declineDraw(c)
	}
	return offerDraw(c)
}

// offerAgain is how many plies must pass between two draw offers by the same player.
const offerAgain = 10

// offerDraw offers a draw. The offer stands until the opponent answers or moves.
func offerDraw(c *action.Call) (bot.Reply, error) {
	if err := mayOfferDraw(c, 0); err != nil {
		return bot.Reply{}, err
	}
	g := c.Game
	id := g.ID.String()
	if err := errors.Join(putOffer(c, &g), c.Tx.PutGame(g)); err != nil {
		return bot.Reply{}, err
	}
	opponent := g.Name(c.Side.Other())
	text := phrase.Of("%s: %s offers a draw. %s, `draw %s accept` agrees and `draw %s decline` does not; moving on declines it too.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), opponent, id, id)
	if _, ok := g.Computer(); ok {
		return c.Reply(tell(c, g, nil, phrase.Of("%s: %s offers a draw.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side))),
			phrase.Of("You have offered %s a draw in %s.", opponent, bot.GameNumber(g.ID))), nil
	}
	notices := bot.Awaiting(tell(c, g, []rules.Side{c.Side.Other()}, text)...)
	return c.Reply(notices, phrase.Of("You have offered %s a draw in %s.", opponent, bot.GameNumber(g.ID))), nil
}

// mayOfferDraw returns an error if the player cannot offer a draw after so many more plies.
func mayOfferDraw(c *action.Call, moves int) error {
	if c.Game.Study() {
		return errStudy(c)
	}
	if moves == 0 { // with a move, the opponent's offers lapse
		if err := checkNoOffer(c); err != nil {
			return err
		}
	}
	now := c.Game.Moves + moves
	if last := c.Game.Offered[c.Side]; last > 0 && now+1-last < offerAgain {
		wait := (offerAgain - (now + 1 - last) + 1) / 2
		return bot.Problemf(bot.NotNow, "You have offered a draw in %s not long ago. You may again %s.", bot.GameNumber(c.Game.ID), phrase.Count(wait, "after %d more move", "after %d more moves"))
	}
	return nil
}

// putOffer adds a draw offer to a game and its log. The caller stores the game.
func putOffer(c *action.Call, g *bot.Game) error {
	g.Offer = &bot.Offer{By: c.Side, What: bot.DrawOffered}
	g.Offered[c.Side] = g.Moves + 1
	return note(c, g.ID, bot.DrawOffered)
}

// openOffer says what a player waits for, and who has to answer.
func openOffer(o bot.Offer, g bot.Game, answers rules.Side) phrase.Text {
	switch o.What {
	case bot.TakebackOffered:
		return phrase.Of("Your takeback in %s is still open: it is for %s to answer.", bot.GameNumber(g.ID), g.Name(answers))
	case bot.AbortOffered:
		return phrase.Of("Your request to abort %s is still open: it is for %s to answer.", bot.GameNumber(g.ID), g.Name(answers))
	}
	return phrase.Of("Your draw offer in %s is still open: it is for %s to answer.", bot.GameNumber(g.ID), g.Name(answers))
}

// opponentOffers reports whether an offer of the opponent's is open, given which.
func opponentOffers(c *action.Call, what bot.Event) bool {
	return c.Game.Offer != nil && c.Game.Offer.What == what && c.Game.Offer.By != c.Side
}

// checkNoOffer returns an error if an offer of either side is open.
func checkNoOffer(c *action.Call) error {
	switch o := c.Game.Offer; {
	case o == nil:
		return nil
	case o.By == c.Side:
		return &bot.Problem{Kind: bot.NotNow, Text: openOffer(*o, c.Game, c.Side.Other())}
	default:
		return bot.Problemf(bot.NotNow, "Answer the offer of %s in %s first: `%s %d accept` or `%s %d decline`.",
			c.Game.Name(o.By), bot.GameNumber(c.Game.ID), o.Command(), c.Game.ID, o.Command(), c.Game.ID)
	}
}

// declineDraw declines the opponent's draw offer.
func declineDraw(c *action.Call) (bot.Reply, error) {
	g := c.Game
	g.Offer = nil
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.DrawRefused)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s declines the draw. %s", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), c.ToMove(g))
	return c.Reply(tell(c, g, []rules.Side{c.Side.Other()}, text),
		phrase.Of("You have declined the draw in %s.", bot.GameNumber(g.ID))), nil
}

// claimDraw ends the game by repetition or the fifty-move rule, in the current position or after
// the move that the player names.
func claimDraw(c *action.Call, record *rules.Game) (bot.Reply, error) {
	if c.Game.Turn != c.Side {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "A draw is claimed by the player to move, and that is %s.", c.Game.Name(c.Game.Turn))
	}
	by := record.Claimable()
	text := phrase.Of("%s: %s claims a draw: %s.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.Game.Name(c.Side), by)
	if words := c.Args.Word("move"); words != "" && by == rules.NotEnded {
		m, err := record.Position().ReadMove(words)
		if err != nil {
			return bot.Reply{}, refused(c, err, record.Position())
		}
		by = record.ClaimableWith(m)
		text = phrase.Of("%s: %s claims a draw: %s with the move %s.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.Game.Name(c.Side), by, Describe(record.Position(), m))
	}
	if by == rules.NotEnded {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no draw to claim in %s: this position has occurred for the %s time, and %s.",
			bot.GameNumber(c.Game.ID), ordinal(record.Occurrences()), phrase.Count(record.Position().Halfmoves()/2,
				"%d move has passed without a capture, a promotion or a pawn's move", "%d moves have passed without a capture, a promotion or a pawn's move"))
	}
	return end(c, c.Game, bot.Result{Reason: bot.EndedBy(by)}, text)
}

// ordinal returns "first", "second", or the number followed by "th".
func ordinal(n int) phrase.Text {
	switch n {
	case 1:
		return phrase.Of("first")
	case 2:
		return phrase.Of("second")
	default:
		return phrase.Of("%dth", n)
	}
}
