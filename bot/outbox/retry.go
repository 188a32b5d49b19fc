package outbox

import (
	"container/heap"
	"errors"
	"time"

	"raumbot/bot"
)

// retryPauses are the pauses of a lane after each consecutive failure. The last one applies to all
// further failures. They end earlier once the platform works again: while every delivery fails, one
// lane at a time is retried as a probe, and the first success lets the others follow.
var retryPauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute}

const (
	// shortestPause is the minimum pause when the platform says how long to wait.
	shortestPause = 50 * time.Millisecond
	// shortestProbe and longestProbe limit the time between probes. In between it is a tenth of the
	// time since the last success, so that little of a platform's time is lost after an outage.
	shortestProbe = time.Second
	longestProbe  = 30 * time.Second
	// longestWake is the pause of a lane that fails again and again although others succeed.
	longestWake = 5 * time.Second
)

// rest lets a lane pause after a failed delivery. mu must be held.
func (q *queue) rest(l *lane, err error) {
	now := q.outbox.ports.Clock.Now()
	pause := retryPauses[min(l.failures, len(retryPauses)-1)]
	soon := (*bot.TooSoon)(nil)
	if l.told = errors.As(err, &soon); l.told {
		pause = max(soon.Wait, shortestPause)
	} else if q.failing.IsZero() {
		q.failing, q.probe = now, now.Add(shortestProbe)
	}
	l.failures, l.failed, l.retry = l.failures+1, now, now.Add(pause)
	heap.Push(&q.resting, l)
}

// wake makes the lanes ready whose pause is over, and one more if a probe is due. mu must be held.
func (q *queue) wake() {
	now := q.outbox.ports.Clock.Now()
	for q.resting.Len() > 0 && !now.Before(q.resting.list[0].retry) {
		heap.Push(&q.ready, heap.Pop(&q.resting))
	}
	if q.failing.IsZero() || now.Before(q.probe) {
		return
	}
	q.probe = now.Add(min(max(now.Sub(q.failing)/10, shortestProbe), longestProbe))
	next := -1
	for i, l := range q.resting.list {
		if !l.told && (next < 0 || l.retry.Before(q.resting.list[next].retry)) {
			next = i
		}
	}
	if next >= 0 {
		heap.Push(&q.ready, heap.Remove(&q.resting, next))
	}
}

// recovered shortens the pauses of the lanes after a successful delivery, except where the platform
// has said how long to wait. mu must be held.
func (q *queue) recovered() {
	if q.failing.IsZero() {
		return
	}
	q.failing = time.Time{}
	for _, l := range q.resting.list {
		// A lane whose message always fails must not be retried with each success of others.
		earliest := l.failed.Add(min(time.Duration(l.failures)*time.Second, longestWake))
		if !l.told && earliest.Before(l.retry) {
			l.retry = earliest
		}
	}
	heap.Init(&q.resting)
}

// untilRetry returns the time until the next retry, at most a Heartbeat.
func (q *queue) untilRetry() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.resting.Len() == 0 {
		return bot.Heartbeat
	}
	next := q.resting.list[0].retry
	if !q.failing.IsZero() && q.probe.Before(next) {
		next = q.probe
	}
	return min(max(next.Sub(q.outbox.ports.Clock.Now()), 0), bot.Heartbeat)
}
