package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// lobby is the room where the leagues of tests are created.
var lobby = bot.RoomID{Platform: "console", ID: "lobby"}

// pass lets days go by, a sweep each, without delivering anything.
func (l *leagueStage) pass(days int) {
	l.t.Helper()
	for range days {
		l.now = l.now.Add(bot.Day)
		if err := errors.Join(beatUntil(l.store, l.now), l.service.Sweep(l.t.Context()), l.service.PairRounds(l.t.Context())); err != nil {
			l.t.Fatal(err)
		}
	}
}

// TestLeagueGameUnreadable loses the file of a league's game in the middle of a season. Whoever
// leaves still can, other rounds are paired, and the rooms are told once. When the file is back, the
// games go on. It is lost again, and the season ends, with half a point for games that have not
// begun, but the next one does not begin.
func TestLeagueGameUnreadable(t *testing.T) {
	l := newLeague(t, 1, 0, "12d weeks 4 days 1")
	mustAttach(t, l.stage, "boss@lobby!: variant add")
	l.must("boss", "league create pondcube 12d weeks 4 days 1")
	for n := range 6 {
		l.must(fmt.Sprintf("p%02d", n+1), "league 2 join")
	}
	l.must("boss", "create swiss pondcube 12d")
	l.must("boss", "create swiss raumschach 12d")
	for _, who := range []string{"ann", "ben", "cleo"} {
		for _, id := range []string{"3", "4"} {
			l.allowed("boss", "tournament "+id+" open")
			l.must(who, "join "+id)
		}
	}
	l.pass(2)
	var file bot.GameFile
	change := func(do func(tx bot.Tx) error) {
		t.Helper()
		if err := l.store.Update(t.Context(), do); err != nil {
			t.Fatal(err)
		}
		rules.DropVersion(file.ID)
		l.stage.open()
	}
	change(func(tx bot.Tx) error {
		files, err := tx.GameFiles()
		file = files[0]
		return errors.Join(err, tx.DeleteGameFile(file.ID))
	})
	lose := func(tx bot.Tx) error { return tx.DeleteGameFile(file.ID) }
	restore := func(tx bot.Tx) error { return tx.PutGameFile(file) }
	count := func() (begun, open int) {
		divisions, _ := l.seasons()
		return len(divisions[0].Running()), len(tournament.DivisionOf(divisions[0]).Unbegun())
	}
	begun, open := count()
	l.must("p01", "leave 2 confirm")
	for _, id := range []bot.TournamentID{3, 4} {
		l.must("boss", fmt.Sprintf("tournament %d start", id))
		l.id = id
		if rounds, paused := len(l.tournament().Rounds), l.tournament().Paused != 0; rounds != int(id-3) || paused != (id == 3) {
			t.Errorf("tournament %d has %d rounds, paused: %t", id, rounds, paused)
		}
	}
	l.pass(3)
	if now, left := count(); now >= begun || left >= open {
		t.Errorf("somebody has left: %d games go on of %d, and %d have not begun of %d", now, begun, left, open)
	}
	change(restore)
	l.pass(1)
	if now, _ := count(); now != 5 {
		t.Errorf("%d games go on when the file is back", now)
	}
	l.must("boss", "tournament 3 resume")
	l.deliver()
	change(lose)
	l.pass(23)
	change(restore)
	l.deliver()
	change(lose)
	l.pass(1)
	l.pass(1)
	l.pass(7)
	change(restore)
	l.deliver()
	divisions, registration := l.seasons()
	halves := 0
	for _, r := range divisions[0].Rounds {
		for _, g := range r.Games {
			if g.ID == 0 && g.Result == pairing.Drawn {
				halves++
			}
		}
	}
	if divisions[0].Phase != bot.Completed || halves == 0 || registration == nil {
		t.Errorf("the season is %s, with half a point in %d games; registration %v", divisions[0].Phase, halves, registration)
	}
	told := strings.Join(l.told[lobby], "\n")
	for want, times := range map[string]int{"cannot be read, so no game begins": 2, "can be read again": 1, "does not begin yet: the rules of its game cannot be read": 1} {
		if n := strings.Count(told, want); n != times {
			t.Errorf("%d times instead of %d: %s\n%s", n, times, want, told)
		}
	}
}

