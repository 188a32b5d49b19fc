package service

import (
	"raumbot/bot"
	"raumbot/bot/tournament"
	"raumbot/render"
)

// tournamentDrawing reads what the picture of a tournament shows.
func (s *Service) tournamentDrawing(tx bot.Tx, p bot.Picture, theme render.Theme) (*bot.Drawing, error) {
	t, err := loadTournament(tx, p.Tournament)
	if err != nil {
		return nil, err
	}
	return s.layTournament(t, tournament.Picture, theme)
}

// layTournament lays out the table or the tree of a tournament.
func (s *Service) layTournament(t *tournament.Tournament, on tournament.Medium, theme render.Theme) (*bot.Drawing, error) {
	if t.System == bot.Knockout {
		b := t.Tree(on)
		b.Theme = theme
		return &bot.Drawing{Bracket: &b, Theme: theme, Meter: s.meter}, nil
	}
	table, err := t.Table(on)
	table.Theme = theme
	return &bot.Drawing{Crosstable: &table, Theme: theme, Meter: s.meter}, err
}
