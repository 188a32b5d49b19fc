package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// building is a platform whose rooms can be closed: what is said there waits for
// the door to open, or for the end of the service.
type building struct {
	platform bot.Platform
	answer   func(bot.Message) (bot.Receipt, error) // nil: all is well

	mu     sync.Mutex
	doors  map[string]chan struct{} // of closed rooms
	heard  map[string][]bot.MessageID
	inside int // deliveries under way
	most   int
	moved  chan struct{} // receives something after every change
}

func newBuilding(p bot.Platform, closed ...string) *building {
	b := &building{platform: p, doors: map[string]chan struct{}{}, heard: map[string][]bot.MessageID{}, moved: make(chan struct{}, 1)}
	for _, room := range closed {
		b.doors[room] = make(chan struct{})
	}
	return b
}

func (b *building) Platform() bot.Platform { return b.platform }

func (b *building) Deliver(ctx context.Context, m bot.Message) (bot.Receipt, error) {
	b.change(func() { b.inside++; b.most = max(b.most, b.inside) })
	defer b.change(func() { b.inside-- })
	b.mu.Lock()
	door := b.doors[m.Room.ID]
	b.mu.Unlock()
	if door != nil {
		select {
		case <-door:
		case <-ctx.Done():
			return bot.Receipt{}, ctx.Err()
		}
	}
	if b.answer != nil {
		if receipt, err := b.answer(m); err != nil || receipt != (bot.Receipt{}) {
			return receipt, err
		}
	}
	b.change(func() { b.heard[m.Room.ID] = append(b.heard[m.Room.ID], m.ID) })
	return bot.Receipt{}, nil
}

func (b *building) change(do func()) {
	b.mu.Lock()
	do()
	b.mu.Unlock()
	select {
	case b.moved <- struct{}{}:
	default:
	}
}

// until waits for something to come true of the building.
func (b *building) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.After(time.Minute); ; {
		b.mu.Lock()
		yes := is()
		b.mu.Unlock()
		if yes {
			return
		}
		select {
		case <-b.moved:
		case <-limit:
			t.Fatalf("%s: never", what)
		}
	}
}

