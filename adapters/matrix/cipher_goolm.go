//go:build goolm

package matrix

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"go.mau.fi/util/dbutil"
	"go.mau.fi/util/exsync"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

const encrypts = true

// olm is a cipher on mautrix's pure Go implementation of Olm and Megolm. Its keys are in the
// session's store.
type olm struct {
	s       *session
	machine *crypto.OlmMachine
	keys    keyStore
	// unsaved are the writes for the last event to the device, if they have failed.
	unsaved []func(context.Context) error
	// encrypting is held, by room, while a message is encrypted and its key is shared, so that no
	// other message uses an outdated key.
	encrypting exsync.KeyedMutex[id.RoomID]
	// signing is held while the private cross-signing keys are created or fetched.
	signing  sync.Mutex
	verifier *verifier
	// devicesChanged signals a change of the account's devices and keys.
	devicesChanged chan struct{}
	// unsigned is why the bot's device is not signed, empty if it is, and unsignedSaid when that was
	// logged last. Guarded by signing.
	unsigned     string
	unsignedSaid time.Time
}

// startCipher loads or creates the keys of the session's device. It cross-signs the device if the
// configuration allows that.
func startCipher(ctx context.Context, s *session) (cipher, error) {
	pickle, err := pickleKey(ctx, s.store)
	if err != nil {
		return nil, err
	}
	keys := crypto.NewSQLCryptoStore(s.store.db, dbutil.NoopLogger, string(s.api.UserID), s.api.DeviceID, pickle)
	log := zerolog.New(logWriter{s.log}).Level(zerolog.WarnLevel)
	o := &olm{s: s, machine: crypto.NewOlmMachine(s.api, &log, keyStore{keys}, s.store), keys: keyStore{keys}, devicesChanged: make(chan struct{}, 1)}
	o.machine.IgnorePostDecryptionParseErrors = true // a malformed message is not an undecryptable one
	if err := o.machine.Load(ctx); err != nil {
		return nil, fmt.Errorf("the keys in %s cannot be read: %w", s.store.name, err)
	}
	if err := o.ensurePublished(ctx); err != nil {
		return nil, err
	}
	if err := o.ensureSigned(ctx, true); err != nil {
		return nil, err
	}
	if o.verifier, err = newVerifier(ctx, o); err != nil {
		return nil, err
	}
	return o, nil
}

// pickleKey returns the key that encrypts the stored keys, and creates it on first use. It is
// stored beside them, so the file itself must be protected.
func pickleKey(ctx context.Context, store *store) ([]byte, error) {
	text, err := store.note(ctx, pickleNote)
	if err != nil {
		return nil, err
	}
	if text == "" {
		key := make([]byte, 32)
		rand.Read(key)
		text = hex.EncodeToString(key)
		if err := store.putNote(ctx, pickleNote, text); err != nil {
			return nil, err
		}
	}
	return hex.DecodeString(text)
}

// ensurePublished publishes the device's keys unless the homeserver has them. It fails if the
// homeserver has other keys for the device.
func (o *olm) ensurePublished(ctx context.Context) error {
	resp, err := o.s.api.QueryKeys(ctx, &mautrix.ReqQueryKeys{DeviceKeys: map[id.UserID]mautrix.DeviceIDList{o.s.api.UserID: {o.s.api.DeviceID}}})
	if err != nil {
		return err
	}
	theirs := resp.DeviceKeys[o.s.api.UserID][o.s.api.DeviceID].Keys.GetEd25519(o.s.api.DeviceID)
	ours := o.machine.OwnIdentity().SigningKey
	switch {
	case theirs == ours:
		return nil
	case theirs != "":
		return fmt.Errorf("the homeserver has other keys for the bot's device %s than %s: log that device out, and move the file away to start over",
			o.s.api.DeviceID, o.s.store.name)
	}
	if account := o.machine.GetAccount(); account.Shared {
		// When the device was logged out, the homeserver deleted its keys and signatures.
		account.Shared = false
	}
	return o.machine.ShareKeys(ctx, -1)
}

