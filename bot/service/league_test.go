package service_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/league"
	"raumbot/bot/pairing"
	"raumbot/bot/tournament"
	"raumbot/bot/when"
)

// leagueStage is a stage with a league. Its users play the games of the league at random.
type leagueStage struct {
	*event
	told map[bot.RoomID][]string // what each room has been told, in order
	days map[bot.RoomID]map[string]int
}

// newLeague creates a league, and has a number of users enter it.
func newLeague(t *testing.T, seed uint64, people int, terms string) *leagueStage {
	l := &leagueStage{event: &event{stage: newStage(t, ""), random: rand.New(rand.NewPCG(seed, 7)), id: 1}}
	l.listen()
	l.must("boss", "league create raumschach "+terms)
	for n := range people {
		l.names = append(l.names, fmt.Sprintf("p%02d", n+1))
		l.must(l.names[n], "league 1 join")
	}
	return l
}

// listen counts the messages of the day in each room.
func (l *leagueStage) listen() {
	l.told, l.days = map[bot.RoomID][]string{}, map[bot.RoomID]map[string]int{}
	l.heard = func(m bot.RenderedMessage) {
		if m.Room == (bot.RoomID{}) || m.Audience == bot.Aside || !m.Silent {
			return
		}
		l.told[m.Room] = append(l.told[m.Room], m.Text)
		if l.days[m.Room] == nil {
			l.days[m.Room] = map[string]int{}
		}
		l.days[m.Room][l.now.Format(time.DateOnly)]++
	}
}

// wait lets time pass, with all that is due in it.
func (l *leagueStage) wait(pace string) {
	l.t.Helper()
	for range 2 { // what the engine has judged is told by the next sweep
		if err := l.direct("wait " + pace); err != nil {
			l.t.Fatal(err)
		}
		pace = "1h"
	}
}

// seasons returns the tournaments of the league's newest season, the highest division first, and
// the one that takes entries for the next season, nil if there is none.
func (l *leagueStage) seasons() (divisions []*tournament.Tournament, registration *tournament.Tournament) {
	l.t.Helper()
	newest := 0
	err := l.store.View(context.Background(), func(tx bot.Tx) error {
		records, err := tx.TournamentsFrom(1, 0)
		for _, r := range records {
			switch t := tournament.Of(r); {
			case r.Season == nil:
			case r.Season.Division == 0 && r.Phase == bot.Entering:
				registration = t
			case r.Season.Division > 0 && r.Season.Number > newest:
				newest, divisions = r.Season.Number, []*tournament.Tournament{t}
			case r.Season.Division > 0 && r.Season.Number == newest:
				divisions = append(divisions, t)
			}
		}
		return err
	})
	if err != nil {
		l.t.Fatal(err)
	}
	slices.SortFunc(divisions, func(a, b *tournament.Tournament) int { return a.Season.Division - b.Season.Division })
	return divisions, registration
}

