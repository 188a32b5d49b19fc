package service

import (
	"raumbot/bot"
	"raumbot/render"
)

// tournamentDrawing reads what the picture of a tournament shows.
func (s *Service) tournamentDrawing(tx bot.Tx, p bot.Picture, theme render.Theme) (*bot.Drawing, error) {
	t, err := loadTournament(tx, p.Tournament)
	if err != nil {
		return nil, err
	}
	if t.System == bot.Knockout {
		b := t.Tree()
		b.Theme = theme
		return &bot.Drawing{Bracket: &b, Theme: theme, Meter: s.meter}, nil
	}
	table, err := t.Table()
	table.Theme = theme
	return &bot.Drawing{Crosstable: &table, Theme: theme, Meter: s.meter}, err
}
