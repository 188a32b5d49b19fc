package service_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/daily"
	"raumbot/bot/puzzle"
)

// dailyWorld is a world of rooms and players in which days with puzzles pass.
type dailyWorld struct {
	*stage
	random *rand.Rand
	// posted are the puzzles by their day and room, and told the times at which a solution was told.
	posted map[daily.Day]map[string]string
	day    map[string]daily.Day // on which a puzzle was one of the day
	// away are the days on which the bot did not run for a while.
	away map[daily.Day]bool
	down time.Time // until when the bot does not run
	// solved and resting are the days on which players have solved a puzzle or were on vacation.
	solved, resting map[string]map[daily.Day]bool
}

var (
	dailyPosted = regexp.MustCompile(`The puzzle of the day is ([a-z0-9-]+),`)
	dailyTold   = regexp.MustCompile(`The solution of ([a-z0-9-]+):`)
)

// newDailyWorld returns a world with rooms of two platforms in four time zones.
func newDailyWorld(t *testing.T, seed uint64) *dailyWorld {
	w := &dailyWorld{stage: newStage(t, ""), random: rand.New(rand.NewPCG(seed, 60)), posted: map[daily.Day]map[string]string{}, day: map[string]daily.Day{},
		away: map[daily.Day]bool{}, solved: map[string]map[daily.Day]bool{}, resting: map[string]map[daily.Day]bool{}}
	w.now = time.Date(2026, 2, 26, 21, 0, 0, 0, time.UTC)
	for _, line := range []string{
		"olga!: room puzzle 18:00 Berlin raumschach",
		"olga/matrix@hall!: room puzzle 20:30 new york raumschach",
		"olga@attic!: room puzzle 1:30 Berlin raumschach", // before or after midnight in UTC
		"olga/matrix@den!: room puzzle 13:30 Auckland raumschach",
	} {
		w.say(line)
	}
	w.heard = w.hears
	return w
}

// hears notes what rooms get, and checks that no solution comes early.
func (w *dailyWorld) hears(m bot.RenderedMessage) {
	today := daily.Of(w.now)
	if found := dailyPosted.FindStringSubmatch(m.Text); found != nil {
		if w.posted[today] == nil {
			w.posted[today] = map[string]string{}
		}
		if before := w.posted[today][m.Room.ID]; before != "" {
			w.t.Errorf("%s: %s gets %s after %s", w.now, m.Room.ID, found[1], before)
		}
		w.posted[today][m.Room.ID] = found[1]
		w.day[found[1]] = today
	}
	if found := dailyTold.FindStringSubmatch(m.Text); found != nil && w.day[found[1]] >= today {
		w.t.Errorf("%s: the solution of %s is told to %s%v", w.now, found[1], m.Room.ID, m.To)
	}
}

