//go:build goolm

package matrix

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot/service"
	"raumbot/storage"
)

// account is the bot's account on a homeserver for tests.
type account struct {
	t       *testing.T
	server  *matrixtest.Server
	user    *matrixtest.User
	dir     string
	service *service.Service
	log     bytes.Buffer
	options Options
	session *session
}

// newAccount creates an account for a bot that is given its password.
func newAccount(t *testing.T) *account {
	t.Helper()
	a := &account{t: t, server: matrixtest.New(t), dir: t.TempDir(), service: service.New(service.Ports{Store: storage.Memory()})}
	a.user = a.server.AddUser("raumbot")
	a.options = Options{Homeserver: a.server.URL, User: "raumbot", Password: matrixtest.Password, RecoveryKeyFile: filepath.Join(a.dir, "recovery.txt")}
	return a
}

// token configures the bot to use a token instead of the password.
func (a *account) token() { a.options.Password, a.options.Token = "", "token-of-"+a.user.ID }

// start starts the bot with the store name, and returns the error for the operator.
func (a *account) start(name string) error {
	a.t.Helper()
	if a.session != nil {
		a.session.store.close()
	}
	store, err := openStore(a.t.Context(), filepath.Join(a.dir, name))
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(store.close)
	a.session = newSession(a.options, slog.New(slog.NewTextHandler(&a.log, nil)), a.service, store)
	return a.session.logIn(a.t.Context())
}

// run has the bot be past its first start.
func (a *account) run() {
	a.t.Helper()
	if err := a.session.store.putNote(a.t.Context(), sinceNote, "s1"); err != nil {
		a.t.Fatal(err)
	}
}

// signed reports whether the bot's device is signed with the keys of the account, as an app
// sees it.
func (a *account) signed() bool {
	a.t.Helper()
	keys, err := a.session.cipher.(*olm).ownKeys(a.t.Context())
	if err != nil {
		a.t.Fatal(err)
	}
	return keys.signed
}

// recoveryFile returns the recovery key in the bot's file.
func (a *account) recoveryFile() string {
	text, _ := os.ReadFile(a.options.RecoveryKeyFile)
	return strings.TrimSpace(string(text))
}

// write puts a recovery key into the bot's file.
func (a *account) write(key string) {
	a.t.Helper()
	if err := os.WriteFile(a.options.RecoveryKeyFile, []byte(key+"\n"), 0o600); err != nil {
		a.t.Fatal(err)
	}
}

// setUp has an app on the device PHONE create the account's keys, or replace them. It returns the
// recovery key.
func (a *account) setUp() string {
	a.t.Helper()
	client, err := mautrix.NewClient(a.server.URL, id.UserID(a.user.ID), "token-of-"+a.user.ID)
	if err != nil {
		a.t.Fatal(err)
	}
	client.DeviceID = "PHONE"
	log := zerolog.Nop()
	app := crypto.NewOlmMachine(client, &log, crypto.NewMemoryStore(nil), testStore(a.t))
	if err := app.Load(a.t.Context()); err != nil {
		a.t.Fatal(err)
	}
	if err := app.ShareKeys(a.t.Context(), -1); err != nil {
		a.t.Fatal(err)
	}
	key, _, err := app.GenerateAndUploadCrossSigningKeysWithPassword(a.t.Context(), matrixtest.Password, "")
	if err != nil {
		a.t.Fatal(err)
	}
	if err := app.SignOwnDevice(a.t.Context(), app.OwnIdentity()); err != nil {
		a.t.Fatal(err)
	}
	return key
}

// logOut logs out the app.
func (a *account) logOut() { a.server.Look(func() { delete(a.user.Keys.Devices, "PHONE") }) }

// noRecovery removes the secret storage, as if the app had never made one.
func (a *account) noRecovery() { a.server.Look(func() { clear(a.user.Keys.Data) }) }