// TestLeagueBarredInRoom bars two people in an invited room: one who has entered the season from
// there is not in it, and the other cannot enter from there.
func TestLeagueBarredInRoom(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 6, "12d weeks 4 days 3")
	told := map[string]string{}
	l.heard = func(m bot.RenderedMessage) {
		for _, to := range m.To {
			told[to.Name] += m.Text + "\n"
		}
	}
	for _, line := range []string{
		"boss@lobby!: league 1 invite", "carol@hall!: league accept 2222222222", "ann@hall: league 1 join", "ben@hall: league 1 join", "ann@hall: help", "eve@hall: help",
		"carol@hall!: bar ann confirm", "carol@hall!: bar eve confirm", "eve@hall: league 1 join",
	} {
		l.say(line)
	}
	l.wait("3d")
	for who, want := range map[string]int{"ann": 0, "eve": 0, "ben": 1} {
		if got := l.place(who); got != want {
			t.Errorf("%s is in division %d", who, got)
		}
	}
	for who, want := range map[string]string{"ann": "has barred you from a room of league 1", "eve": "has barred you from its games"} {
		if !strings.Contains(told[who], want) {
			t.Errorf("%s is told %q", who, told[who])
		}
	}
}

// TestLeagueBankOver ends games in turns for which time has been drawn from the bank. What has not
// been used goes back, however the game ends, except on time.
func TestLeagueBankOver(t *testing.T) {
	t.Parallel()
	for _, end := range []struct {
		how, from string // what White, who is to move, or Black, or the organiser says
	}{
		{"resign %d confirm", "black"}, {"resign %d confirm", "white"}, {"leave 1 confirm", "black"}, {"adjudicate %d abort confirm nobody knows", "boss"},
	} {
		l := newLeague(t, 1, 6, "1d weeks 4 days 3")
		l.wait("3d")
		g := l.goes()[0]
		white, black := g.Seats[0].User.Name, g.Seats[1].User.Name
		l.must(white, fmt.Sprintf("move %d ab2-ab3", g.ID))
		l.must(black, fmt.Sprintf("move %d eb4-eb3", g.ID))
		if err := l.direct("wait 25h"); err != nil {
			t.Fatal(err)
		}
		who := map[string]string{"white": white, "black": black, "boss": "boss"}[end.from]
		if how := end.how; strings.Contains(how, "%d") {
			l.must(who, fmt.Sprintf(how, g.ID))
		} else {
			l.must(who, how)
		}
		divisions, _ := l.seasons()
		bank := divisions[0].Entrants[divisions[0].Entrant(g.Seats[0].Player)-1].Bank
		if bank.Round(time.Hour) != 4*bot.Day-time.Hour {
			t.Errorf("%s says %s: %s are left", end.from, end.how, bank)
		}
	}
}

// TestLeagueTooFew has five people enter a league. No season begins; it is said once, and again when
// somebody leaves; after twelve weeks the league is over.
func TestLeagueTooFew(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 5, "1d weeks 4 days 3")
	if err := l.give("boss", "league 1 start"); err == nil || !strings.Contains(err.Error(), "has 5 players, and needs 6") {
		t.Errorf("the season is begun with five: %v", err)
	}
	for day := range 90 {
		if day == 20 {
			l.must("p05", "league 1 leave")
		}
		l.wait("23h")
	}
	told := l.told[lobby]
	if len(told) != 3 || !strings.Contains(told[0], "has 5 players") || !strings.Contains(told[1], "has 4 players") || !strings.Contains(told[2], "is over: for 12 weeks") {
		t.Errorf("the room is told %q", told)
	}
	if err := l.give("p01", "league 1 join"); err == nil {
		t.Error("somebody enters a league that is over")
	}
	if divisions, registration := l.seasons(); divisions != nil || registration != nil {
		t.Errorf("there are %d divisions, registration %v", len(divisions), registration)
	}
}

