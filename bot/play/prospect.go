package play

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// Prospect says what the asker would gain by winning their next ongoing game in a tournament. It
// is empty if they have none.
func Prospect(c *action.Call, t *tournament.Tournament) (phrase.Text, error) {
	number := t.Entrant(c.Me.ID)
	if number == 0 || t.Phase != bot.Running || t.System.OneTable() {
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

// partOf says which tournament a game is part of, and how much time is left for it. It returns
// nil if the game is in none.
func partOf(c *action.Call, g bot.Game) ([]phrase.Text, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	t, round, err := RoundOf(c, g)
	if err != nil {
		return nil, err
	}
	text := t.Heading()
	if round > 0 && t.HasRounds() {
		text += ", " + t.RoundName(round)
	}
	lines := []phrase.Text{phrase.Of("It is part of %s.", text)}
	if g.Shares[0] > 0 && !g.Over() {
		lines = append(lines, phrase.Of("Left for the whole game at the beginning of the turn: %s %s, %s %s.", g.Name(0), bot.DurationWords(g.Shares[0]), g.Name(1), bot.DurationWords(g.Shares[1])))
	}
	return lines, nil
}

// RoundOf returns the tournament of a game, and the round in which it is played.
func RoundOf(c *action.Call, g bot.Game) (t *tournament.Tournament, round int, err error) {
	if t, err = action.LoadTournament(c.Tx, g.Tournament); err == nil {
		round, _ = t.Find(g.ID)
	}
	return t, round, err
}
