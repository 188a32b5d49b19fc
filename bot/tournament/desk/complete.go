package desk

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// complete ends a tournament and records its winner, or joint winners.
func complete(c *action.Call, t *tournament.Tournament, why bot.Cause) ([]bot.Message, error) {
	t.Phase, t.Awaits, t.Paused, t.Ended, t.Why = bot.Completed, false, 0, c.Uptime.Beat.UTC(), why
	places, err := t.Standings()
	if err != nil {
		return nil, err
	}
	t.Winners = nil
	if t.System == bot.Knockout && t.MatchWinner(len(t.Rounds), 0) == 0 {
		t.Why = bot.AllForfeited
	}
	for _, p := range places {
		won := p.Place == 1 && (t.System == bot.Ladder || p.Points > 0) && !t.System.OneTable()
		if t.System == bot.Knockout {
			last := len(t.Rounds)
			won = last > 0 && last == t.Total() && t.MatchWinner(last, 0) == p.Entrant
		}
		if won {
			t.Winners = append(t.Winners, p.Entrant)
		}
	}
	if t.System == bot.TeamMatch {
		t.Winners = tournament.MatchOf(t).Winning()
	}
	if t.Season != nil { // its league tells
		return nil, nil
	}
	report := broadcast(c, t, finalReport(c, t, places)+t.NumberLegend(), t.Picture(), c.Bot.Button("standings", t.ID.String()), c.Bot.Button("report", t.ID.String()))
	return append(editTables(t), report...), nil
}

// finalReport describes how a tournament ended.
func finalReport(c *action.Call, t *tournament.Tournament, places []tournament.Place) phrase.Text {
	lines := []phrase.Text{phrase.Of("%s is over.", phrase.Upper(t.Heading())) + " "}
	if t.Why != bot.NoCause {
		lines[0] = phrase.Of("%s is over, because %s.", phrase.Upper(t.Heading()), t.CauseWords()) + " "
	}
	switch n := len(t.Winners); {
	case t.System.OneTable():
		return lines[0] + "\n" + tournament.Results(t)
	case n == 0:
		lines[0] += phrase.Of("Nobody has won.")
	case n == 1:
		lines[0] += phrase.Of("The winner is %s!", t.Names(t.Winners))
	case len(t.Groups) > 1:
		lines[0] += phrase.Of("The winners of the groups are %s!", t.Names(t.Winners))
	default:
		lines[0] += phrase.Of("%s are equal and share the first place!", t.Names(t.Winners))
	}
	return phrase.Join(append(lines, t.StandingLines(places)...), "\n")
}

// players returns a number of players as text, such as "2 players".
func players(n int) phrase.Text { return phrase.Count(n, "%d player", "%d players") }

// games returns a number of games as text, such as "2 games".
func games(n int) phrase.Text { return phrase.Count(n, "%d game", "%d games") }
