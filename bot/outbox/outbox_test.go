package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/outbox"
	"raumbot/bot/phrase"
	"raumbot/bot/signal"
	"raumbot/storage"
)

// platform is an adapter whose rooms can be blocked: a delivery there waits until the room is
// unblocked or the outbox stops.
type platform struct {
	name   bot.Platform
	answer func(bot.RenderedMessage) (bot.Receipt, error) // nil for success

	mu      sync.Mutex
	blocked map[string]chan struct{} // by room; closing the channel unblocks it
	heard   map[string][]bot.MessageID
	inside  int // deliveries in progress
	most    int
	changed chan struct{} // receives a value after every change
}

func newPlatform(name bot.Platform, blocked ...string) *platform {
	p := &platform{name: name, blocked: map[string]chan struct{}{}, heard: map[string][]bot.MessageID{}, changed: make(chan struct{}, 1)}
	for _, room := range blocked {
		p.blocked[room] = make(chan struct{})
	}
	return p
}

func (p *platform) Platform() bot.Platform { return p.name }

func (p *platform) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	p.change(func() { p.inside++; p.most = max(p.most, p.inside) })
	defer p.change(func() { p.inside-- })
	p.mu.Lock()
	opened := p.blocked[m.Room.ID]
	p.mu.Unlock()
	if opened != nil {
		select {
		case <-opened:
		case <-ctx.Done():
			return bot.Receipt{}, ctx.Err()
		}
	}
	if p.answer != nil {
		if receipt, err := p.answer(m); err != nil || receipt != (bot.Receipt{}) {
			return receipt, err
		}
	}
	p.change(func() { p.heard[m.Room.ID] = append(p.heard[m.Room.ID], m.ID) })
	return bot.Receipt{}, nil
}

