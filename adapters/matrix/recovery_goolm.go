//go:build goolm

package matrix

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto/ssss"
)

var (
	errNoRecoveryKey = errors.New("there is no recovery key")
	// errUnusable means that the recovery key does not give access to the account's cross-signing
	// keys.
	errUnusable = errors.New("the recovery key is not that of the account's keys")
)

// signWithRecoveryKey signs the bot's device with the account's cross-signing keys, which the
// recovery key unlocks. It fails with errNoRecoveryKey or errUnusable if that is not possible.
func (o *olm) signWithRecoveryKey(ctx context.Context, own ownKeys) error {
	if err := o.fetchSigningKeys(ctx, own); err != nil {
		return err
	}
	if err := o.signOwnKeys(ctx); err != nil {
		return fmt.Errorf("signing with the recovery key: %w", err)
	}
	o.s.log.Info("the bot's device is signed with the recovery key")
	return nil
}

// fetchSigningKeys fetches the private cross-signing keys from the secret storage. It keeps them
// only if they belong to the account's public ones: after a reset, the storage may have older ones.
func (o *olm) fetchSigningKeys(ctx context.Context, own ownKeys) error {
	key, err := o.secretStorageKey(ctx)
	if err != nil {
		return err
	}
	if err := o.machine.FetchCrossSigningKeysFromSSSS(ctx, key); err != nil {
		return unusable(err)
	}
	if keys := o.machine.CrossSigningKeys.PublicKeys(); keys.MasterKey != own.master || keys.SelfSigningKey != own.selfSigning {
		o.machine.CrossSigningKeys = nil
		return fmt.Errorf("%w: it opens older ones", errUnusable)
	}
	return nil
}

// signOwnKeys signs the bot's device with the account's cross-signing keys, and these with the key
// of the device.
func (o *olm) signOwnKeys(ctx context.Context) error {
	if err := o.machine.SignOwnDevice(ctx, o.machine.OwnIdentity()); err != nil {
		return err
	}
	return o.machine.SignOwnMasterKey(ctx)
}

// unusable returns errUnusable with the reason err, unless the homeserver is the reason.
func unusable(err error) error {
	var answer mautrix.HTTPError
	if (errors.As(err, &answer) || transient(err)) && !errors.Is(err, mautrix.MNotFound) {
		return err
	}
	return fmt.Errorf("%w: %v", errUnusable, err)
}

// secretStorageKey opens the account's secret storage with one of the recovery keys.
func (o *olm) secretStorageKey(ctx context.Context) (*ssss.Key, error) {
	candidates, err := o.recoveryKeys()
	if err != nil {
		return nil, err
	}
	if len(candidates) == 0 {
		return nil, errNoRecoveryKey
	}
	name, data, err := o.machine.SSSS.GetDefaultKeyData(ctx)
	if err != nil {
		return nil, unusable(err)
	}
	var reasons []error
	for _, candidate := range candidates {
		key, err := data.VerifyRecoveryKey(name, candidate)
		if err == nil || errors.Is(err, ssss.ErrUnverifiableKey) { // the storage has no checksum
			return key, nil
		}
		reasons = append(reasons, err)
	}
	return nil, unusable(errors.Join(reasons...))
}

// recoveryKeys returns the configured recovery key, and the one in the file, which the bot has
// created or somebody has put there since it was started.
func (o *olm) recoveryKeys() (keys []string, err error) {
	if o.s.options.RecoveryKey != "" {
		keys = append(keys, o.s.options.RecoveryKey)
	}
	if o.s.options.RecoveryKeyFile == "" {
		return keys, nil
	}
	text, err := os.ReadFile(o.s.options.RecoveryKeyFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if key := strings.TrimSpace(string(text)); key != "" && key != o.s.options.RecoveryKey {
		keys = append(keys, key)
	}
	return keys, nil
}
