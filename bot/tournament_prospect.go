package bot

import (
	"slices"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// prospect says what a win in their next open game would mean for the user.
func (c *call) prospect(t Tournament) (string, error) {
	number := t.entrant(c.me.ID)
	if number == 0 || t.Phase != Running {
		return "", nil
	}
	for _, g := range t.running() {
		if !g.has(number) {
			continue
		}
		switch t.System {
		case Knockout:
			return t.matchProspect(*g, number), nil
		case Ladder:
			mine, theirs := slices.Index(t.Rungs, number), slices.Index(t.Rungs, g.other(number))
			if mine < theirs {
				return phrase.Of("If you win %s against %s, you keep rung %d.", gameNumber(g.ID), t.name(g.other(number)), mine+1), nil
			}
			return phrase.Of("If you win %s against %s, you climb to rung %d.", gameNumber(g.ID), t.name(g.other(number)), theirs+1), nil
		}
		before := g.Result
		g.Result = pairing.WhiteWins
		if g.Black == number {
			g.Result = pairing.BlackWins
		}
		places, err := t.standings()
		g.Result = before
		if err != nil {
			return "", err
		}
		i := slices.IndexFunc(places, func(p place) bool { return p.Entrant == number })
		return phrase.Of("If you win %s against %s, you have %s, and place %d as things stand.", gameNumber(g.ID), t.name(g.other(number)),
			pointWords(places[i].Points), places[i].Place), nil
	}
	return "", nil
}

// matchProspect says what winning a game of a match would mean.
func (t Tournament) matchProspect(g TournamentGame, number int) string {
	n := len(t.Rounds)
	opponent := t.name(g.other(number))
	switch {
	case g.Match >= t.matches(n):
		return phrase.Of("If you win the match against %s, you are third.", opponent)
	case n == t.total():
		return phrase.Of("If you win the match against %s, you have won the tournament.", opponent)
	}
	return t.inRound(n+1, phrase.Of("If you win the match against %s, you are in the final.", opponent),
		phrase.Of("If you win the match against %s, you are in the semi-finals.", opponent),
		phrase.Of("If you win the match against %s, you are in the quarter-finals.", opponent),
		phrase.Of("If you win the match against %s, you are in round %d of %d.", opponent, n+1, t.total()))
}

// partOf says which tournament a game is part of and what is left of its time there, nothing if it is of none.
func (c *call) partOf(g Game) ([]string, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	t, err := c.tx.Tournament(g.Tournament)
	if err != nil {
		return nil, err
	}
	text := t.heading()
	if round, _ := t.find(g.ID); round > 0 && t.System != Ladder {
		text += ", " + t.roundName(round)
	}
	lines := []string{phrase.Of("It is part of %s.", text)}
	if g.Shares[0] > 0 && !g.Over() {
		lines = append(lines, phrase.Of("Left for the whole game at the beginning of the turn: %s %s, %s %s.", g.name(0), spell(g.Shares[0]), g.name(1), spell(g.Shares[1])))
	}
	return lines, nil
}
