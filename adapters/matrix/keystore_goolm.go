//go:build goolm

package matrix

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"maunium.net/go/mautrix/crypto"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// keyStore is mautrix's store for SQL, with four differences:
//
// All writes for one event to the device are collected in [keyWrites] and made in one transaction.
// mautrix logs a failed write and continues. Without a transaction, the ratchet of a session could
// be stored without the key that came with the message, or the key without the ratchet, and the key
// would be lost.
//
// Errors wrap [errStore], which distinguishes them from errors in a message.
//
// A withheld key is reported as missing, because mautrix v0.30.0 would ignore it if it
// arrived later.
//
// IDs that are longer than Matrix allows are not stored, because an index of PostgreSQL could not
// hold them.
type keyStore struct{ *crypto.SQLCryptoStore }

// keyWrites collects the writes for one event to the device. mautrix may use the context later
// in another goroutine; such writes are made at once.
type keyWrites struct {
	mu     sync.Mutex // guards the fields below
	writes []func(context.Context) error
	closed bool
}

// keyWritesKey is the key of a *keyWrites in a context.
type keyWritesKey struct{}

// add collects a write. It returns false if the keyWrites are closed.
func (w *keyWrites) add(write func(context.Context) error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.writes = append(w.writes, write)
	}
	return !w.closed
}

// close returns the collected writes. After that, nothing more is collected.
func (w *keyWrites) close() []func(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	return w.writes
}

// write makes a write at once, or collects it if ctx belongs to an event to the device.
func (k keyStore) write(ctx context.Context, write func(context.Context) error) error {
	if collected, ok := ctx.Value(keyWritesKey{}).(*keyWrites); ok && collected.add(write) {
		return nil
	}
	return wrapStoreError(write(ctx))
}

// commit makes collected writes in one transaction.
func (k keyStore) commit(ctx context.Context, writes []func(context.Context) error) error {
	return wrapStoreError(k.DB.DoTxn(ctx, nil, func(ctx context.Context) error {
		for _, write := range writes {
			if err := write(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

func wrapStoreError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errStore, err)
}

// PutAccount implements [crypto.Store].
func (k keyStore) PutAccount(ctx context.Context, account *crypto.OlmAccount) error {
	return k.write(ctx, func(ctx context.Context) error { return k.SQLCryptoStore.PutAccount(ctx, account) })
}

// AddSession implements [crypto.Store].
func (k keyStore) AddSession(ctx context.Context, key id.SenderKey, session *crypto.OlmSession) error {
	return k.write(ctx, func(ctx context.Context) error { return k.SQLCryptoStore.AddSession(ctx, key, session) })
}

// UpdateSession implements [crypto.Store].
func (k keyStore) UpdateSession(ctx context.Context, key id.SenderKey, session *crypto.OlmSession) error {
	return k.write(ctx, func(ctx context.Context) error { return k.SQLCryptoStore.UpdateSession(ctx, key, session) })
}

// PutOlmHash implements [crypto.Store].
func (k keyStore) PutOlmHash(ctx context.Context, hash [32]byte, at time.Time) error {
	return k.write(ctx, func(ctx context.Context) error { return k.SQLCryptoStore.PutOlmHash(ctx, hash, at) })
}

// PutGroupSession implements [crypto.Store].
func (k keyStore) PutGroupSession(ctx context.Context, session *crypto.InboundGroupSession) error {
	return k.write(ctx, func(ctx context.Context) error { return k.SQLCryptoStore.PutGroupSession(ctx, session) })
}

// maxIDLength is the length of the longest ID that Matrix allows, in bytes.
const maxIDLength = 255

// PutDevices implements [crypto.Store].
func (k keyStore) PutDevices(ctx context.Context, user id.UserID, devices map[id.DeviceID]*id.Device) error {
	maps.DeleteFunc(devices, func(device id.DeviceID, _ *id.Device) bool { return len(device) > maxIDLength })
	return k.SQLCryptoStore.PutDevices(ctx, user, devices)
}

// PutWithheldGroupSession implements [crypto.Store].
func (k keyStore) PutWithheldGroupSession(ctx context.Context, content event.RoomKeyWithheldEventContent) error {
	if len(content.SessionID) > maxIDLength {
		return nil
	}
	return k.write(ctx, func(ctx context.Context) error { return k.SQLCryptoStore.PutWithheldGroupSession(ctx, content) })
}

// GetGroupSession implements [crypto.Store].
func (k keyStore) GetGroupSession(ctx context.Context, room id.RoomID, session id.SessionID) (*crypto.InboundGroupSession, error) {
	found, err := k.SQLCryptoStore.GetGroupSession(ctx, room, session)
	if errors.Is(err, crypto.ErrGroupSessionWithheld) {
		return nil, nil
	}
	return found, wrapStoreError(err)
}

// ValidateMessageIndex implements [crypto.Store].
func (k keyStore) ValidateMessageIndex(ctx context.Context, session id.SessionID, message id.EventID, index uint, timestamp int64) (bool, error) {
	valid, err := k.SQLCryptoStore.ValidateMessageIndex(ctx, session, message, index, timestamp)
	return valid, wrapStoreError(err)
}

// UpdateOutboundGroupSession implements [crypto.Store].
func (k keyStore) UpdateOutboundGroupSession(ctx context.Context, session *crypto.OutboundGroupSession) error {
	return wrapStoreError(k.SQLCryptoStore.UpdateOutboundGroupSession(ctx, session))
}

// AddOutboundGroupSession implements [crypto.Store].
func (k keyStore) AddOutboundGroupSession(ctx context.Context, session *crypto.OutboundGroupSession) error {
	return wrapStoreError(k.SQLCryptoStore.AddOutboundGroupSession(ctx, session))
}
