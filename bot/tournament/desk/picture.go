package desk

import (
	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/league"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/render"
)

// TournamentDrawing reads the records that the picture of a tournament shows, with its text in a
// language.
func TournamentDrawing(s *action.Bot, tx bot.Tx, p bot.Picture, l phrase.Language) (*bot.Drawing, error) {
	theme, err := action.ThemeNamed(p.Theme)
	if err != nil {
		return nil, err
	}
	t, err := action.LoadTournament(tx, p.Tournament)
	if err != nil {
		return nil, err
	}
	return layTournament(s, t, tournament.Picture, theme, l)
}

// layTournament lays out the table of a tournament, or the bracket of a knockout.
func layTournament(s *action.Bot, t *tournament.Tournament, on tournament.Medium, theme render.Theme, l phrase.Language) (*bot.Drawing, error) {
	if err := league.Reach(t); err != nil {
		return nil, err
	}
	if t.System == bot.Knockout {
		b := t.Tree(on, l)
		b.Theme = theme
		return &bot.Drawing{Bracket: &b, Theme: theme, Meter: s.Meter}, nil
	}
	table, err := t.Table(on, l)
	table.Theme = theme
	return &bot.Drawing{Crosstable: &table, Theme: theme, Meter: s.Meter}, err
}
