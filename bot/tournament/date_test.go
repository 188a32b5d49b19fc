package tournament_test

import (
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/tournament"
)

// TestDate dates a tournament of four at each stage: the round that goes on, or else the next one
// if its time is known.
func TestDate(t *testing.T) {
	const start, week = bot.Moment(1000), bot.Moment(7 * 24 * 3600)
	closed, open := bot.Round{Opened: start, Closed: true}, bot.Round{Opened: start + 5}
	weekly := func(r *bot.Tournament) { r.Every = 7 * 24 * time.Hour }
	for name, c := range map[string]struct {
		set  func(*bot.Tournament)
		want tournament.Date // zero if it is not known
	}{
		"drafted":            {func(r *bot.Tournament) { r.Phase = bot.Drafted }, tournament.Date{}},
		"announced":          {func(r *bot.Tournament) { r.Phase = bot.Entering }, tournament.Date{Round: 1, Starts: start}},
		"without a start":    {func(r *bot.Tournament) { r.Phase, r.Starts = bot.Entering, 0 }, tournament.Date{}},
		"announced, weekly":  {func(r *bot.Tournament) { r.Phase = bot.Entering; weekly(r) }, tournament.Date{Round: 1, Starts: start, Ends: start + week}},
		"announced, a limit": {func(r *bot.Tournament) { r.Phase, r.Within = bot.Entering, time.Hour }, tournament.Date{Round: 1, Starts: start, Ends: start + 3600}},
		"first round":        {func(r *bot.Tournament) { r.Rounds = []bot.Round{open} }, tournament.Date{Round: 1, Starts: start + 5}},
		"second round":       {func(r *bot.Tournament) { r.Rounds = []bot.Round{closed, open} }, tournament.Date{Round: 2, Starts: start + 5}},
		"between rounds":     {func(r *bot.Tournament) { r.Rounds = []bot.Round{closed} }, tournament.Date{}},
		"between, weekly":    {func(r *bot.Tournament) { r.Rounds = []bot.Round{closed}; weekly(r) }, tournament.Date{Round: 2, Starts: start + week, Ends: start + 2*week}},
		"paused":             {func(r *bot.Tournament) { r.Rounds, r.Paused = []bot.Round{closed}, start; weekly(r) }, tournament.Date{}},
		"after the last":     {func(r *bot.Tournament) { r.Rounds = []bot.Round{closed, closed}; weekly(r) }, tournament.Date{}},
		"over":               {func(r *bot.Tournament) { r.Phase = bot.Completed }, tournament.Date{}},
		"a ladder to come": {func(r *bot.Tournament) { r.Phase, r.System, r.Ends = bot.Entering, bot.Ladder, start+9 },
			tournament.Date{Starts: start, Ends: start + 9}},
		"a season to come": {func(r *bot.Tournament) { r.Phase, r.Season = bot.Entering, &bot.Season{} }, tournament.Date{Starts: start}},
		"a season":         {func(r *bot.Tournament) { r.Season, r.Rounds = &bot.Season{Division: 2}, []bot.Round{open, open} }, tournament.Date{}},
		"a ladder":         {func(r *bot.Tournament) { r.System = bot.Ladder }, tournament.Date{}},
	} {
		record := bot.Tournament{ID: 1, Entrants: entrants("abcd"), Phase: bot.Running}
		record.System, record.RoundCount, record.Starts = bot.Swiss, 2, start
		c.set(&record)
		got, known := tournament.Of(record).Date()
		if known != (c.want != tournament.Date{}) || known && got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, known, c.want)
		}
	}
}
