//go:build goolm

package matrix

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/matrixtest"
)

// network carries requests to a homeserver, but for those of which it makes something else.
type network func(r *http.Request) (*http.Response, error)

func (n network) RoundTrip(r *http.Request) (*http.Response, error) {
	if resp, err := n(r); resp != nil || err != nil {
		return resp, err
	}
	return http.DefaultTransport.RoundTrip(r)
}

// sealedSession is a session of a bot that can encrypt and is with alice in !a:x, and with bob in !b:x, both encrypted.
func sealedSession(t *testing.T) *session {
	t.Helper()
	server := matrixtest.New(t)
	bot := server.AddUser("raumbot")
	s := testSession(t, &homeserver{})
	var err error
	if s.api, err = mautrix.NewClient(server.URL, id.UserID(bot.ID), "token-of-"+bot.ID); err != nil {
		t.Fatal(err)
	}
	s.api.StateStore, s.api.DeviceID = s.store, "DEVICE"
	if s.cipher, err = startCipher(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.cipher.stop)
	for room, other := range map[id.RoomID]id.UserID{"!a:x": "@alice:x", "!b:x": "@bob:x"} {
		if err := s.store.SetEncryptionEvent(t.Context(), room, &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}); err != nil {
			t.Fatal(err)
		}
		for _, who := range []id.UserID{s.api.UserID, other} {
			if err := s.store.SetMembership(t.Context(), room, who, event.MembershipJoin); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

// TestEncryptsMeanwhile encrypts for one room while the device query for another is slow.
func TestEncryptsMeanwhile(t *testing.T) {
	s := sealedSession(t)
	words := writer{}.write("one", nil)
	if _, err := s.cipher.encrypt(t.Context(), "!b:x", event.EventMessage, words); err != nil {
		t.Fatal(err)
	}
	asked, answer := make(chan struct{}), make(chan struct{})
	release := sync.OnceFunc(func() { close(answer) })
	defer release()
	handleCommand := sync.OnceFunc(func() { close(asked) })
	s.api.Client = &http.Client{Transport: network(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/keys/query") {
			handleCommand()
			<-answer
		}
		return nil, nil
	})}
	var slow sync.WaitGroup
	slow.Go(func() {
		if _, err := s.cipher.encrypt(context.Background(), "!a:x", event.EventMessage, words); err != nil {
			t.Error(err)
		}
	})
	<-asked
	done := make(chan error, 1)
	go func() {
		_, err := s.cipher.encrypt(context.Background(), "!b:x", event.EventMessage, words)
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Minute):
		t.Error("one room waits for another")
	}
	release()
	slow.Wait()
}

// TestDevicesLater fails to fetch changed devices. They are fetched again, even after a restart, until that
// succeeds.
func TestDevicesLater(t *testing.T) {
	s := sealedSession(t)
	if err := s.cipher.(*olm).machine.CryptoStore.PutDevices(t.Context(), "@alice:x", map[id.DeviceID]*id.Device{}); err != nil {
		t.Fatal(err)
	}
	down, asked := true, 0
	s.api.Client = &http.Client{Transport: network(func(r *http.Request) (*http.Response, error) {
		if !strings.HasSuffix(r.URL.Path, "/keys/query") {
			return nil, nil
		}
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		if strings.Contains(string(body), "@alice:x") {
			asked++
		}
		if down {
			return &http.Response{StatusCode: http.StatusBadGateway, Body: io.NopCloser(strings.NewReader("")), Request: r, Header: http.Header{}}, nil
		}
		return nil, nil
	})}
	resp := &mautrix.RespSync{}
	resp.DeviceLists.Changed = []id.UserID{"@alice:x", "@stranger:x"}
	resp.DeviceOTKCount.SignedCurve25519 = 50
	s.cipher.receive(t.Context(), resp, "s1")
	var err error
	down = false
	if s.cipher, err = startCipher(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.cipher.receive(t.Context(), &mautrix.RespSync{DeviceOTKCount: resp.DeviceOTKCount}, "s2")
	}
	if asked != 2 {
		t.Errorf("alice's devices are asked for %d times", asked)
	}
}
