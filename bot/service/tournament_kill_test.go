package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/service"
)

var errKilled = errors.New("killed")

// mortalStore kills the program at one of its transactions: before it is
// committed, or right after.
type mortalStore struct {
	bot.Store
	updates int // so far
	at      int // the update that kills the program; 0 for none
	after   bool
}

func (s *mortalStore) Update(ctx context.Context, fn func(bot.Tx) error) error {
	s.updates++
	if s.updates != s.at {
		return s.Store.Update(ctx, fn)
	}
	err := s.Store.Update(ctx, func(tx bot.Tx) error {
		if err := fn(tx); err != nil || s.after {
			return err
		}
		return errKilled
	})
	return errors.Join(err, errKilled)
}

// mortal is an event whose program is killed once, and restarted on the
// same store. Users repeat what was not answered.
type mortal struct {
	*event
	dies *mortalStore
}

// newMortal returns a mortal that is killed at a transaction; 0 means never.
func newMortal(t *testing.T, at int, after bool) *mortal {
	m := &mortal{event: &event{stage: newStage(t, ""), id: 1}}
	m.dies = &mortalStore{Store: m.store, at: at, after: after}
	m.restart()
	return m
}

func (m *mortal) restart() {
	m.service = service.New(service.Ports{Store: m.dies, Clock: m, Dice: func(int) int { return 0 }, Searcher: searches, Analysis: 500})
	err := m.service.Start(context.Background(), platforms...)
	if errors.Is(err, errKilled) { // it is started again
		err = m.service.Start(context.Background(), platforms...)
	}
	if err != nil {
		m.t.Fatal(err)
	}
}

// insist has a user repeat a text until it has been answered.
func (m *mortal) insist(who, text string) {
	m.t.Helper()
	r := saying(who, text)
	r.Organiser = who == "boss"
	m.events++
	r.Event = bot.EventID(fmt.Sprint(m.events))
	dead := m.dies.updates >= m.dies.at && m.dies.at > 0
	_, err := m.service.Handle(context.Background(), r)
	if !dead && m.dies.updates >= m.dies.at && m.dies.at > 0 {
		m.restart()
		_, err = m.service.Handle(context.Background(), r)
	}
	if err != nil {
		m.t.Fatalf("%s: %s: %v", who, text, err)
	}
	if err := m.service.PairRounds(context.Background()); errors.Is(err, errKilled) {
		m.restart()
		err = m.service.PairRounds(context.Background())
		if err != nil {
			m.t.Fatal(err)
		}
	} else if err != nil {
		m.t.Fatal(err)
	}
}

// story plays a small tournament with a withdrawal, and returns its records as text.
func (m *mortal) story(organise string) string {
	m.insist("boss", "create "+organise)
	m.insist("boss", "tournament 1 open")
	for _, who := range []string{"ann", "ben", "cleo", "dan", "eve"} {
		m.insist(who, "join 1")
	}
	m.insist("boss", "tournament 1 start")
	for step := 0; !m.tournament().Over(); step++ {
		if step == 4 {
			m.insist("cleo", "leave 1 confirm")
		}
		games := m.open()
		if len(games) == 0 {
			if m.tournament().Over() {
				break
			}
			m.t.Fatal("nothing goes on")
		}
		g := games[step%len(games)]
		white, black := g.Seats[0].User.Name, g.Seats[1].User.Name
		if g.Moves == 0 {
			m.insist(white, fmt.Sprintf("move %d ab2-ab3", g.ID))
			m.insist(black, fmt.Sprintf("move %d eb4-eb3", g.ID))
		}
		m.insist([]string{white, black, black}[step%3], fmt.Sprintf("resign %d confirm", g.ID))
	}
	kept, err := json.Marshal(m.tournament())
	if err != nil {
		m.t.Fatal(err)
	}
	return string(kept)
}

