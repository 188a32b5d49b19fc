package service

import (
	"errors"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// abort asks to end a game without a result, or answers the opponent's request to do so. A study ends at once.
func abort(c *call) (bot.Reply, error) {
	if c.game.Study() {
		return abortNow(c, phrase.Of("%s: %s ends the study.", phrase.Upper(bot.GameNumber(c.game.ID)), c.game.Name(c.side)), bot.StudyEnded)
	}
	if c.game.Tournament != 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is part of tournament %d, and cannot be aborted. `draw %d` and `resign %d` end it.",
			phrase.Upper(bot.GameNumber(c.game.ID)), c.game.Tournament, c.game.ID, c.game.ID)
	}
	asked := c.game.Offer != nil && c.game.Offer.What == bot.AbortOffered && c.game.Offer.By != c.side
	what := c.args.Word("what")
	if what == "" && asked {
		what = "accept"
	}
	switch {
	case what != "" && !asked:
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s has not asked to abort %s.", c.game.Name(c.side.Other()), bot.GameNumber(c.game.ID))
	case what == "accept":
		return abortNow(c, phrase.Of("%s: %s agrees to abort the game.", phrase.Upper(bot.GameNumber(c.game.ID)), c.game.Name(c.side)), bot.ByConsent)
	case what == "decline":
		return declineAbort(c)
	}
	return askAbort(c)
}

// abortNow ends the game without a result.
func abortNow(c *call, text string, reason bot.Reason) (bot.Reply, error) {
	return c.end(c.game, bot.Result{Reason: reason, Aborted: true}, text)
}

// askAbort asks the opponent to abort the game.
func askAbort(c *call) (bot.Reply, error) {
	g := c.game
	if err := c.offerStands(); err != nil {
		return bot.Reply{}, err
	}
	if err := c.notRefused(); err != nil {
		return bot.Reply{}, err
	}
	g.Offer = &bot.Offer{By: c.side, What: bot.AbortOffered}
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.AbortOffered)); err != nil {
		return bot.Reply{}, err
	}
	id, opponent := g.ID.String(), g.Name(c.side.Other())
	text := phrase.Of("%s: %s asks to abort the game, so that it counts for nobody. %s, `abort %s accept` agrees and `abort %s decline` does not.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), opponent, id, id)
	if _, ok := g.Computer(); ok {
		return c.reply(announce(g, nil, phrase.Of("%s: %s asks to abort the game.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side)), nil),
			phrase.Of("You have asked %s to abort %s.", opponent, bot.GameNumber(g.ID))), nil
	}
	notices := announce(g, []rules.Side{c.side.Other()}, text, nil,
		bot.Button{Label: phrase.Of("Abort the game"), Command: "abort " + id + " accept"}, bot.Button{Label: phrase.Of("Play on"), Command: "abort " + id + " decline"})
	return c.reply(notices, phrase.Of("You have asked %s to abort %s.", opponent, bot.GameNumber(g.ID))), nil
}

// declineAbort declines the opponent's request to abort the game.
func declineAbort(c *call) (bot.Reply, error) {
	g := c.game
	g.Refused[g.Offer.By], g.Offer = g.Moves+1, nil
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, bot.AbortRefused)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s wants to play on. %s", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.side), c.toMove(g))
	return c.reply(announce(g, []rules.Side{c.side.Other()}, text, nil),
		phrase.Of("You have declined to abort %s.", bot.GameNumber(g.ID))), nil
}
