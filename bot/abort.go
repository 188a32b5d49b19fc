package bot

import (
	"errors"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// abort asks to end a game without a result, or answers such a wish.
func abort(c *call) (Reply, error) {
	if c.game.study() {
		return abortNow(c, phrase.Of("%s: %s ends the study.", phrase.Upper(gameNumber(c.game.ID)), c.game.name(c.side)), byOneself)
	}
	if c.game.Tournament != 0 {
		return Reply{}, problem(NotNow, "%s is part of tournament %d, and cannot be aborted. `draw %d` and `resign %d` end it.",
			phrase.Upper(gameNumber(c.game.ID)), c.game.Tournament, c.game.ID, c.game.ID)
	}
	asked := c.game.Offer != nil && c.game.Offer.What == AbortOffered && c.game.Offer.By != c.side
	what := c.args.word("what")
	if what == "" && asked {
		what = "accept"
	}
	switch {
	case what != "" && !asked:
		return Reply{}, problem(NotNow, "%s has not asked to abort %s.", c.game.name(c.side.Other()), gameNumber(c.game.ID))
	case what == "accept":
		return abortNow(c, phrase.Of("%s: %s agrees to abort the game.", phrase.Upper(gameNumber(c.game.ID)), c.game.name(c.side)), byBoth)
	case what == "decline":
		return declineAbort(c)
	}
	return askAbort(c)
}

// abortNow ends the game for nobody.
func abortNow(c *call, text, reason string) (Reply, error) {
	return c.end(c.game, Result{Reason: reason, Aborted: true}, text)
}

// askAbort asks the opponent to abort the game.
func askAbort(c *call) (Reply, error) {
	g := c.game
	if err := c.offerStands(); err != nil {
		return Reply{}, err
	}
	if err := c.notRefused(); err != nil {
		return Reply{}, err
	}
	g.Offer = &Offer{By: c.side, What: AbortOffered}
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, AbortOffered, "")); err != nil {
		return Reply{}, err
	}
	id, opponent := g.ID.String(), g.name(c.side.Other())
	text := phrase.Of("%s: %s asks to abort the game, so that it counts for nobody. %s, `abort %s accept` agrees and `abort %s decline` does not.",
		phrase.Upper(gameNumber(g.ID)), g.name(c.side), opponent, id, id)
	notices := announce(g, []rules.Side{c.side.Other()}, text, nil,
		Button{phrase.Of("Abort the game"), "abort " + id + " accept"}, Button{phrase.Of("Play on"), "abort " + id + " decline"})
	return c.done(g, notices, phrase.Of("You have asked %s to abort %s.", opponent, gameNumber(g.ID))), nil
}

// declineAbort refuses.
func declineAbort(c *call) (Reply, error) {
	g := c.game
	g.Refused[g.Offer.By], g.Offer = g.Moves+1, nil
	if err := errors.Join(c.tx.PutGame(g), c.note(g.ID, AbortRefused, "")); err != nil {
		return Reply{}, err
	}
	text := phrase.Of("%s: %s wants to play on. %s", phrase.Upper(gameNumber(g.ID)), g.name(c.side), c.toMove(g))
	return c.done(g, announce(g, []rules.Side{c.side.Other()}, text, nil),
		phrase.Of("You have declined to abort %s.", gameNumber(g.ID))), nil
}