// TestKilledInARound kills the program at every transaction of whole
// tournaments, before or after the commit. Their results must be the same.
func TestKilledInARound(t *testing.T) {
	t.Parallel()
	ways := 1
	if *long {
		ways = 2
	}
	for _, organise := range []string{"swiss raumschach", "roundrobin raumschach", "knockout raumschach"} {
		whole := newMortal(t, 0, false)
		want := whole.story(organise)
		if n := len(whole.tournament().Rounds); n < 3 {
			t.Errorf("%s: only %d rounds", organise, n)
		}
		for at := 1; at <= whole.dies.updates; at++ {
			for _, after := range []bool{at%2 == 0, at%2 != 0}[:ways] {
				m := newMortal(t, at, after)
				if got := m.story(organise); got != want {
					t.Fatalf("%s, killed at transaction %d (kept: %v):\n%s\nwant\n%s", organise, at, after, got, want)
				}
			}
		}
	}
}

// TestPairedOnce pairs the same round several times at once. In the meantime a move
// in another game must not be blocked, and one of the entrants leaves.
func TestPairedOnce(t *testing.T) {
	e := newEvent(t, 1, 8, "swiss raumschach")
	e.must("ann", "challenge ben raumschach white")
	e.must("ben", "accept ann")
	r := saying("boss", "tournament 1 start")
	r.Organiser = true
	if _, err := e.service.Handle(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	changed := &changingStore{Store: e.store, change: func() {
		for who, text := range map[string]string{"ann": "ab2-ab3", "p01": "leave 1 confirm"} {
			if _, err := e.service.Handle(context.Background(), saying(who, text)); err != nil {
				t.Errorf("%s: %s: %v", who, text, err)
			}
		}
	}}
	other := service.New(service.Ports{Store: changed, Clock: e, Dice: func(int) int { return 0 }})
	done := make(chan error)
	for range 4 {
		go func() { done <- other.PairRounds(context.Background()) }()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	played := e.tournament()
	if len(played.Rounds) != 1 || changed.views < 2 {
		t.Fatalf("%d rounds after %d looks", len(played.Rounds), changed.views)
	}
	for _, g := range played.Rounds[0].Games {
		if g.White == 1 || g.Black == 1 {
			t.Errorf("who has left is paired: %+v", g)
		}
	}
	if len(played.Rounds[0].Byes) != 2 {
		t.Errorf("byes: %+v", played.Rounds[0].Byes)
	}
	if played.Rounds[0].Games[0].Result != pairing.Pending {
		t.Error("a game has ended by itself")
	}
}

// changingStore calls change after the first View.
type changingStore struct {
	bot.Store
	views  int
	change func()
}

func (s *changingStore) View(ctx context.Context, fn func(bot.Tx) error) error {
	err := s.Store.View(ctx, fn)
	if s.views++; s.views == 1 {
		s.change()
	}
	return err
}

// TestSkipWhilePaired checks that nobody can keep a round from being paired by changing their mind
// repeatedly, nor end a small tournament by not playing.
func TestSkipWhilePaired(t *testing.T) {
	e := newEvent(t, 1, 2, "swiss raumschach", "rounds 1")
	r := saying("boss", "tournament 1 start")
	r.Organiser = true
	if _, err := e.service.Handle(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	var p *bot.Problem
	if _, err := e.service.Handle(context.Background(), saying("p01", "bye 1")); !errors.As(err, &p) || p.Kind != bot.NotNow {
		t.Errorf("a bye in a round that is being paired: %v", err)
	}
	if err := e.service.PairRounds(context.Background()); err != nil {
		t.Fatal(err)
	}
	if games := len(e.open()); games != 1 {
		t.Errorf("%d games begin", games)
	}
	late := newEvent(t, 1, 4, "swiss raumschach", "rounds 3")
	late.must("boss", "tournament 1 start")
	for _, who := range []string{"p01", "p02", "p03"} {
		late.must(who, "bye 1 2")
	}
	for _, g := range late.open() {
		late.must(g.Seats[1].User.Name, fmt.Sprintf("resign %d confirm", g.ID))
	}
	if played := late.tournament(); played.Phase != bot.Running || len(played.Rounds) != 3 || len(late.open()) == 0 {
		t.Errorf("it is %s (%s) in round %d with %d games", played.Phase, played.Why, len(played.Rounds), len(late.open()))
	}
}