// TestLeagueOrganiserForgotten has the only organiser of a league forgotten in mid-season. The season
// goes on and the next one begins, and whoever organises the room can end the league.
func TestLeagueOrganiserForgotten(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 6, "12d weeks 4 days 3")
	l.wait("3d")
	l.must("boss", "forget me confirm")
	for range 24 {
		l.wait("23h")
	}
	for _, who := range l.names {
		l.must(who, "league 1 join")
	}
	for range 6 {
		l.wait("23h")
	}
	if n := l.number(); n != 2 {
		t.Errorf("season %d goes on", n)
	}
	l.say("carol@lobby!: league 1 cancel confirm")
	if divisions, _ := l.seasons(); divisions[0].Phase != bot.CalledOff {
		t.Errorf("the season is %s", divisions[0].Phase)
	}
}

// TestLeaguesAtOnce has the same people play in two leagues of a room. Each has its own games, banks
// and messages, and one that has been called off changes nothing in the other. The list of leagues
// has those that are not over.
func TestLeaguesAtOnce(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 6, "12d weeks 4 days 3")
	l.must("boss", "league create raumschach 12d weeks 5 days 3 Other Cup")
	for _, who := range l.names {
		l.must(who, "league 2 join")
	}
	l.wait("3d")
	if n := len(l.told[lobby]); n != 2 {
		t.Errorf("the room has %d messages about two beginnings", n)
	}
	l.must("p01", "league 1 leave confirm")
	l.id = 2
	if e := l.tournament().Entrants; slices.ContainsFunc(e, func(e bot.Entrant) bool { return e.Gone }) {
		t.Errorf("who has left one league has left the other: %+v", e)
	}
	l.must("boss", "league 1 cancel confirm")
	l.deliver()
	if got := said(l.stage, "ann@lobby: leagues"); strings.Contains(got, "League 1") || strings.Contains(got, " 1. ") || !strings.Contains(got, "Other Cup") {
		t.Errorf("leagues: %s", got)
	}
	if got := said(l.stage, "ann@lobby: league 1"); !strings.Contains(got, "it is over") {
		t.Errorf("the league that is over: %s", got)
	}
	for range 37 {
		l.wait("23h")
	}
	if l.id = 2; l.tournament().Phase != bot.Completed {
		t.Errorf("the other season is %s", l.tournament().Phase)
	}
}

// TestLeagueClockJumps sets the clock back by three weeks in the middle of a season, and later far
// ahead, as after a flat battery or an outage. The time that the bot has not seen does not count: the
// season lasts as long as it would have, and each of its ends is told once.
func TestLeagueClockJumps(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 6, "12d weeks 4 days 3")
	l.wait("3d")
	ends := func() bot.Moment { d, _ := l.seasons(); return d[0].Season.Ends }
	before := ends()
	days := 0
	for ; days < 60; days++ {
		if divisions, _ := l.seasons(); divisions[0].Phase == bot.Completed {
			break
		}
		if jump := map[int]time.Duration{10: -21 * bot.Day, 12: 200 * bot.Day}[days]; jump != 0 {
			l.now = l.now.Add(jump)
			if err := l.service.Sweep(t.Context()); err != nil { // it finds the new time
				t.Fatal(err)
			}
		}
		l.wait("23h")
	}
	if ends() != before || days != 28 && days != 29 {
		t.Errorf("the season ends at %d instead of %d, after %d days", ends(), before, days)
	}
	if n := strings.Count(strings.Join(l.told[lobby], "\n"), "Season 1 of league 1, league of Raumschach is over"); n != 1 {
		t.Errorf("the end is told %d times", n)
	}
}
