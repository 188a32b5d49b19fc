package matrix

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// TestSpeaksWhileItLogsIn logs in again while messages are being sent. It is meant for the
// race detector.
func TestSpeaksWhileItLogsIn(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.options.Password = "secret"
	ended := make(chan struct{})
	var speaking sync.WaitGroup
	for lane := range 2 {
		speaking.Go(func() {
			for i := 1; ; i++ {
				select {
				case <-ended:
					return
				default:
				}
				if _, err := s.deliver(context.Background(), news(bot.MessageID(2*i+lane), "one")); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 20 {
		if err := s.renew(t.Context(), mautrix.MUnknownToken); err != nil {
			t.Fatal(err)
		}
	}
	close(ended)
	speaking.Wait()
	if noted, err := s.store.note(t.Context(), "token"); err != nil || noted != "another" {
		t.Errorf("the token %q is noted, %v", noted, err)
	}
}

// TestAnotherDevice logs in again and gets another device, whose keys the bot does not have.
func TestAnotherDevice(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.options.Password, s.api.DeviceID = "secret", "OTHER"
	if err := s.renew(t.Context(), mautrix.MUnknownToken); err == nil || !strings.Contains(err.Error(), "OTHER") {
		t.Errorf("got %v", err)
	}
	if s.api.DeviceID != "OTHER" || s.bearer.token.Load() != "token" {
		t.Errorf("it goes on as %s with %s", s.api.DeviceID, s.bearer.token.Load())
	}
}

// slowTransport hangs in each join until it is cancelled, and a little longer.
type slowTransport struct {
	begun   chan struct{}
	stopped atomic.Bool
}

func (n *slowTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.Contains(r.URL.Path, "/sync") {
		<-n.begun
		return nil, mautrix.HTTPError{RespError: &mautrix.MUnknownToken}
	}
	if !strings.Contains(r.URL.Path, "/join/") {
		return http.DefaultTransport.RoundTrip(r)
	}
	close(n.begun)
	<-r.Context().Done()
	time.Sleep(100 * time.Millisecond) // a caller that does not wait for it has returned by then
	n.stopped.Store(true)
	return nil, r.Context().Err()
}

// TestStopWaitsForTasks ends a session with an expired token while it joins a room.
func TestStopWaitsForTasks(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.options.Token = "token"
	slow := &slowTransport{begun: make(chan struct{})}
	s.api.Client = &http.Client{Transport: slow}
	if err := s.roomTasks.addTask(t.Context(), "join", "!hall:x", "@bob:x"); err != nil {
		t.Fatal(err)
	}
	if err := s.run(t.Context()); !errors.Is(err, mautrix.MUnknownToken) {
		t.Errorf("got %v", err)
	}
	if !slow.stopped.Load() {
		t.Error("it ends while a room is being joined")
	}
	if noted, err := s.store.note(t.Context(), "task/join/!hall:x"); err != nil || noted == "" {
		t.Errorf("the invitation is forgotten: %q, %v", noted, err)
	}
}

// TestChatsDoNotWait creates a chat with bob while the creation of one with alice hangs.
func TestChatsDoNotWait(t *testing.T) {
	asked, go1 := make(chan struct{}), make(chan struct{})
	var first sync.Once
	h := &homeserver{before: func(r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/createRoom") {
			slow := false
			first.Do(func() { slow = true })
			if slow {
				close(asked)
				<-go1
			}
		}
	}}
	s := testSession(t, h)
	var alices [2]id.RoomID
	var opening sync.WaitGroup
	for i := range alices {
		opening.Go(func() {
			var err error
			if alices[i], err = s.directChat(context.Background(), "@alice:x"); err != nil {
				t.Error(err)
			}
		})
	}
	<-asked
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	chat := make(chan id.RoomID, 1)
	go func() {
		room, err := s.directChat(ctx, "@bob:x")
		if err != nil {
			t.Error(err)
		}
		chat <- room
	}()
	select {
	case <-chat:
	case <-ctx.Done():
		t.Error("bob waits for alice")
	}
	close(go1)
	opening.Wait()
	if alices[0] != alices[1] || h.rooms != 2 {
		t.Errorf("alice has the chats %v, of %d", alices, h.rooms)
	}
}

// TestStoppedAtOnce stops the bot before it has opened its store, and while it logs in.
func TestStoppedAtOnce(t *testing.T) {
	c, err := New(Options{Homeserver: "http://127.0.0.1:1", User: "raumbot", Password: "secret", Store: filepath.Join(t.TempDir(), "test-matrix.db")})
	if err != nil {
		t.Fatal(err)
	}
	service := service.New(service.Ports{Store: storage.Memory()})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Listen(ctx, service); err != nil {
		t.Errorf("before: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(server.Close)
	c.options.Homeserver = server.URL
	if err := c.Listen(ctx, service); err != nil {
		t.Errorf("while: %v", err)
	}
}

// TestStoppedBeforeItReads stops the bot between login and first sync, without an error.
func TestStoppedBeforeItReads(t *testing.T) {
	s := testSession(t, &homeserver{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.run(ctx); err != nil {
		t.Error(err)
	}
}
