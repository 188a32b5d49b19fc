package outbox_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot"
	"raumbot/storage"
)

var errBroken = errors.New("broken on purpose")

// TestAfterAStorm has many deliveries fail for a while, all or nearly half of them. Soon after that
// everything is delivered, in every room.
func TestAfterAStorm(t *testing.T) {
	for _, storm := range []struct {
		rooms  int
		faults float64
		lasts  time.Duration
		late   time.Duration // how long after the storm the last message may come
	}{
		{1, 1, 12 * time.Second, 3 * time.Second},
		{40, 0.45, 12 * time.Second, 10 * time.Second},
		{40, 1, 12 * time.Second, 10 * time.Second},
		{1, 1, time.Hour, 30 * time.Second},
		{40, 1, time.Hour, 40 * time.Second},
	} {
		t.Run(fmt.Sprintf("%d rooms, %.2f, %v", storm.rooms, storm.faults, storm.lasts), func(t *testing.T) {
			store, at, p, dice := storage.Memory(), stopped(), newPlatform("console"), rand.New(rand.NewPCG(1, 2))
			over := at.Now().Add(storm.lasts)
			p.answer = func(bot.RenderedMessage) (bot.Receipt, error) {
				if at.Now().Before(over) && dice.Float64() < storm.faults {
					return bot.Receipt{}, &bot.Unclear{Err: errBroken}
				}
				return bot.Receipt{}, nil
			}
			o := open(t, store, at)
			for step := 0; depth(t, store) > 0 || at.Now().Before(over); step++ {
				if at.Now().Before(over) && step%30 == 0 && step < 120 {
					for room := range storm.rooms {
						post(t, store, "console", fmt.Sprint("room", room))
					}
				}
				_ = o.Deliver(t.Context(), p) // some fail
				at.now = at.now.Add(100 * time.Millisecond)
			}
			if late := at.Now().Sub(over); late > storm.late {
				t.Errorf("the last message comes %v after the storm", late)
			}
		})
	}
}

// TestManyFaults has each request of a platform fail with a probability of 30 %, and four requests
// make a delivery. Every message is delivered within a minute.
func TestManyFaults(t *testing.T) {
	store, at, p, dice := storage.Memory(), stopped(), newPlatform("console"), rand.New(rand.NewPCG(3, 4))
	p.answer = func(bot.RenderedMessage) (bot.Receipt, error) {
		for range 4 {
			if dice.Float64() < 0.3 {
				return bot.Receipt{}, errBroken
			}
		}
		return bot.Receipt{}, nil
	}
	o := open(t, store, at)
	for n := range 100 {
		post(t, store, "console", "a")
		began := at.Now()
		for depth(t, store) > 0 {
			_ = o.Deliver(t.Context(), p) // some fail
			at.now = at.now.Add(100 * time.Millisecond)
		}
		if took := at.Now().Sub(began); took > time.Minute {
			t.Errorf("message %d takes %v", n, took)
		}
	}
}

// TestFailingLane has one room refuse everything, while another gets a message every tenth of a
// second. The successes do not cause a retry each.
func TestFailingLane(t *testing.T) {
	store, at, p := storage.Memory(), stopped(), newPlatform("console")
	tries := 0
	p.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Room.ID == "a" {
			tries++
			return bot.Receipt{}, errBroken
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", "a")
	o := open(t, store, at)
	for range 600 {
		post(t, store, "console", "b")
		_ = o.Deliver(t.Context(), p) // that to a fails
		at.now = at.now.Add(100 * time.Millisecond)
	}
	if tries < 10 || tries > 20 || len(p.heard["b"]) != 600 {
		t.Errorf("%d attempts in a minute, and %d messages in the other room", tries, len(p.heard["b"]))
	}
}

// TestProbeObeysThePlatform has a platform say when to try again, and another room fail: probes
// leave the former alone, and so does a success.
func TestProbeObeysThePlatform(t *testing.T) {
	store, at, p := storage.Memory(), stopped(), newPlatform("console")
	tries, broken := 0, true
	p.answer = func(m bot.RenderedMessage) (bot.Receipt, error) {
		if m.Room.ID == "a" {
			tries++
			return bot.Receipt{}, &bot.TooSoon{Wait: time.Hour, Err: errBroken}
		}
		if broken {
			return bot.Receipt{}, errBroken
		}
		return bot.Receipt{}, nil
	}
	post(t, store, "console", "a", "b")
	o := open(t, store, at)
	for range 100 {
		_ = o.Deliver(t.Context(), p) // they fail
		at.now = at.now.Add(time.Second)
	}
	broken = false
	at.now = at.now.Add(longestProbe)
	_ = o.Deliver(t.Context(), p)
	if tries != 1 || len(p.heard["b"]) != 1 {
		t.Errorf("%d attempts before the time that the platform has named, and %d elsewhere", tries, len(p.heard["b"]))
	}
}

// longestProbe is the longest time between two attempts while a platform fails.
const longestProbe = 30 * time.Second

// TestProbesInTime runs an outbox whose deliveries fail for a while. It wakes for the probes.
func TestProbesInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, p, over := storage.Memory(), newPlatform("console"), time.Now().Add(20*time.Second)
		p.answer = func(bot.RenderedMessage) (bot.Receipt, error) {
			if time.Now().Before(over) {
				return bot.Receipt{}, errBroken
			}
			return bot.Receipt{}, nil
		}
		post(t, store, "console", "a", "b", "c")
		run(t, open(t, store, &clock{}), p)
		p.until(t, "everything", func() bool { return len(p.heard) == 3 })
		if late := time.Since(over); late > 10*time.Second {
			t.Errorf("the last message comes %v after the outage", late)
		}
	})
}
