package discord

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/semaphore"
)

// identifyLimiter keeps IDENTIFYs within Discord's limits. Shards whose numbers are equal modulo
// max_concurrency, a row, identify one at a time, five seconds apart; all shards share a daily
// limit. Discord resets the token of a bot that exceeds the daily limit.
type identifyLimiter struct {
	log *slog.Logger
	// ask requests /gateway/bot until that succeeds.
	ask   func(context.Context) (discordgo.GatewayBotResponse, error)
	sleep func(context.Context, time.Duration)
	now   func() time.Time

	mu             sync.Mutex
	url            string
	maxConcurrency int
	rows           map[int]*identifyRow // by shard modulo maxConcurrency
	left           int                  // IDENTIFYs left today
	asked          time.Time            // when Discord was last asked for left
}

// identifyRow is a group of shards that may identify only one at a time.
type identifyRow struct {
	one  *semaphore.Weighted // of weight 1
	next time.Time           // when the next shard may identify
}

// identifyInterval is the time between two IDENTIFYs of a row: Discord's five seconds and a margin
// for the network.
const identifyInterval = 5500 * time.Millisecond

// adviceTTL is how long a response of /gateway/bot is used. It is short, as other processes with
// the same token share the limit.
const adviceTTL = time.Minute

// learn stores a response of /gateway/bot.
func (l *identifyLimiter) learn(a discordgo.GatewayBotResponse) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.url, l.maxConcurrency, l.left, l.asked = a.URL, max(a.SessionStartLimit.MaxConcurrency, 1), a.SessionStartLimit.Remaining, l.now()
	if a.SessionStartLimit == (discordgo.SessionInformation{}) { // no limit was named
		l.left = 1
	}
}

// gatewayURL returns the address at which new sessions begin.
func (l *identifyLimiter) gatewayURL() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.url
}

// identifySlot is the permission to send one IDENTIFY.
type identifySlot struct {
	limiter *identifyLimiter
	row     *identifyRow
	used    bool
	once    sync.Once
}

// identified marks the slot as used, just before the IDENTIFY is sent.
func (s *identifySlot) identified() { s.used = true }

// release passes the slot to the next shard of the row: after identifyInterval if it was used,
// otherwise at once. It may be called more than once.
func (s *identifySlot) release() {
	s.once.Do(func() {
		if s.used {
			s.row.next = s.limiter.now().Add(identifyInterval)
		} else {
			s.limiter.giveBack()
		}
		s.row.one.Release(1)
	})
}

// acquire waits until a shard may identify. The caller must release the slot.
func (l *identifyLimiter) acquire(ctx context.Context, shard int) (*identifySlot, error) {
	row := l.row(shard)
	if err := row.one.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	slot := &identifySlot{limiter: l, row: row}
	l.sleep(ctx, row.next.Sub(l.now()))
	if err := l.takeOne(ctx); err != nil {
		row.one.Release(1)
		return nil, err
	}
	return slot, nil
}

// takeOne takes one of the IDENTIFYs of the daily limit, and waits for its reset if none is left.
func (l *identifyLimiter) takeOne(ctx context.Context) error {
	for ctx.Err() == nil && !l.take() {
		a, err := l.ask(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		l.learn(a)
		if limit := a.SessionStartLimit; limit.Remaining <= 0 && limit != (discordgo.SessionInformation{}) {
			wait := max(time.Duration(limit.ResetAfter)*time.Millisecond, time.Second)
			l.log.Warn("Discord's daily limit of new sessions is reached", "waiting", wait)
			l.sleep(ctx, wait)
		}
	}
	return ctx.Err()
}

// row returns the row of a shard.
func (l *identifyLimiter) row(shard int) *identifyRow {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := shard % max(l.maxConcurrency, 1)
	if l.rows == nil {
		l.rows = map[int]*identifyRow{}
	}
	if l.rows[n] == nil {
		l.rows[n] = &identifyRow{one: semaphore.NewWeighted(1)}
	}
	return l.rows[n]
}

// take takes an IDENTIFY if one is left, and reports whether it did. It returns false, too, if the
// number left is older than adviceTTL.
func (l *identifyLimiter) take() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left <= 0 || l.now().Sub(l.asked) > adviceTTL {
		return false
	}
	l.left--
	return true
}

// giveBack returns an IDENTIFY that was not sent.
func (l *identifyLimiter) giveBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left++
}
