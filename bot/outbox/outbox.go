package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/signal"
)

// Sender is who the messages are from: it knows what they are about.
type Sender interface {
	// Prepare makes a message that has been read from the store ready for its platform: it is
	// written out in its language, and its picture is looked up. An error counts as a failed delivery.
	Prepare(context.Context, *bot.Message) error
	// Delivered changes what follows from a delivery, in the transaction that takes the message out.
	Delivered(bot.Tx, bot.Message, bot.Receipt) error
}

// Outbox delivers messages. It is safe for concurrent use.
type Outbox struct {
	ports    Ports
	queues   sync.Map      // of Platform to *queue
	leftOver bot.MessageID // the newest message of an earlier run
}

// Ports are what an Outbox needs. All must be given.
type Ports struct {
	Store   bot.Store
	Clock   bot.Clock
	Log     *slog.Logger
	Meter   bot.Meter
	Sender  Sender
	Changed *signal.Broadcast // sent after a transaction that may have left messages
}

// New returns an outbox.
func New(ports Ports) *Outbox { return &Outbox{ports: ports} }

// MarkLeftOver notes what an earlier run of the bot left in the store: it may have been delivered
// already, and is marked as a repeat. It must be called before anything is delivered.
func (o *Outbox) MarkLeftOver(tx bot.Tx, platforms ...bot.Platform) error {
	for _, p := range platforms {
		for after := bot.MessageID(0); ; {
			waiting, err := tx.Waiting(p, after, readAtOnce)
			if err != nil {
				return err
			}
			if len(waiting) == 0 {
				break
			}
			after = waiting[len(waiting)-1].ID
			o.leftOver = max(o.leftOver, after)
		}
	}
	return nil
}

// Run delivers to a platform until ctx ends, in several lanes at once.
func (o *Outbox) Run(ctx context.Context, to bot.Adapter) { o.queue(to.Platform()).run(ctx, to) }

// Deliver delivers what waits for a platform, oldest first, and returns when everything is delivered or
// waits to be retried; the error joins all causes. A message that cannot be delivered holds up its own
// lane only, which is then left alone for a while. A message leaves the store after it has been
// delivered, so around a crash one may be delivered twice, but none is lost.
func (o *Outbox) Deliver(ctx context.Context, to bot.Adapter) error {
	q := o.queue(to.Platform())
	var failures []error
	for {
		settled := q.settled.Next()
		l, err := q.take(ctx)
		if err != nil || ctx.Err() != nil && l == nil {
			return errors.Join(append(failures, err, ctx.Err())...)
		}
		switch {
		case l != nil:
			failures = append(failures, q.deliverFirst(ctx, to, l))
		case q.idle():
			return errors.Join(failures...)
		default: // Run delivers, too
			select {
			case <-settled:
			case <-ctx.Done():
			}
		}
	}
}

// Backlog is the messages that wait for a platform.
type Backlog struct {
	Depth int
	Age   time.Duration // of the oldest
}

// Platforms returns those that the outbox has delivered to.
func (o *Outbox) Platforms() (all []bot.Platform) {
	o.queues.Range(func(p, _ any) bool {
		all = append(all, p.(bot.Platform))
		return true
	})
	return all
}

// Measure returns what waits for a platform.
func Measure(tx bot.Tx, p bot.Platform, now time.Time) (b Backlog, err error) {
	if b.Depth, err = tx.Depth(p); err != nil || b.Depth == 0 {
		return b, err
	}
	oldest, err := tx.Waiting(p, 0, 1)
	if err == nil && len(oldest) > 0 && !oldest[0].At.IsZero() {
		b.Age = max(now.Sub(oldest[0].At), 0)
	}
	return b, err
}