// pass lets half an hour pass. It reports whether the bot runs then.
func (w *dailyWorld) pass(now time.Time) bool {
	if now.Before(w.down) {
		return false
	}
	ran := w.now
	w.now = now
	if back := !w.down.IsZero(); back {
		w.down = time.Time{}
		for d := daily.Of(ran); d <= daily.Of(now); d++ {
			w.away[d] = true
		}
	} else if err := beatUntil(w.store, now); err != nil {
		w.t.Fatal(err)
	}
	if err := w.service.Sweep(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	w.deliver()
	return true
}

// solve has somebody solve the puzzle of the day of Raumschach. Only the first of several times on
// a day counts.
func (w *dailyWorld) solve(name string) {
	w.say(name + "@: puzzle raumschach daily")
	p, ok := puzzle.Find(w.player(name).Puzzles.Current)
	if !ok {
		w.t.Fatalf("%s has no puzzle: %s", name, w.said)
	}
	for n := range p.Asked() {
		w.say(name + "@: puzzle " + p.Line[2*n])
	}
	note(w.solved, name, daily.Of(w.now))
}

// note adds a day to those of a player.
func note(days map[string]map[daily.Day]bool, name string, day daily.Day) {
	if days[name] == nil {
		days[name] = map[daily.Day]bool{}
	}
	days[name][day] = true
}

// rest puts somebody on vacation.
func (w *dailyWorld) rest(name string, days int) {
	w.say(fmt.Sprintf("%s@: vacation %d", name, days))
	if !w.player(name).Settings.Vacation.Lasts(1) {
		w.t.Fatalf("%s is not on vacation: %s", name, w.said)
	}
	for d := range days + 1 {
		note(w.resting, name, daily.Of(w.now)+daily.Day(d))
	}
}

// streak counts a player's streak day by day by the rules that players are told, from the first day
// to the day before last.
func (w *dailyWorld) streak(name string, first, last daily.Day) (length int) {
	earned, freezes := 0, 0
	for d := first; d < last; d++ {
		switch {
		case w.solved[name][d]:
			length++
			if earned++; earned == 7 {
				earned, freezes = 0, min(freezes+1, 2)
			}
		case w.away[d] || w.resting[name][d] || length == 0:
		case freezes > 0:
			freezes--
		default:
			length, earned = 0, 0
		}
	}
	return length
}

// TestSixtyDaysOfPuzzles lets 60 days pass, over all changes of the clocks of a spring, with
// outages, vacations, and people who move from zone to zone. All rooms have the same puzzle on a
// day, one each; no solution is told before the day is over; no streak is lost because of the bot,
// and none is kept by a trick.
func TestSixtyDaysOfPuzzles(t *testing.T) {
	t.Parallel()
	worlds := uint64(1)
	if *long {
		worlds = 20
	}
	posts, away, solved := 0, 0, 0
	for seed := range worlds {
		w := newDailyWorld(t, seed+1)
		w.sixtyDays()
		for _, posted := range w.posted {
			posts += len(posted)
		}
		for _, days := range w.solved {
			solved += len(days)
		}
		away += len(w.away)
	}
	figures(t, "worlds", worlds, "posts", posts, "solved", solved, "days-with-an-outage", away)
}

// sixtyDays lets 60 days pass, and checks what has happened.
func (w *dailyWorld) sixtyDays() {
	const days = 60
	t := w.t
	begin := time.Date(2026, 2, 27, 0, 0, 0, 0, time.UTC)
	first := daily.Of(begin)
	last := first + days
	for half := range 2 * 24 * days {
		now := begin.Add(time.Duration(half) * 30 * time.Minute)
		if !w.pass(now) {
			continue
		}
		if half%2 > 0 {
			continue
		}
		w.live(now)
		if w.random.IntN(24*9) == 0 {
			w.down = now.Add(time.Duration(1+w.random.IntN(50)) * time.Hour)
		}
	}
	if w.down.After(last.Begins()) {
		w.down = last.Begins()
	}
	w.pass(last.Begins())
	for d := first; d < last; d++ {
		id := ""
		for room, posted := range w.posted[d] {
			if id == "" {
				id = posted
			}
			if posted != id {
				t.Errorf("%s: %s has %s, and another room %s", d, room, posted, id)
			}
		}
		if len(w.posted[d]) != 4 && !w.away[d] {
			t.Errorf("%s: %d rooms have a puzzle", d, len(w.posted[d]))
		}
	}
	seen := map[string]bool{}
	for id, day := range w.day {
		if chosen := puzzle.Daily("raumschach", int(day)); chosen[0].ID != id || seen[id] {
			t.Errorf("%s: the puzzle is %s", day, id)
		}
		seen[id] = true
	}
	for _, name := range []string{"regular", "holiday", "forgetful", "nomad"} {
		want := w.streak(name, first, last)
		got := w.player(name).AdvanceStreak(w.uptime()).Puzzles.Days.Streak
		t.Logf("%s: %+v", name, got)
		if got.Length != want {
			t.Errorf("%s has a streak of %d, not %d", name, got.Length, want)
		}
	}
	if regular := w.player("regular").Puzzles.Days.Streak; regular.Length != len(w.solved["regular"]) || len(w.away) < 5 {
		t.Errorf("after %d days of outages the regular player has %+v, having solved %d", len(w.away), regular, len(w.solved["regular"]))
	}
}

// uptime returns the stored uptime.
func (w *dailyWorld) uptime() (u bot.Uptime) {
	err := w.store.View(w.t.Context(), func(tx bot.Tx) (err error) {
		u, err = tx.Uptime()
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return u
}

// live is what people do in an hour.
func (w *dailyWorld) live(now time.Time) {
	today := daily.Of(now)
	switch now.Hour() {
	case 3: // the nomad tries to have a day twice
		w.say("nomad@: prefer time Auckland")
		w.solve("nomad")
		w.say("nomad@: prefer time Honolulu")
		w.solve("nomad")
		w.say("peeker@: puzzle raumschach daily")
		w.say("peeker@: puzzle solution")
		w.say("olga@attic!: room time Tokyo")
	case 9:
		if w.random.IntN(4) > 0 {
			w.solve("forgetful")
		}
		w.say("olga@attic!: room puzzle 1:30 Berlin raumschach")
	case 20:
		if !w.solved["regular"][today] {
			w.solve("regular")
		}
		switch {
		case w.resting["holiday"][today]:
		case w.random.IntN(12) == 0 && today < daily.Of(now)+1:
			w.rest("holiday", 1+w.random.IntN(3))
		default:
			w.solve("holiday")
		}
	}
	if now.Hour() < 20 && w.random.IntN(30) == 0 && !w.solved["regular"][today] {
		w.solve("regular")
	}
	w.said = nil
}

// TestDailyPuzzleOfTheDayIsSilent asks the engine about the position of a puzzle of the day and
// those of its solution, in every way that a record allows: it says nothing before the day is over,
// and everything after it.
func TestDailyPuzzleOfTheDayIsSilent(t *testing.T) {
	const secret = "is a puzzle of the day"
	s := newStage(t, "")
	p := puzzle.Daily("tunnelchess-paired-linepiece", int(daily.Of(s.now)))[0]
	moves := append(append([]string{}, p.Record...), p.Line[0])
	if got := said(s, imported("cheat", fmt.Sprintf("[Variant %q]", p.Variant), moves)); !strings.Contains(got, "imported") {
		t.Fatal(got)
	}
	ask := func(ply int) string { return said(s, fmt.Sprintf("cheat@: evaluate 1 at %d", ply)) }
	for _, ply := range []int{len(p.Record), len(p.Record) + 1} {
		if got := ask(ply); !strings.Contains(got, secret) {
			t.Errorf("after %d moves: %s", ply, got)
		}
	}
	s.now = (daily.Of(s.now) + 1).Begins()
	for _, ply := range []int{len(p.Record), len(p.Record) + 1} {
		if got := ask(ply); strings.Contains(got, secret) || !strings.Contains(got, "after move") {
			t.Errorf("the day after: %s", got)
		}
	}
}

// TestDailyPuzzleOfTwoAccounts solves the puzzle of the day with one account after trying it with
// another, and links them; then forgets the player.
func TestDailyPuzzleOfTwoAccounts(t *testing.T) {
	s := newStage(t, "")
	p := puzzle.Daily("raumschach", int(daily.Of(s.now)))[0]
	for _, line := range []string{
		"spy@: puzzle raumschach daily", "spy@: puzzle bd2-cc3", "spy@: puzzle bd2-cd2",
		"mia/matrix@den: puzzle raumschach daily", "mia/matrix@den: puzzle " + p.Line[0],
		"other@: puzzle raumschach daily", "other@: puzzle " + p.Line[0],
	} {
		s.say(line)
	}
	week := func(line string) string { return said(s, line) }
	if got := week("mia/matrix@den: puzzle week"); !strings.Contains(got, "1. mia: 1 day, 1 try") || strings.Contains(got, "other") || !strings.Contains(got, "1. somebody elsewhere: 1 day, 1 try") {
		t.Errorf("before: %s", got)
	}
	s.say("spy@: link")
	s.say("mia/matrix@: link 2222222222")
	s.say("mia/matrix@: link 2222222222 confirm")
	if err := s.direct("wait 25h"); err != nil {
		t.Fatal(err)
	}
	if got := week("mia/matrix@den: puzzle week"); !strings.Contains(got, "2. ") || !strings.Contains(got, ": 1 day, 3 tries") {
		t.Errorf("after linking: %s\n%s", got, s.said)
	}
	s.say("mia/matrix@: forget me confirm")
	if got := week("other@: puzzle week"); strings.Contains(got, "3 tries") || !strings.Contains(got, "1. other: 1 day, 1 try") {
		t.Errorf("after forgetting: %s", got)
	}
}
