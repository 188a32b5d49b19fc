package bot

import (
	"context"
	"fmt"
	"time"
)

// Meter receives the operator's metrics. Its methods are safe for concurrent use and do not block.
// They are never given the name of a user, room or game.
type Meter interface {
	// Handled counts a request. command is a name from the command table, or empty if the text was not
	// a command. outcome is "done", "ignored" or a [ProblemKind].
	Handled(command, outcome string, took time.Duration)
	// Delivered counts an attempt to deliver a message.
	Delivered(p Platform, ok bool)
	// Drew counts a picture: a "board", a "piece", a "table", a "curve" or a "film".
	Drew(kind string, took time.Duration)
	// Searched counts a search of the engine: for a "move", a "hint", a "proof" or an "analysis".
	Searched(purpose string, took time.Duration)
}

// Adapter is a chat platform as the service sees it.
type Adapter interface {
	Platform() Platform
	// Deliver sends a message. After an error the message is sent again later, although it may have
	// arrived. Messages for one room, or for one user in private, are delivered one at a time and in
	// order; others may be delivered concurrently.
	Deliver(context.Context, RenderedMessage) (Receipt, error)
}

// ButtonRemover is an [Adapter] that can remove buttons from a message that it has shown.
type ButtonRemover interface {
	Adapter
	// RemoveButtons removes the buttons of the challenge that a message settles: see
	// [Message.Invitation].
	RemoveButtons(context.Context, RenderedMessage) error
}

// Receipt says how a message was delivered.
type Receipt struct {
	// Thread is the room that was opened for the message's game. The game is shown there from now on.
	// It is zero if none was opened.
	Thread RoomID
	// Parent is the room that contains Thread, if it has replaced the message's room.
	Parent RoomID
	// Lost means that the message's room is gone or permanently closed to the bot. The message was
	// sent to its users in private, and the game is shown there from now on.
	Lost bool
	// Private means that the room is closed to the bot at the moment. The message was sent to its
	// users in private. The game keeps its room, and the next message tries the room again.
	Private bool
	// Shown identifies the message on the platform. It comes back in [Message.Shown] if the message is
	// edited, and in [Message.After] of the next one. A platform that needs neither leaves it empty.
	Shown string
}

// TooSoon is the error of [Adapter.Deliver] if the platform says how long to wait before a retry.
type TooSoon struct {
	Wait time.Duration
	Err  error
}

func (e *TooSoon) Error() string { return fmt.Errorf("try again in %s: %w", e.Wait, e.Err).Error() }

// Unwrap returns the platform's error.
func (e *TooSoon) Unwrap() error { return e.Err }

// Unclear is the error of [Adapter.Deliver] if the platform may have shown the message, or a part
// of it, all the same. The next attempt is marked as [Message.Repeat], even in another run.
type Unclear struct{ Err error }

func (e *Unclear) Error() string { return e.Err.Error() }

// Unwrap returns the platform's error.
func (e *Unclear) Unwrap() error { return e.Err }

// NoMeter is a [Meter] that counts nothing.
type NoMeter struct{}

func (NoMeter) Handled(string, string, time.Duration) {}

func (NoMeter) Delivered(Platform, bool) {}

func (NoMeter) Drew(string, time.Duration) {}

func (NoMeter) Searched(string, time.Duration) {}

// ShownKey returns the memo key of where an editable message is shown. The memo is kept until the
// last edit.
func ShownKey(id MessageID) string { return fmt.Sprintf("shown/%d", id) }
