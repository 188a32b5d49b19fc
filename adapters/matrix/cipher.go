package matrix

import (
	"context"
	"errors"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// cipher takes part in end-to-end encryption. A build without the tag goolm has none.
type cipher interface {
	// receive takes in the keys and devices that have come since a position of the stream.
	receive(ctx context.Context, resp *mautrix.RespSync, since string)
	// learn takes note of a change of a room's state.
	learn(ctx context.Context, e *event.Event)
	// decrypt returns what an encrypted event holds, errNoKey if its key has
	// not come, errReplayed if another event has held the same.
	decrypt(ctx context.Context, e *event.Event) (*event.Event, error)
	// encrypt encrypts for everybody in a room.
	encrypt(ctx context.Context, room id.RoomID, kind event.Type, content any) (*event.EncryptedEventContent, error)
	// request asks the sender of an event for its key.
	request(ctx context.Context, e *event.Event) error
	// renew makes the homeserver know the device again after another login.
	renew(ctx context.Context) error
	stop()
}

var (
	errNoKey    = errors.New("the key of the message has not come")
	errReplayed = errors.New("the message was sent before by somebody else, or at another time")
)
