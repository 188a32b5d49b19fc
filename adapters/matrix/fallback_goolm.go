//go:build goolm

package matrix

import (
	"context"
	"net/http"
	"slices"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto/signatures"
	"maunium.net/go/mautrix/id"
)

// fallbackAccount is the part of goolm's account that mautrix v0.30.0 does not use: a key for
// others to begin a session with after they have used up the one-time keys.
type fallbackAccount interface {
	// GenFallbackKey creates a fallback key. The account keeps the one before, for late messages.
	GenFallbackKey() error
	FallbackKey() map[string]id.Curve25519
}

// ensureFallbackKey uploads a fallback key if the homeserver has none that is unused. Without one,
// devices that come to a room while the bot is down cannot send it their keys once its one-time
// keys are used up. unused are the algorithms of the unused keys, nil if the homeserver does not
// say.
func (o *olm) ensureFallbackKey(ctx context.Context, unused []id.KeyAlgorithm) error {
	account, ok := o.machine.GetAccount().Internal.(fallbackAccount)
	if !ok || unused == nil || slices.Contains(unused, id.KeyAlgorithmSignedCurve25519) {
		return nil
	}
	uploaded, err := o.s.store.note(ctx, fallbackNote)
	if err != nil {
		return err
	}
	// A key whose upload has failed is uploaded again.
	if keys := account.FallbackKey(); len(keys) == 0 || nameOf(keys) == uploaded {
		if err := account.GenFallbackKey(); err != nil {
			return err
		}
		if err := o.machine.CryptoStore.PutAccount(ctx, o.machine.GetAccount()); err != nil {
			return err
		}
	}
	keys := account.FallbackKey()
	var req struct {
		Keys map[id.KeyID]mautrix.OneTimeKey `json:"fallback_keys"`
	}
	req.Keys = map[id.KeyID]mautrix.OneTimeKey{}
	for name, public := range keys {
		key := mautrix.OneTimeKey{Key: public, Fallback: true, IsSigned: true}
		signature, err := o.machine.GetAccount().SignJSON(key)
		if err != nil {
			return err
		}
		key.Signatures = signatures.NewSingleSignature(o.s.api.UserID, id.KeyAlgorithmEd25519, o.s.api.DeviceID.String(), signature)
		req.Keys[id.NewKeyID(id.KeyAlgorithmSignedCurve25519, name)] = key
	}
	if _, err := o.s.api.MakeRequest(ctx, http.MethodPost, o.s.api.BuildClientURL("v3", "keys", "upload"), &req, nil); err != nil {
		return err
	}
	return o.s.store.putNote(ctx, fallbackNote, nameOf(keys))
}

// nameOf returns the name of the only key in a map.
func nameOf(keys map[string]id.Curve25519) (name string) {
	for name = range keys {
	}
	return name
}