// TestSignedHowever starts the bot for the first time in each way that the documentation knows. Its
// device is signed, and the recovery key that it is left with opens the account's keys.
func TestSignedHowever(t *testing.T) {
	for name, prepare := range map[string]func(*account){
		"a fresh account, the password":           func(*account) {},
		"a fresh account, a token":                func(a *account) { a.token() },
		"set up in an app, the recovery key":      func(a *account) { a.options.RecoveryKey = a.setUp() },
		"the same with a token":                   func(a *account) { a.token(); a.options.RecoveryKey = a.setUp() },
		"set up in an app, its key in the file":   func(a *account) { a.write(a.setUp()) },
		"made in an app without recovery":         func(a *account) { a.setUp(); a.logOut(); a.noRecovery() },
		"made in an app, the keys to be replaced": func(a *account) { a.setUp(); a.options.ResetKeys = true },
		"replaced beside a recovery key of another account": func(a *account) {
			a.options.RecoveryKey = a.setUp()
			a.setUp()
			a.write("EsTx garbage")
			a.options.ResetKeys = true
		},
		"a token and the password": func(a *account) { a.setUp(); a.options.Token, a.options.ResetKeys = "token-of-"+a.user.ID, true },
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccount(t)
			prepare(a)
			if err := a.start("first.db"); err != nil {
				t.Fatal(err)
			}
			if !a.signed() {
				t.Fatalf("the device is not signed:\n%s", &a.log)
			}
			// Everything but the recovery key is lost.
			a.server.Look(func() { a.user.Device = "DEVICE2" })
			if err := a.start("second.db"); err != nil || !a.signed() {
				t.Fatalf("%v\n%s", err, &a.log)
			}
		})
	}
}

// TestCannotSign starts the bot for the first time where it cannot have its device signed. The
// start ends with what the operator can do, and the keys of the account stay as they are.
func TestCannotSign(t *testing.T) {
	for name, prepare := range map[string]func(*account){
		"a token alone":        func(a *account) { a.token(); a.setUp(); a.logOut() },
		"a token, no recovery": func(a *account) { a.token(); a.setUp(); a.logOut(); a.noRecovery() },
		"a token, to replace":  func(a *account) { a.token(); a.setUp(); a.options.ResetKeys = true },
		"a token, another key in the file": func(a *account) {
			a.token()
			a.setUp()
			a.write("EsTx garbage")
			a.options.ResetKeys = true
		},
		"somebody has the key of the backup": func(a *account) {
			a.setUp()
			a.logOut()
			a.noRecovery()
			a.server.Look(func() {
				a.user.Keys.Data["m.megolm_backup.v1"] = json.RawMessage(`{"encrypted":{"a":{"iv":"a","ciphertext":"a","mac":"a"}}}`)
			})
		},
		"an app is logged in":    func(a *account) { a.setUp(); a.noRecovery() },
		"somebody has the key":   func(a *account) { a.setUp(); a.logOut() },
		"another recovery key":   func(a *account) { a.options.RecoveryKey = a.setUp(); a.setUp(); a.logOut() },
		"no recovery key at all": func(a *account) { a.setUp(); a.write("in the safe") },
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccount(t)
			prepare(a)
			master := func() string { return fmt.Sprint(a.user.Keys.Signing["master_key"]["keys"]) }
			before := master()
			data, file := len(a.user.Keys.Data), a.recoveryFile()
			err := a.start("first.db")
			if err == nil || !strings.Contains(err.Error(), "recovery key") || !strings.Contains(err.Error(), "password") {
				t.Errorf("it ends with %v", err)
			}
			if text := err.Error(); strings.Count(text, "\n") > 0 || len(text) > 700 {
				t.Errorf("it ends with a text and no sentence: %s", text)
			}
			if master() != before || len(a.user.Keys.Data) != data || a.recoveryFile() != file {
				t.Error("what a person has made has been changed")
			}
		})
	}
}

// TestKeysAreResetWhileItRuns has the keys of the account replaced while the bot runs: the operator
// is told, and a new recovery key in the file is read without a restart.
func TestKeysAreResetWhileItRuns(t *testing.T) {
	a := newAccount(t)
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	a.run()
	o := a.session.cipher.(*olm)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { o.background(ctx) })
	defer running.Wait()
	defer cancel()
	problem := func() string {
		t.Helper()
		status, err := a.service.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return status.Problems[Platform]
	}
	changed := &mautrix.RespSync{DeviceOTKCount: mautrix.OTKCount{SignedCurve25519: 50}}
	waitFor := func(what string, met func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !met(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("in vain: %s\n%s", what, &a.log)
			}
			changed.DeviceLists.Changed = []id.UserID{id.UserID(a.user.ID)} // receive empties it
			if err := o.receive(t.Context(), changed, "s1"); err != nil {
				t.Fatal(err)
			}
		}
	}
	key := a.setUp()
	waitFor("the problem is reported", func() bool { return problem() != "" })
	waitFor("the bot does not stay unsigned", func() bool { return !a.signed() })
	a.write(key)
	waitFor("the problem is over", func() bool { return problem() == "" })
	if !a.signed() {
		t.Error("it is not signed with the new keys")
	}
	cancel()
	running.Wait()
	if text := a.log.String(); strings.Count(text, "level=ERROR") != 1 || !strings.Contains(text, "reset_keys") {
		t.Errorf("the log says\n%s", text)
	}
}

