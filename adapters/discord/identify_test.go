package discord

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// grant returns Discord's response about the sessions that may be begun.
func grant(left int) discordgo.GatewayBotResponse {
	return discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{
		Remaining: left, ResetAfter: int(time.Hour.Milliseconds()), MaxConcurrency: 2,
	}}
}

// TestIdentifyLimiter starts eight shards in two rows when six sessions are left. The shards of a
// row identify one after the other, and the last two wait until Discord allows more sessions.
func TestIdentifyLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asking sync.Mutex // both rows may ask at once
		answers := []int{0, 0, 100}
		b := identifyLimiter{log: slog.New(slog.DiscardHandler), sleep: pause, now: time.Now}
		b.ask = func(context.Context) (discordgo.GatewayBotResponse, error) {
			asking.Lock()
			defer asking.Unlock()
			left := answers[0]
			if len(answers) > 1 {
				answers = answers[1:]
			}
			return grant(left), nil
		}
		b.learn(grant(6))
		start := time.Now()
		var mu sync.Mutex
		begun := map[time.Duration][]int{}
		var all sync.WaitGroup
		for shard := range 8 {
			all.Go(func() {
				slot, err := b.acquire(t.Context(), shard)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				at := time.Since(start).Round(100 * time.Millisecond)
				begun[at] = append(begun[at], shard%2)
				mu.Unlock()
				time.Sleep(2 * time.Second) // the time to connect
				slot.identified()
				slot.release()
				slot.release()
			})
		}
		all.Wait()
		for _, at := range []time.Duration{0, 7500 * time.Millisecond, 15 * time.Second} {
			if rows := begun[at]; len(rows) != 2 || rows[0] == rows[1] {
				t.Errorf("after %v, begun in the rows %v", at, rows)
			}
		}
		if late := begun[22500*time.Millisecond+time.Hour]; len(late) != 2 {
			t.Errorf("begun at %v", begun)
		}
	})
}

// TestIdentifyLimiterStops stops while a shard waits for its turn.
func TestIdentifyLimiterStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := identifyLimiter{log: slog.New(slog.DiscardHandler), sleep: pause, now: time.Now}
		b.learn(grant(6))
		if _, err := b.acquire(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if slot, err := b.acquire(ctx, 2); err == nil {
			t.Error("two of a row have begun at once")
			slot.release()
		}
	})
}

// TestIdentifySlotReturned returns a slot without an IDENTIFY, as if the gateway could not be
// reached. The slot counts for neither limit.
func TestIdentifySlotReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := identifyLimiter{log: slog.New(slog.DiscardHandler), sleep: pause, now: time.Now}
		l.learn(grant(1))
		start := time.Now()
		for range 3 {
			slot, err := l.acquire(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			slot.release()
		}
		if waited := time.Since(start); waited > 0 {
			t.Errorf("waited for %v", waited)
		}
	})
}
