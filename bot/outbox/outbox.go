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

// Sender prepares messages and handles the consequences of their delivery.
type Sender interface {
	// Prepare makes a message from the store ready for its platform: it renders the text in the
	// reader's language and looks up the picture. An error counts as a failed delivery.
	Prepare(context.Context, bot.Message) (bot.RenderedMessage, error)
	// Delivered stores the consequences of a delivery, in the transaction that deletes the message.
	Delivered(bot.Tx, bot.RenderedMessage, bot.Receipt) error
}

// Outbox delivers messages. It is safe for concurrent use.
type Outbox struct {
	ports  Ports
	queues sync.Map // Platform to *queue
}

// Ports are what an Outbox depends on. All are required.
type Ports struct {
	Store   bot.Store
	Clock   bot.Clock
	Log     *slog.Logger
	Meter   bot.Meter
	Sender  Sender
	Changed *signal.Broadcast // sent after each transaction that may have added messages
	// AtWork returns an error unless this process is known to be the one that works on the store. A
	// process that was suspended learns this way, before a delivery, that another has replaced it.
	AtWork func(context.Context) error
}

// New returns an outbox.
func New(ports Ports) *Outbox { return &Outbox{ports: ports} }

// Run delivers to a platform until ctx ends, several lanes at a time.
func (o *Outbox) Run(ctx context.Context, to bot.Adapter) { o.queue(to.Platform()).run(ctx, to) }

// Deliver delivers the messages waiting for a platform, oldest first. It returns when all are
// delivered or waiting for a retry; the error joins all failures. A message that cannot be
// delivered delays only its own lane, which then pauses. A message is deleted from the store after
// its delivery, so a crash may cause it to be delivered twice, but it is never lost.
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
		default: // Run is delivering as well
			select {
			case <-settled:
			case <-ctx.Done():
			}
		}
	}
}

// Backlog describes the messages waiting for a platform.
type Backlog struct {
	Depth int
	Age   time.Duration // of the oldest message
}

// Platforms returns the platforms that the outbox delivers to.
func (o *Outbox) Platforms() (all []bot.Platform) {
	o.queues.Range(func(p, _ any) bool {
		all = append(all, p.(bot.Platform))
		return true
	})
	return all
}

// Measure returns the backlog of a platform.
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
