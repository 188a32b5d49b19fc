//go:build goolm

package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"maunium.net/go/mautrix/crypto/verificationhelper"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// comparing is a client's part in a verification: what it is shown.
type comparing struct {
	client    *client
	helper    *verificationhelper.VerificationHelper
	emojis    chan string
	cancelled chan string
	done      chan struct{}
}

// verifying lets a client verify others. Its account gets cross-signing keys.
func verifying(t *testing.T, c *client) *comparing {
	t.Helper()
	ctx := context.Background()
	c.makeKeys()
	v := &comparing{client: c, emojis: make(chan string, 1), cancelled: make(chan string, 4), done: make(chan struct{}, 1)}
	v.helper = verificationhelper.NewVerificationHelper(c.Client, c.machine, nil, v, false, false, true)
	if err := v.helper.Init(ctx); err != nil {
		t.Fatal(err)
	}
	return v
}

// makeKeys gives the account of a client new cross-signing keys, and returns their recovery key.
func (c *client) makeKeys() string {
	c.t.Helper()
	key, _, err := c.machine.GenerateAndUploadCrossSigningKeysWithPassword(context.Background(), password, "")
	if err != nil {
		c.t.Fatal(err)
	}
	return key
}

func (v *comparing) VerificationRequested(context.Context, id.VerificationTransactionID, id.UserID, id.DeviceID) {
}

// VerificationReady begins the comparison, as apps do.
func (v *comparing) VerificationReady(_ context.Context, transaction id.VerificationTransactionID, _ id.DeviceID, _, _ bool, _ *verificationhelper.QRCode) {
	go func() { // the helper is locked
		for range 100 {
			if v.helper.StartSAS(context.Background(), transaction) == nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
}

func (v *comparing) VerificationCancelled(_ context.Context, _ id.VerificationTransactionID, _ event.VerificationCancelCode, reason string) {
	v.cancelled <- reason
}

func (v *comparing) VerificationDone(context.Context, id.VerificationTransactionID, event.VerificationMethod) {
	v.done <- struct{}{}
}

func (v *comparing) ShowSAS(_ context.Context, _ id.VerificationTransactionID, emojis []rune, _ []string, _ []int) {
	v.emojis <- string(emojis)
}

// expect waits for something on a channel.
func expect[T any](t *testing.T, what string, from <-chan T) (got T) {
	t.Helper()
	select {
	case got = <-from:
	case <-time.After(patience):
		t.Fatalf("waiting in vain for %s", what)
	}
	return got
}

// shown reads the comparison from the log of the bot.
func (r *robot) shown() (emojis, code string) {
	r.t.Helper()
	r.logged("compare these with the operator's app", 1)
	text, err := os.ReadFile(r.log())
	if err != nil {
		r.t.Fatal(err)
	}
	found := regexp.MustCompile(`emojis="([^"]*)".* code=([0-9]{6})`).FindAllSubmatch(text, -1)
	if len(found) == 0 {
		r.t.Fatalf("the log shows no emojis:\n%s", text)
	}
	last := found[len(found)-1]
	for _, one := range strings.Split(string(last[1]), ", ") {
		symbol, _, _ := strings.Cut(one, " ")
		emojis += symbol
	}
	return emojis, string(last[2])
}

// TestVerification lets an operator verify the bot after a restart. The app and the log show the
// same emojis, and after both sides have agreed, the operator's client trusts the bot's device.
func TestVerification(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ada := newClient(t, home, "ada")
	app := verifying(t, ada)
	r := newRobot(t, home, `operators = ["`+string(ada.UserID)+`"]`)
	chat := ada.directChat(r, true)
	r.stop()
	r.start()
	r.logged("logged in", 2)
	device := func() *id.Device {
		devices, err := ada.machine.FetchKeys(ctx, []id.UserID{r.id}, true)
		if err != nil || len(devices[r.id]) != 1 {
			t.Fatalf("the bot has the devices %v, %v", devices, err)
		}
		for _, d := range devices[r.id] {
			return d
		}
		return nil
	}
	trusted := func() id.TrustState {
		trust, err := ada.machine.ResolveTrustContext(ctx, device())
		if err != nil {
			t.Fatal(err)
		}
		return trust
	}
	if trust := trusted(); trust >= id.TrustStateCrossSignedVerified {
		t.Fatalf("before the verification the device has the trust %s", trust)
	}
	transaction, err := app.helper.StartVerification(ctx, r.id)
	if err != nil {
		t.Fatal(err)
	}
	seen := expect(t, "emojis", app.emojis)
	emojis, code := r.shown()
	if seen != emojis {
		t.Fatalf("the app shows %s, the log %s", seen, emojis)
	}
	ada.reads(chat, "Compare the emojis")
	if ada.find("", says(code)) != nil || ada.find("", says(string([]rune(emojis)[:1]))) != nil {
		t.Error("what is to be compared has come through the homeserver")
	}
	if err := app.helper.ConfirmSAS(ctx, transaction); err != nil {
		t.Fatal(err)
	}
	ada.say(chat, "", code)
	expect(t, "the end of the verification", app.done)
	ada.reads(chat, "You have verified me")
	if trust := trusted(); trust < id.TrustStateCrossSignedVerified {
		t.Errorf("after the verification the device has the trust %s", trust)
	}
}

// TestVerificationRefused lets a stranger try to verify the bot, and an operator send a wrong code.
func TestVerificationRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ada, eve := newClient(t, home, "ada"), newClient(t, home, "eve")
	app, strange := verifying(t, ada), verifying(t, eve)
	r := newRobot(t, home, `operators = ["`+string(ada.UserID)+`"]`)
	chat := ada.directChat(r, true)
	eve.directChat(r, true)
	if _, err := strange.helper.StartVerification(ctx, r.id); err != nil {
		t.Fatal(err)
	}
	if reason := expect(t, "a refusal", strange.cancelled); !strings.Contains(reason, "operators") {
		t.Errorf("a stranger is told %q", reason)
	}
	if _, err := app.helper.StartVerification(ctx, r.id); err != nil {
		t.Fatal(err)
	}
	expect(t, "emojis", app.emojis)
	_, code := r.shown()
	wrong := []byte(code)
	wrong[0] = '0' + (wrong[0]-'0'+1)%10
	ada.say(chat, "", string(wrong))
	if reason := expect(t, "a refusal", app.cancelled); !strings.Contains(reason, "code") {
		t.Errorf("after a wrong code the operator's app is told %q", reason)
	}
	ada.reads(chat, "not the code in my log")
	ada.say(chat, "", code)
	ada.reads(chat, code) // an ordinary text by now
}

// TestVerificationInRoom verifies the bot with a client that shares no code with it, in a direct
// chat, as Element does.
func TestVerificationInRoom(t *testing.T) {
	t.Parallel()
	node := needNode(t)
	local := home.account(t, "judith")
	r := newRobot(t, home, `operators = ["@`+local+`:`+home.name+`"]`)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	var complaints strings.Builder
	c := exec.CommandContext(ctx, node, "verify.mjs", home.url, local, password, string(r.id), r.log())
	c.Dir, c.Stderr = "js", &complaints
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &complaints)
	}
	var got struct {
		Same, Verified, Encrypted bool
	}
	if err := json.Unmarshal(out, &got); err != nil || !got.Same || !got.Verified || !got.Encrypted {
		t.Errorf("the client has found %s, %v", out, err)
	}
}
