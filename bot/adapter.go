package bot

import (
	"context"
	"fmt"
	"time"
)

// Meter receives the operator's metrics. Its methods are safe for concurrent use and do not block.
// They are never given the name of a user, room or game.
type Meter interface {
	// Handled counts a request. command is a name from the command table, or empty if the text was no
	// command; outcome is "done", "ignored" or a [ProblemKind].
	Handled(command, outcome string, took time.Duration)
	// Delivered counts an attempt to deliver a message.
	Delivered(p Platform, ok bool)
	// Drew counts a picture: a "board", a "piece", a "table", a "curve" or a "film".
	Drew(kind string, took time.Duration)
}

// Adapter is a chat platform as the service sees it.
type Adapter interface {
	Platform() Platform
	// Deliver sends a message. After an error it is tried again, although it may have been
	// sent. Messages for one room, or for one user in private, are delivered one at a
	// time and in order; others may be delivered concurrently.
	Deliver(context.Context, Message) (Receipt, error)
}

// Owned is an adapter whose platform one process at a time uses, by a lock of the adapter's own. Who has the lock also delivers the
// platform's messages: their courier is claimed from the adapter, and is lost with the lock.
type Owned interface {
	Adapter
	Claims
}

// Receipt says how a message was delivered.
type Receipt struct {
	// Thread is the room that was opened for the message's game, which is shown
	// there from now on; zero if none was opened.
	Thread RoomID
	// Lost means that the message's room is gone or permanently closed to the bot, so that
	// the message was sent to its users in private. The game is shown there from now on.
	Lost bool
	// Private means that the room is closed to the bot at the moment, so that the message was
	// sent to its users in private. The game keeps its room; the next message tries it again.
	Private bool
	// Shown names the message in the platform's own way, if it can be edited: it comes back in [Message.Shown]. Only an
	// editable message needs one.
	Shown string
}

// TooSoon is the error of [Adapter.Deliver] when the platform says how long to wait before a retry.
type TooSoon struct {
	Wait time.Duration
	Err  error
}

func (e *TooSoon) Error() string { return fmt.Errorf("try again in %s: %w", e.Wait, e.Err).Error() }

// Unwrap returns the platform's error.
func (e *TooSoon) Unwrap() error { return e.Err }