// renew publishes and signs the device's keys again, if needed, after another login.
func (o *olm) renew(ctx context.Context) error {
	if err := o.ensurePublished(ctx); err != nil {
		return err
	}
	return o.ensureSigned(ctx, false)
}

// receive implements [cipher]. After a failed write, mautrix's state in memory is ahead of the
// store. When the response comes again, receive therefore begins by repeating the write; mautrix
// recognises the events that it has processed.
func (o *olm) receive(ctx context.Context, resp *mautrix.RespSync, since string) error {
	if err := o.retryWrites(ctx); err != nil {
		return err
	}
	changed := resp.DeviceLists.Changed
	if slices.Contains(changed, o.s.api.UserID) {
		wake(o.devicesChanged)
	}
	resp.DeviceLists.Changed = nil // mautrix v0.30.0 drops users whose devices it cannot fetch
	if err := o.fetchDevices(ctx, changed); err != nil {
		o.s.log.Warn("cannot fetch the devices of some users, trying again", "err", err)
	}
	o.machine.HandleDeviceLists(ctx, &resp.DeviceLists, since)
	for _, e := range resp.ToDevice.Events {
		e.Type.Class = event.ToDeviceEventType
		if err := e.Content.ParseRaw(e.Type); err != nil && !errors.Is(err, event.ErrContentAlreadyParsed) {
			o.s.log.Debug("cannot parse an event to the device", "type", e.Type.Type, "err", err)
			continue
		}
		if o.verifier.handle(e) {
			continue
		}
		collected := &keyWrites{}
		o.machine.HandleToDeviceEvent(context.WithValue(ctx, keyWritesKey{}, collected), e)
		o.unsaved = collected.close()
		if err := o.retryWrites(ctx); err != nil {
			return err
		}
	}
	o.machine.HandleOTKCounts(ctx, &resp.DeviceOTKCount)
	if err := o.ensureFallbackKey(ctx, resp.FallbackKeys); err != nil {
		o.s.log.Warn("cannot upload a fallback key, trying again", "err", err)
	}
	o.machine.MarkOlmHashSavePoint(ctx)
	return nil
}

// retryWrites repeats the unsaved writes.
func (o *olm) retryWrites(ctx context.Context) error {
	if len(o.unsaved) == 0 {
		return nil
	}
	if err := o.keys.commit(ctx, o.unsaved); err != nil {
		return err
	}
	o.unsaved = nil
	return nil
}

// fetchDevices fetches the device lists that have changed, and those that could not be fetched
// before. Devices that the bot does not know cannot decrypt its messages.
func (o *olm) fetchDevices(ctx context.Context, changed []id.UserID) error {
	notes, _, err := o.s.store.notes(ctx, staleNote, math.MaxInt32)
	if err != nil {
		return err
	}
	people := slices.Clone(changed)
	for _, note := range notes {
		people = append(people, id.UserID(strings.TrimPrefix(note, staleNote)))
	}
	if len(people) == 0 {
		return nil
	}
	_, err = o.machine.FetchKeys(ctx, people, false)
	for _, who := range people {
		value := ""
		if err != nil {
			value = "1"
		}
		err = errors.Join(err, o.s.store.putNote(ctx, staleNote+string(who), value))
	}
	return err
}

func (o *olm) applyState(ctx context.Context, e *event.Event) {
	switch e.Type {
	case event.StateMember:
		o.machine.HandleMemberEvent(ctx, e)
	case event.StateHistoryVisibility:
		o.machine.HandleHistoryVisibility(ctx, e)
	}
}

