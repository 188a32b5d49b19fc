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

// grant is what Discord says of the sessions that may be begun.
func grant(left int) discordgo.GatewayBotResponse {
	return discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{
		Remaining: left, ResetAfter: int(time.Hour.Milliseconds()), MaxConcurrency: 2,
	}}
}

// TestBeginnings lets eight shards begin at once where two rows may and six sessions are left: those of a row begin one after the
// other, and the last two when Discord grants more.
func TestBeginnings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := []int{0, 0, 100}
		b := beginnings{log: slog.New(slog.DiscardHandler), sleep: pause}
		b.ask = func(context.Context) (discordgo.GatewayBotResponse, error) {
			left := answers[0]
			answers = answers[1:]
			return grant(left), nil
		}
		b.learn(grant(6))
		start := time.Now()
		var mu sync.Mutex
		begun := map[time.Duration][]int{}
		var all sync.WaitGroup
		for shard := range 8 {
			all.Go(func() {
				done, err := b.turn(t.Context(), shard)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				at := time.Since(start).Round(time.Second)
				begun[at] = append(begun[at], shard%2)
				mu.Unlock()
				time.Sleep(2 * time.Second) // to connect takes its time
				done()
				done()
			})
		}
		all.Wait()
		for _, at := range []time.Duration{0, 7 * time.Second, 14 * time.Second} {
			if rows := begun[at]; len(rows) != 2 || rows[0] == rows[1] {
				t.Errorf("after %v, begun in the rows %v", at, rows)
			}
		}
		if late := begun[21*time.Second+time.Hour]; len(late) != 2 {
			t.Errorf("begun at %v", begun)
		}
	})
}

// TestTurnEnds waits for a turn that does not come.
func TestTurnEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := beginnings{log: slog.New(slog.DiscardHandler), sleep: pause}
		b.learn(grant(6))
		if _, err := b.turn(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if done, err := b.turn(ctx, 2); err == nil {
			t.Error("two of a row have begun at once")
			done()
		}
	})
}
