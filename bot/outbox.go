package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Adapter is a chat platform as the service sees it.
type Adapter interface {
	Platform() Platform
	// Deliver says a message. An error means that it may not have been said,
	// and that it will be tried again.
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

func (e *TooSoon) Error() string { return fmt.Sprintf("try again in %s: %v", e.Wait, e.Err) }

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

// deliverAtOnce bounds the messages that are read from the outbox at a time.
const deliverAtOnce = 100

// courier is what the deliveries to one platform have in common.
type courier struct {
	mu      sync.Mutex // held during a delivery
	retries map[lane]retry
}

// retry is the state of a lane in which a delivery has failed.
type retry struct {
	failures int
	next     time.Time
}

// retryPauses are how long a lane rests after each failure in a row; the last
// one stands for all after it.
var retryPauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute}

// Deliver says what waits in the outbox for a platform. A message that cannot be said holds up
// its own lane only, which then rests for a while. The error joins all causes. A message leaves the
// outbox after it has been said, so that one may be said twice around a crash, but none is lost.
func (s *Service) Deliver(ctx context.Context, to Adapter) error {
	found, _ := s.couriers.LoadOrStore(to.Platform(), &courier{retries: map[lane]retry{}})
	c := found.(*courier)
	c.mu.Lock()
	defer c.mu.Unlock()
	blocked := map[lane]bool{}
	var failures []error
	for after := MessageID(0); ; {
		waiting, err := s.waiting(ctx, to.Platform(), after)
		if err != nil || len(waiting) == 0 {
			return errors.Join(append(failures, err)...)
		}
		for _, m := range waiting {
			after = m.ID
			state := c.retries[m.lane()]
			if blocked[m.lane()] || s.clock.Now().Before(state.next) {
				continue
			}
			if err := s.deliver(ctx, to, m); err != nil {
				blocked[m.lane()] = true
				pause := retryPauses[min(state.failures, len(retryPauses)-1)]
				if soon := (*TooSoon)(nil); errors.As(err, &soon) {
					pause = max(soon.Wait, 0)
				}
				c.retries[m.lane()] = retry{state.failures + 1, s.clock.Now().Add(pause)}
				failures = append(failures, fmt.Errorf("message %d: %w", m.ID, err))
			} else {
				delete(c.retries, m.lane())
			}
		}
	}
}

// nextRetry returns when the first of the resting lanes may be tried again,
// or the zero time.
func (s *Service) nextRetry(p Platform) (next time.Time) {
	found, ok := s.couriers.Load(p)
	if !ok {
		return next
	}
	c := found.(*courier)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.retries {
		if next.IsZero() || r.next.Before(next) {
			next = r.next
		}
	}
	return next
}

// waiting reads messages from the outbox and makes them ready.
func (s *Service) waiting(ctx context.Context, p Platform, after MessageID) (waiting []Message, err error) {
	err = s.store.View(ctx, func(tx Tx) (err error) {
		waiting, err = tx.Waiting(p, after, deliverAtOnce)
		return err
	})
	for i := range waiting {
		waiting[i].Repeat = waiting[i].ID <= s.leftOver
	}
	return waiting, err
}

// deliver says one message and takes it out of the outbox.
func (s *Service) deliver(ctx context.Context, to Adapter, m Message) error {
	staged := []Message{m}
	if err := s.stage(ctx, staged); err != nil {
		return err
	}
	receipt, err := to.Deliver(ctx, staged[0])
	if err != nil {
		return err
	}
	// The message is out: even a service that is stopping must note it.
	return s.store.Update(context.WithoutCancel(ctx), func(tx Tx) error {
		if err := tx.Dequeue(m.Platform, m.ID); err != nil {
			return err
		}
		if !receipt.Lost && receipt.Thread == (RoomID{}) || receipt.Thread == m.Room {
			return nil
		}
		return moveIn(tx, m.Game, m.Room, receipt.Thread)
	})
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

// stage finds what the pictures of messages show. A picture that cannot be
// made is left out: the words are worth saying without it.
func (s *Service) stage(ctx context.Context, messages []Message) error {
	return s.store.View(ctx, func(tx Tx) error {
		for i, m := range messages {
			if m.Picture == nil {
				continue
			}
			drawing, err := s.drawing(tx, *m.Picture)
			if err != nil {
				s.log.Error("no picture", "game", m.Picture.Game, "err", err)
				continue
			}
			messages[i].Drawing = drawing
		}
		return nil
	})
}
