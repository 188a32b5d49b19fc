package service

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// takeback asks to take a move back, or answers the opponent's request to do so. In a study it takes effect at once.
func takeback(c *call) (bot.Reply, error) {
	if c.game.Study() {
		return takeBackAlone(c)
	}
	asked := c.game.Offer != nil && c.game.Offer.What == bot.TakebackOffered && c.game.Offer.By != c.side
	what := c.args.Word("what")
	if what == "" && asked {
		what = "accept"
	}
	switch {
	case what != "" && !asked:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has not asked for a move back in %s.", c.game.Name(c.side.Other()), bot.GameNumber(c.game.ID))
	case what == "accept":
		return onRecord(takeBack)(c)
	case what == "decline":
		return declineTakeback(c)
	}
	return askBack(c)
}

// askBack asks the opponent to let the player take a move back.
func askBack(c *call) (bot.Reply, error) {
	g := c.game
	if err := c.offerStands(); err != nil {
		return bot.Reply{}, err
	}
	if err := c.notRefused(); err != nil {
		return bot.Reply{}, err
	}
	if g.Moves < g.PliesBack(c.side) {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "You have not moved in %s yet.", bot.GameNumber(g.ID))
	}
	g.Offer = &bot.Offer{By: c.side, What: bot.TakebackOffered}
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.TakebackOffered)); err != nil {
		return bot.Reply{}, err
	}
	id, opponent := g.ID.String(), g.Name(c.side.Other())
	text := phrase.Of("%s: %s asks to take a move back. %s, `takeback %s accept` agrees and `takeback %s decline` does not.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), opponent, id, id)
	if _, ok := g.Computer(); ok {
		return c.reply(announce(g, nil, phrase.Of("%s: %s asks to take a move back.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side)), nil),
			phrase.Of("You have asked %s for a move back in %s.", opponent, bot.GameNumber(g.ID))), nil
	}
	notices := announce(g, []rules.Side{c.side.Other()}, text, nil,
		bot.Button{Label: phrase.Of("Give it back"), Command: "takeback " + id + " accept"}, bot.Button{Label: phrase.Of("Decline"), Command: "takeback " + id + " decline"})
	return c.reply(notices, phrase.Of("You have asked %s for a move back in %s.", opponent, bot.GameNumber(g.ID))), nil
}

// notRefused returns an error if the opponent has refused the player's request since the last move.
func (c *call) notRefused() error {
	if c.game.Refused[c.side] == c.game.Moves+1 {
		return bot.Problemf(bot.NotNow, "%s has just refused you in %s. You may ask again after the next move.", c.game.Name(c.side.Other()), bot.GameNumber(c.game.ID))
	}
	return nil
}

// takeBack undoes the moves of the open takeback offer, and restarts the clock for
// the player who is to move again.
func takeBack(c *call, record *rules.Game) (bot.Reply, error) {
	g := c.game
	plies := g.PliesBack(g.Offer.By)
	if _, err := c.spend(&g); err != nil {
		return bot.Reply{}, err
	}
	if err := c.turnBack(&g, plies); err != nil {
		return bot.Reply{}, err
	}
	noteMoves(&g, record, g.Moves-plies)
	g.Offer = nil
	for side := range g.Offered {
		g.Offered[side] = min(g.Offered[side], g.Moves+1)
		g.Refused[side] = min(g.Refused[side], g.Moves+1)
	}
	entry := bot.Entry{At: c.uptime.Beat.UTC(), By: c.me.ID, What: bot.TookBack, Plies: plies}
	if err := errors.Join(c.startClock(&g), c.forgetPlans(g), c.tx.PutGame(g), c.tx.AppendLog(g.ID, entry)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s agrees, and %s.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), goneBack(plies))
	if g.Study() {
		text = phrase.Of("%s: %s goes back: %s.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), goneBack(plies))
	}
	text += " " + c.toMove(g)
	return c.reply(announce(g, []rules.Side{g.Turn}, text, g.Picture(), c.service.gameButtons(g)...),
		phrase.Of("You have given the move back in %s.", bot.GameNumber(g.ID))), nil
}

// goneBack returns a phrase that says how many plies were taken back.
func goneBack(plies int) string {
	return phrase.Count(plies, "the last move is taken back", "the last %d moves are taken back")
}

// declineTakeback declines the opponent's request for a takeback.
func declineTakeback(c *call) (bot.Reply, error) {
	g := c.game
	g.Refused[g.Offer.By], g.Offer = g.Moves+1, nil
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.TakebackRefused)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s declines the takeback. %s", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), c.toMove(g))
	return c.reply(announce(g, []rules.Side{c.side.Other()}, text, nil),
		phrase.Of("You have declined the takeback in %s.", bot.GameNumber(g.ID))), nil
}