// TestUnsignedGoesOn starts a bot again whose keys were replaced while it was down. It runs, and
// reports it.
func TestUnsignedGoesOn(t *testing.T) {
	a := newAccount(t)
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	a.run()
	a.setUp()
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	if status, err := a.service.Status(t.Context()); err != nil || status.Problems[Platform] == "" || a.signed() {
		t.Errorf("reported: %v, %v", status.Problems, err)
	}
}

// TestReplacesOnce replaces the account's keys as asked, and not those that a person makes later,
// unless it was started without the wish in between.
func TestReplacesOnce(t *testing.T) {
	a := newAccount(t)
	a.setUp()
	a.options.ResetKeys = true
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	a.run()
	a.setUp()
	for _, step := range []struct{ reset, signed bool }{{true, false}, {false, false}, {true, true}} {
		a.options.ResetKeys = step.reset
		if err := a.start("first.db"); err != nil || a.signed() != step.signed {
			t.Errorf("to be replaced %t, signed %t, %v", step.reset, a.signed(), err)
		}
	}
	a.setUp()
	if err := a.start("second.db"); !errors.As(err, &needsOperator{}) { // the first store is lost
		t.Errorf("a person's keys are replaced: %v", err)
	}
}

// TestEndsWhileItMakesKeys cuts the connection at each request by which the bot makes keys. It is
// signed after the next start, with a recovery key that opens these keys.
func TestEndsWhileItMakesKeys(t *testing.T) {
	for _, taken := range []bool{false, true} { // whether the homeserver has received the request
		for cut := 1; ; cut++ {
			a := newAccount(t)
			a.setUp()
			a.options.ResetKeys = true
			requests, done := 0, false
			transport := http.DefaultTransport
			http.DefaultTransport = network(func(r *http.Request) (*http.Response, error) {
				relevant := strings.Contains(r.URL.Path, "/account_data/") && r.Method == http.MethodPut || strings.Contains(r.URL.Path, "/device_signing/") || strings.Contains(r.URL.Path, "/signatures/")
				if !relevant {
					return transport.RoundTrip(r)
				}
				if requests++; requests < cut {
					return transport.RoundTrip(r)
				}
				if requests == cut && taken {
					if resp, err := transport.RoundTrip(r); err == nil {
						resp.Body.Close()
					}
				}
				done = true
				return nil, errCut
			})
			err := a.start("first.db")
			http.DefaultTransport = transport
			if !done {
				if err != nil || cut < 8 {
					t.Errorf("%d requests, %v", requests, err)
				}
				break
			}
			if !errors.Is(err, errCut) {
				t.Errorf("request %d: %v", cut, err)
			}
			for _, store := range []string{"first.db", "second.db"} {
				if err := a.start(store); err != nil || !a.signed() {
					t.Fatalf("request %d, taken %t, %s: %v\n%s", cut, taken, store, err, &a.log)
				}
			}
		}
	}
}

var errCut = &timeout{}

// timeout is an error of the network.
type timeout struct{}

func (*timeout) Error() string   { return "cut off on purpose" }
func (*timeout) Timeout() bool   { return true }
func (*timeout) Temporary() bool { return true }

// TestOldDevicesAreLoggedOut loses the store twice. The devices that the bot has used before are
// logged out, and a person's app is not; with a token, nothing is.
func TestOldDevicesAreLoggedOut(t *testing.T) {
	a := newAccount(t)
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	a.write(a.setUp())
	for i, store := range []string{"second.db", "third.db", "third.db"} {
		if err := a.start(store); err != nil {
			t.Fatal(err)
		}
		want := "PHONE " + []string{"DEVICE2", "DEVICE3", "DEVICE3"}[i]
		if got := a.devices(); got != want || !a.signed() {
			t.Errorf("with %s there are %s, wanted %s:\n%s", store, got, want, &a.log)
		}
	}
	a.options.Token = "token-of-" + a.user.ID
	a.server.Look(func() { a.user.Device = "GIVEN" })
	if err := a.start("fourth.db"); err != nil {
		t.Fatal(err)
	}
	if got := a.devices(); got != "PHONE GIVEN DEVICE3" {
		t.Errorf("with a token there are %s", got)
	}
}

// devices returns the devices of the account, the app first.
func (a *account) devices() string {
	names := slices.Collect(maps.Keys(a.user.Keys.Devices))
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(strings.Compare(y[:1], x[:1]), strings.Compare(x, y))
	})
	return strings.Join(names, " ")
}
