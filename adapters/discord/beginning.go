package discord

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// beginnings counts the sessions that are begun, as Discord does: in each of some rows of shards one at a time, and so many
// a day. To go beyond that costs the token. To resume a session is free.
type beginnings struct {
	log   *slog.Logger
	ask   func(context.Context) (discordgo.GatewayBotResponse, error) // until it succeeds
	sleep func(context.Context, time.Duration)

	mu    sync.Mutex
	url   string
	rows  map[int]*row
	many  int // rows
	left  int
	asked time.Time
}

// row is shards of which one at a time begins.
type row struct {
	free chan struct{} // holds something while none begins
	next time.Time     // when the next may
}

// betweenBeginnings is how long Discord wants to rest between two of a row.
const betweenBeginnings = 5 * time.Second

// memory is how long it counts what Discord has said of what is left. Other processes may use it up, too.
const memory = time.Minute

// learn notes how many sessions Discord grants.
func (b *beginnings) learn(a discordgo.GatewayBotResponse) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.url, b.many, b.left, b.asked = a.URL, max(a.SessionStartLimit.MaxConcurrency, 1), a.SessionStartLimit.Remaining, time.Now()
	if a.SessionStartLimit == (discordgo.SessionInformation{}) { // it names no limit
		b.left = 1
	}
}

// gateway returns where sessions are begun.
func (b *beginnings) gateway() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.url
}

// turn waits until a shard may begin a session. done must be called when it has, or has given up; more than once does no harm.
func (b *beginnings) turn(ctx context.Context, shard int) (done func(), err error) {
	r := b.row(shard)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-r.free:
	}
	release := sync.OnceFunc(func() {
		r.next = time.Now().Add(betweenBeginnings)
		r.free <- struct{}{}
	})
	b.sleep(ctx, time.Until(r.next))
	for err == nil && ctx.Err() == nil && !b.take() {
		var a discordgo.GatewayBotResponse
		if a, err = b.ask(ctx); err == nil && ctx.Err() == nil {
			b.learn(a)
			if left := a.SessionStartLimit; left.Remaining <= 0 && left != (discordgo.SessionInformation{}) {
				rest := max(time.Duration(left.ResetAfter)*time.Millisecond, time.Second)
				b.log.Warn("Discord grants no more connections for now; it is waited for", "for", rest)
				b.sleep(ctx, rest)
			}
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		release()
		return nil, err
	}
	return release, nil
}

func (b *beginnings) row(shard int) *row {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := shard % max(b.many, 1)
	if b.rows == nil {
		b.rows = map[int]*row{}
	}
	if b.rows[n] == nil {
		b.rows[n] = &row{free: make(chan struct{}, 1)}
		b.rows[n].free <- struct{}{}
	}
	return b.rows[n]
}

// take uses one of the sessions that are left. It reports whether it is known that there was one.
func (b *beginnings) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left <= 0 || time.Since(b.asked) > memory {
		return false
	}
	b.left--
	return true
}
