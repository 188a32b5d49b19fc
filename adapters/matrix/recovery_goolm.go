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
)

// sign signs the bot's device with the account's own keys, so that apps show it as
// verified. The keys are opened with the recovery key; an account without any gets them, if the
// password is known.
func (o *olm) sign(ctx context.Context) error {
	has, signed, err := o.machine.GetOwnVerificationStatus(ctx)
	if err != nil || signed {
		return err
	}
	key, err := o.recoveryKey()
	switch {
	case err != nil:
		return err
	case key != "":
		if err := o.machine.VerifyWithRecoveryKey(ctx, key); err != nil {
			return fmt.Errorf("signing with the recovery key: %w", err)
		}
		o.s.log.Info("the bot's device is signed with the recovery key")
		return nil
	case has:
		return errors.New("the account has keys to sign devices with, but no recovery key is configured")
	}
	return o.bootstrap(ctx)
}

// recoveryKey returns the key from the configuration, or the one that the bot has made.
func (o *olm) recoveryKey() (string, error) {
	if o.s.options.RecoveryKey != "" || o.s.options.RecoveryKeyFile == "" {
		return o.s.options.RecoveryKey, nil
	}
	text, err := os.ReadFile(o.s.options.RecoveryKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

// bootstrap makes the account's keys to sign devices with, and a recovery key, which
// is written to a file that only its owner may read. The file is made before
// anything else: a key that cannot be kept must not come into force.
func (o *olm) bootstrap(ctx context.Context) error {
	path := o.s.options.RecoveryKeyFile
	if path == "" || o.s.options.Password == "" {
		return errors.New("the account has no keys to sign devices with, and the bot can make them only with the account's password")
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	key, _, err := o.machine.GenerateAndUploadCrossSigningKeys(ctx, func(asked *mautrix.RespUserInteractive) any {
		return &mautrix.ReqUIAuthLogin{
			BaseAuthData: mautrix.BaseAuthData{Type: mautrix.AuthTypePassword, Session: asked.Session},
			User:         string(o.s.api.UserID),
			Password:     o.s.options.Password,
		}
	}, "")
	if err != nil { // the key is not in force
		return errors.Join(err, file.Close(), os.Remove(path))
	}
	_, written := file.WriteString(key + "\n")
	if err := errors.Join(written, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := o.machine.SignOwnDevice(ctx, o.machine.OwnIdentity()); err != nil {
		return err
	}
	if err := o.machine.SignOwnMasterKey(ctx); err != nil {
		return err
	}
	o.s.log.Info("the bot's device is signed; the account's recovery key is in a file: keep a copy in a safe place", "file", path)
	return nil
}
