package desk

import (
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/tournament"
)

// RoundDate returns when the current round of a tournament is played, or the next one. listed is
// false if that is not known, or if its room does not want it listed in a calendar. around returns
// the places that contain a room, the innermost first, or nil if they are not known.
func (s *Desk) RoundDate(ctx context.Context, id bot.TournamentID, around func(bot.RoomID) []bot.RoomID) (date bot.RoundDate, listed bool, err error) {
	var places []bot.RoomID
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		date, listed = bot.RoundDate{}, false
		t, err := action.LoadTournament(tx, id)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		uptime, err := tx.Uptime()
		if err != nil {
			return err
		}
		places = []bot.RoomID{t.Home}
		if t.Server != (bot.RoomID{}) {
			places = append(places, t.Server)
		}
		var d tournament.Date
		if d, listed = t.Date(); listed {
			date = dateOf(t, d, uptime.Tick(s.Clock.Now()))
		}
		return nil
	})
	if err != nil || !listed {
		return date, false, err
	}
	if known := around(date.Room); known != nil {
		places = append(places[:1], known...)
	}
	err = s.Store.View(ctx, func(tx bot.Tx) error {
		here, err := bot.RoomSettings(tx, places)
		date.Language, listed = here.Language, here.Events != "off"
		return err
	})
	return date, listed && err == nil, err
}

// dateOf returns a date of a tournament in the time of the calendar.
func dateOf(t *tournament.Tournament, d tournament.Date, uptime bot.Uptime) bot.RoundDate {
	date := bot.RoundDate{Room: t.Home, Name: t.Title(), Ladder: t.System == bot.Ladder, Season: t.Season != nil, Round: d.Round, Starts: uptime.Calendar(d.Starts)}
	if d.Round > 0 && t.Begun() && t.HasRounds() { // how many rounds there are depends on who has entered
		date.Name += ": " + t.RoundName(d.Round)
	}
	if d.Ends != 0 {
		date.Ends = uptime.Calendar(d.Ends)
	}
	return date
}
