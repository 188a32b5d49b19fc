package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"raumbot/bot/phrase"
)

// Adapter is a chat platform as the service sees it.
type Adapter interface {
	Platform() Platform
	// Deliver says a message. An error means that it may not have been said,
	// and that it will be tried again. Messages for one room, or for one user in
	// private, come one after the other; others may come at the same time.
	Deliver(context.Context, Message) (Receipt, error)
}

// Receipt tells what became of a message.
type Receipt struct {
	// Thread is the room that was opened for the message's game; the
	// game is seen there from now on. It is zero if none was.
	Thread RoomID
	// Lost tells that the message's room is gone, or closed to the bot, and that
	// the message has gone to its users in private instead. The game is seen
	// there from now on.
	Lost bool
}

// TooSoon is an error of [Adapter.Deliver] from a platform that says when to try again.
type TooSoon struct {
	Wait time.Duration
	Err  error
}

func (e *TooSoon) Error() string { return fmt.Errorf("try again in %s: %w", e.Wait, e.Err).Error() }

// Unwrap returns what the platform said.
func (e *TooSoon) Unwrap() error { return e.Err }

// lane is the messages that must arrive in order: those for a room, or for a
// user in private.
type lane struct {
	room RoomID
	user UserID
}

func (m Message) lane() lane {
	if m.Room != (RoomID{}) {
		return lane{room: m.Room}
	}
	if len(m.To) > 0 {
		return lane{user: m.To[0].UserID}
	}
	return lane{}
}

// Deliver says what waits in the outbox for a platform, oldest first, and returns when all is said or
// rests after a failure; the error joins all causes. A message that cannot be said holds up its own
// lane only, which then rests for a while. A message leaves the
// outbox after it has been said, so that one may be said twice around a crash, but none is lost.
func (s *Service) Deliver(ctx context.Context, to Adapter) error {
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
func (s *Service) deliver(ctx context.Context, to Adapter, q *backlog, id MessageID) error {
	if q.said == nil {
		m, err := s.waiting(ctx, to.Platform(), id)
		if errors.Is(err, ErrNotFound) {
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
func (s *Service) waiting(ctx context.Context, p Platform, id MessageID) (Message, error) {
	var found []Message
	err := s.store.View(ctx, func(tx Tx) (err error) {
		found, err = tx.Waiting(p, id-1, 1)
		return err
	})
	if err != nil {
		return Message{}, err
	}
	if len(found) == 0 || found[0].ID != id {
		return Message{}, ErrNotFound
	}
	found[0].Repeat = id <= s.leftOver
	return found[0], s.stage(ctx, found)
}

// tell lets an adapter deliver a message. What panics over one message must not
// silence all others.
func tell(ctx context.Context, to Adapter, m Message) (receipt Receipt, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return to.Deliver(ctx, m)
}

// said is a message that has been said, and what became of it.
type said struct {
	message Message
	receipt Receipt
}

// note takes the message out of the outbox, and its game to where it is seen now.
func (s *said) note(tx Tx) error {
	m, to := s.message, s.receipt.Thread
	if err := tx.Dequeue(m.Platform, m.ID); err != nil {
		return err
	}
	if !s.receipt.Lost && to == (RoomID{}) || to == m.Room {
		return nil
	}
	if s.receipt.Lost {
		if err := s.tellOthers(tx); err != nil {
			return err
		}
	}
	return moveIn(tx, m.Game, m.Room, to)
}

// tellOthers tells the players of a game to whom the message was not addressed that its room is lost.
func (s *said) tellOthers(tx Tx) error {
	m := s.message
	g, err := tx.Game(m.Game)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	told := slices.Clone(m.To)
	for _, seat := range g.Seats {
		if err != nil || seat.Room != m.Room || slices.ContainsFunc(told, func(u User) bool { return u.UserID == seat.User.UserID }) {
			continue
		}
		told = append(told, seat.User)
		_, err = tx.Enqueue(Message{Platform: m.Platform, Audience: Private, To: []User{seat.User}, Game: m.Game, Title: m.Title, Event: m.Event, At: m.At,
			Language: m.Language, // of what is repeated
			Text:     phrase.Of("I can no longer write where %s was, so it goes on here.", gameNumber(m.Game)) + "\n" + m.Text})
	}
	return err
}

// moveIn makes a game that was seen in one room be seen in another.
func moveIn(tx Tx, id GameID, from, to RoomID) error {
	g, err := tx.Game(id)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range g.Seats {
		if g.Seats[i].Room == from {
			g.Seats[i].Room = to
			if to != (RoomID{}) {
				g.Seats[i].Within = append([]RoomID{from}, g.Seats[i].Within...)
			}
		}
	}
	return tx.PutGame(g)
}

// stage writes messages out in their languages, and finds what their pictures show. A picture
// that cannot be made is left out: the words are worth saying without it.
func (s *Service) stage(ctx context.Context, messages []Message) error {
	return s.store.View(ctx, func(tx Tx) error {
		for i, m := range messages {
			s.render(&messages[i])
			if m.Picture == nil {
				continue
			}
			drawing, err := s.drawing(tx, *m.Picture)
			if err != nil {
				s.log.Error("no picture", "game", m.Picture.Game, "err", err)
				continue
			}
			drawing.speak(s.languages[m.Language])
			drawing.meter = s.meter
			messages[i].Drawing = drawing
		}
		return nil
	})
}
