package matrix

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/adapters/matrix/matrixtest"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
	"raumbot/storage/postgres/pinned"
	"raumbot/storage/storagetest"
)

// fellow is a process of the bot, which reaches the homeserver through a proxy of its own.
type fellow struct {
	t        *testing.T
	service  *service.Service
	requests atomic.Int64 // the number of requests that have reached the homeserver
	stop     func()
}

// clan is a homeserver, and a database on which processes work one after the other.
type clan struct {
	t          *testing.T
	url        string
	server     *matrixtest.Server
	robot, bob *matrixtest.User
	den        *matrixtest.Room
	fellow     *fellow // the one that works
}

// newClan starts a process.
func newClan(t *testing.T) *clan {
	t.Helper()
	c := &clan{t: t, url: storagetest.Postgres(t), server: matrixtest.New(t)}
	c.robot, c.bob = c.server.AddUser("raumbot"), c.server.AddUser("bob")
	c.den = c.bob.CreateRoom("Den", c.robot)
	c.fellow = c.start()
	c.server.Wait("the bot to come", func() bool { return c.den.Said(c.robot, "Hello!") != nil })
	return c
}

func (c *clan) start() *fellow {
	c.t.Helper()
	f := &fellow{t: c.t}
	target, err := url.Parse(c.server.URL)
	if err != nil {
		c.t.Fatal(err)
	}
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0)}
	way := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.requests.Add(1)
		pass.ServeHTTP(w, r)
	}))
	store, err := storage.Connect(c.t.Context(), c.url, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	f.service = service.New(service.Ports{Store: store, AtWork: store.AtWork})
	store.OnSetBack(f.service.SetBack)
	if err := f.service.Start(c.t.Context(), Platform); err != nil {
		c.t.Fatal(err)
	}
	client, err := New(Options{Homeserver: way.URL, User: "raumbot", Password: matrixtest.Password, Invites: []string{"all"}, Server: Location{
		Name:   c.url,
		Exists: func(ctx context.Context) (bool, error) { return pinned.Exists(ctx, c.url, "_matrix") },
		Connect: func(ctx context.Context, waiting func(error)) (Server, error) {
			return pinned.Pin(ctx, c.url, "_matrix", waiting)
		},
	}})
	if err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { f.service.Run(ctx, client) })
	running.Go(func() {
		if err := client.Listen(ctx, f.service); err != nil {
			c.t.Error(err)
		}
	})
	f.stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
		store.Close()
		way.CloseClientConnections()
		way.Close()
	})
	c.t.Cleanup(f.stop)
	return f
}

// says sends bob a message from a user of another platform through this process.
func (f *fellow) says(text string) {
	f.t.Helper()
	if _, err := f.service.Handle(f.t.Context(), bot.Request{From: alice, Text: "say 1 " + text}); err != nil {
		f.t.Fatal(err)
	}
}

var alice = bot.User{UserID: bot.UserID{Platform: "console", ID: "alice"}, Name: "alice"}

// begin begins game 1 of alice at the console and bob in the room.
func (c *clan) begin() {
	c.t.Helper()
	if _, err := c.fellow.service.Handle(c.t.Context(), bot.Request{From: alice, Text: "seek raumschach white", Room: bot.RoomID{Platform: "console", ID: "lobby"}}); err != nil {
		c.t.Fatal(err)
	}
	c.bob.Say(c.den, "!accept 1")
	c.reads("Game 1 begins", 1)
}

// reads waits until the bot's messages in all rooms contain some words a given number of times.
func (c *clan) reads(words string, times int) {
	c.t.Helper()
	n := 0
	c.server.Wait(fmt.Sprintf("%q, %d times", words, times), func() bool {
		n = 0
		for _, r := range c.server.Rooms() {
			for _, body := range r.Bodies(c.robot) {
				if strings.Contains(body, words) {
					n++
				}
			}
		}
		return n >= times
	})
	if n != times {
		c.t.Errorf("%q is said %d times", words, n)
	}
}

// connected waits until the process reports that it is connected, or that it is not.
func (f *fellow) connected(want bool) {
	f.t.Helper()
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		status, err := f.service.Status(f.t.Context())
		if err != nil {
			f.t.Fatal(err)
		}
		if status.Gateways[Platform] == want {
			return
		}
		if time.Now().After(end) {
			f.t.Fatalf("connected: %t, in vain", want)
		}
	}
}

// TestStopsAndGoesOn repeatedly stops a process and starts another. No message of theirs is sent
// twice, and messages to the bot in the meantime are read.
func TestStopsAndGoesOn(t *testing.T) {
	c := newClan(t)
	c.begin()
	for round := range 3 {
		word := fmt.Sprintf("word %d", round)
		c.fellow.says(word)
		c.reads(word, 1)
		last := fmt.Sprintf("last one %d", round)
		c.fellow.says(last)
		asked := c.bob.Say(c.den, "!games")
		c.fellow.stop()
		c.fellow = c.start()
		c.reads(last, 1)
		c.server.Wait("bob's question to be read", func() bool { return slices.Contains(c.den.Read, asked) })
	}
}

// TestLosesTheLock takes the lock of the store from a process. None of its requests reach the
// homeserver until it has the lock again; then it continues. Other tests, whose connections would
// end as well, do not run meanwhile.
func TestLosesTheLock(t *testing.T) {
	c := newClan(t)
	c.begin()
	first := c.fellow
	first.connected(true)
	taken := make(chan *pinned.Schema)
	go func() {
		p, err := pinned.Pin(context.Background(), c.url, "_matrix", func(error) {})
		if err != nil {
			t.Error(err)
		}
		taken <- p
	}()
	operator, err := pinned.Pin(t.Context(), c.url, "_operator", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer operator.Close()
	var other *pinned.Schema
	for other == nil { // the first to ask has it next
		select {
		case other = <-taken:
		case <-time.After(100 * time.Millisecond): // the one that waits has asked for the lock last
			if _, err := operator.DB().Exec("select pg_terminate_backend(pid) from pg_stat_activity where application_name='raumbot_matrix' and query not like '%lock%'"); err != nil {
				t.Fatal(err)
			}
		}
	}
	first.says("said in vain")
	c.bob.Say(c.den, "!say 1 heard by nobody")
	first.connected(false)
	before := first.requests.Load()
	first.says("said in vain, too")
	c.server.Look(func() {
		for _, r := range c.server.Rooms() {
			if said := r.Said(c.robot, "in vain"); said != nil {
				t.Errorf("a process that has lost Matrix has said %v", said.Content)
			}
		}
	})
	if after := first.requests.Load(); after != before {
		t.Errorf("a process that has lost Matrix has asked the homeserver %d times", after-before)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	c.reads("said in vain", 2)
	c.reads("said in vain, too", 1)
	first.connected(true)
}

// TestFence makes a request after the store was lost. It does not reach the homeserver.
func TestFence(t *testing.T) {
	reached := 0
	s := testSession(t, &homeserver{before: func(*http.Request) { reached++ }})
	at := testServer(t)
	store, err := openServer(t.Context(), at.Name, at.Connect, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.store = store
	if err := s.address(s.api.HomeserverURL.String()); err != nil {
		t.Fatal(err)
	}
	typing := func() error {
		_, err := s.api.UserTyping(t.Context(), "!den:x", true, time.Second)
		return err
	}
	if err := typing(); reached != 1 {
		t.Fatalf("before, %d requests have come, %v", reached, err)
	}
	store.close()
	if err := typing(); reached != 1 || err == nil || !strings.Contains(err.Error(), "not this process's") {
		t.Errorf("after, %d requests have come, %v", reached, err)
	}
}
