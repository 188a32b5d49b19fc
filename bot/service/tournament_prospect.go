package service

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// prospect says what a win in their next open game would mean for the user.
func (c *call) prospect(t *tournament.Tournament) (string, error) {
	number := t.Entrant(c.me.ID)
	if number == 0 || t.Phase != bot.Running {
		return "", nil
	}
	for _, g := range t.Running() {
		if !g.Has(number) {
			continue
		}
		switch t.System {
		case bot.Knockout:
			return t.MatchProspect(*g, number), nil
		case bot.Ladder:
			mine, theirs := slices.Index(t.Rungs, number), slices.Index(t.Rungs, g.Other(number))
			if mine < theirs {
				return phrase.Of("If you win %s against %s, you keep rung %d.", bot.GameNumber(g.ID), t.EntrantName(g.Other(number)), mine+1), nil
			}
			return phrase.Of("If you win %s against %s, you climb to rung %d.", bot.GameNumber(g.ID), t.EntrantName(g.Other(number)), theirs+1), nil
		}
		places, err := t.IfWon(g.ID, number).Standings()
		if err != nil {
			return "", err
		}
		i := slices.IndexFunc(places, func(p tournament.Place) bool { return p.Entrant == number })
		return phrase.Of("If you win %s against %s, you have %s, and place %d as things stand.", bot.GameNumber(g.ID), t.EntrantName(g.Other(number)),
			tournament.PointWords(places[i].Points), places[i].Place), nil
	}
	return "", nil
}

// partOf says which tournament a game is part of and how much of its time there is left; nil if none.
func (c *call) partOf(g bot.Game) ([]string, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	t, round, err := c.roundOf(g)
	if err != nil {
		return nil, err
	}
	text := t.Heading()
	if round > 0 && t.System != bot.Ladder {
		text += ", " + t.RoundName(round)
	}
	lines := []string{phrase.Of("It is part of %s.", text)}
	if g.Shares[0] > 0 && !g.Over() {
		lines = append(lines, phrase.Of("Left for the whole game at the beginning of the turn: %s %s, %s %s.", g.Name(0), bot.Spell(g.Shares[0]), g.Name(1), bot.Spell(g.Shares[1])))
	}
	return lines, nil
}

// roundOf returns the tournament of a game, and the round that it is played in.
func (c *call) roundOf(g bot.Game) (t *tournament.Tournament, round int, err error) {
	if t, err = loadTournament(c.tx, g.Tournament); err == nil {
		round, _ = t.Find(g.ID)
	}
	return t, round, err
}
