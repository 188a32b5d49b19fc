//go:build goolm

package matrix

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto"
	"maunium.net/go/mautrix/crypto/backup"
	"maunium.net/go/mautrix/crypto/signatures"
	"maunium.net/go/mautrix/crypto/ssss"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

const (
	// backupInterval is how often new keys are uploaded.
	backupInterval = time.Minute
	// backupBatch is how many keys are uploaded in one request.
	backupBatch = 100
)

// keepBackup uploads the keys of rooms to the account's key backup until ctx ends, so that anybody
// with the recovery key can read the bot's rooms. The bot itself never downloads keys: with forged
// keys in the backup the homeserver could forge moves.
func (o *olm) keepBackup(ctx context.Context) {
	var key *backup.MegolmBackupKey
	var version id.KeyBackupVersion
	said := "" // the last error in the log
	for ctx.Err() == nil {
		var err error
		if version == "" {
			key, version, err = o.openBackup(ctx)
		}
		if err == nil {
			err = o.backUp(ctx, key, version)
		}
		switch {
		case err == nil:
			said = ""
		case ctx.Err() == nil:
			version = "" // the backup may have been replaced
			if said != err.Error() {
				said = err.Error()
				o.s.log.Warn("cannot back up the keys of rooms, trying again every minute", "err", err)
			}
		}
		sleep(ctx, backupInterval)
	}
}

// openBackup returns the key and the version of the account's key backup. It creates the backup if
// there is none.
func (o *olm) openBackup(ctx context.Context) (*backup.MegolmBackupKey, id.KeyBackupVersion, error) {
	secrets, err := o.secretStorageKey(ctx)
	if err != nil {
		return nil, "", err
	}
	replaced, err := o.s.store.note(ctx, newBackupNote)
	if err != nil {
		return nil, "", err
	}
	if replaced != "" {
		return o.replaceBackup(ctx, secrets)
	}
	key, err := o.backupKey(ctx, secrets)
	if err != nil {
		return nil, "", fmt.Errorf("the secret of the key backup: %w", err)
	}
	info, err := o.machine.GetAndVerifyLatestKeyBackupVersion(ctx, key)
	if err == nil {
		return key, info.Version, nil
	}
	if !errors.Is(err, mautrix.MNotFound) {
		return nil, "", err
	}
	created, err := o.createBackup(ctx, key)
	return key, created, err
}

// replaceBackup replaces the account's key backup by one with a new key. The old one belongs to
// keys that the bot has replaced.
func (o *olm) replaceBackup(ctx context.Context, secrets *ssss.Key) (*backup.MegolmBackupKey, id.KeyBackupVersion, error) {
	key, err := o.newBackupKey(ctx, secrets)
	if err != nil {
		return nil, "", err
	}
	version, err := o.createBackup(ctx, key)
	if err != nil {
		return nil, "", err
	}
	return key, version, o.s.store.putNote(ctx, newBackupNote, "")
}

// createBackup creates a version of the key backup.
func (o *olm) createBackup(ctx context.Context, key *backup.MegolmBackupKey) (id.KeyBackupVersion, error) {
	data := backup.MegolmAuthData{PublicKey: id.Ed25519(base64.RawStdEncoding.EncodeToString(key.PublicKey().Bytes()))}
	signature, err := o.machine.GetAccount().SignJSON(data)
	if err != nil {
		return "", err
	}
	data.Signatures = signatures.NewSingleSignature(o.s.api.UserID, id.KeyAlgorithmEd25519, string(o.s.api.DeviceID), signature)
	created, err := o.s.api.CreateKeyBackupVersion(ctx, &mautrix.ReqRoomKeysVersionCreate[backup.MegolmAuthData]{
		Algorithm: id.KeyBackupAlgorithmMegolmBackupV1, AuthData: data,
	})
	if err != nil {
		return "", err
	}
	return created.Version, nil
}

// backupKey returns the key of the backup from the secret storage. It creates the key if there
// is none.
func (o *olm) backupKey(ctx context.Context, secrets *ssss.Key) (*backup.MegolmBackupKey, error) {
	data, err := o.machine.SSSS.GetDecryptedAccountData(ctx, event.AccountDataMegolmBackupKey, secrets)
	if err == nil {
		return backup.MegolmBackupKeyFromBytes(data)
	}
	if !errors.Is(err, mautrix.MNotFound) {
		return nil, err
	}
	return o.newBackupKey(ctx, secrets)
}

// newBackupKey creates a key of the backup, and puts it into the secret storage.
func (o *olm) newBackupKey(ctx context.Context, secrets *ssss.Key) (*backup.MegolmBackupKey, error) {
	key, err := backup.NewMegolmBackupKey()
	if err != nil {
		return nil, err
	}
	return key, o.machine.SSSS.SetEncryptedAccountData(ctx, event.AccountDataMegolmBackupKey, key.Bytes(), secrets)
}

// backUp uploads the keys that are not yet in the given version of the backup.
func (o *olm) backUp(ctx context.Context, key *backup.MegolmBackupKey, version id.KeyBackupVersion) error {
	sessions, err := o.keys.GetGroupSessionsWithoutKeyBackupVersion(ctx, version).AsList()
	if err != nil {
		return err
	}
	for len(sessions) > 0 && ctx.Err() == nil {
		batch := sessions[:min(backupBatch, len(sessions))]
		sessions = sessions[len(batch):]
		req := &mautrix.ReqKeyBackup{Rooms: map[id.RoomID]mautrix.ReqRoomKeyBackup{}}
		for _, session := range batch {
			data, err := encryptForBackup(key, session)
			if err != nil {
				return err
			}
			if req.Rooms[session.RoomID].Sessions == nil {
				req.Rooms[session.RoomID] = mautrix.ReqRoomKeyBackup{Sessions: map[id.SessionID]mautrix.ReqKeyBackupData{}}
			}
			req.Rooms[session.RoomID].Sessions[session.ID()] = data
		}
		if _, err := o.s.api.PutKeysInBackup(ctx, version, req); err != nil {
			return err
		}
		for _, session := range batch {
			if err := o.keys.SetGroupSessionKeyBackupVersion(ctx, session.ID(), version); err != nil {
				return err
			}
		}
	}
	return nil
}

// encryptForBackup encrypts a key for the backup.
func encryptForBackup(key *backup.MegolmBackupKey, session *crypto.InboundGroupSession) (mautrix.ReqKeyBackupData, error) {
	first := session.Internal.FirstKnownIndex()
	exported, err := session.Internal.Export(first)
	if err != nil {
		return mautrix.ReqKeyBackupData{}, err
	}
	encrypted, err := backup.EncryptSessionData(key, backup.MegolmSessionData{
		Algorithm:          id.AlgorithmMegolmV1,
		ForwardingKeyChain: session.ForwardingChains,
		SenderClaimedKeys:  backup.SenderClaimedKeys{Ed25519: session.SigningKey},
		SenderKey:          session.SenderKey,
		SessionKey:         string(exported),
	})
	if err != nil {
		return mautrix.ReqKeyBackupData{}, err
	}
	data, err := json.Marshal(encrypted)
	return mautrix.ReqKeyBackupData{FirstMessageIndex: int(first), ForwardedCount: len(session.ForwardingChains), SessionData: data}, err
}
