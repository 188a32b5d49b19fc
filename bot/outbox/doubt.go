package outbox

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
)

// Doubt says which of the messages that wait for a platform may have been delivered already.
type Doubt struct {
	All  bool            // each of them
	UpTo bot.MessageID   // those up to this one
	Also []bot.MessageID // these, in order
}

const (
	allDoubt = "busy"
	noDoubt  = "rested"
	// mostDoubts is the largest number of messages that a text names one by one.
	mostDoubts = 40
)

// String returns a short text for [ParseDoubt].
func (d Doubt) String() string {
	if d.All {
		return allDoubt
	}
	if len(d.Also) > mostDoubts {
		d.UpTo, d.Also = max(d.UpTo, slices.Max(d.Also)), nil
	}
	if d.UpTo == 0 && len(d.Also) == 0 {
		return noDoubt
	}
	words := []string{strconv.FormatUint(uint64(d.UpTo), 10)}
	for _, id := range d.Also {
		words = append(words, strconv.FormatUint(uint64(id), 10))
	}
	return strings.Join(words, " ")
}

// ParseDoubt is the opposite of [Doubt.String]. A text that it does not know, or none, puts everything in doubt.
func ParseDoubt(text string) (d Doubt) {
	if text == noDoubt {
		return d
	}
	words := strings.Fields(text)
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 64)
		switch {
		case err != nil:
			return Doubt{All: true}
		case i == 0:
			d.UpTo = bot.MessageID(n)
		default:
			d.Also = append(d.Also, bot.MessageID(n))
		}
	}
	d.All = len(words) == 0
	return d
}

// TakeOver prepares for delivering to a platform in place of an earlier run, or of another process: messages that those may have delivered are
// marked as repeats. It must be called before anything is delivered. What it reads is the newest state of the store, so that nothing
// is delivered that somebody else has seen to before.
func (o *Outbox) TakeOver(ctx context.Context, p bot.Platform, d Doubt) error {
	upTo := d.UpTo
	err := o.ports.Store.Update(ctx, func(tx bot.Tx) error { // which writes nothing, but a view might be of a moment ago
		for after := upTo; d.All; {
			waiting, err := tx.Waiting(p, after, readAtOnce)
			if err != nil || len(waiting) == 0 {
				return err
			}
			after = waiting[len(waiting)-1].ID
			upTo = max(upTo, after)
		}
		return nil
	})
	if err != nil {
		return err
	}
	q := o.queue(p)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.forget()
	q.leftOver = max(q.leftOver, upTo)
	for _, id := range d.Also {
		q.doubtful[id] = true
	}
	return nil
}

// InDoubt returns which of the messages that wait for a platform may have been delivered, for whoever takes over, when no delivery is in progress.
func (o *Outbox) InDoubt(p bot.Platform) Doubt {
	q := o.queue(p)
	q.mu.Lock()
	defer q.mu.Unlock()
	return Doubt{UpTo: q.leftOver, Also: slices.Sorted(maps.Keys(q.doubtful))}
}

// doubt notes that the delivery of a message begins, and returns whether it may have been delivered before.
func (q *queue) doubt(id bot.MessageID) (before bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	before = id <= q.leftOver || q.doubtful[id]
	q.doubtful[id] = true
	return before
}

// settle notes that a message is gone, or has not been delivered.
func (q *queue) settle(id bot.MessageID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.doubtful, id)
}
