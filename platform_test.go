package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/config"
	"raumbot/storage"
)

// chatRoom is a chat platform in memory: it passes its lines to the service, and then listens
// until it is stopped, or longer if it is stubborn.
type chatRoom struct {
	lines    []string
	fail     error         // returned by Listen at once
	stubborn chan struct{} // if set, Listen ends only when it is closed
	starting bool          // it never connects, and Listen returns the error of a start that was stopped

	mu     sync.Mutex
	heard  []string
	spoken chan struct{} // closed when all lines have been passed
}

func (r *chatRoom) Platform() bot.Platform { return "irc" }

func (r *chatRoom) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.heard = append(r.heard, m.Text)
	return bot.Receipt{}, nil
}

func (r *chatRoom) Listen(ctx context.Context, svc *service.Service) error {
	svc.Report("irc", r.fail == nil)
	for _, l := range r.lines {
		name, text, _ := strings.Cut(l, ": ")
		request := bot.Request{From: bot.User{UserID: bot.UserID{Platform: "irc", ID: name}, Name: name},
			Room: bot.RoomID{Platform: "irc", ID: "den"}, Text: text, OpenNames: true}
		if _, err := svc.Handle(ctx, request); err != nil {
			r.mu.Lock()
			r.heard = append(r.heard, err.Error())
			r.mu.Unlock()
		}
	}
	close(r.spoken)
	if r.fail != nil {
		return r.fail
	}
	<-ctx.Done()
	if r.stubborn != nil {
		<-r.stubborn
	}
	if r.starting {
		return fmt.Errorf("connecting: %w", ctx.Err())
	}
	return nil
}

// hears reports whether a message in the room contains a text.
func (r *chatRoom) hears(words string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.heard, func(text string) bool { return strings.Contains(text, words) })
}

// freePort returns a local address with an unused port.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestPlatform serves a chat platform with rate limits and a monitor, and stops it.
func TestPlatform(t *testing.T) {
	room := &chatRoom{lines: []string{"alice: challenge bob raumschach white", "bob: help", "bob: accept", "alice: ab2-ab3"}, spoken: make(chan struct{})}
	for range 20 {
		room.lines = append(room.lines, "alice: help")
	}
	s := settings{Config: config.Config{Database: filepath.Join(t.TempDir(), "x.db"), Limits: config.Limits{User: 5}}}
	errs, err := os.Create(filepath.Join(t.TempDir(), "stderr")) // the log and the start write to it at once
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	env := environment{stderr: errs, stdout: io.Discard}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	for spoken := false; !spoken; {
		s.Monitor.Address = freePort(t)
		go func() { ended <- s.servePlatforms(ctx, env, s.logger(env), []chatPlatform{room}) }()
		select {
		case <-room.spoken:
			spoken = true
		case err := <-ended:
			if !errors.Is(err, syscall.EADDRINUSE) { // another program may have taken the port meanwhile
				t.Fatalf("it ends with %v", err)
			}
		}
	}
	address := s.Monitor.Address
	client := http.Client{Timeout: hangs}
	for path, want := range map[string]string{"/healthz": "ok", "/readyz": "ok", "/metrics": `raumbot_gateway_connected{platform="irc"} 1`} {
		response, err := client.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != 200 || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d %s, %v", path, response.StatusCode, body, err)
		}
	}
	for deadline := time.Now().Add(hangs); !room.hears("alice challenges bob") || !room.hears("plays Pawn"); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("what happened is not told")
		}
	}
	if !room.hears("That is a lot to ask at once") {
		t.Error("a flood is not refused")
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	log, err := os.ReadFile(errs.Name())
	if err != nil || !strings.Contains(string(log), "msg=started") || !strings.Contains(string(log), "msg=stopped") {
		t.Errorf("the log says %s, %v", log, err)
	}
}

// TestStopping checks that an adapter gets time to finish requests in progress, but not forever.
func TestStopping(t *testing.T) {
	for _, c := range []struct {
		name  string
		room  *chatRoom
		grace time.Duration
		want  error
	}{
		{"obedient", &chatRoom{}, time.Minute, nil},
		{"stubborn", &chatRoom{stubborn: make(chan struct{})}, 10 * time.Millisecond, errSlow},
		{"starting", &chatRoom{starting: true}, time.Minute, nil},
		{"failing", &chatRoom{fail: errBadToken}, time.Minute, errBadToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.room.spoken = make(chan struct{})
			svc := service.New(service.Ports{Store: storage.Memory()})
			ctx, stop := context.WithCancel(t.Context())
			go func() {
				<-c.room.spoken
				stop()
			}()
			err := listen(ctx, svc, []chatPlatform{c.room}, []bot.Adapter{c.room}, c.grace)
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("it ends with %v", err)
			}
			if c.room.stubborn != nil {
				close(c.room.stubborn)
			}
		})
	}
}

var errBadToken = errors.New("the token is not accepted")