// goes returns the games of the league that go on.
func (l *leagueStage) goes() (games []bot.Game) {
	l.t.Helper()
	divisions, _ := l.seasons()
	err := l.store.View(context.Background(), func(tx bot.Tx) error {
		games = nil
		for _, t := range divisions {
			for _, entry := range t.Running() {
				g, err := tx.Game(entry.ID)
				if err != nil {
					return err
				}
				games = append(games, g)
			}
		}
		return nil
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return games
}

// place returns the division in which a user plays, 0 if in none.
func (l *leagueStage) place(who string) (division int) {
	divisions, _ := l.seasons()
	for _, t := range divisions {
		for _, e := range t.Entrants {
			if e.User.Name == who {
				if division != 0 {
					l.t.Errorf("%s is in two divisions", who)
				}
				division = t.Season.Division
			}
		}
	}
	return division
}

// reach returns the places in which the entrants of each division can still finish, by user.
func (l *leagueStage) reach() map[string]tournament.Span {
	l.t.Helper()
	all := map[string]tournament.Span{}
	divisions, _ := l.seasons()
	for _, t := range divisions {
		if t.Season.Number != 1 {
			break
		}
		if err := league.Reach(t); err != nil {
			l.t.Fatal(err)
		}
		for i, s := range t.Spans {
			all[t.Entrants[i].User.ID] = s
		}
	}
	return all
}

// narrows fails the test if the places in which somebody can finish have become more, and returns
// those of now.
func (l *leagueStage) narrows(before map[string]tournament.Span) map[string]tournament.Span {
	l.t.Helper()
	now := l.reach()
	for who, s := range now {
		if was, known := before[who]; known && (s.Best < was.Best || s.Worst > was.Worst) {
			l.t.Errorf("%s could finish %v, and now %v", who, was, s)
		}
	}
	return now
}

// number returns the number of the newest season.
func (l *leagueStage) number() int {
	divisions, _ := l.seasons()
	return divisions[0].Season.Number
}

// busy returns how many games of the league each user has.
func (l *leagueStage) busy() map[string]int {
	n := map[string]int{}
	for _, g := range l.goes() {
		n[g.Seats[0].User.Name]++
		n[g.Seats[1].User.Name]++
	}
	return n
}

// turn plays a day of the games of those who are not idle: some of them end.
func (l *leagueStage) turn(day int, idle string) {
	for _, g := range l.goes() {
		names := []string{g.Seats[0].User.Name, g.Seats[1].User.Name}
		lines := [][]string{{"ab2-ab3", "eb4-eb3"}, {"ab3-ab4", "eb3-eb2"}}
		switch {
		case slices.Contains(names, idle):
		case g.Moves < 2:
			l.must(names[g.Moves], fmt.Sprintf("move %d %s", g.ID, lines[0][g.Moves]))
		case day < 20 && l.random.IntN(5) == 0: // later ones stay open
			l.play(g)
		case g.Moves < 3 && day%4 == 0:
			l.must(names[0], fmt.Sprintf("move %d %s", g.ID, lines[1][0]))
		}
	}
}

// TestLeague plays a season of a league with two divisions: somebody who never moves, one who
// leaves and one who is forgotten, and games that are open at the end. The next season begins with
// promotions. Nobody has more than two games at once, a range of places never widens and holds the
// final place, and the room gets one message a day at most.
func TestLeague(t *testing.T) {
	t.Parallel()
	seeds, games, judged := uint64(3), 0, 0
	if *long {
		seeds = 40
	}
	for seed := range seeds {
		l := newLeague(t, seed, 14, "12d weeks 4 days 3 Winter Cup")
		l.wait("3d")
		divisions, _ := l.seasons()
		if len(divisions) != 2 || len(divisions[0].Entrants)+len(divisions[1].Entrants) != 14 {
			t.Fatalf("%d divisions", len(divisions))
		}
		before := map[string]int{}
		for _, who := range l.names {
			if before[who] = l.place(who); before[who] == 0 {
				t.Errorf("%s is in no division", who)
			}
		}
		idle, leaver, forgotten := divisions[0].Entrants[0].User.Name, divisions[1].Entrants[0].User.Name, divisions[1].Entrants[1].User.Name
		shown := map[string]tournament.Span{}
		for day := 0; l.number() == 1; day++ {
			if day > 40 {
				t.Fatal("the season does not end")
			}
			l.turn(day, idle)
			shown = l.narrows(shown)
			for who, n := range l.busy() {
				if n > 2 {
					t.Fatalf("%s has %d games at once", who, n)
				}
			}
			switch day {
			case 4:
				l.must(leaver, "leave confirm")
			case 6:
				l.must(forgotten, "forget me confirm")
			case 23: // registration is open
				for _, who := range l.names {
					if who != forgotten {
						l.must(who, "league join")
					}
				}
			case 27:
				if len(l.goes()) == 0 {
					t.Error("no game is open at the end")
				}
			}
			l.wait("23h")
		}
		played, decided := l.finished(divisions, shown)
		games, judged = games+played, judged+decided
		up := 0
		for _, who := range l.names {
			switch now := l.place(who); {
			case who == forgotten && now != 0, who != forgotten && now == 0, now > before[who]+1:
				t.Errorf("%s was in division %d, and is in %d", who, before[who], now)
			case now != 0 && now < before[who]:
				up++
			}
		}
		if up != 2 {
			t.Errorf("%d have gone up", up)
		}
		for day, n := range l.days[bot.RoomID{Platform: "console", ID: "lobby"}] {
			if n > 1 {
				t.Errorf("%d messages on %s", n, day)
			}
		}
	}
	figures(t, "seasons", seeds, "games", games, "judged", judged)
}

// figures reports what a simulation has done, for the records of bench/community: names and values
// in turn.
func figures(t *testing.T, pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		t.Attr(fmt.Sprint(pairs[i]), fmt.Sprint(pairs[i+1]))
	}
}

// finished compares divisions of a season that is over with the places that were shown last. It
// returns how many games there were, and how many of them the engine has judged.
func (l *leagueStage) finished(divisions []*tournament.Tournament, shown map[string]tournament.Span) (games, judged int) {
	l.t.Helper()
	err := l.store.View(context.Background(), func(tx bot.Tx) error {
		games, judged = 0, 0
		for _, t := range divisions {
			record, err := tx.Tournament(t.ID)
			if err != nil {
				return err
			}
			t = tournament.Of(record)
			places, err := t.Standings()
			if err != nil {
				return err
			}
			for _, p := range places {
				s := shown[t.Entrants[p.Entrant-1].User.ID]
				if e := t.Entrants[p.Entrant-1]; s.Best != 0 && (p.Place < s.Best || p.Place > s.Worst) {
					l.t.Errorf("%s is %d, and was shown %v", e.User.Name, p.Place, s)
				}
			}
			for _, r := range t.Rounds {
				for _, entry := range r.Games {
					games++
					if entry.Result == pairing.Pending {
						l.t.Errorf("%d against %d is open", entry.White, entry.Black)
					}
					if g, err := tx.Game(entry.ID); err == nil && g.Result.Reason == bot.BySeason {
						judged++
					}
				}
			}
		}
		return nil
	})
	if err != nil || judged == 0 {
		l.t.Errorf("%d games were judged: %v", judged, err)
	}
	return games, judged
}

// TestLeagueTwoAccounts has somebody enter a league with two accounts, which play in two divisions.
// They cannot be linked before the season is over.
func TestLeagueTwoAccounts(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 5, "1d weeks 4 days 3")
	l.must("ann", "league join")
	for n := range 5 {
		l.must(fmt.Sprintf("q%02d", n), "league join")
	}
	l.must("zoe", "league join")
	l.wait("3d")
	if one, two := l.place("ann"), l.place("zoe"); one == two || one == 0 || two == 0 {
		t.Fatalf("ann is in division %d, zoe in %d", one, two)
	}
	for _, end := range []struct{ wait, want string }{{"1h", "both play in season 1 of league 1"}, {"29d", "The code is of ann"}} {
		l.wait(end.wait)
		l.codes, l.said = 0, nil
		l.say("ann@: link")
		l.say("zoe@: link 22222-22222")
		if said := strings.Join(l.said, "\n"); !strings.Contains(said, end.want) {
			t.Errorf("after %s: %s", end.wait, said)
		}
	}
}

