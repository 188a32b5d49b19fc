package service

import (
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/tournament"
)

// readTournamentPace reads a pace with a clock: without one, a round might never end.
func readTournamentPace(_ *call, t *tournament.Tournament, words string) (bool, error) {
	p, err := bot.ParsePace(strings.ToLower(words))
	if err != nil {
		return false, err
	}
	if !p.Ticks() {
		return false, bot.Problemf(bot.Misunderstood, "A tournament needs a clock, or it might never end. Name a pace, such as `3d`.")
	}
	t.Pace, t.Vacation = p, defaultOptions(p).Vacation
	return true, nil
}

func readScope(_ *call, t *tournament.Tournament, words string) (bool, error) {
	s := bot.Scope(strings.ToLower(words))
	if !slices.Contains([]bot.Scope{bot.ThisRoom, bot.ThisServer, bot.Everywhere}, s) {
		return false, nil
	}
	if s == bot.ThisServer && t.Server == (bot.RoomID{}) {
		return false, bot.Problemf(bot.NotNow, "The room of this tournament is part of no server that the bot knows. Choose `room` or `everywhere`.")
	}
	t.Scope = s
	return true, nil
}

func readStart(c *call, t *tournament.Tournament, words string) (bool, error) {
	if !readDate(c, words, &t.Starts) {
		return false, nil
	}
	t.CheckIn = false
	return true, nil
}

// maxAhead is how far ahead a tournament can be announced.
const maxAhead = 366 * bot.Day

// readDate reads a date by UTC, a time from now on, or "none" for zero.
func readDate(c *call, words string, to *bot.Moment) bool {
	if strings.EqualFold(words, "none") {
		*to = 0
		return true
	}
	var ahead time.Duration
	date, err := time.Parse(time.DateOnly, words)
	switch {
	case err == nil:
		ahead = date.Sub(c.uptime.Calendar(c.uptime.Moment()))
	case !readSpan(words, &ahead):
		return false
	}
	if ahead <= 0 || ahead > maxAhead {
		return false
	}
	*to = c.uptime.Moment().Plus(ahead + time.Second - time.Nanosecond) // Moments are whole seconds
	return true
}
