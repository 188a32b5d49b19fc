package play

import (
	"errors"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// takeback asks the opponent to let the asker take a move back, or answers the opponent's
// request. In a study it takes the move back at once.
func takeback(c *action.Call) (bot.Reply, error) {
	if c.Game.Study() {
		return takeBackInStudy(c)
	}
	asked := opponentOffers(c, bot.TakebackOffered)
	what := c.Args.Word("what")
	if what == "" && asked {
		what = "accept"
	}
	switch {
	case what != "" && !asked:
		return bot.Reply{}, errNoOffer(c, bot.TakebackRefused, phrase.Of("You have declined the takeback in %s.", bot.GameNumber(c.Game.ID)),
			phrase.Of("%s has not asked for a move back in %s.", c.Game.Name(c.Side.Other()), bot.GameNumber(c.Game.ID)))
	case what == "accept":
		return action.OnRecord(takeBack)(c)
	case what == "decline":
		return declineTakeback(c)
	}
	return askTakeback(c)
}

// askTakeback asks the opponent to let the asker take a move back.
func askTakeback(c *action.Call) (bot.Reply, error) {
	g := c.Game
	if err := mayAskTakeback(c); err != nil {
		return bot.Reply{}, err
	}
	g.Offer = &bot.Offer{By: c.Side, What: bot.TakebackOffered}
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.TakebackOffered)); err != nil {
		return bot.Reply{}, err
	}
	id, opponent := g.ID.String(), g.Name(c.Side.Other())
	text := phrase.Of("%s: %s asks to take a move back. %s, `takeback %s accept` agrees and `takeback %s decline` does not.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), opponent, id, id)
	if _, ok := g.Computer(); ok {
		return c.Reply(tell(c, g, nil, phrase.Of("%s: %s asks to take a move back.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side))),
			phrase.Of("You have asked %s for a move back in %s.", opponent, bot.GameNumber(g.ID))), nil
	}
	notices := bot.Awaiting(tell(c, g, []rules.Side{c.Side.Other()}, text)...)
	return c.Reply(notices, phrase.Of("You have asked %s for a move back in %s.", opponent, bot.GameNumber(g.ID))), nil
}

// mayAskTakeback returns an error if the asker may not ask for a move back at present.
func mayAskTakeback(c *action.Call) error {
	if err := mayAsk(c); err != nil {
		return err
	}
	if c.Game.Moves < c.Game.PliesBack(c.Side) {
		return bot.Problemf(bot.NotNow, "You have not moved in %s yet.", bot.GameNumber(c.Game.ID))
	}
	return nil
}

// mayAsk returns an error if the asker may not ask the opponent to abort the game, or for a move
// back, at present: an offer is open, or the opponent has refused a request since the last move.
func mayAsk(c *action.Call) error {
	if err := checkNoOffer(c); err != nil {
		return err
	}
	return notRefused(c)
}

// notRefused returns an error if the opponent has refused a request of the asker's since the last
// move.
func notRefused(c *action.Call) error {
	if c.Game.Refused[c.Side] != c.Game.Moves+1 {
		return nil
	}
	opponent, which := c.Game.Name(c.Side.Other()), bot.GameNumber(c.Game.ID)
	abort, err := hasRefused(c, c.Side.Other(), bot.AbortRefused)
	switch {
	case err != nil:
		return err
	case abort:
		return bot.Problemf(bot.NotNow, "%s has just declined to abort %s. After the next move you may ask for something again.", opponent, which)
	}
	return bot.Problemf(bot.NotNow, "%s has just declined your takeback in %s. After the next move you may ask for something again.", opponent, which)
}

// hasRefused reports whether a side has refused an offer or request since the last move.
func hasRefused(c *action.Call, side rules.Side, what bot.Event) (bool, error) {
	log, err := c.Tx.Log(c.Game.ID)
	for _, e := range slices.Backward(log) {
		switch {
		case e.What == bot.Moved:
			return false, err
		case e.What == what && e.By == c.Game.Seats[side].Player:
			return true, err
		}
	}
	return false, err
}

// errNoOffer returns why a player cannot answer an offer or request of the opponent's. declined
// says that the player has refused it since the last move, and none that there was none.
func errNoOffer(c *action.Call, refusal bot.Event, declined, none phrase.Text) error {
	done, err := hasRefused(c, c.Side, refusal)
	if err != nil {
		return err
	}
	if done {
		none = declined
	}
	return &bot.Problem{Kind: bot.NotNow, Text: none}
}

// takeBack undoes the moves of the open takeback offer, and restarts the clock of the player who
// is now to move.
func takeBack(c *action.Call, record *rules.Game) (bot.Reply, error) {
	g := c.Game
	plies := g.PliesBack(g.Offer.By)
	if _, err := c.DeductTurn(&g); err != nil {
		return bot.Reply{}, err
	}
	if err := c.RestoreBanks(&g, plies); err != nil {
		return bot.Reply{}, err
	}
	noteMoves(&g, record, g.Moves-plies)
	g.Offer = nil
	for side := range g.Offered {
		g.Offered[side] = min(g.Offered[side], g.Moves+1)
		g.Refused[side] = min(g.Refused[side], g.Moves+1)
	}
	entry := bot.Entry{At: c.Uptime.Beat.UTC(), By: c.Me.ID, What: bot.TookBack, Plies: plies}
	if err := errors.Join(c.StartClock(&g), forgetPlans(c, g), c.Tx.PutGame(g), c.Tx.AppendLog(g.ID, entry)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s agrees, and %s.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), takenBackWords(plies))
	if g.Study() {
		text = phrase.Of("%s: %s goes back: %s.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), takenBackWords(plies))
	}
	text += " " + c.ToMove(g)
	return c.Reply(action.Announce(g, []rules.Side{g.Turn}, text, g.Picture(), GameButtons(c.Bot, g)...),
		phrase.Of("You have given the move back in %s.", bot.GameNumber(g.ID))), nil
}

// takenBackWords says how many plies were taken back.
func takenBackWords(plies int) phrase.Text {
	return phrase.Count(plies, "the last move is taken back", "the last %d moves are taken back")
}

// declineTakeback declines the opponent's request for a takeback.
func declineTakeback(c *action.Call) (bot.Reply, error) {
	g := c.Game
	g.Refused[g.Offer.By], g.Offer = g.Moves+1, nil
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.TakebackRefused)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s declines the takeback. %s", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), c.ToMove(g))
	return c.Reply(tell(c, g, []rules.Side{c.Side.Other()}, text),
		phrase.Of("You have declined the takeback in %s.", bot.GameNumber(g.ID))), nil
}