// TestLeagueKilled kills the program at every transaction from the last day of a season on, before
// and after the commit. The results, and the next season, must be the same.
func TestLeagueKilled(t *testing.T) {
	t.Parallel()
	whole := newMortal(t, 0, false)
	want, from := whole.season()
	if !strings.HasPrefix(want, "season 2 ") || !strings.Contains(want, "½-½") {
		t.Fatal(want)
	}
	if from == 0 || whole.dies.updates-from < 4 {
		t.Fatalf("%d transactions, the last day begins with %d", whole.dies.updates, from)
	}
	for at := from; at <= whole.dies.updates; at++ {
		for _, after := range []bool{false, true} {
			m := newMortal(t, at, after)
			if got, _ := m.season(); got != want {
				t.Fatalf("killed at transaction %d (kept: %v):\n%s\nwant\n%s", at, after, got, want)
			}
		}
	}
	figures(t, "kills", 2*(whole.dies.updates-from+1))
}

// season plays a season of a league, with open games at its end, and begins the next one. It returns
// the records as text, and how many transactions there were before the last day.
func (m *mortal) season() (records string, lastDay int) {
	m.insist("boss", "league create raumschach 15d weeks 4 days 1")
	users := []string{"ann", "ben", "cleo", "dan", "eve", "fay"}
	for _, who := range users {
		m.insist(who, "league join")
	}
	m.pass("1d")
	l := &leagueStage{event: m.event}
	for i, g := range l.goes() {
		m.insist(g.Seats[0].User.Name, fmt.Sprintf("move %d ab2-ab3", g.ID))
		m.insist(g.Seats[1].User.Name, fmt.Sprintf("move %d eb4-eb3", g.ID))
		if i%2 == 0 {
			m.insist(g.Seats[1].User.Name, fmt.Sprintf("resign %d confirm", g.ID))
		}
	}
	for range 22 {
		m.pass("1d")
	}
	for _, who := range users {
		m.insist(who, "league join")
	}
	for range 5 {
		m.pass("1d")
	}
	lastDay = m.dies.updates + 1
	m.pass("1d")
	m.pass("1h")
	m.pass("1h")
	divisions, registration := l.seasons()
	text, err := json.Marshal(divisions[0].Entrants)
	if err != nil || registration != nil || len(divisions) != 1 {
		m.t.Fatalf("%d divisions, registration %+v: %v", len(divisions), registration, err)
	}
	records = fmt.Sprintf("season %d until %d: %s", divisions[0].Season.Number, divisions[0].Season.Ends, text)
	m.id = 1
	for _, r := range m.tournament().Rounds {
		for _, g := range r.Games {
			records += fmt.Sprintf("\n%d-%d %s %d", g.White, g.Black, g.Result, g.ID)
		}
	}
	return records, lastDay
}