func (p *platform) change(do func()) {
	p.mu.Lock()
	do()
	p.mu.Unlock()
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// until waits for a condition.
func (p *platform) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.After(time.Minute); ; {
		p.mu.Lock()
		yes := is()
		p.mu.Unlock()
		if yes {
			return
		}
		select {
		case <-p.changed:
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

// run runs the outbox until the test ends.
func run(t *testing.T, o *outbox.Outbox, to ...bot.Adapter) {
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	for _, a := range to {
		done.Go(func() { o.Run(ctx, a) })
	}
	t.Cleanup(func() { cancel(); done.Wait() })
}

// clock is a clock that shows a fixed time. The zero value shows the system's.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time {
	if c.now.IsZero() {
		return time.Now()
	}
	return c.now
}

// stopped returns a clock with a fixed time.
func stopped() *clock { return &clock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }

// sender sends messages unchanged, and stores with each delivery when the room was last written to.
type sender struct {
	refuse error // the error of Delivered
}

func (*sender) Prepare(_ context.Context, m bot.Message) (bot.RenderedMessage, error) {
	m.Text += " there"
	return bot.Render(m, phrase.Language{}), nil
}

func (s *sender) Delivered(tx bot.Tx, m bot.RenderedMessage, receipt bot.Receipt) error {
	if s.refuse != nil {
		return s.refuse
	}
	return tx.PutRoom(bot.Room{ID: m.Room, Locale: receipt.Thread.ID})
}

// meter counts deliveries.
type meter struct {
	bot.NoMeter
	mu           sync.Mutex
	good, failed int
}

func (m *meter) Delivered(_ bot.Platform, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ok {
		m.good++
	} else {
		m.failed++
	}
}

// open returns an outbox for a store.
func open(t *testing.T, store bot.Store, at *clock) *outbox.Outbox {
	return outbox.New(outbox.Ports{Store: store, Clock: at, AtWork: atWork, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Meter: &meter{}, Sender: &sender{}, Changed: &signal.Broadcast{}})
}

// TestBlockedRoom blocks a platform, and a room of another: all other rooms get everything in
// order, and the number of concurrent deliveries is limited.
func TestBlockedRoom(t *testing.T) {
	store := storage.Memory()
	matrix, console := newPlatform("matrix", "a"), newPlatform("console", "a")
	var rooms []string
	for n := range 300 {
		rooms = append(rooms, []string{"a", "b", "c"}[n%3], fmt.Sprint("room", n%20))
	}
	post(t, store, "matrix", "a", "a")
	post(t, store, "console", rooms...)
	run(t, open(t, store, &clock{}), matrix, console)
	console.until(t, "the other rooms get everything", func() bool { return len(console.heard["b"]) == 100 && len(console.heard["room19"]) == 15 })
	matrix.until(t, "the other platform is at its first", func() bool { return matrix.inside == 1 && matrix.most == 1 })
	console.mu.Lock()
	for room, ids := range console.heard {
		if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("room %s got %v", room, ids)
		}
	}
	if len(console.heard["a"]) > 0 || console.most > 8 {
		t.Errorf("a blocked room got %d, %d deliveries were under way", len(console.heard["a"]), console.most)
	}
	close(console.blocked["a"])
	console.mu.Unlock()
	console.until(t, "the blocked room gets everything", func() bool { return len(console.heard["a"]) == 100 })
}

// TestLanesAtOnce blocks eight rooms: deliveries to all of them are in progress at once, and to no
// ninth.
func TestLanesAtOnce(t *testing.T) {
	store := storage.Memory()
	rooms := strings.Split("abcdefgh", "")
	b := newPlatform("console", rooms...)
	post(t, store, "console", append(rooms, "i")...)
	run(t, open(t, store, &clock{}), b)
	b.until(t, "eight at once", func() bool { return b.inside == 8 })
	b.mu.Lock()
	if len(b.heard) > 0 {
		t.Errorf("heard: %v", b.heard)
	}
	close(b.blocked["c"])
	b.mu.Unlock()
	b.until(t, "the ninth", func() bool { return len(b.heard["i"]) == 1 })
}

// TestRetryAfter checks that the platform's time for a retry is obeyed.
func TestRetryAfter(t *testing.T) {
	store := storage.Memory()
	at := stopped()
	o := open(t, store, at)
	b := newPlatform("console")
	tries := 0
	b.answer = func(bot.RenderedMessage) (bot.Receipt, error) {
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
		at.now = at.now.Add(step.wait)
		err := o.Deliver(t.Context(), b)
		if (err != nil) != step.fails || tries != step.tries || len(b.heard["a"]) != step.heard {
			t.Errorf("after %s: %d tries, %d heard, error %v", step.wait, tries, len(b.heard["a"]), err)
		}
	}
}

// TestRetryTime checks that a retry happens at the time that the platform gave, not at the next
// heartbeat.
func TestRetryTime(t *testing.T) {
	store := storage.Memory()
	o := open(t, store, &clock{})
	b := newPlatform("console")
	tries := 0
	b.answer = func(bot.RenderedMessage) (bot.Receipt, error) {
		if tries++; tries < 5 {
			return bot.Receipt{}, &bot.TooSoon{Wait: 50 * time.Millisecond, Err: errors.New("429")}
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", "a")
	run(t, o, b)
	b.until(t, "the fifth try", func() bool { return len(b.heard["a"]) == 1 })
}

// TestPanickingAdapter panics on one message: the others are delivered.
func TestPanickingAdapter(t *testing.T) {
	store := storage.Memory()
	b := newPlatform("console")
	b.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Room.ID == "a" {
			panic("out of range")
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", "a", "b")
	err := open(t, store, &clock{}).Deliver(t.Context(), b)
	if err == nil || !strings.Contains(err.Error(), "out of range") || len(b.heard["b"]) != 1 {
		t.Errorf("error %v, heard %v", err, b.heard)
	}
}

// readingStore counts the messages read from the outbox, and can refuse to
// delete any.
type readingStore struct {
	bot.Store
	read int
	full bool
}

type readingTx struct {
	bot.Tx
	s *readingStore
}

func (s *readingStore) View(ctx context.Context, fn func(bot.Tx) error) error {
	return s.Store.View(ctx, func(tx bot.Tx) error { return fn(readingTx{tx, s}) })
}

func (s *readingStore) Update(ctx context.Context, fn func(bot.Tx) error) error {
	if s.full {
		return bot.ErrFull
	}
	return s.Store.Update(ctx, fn)
}

func (tx readingTx) Waiting(p bot.Platform, after bot.MessageID, limit int) ([]bot.Message, error) {
	all, err := tx.Tx.Waiting(p, after, limit)
	tx.s.read += len(all)
	return all, err
}

// TestManyWaiting blocks a lane with very many messages: they are read
// once and do not slow down other lanes.
func TestManyWaiting(t *testing.T) {
	const many = 20_000
	store := &readingStore{Store: storage.Memory()}
	at := stopped()
	o := open(t, store, at)
	b := newPlatform("console")
	b.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Room.ID == "a" {
			return bot.Receipt{}, errors.New("closed")
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", slices.Repeat([]string{"a"}, many)...)
	for n := range 50 {
		post(t, store, "console", "b")
		at.now = at.now.Add(3 * time.Minute) // the blocked lane is retried each time
		if err := o.Deliver(t.Context(), b); err == nil || len(b.heard["b"]) != n+1 {
			t.Fatalf("%d heard, error %v", len(b.heard["b"]), err)
		}
	}
	if store.read > many+4*50 {
		t.Errorf("%d messages were read", store.read)
	}
}

// TestTakenOutLater lets the deletion of a delivered message fail, because the disk is full or
// Delivered fails: the message is not delivered again, and is deleted when that succeeds.
func TestTakenOutLater(t *testing.T) {
	store := &readingStore{Store: storage.Memory()}
	at, from := stopped(), &sender{}
	o := outbox.New(outbox.Ports{Store: store, AtWork: atWork, Clock: at, Log: slog.New(slog.DiscardHandler), Meter: &meter{}, Sender: from, Changed: &signal.Broadcast{}})
	b := newPlatform("console")
	post(t, store, "console", "a", "a")
	for n, c := range []struct {
		full   bool
		refuse error
		depth  int
	}{{true, nil, 2}, {false, errors.New("no such game"), 2}, {true, nil, 2}, {false, nil, 0}} {
		store.full, from.refuse = c.full, c.refuse
		at.now = at.now.Add(time.Hour)
		if err := o.Deliver(t.Context(), b); (err != nil) != (c.depth > 0) {
			t.Errorf("attempt %d: %v", n, err)
		}
		if got := depth(t, store); got != c.depth {
			t.Errorf("attempt %d: %d messages wait, want %d", n, got, c.depth)
		}
	}
	if len(b.heard["a"]) != 2 {
		t.Errorf("delivered: %v", b.heard["a"])
	}
}

func depth(t *testing.T, store bot.Store) int {
	t.Helper()
	var b outbox.Backlog
	err := store.View(t.Context(), func(tx bot.Tx) (err error) {
		b, err = outbox.Measure(tx, "console", time.Now())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Depth
}

// TestDelivered delivers a message: it is prepared before, the consequences of the receipt are
// stored, and attempts are counted.
func TestDelivered(t *testing.T) {
	store, count := storage.Memory(), &meter{}
	at := stopped()
	o := outbox.New(outbox.Ports{Store: store, AtWork: atWork, Clock: at, Log: slog.New(slog.DiscardHandler), Meter: count, Sender: &sender{}, Changed: &signal.Broadcast{}})
	b := newPlatform("console")
	var texts []string
	b.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if texts = append(texts, m.Text); len(texts) == 1 {
			return bot.Receipt{}, errors.New("not now")
		}
		return bot.Receipt{Thread: bot.RoomID{Platform: "console", ID: "thread"}}, nil
	}
	post(t, store, "console", "a")
	if err := o.Deliver(t.Context(), b); err == nil {
		t.Error("no error")
	}
	at.now = at.now.Add(time.Minute)
	if err := o.Deliver(t.Context(), b); err != nil {
		t.Error(err)
	}
	if !slices.Equal(texts, []string{"hello there", "hello there"}) || count.good != 1 || count.failed != 1 {
		t.Errorf("delivered %q, counted %d and %d", texts, count.good, count.failed)
	}
	err := store.View(t.Context(), func(tx bot.Tx) error {
		r, err := tx.Room(bot.RoomID{Platform: "console", ID: "a"})
		if r.Locale != "thread" {
			t.Errorf("the room is %+v", r)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// atWork is [outbox.Ports.AtWork] of the only process.
func atWork(context.Context) error { return nil }
