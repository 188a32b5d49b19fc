package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
)

// Unconfirmed identifies the messages waiting for a platform that may already have been delivered.
type Unconfirmed struct {
	All  bool            // all messages
	UpTo bot.MessageID   // all messages up to this one
	Also []bot.MessageID // further messages, in order
}

const (
	allUnconfirmed  = "busy"
	noneUnconfirmed = "rested"
	// maxUnconfirmed is the maximum number of messages that a text lists individually.
	maxUnconfirmed = 40
)

// String returns a short text that [ParseUnconfirmed] reads.
func (d Unconfirmed) String() string {
	if d.All {
		return allUnconfirmed
	}
	if len(d.Also) > maxUnconfirmed {
		d.UpTo, d.Also = max(d.UpTo, slices.Max(d.Also)), nil
	}
	if d.UpTo == 0 && len(d.Also) == 0 {
		return noneUnconfirmed
	}
	words := []string{strconv.FormatUint(uint64(d.UpTo), 10)}
	for _, id := range d.Also {
		words = append(words, strconv.FormatUint(uint64(id), 10))
	}
	return strings.Join(words, " ")
}

// ParseUnconfirmed returns the Unconfirmed of a text returned by [Unconfirmed.String]. For an empty
// or unknown text, all messages count as unconfirmed.
func ParseUnconfirmed(text string) (d Unconfirmed) {
	if text == noneUnconfirmed {
		return d
	}
	words := strings.Fields(text)
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 64)
		switch {
		case err != nil:
			return Unconfirmed{All: true}
		case i == 0:
			d.UpTo = bot.MessageID(n)
		default:
			d.Also = append(d.Also, bot.MessageID(n))
		}
	}
	d.All = len(words) == 0
	return d
}

// TakeOver prepares for delivering to a platform in place of an earlier run: messages that the
// earlier run may have delivered are marked as repeats. It must be called before anything is
// delivered.
func (o *Outbox) TakeOver(ctx context.Context, p bot.Platform, d Unconfirmed) error {
	upTo := d.UpTo
	err := o.ports.Store.View(ctx, func(tx bot.Tx) error {
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
		q.unconfirmed[id] = true
	}
	return nil
}

// Unconfirmed returns the messages waiting for a platform that may have been delivered, for the
// next run. No delivery may be in progress.
func (o *Outbox) Unconfirmed(p bot.Platform) Unconfirmed {
	q := o.queue(p)
	q.mu.Lock()
	defer q.mu.Unlock()
	return Unconfirmed{UpTo: q.leftOver, Also: slices.Sorted(maps.Keys(q.unconfirmed))}
}

// unconfirmed records that the delivery of a message begins, and reports whether the message may
// have been delivered before.
func (q *queue) beginDelivery(id bot.MessageID) (before bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	before = id <= q.leftOver || q.unconfirmed[id]
	q.unconfirmed[id] = true
	return before
}

// resolve records that a message has been deleted, or was not delivered.
func (q *queue) resolve(id bot.MessageID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.unconfirmed, id)
}

// lastKey returns the memo key of where the last message of a lane is shown. It does not reveal the
// user of a private lane.
func lastKey(l bot.Lane) string {
	sum := sha256.Sum256([]byte(l.String()))
	return "last/" + hex.EncodeToString(sum[:8])
}

// lastShown returns where the last message of a lane is shown that was deleted after its delivery.
func (q *queue) lastShown(ctx context.Context, l bot.Lane) (shown string, err error) {
	err = q.outbox.ports.Store.View(ctx, func(tx bot.Tx) error {
		value, err := tx.Memo(q.platform, lastKey(l))
		shown = string(value)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		return err
	})
	return shown, err
}
