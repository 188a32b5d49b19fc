package service_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/outbox"
	"raumbot/bot/service"
	"raumbot/storage"
)

// tally is a meter that counts in a map.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (m *tally) count(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[fmt.Sprintf(format, args...)]++
}

func (m *tally) Handled(command, outcome string, took time.Duration) {
	m.count("%s %s", command, outcome)
}

func (m *tally) Delivered(p bot.Platform, ok bool) { m.count("delivered %v", ok) }

func (m *tally) Drew(kind string, took time.Duration) { m.count("drew %s", kind) }

func (m *tally) Searched(purpose string, took time.Duration) { m.count("searched for a %s", purpose) }

// TestStatus checks the status with queued messages, overdue work, and gateways that connect and
// disconnect.
func TestStatus(t *testing.T) {
	clock := &settableClock{time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	store := storage.Memory()
	defer check(t, store)
	var log bytes.Buffer
	meter := &tally{counts: map[string]int{}}
	svc := service.New(service.Ports{Store: store, Clock: clock, Meter: meter, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err := svc.Start(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	say := func(who, text string) {
		t.Helper()
		if _, err := svc.Handle(t.Context(), saying(who, text)); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want service.Status) {
		t.Helper()
		got, err := svc.Status(t.Context())
		if err != nil || got.Idle != want.Idle || got.Lag != want.Lag || got.Outbox["console"] != want.Outbox["console"] ||
			len(got.Gateways) != len(want.Gateways) || got.Gateways["console"] != want.Gateways["console"] {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	expect(service.Status{})
	svc.Report("console", false)
	expect(service.Status{Gateways: map[bot.Platform]bool{"console": false}})
	if status, _ := svc.Status(t.Context()); status.Connected() {
		t.Error("it counts as connected")
	}
	svc.Report("console", true)
	svc.Report("console", true)
	up := map[bot.Platform]bool{"console": true}
	say("alice", "challenge bob raumschach white 1h")
	clock.now = clock.now.Add(time.Minute)
	say("bob", "accept")
	clock.now = clock.now.Add(time.Minute)
	// The challenge, the end of its buttons, and the beginning of the game.
	expect(service.Status{Idle: time.Minute, Gateways: up, Outbox: map[bot.Platform]outbox.Backlog{"console": {Depth: 3, Age: 2 * time.Minute}}})
	adapter := &flakyAdapter{refuse: "lobby"}
	if err := svc.Deliver(t.Context(), adapter); err == nil {
		t.Error("a locked room hears something")
	}
	clock.now = clock.now.Add(time.Minute)
	adapter.refuse = ""
	if err := svc.Deliver(t.Context(), adapter); err != nil {
		t.Error(err)
	}
	expect(service.Status{Idle: 2 * time.Minute, Gateways: up})

	// Nobody sweeps: what is due, a reminder at first, is late by so much.
	for range 100 {
		clock.now = clock.now.Add(time.Minute)
		if err := svc.Beat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if status, err := svc.Status(t.Context()); err != nil || status.Lag < 40*time.Minute || status.Lag > 100*time.Minute {
		t.Errorf("%+v, %v", status, err)
	}
	if err := svc.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, err := svc.Status(t.Context()); err != nil || status.Lag != 0 {
		t.Errorf("after the sweep: %+v, %v", status, err)
	}

	say("bob", "piece raumschach unicorn")
	if _, err := svc.Handle(t.Context(), saying("bob", "dance")); err == nil {
		t.Error("it dances")
	}
	svc.Report("console", false)
	for count, want := range map[string]int{"challenge done": 1, "accept done": 1, "delivered false": 1, "delivered true": 2, " misunderstood": 1} {
		if meter.counts[count] != want {
			t.Errorf("%q is counted %d times, want %d", count, meter.counts[count], want)
		}
	}
	if got := log.String(); strings.Count(got, "msg=connected") != 1 || strings.Count(got, "msg=disconnected platform=console") != 1 {
		t.Errorf("the log says\n%s", got)
	}
}

// TestPicturesAreCounted draws a picture of each kind, and checks the meter.
func TestPicturesAreCounted(t *testing.T) {
	meter := &tally{counts: map[string]int{}}
	svc := service.New(service.Ports{Store: storage.Memory(), Meter: meter})
	for _, line := range []string{"alice: study raumschach", "alice: move 1 ab2-ab3", "alice: board 1", "alice: piece raumschach unicorn", "alice: replay 1",
		"alice: create roundrobin raumschach 2d Cup", "alice: tournament 1 open", "alice: join 1", "bob: join 1", "alice: tournament 1 start", "alice: crosstable 1"} {
		if err := svc.PairRounds(t.Context()); err != nil {
			t.Fatal(err)
		}
		who, text, _ := strings.Cut(line, ": ")
		r := saying(who, text)
		r.Organiser = true
		reply, err := svc.Handle(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range reply.Answer {
			if m.Drawing == nil {
				continue
			}
			draw := m.Drawing.PNG
			if m.Drawing.Film != nil {
				draw = m.Drawing.GIF
			}
			if _, err := draw(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
	for _, kind := range []string{"board", "piece", "film", "table"} {
		if meter.counts["drew "+kind] != 1 {
			t.Errorf("%s: drawn are %v", kind, meter.counts)
		}
	}
}
