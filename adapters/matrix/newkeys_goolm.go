//go:build goolm

package matrix

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto"
	"maunium.net/go/mautrix/crypto/ssss"
	"maunium.net/go/mautrix/crypto/utils"
	"maunium.net/go/mautrix/event"
)

// The names of notes about keys in the [store].
const (
	newKeysNote   = "newkeys"   // cross-signing keys that are not yet on the homeserver as a whole
	fallbackNote  = "fallback"  // the name of the fallback key that was uploaded last
	newBackupNote = "newbackup" // not empty if the account needs a new key backup
)

// newKeys are cross-signing keys that the bot is about to publish. They are stored until everything
// that belongs to them is on the homeserver, because nobody could use the published ones if the
// program ended in between.
type newKeys struct {
	RecoveryKey string
	Seeds       crypto.CrossSigningSeeds
	Replace     bool // whether the account has had others
	// Before is the name of the file to which the recovery key of the others was moved, if it was.
	Before string `json:",omitzero"`
}

// mayReplaceKeys reports whether the account's cross-signing keys, which the bot cannot use, may be
// replaced: nobody else can use them or the account's key backup, or the operator has asked for it.
// That counts once, or else the bot would also replace keys that a person makes later.
func (o *olm) mayReplaceKeys(ctx context.Context, own ownKeys) (bool, error) {
	if o.s.options.ResetKeys {
		done, err := o.s.service.Recall(ctx, Platform, o.resetMemo())
		if err == nil && done != nil {
			err = needsOperator{errors.New("the keys of the account have been replaced once more since the bot replaced them as reset_keys asks: " +
				"give the bot their recovery key; or, to replace them again, start it once without reset_keys")}
		}
		return err == nil, err
	}
	if err := o.s.service.Keep(ctx, Platform, o.resetMemo(), nil); err != nil || own.others {
		return false, err
	}
	for _, secret := range []event.Type{event.AccountDataCrossSigningMaster, event.AccountDataMegolmBackupKey} {
		var stored ssss.EncryptedAccountDataEventContent
		err := o.s.api.GetAccountData(ctx, secret.Type, &stored)
		if errors.Is(err, mautrix.MNotFound) {
			continue
		}
		if err != nil || len(stored.Encrypted) > 0 {
			return false, err
		}
	}
	return true, nil
}

// resetMemo is the name of the memo that the account's keys have been replaced as Options.ResetKeys
// asks. It is in the service's store, which survives a loss of the other.
func (o *olm) resetMemo() string { return resetMemo + string(o.s.api.UserID) }

// makeKeys makes cross-signing keys and a recovery key, which it writes to a file that only its
// owner can read, and signs the bot's device with them.
func (o *olm) makeKeys(ctx context.Context, own ownKeys) error {
	key, err := ssss.NewKey("")
	if err != nil {
		return err
	}
	keys, err := o.machine.GenerateCrossSigningKeys()
	if err != nil {
		return err
	}
	before, err := writeRecoveryKey(o.s.options.RecoveryKeyFile, key.RecoveryKey())
	if err != nil {
		return fmt.Errorf("the recovery key of the account cannot be written to a file, so the bot makes no keys to sign its device with: %w", err)
	}
	made := newKeys{key.RecoveryKey(), keys.Seeds(), own.master != "", before}
	note, err := json.Marshal(made)
	if err != nil {
		return err
	}
	if err := o.s.store.putNote(ctx, newKeysNote, string(note)); err != nil {
		return err
	}
	if err := o.publish(ctx, keys); err != nil {
		if transient(err) || ctx.Err() != nil {
			return err // they may have been published
		}
		return errors.Join(err, o.dropNewKeys(context.WithoutCancel(ctx), made))
	}
	return o.completeNewKeys(ctx, made)
}

// publish publishes cross-signing keys. Homeservers take the first keys of an account without any
// authentication, and others with the account's password.
func (o *olm) publish(ctx context.Context, keys *crypto.CrossSigningKeysCache) error {
	var asked *mautrix.RespUserInteractive
	err := o.machine.PublishCrossSigningKeys(ctx, keys, func(r *mautrix.RespUserInteractive) any {
		asked = r
		if o.s.options.Password == "" || !takesPassword(r) {
			return nil
		}
		return o.s.passwordStage(r)
	})
	switch {
	case err == nil || asked == nil:
		return err
	case !takesPassword(asked):
		return needsOperator{fmt.Errorf("the homeserver takes new keys to sign devices with only after an approval by the account's owner%s: approve it and start the bot again, or give it the account's recovery key", approvalPage(asked))}
	case o.s.options.Password == "":
		return needsOperator{fmt.Errorf("the homeserver takes new keys to sign devices with only with the account's password: give the bot the password (password_file or MATRIX_PASSWORD), also beside a token, or set the account up in an app and give the bot the recovery key that it shows")}
	}
	return fmt.Errorf("the homeserver does not take new keys to sign devices with: %w", err)
}

