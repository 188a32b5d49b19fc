package discord

import (
	"context"
	"sync"
	"time"

	"raumbot/bot"
)

// urgency orders the requests that wait for a rate limit.
type urgency int

// The urgencies. A request has that of its context, see [withUrgency].
const (
	answering urgency = iota // answers in words, and what they need
	moving                   // messages of the outbox: moves above all
	watching                 // silent messages of the outbox: boards of those who watch, and the like
	unhurried                // greetings and the registration of commands
)

// urgencyOfMessage returns the urgency of a message of the outbox.
func urgencyOfMessage(m bot.RenderedMessage) urgency {
	if m.Silent {
		return watching
	}
	return moving
}

// urgencyKey is the key of a context's urgency.
type urgencyKey struct{}

// withUrgency returns a context whose requests have an urgency.
func withUrgency(ctx context.Context, u urgency) context.Context {
	return context.WithValue(ctx, urgencyKey{}, u)
}

// urgencyOf returns the urgency of the requests of a context, answering if none was given.
func urgencyOf(ctx context.Context) urgency {
	u, _ := ctx.Value(urgencyKey{}).(urgency)
	return u
}

// maxRequests is the number of requests that may count at a time. Discord allows 50 in a second.
const maxRequests = 45

// most is the number of requests that may count when one of an urgency is made. What is less urgent
// leaves room for all that is more urgent, however much of it there is.
var most = [...]int{moving: maxRequests, answering: 40, watching: 30, unhurried: 15}

// spare is how many requests of a bucket, such as that of the messages in a channel, are left to
// moves. Discord usually allows five in five seconds.
const spare = 2

// countsFor is how long a request counts after its answer.
const countsFor = time.Second

// globalLimit keeps requests within Discord's global limit, which applies to those with the bot's
// token, but not to the answers to interactions. A request counts from its beginning until
// countsFor after its answer. So Discord, which counts it at some time between, cannot find more
// than maxRequests in a second, however long requests are on their way.
type globalLimit struct {
	mu    sync.Mutex
	count int
}

// begin counts a request, and reports whether it may be made now. If so, the caller must call end
// after its answer.
func (l *globalLimit) begin(u urgency) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count >= most[u] {
		return false
	}
	l.count++
	return true
}

// end lets a request that has been answered count no longer after countsFor.
func (l *globalLimit) end() { time.AfterFunc(countsFor, l.release) }

// release lets a request count no longer.
func (l *globalLimit) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count--
}
