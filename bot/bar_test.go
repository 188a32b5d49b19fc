package bot_test

import (
	"testing"
	"time"

	"raumbot/bot"
)

// TestRoomRemembersOrganisers lets people speak in a room for months, some of them as organisers.
func TestRoomRemembersOrganisers(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	olga, bob := bot.Player{ID: 1}, bot.Player{ID: 2}
	var r bot.Room
	note := func(p bot.Player, organises, changes bool) {
		t.Helper()
		if r.NoteOrganiser(p, organises, now) != changes {
			t.Errorf("%s: player %d noted, %v: changed %v", now.Format(time.DateOnly), p.ID, organises, !changes)
		}
	}
	note(bob, false, false)
	note(olga, true, true)
	note(olga, true, false)
	now = now.Add(8 * bot.Day)
	note(olga, true, true) // renewed
	now = now.Add(89 * bot.Day)
	if !r.OrganisedBy(olga, now) {
		t.Error("an organiser is forgotten before the time")
	}
	if now = now.Add(bot.Day); r.OrganisedBy(olga, now) {
		t.Error("an organiser is remembered for longer than 90 days")
	}
	note(olga, true, true)
	merged := bot.Player{ID: 9, Former: []bot.PlayerID{1}}
	if !r.OrganisedBy(merged, now) {
		t.Error("an organiser is not known by a new account")
	}
	note(merged, false, true)
	if len(r.Organisers) != 0 {
		t.Errorf("somebody who organises no more is remembered: %v", r.Organisers)
	}
	for id := range bot.PlayerID(30) {
		r.NoteOrganiser(bot.Player{ID: id + 1}, true, now)
	}
	if n := len(r.Organisers); n != 10 || r.Organisers[n-1].Player != 30 || r.Organisers[0].Player != 21 {
		t.Errorf("of 30 organisers these are remembered: %v", r.Organisers)
	}
}

// TestBarsAndOrganisers bars a person from a room who later organises it.
func TestBarsAndOrganisers(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	bob := bot.Player{ID: 2}
	r := bot.Room{Barred: []bot.Bar{{Player: 2, By: 1, At: now}}}
	if !r.Bars(bob, now) || !r.Bars(bot.Player{ID: 7, Former: []bot.PlayerID{2}}, now) || r.Bars(bot.Player{ID: 3}, now) {
		t.Error("a bar holds for the wrong ones")
	}
	r.NoteOrganiser(bob, true, now)
	if r.Bars(bob, now) {
		t.Error("a bar holds for an organiser of the room")
	}
	r.NoteOrganiser(bob, false, now)
	if !r.Bars(bob, now) {
		t.Error("a bar is gone for good")
	}
}
