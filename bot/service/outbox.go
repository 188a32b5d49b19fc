package service

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Deliver says what waits in the outbox for a platform, oldest first, and returns when all is said or
// rests after a failure; the error joins all causes. A message that cannot be said holds up its own
// lane only, which then rests for a while. A message leaves the
// outbox after it has been said, so that one may be said twice around a crash, but none is lost.
func (s *Service) Deliver(ctx context.Context, to bot.Adapter) error {
	c := s.courier(to.Platform())
	var failures []error
	for {
		settled := c.settled.next()
		q, err := c.take(ctx)
		if err != nil || ctx.Err() != nil && q == nil {
			return errors.Join(append(failures, err, ctx.Err())...)
		}
		switch {
		case q != nil:
			failures = append(failures, c.carry(ctx, to, q))
		case c.idle():
			return errors.Join(failures...)
		default: // Run is at it too
			select {
			case <-settled:
			case <-ctx.Done():
			}
		}
	}
}

// deliver says one message and takes it out of the outbox. A message that is
// no longer there has nothing to be done for it.
func (s *Service) deliver(ctx context.Context, to bot.Adapter, q *backlog, id bot.MessageID) error {
	if q.said == nil {
		m, err := s.waiting(ctx, to.Platform(), id)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		receipt, err := tell(ctx, to, m)
		s.meter.Delivered(m.Platform, err == nil)
		if err != nil {
			return err
		}
		q.said = &said{m, receipt}
	}
	// The message is out: even a service that is stopping must note it.
	err := s.store.Update(context.WithoutCancel(ctx), q.said.note)
	if err == nil {
		q.said = nil
	}
	return err
}

// waiting reads a message from the outbox and makes it ready.
func (s *Service) waiting(ctx context.Context, p bot.Platform, id bot.MessageID) (bot.Message, error) {
	var found []bot.Message
	err := s.store.View(ctx, func(tx bot.Tx) (err error) {
		found, err = tx.Waiting(p, id-1, 1)
		return err
	})
	if err != nil {
		return bot.Message{}, err
	}
	if len(found) == 0 || found[0].ID != id {
		return bot.Message{}, bot.ErrNotFound
	}
	found[0].Repeat = id <= s.leftOver
	return found[0], s.stage(ctx, found)
}

// tell lets an adapter deliver a message. What panics over one message must not
// silence all others.
func tell(ctx context.Context, to bot.Adapter, m bot.Message) (receipt bot.Receipt, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return to.Deliver(ctx, m)
}

// said is a message that has been said, and what became of it.
type said struct {
	message bot.Message
	receipt bot.Receipt
}

// note takes the message out of the outbox, and its game to where it is seen now.
func (s *said) note(tx bot.Tx) error {
	m, to := s.message, s.receipt.Thread
	if err := tx.Dequeue(m.Platform, m.ID); err != nil {
		return err
	}
	if s.receipt.Lost || s.receipt.Private {
		if err := s.tellOthers(tx); err != nil {
			return err
		}
	}
	if !s.receipt.Lost && to == (bot.RoomID{}) || to == m.Room {
		return nil
	}
	return moveIn(tx, m.Game, m.Room, to)
}

// tellOthers sends a message that could not go to its room to the players of the game to whom it was not addressed.
func (s *said) tellOthers(tx bot.Tx) error {
	m := s.message
	g, err := tx.Game(m.Game)
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	why := phrase.Of("I can no longer write where %s was, so it goes on here.", bot.GameNumber(m.Game))
	if s.receipt.Private {
		why = phrase.Of("I can't write in the room of %s at the moment, so I'm telling you here.", bot.GameNumber(m.Game))
	}
	told := slices.Clone(m.To)
	for _, seat := range g.Seats {
		if err != nil || seat.Room != m.Room || slices.ContainsFunc(told, func(u bot.User) bool { return u.UserID == seat.User.UserID }) {
			continue
		}
		told = append(told, seat.User)
		_, err = tx.Enqueue(bot.Message{Platform: m.Platform, Audience: bot.Private, To: []bot.User{seat.User}, Game: m.Game, Title: m.Title, Event: m.Event, At: m.At,
			Language: m.Language, // of what is repeated
			Text:     why + "\n" + m.Text, Picture: m.Picture})
	}
	return err
}

// moveIn makes a game that was seen in one room be seen in another.
func moveIn(tx bot.Tx, id bot.GameID, from, to bot.RoomID) error {
	g, err := tx.Game(id)
	if errors.Is(err, bot.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range g.Seats {
		if g.Seats[i].Room == from {
			g.Seats[i].Room = to
			g.Seats[i].Present = g.Seats[i].Present && to != (bot.RoomID{})
			if to != (bot.RoomID{}) {
				g.Seats[i].Within = append([]bot.RoomID{from}, g.Seats[i].Within...)
			}
		}
	}
	return tx.PutGame(g)
}

// stage writes messages out in their languages, and finds what their pictures show. A picture
// that cannot be made is left out: the words are worth saying without it.
func (s *Service) stage(ctx context.Context, messages []bot.Message) error {
	return s.store.View(ctx, func(tx bot.Tx) error {
		for i, m := range messages {
			s.render(&messages[i])
			if m.Picture == nil {
				continue
			}
			drawing, err := s.drawing(tx, *m.Picture)
			if damage := new(bot.Damage); errors.As(err, &damage) && !damage.Aside {
				return err // once it is set aside the words are said
			}
			if err != nil {
				s.log.Error("no picture", "game", m.Picture.Game, "err", err)
				continue
			}
			drawing.Speak(s.languages[m.Language])
			drawing.Meter = s.meter
			messages[i].Drawing = drawing
		}
		return nil
	})
}
