package play

import (
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// abort asks the opponent to end a game without a result, or answers the opponent's request. Where
// nobody else has a say, it asks for confirmation.
func abort(c *action.Call) (bot.Reply, error) {
	if (c.Game.Study() || againstComputer(c.Game)) && c.Args.Word("what") == "" && c.Args.Word("sure") == "" {
		sure := bot.Button{Label: phrase.Of("Abort the game"), Command: fmt.Sprintf("abort %d confirm", c.Game.ID), Tone: bot.Refuses}
		return action.ConfirmByYes(c.Answer(phrase.Of("Do you want to end %s without a result? `%s` does so, and cannot be undone.", c.Game.Summary(), sure.Command), sure)), nil
	}
	if c.Game.Study() {
		return abortNow(c, phrase.Of("%s: %s ends the study.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.Game.Name(c.Side)), bot.StudyEnded)
	}
	if c.Game.Tournament != 0 {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is part of tournament %d, and cannot be aborted. `draw %d` and `resign %d` end it.",
			phrase.Upper(bot.GameNumber(c.Game.ID)), c.Game.Tournament, c.Game.ID, c.Game.ID)
	}
	asked := opponentOffers(c, bot.AbortOffered)
	what := c.Args.Word("what")
	if what == "" && asked {
		what = "accept"
	}
	switch {
	case what != "" && !asked:
		return bot.Reply{}, errNoOffer(c, bot.AbortRefused, phrase.Of("You have declined to abort %s.", bot.GameNumber(c.Game.ID)),
			phrase.Of("%s has not asked to abort %s.", c.Game.Name(c.Side.Other()), bot.GameNumber(c.Game.ID)))
	case what == "accept":
		return abortNow(c, phrase.Of("%s: %s agrees to abort the game.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.Game.Name(c.Side)), bot.ByConsent)
	case what == "decline":
		return declineAbort(c)
	}
	return askAbort(c)
}

// againstComputer reports whether the computer plays in a game.
func againstComputer(g bot.Game) bool {
	_, plays := g.Computer()
	return plays
}

// abortNow ends the game without a result.
func abortNow(c *action.Call, text phrase.Text, reason bot.Reason) (bot.Reply, error) {
	return end(c, c.Game, bot.Result{Reason: reason, Aborted: true}, text)
}

// askAbort asks the opponent to abort the game.
func askAbort(c *action.Call) (bot.Reply, error) {
	g := c.Game
	if err := mayAsk(c); err != nil {
		return bot.Reply{}, err
	}
	g.Offer = &bot.Offer{By: c.Side, What: bot.AbortOffered}
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.AbortOffered)); err != nil {
		return bot.Reply{}, err
	}
	id, opponent := g.ID.String(), g.Name(c.Side.Other())
	text := phrase.Of("%s: %s asks to abort the game, so that it counts for nobody. %s, `abort %s accept` agrees and `abort %s decline` does not.",
		phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), opponent, id, id)
	if _, ok := g.Computer(); ok {
		return c.Reply(tell(c, g, nil, phrase.Of("%s: %s asks to abort the game.", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side))),
			phrase.Of("You have asked %s to abort %s.", opponent, bot.GameNumber(g.ID))), nil
	}
	notices := bot.Awaiting(tell(c, g, []rules.Side{c.Side.Other()}, text)...)
	return c.Reply(notices, phrase.Of("You have asked %s to abort %s.", opponent, bot.GameNumber(g.ID))), nil
}

// declineAbort declines the opponent's request to abort the game.
func declineAbort(c *action.Call) (bot.Reply, error) {
	g := c.Game
	g.Refused[g.Offer.By], g.Offer = g.Moves+1, nil
	if err := errors.Join(c.Tx.PutGame(g), note(c, g.ID, bot.AbortRefused)); err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("%s: %s wants to play on. %s", phrase.Upper(bot.GameNumber(g.ID)), g.Name(c.Side), c.ToMove(g))
	return c.Reply(tell(c, g, []rules.Side{c.Side.Other()}, text),
		phrase.Of("You have declined to abort %s.", bot.GameNumber(g.ID))), nil
}
