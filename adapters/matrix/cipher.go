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
	// receive processes the keys and device lists of a sync response; since is the position before
	// it. After an error of the store the response must be processed again.
	receive(ctx context.Context, resp *mautrix.RespSync, since string) error
	// applyState processes a state event.
	applyState(ctx context.Context, e *event.Event)
	// decrypt returns the decrypted event. It fails with errNoKey if the key is missing, with
	// errReplayed if the ciphertext belongs to another event, and with errStore if the store
	// has failed.
	decrypt(ctx context.Context, e *event.Event) (*event.Event, error)
	// shared reports whether the members of a room have the key that encrypt would use.
	shared(ctx context.Context, room id.RoomID) bool
	// share sends the members of a room a key, which may take long, unless they have it.
	share(ctx context.Context, room id.RoomID) error
	// encrypt encrypts for the members of a room. It does not wait: while they do not have the key, it
	// fails with errNotShared.
	encrypt(ctx context.Context, room id.RoomID, kind event.Type, content any) (*event.EncryptedEventContent, error)
	// requestKey asks the sender's devices for the key of an event.
	requestKey(ctx context.Context, e *event.Event) error
	// renew makes sure that the homeserver knows the device's keys after another login.
	renew(ctx context.Context) error
	// handleVerification handles an event that belongs to a verification of the bot's device. It
	// returns false for any other event.
	handleVerification(e *event.Event) bool
	// confirmVerification handles a text that is an operator's answer in a verification. It returns
	// false for any other text.
	confirmVerification(sender id.UserID, text string) bool
	// background does work that is not urgent, until ctx ends.
	background(ctx context.Context)
	stop()
}

var (
	errNoKey    = errors.New("the key of the message is missing")
	errStore    = errors.New("the store of Matrix failed")
	errReplayed = errors.New("the ciphertext has been used in another message")
	// errNotShared is about a key that is shared now, or has to be.
	errNotShared = errors.New("the members of the room do not have its key")
)
