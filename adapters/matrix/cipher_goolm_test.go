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
	"raumbot/bot"
)

// network is a function that answers some requests to a homeserver. It returns nil for requests
// that the homeserver is to answer.
type network func(r *http.Request) (*http.Response, error)

func (n network) RoundTrip(r *http.Request) (*http.Response, error) {
	if resp, err := n(r); resp != nil || err != nil {
		return resp, err
	}
	return http.DefaultTransport.RoundTrip(r)
}

// sealedSession returns a session that can encrypt. The bot is with alice in !a:x and with bob in
// !b:x, which are encrypted.
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

// encryptFor encrypts for a room, whose members are sent the key if need be.
func encryptFor(ctx context.Context, s *session, room id.RoomID, kind event.Type, content any) (*event.EncryptedEventContent, error) {
	if err := s.shareKey(ctx, room); err != nil {
		return nil, err
	}
	return s.cipher.encrypt(ctx, room, kind, content)
}

// TestEncryptsMeanwhile encrypts for one room while the device query for another is slow.
func TestEncryptsMeanwhile(t *testing.T) {
	s := sealedSession(t)
	words := writer{}.write("one", nil)
	if _, err := encryptFor(t.Context(), s, "!b:x", event.EventMessage, words); err != nil {
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
		if _, err := encryptFor(context.Background(), s, "!a:x", event.EventMessage, words); err != nil {
			t.Error(err)
		}
	})
	<-asked
	done := make(chan error, 1)
	go func() {
		_, err := encryptFor(context.Background(), s, "!b:x", event.EventMessage, words)
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

// TestTurnWithoutKey limits a bot that writes in two rooms. While the key of one room is being
// shared, the other has its turn, even if the first has begun a message.
func TestTurnWithoutKey(t *testing.T) {
	for _, begun := range []bool{false, true} {
		s := sealedSession(t)
		s.sending.limited = time.Now().Add(time.Hour)
		if err := s.shareKey(t.Context(), "!b:x"); err != nil {
			t.Fatal(err)
		}
		asked, answer := make(chan struct{}), make(chan struct{})
		s.api.Client = &http.Client{Transport: network(func(r *http.Request) (*http.Response, error) {
			switch {
			case strings.HasSuffix(r.URL.Path, "/keys/query"):
				close(asked)
				<-answer
			case strings.Contains(r.URL.Path, "/send/"):
				return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"event_id":"$sent"}`)), Request: r, Header: http.Header{"Content-Type": {"application/json"}}}, nil
			}
			return nil, nil
		})}
		say := func(ctx context.Context, room id.RoomID) error {
			_, err := s.sendText(ctx, outgoing{place: place{room: room}, txn: "say"}, bot.RenderedMessage{Text: "one"})
			return err
		}
		slow := make(chan error, 1)
		go func() {
			ctx, end := t.Context(), func() {}
			if begun {
				ctx, _, end, _ = s.sending.begin(ctx, "!a:x")
			}
			defer end()
			slow <- say(ctx, "!a:x")
		}()
		<-asked
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if err := say(ctx, "!b:x"); err != nil {
			t.Errorf("begun %t: one room waits for the key of another: %v", begun, err)
		}
		cancel()
		close(answer)
		if err := <-slow; err != nil {
			t.Errorf("begun %t: %v", begun, err)
		}
	}
}

// TestDevicesLater fails to fetch changed devices. They are fetched again, even after a restart,
// until that succeeds.
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
