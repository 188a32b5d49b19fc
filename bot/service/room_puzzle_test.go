package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/daily"
	"raumbot/bot/puzzle"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// run lets the bot run for a while, and returns when puzzles came to a room, in UTC.
func (s *stage) run(d, step time.Duration, room string) (came []string) {
	s.t.Helper()
	s.heard = func(m bot.RenderedMessage) {
		if m.Room.ID == room && strings.Contains(m.Text, "puzzle of the day") {
			came = append(came, s.now.Format("02 15:04"))
		}
	}
	defer func() { s.heard = nil }()
	for end := s.now.Add(d); s.now.Before(end); {
		s.now = s.now.Add(step)
		if err := s.service.Sweep(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
		s.deliver()
	}
	return came
}

// lateClock is the system's clock, but that it is another hour.
type lateClock struct{ by time.Duration }

func (c lateClock) Now() time.Time { return time.Now().Add(c.by) }

// TestDailyPuzzleIsPunctual runs the service shortly before the hour of a puzzle: it comes then,
// and not with the next heartbeat.
func TestDailyPuzzleIsPunctual(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hour := time.Date(2026, 3, 27, 18, 0, 0, 0, time.UTC)
		clock := lateClock{time.Until(hour) - bot.Heartbeat/10}
		svc := service.New(service.Ports{Store: storage.Memory(), Clock: clock})
		r := saying("olga", "room puzzle 18:00 UTC raumschach")
		r.Organiser, r.WideOrganiser = true, true
		if _, err := svc.Handle(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		came := make(chan time.Time, 1)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() {
			svc.Run(ctx, answering{"console", func(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
				if strings.Contains(m.Text, "puzzle of the day") {
					came <- clock.Now()
				}
				return bot.Receipt{}, nil
			}})
		})
		if at := <-came; at.Before(hour) || at.After(hour.Add(time.Second)) {
			t.Errorf("the puzzle came at %s", at)
		}
		cancel()
		running.Wait()
	})
}

// TestDailyPuzzleOverSummerTime has rooms with puzzles at the same time of the day for days around
// both changes of the clocks. On the day of the change half past two is skipped, or comes twice.
func TestDailyPuzzleOverSummerTime(t *testing.T) {
	for _, c := range []struct {
		from     time.Time
		settings []string
		want     []string
	}{
		{time.Date(2026, 3, 27, 20, 0, 0, 0, time.UTC), []string{"room puzzle 18:00 Berlin"}, []string{"28 17:00", "29 16:00", "30 16:00"}},
		{time.Date(2026, 10, 23, 20, 0, 0, 0, time.UTC), []string{"room time Berlin", "room puzzle 18:00"}, []string{"24 16:00", "25 17:00", "26 17:00"}},
		{time.Date(2026, 3, 27, 20, 0, 0, 0, time.UTC), []string{"room puzzle 2:30", "room time Berlin"}, []string{"28 01:30", "29 01:30", "30 00:30"}},
		{time.Date(2026, 10, 23, 20, 0, 0, 0, time.UTC), []string{"room puzzle 2:30 Berlin raumschach"}, []string{"24 00:30", "25 00:30", "26 01:30"}},
		{time.Date(2026, 3, 27, 20, 0, 0, 0, time.UTC), []string{"room time Berlin", "room puzzle 18:00 +1"}, []string{"28 17:00", "29 17:00", "30 17:00"}},
		{time.Date(2026, 3, 27, 20, 0, 0, 0, time.UTC), []string{"room time Berlin", "room puzzle 18:00", "room default puzzle 18:00"}, []string{"28 18:00", "29 18:00", "30 18:00"}},
	} {
		s := newStage(t, "")
		s.now = c.from
		for _, text := range c.settings {
			s.say("olga!: " + text)
		}
		s.now = c.from // without the seconds of what was said
		if came := s.run(72*time.Hour, 10*time.Minute, "lobby"); !slices.Equal(came, c.want) {
			t.Errorf("%s: came at %s, want %s", strings.Join(c.settings, ", "), came, c.want)
		}
	}
}