// pass lets time pass. If the program is killed, it is restarted.
func (m *mortal) pass(time string) {
	m.t.Helper()
	pace, err := when.ParsePace(time)
	if err == nil {
		m.now = m.now.Add(pace.PerMove)
		err = beatUntil(m.store, m.now)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	for _, do := range []func(context.Context) error{m.service.Sweep, m.service.PairRounds, m.service.PlayComputer} {
		dead := m.dies.updates >= m.dies.at
		err := do(context.Background())
		if !dead && m.dies.at > 0 && m.dies.updates >= m.dies.at {
			m.restart()
			err = errors.Join(m.service.Sweep(context.Background()), m.service.PairRounds(context.Background()), m.service.PlayComputer(context.Background()))
		}
		if err != nil {
			m.t.Fatal(err)
		}
	}
}

// lostRoom is a platform on which a room is gone, or replaced by another one.
type lostRoom struct {
	gone string
	next bot.RoomID
}

func (l lostRoom) Platform() bot.Platform { return "console" }

func (l lostRoom) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	if m.Room.ID == l.gone {
		return bot.Receipt{Shown: "here", Lost: l.next == bot.RoomID{}, Thread: l.next}, nil
	}
	return bot.Receipt{Shown: "here"}, nil
}

// TestLeagueRoomLost replaces the room of a league in the middle of a season by another one, which
// is deleted later. The season goes on and ends, and the league gets no message then.
func TestLeagueRoomLost(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 6, "12d weeks 4 days 3")
	l.wait("3d")
	for i, lost := range []lostRoom{{"lobby", bot.RoomID{Platform: "console", ID: "hall"}}, {"hall", bot.RoomID{}}} {
		g := l.goes()[0]
		l.must(g.Seats[0].User.Name, fmt.Sprintf("move %d ab2-ab3", g.ID))
		l.must(g.Seats[1].User.Name, fmt.Sprintf("resign %d confirm", g.ID))
		l.now = l.now.Add(bot.Day)
		if err := errors.Join(beatUntil(l.store, l.now), l.service.Sweep(t.Context()), l.service.Deliver(t.Context(), lost)); err != nil {
			t.Fatal(err)
		}
		divisions, _ := l.seasons()
		if home := divisions[0].Home.ID; home != "hall" {
			t.Errorf("room %d is gone, and the division is at home in %s", i+1, home)
		}
	}
	before := len(l.told[bot.RoomID{Platform: "console", ID: "hall"}])
	for range 28 {
		l.wait("1d")
	}
	divisions, registration := l.seasons()
	if l.number() != 1 || divisions[0].Phase != bot.Completed || registration == nil {
		t.Errorf("season %d is %s, registration %v", l.number(), divisions[0].Phase, registration)
	}
	if told := l.told[bot.RoomID{Platform: "console", ID: "hall"}]; len(told) != before {
		t.Errorf("a room that is gone is told %q", told[before:])
	}
}