// approvalPage returns the address where a homeserver wants a request to be approved, after a
// space. It is empty if there is none.
func approvalPage(asked *mautrix.RespUserInteractive) string {
	for _, params := range asked.Params {
		if fields, ok := params.(map[string]any); ok {
			if url, _ := fields["url"].(string); strings.HasPrefix(url, "https://") {
				return " on " + url
			}
		}
	}
	return ""
}

// finishNewKeys continues what a run before has begun: it completes keys that were published, and
// drops those that were not. It reports whether the bot's device is signed now.
func (o *olm) finishNewKeys(ctx context.Context, own ownKeys) (bool, error) {
	note, err := o.s.store.note(ctx, newKeysNote)
	if err != nil || note == "" {
		return false, err
	}
	var made newKeys
	if err := json.Unmarshal([]byte(note), &made); err != nil {
		return false, err
	}
	keys, err := made.Seeds.Decode()
	if err != nil {
		return false, err
	}
	if keys.MasterKey.PublicKey() != own.master {
		return false, o.dropNewKeys(ctx, made)
	}
	return true, o.completeNewKeys(ctx, made)
}

// dropNewKeys deletes keys that were not published, and puts the recovery key that was in the file
// back there, in one step, so that it is not lost from there if the program ends in between.
func (o *olm) dropNewKeys(ctx context.Context, made newKeys) error {
	path := o.s.options.RecoveryKeyFile
	if text, err := os.ReadFile(path); err == nil && strings.TrimSpace(string(text)) == made.RecoveryKey {
		err = fs.ErrNotExist
		if made.Before != "" {
			err = os.Rename(made.Before, path)
		}
		if errors.Is(err, fs.ErrNotExist) { // there was none, or somebody has taken it away
			err = os.Remove(path)
		}
		if err != nil {
			return err
		}
	}
	return o.s.store.putNote(ctx, newKeysNote, "")
}

// completeNewKeys puts published keys into the account's secret storage, and signs the bot's device
// with them.
func (o *olm) completeNewKeys(ctx context.Context, made newKeys) error {
	key, err := ssss.WrapKey(utils.DecodeBase58RecoveryKey(made.RecoveryKey), nil)
	if err != nil {
		return err
	}
	if err := o.machine.ImportCrossSigningKeys(made.Seeds); err != nil {
		return err
	}
	if err := o.machine.SSSS.SetKeyData(ctx, key.ID, key.Metadata); err != nil {
		return err
	}
	if err := o.machine.UploadCrossSigningKeysToSSSS(ctx, key, o.machine.CrossSigningKeys); err != nil {
		return err
	}
	if err := o.machine.SSSS.SetDefaultKeyID(ctx, key.ID); err != nil {
		return err
	}
	if err := o.signOwnKeys(ctx); err != nil {
		return err
	}
	if made.Replace { // the key backup belongs to the old ones
		if err := o.s.store.putNote(ctx, newBackupNote, "1"); err != nil {
			return err
		}
	}
	if o.s.options.ResetKeys {
		if err := o.s.service.Keep(ctx, Platform, o.resetMemo(), []byte("1")); err != nil {
			return err
		}
	}
	o.s.log.Info("the bot's device is signed; the account's recovery key is in a file: keep a copy in a safe place", "file", o.s.options.RecoveryKeyFile)
	return o.s.store.putNote(ctx, newKeysNote, "")
}

// writeRecoveryKey writes a recovery key to a file. What the file holds already stays in another,
// whose name it returns.
func writeRecoveryKey(path, key string) (moved string, err error) {
	if path == "" {
		return "", errors.New("there is none in the configuration")
	}
	before, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", err
	case len(bytes.TrimSpace(before)) == 0:
		err = os.Remove(path)
	default:
		moved = path + "." + time.Now().UTC().Format("20060102-150405.000000000")
		err = os.Rename(path, moved)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		if moved != "" {
			err = errors.Join(err, os.Rename(moved, path))
		}
		return "", err
	}
	_, err = file.WriteString(key + "\n")
	return moved, errors.Join(err, file.Sync(), file.Close())
}
