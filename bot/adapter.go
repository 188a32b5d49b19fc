package bot

import (
	"context"
	"fmt"
	"time"
)

// Meter counts what the service does, for the operator. It is safe for concurrent use and returns at
// once. What it is told names no user, room or game.
type Meter interface {
	// Handled counts a request. command is a name of the table of commands, empty
	// if the words made none; outcome is "done", "ignored", or a [ProblemKind].
	Handled(command, outcome string, took time.Duration)
	// Delivered counts an attempt to say a message.
	Delivered(p Platform, ok bool)
	// Drew counts a picture: a "board", a "piece", a "table", a "curve" or a "film".
	Drew(kind string, took time.Duration)
}

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
	// Lost means that the message's room is gone, or closed to the bot, and that
	// the message has gone to its users in private instead. The game is seen
	// there from now on.
	Lost bool
	// Private means that the room is closed to the bot for now, and that the message
	// has gone to its users in private. The game stays in its room, where the next message is tried again.
	Private bool
	// Shown names the message in the platform's own way, if it can be edited: it comes back in [Message.Shown]. Only an
	// editable message needs one.
	Shown string
}

// TooSoon is an error of [Adapter.Deliver] from a platform that says when to try again.
type TooSoon struct {
	Wait time.Duration
	Err  error
}

func (e *TooSoon) Error() string { return fmt.Errorf("try again in %s: %w", e.Wait, e.Err).Error() }

// Unwrap returns what the platform said.
func (e *TooSoon) Unwrap() error { return e.Err }
