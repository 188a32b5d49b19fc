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
	// backupInterval is how often new keys are uploaded, backupBatch how many of them with one request.
	backupInterval = time.Minute
	backupBatch    = 100
)

// keepBackup uploads the keys of rooms to the account's key backup, until ctx ends, so that whoever has the
// recovery key can read the bot's rooms. The bot itself never downloads keys: with forged ones in a backup
// the homeserver could forge moves.
func (o *olm) keepBackup(ctx context.Context) {
	var key *backup.MegolmBackupKey
	var version id.KeyBackupVersion
	for ctx.Err() == nil {
		var err error
		if version == "" {
			key, version, err = o.openBackup(ctx)
			if errors.Is(err, errNoRecoveryKey) {
				o.s.log.Info("without a recovery key there is no backup of the keys of rooms")
				return
			}
		}
		if err == nil {
			err = o.backUp(ctx, key, version)
		}
		if err != nil && ctx.Err() == nil {
			o.s.log.Warn("cannot back up the keys of rooms, trying again", "err", err)
			version = "" // it may have been replaced
		}
		sleep(ctx, backupInterval)
	}
}

var errNoRecoveryKey = errors.New("there is no recovery key")

// openBackup returns the key and the version of the account's key backup, created if there is none.
func (o *olm) openBackup(ctx context.Context) (*backup.MegolmBackupKey, id.KeyBackupVersion, error) {
	secrets, err := o.secretStorageKey(ctx)
	if err != nil {
		return nil, "", err
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
	data := backup.MegolmAuthData{PublicKey: id.Ed25519(base64.RawStdEncoding.EncodeToString(key.PublicKey().Bytes()))}
	signature, err := o.machine.GetAccount().SignJSON(data)
	if err != nil {
		return nil, "", err
	}
	data.Signatures = signatures.NewSingleSignature(o.s.api.UserID, id.KeyAlgorithmEd25519, string(o.s.api.DeviceID), signature)
	created, err := o.s.api.CreateKeyBackupVersion(ctx, &mautrix.ReqRoomKeysVersionCreate[backup.MegolmAuthData]{
		Algorithm: id.KeyBackupAlgorithmMegolmBackupV1, AuthData: data,
	})
	if err != nil {
		return nil, "", err
	}
	return key, created.Version, nil
}

// secretStorageKey opens the account's secret storage with the recovery key.
func (o *olm) secretStorageKey(ctx context.Context) (*ssss.Key, error) {
	recovery, err := o.recoveryKey()
	if err != nil {
		return nil, err
	}
	if recovery == "" {
		return nil, errNoRecoveryKey
	}
	name, data, err := o.machine.SSSS.GetDefaultKeyData(ctx)
	if err != nil {
		return nil, err
	}
	return data.VerifyRecoveryKey(name, recovery)
}

// backupKey returns the key of the backup from the secret storage, created if there is none.
func (o *olm) backupKey(ctx context.Context, secrets *ssss.Key) (*backup.MegolmBackupKey, error) {
	data, err := o.machine.SSSS.GetDecryptedAccountData(ctx, event.AccountDataMegolmBackupKey, secrets)
	if err == nil {
		return backup.MegolmBackupKeyFromBytes(data)
	}
	if !errors.Is(err, mautrix.MNotFound) {
		return nil, err
	}
	key, err := backup.NewMegolmBackupKey()
	if err != nil {
		return nil, err
	}
	return key, o.machine.SSSS.SetEncryptedAccountData(ctx, event.AccountDataMegolmBackupKey, key.Bytes(), secrets)
}

// backUp uploads the keys that are not in a version of the backup.
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
