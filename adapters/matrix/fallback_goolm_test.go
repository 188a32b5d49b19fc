//go:build goolm

package matrix

import (
	"net/http"
	"strings"
	"testing"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto"
	"maunium.net/go/mautrix/id"
)

// TestFallbackKeys uploads a fallback key whenever the homeserver has no unused one. Devices that
// have begun a session with the last two keys can be read, after a restart too.
func TestFallbackKeys(t *testing.T) {
	a := newAccount(t)
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	receive := func(unused []id.KeyAlgorithm) {
		t.Helper()
		resp := &mautrix.RespSync{FallbackKeys: unused, DeviceOTKCount: mautrix.OTKCount{SignedCurve25519: 50}}
		if err := a.session.cipher.receive(t.Context(), resp, "s1"); err != nil {
			t.Fatal(err)
		}
	}
	none, one := []id.KeyAlgorithm{}, []id.KeyAlgorithm{id.KeyAlgorithmSignedCurve25519}
	receive(nil) // a homeserver that knows no fallback keys
	if n := len(a.user.Keys.Fallback); n != 0 {
		t.Errorf("%d keys are uploaded unasked", n)
	}
	receive(none)
	receive(one)
	if n := len(a.user.Keys.Fallback); n != 1 {
		t.Fatalf("%d keys are uploaded", n)
	}
	transport := a.session.api.Client.Transport
	a.session.api.Client.Transport = network(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/keys/upload") {
			return nil, errCut
		}
		return transport.RoundTrip(r)
	})
	receive(none) // the next key is made, and not uploaded
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	receive(none)
	if n := len(a.user.Keys.Fallback); n != 2 || a.user.Keys.Fallback[0] == a.user.Keys.Fallback[1] {
		t.Fatalf("the keys %v are uploaded", a.user.Keys.Fallback)
	}
	if err := a.start("first.db"); err != nil {
		t.Fatal(err)
	}
	bot := a.session.cipher.(*olm).machine.GetAccount()
	for i, key := range a.user.Keys.Fallback {
		for range 2 { // devices may use a fallback key more than once
			phone := crypto.NewOlmAccount()
			sender := phone.IdentityKey()
			session, err := phone.Internal.NewOutboundSession(bot.IdentityKey(), id.Curve25519(key))
			if err != nil {
				t.Fatal(err)
			}
			_, sealed, err := session.Encrypt([]byte("a key"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := bot.Internal.NewInboundSessionFrom(&sender, string(sealed)); err != nil {
				t.Errorf("key %d: %v", i, err)
			}
		}
	}
}