func (o *olm) decrypt(ctx context.Context, e *event.Event) (*event.Event, error) {
	decrypted, err := o.machine.DecryptMegolmEvent(ctx, e)
	switch {
	case errors.Is(err, crypto.ErrNoSessionFound):
		return nil, errNoKey
	case errors.Is(err, crypto.ErrDuplicateMessageIndex):
		return nil, errReplayed
	case errors.Is(err, crypto.ErrRatchetError):
		// The cause, which mautrix does not name, is a failed write.
		return nil, wrapStoreError(err)
	}
	return decrypted, err
}

// shared implements [cipher].
func (o *olm) shared(ctx context.Context, room id.RoomID) bool {
	if !o.encrypting.TryLock(room) {
		return false
	}
	defer o.encrypting.Unlock(room)
	key, err := o.keys.GetOutboundGroupSession(ctx, room)
	return err == nil && key != nil && key.Shared && !key.Expired()
}

// encrypt implements [cipher].
func (o *olm) encrypt(ctx context.Context, room id.RoomID, kind event.Type, content any) (*event.EncryptedEventContent, error) {
	if !o.encrypting.TryLock(room) {
		return nil, errNotShared
	}
	defer o.encrypting.Unlock(room)
	encrypted, err := o.machine.EncryptMegolmEvent(ctx, room, kind, content)
	if errors.Is(err, crypto.ErrSessionExpired) || errors.Is(err, crypto.ErrNoGroupSession) || errors.Is(err, crypto.ErrSessionNotShared) {
		return nil, errNotShared
	}
	return encrypted, err
}

// shareTimeout limits the time to share a key, during which mautrix processes no incoming keys.
const shareTimeout = 40 * time.Second

// share implements [cipher].
func (o *olm) share(ctx context.Context, room id.RoomID) error {
	defer o.encrypting.WithLock(room)()
	sharing, cancel := context.WithTimeout(ctx, shareTimeout)
	defer cancel()
	if err := o.shareWithMembers(sharing, room); err != nil {
		return fmt.Errorf("sharing the key of %s: %w", room, err)
	}
	return nil
}

// shareWithMembers sends the room's key to its members, unless they have it. If the membership
// changes in the meantime, it starts again with a new key.
func (o *olm) shareWithMembers(ctx context.Context, room id.RoomID) error {
	members, err := o.s.store.GetRoomJoinedOrInvitedMembers(ctx, room)
	for err == nil {
		if err := o.machine.ShareGroupSession(ctx, room, members); err != nil {
			return err
		}
		before := members
		members, err = o.s.store.GetRoomJoinedOrInvitedMembers(ctx, room)
		slices.Sort(before)
		slices.Sort(members)
		if err != nil || slices.Equal(before, members) {
			return err
		}
		err = o.machine.CryptoStore.RemoveOutboundGroupSession(ctx, room)
	}
	return err
}

func (o *olm) requestKey(ctx context.Context, e *event.Event) error {
	content, ok := e.Content.Parsed.(*event.EncryptedEventContent)
	if !ok {
		return nil
	}
	return o.machine.SendRoomKeyRequest(ctx, e.RoomID, content.SenderKey, content.SessionID, "", map[id.UserID][]id.DeviceID{
		e.Sender:       {"*"},
		o.s.api.UserID: {"*"},
	})
}

// handleVerification implements [cipher].
func (o *olm) handleVerification(e *event.Event) bool { return o.verifier.handle(e) }

// confirmVerification implements [cipher].
func (o *olm) confirmVerification(sender id.UserID, text string) bool {
	return o.verifier.confirm(sender, text)
}

// background implements [cipher].
func (o *olm) background(ctx context.Context) {
	var running sync.WaitGroup
	running.Go(func() { o.verifier.run(ctx) })
	running.Go(func() { o.keepBackup(ctx) })
	running.Go(func() { o.watchSignature(ctx) })
	running.Wait()
}

func (o *olm) stop() { o.machine.Destroy() }

// logWriter forwards mautrix's warnings to the log.
type logWriter struct{ log *slog.Logger }

func (w logWriter) Write(line []byte) (int, error) {
	w.log.Debug("encryption", "says", string(line))
	return len(line), nil
}
