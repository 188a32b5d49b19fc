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

// olm is a cipher on mautrix's pure Go implementation of Olm and Megolm. Its keys are in the session's store.
type olm struct {
	s       *session
	machine *crypto.OlmMachine
	keys    keyStore
	// unsaved are the writes of the last event to the device, if they have failed.
	unsaved []func(context.Context) error
	// encrypting is held, by room, while a message is encrypted and its key shared, so that no other message
	// uses an outdated key.
	encrypting exsync.KeyedMutex[id.RoomID]
	// signing is held while the private cross-signing keys are made or fetched.
	signing  sync.Mutex
	verifier *verifier
}

// startCipher loads or creates the keys of the session's device, and cross-signs the device if the configuration
// allows it.
func startCipher(ctx context.Context, s *session) (cipher, error) {
	pickle, err := pickleKey(ctx, s.store)
	if err != nil {
		return nil, err
	}
	keys := crypto.NewSQLCryptoStore(s.store.db, dbutil.NoopLogger, string(s.api.UserID), s.api.DeviceID, pickle)
	log := zerolog.New(logWriter{s.log}).Level(zerolog.WarnLevel)
	o := &olm{s: s, machine: crypto.NewOlmMachine(s.api, &log, keyStore{keys}, s.store), keys: keyStore{keys}}
	o.machine.IgnorePostDecryptionParseErrors = true // a malformed message is not an undecryptable one
	if err := o.machine.Load(ctx); err != nil {
		return nil, fmt.Errorf("the keys in %s cannot be read: %w", s.store.name, err)
	}
	if err := o.ensurePublished(ctx); err != nil {
		return nil, err
	}
	if err := o.ensureSigned(ctx); err != nil {
		return nil, err
	}
	if o.verifier, err = newVerifier(ctx, o); err != nil {
		return nil, err
	}
	return o, nil
}

// pickleKey returns the key that encrypts the stored keys, created on first use. It is stored beside them, so the
// file itself must be protected.
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

// ensurePublished makes sure that the homeserver has the device's keys, and that they are those in the store.
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
		if keys, err := o.machine.GetOwnCrossSigningPublicKeys(ctx); err != nil {
			return err
		} else if keys != nil {
			if _, err := o.machine.CryptoStore.DropSignaturesByKey(ctx, o.s.api.UserID, keys.SelfSigningKey); err != nil {
				return err
			}
		}
	}
	return o.machine.ShareKeys(ctx, -1)
}

// renew publishes and signs the device's keys again, if needed, after another login.
func (o *olm) renew(ctx context.Context) error {
	if err := o.ensurePublished(ctx); err != nil {
		return err
	}
	return o.ensureSigned(ctx)
}

// ensureSigned cross-signs the device. It returns transient errors only, and logs all others.
func (o *olm) ensureSigned(ctx context.Context) error {
	o.signing.Lock()
	defer o.signing.Unlock()
	err := o.crossSign(ctx)
	if err != nil && !transient(err) {
		o.s.log.Warn("the bot's device is not signed, so some apps will call it unverified; see docs/matrix.md", "err", err)
		return nil
	}
	return err
}

// receive implements [cipher]. What mautrix has in memory is ahead of the store after a failed write, so the
// write is repeated first when the response comes again; mautrix recognises the events that it has processed.
func (o *olm) receive(ctx context.Context, resp *mautrix.RespSync, since string) error {
	if err := o.save(ctx); err != nil {
		return err
	}
	changed := resp.DeviceLists.Changed
	resp.DeviceLists.Changed = nil // mautrix v0.30.0 drops users whose devices it cannot fetch
	if err := o.fetch(ctx, changed); err != nil {
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
		if err := o.save(ctx); err != nil {
			return err
		}
	}
	o.machine.HandleOTKCounts(ctx, &resp.DeviceOTKCount)
	o.machine.MarkOlmHashSavePoint(ctx)
	return nil
}

// save repeats the unsaved writes.
func (o *olm) save(ctx context.Context) error {
	if len(o.unsaved) == 0 {
		return nil
	}
	if err := o.keys.commit(ctx, o.unsaved); err != nil {
		return err
	}
	o.unsaved = nil
	return nil
}

// fetch fetches the device lists that have changed, and those that could not be fetched before. A user's unknown
// devices cannot decrypt what the bot sends.
func (o *olm) fetch(ctx context.Context, changed []id.UserID) error {
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
	case errors.Is(err, crypto.ErrRatchetError): // mautrix does not name the cause, which is a failed write
		return nil, storeError(err)
	}
	return decrypted, err
}

func (o *olm) encrypt(ctx context.Context, room id.RoomID, kind event.Type, content any) (*event.EncryptedEventContent, error) {
	defer o.encrypting.WithLock(room)()
	encrypted, err := o.machine.EncryptMegolmEvent(ctx, room, kind, content)
	if !errors.Is(err, crypto.ErrSessionExpired) && !errors.Is(err, crypto.ErrNoGroupSession) && !errors.Is(err, crypto.ErrSessionNotShared) {
		return encrypted, err
	}
	sharing, cancel := context.WithTimeout(ctx, shareTimeout)
	defer cancel()
	if err := o.share(sharing, room); err != nil {
		return nil, fmt.Errorf("sharing the key of %s: %w", room, err)
	}
	return o.machine.EncryptMegolmEvent(ctx, room, kind, content)
}

// shareTimeout limits the time to share a key, during which mautrix processes no incoming keys.
const shareTimeout = 40 * time.Second

// share sends the room's key to its members. If the membership changes meanwhile, it starts again with a new key.
func (o *olm) share(ctx context.Context, room id.RoomID) error {
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

func (o *olm) request(ctx context.Context, e *event.Event) error {
	content, ok := e.Content.Parsed.(*event.EncryptedEventContent)
	if !ok {
		return nil
	}
	return o.machine.SendRoomKeyRequest(ctx, e.RoomID, content.SenderKey, content.SessionID, "", map[id.UserID][]id.DeviceID{
		e.Sender:       {"*"},
		o.s.api.UserID: {"*"},
	})
}

// verify implements [cipher].
func (o *olm) verify(e *event.Event) bool { return o.verifier.handle(e) }

// confirmVerification implements [cipher].
func (o *olm) confirmVerification(sender id.UserID, text string) bool {
	return o.verifier.confirm(sender, text)
}

// background implements [cipher].
func (o *olm) background(ctx context.Context) {
	var running sync.WaitGroup
	running.Go(func() { o.verifier.run(ctx) })
	running.Go(func() { o.keepBackup(ctx) })
	running.Wait()
}

func (o *olm) stop() { o.machine.Destroy() }

// logWriter forwards mautrix's warnings to the log.
type logWriter struct{ log *slog.Logger }

func (w logWriter) Write(line []byte) (int, error) {
	w.log.Debug("encryption", "says", string(line))
	return len(line), nil
}
