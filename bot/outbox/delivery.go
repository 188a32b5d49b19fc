package outbox

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"raumbot/bot"
)

// delivered is a message that has been delivered, with the platform's receipt.
type delivered struct {
	message bot.Message
	receipt bot.Receipt
}

// deliver delivers one message and deletes it from the store. It does nothing if the message has
// already been deleted.
func (o *Outbox) deliver(ctx context.Context, to bot.Adapter, l *lane, id bot.MessageID) error {
	if l.delivered == nil {
		m, err := o.read(ctx, to.Platform(), id)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		var receipt bot.Receipt
		if m.Edits == 0 || m.Shown != "" {
			receipt, err = recovering(ctx, to, m)
			o.ports.Meter.Delivered(m.Platform, err == nil)
		}
		if err != nil {
			return err
		}
		l.delivered = &delivered{m, receipt}
	}
	// The message has been delivered: that must be stored even if the bot is shutting down.
	err := o.ports.Store.Update(context.WithoutCancel(ctx), func(tx bot.Tx) error { return o.takeOut(tx, *l.delivered) })
	if err == nil {
		l.delivered = nil
	}
	return err
}

// read reads a message from the store and prepares it.
func (o *Outbox) read(ctx context.Context, p bot.Platform, id bot.MessageID) (bot.Message, error) {
	var found []bot.Message
	err := o.ports.Store.View(ctx, func(tx bot.Tx) (err error) {
		found, err = tx.Waiting(p, id-1, 1)
		return err
	})
	if err != nil {
		return bot.Message{}, err
	}
	if len(found) == 0 || found[0].ID != id {
		return bot.Message{}, bot.ErrNotFound
	}
	m := found[0]
	m.Repeat = uint64(id) <= o.leftOver.Load() && m.Edits == 0 // an edit that is made twice changes nothing
	err = o.ports.Sender.Prepare(ctx, &m)
	return m, err
}

// recovering delivers a message through an adapter. It turns a panic into an error, so that one message
// does not stop the others.
func recovering(ctx context.Context, to bot.Adapter, m bot.Message) (receipt bot.Receipt, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return to.Deliver(ctx, m)
}

// takeOut deletes a delivered message from the store. It does nothing if another process has done so, which delivers in place of this one by now.
func (o *Outbox) takeOut(tx bot.Tx, d delivered) error {
	if found, err := tx.Waiting(d.message.Platform, d.message.ID-1, 1); err != nil || len(found) == 0 || found[0].ID != d.message.ID {
		return err
	}
	if err := tx.Dequeue(d.message.Platform, d.message.ID); err != nil {
		return err
	}
	return o.ports.Sender.Delivered(tx, d.message, d.receipt)
}
