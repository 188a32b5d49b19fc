package matrix

import (
	"context"
	"errors"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// cipher does end-to-end encryption. A build without the tag goolm has none.
type cipher interface {
	// receive processes the keys and device lists of a sync response; since is the position before it. After an
	// error of the store the response must be processed again.
	receive(ctx context.Context, resp *mautrix.RespSync, since string) error
	// applyState processes a state event.
	applyState(ctx context.Context, e *event.Event)
	// decrypt returns the decrypted event; errNoKey if its key is missing, errReplayed if the ciphertext belongs
	// to another event, errStore if the event is not to blame.
	decrypt(ctx context.Context, e *event.Event) (*event.Event, error)
	// encrypt encrypts for the members of a room.
	encrypt(ctx context.Context, room id.RoomID, kind event.Type, content any) (*event.EncryptedEventContent, error)
	// request asks the sender's devices for the key of an event.
	request(ctx context.Context, e *event.Event) error
	// renew makes sure that the homeserver knows the device's keys after another login.
	renew(ctx context.Context) error
	// verify reports whether an event belongs to a verification of the bot's device, which then goes on.
	verify(e *event.Event) bool
	// confirmVerification reports whether a text is an operator's answer in a verification, which then goes on.
	confirmVerification(sender id.UserID, text string) bool
	// background does work that is not urgent, until ctx ends.
	background(ctx context.Context)
	stop()
}

var (
	errNoKey    = errors.New("the key of the message is missing")
	errStore    = errors.New("the store of Matrix failed")
	errReplayed = errors.New("the ciphertext has been used in another message")
)
