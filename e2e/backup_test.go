//go:build goolm

package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto/backup"
	"maunium.net/go/mautrix/crypto/ssss"
	"maunium.net/go/mautrix/event"
)

// TestKeyBackup finds the keys of an encrypted room in the backup of the bot's account, and
// decrypts them with the recovery key that the bot has written down.
func TestKeyBackup(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := newRobot(t, home, "")
	alice := newClient(t, home, "alice")
	room := alice.room(true, "Den", r.id)
	alice.say(room, "", "!variants")
	alice.reads(room, "gutenschach")
	session, err := alice.machine.CryptoStore.GetOutboundGroupSession(ctx, room)
	if err != nil {
		t.Fatal(err)
	}
	r.stop()
	r.start() // which uploads at once what is new

	api, err := mautrix.NewClient(home.url, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := api.Login(ctx, &mautrix.ReqLogin{Type: mautrix.AuthTypePassword, Password: password, StoreCredentials: true,
		Identifier: mautrix.UserIdentifier{Type: mautrix.IdentifierTypeUser, User: r.id.Localpart()}}); err != nil {
		t.Fatal(err)
	}
	recovery, err := os.ReadFile(filepath.Join(r.dir, "raumbot-matrix-recovery-key.txt"))
	if err != nil {
		t.Fatal(err)
	}
	secrets := ssss.NewSSSSMachine(api)
	name, data, err := secrets.GetDefaultKeyData(ctx)
	if err != nil {
		t.Fatal(err)
	}
	key, err := data.VerifyRecoveryKey(name, strings.TrimSpace(string(recovery)))
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		secret, err := secrets.GetDecryptedAccountData(ctx, event.AccountDataMegolmBackupKey, key)
		if err != nil {
			continue
		}
		private, err := backup.MegolmBackupKeyFromBytes(secret)
		if err != nil {
			t.Fatal(err)
		}
		version, err := api.GetKeyBackupLatestVersion(ctx)
		if err != nil {
			continue
		}
		stored, err := api.GetKeyBackup(ctx, version.Version)
		if err != nil {
			t.Fatal(err)
		}
		if found, ok := stored.Rooms[room].Sessions[session.ID()]; ok {
			opened, err := found.SessionData.Decrypt(private)
			if err != nil || opened.SenderKey != alice.machine.OwnIdentity().IdentityKey || opened.SessionKey == "" {
				t.Fatalf("the backup holds %+v, %v", opened, err)
			}
			return
		}
	}
	t.Fatal("the key of the room is not in the backup")
}