// TestLeagueBank has a player use more than the time for a move. Time is drawn from the bank of the
// season, and what is not needed goes back, also if the move comes before a sweep. When the bank is
// empty, the game is lost. It does not help whoever does not begin.
func TestLeagueBank(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 6, "1d weeks 4 days 3")
	l.wait("3d")
	g := l.goes()[0]
	white, black := g.Seats[0].User.Name, g.Seats[1].User.Name
	bank := func(who string) time.Duration {
		divisions, _ := l.seasons()
		for _, e := range divisions[0].Entrants {
			if e.User.Name == who {
				return e.Bank
			}
		}
		return -1
	}
	move := func(who, text string) { l.must(who, fmt.Sprintf("move %d %s", g.ID, text)) }
	move(white, "ab2-ab3")
	move(black, "eb4-eb3")
	idle := 0 // a game that nobody begins
	for more := true; more; {
		more = false
		for _, other := range l.goes() {
			names := []string{other.Seats[0].User.Name, other.Seats[1].User.Name}
			switch {
			case other.ID == g.ID:
			case slices.Contains(names, white) || slices.Contains(names, black):
				more = true
				l.play(other)
			default:
				idle = int(other.ID)
			}
		}
	}
	if err := l.direct("wait 25h"); err != nil {
		t.Fatal(err)
	}
	if left := bank(white); left != 4*bot.Day-league.Step {
		t.Errorf("%s are left while White thinks", left)
	}
	if err := l.direct("wait 2h"); err != nil {
		t.Fatal(err)
	}
	move(white, "ab3-ab4")
	if left := bank(white).Round(time.Hour); left != 4*bot.Day-3*time.Hour {
		t.Errorf("%s are left after a move that took 27 hours", left)
	}
	if err := l.direct("late 25h"); err != nil {
		t.Fatal(err)
	}
	move(black, "eb3-eb2")
	for range 4 {
		if err := l.direct("wait 1d"); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(l.goes(), func(on bot.Game) bool { return on.ID == g.ID }) {
			t.Fatal("White has lost on time with time in the bank")
		}
	}
	l.wait("1d")
	err := l.store.View(t.Context(), func(tx bot.Tx) (err error) {
		g, err = tx.Game(g.ID)
		return err
	})
	if err != nil || !g.Over() || g.Result.Reason != bot.OnTime || bank(white) != 0 {
		t.Errorf("the game has ended %+v, with %s in the bank: %v", g.Result, bank(white), err)
	}
	err = l.store.View(t.Context(), func(tx bot.Tx) (err error) {
		g, err = tx.Game(bot.GameID(idle))
		return err
	})
	if err != nil || !g.Over() || g.Result.Reason != bot.NotBegun {
		t.Errorf("the game that nobody has begun: %+v, %v", g.Result, err)
	}
}

// TestLeagueClosed has a member ask about a league of another room, by its number. Only they read
// the answer.
func TestLeagueClosed(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	personal := false
	s.asked = func(_ bot.Request, m bot.RenderedMessage) { personal = m.Personal }
	s.say("boss@den!: league create raumschach 1d")
	s.say("ann@den: league 1 join")
	for room, want := range map[string]bool{"den": false, "far": true} {
		s.say("ann@" + room + ": league 1")
		if personal != want {
			t.Errorf("in %s the answer is personal: %t", room, personal)
		}
	}
}

// TestLeagueNeutral has an organiser who plays in one division decide about another one.
func TestLeagueNeutral(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 12, "12d weeks 4 days 3")
	l.must("boss", "league 1 join")
	l.wait("3d")
	divisions, _ := l.seasons()
	other := divisions[l.place("boss")%2]
	who := other.Entrants[0].User.Name
	if err := l.give("boss", fmt.Sprintf("expel %d %s confirm", other.ID, who)); err == nil || !strings.Contains(err.Error(), "another organiser of its league") {
		t.Errorf("an organiser who plays removes %s: %v", who, err)
	}
}

// TestLeagueBarred has an organiser remove two players from a division: one long before the
// registration for the next season opens, and one who has entered it already. Neither is in the next
// season, nor can they enter. One who is let in again can.
func TestLeagueBarred(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 9, "12d weeks 4 days 3")
	l.wait("3d")
	l.must("boss", "expel 1 p01 confirm")
	for range 22 {
		l.wait("1d")
	}
	if err := l.give("p01", "league 1 join"); err == nil || !strings.Contains(err.Error(), "have removed you") {
		t.Errorf("who has been removed enters: %v", err)
	}
	for _, who := range l.names[1:] {
		l.must(who, "league 1 join")
	}
	_, registration := l.seasons()
	l.must("boss", "expel 1 p02 confirm")
	l.must("boss", fmt.Sprintf("readmit %d p01", registration.ID))
	l.must("p01", "league 1 join")
	for range 8 {
		l.wait("1d")
	}
	divisions, _ := l.seasons()
	if l.number() != 2 || l.place("p01") != 1 || l.place("p02") != 0 || len(divisions[0].Entrants) != 8 {
		t.Errorf("season %d: p01 is in division %d, p02 in %d", l.number(), l.place("p01"), l.place("p02"))
	}
}