// TestDailyPuzzleFollowsTheRoom changes the zones of rooms after their puzzles have been set: those
// follow that have no zone of their own, also in threads.
func TestDailyPuzzleFollowsTheRoom(t *testing.T) {
	s := newStage(t, "")
	start := s.now // noon
	for _, line := range []string{
		"olga!: room puzzle 18:00", "olga@den!: room puzzle 18:00 New York", "olga@thread.den!: room puzzle 18:00", "olga@own.den!: room time Tokyo", "olga@own.den!: room puzzle 18:00",
		"olga!: room time Berlin", "olga@den!: room time Los Angeles",
	} {
		s.say(line)
	}
	s.now = start
	next := func(room string) string {
		var r bot.Room
		err := s.store.View(t.Context(), func(tx bot.Tx) (err error) {
			r, err = tx.Room(bot.RoomID{Platform: "console", ID: room})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return r.Puzzle.Next.Format("02 15:04")
	}
	for room, want := range map[string]string{"lobby": "05 17:00", "den": "05 23:00", "thread": "06 02:00", "own": "06 09:00"} {
		if got := next(room); got != want {
			t.Errorf("%s: the next puzzle comes at %s, want %s", room, got, want)
		}
	}
	s.said = nil
	s.say("anna@thread.den: room")
	if !strings.Contains(s.said[0], "Puzzle of the day: at 18:00 (America/Los_Angeles)") {
		t.Errorf("in the thread: %s", s.said)
	}
	// A puzzle that is due when the zone changes still comes, once.
	s.now = s.now.Add(5*time.Hour + time.Minute)
	s.say("olga!: room time Tokyo")
	s.now = start.Add(5*time.Hour + 2*time.Minute)
	if came := s.run(24*time.Hour, time.Minute*30, "lobby"); !slices.Equal(came, []string{"05 17:32", "06 09:02"}) {
		t.Errorf("after a late change: %s", came)
	}
}

// daily returns the puzzles of a room.
func (s *stage) daily(room string) bot.DailyPuzzle {
	s.t.Helper()
	var r bot.Room
	err := s.store.View(s.t.Context(), func(tx bot.Tx) (err error) {
		r, err = tx.Room(bot.RoomID{Platform: "console", ID: room})
		return err
	})
	if err != nil || r.Puzzle == nil || r.Puzzle.ID == "" {
		s.t.Fatal(r.Puzzle, err)
	}
	return *r.Puzzle
}

// TestDailyPuzzleWords reads all that `room puzzle` may be followed by.
func TestDailyPuzzleWords(t *testing.T) {
	const noTime, noZone, noGame, neither = "Give a time of day", "I know no time zone “%s”", "There is no game called “%s”", "It isn't a time zone either"
	for text, want := range map[string]string{
		"18:00": "at 18:00 (Europe/Rome)", "0:00": "at 0:00 (Europe/Rome)", "23:59 utc": "at 23:59 (UTC)", "07:05 z": "at 7:05 (UTC)",
		"18:00 raumschach": "at 18:00 (Europe/Rome), of Raumschach", "18:00 +2": "at 18:00 (UTC+2)", "18:00 -3:30 raumschach": "at 18:00 (UTC-3:30), of Raumschach",
		"18:00 UTC+2": "at 18:00 (UTC+2)", "18:00 utc + 2 Raumschach": "at 18:00 (UTC+2), of Raumschach", "18:00 Berlin": "at 18:00 (Europe/Berlin)",
		"18:00 new york": "at 18:00 (America/New_York)", "18:00  New  York raumschach": "at 18:00 (America/New_York), of Raumschach",
		"18:00 raumschach Europe/Berlin": "at 18:00 (Europe/Berlin), of Raumschach", "18:00 America/New_York stockschach 216": "at 18:00 (America/New_York), of Stockschach 216",
		"18:00 off": neither, "18": noTime, "6pm": "at 18:00 (Europe/Rome)", "24:00": noTime, "18:60": noTime, "18:0": noTime, "Berlin 18:00": "at 18:00 (Europe/Berlin)", "daily": noTime, "-1:00": noTime,
		"18:00 Atlantis": neither, "18:00 raumshach": "Did you mean `raumschach`?", "18:00 Atlantis raumschach": fmt.Sprintf(noZone, "Atlantis"), "18:00 Europe/Atlantis": fmt.Sprintf(noZone, "Europe/Atlantis"),
		"18:00 +15": fmt.Sprintf(noZone, "+15"), "18:00 -15 raumschach": fmt.Sprintf(noZone, "-15"), "18:00 Berlin chess": fmt.Sprintf(noGame, "chess"), "18:00 Berlin Rome": fmt.Sprintf(noGame, "Rome"),
		"18:00 stockschach": "Which game do you mean?",
	} {
		s := newStage(t, "")
		s.say("olga!: room time Rome")
		s.said = nil
		s.say("olga!: room puzzle " + text)
		words := map[bool]string{true: "Puzzle of the day: ", false: ""}[strings.HasPrefix(want, "at ")] + want
		all := strings.Join(s.said, "\n")
		if !strings.Contains(all, words) || strings.HasPrefix(want, "at ") && !strings.Contains(all+"\n", words+"\n") {
			t.Errorf("room puzzle %s:\n%s\nwant %s", text, all, words)
		}
		if strings.Contains(all, "went wrong") {
			t.Errorf("room puzzle %s: %s", text, all)
		}
		s.store.Close()
	}
	for _, v := range rules.Variants() {
		for _, word := range append(strings.Fields(v.Title), v.Name, v.Title) {
			if zone, ok := bot.ParseZone(word); ok {
				t.Errorf("%s is a game and the zone %s", word, zone)
			}
		}
	}
	if _, err := command.FindVariant("berlin"); err == nil {
		t.Error("Berlin is a game")
	}
}

// TestDailyPuzzleSolvers opens the puzzle of a room in ways by which one could know its solution
// and still be listed as a solver, or solve it and not be listed.
func TestDailyPuzzleSolvers(t *testing.T) {
	s := newStage(t, "")
	s.say("olga!: room puzzle 18:00 +0 raumschach")
	s.run(7*time.Hour, time.Hour, "lobby")
	p, _ := puzzle.Find(s.daily("lobby").ID)
	position, err := p.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	wrong := position.Text(position.Legal()[0])
	if wrong == p.Line[0] {
		wrong = position.Text(position.Legal()[1])
	}
	say := func(name string, texts ...string) {
		for _, text := range texts {
			s.say(name + ": puzzle " + text)
		}
	}
	solve := func(name string) {
		for n := range p.Asked() {
			s.say(name + ": puzzle " + p.Line[2*n])
		}
	}
	rated := func(name string) bot.PuzzleRecord { return s.player(name).Puzzles }

	// Another game's puzzle in between does not make the next answer the first.
	say("anna", p.ID, wrong, "gutenschach", p.ID)
	solve("anna")
	if r := rated("anna"); r.Solved != 0 || r.Failed != 1 {
		t.Errorf("anna, who was wrong at first: %+v", r)
	}
	// Whoever has given up cannot solve it.
	say("bert", p.ID, "solution", p.ID)
	solve("bert")
	// It may be open already, from elsewhere, and may have been solved there.
	s.say("carl@: puzzle raumschach daily")
	say("carl", p.ID)
	solve("carl")
	if r := rated("carl"); r.Solved != 1 {
		t.Errorf("carl, who was right at once: %+v", r)
	}
	s.say("dora@: puzzle raumschach daily")
	for n := range p.Asked() {
		s.say("dora@: puzzle " + p.Line[2*n])
	}
	say("dora", p.ID)
	// Nobody gets it as any other puzzle.
	for range len(puzzle.Of(p.Variant)) {
		if say("emil", "raumschach next"); rated("emil").Current == p.ID {
			t.Fatal("the puzzle of the day is shown to anybody")
		}
	}
	// Somebody who solves it elsewhere is listed there alone, and whoever solves it too late nowhere.
	s.say("fred@: puzzle raumschach daily")
	for n := range p.Asked() {
		s.say("fred@: puzzle " + p.Line[2*n])
	}
	say("gina", p.ID)
	if strings.Contains(strings.Join(s.said, "\n"), "The solution of") {
		t.Error("somebody is told the solution")
	}
	s.said = nil
	s.now = daily.Of(s.now.Add(24 * time.Hour)).Begins()
	solve("gina")
	if r := rated("gina"); r.Solved != 0 || r.Days.Streak.Length != 0 {
		t.Errorf("gina, who was late: %+v", r)
	}
	s.run(19*time.Hour, time.Hour, "lobby")
	want := "The solution of " + p.ID + ": " + strings.Join(p.Line, ", ") + ". Solved at the first try by carl and dora. Solved by anna."
	if all := strings.Join(s.said, "\n"); !strings.Contains(all, want) {
		t.Errorf("said: %s\nwant %s", all, want)
	}
}

// puzzleRooms returns the rooms that get puzzles.
func (s *stage) puzzleRooms() (ids []string) {
	s.t.Helper()
	err := s.store.View(s.t.Context(), func(tx bot.Tx) error {
		all, err := tx.DuePuzzles(s.now.AddDate(1, 0, 0), 0)
		for _, r := range all {
			ids = append(ids, r.ID.ID)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return ids
}

// TestDailyPuzzleOfALostRoom gives puzzles to a room that is gone, one that is closed to the bot,
// one that another has taken the place of, a thread whose messages go to its channel, and one that
// cannot be reached for a week.
func TestDailyPuzzleOfALostRoom(t *testing.T) {
	room := func(id string) bot.RoomID { return bot.RoomID{Platform: "console", ID: id} }
	unreachable := fmt.Errorf("not now")
	for _, c := range []struct {
		name, in string
		receipt  bot.Receipt
		err      error
		tried    int      // messages that were given to the adapter in a week
		rooms    []string // that get puzzles then
	}{
		{"gone", "lobby", bot.Receipt{Lost: true}, nil, 1, nil},
		{"closed", "lobby", bot.Receipt{Private: true}, nil, 13, []string{"lobby"}},
		{"replaced", "lobby", bot.Receipt{Thread: room("attic")}, nil, 13, []string{"attic"}},
		{"deleted thread", "thread.den", bot.Receipt{Thread: room("den")}, nil, 1, nil},
		{"unreachable", "lobby", bot.Receipt{}, unreachable, 0, []string{"lobby"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, "")
			s.say("olga@" + c.in + "!: room time Berlin puzzle 18:00 raumschach")
			delivered := map[bot.MessageID]bool{}
			s.now = s.now.Add(6 * time.Hour)
			for range 7 {
				s.now = s.now.Add(24 * time.Hour)
				if err := s.service.Sweep(t.Context()); err != nil {
					t.Fatal(err)
				}
				var waiting []bot.Message
				err := s.store.View(t.Context(), func(tx bot.Tx) (err error) {
					waiting, err = tx.Waiting("console", 0, 0)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				if len(waiting) > 2 {
					t.Fatalf("%d messages wait", len(waiting))
				}
				s.service.Deliver(t.Context(), answering{"console", func(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
					if c.err == nil {
						delivered[m.ID] = true
					}
					return c.receipt, c.err
				}})
			}
			if got := s.puzzleRooms(); !slices.Equal(got, c.rooms) || len(delivered) != c.tried {
				t.Errorf("after a week puzzles come to %v, and %d messages were delivered; want %v, %d", got, len(delivered), c.rooms, c.tried)
			}
			if c.err != nil { // it is back: the puzzle that waited, and the next one at its time
				s.open() // the lane of the room would rest for a while
				s.said = nil
				s.deliver()
				if len(s.said) != 1 || !strings.Contains(s.said[0], "The puzzle of the day is") {
					t.Errorf("when it is back: %s", s.said)
				}
			}
			if c.name == "replaced" {
				s.said = nil
				s.say("olga@attic!: room puzzle off")
				if !strings.Contains(strings.Join(s.said, "\n"), "Times: those of Europe/Berlin") || !strings.Contains(strings.Join(s.said, "\n"), "still comes, when its day is over") {
					t.Errorf("in the new room: %s", s.said)
				}
				if came := s.run(24*time.Hour, time.Hour, "attic"); came != nil || s.puzzleRooms() != nil || !strings.Contains(strings.Join(s.said, "\n"), "The solution of") {
					t.Errorf("a day later: %v, %v, %s", came, s.puzzleRooms(), s.said)
				}
			}
		})
	}
}

// TestMissedDailyPuzzles stops the bot for ten days: one puzzle comes when it runs again, and the
// next at its time.
func TestMissedDailyPuzzles(t *testing.T) {
	s := newStage(t, "")
	s.say("olga!: room puzzle 18:00 Berlin")
	s.now = time.Date(2026, 3, 24, 20, 0, 0, 0, time.UTC)
	if came := s.run(10*time.Minute, 10*time.Minute, "lobby"); len(came) != 1 {
		t.Errorf("came at %s", came)
	}
	s.now = time.Date(2026, 4, 3, 20, 0, 0, 0, time.UTC)
	if came := s.run(24*time.Hour, 10*time.Minute, "lobby"); !slices.Equal(came, []string{"03 20:10", "04 16:00"}) {
		t.Errorf("came at %s", came)
	}
}
