package service_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
	"raumbot/storage"
)

// meeting is an event of many games at once, among the people of two rooms on different platforms,
// whose program is killed again and again.
type meeting struct {
	*assembly
	gone map[string]bool // those who never play
	side map[string]rules.Side
	lost bool // the room of White has been deleted
}

func newMeeting(t *testing.T, seed uint64) *meeting {
	m := &meeting{assembly: &assembly{t: t, store: storage.Memory(), clock: &stoppedClock{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}, r: rand.New(rand.NewPCG(seed, 3)),
		rooms: [2]bot.RoomID{{Platform: "console", ID: "red"}, {Platform: "matrix", ID: "blue"}}}, gone: map[string]bool{}, side: map[string]rules.Side{}}
	m.dies = &mortalStore{Store: m.store}
	m.start()
	return m
}

// tell has somebody say something in their room, during which the program may be killed, and then
// pairs and delivers.
func (m *meeting) tell(who, text string) {
	m.t.Helper()
	if m.r.IntN(4) == 0 {
		m.doom()
	}
	m.say(m.side[who], who, text)
	m.settle()
}

// settle pairs what waits for it, and delivers all messages.
func (m *meeting) settle() {
	m.t.Helper()
	for m.svc.PairRounds(context.Background()) != nil {
		m.kills++
		m.start()
	}
	for _, room := range m.rooms {
		for {
			err := m.svc.Deliver(context.Background(), deafRoom{room.Platform, m.rooms[0], &m.lost})
			if err == nil {
				break
			}
			if !errors.Is(err, errKilled) {
				m.t.Fatal(err)
			}
			m.kills++
			m.start()
		}
	}
}

// deafRoom is a platform that shows nothing. If lost is set, one of its rooms has been deleted.
type deafRoom struct {
	platform bot.Platform
	room     bot.RoomID
	lost     *bool
}

func (d deafRoom) Platform() bot.Platform { return d.platform }

func (d deafRoom) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	return bot.Receipt{Shown: "here", Lost: *d.lost && m.Room == d.room}, nil
}

// wait lets time pass.
func (m *meeting) wait(d time.Duration) {
	m.t.Helper()
	m.clock.now = m.clock.now.Add(d)
	if err := beatUntil(m.store, m.clock.now); err != nil {
		m.t.Fatal(err)
	}
	m.doom()
	m.sweep()
	m.settle()
}