// newDamagedLeague begins a season, and damages the record of its first game on disk.
func newDamagedLeague(t *testing.T) (l *leagueStage, damaged bot.Game, log *strings.Builder) {
	log = &strings.Builder{}
	s := &stage{t: t, path: filepath.Join(t.TempDir(), "a.db"), now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), locales: map[string]string{}, log: log}
	s.open()
	t.Cleanup(func() { s.store.Close() })
	l = &leagueStage{event: &event{stage: s, random: rand.New(rand.NewPCG(1, 7)), id: 1}}
	l.must("boss", "league create raumschach 30d weeks 4 days 3")
	for n := range 6 {
		l.must(fmt.Sprintf("p%02d", n+1), "league 1 join")
	}
	l.wait("3d")
	damaged = l.goes()[0]
	s.store.Close()
	flip(t, s.path, "games", string(binary.BigEndian.AppendUint64(nil, uint64(damaged.ID))))
	s.open()
	return l, damaged, log
}

// TestLeagueDamaged damages the record of a game of a league on disk. The rooms are still told each
// day, registration opens, and the season ends, with half a point for each in that game. The
// operator is told.
func TestLeagueDamaged(t *testing.T) {
	t.Parallel()
	l, damaged, log := newDamagedLeague(t)
	l.listen()
	for range 24 {
		_ = l.direct("wait 1d") // the sweep reports the damage
	}
	if _, registration := l.seasons(); registration == nil {
		t.Error("registration does not open")
	}
	for range 6 {
		_ = l.direct("wait 1d")
	}
	divisions, _ := l.seasons()
	_, entry := divisions[0].Find(damaged.ID)
	if divisions[0].Phase != bot.Completed || entry.Result != pairing.Drawn {
		t.Errorf("the season is %s, and the damaged game is %s\n%s", divisions[0].Phase, entry.Result, log)
	}
	if !strings.Contains(log.String(), "counts as half a point") {
		t.Errorf("the operator is told %q", log)
	}
}

// TestLeagueRoomsJoined replaces the room of a league by a room that it has invited. From then on the
// league has one room, which is told everything once.
func TestLeagueRoomsJoined(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 1, 6, "12d weeks 4 days 3")
	l.say("boss@lobby!: league 1 invite")
	l.say("carol@hall!: league accept 2222222222")
	l.now = l.now.Add(time.Minute)
	hall := bot.RoomID{Platform: "console", ID: "hall"}
	l.say("boss@lobby!: league 1 weeks 5")
	if n := len(l.told[hall]); n == 0 {
		t.Fatal("the invited room is told nothing")
	}
	l.now = l.now.Add(3 * bot.Day)
	err := errors.Join(beatUntil(l.store, l.now), l.service.Sweep(t.Context()), l.service.Deliver(t.Context(), lostRoom{"lobby", hall}))
	if err != nil {
		t.Fatal(err)
	}
	if divisions, _ := l.seasons(); divisions[0].Home != hall {
		t.Fatalf("the division is at home in %v", divisions[0].Home)
	}
	l.wait("1h")
	before := len(l.told[hall])
	l.say("boss@hall!: league 1 weeks 6")
	if told := l.told[hall][before:]; len(told) != 1 {
		t.Errorf("the room is told %q", told)
	}
}

// TestLeagueDamagedLeft has both players of a damaged game leave: one is forgotten. The league can be
// called off.
func TestLeagueDamagedLeft(t *testing.T) {
	t.Parallel()
	l, damaged, _ := newDamagedLeague(t)
	l.must(damaged.Seats[0].User.Name, "forget me confirm")
	l.must(damaged.Seats[1].User.Name, "leave 1 confirm")
	divisions, _ := l.seasons()
	if _, entry := divisions[0].Find(damaged.ID); entry.Result != pairing.WhiteForfeits {
		t.Errorf("the damaged game is %q", entry.Result)
	}
	l.must("boss", "league 1 cancel confirm")
	if divisions, _ := l.seasons(); divisions[0].Phase != bot.CalledOff {
		t.Errorf("the season is %s", divisions[0].Phase)
	}
	l, _, _ = newDamagedLeague(t)
	l.must("boss", "league 1 cancel confirm")
}