// post puts messages for rooms into the outbox.
func post(t *testing.T, store bot.Store, p bot.Platform, rooms ...string) {
	t.Helper()
	err := store.Update(t.Context(), func(tx bot.Tx) error {
		for _, room := range rooms {
			m := bot.Message{Platform: p, Room: bot.RoomID{Platform: p, ID: room}, Text: "hello"}
			if _, err := tx.Enqueue(m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// running runs a service until the test ends.
func running(t *testing.T, svc *service.Service, adapters ...bot.Adapter) {
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { svc.Run(ctx, adapters...) })
	t.Cleanup(func() { cancel(); done.Wait() })
}

// TestStall closes a platform, and a room of another: the rest hears everything in order,
// deliveries are bounded, and what is due is done.
func TestStall(t *testing.T) {
	store := storage.Memory()
	svc := service.New(service.Ports{Store: store})
	closed := newBuilding("matrix", "a")
	open := newBuilding("console", "a")
	var rooms []string
	for n := range 300 {
		rooms = append(rooms, []string{"a", "b", "c"}[n%3], fmt.Sprint("room", n%20))
	}
	post(t, store, "matrix", "a", "a")
	post(t, store, "console", rooms...)
	running(t, svc, closed, open)
	open.until(t, "the open rooms hear all", func() bool { return len(open.heard["b"]) == 100 && len(open.heard["room19"]) == 15 })
	closed.until(t, "the other platform is at its first", func() bool { return closed.inside == 1 && closed.most == 1 })
	if _, err := svc.Handle(t.Context(), saying("alice", "challenge bob blocschach")); err != nil {
		t.Fatal(err)
	}
	open.until(t, "the news of the lobby", func() bool { return len(open.heard["lobby"]) == 1 })
	open.mu.Lock()
	for room, ids := range open.heard {
		if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("room %s heard %v", room, ids)
		}
	}
	if len(open.heard["a"]) > 0 || open.most > 8 {
		t.Errorf("a closed room heard %d, %d deliveries were under way", len(open.heard["a"]), open.most)
	}
	close(open.doors["a"])
	open.mu.Unlock()
	open.until(t, "the closed room hears all", func() bool { return len(open.heard["a"]) == 100 })
}

// TestLanesAtOnce closes eight rooms: they are all waited for at once, and no ninth.
func TestLanesAtOnce(t *testing.T) {
	store := storage.Memory()
	rooms := strings.Split("abcdefgh", "")
	b := newBuilding("console", rooms...)
	post(t, store, "console", append(rooms, "i")...)
	running(t, service.New(service.Ports{Store: store}), b)
	b.until(t, "eight at once", func() bool { return b.inside == 8 })
	b.mu.Lock()
	if len(b.heard) > 0 {
		t.Errorf("heard: %v", b.heard)
	}
	close(b.doors["c"])
	b.mu.Unlock()
	b.until(t, "the ninth", func() bool { return len(b.heard["i"]) == 1 })
}

// TestTooSoon has a platform name the time of the next try.
func TestTooSoon(t *testing.T) {
	store := storage.Memory()
	clock := &settableClock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	svc := service.New(service.Ports{Store: store, Clock: clock})
	b := newBuilding("console")
	tries := 0
	b.answer = func(bot.Message) (bot.Receipt, error) {
		if tries++; tries == 1 {
			return bot.Receipt{}, fmt.Errorf("slow down: %w", &bot.TooSoon{Wait: 10 * time.Minute, Err: errors.New("429")})
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", "a", "a")
	for _, step := range []struct {
		wait         time.Duration
		fails        bool
		tries, heard int
	}{{0, true, 1, 0}, {9 * time.Minute, false, 1, 0}, {time.Minute, false, 3, 2}} {
		clock.now = clock.now.Add(step.wait)
		err := svc.Deliver(t.Context(), b)
		if (err != nil) != step.fails || tries != step.tries || len(b.heard["a"]) != step.heard {
			t.Errorf("after %s: %d tries, %d heard, error %v", step.wait, tries, len(b.heard["a"]), err)
		}
	}
}

// TestTriedAgain lets a running service try again when the platform says, and not when something else happens.
func TestTriedAgain(t *testing.T) {
	store := storage.Memory()
	svc := service.New(service.Ports{Store: store})
	b := newBuilding("console")
	tries := 0
	b.answer = func(bot.Message) (bot.Receipt, error) {
		if tries++; tries < 5 {
			return bot.Receipt{}, &bot.TooSoon{Wait: 50 * time.Millisecond, Err: errors.New("429")}
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", "a")
	running(t, svc, b)
	b.until(t, "the fifth try", func() bool { return len(b.heard["a"]) == 1 }) // not one for each heartbeat
}

// TestPanickingAdapter panics over one message: the others are said.
func TestPanickingAdapter(t *testing.T) {
	store := storage.Memory()
	b := newBuilding("console")
	b.answer = func(m bot.Message) (bot.Receipt, error) {
		if m.Room.ID == "a" {
			panic("unthinkable")
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", "a", "b")
	err := service.New(service.Ports{Store: store}).Deliver(t.Context(), b)
	if err == nil || !strings.Contains(err.Error(), "unthinkable") || len(b.heard["b"]) != 1 {
		t.Errorf("error %v, heard %v", err, b.heard)
	}
}

// TestClosedRoom closes the room of a game to the bot for one move. Both players get it in private, and the
// game stays in its room.
func TestClosedRoom(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	service := service.New(service.Ports{Store: store})
	b := newBuilding("console")
	private := map[string]string{}
	b.answer = func(m bot.Message) (bot.Receipt, error) {
		if m.Room == (bot.RoomID{}) {
			private[m.To[0].Name] = m.Text
		}
		closed := m.Room.ID == "lobby" && strings.Contains(m.Text, "vc2-vc3")
		if closed { // as an adapter does that finds it closed
			private[m.To[0].Name] = m.Text
		}
		return bot.Receipt{Private: closed}, nil
	}
	for _, words := range []string{"alice: challenge bob stockschach216 white", "bob: accept", "alice: vc2-vc3", "bob: vc5-vc4"} {
		who, text, _ := strings.Cut(words, ": ")
		if _, err := service.Handle(t.Context(), saying(who, text)); err != nil {
			t.Fatal(err)
		}
		if err := service.Deliver(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(private["bob"], "plays Stockbroker vc2-vc3") || !strings.HasPrefix(private["alice"], "I can't write in the room of game 1 at the moment") || len(private) != 2 {
		t.Errorf("in private: %q", private)
	}
	if heard := b.heard["lobby"]; len(heard) != 3 { // the invitation, the start, the second move
		t.Errorf("in the room: %v", heard)
	}
}

// TestLostRoom has the room of a game disappear: from then on both see it in private.
func TestLostRoom(t *testing.T) {
	store := storage.Memory()
	defer check(t, store)
	svc := service.New(service.Ports{Store: store})
	b := newBuilding("console")
	var private, told []string
	b.answer = func(m bot.Message) (bot.Receipt, error) {
		if m.Room == (bot.RoomID{}) {
			private = append(private, m.To[0].Name)
			if strings.Contains(m.Text, "geht es hier weiter") && strings.Contains(m.Text, "spielt Stockbroker vc2-vc3") {
				told = append(told, m.To[0].Name)
			}
		}
		return bot.Receipt{Lost: m.Room.ID == "lobby" && strings.Contains(m.Text, "vc2-vc3")}, nil
	}
	for _, words := range []string{"alice: challenge bob stockschach216 white", "bob: accept", "alice: vc2-vc3", "bob: vc5-vc4"} {
		who, text, _ := strings.Cut(words, ": ")
		said := saying(who, text)
		said.RoomLocale = "de"
		if _, err := svc.Handle(t.Context(), said); err != nil {
			t.Fatal(err)
		}
		if err := svc.Deliver(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Sort(private); !slices.Equal(slices.Compact(private), []string{"alice", "bob"}) || len(b.heard["lobby"]) != 2 {
		t.Errorf("in private heard %v, in the lobby %v", private, b.heard["lobby"])
	}
	if !slices.Equal(told, []string{"alice"}) { // bob has the move itself
		t.Errorf("%v are told that the room is lost", told)
	}
	err := store.View(t.Context(), func(tx bot.Tx) error {
		g, err := tx.Game(1)
		if g.Seats[0].Room != (bot.RoomID{}) || g.Seats[1].Room != (bot.RoomID{}) {
			t.Errorf("the game is seen in %v and %v", g.Seats[0].Room, g.Seats[1].Room)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
