package service

import (
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// complete ends a tournament with its winner, or joint winners.
func (c *call) complete(t *tournament.Tournament, why bot.Cause) ([]bot.Message, error) {
	t.Phase, t.Awaits, t.Paused, t.Ended, t.Why = bot.Completed, false, 0, c.uptime.Beat.UTC(), why
	places, err := t.Standings()
	if err != nil {
		return nil, err
	}
	t.Winners = nil
	if t.System == bot.Knockout && t.Through(len(t.Rounds), 0) == 0 {
		t.Why = bot.AllForfeited
	}
	for _, p := range places {
		won := p.Place == 1 && (t.System == bot.Ladder || p.Points > 0)
		if t.System == bot.Knockout {
			last := len(t.Rounds)
			won = last > 0 && last == t.Total() && t.Through(last, 0) == p.Entrant
		}
		if won {
			t.Winners = append(t.Winners, p.Entrant)
		}
	}
	return c.broadcast(t, c.finalReport(t, places)+t.Numbered(), t.Picture(), c.service.button("standings", t.ID.String()), c.service.button("report", t.ID.String())), nil
}

// finalReport describes how a tournament ended.
func (c *call) finalReport(t *tournament.Tournament, places []tournament.Place) string {
	lines := []string{phrase.Of("%s is over.", phrase.Upper(t.Heading())) + " "}
	if t.Why != bot.NoCause {
		lines[0] = phrase.Of("%s is over, because %s.", phrase.Upper(t.Heading()), t.CauseWords()) + " "
	}
	switch n := len(t.Winners); {
	case n == 0:
		lines[0] += phrase.Of("Nobody has won.")
	case n == 1:
		lines[0] += phrase.Of("The winner is %s!", t.Names(t.Winners))
	case len(t.Groups) > 1:
		lines[0] += phrase.Of("The winners of the groups are %s!", t.Names(t.Winners))
	default:
		lines[0] += phrase.Of("%s are equal and share the first place!", t.Names(t.Winners))
	}
	return strings.Join(append(lines, t.StandingLines(places)...), "\n")
}

// players writes a number of players in words, such as "2 players".
func players(n int) string { return phrase.Count(n, "%d player", "%d players") }

// games writes a number of games in words, such as "2 games".
func games(n int) string { return phrase.Count(n, "%d game", "%d games") }
