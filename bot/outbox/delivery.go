package outbox

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// delivered is a message that has been delivered, with the platform's receipt.
type delivered struct {
	message bot.RenderedMessage
	origin  origin
	receipt bot.Receipt
}

// origin distinguishes messages that have had the same number at different times, because the store
// was set back.
type origin struct {
	event bot.EventID
	at    int64
	lane  bot.Lane
	game  bot.GameID
	text  phrase.Text
}

func originOf(m bot.Message) origin {
	return origin{m.Event, m.At.UnixNano(), m.Lane(), m.Game, m.Text}
}

// errReplaced means that another message has the number of one that was delivered.
var errReplaced = errors.New("the store has another message under this number")

// deliver delivers one message and deletes it from the store. It does nothing if the message has
// already been deleted.
func (q *queue) deliver(ctx context.Context, to bot.Adapter, l *lane, id bot.MessageID) error {
	if l.delivered == nil {
		m, err := q.load(ctx, id)
		if errors.Is(err, bot.ErrNotFound) {
			q.resolve(id)
			return nil
		}
		if err != nil {
			return err
		}
		if l.delivered, err = q.send(ctx, to, m); err != nil {
			return err
		}
	}
	// The message has been delivered: that must be stored even if the bot is shutting down.
	err := q.outbox.ports.Store.Update(context.WithoutCancel(ctx), func(tx bot.Tx) error { return q.outbox.takeOut(tx, *l.delivered) })
	if err == nil || errors.Is(err, errReplaced) {
		l.delivered = nil
		q.resolve(id)
	}
	return err
}

// load reads a message from the store.
func (q *queue) load(ctx context.Context, id bot.MessageID) (m bot.Message, err error) {
	err = q.outbox.ports.Store.View(ctx, func(tx bot.Tx) error {
		m, err = stored(tx, q.platform, id)
		return err
	})
	return m, err
}

// stored returns a waiting message, or [bot.ErrNotFound].
func stored(tx bot.Tx, p bot.Platform, id bot.MessageID) (bot.Message, error) {
	found, err := tx.Waiting(p, id-1, 1)
	if err == nil && (len(found) == 0 || found[0].ID != id) {
		err = bot.ErrNotFound
	}
	if err != nil {
		return bot.Message{}, err
	}
	return found[0], nil
}

// send prepares a message and delivers it through an adapter, unless it edits one that was never
// shown.
func (q *queue) send(ctx context.Context, to bot.Adapter, waiting bot.Message) (*delivered, error) {
	from := originOf(waiting)
	remover, removes := to.(bot.ButtonRemover)
	if waiting.Settles() && !removes {
		return &delivered{bot.Render(waiting, phrase.Language{}), from, bot.Receipt{}}, nil
	}
	m, err := q.outbox.ports.Sender.Prepare(ctx, waiting)
	if err != nil {
		return nil, err
	}
	if m.Edits != 0 && m.Shown == "" {
		return &delivered{m, from, bot.Receipt{}}, nil
	}
	if err := q.outbox.ports.AtWork(ctx); err != nil {
		return nil, err
	}
	if m.Settles() {
		return &delivered{m, from, bot.Receipt{}}, remover.RemoveButtons(ctx, m)
	}
	before := q.beginDelivery(m.ID)
	if m.Repeat = before && m.Edits == 0; m.Repeat { // repeating an edit changes nothing
		if m.After, err = q.lastShown(ctx, m.Lane()); err != nil {
			return nil, err
		}
	}
	receipt, err := recovering(ctx, to, m)
	q.outbox.ports.Meter.Delivered(m.Platform, err == nil)
	if err == nil {
		return &delivered{m, from, receipt}, nil
	}
	unclear := (*bot.Unclear)(nil)
	if !before && ctx.Err() == nil && !errors.As(err, &unclear) { // it was refused, not interrupted
		q.resolve(m.ID)
	}
	return nil, err
}

// recovering delivers a message through an adapter. It turns a panic into an error, so that one
// message does not stop the others.
func recovering(ctx context.Context, to bot.Adapter, m bot.RenderedMessage) (receipt bot.Receipt, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return to.Deliver(ctx, m)
}

// takeOut deletes a delivered message from the store. It does nothing if the message has already
// been deleted.
func (o *Outbox) takeOut(tx bot.Tx, d delivered) error {
	found, err := stored(tx, d.message.Platform, d.message.ID)
	switch {
	case errors.Is(err, bot.ErrNotFound):
		return nil
	case err != nil:
		return err
	case originOf(found) != d.origin:
		return errReplaced
	}
	if err := tx.Dequeue(d.message.Platform, d.message.ID); err != nil {
		return err
	}
	if d.receipt.Shown != "" {
		if err := tx.PutMemo(d.message.Platform, lastKey(d.message.Lane()), []byte(d.receipt.Shown)); err != nil {
			return err
		}
	}
	return o.ports.Sender.Delivered(tx, d.message, d.receipt)
}
