package service

import (
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// draw offers, answers or claims a draw.
func draw(c *call) (bot.Reply, error) {
	offered := c.game.Offer != nil && c.game.Offer.What == bot.DrawOffered && c.game.Offer.By != c.side
	what := c.args.Word("what")
	if what == "" && offered {
		what = "accept"
	}
	if c.args.Word("move") != "" && what != "claim" {
		return bot.Reply{}, c.command.Misused(c.args.Word("move"))
	}
	switch {
	case what == "claim":
		return onRecord(claimDraw)(c)
	case c.game.Study():
		return bot.Reply{}, drawAlone(c)
	}
	switch what {
	case "accept", "decline":
		if c.game.Offer != nil && c.game.Offer.What == bot.DrawOffered && !offered {
			return bot.Reply{}, c.offerStands()
		}
		if !offered {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has not offered a draw in %s. `draw %d` offers one.",
				c.game.Name(c.side.Other()), bot.GameNumber(c.game.ID), c.game.ID)
		}
		if what == "accept" {
			text := phrase.Of("%s: %s accepts the draw.", phrase.Upper(bot.GameNumber(c.game.ID)), c.game.Name(c.side))
			return c.end(c.game, bot.Result{Reason: bot.ByAgreement}, text)
		}
		return declineDraw(c)
	}
	return offerDraw(c)
}

// offerAgain is how many plies must pass between two draw offers by one player.
const offerAgain = 10

// offerDraw offers a draw. It stands until the opponent answers or moves.
func offerDraw(c *call) (bot.Reply, error) {
	if err := c.mayOfferDraw(0); err != nil {
		return bot.Reply{}, err
	}
	g := c.game
	id := g.ID.String()
	if err := errors.Join(c.putOffer(&g), c.tx.PutGame(g)); err != nil {
		return bot.Reply{}, err
	}
	opponent := g.Name(c.side.Other())
	text := phrase.Of("%s: %s offers a draw. %s, `draw %s accept` agrees and `draw %s decline` does not; moving on declines it too.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), opponent, id, id)
	if _, ok := g.Computer(); ok {
		return c.reply(announce(g, nil, phrase.Of("%s: %s offers a draw.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side)), nil),
			phrase.Of("You have offered %s a draw in %s.", opponent, bot.GameNumber(g.ID))), nil
	}
	notices := announce(g, []rules.Side{c.side.Other()}, text, nil, drawButtons(g.ID)...)
	return c.reply(notices, phrase.Of("You have offered %s a draw in %s.", opponent, bot.GameNumber(g.ID))), nil
}

// drawButtons returns the buttons that answer a draw offer.
func drawButtons(id bot.GameID) []bot.Button {
	return []bot.Button{{Label: phrase.Of("Accept the draw"), Command: fmt.Sprintf("draw %d accept", id)}, {Label: phrase.Of("Decline the draw"), Command: fmt.Sprintf("draw %d decline", id)}}
}

// mayOfferDraw returns an error if the player cannot offer a draw, after as many more plies as moves says.
func (c *call) mayOfferDraw(moves int) error {
	if c.game.Study() {
		return drawAlone(c)
	}
	if err := c.offerStands(); err != nil {
		return err
	}
	now := c.game.Moves + moves
	if last := c.game.Offered[c.side]; last > 0 && now+1-last < offerAgain {
		wait := (offerAgain - (now + 1 - last) + 1) / 2
		return bot.Problemf(bot.NotNow, "You have offered a draw in %s not long ago. You may again %s.", bot.GameNumber(c.game.ID), phrase.Count(wait, "after %d more move", "after %d more moves"))
	}
	return nil
}

// putOffer records a draw offer in a game, which the caller stores, and in its log.
func (c *call) putOffer(g *bot.Game) error {
	g.Offer = &bot.Offer{By: c.side, What: bot.DrawOffered}
	g.Offered[c.side] = g.Moves + 1
	return c.note(g.ID, bot.DrawOffered)
}

// offerStands returns an error while an offer of either side is open.
func (c *call) offerStands() error {
	switch o := c.game.Offer; {
	case o == nil:
		return nil
	case o.By == c.side:
		return bot.Problemf(bot.NotNow, "Your offer in %s stands: it is for %s to answer.", bot.GameNumber(c.game.ID), c.game.Name(c.side.Other()))
	default:
		return bot.Problemf(bot.NotNow, "Answer the offer of %s in %s first: `%s %d accept` or `%s %d decline`.",
			c.game.Name(o.By), bot.GameNumber(c.game.ID), o.Command(), c.game.ID, o.Command(), c.game.ID)
	}
}

// declineDraw declines the opponent's draw offer.
func declineDraw(c *call) (bot.Reply, error) {
	g := c.game
	g.Offer = nil
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.DrawRefused)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s declines the draw. %s", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), c.toMove(g))
	return c.reply(announce(g, []rules.Side{c.side.Other()}, text, nil),
		phrase.Of("You have declined the draw in %s.", bot.GameNumber(g.ID))), nil
}

// claimDraw ends the game by repetition or the fifty-move rule, as it stands
// or with the move that the player names.
func claimDraw(c *call, record *rules.Game) (bot.Reply, error) {
	if c.game.Turn != c.side {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "A draw is claimed by the player to move, and that is %s.", c.game.Name(c.game.Turn))
	}
	by := record.Claimable()
	text := phrase.Of("%s: %s claims a draw: %s.", phrase.Upper(bot.GameNumber(c.game.ID)), c.game.Name(c.side), by)
	if words := c.args.Word("move"); words != "" && by == rules.NotEnded {
		m, err := record.Position().ReadMove(words)
		if err != nil {
			return bot.Reply{}, c.refused(err, record.Position())
		}
		by = record.ClaimableWith(m)
		text = phrase.Of("%s: %s claims a draw: %s with the move %s.", phrase.Upper(bot.GameNumber(c.game.ID)), c.game.Name(c.side), by, record.Position().Words(m, phrase.Of))
	}
	if by == rules.NotEnded {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "There is no draw to claim in %s: this position has occurred for the %s time, and %s.",
			bot.GameNumber(c.game.ID), ordinal(record.Occurrences()), phrase.Count(record.Position().Halfmoves()/2,
				"%d move has passed without a capture, a promotion or a pawn's move", "%d moves have passed without a capture, a promotion or a pawn's move"))
	}
	return c.end(c.game, bot.Result{Reason: bot.EndedBy(by)}, text)
}

// ordinal returns "first", "second", or the number followed by "th".
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