// record returns the tournament, and its games by their numbers.
func (m *meeting) record() (t *tournament.Tournament, games map[bot.GameID]bot.Game) {
	m.t.Helper()
	games = map[bot.GameID]bot.Game{}
	err := m.store.View(context.Background(), func(tx bot.Tx) error {
		record, err := tx.Tournament(1)
		t = tournament.Of(record)
		for _, r := range record.Rounds {
			for _, entry := range r.Games {
				g, missing := tx.Game(entry.ID)
				games[entry.ID], err = g, errors.Join(err, missing)
			}
		}
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return t, games
}

// step has something happen in a random game that goes on.
func (m *meeting) step() {
	m.t.Helper()
	t, games := m.record()
	running := t.Running()
	g := games[running[m.r.IntN(len(running))].ID]
	white, black := g.Seats[0].User.Name, g.Seats[1].User.Name
	mover := g.Seats[g.Turn].User.Name
	switch {
	case m.gone[mover]:
		m.wait(3 * time.Hour)
	case g.Moves == 0:
		m.tell(white, fmt.Sprintf("move %d ab2-ab3", g.ID))
	case g.Moves == 1:
		m.tell(black, fmt.Sprintf("move %d eb4-eb3", g.ID))
	case m.gone[white] || m.gone[black]:
		m.wait(3 * time.Hour)
	case m.r.IntN(3) > 0:
		m.tell([]string{white, black}[m.r.IntN(2)], fmt.Sprintf("resign %d confirm", g.ID))
	default:
		m.tell(white, fmt.Sprintf("draw %d", g.ID))
		m.tell(black, fmt.Sprintf("draw %d accept", g.ID))
	}
}

// halves counts the half points of the two sides of a game by its result alone.
func halves(g bot.Game) (white, black int) {
	switch r := g.Result; {
	case r == nil || r.Aborted && r.Reason != bot.NotBegun:
		return 0, 0
	case r.Aborted && g.Turn == rules.White || !r.Aborted && r.Winner != nil && *r.Winner == rules.Black:
		return 0, 2
	case r.Aborted || r.Winner != nil:
		return 2, 0
	}
	return 1, 1
}

// score matches the points in a line of results.
var score = regexp.MustCompile(`(\d+½?|½) points?`)

// points reads a number of half points.
func points(text string) (n int) {
	whole, half := strings.CutSuffix(text, "½")
	fmt.Sscan(whole, &n)
	if half {
		return 2*n + 1
	}
	return 2 * n
}

// TestSimulOfTwenty plays a simul of 20 boards on a bent clock, with players who never move, one
// who is forgotten, one who leaves, a room that is deleted and a program that is killed again and
// again. It ends by itself, and its table is that of its games.
func TestSimulOfTwenty(t *testing.T) {
	t.Parallel()
	manyMeetings(t, func(m *meeting, seed uint64) {
		m.side["host"] = rules.White
		m.tell("host", "simul raumschach most 20 1d everywhere")
		for n := range 20 {
			who := fmt.Sprintf("p%02d", n+1)
			m.side[who] = rules.Side(n % 2)
			m.gone[who] = n%6 == 5
			m.tell(who, "join 1")
		}
		m.gone["host"] = seed%4 == 1
	})
}

// TestMatchOfTwenty does the same with a match of 20 boards between two rooms.
func TestMatchOfTwenty(t *testing.T) {
	t.Parallel()
	manyMeetings(t, func(m *meeting, seed uint64) {
		m.side["p01"], m.side["p02"] = rules.White, rules.Black
		m.tell("p01", fmt.Sprintf("match challenge raumschach boards 20 1d games %d", 1+seed%2))
		m.tell("p02", "match 1 accept")
		for n := range 42 {
			who := fmt.Sprintf("p%02d", n+1)
			m.side[who] = rules.Side(n % 2)
			m.gone[who] = n%10 >= 8
			m.tell(who, "join 1")
		}
		m.tell("p02", "match start")
		if seed%2 == 0 {
			m.tell("p01", "match start")
		} else {
			m.wait(8 * bot.Day) // it begins by itself
		}
		played, _ := m.record()
		old, fresh := played.Entrants[played.Groups[0][3]-1].User.Name, played.Entrants[played.Groups[0][20]-1].User.Name
		m.tell("p01", "match substitute "+fresh+" board 4")
		if replaced, _ := m.record(); replaced.Groups[0][3] != played.Groups[0][20] {
			m.t.Errorf("%s does not play in place of %s", fresh, old)
		}
	})
}

// manyMeetings plays several meetings of 20 boards to their ends.
func manyMeetings(t *testing.T, begin func(m *meeting, seed uint64)) {
	kills, boards, seeds := 0, 0, uint64(2)
	if *long {
		seeds = 20
	}
	for seed := range seeds {
		m := newMeeting(t, seed)
		begin(m, seed)
		if played, games := m.record(); played.Phase != bot.Running || len(games) != 20*played.Total() {
			t.Fatalf("it is %s, with %d games", played.Phase, len(games))
		}
		m.play()
		_, games := m.record()
		boards += len(games)
		check(t, m.store)
		for _, p := range platforms {
			err := m.store.View(context.Background(), func(tx bot.Tx) error {
				if n, err := tx.Depth(p); n > 0 || err != nil {
					t.Errorf("%d messages wait for %s: %v", n, p, err)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
		kills += m.kills
	}
	figures(t, "meetings", seeds, "games", boards, "kills", kills)
	if kills < 20 {
		t.Errorf("the program was killed only %d times", kills)
	}
}

// play plays a meeting to its end.
func (m *meeting) play() {
	m.t.Helper()
	began := m.clock.now
	for n := 0; ; n++ {
		played, games := m.record()
		m.compare(played, games)
		if played.Over() {
			return
		}
		if m.clock.now.Sub(began) > 60*bot.Day || n > 1000 {
			m.t.Fatalf("it does not end: %d games go on", len(played.Running()))
		}
		switch n {
		case 12:
			m.tell("p02", "forget me confirm")
		case 14:
			m.tell("p03", "leave 1 confirm")
		case 16:
			m.lost = true
		}
		if played, _ := m.record(); len(played.Running()) > 0 {
			m.step()
		}
	}
}

// compare compares the table of a meeting with its games. The first points are those of the host or
// of the first team.
func (m *meeting) compare(t *tournament.Tournament, games map[bot.GameID]bot.Game) {
	m.t.Helper()
	var want [2]int
	open := 0
	for _, r := range t.Rounds {
		for _, entry := range r.Games {
			g := games[entry.ID]
			white, black := halves(g)
			first := 0
			if t.System == bot.TeamMatch && m.side[t.Entrants[entry.White-1].User.Name] == rules.Black || t.Entrants[entry.White-1].User.Name == bot.NobodyName && t.Entrants[entry.White-1].Team == 1 {
				first = 1
			}
			want[first] += white
			want[1-first] += black
			if g.Result == nil {
				open++
			}
			if (entry.Result == pairing.Pending) != (g.Result == nil) {
				m.t.Errorf("game %d is %s in the record", g.ID, entry.Result)
			}
		}
	}
	head, _, _ := strings.Cut(phrase.English(tournament.Results(t)), "\n")
	shown := score.FindAllStringSubmatch(head, -1)
	if len(shown) != 2 || points(shown[0][1]) != want[0] || points(shown[1][1]) != want[1] || strings.Contains(head, "on.") != (open > 0) {
		m.t.Errorf("%v half points, %d games go on, and the table says: %s", want, open, head)
	}
	if t.System == bot.TeamMatch && open == 0 && strings.Contains(head, "drawn") != (want[0] == want[1]) {
		m.t.Errorf("%v half points, and the table says: %s", want, head)
	}
	if t.Phase == bot.Completed && open > 0 {
		m.t.Errorf("it is over, and %d games go on", open)
	}
}
