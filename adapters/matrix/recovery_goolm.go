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

// crossSign signs the bot's device with the account's cross-signing keys, so that clients show it as verified. The
// recovery key unlocks them. An account without cross-signing gets it, if the password is known.
func (o *olm) crossSign(ctx context.Context) error {
	has, ensureSigned, err := o.machine.GetOwnVerificationStatus(ctx)
	if err != nil || ensureSigned {
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
		return errors.New("the account has cross-signing keys, but no recovery key is configured")
	}
	return o.bootstrap(ctx)
}

// recoveryKey returns the configured key, or the one that the bot has created.
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

// bootstrap creates cross-signing keys and a recovery key, which is written to a file that only its owner can
// read. The file is created first: without it, the recovery key would be lost.
func (o *olm) bootstrap(ctx context.Context) error {
	path := o.s.options.RecoveryKeyFile
	if path == "" || o.s.options.Password == "" {
		return errors.New("the account has no cross-signing keys, and creating them needs the account's password")
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
	if err != nil { // the keys were not uploaded
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
