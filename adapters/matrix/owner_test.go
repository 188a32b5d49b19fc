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
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// fellow is one of several processes that all are configured with Matrix, with a way of its own to the homeserver.
type fellow struct {
	t        *testing.T
	service  *service.Service
	requests atomic.Int64 // that have come to the homeserver
	stop     func()
}

// clan is a homeserver and a database of several processes.
type clan struct {
	t          *testing.T
	url        string
	server     *matrixtest.Server
	robot, bob *matrixtest.User
	den        *matrixtest.Room
	fellows    []*fellow
}

// newClan starts processes one after the other, so that the first one owns Matrix.
func newClan(t *testing.T, members int) *clan {
	t.Helper()
	c := &clan{t: t, url: storagetest.Postgres(t), server: matrixtest.New(t)}
	c.robot, c.bob = c.server.AddUser("raumbot"), c.server.AddUser("bob")
	c.den = c.bob.CreateRoom("Den", c.robot)
	for range members {
		c.fellows = append(c.fellows, c.start())
		c.server.Wait("the bot to come", func() bool { return c.den.Said(c.robot, "Hello!") != nil })
	}
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
	store, err := storage.Join(c.t.Context(), c.url, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	f.service = service.New(service.Ports{Store: store, Leases: store.Leases(), Shared: true})
	store.Hear(f.service.Hear)
	if err := f.service.Start(c.t.Context(), Platform); err != nil {
		c.t.Fatal(err)
	}
	client, err := New(Options{Homeserver: way.URL, User: "raumbot", Password: matrixtest.Password, Invites: []string{"all"}, Server: Location{
		Name:   c.url,
		Exists: func(ctx context.Context) (bool, error) { return postgres.HasSchema(ctx, c.url, "_matrix") },
		Connect: func(ctx context.Context, waiting func(error)) (Server, error) {
			return postgres.Pin(ctx, c.url, "_matrix", waiting)
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

// says has somebody of another platform tell bob something, by way of this process.
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
	if _, err := c.fellows[len(c.fellows)-1].service.Handle(c.t.Context(), bot.Request{From: alice, Text: "seek raumschach white", Room: bot.RoomID{Platform: "console", ID: "lobby"}}); err != nil {
		c.t.Fatal(err)
	}
	c.bob.Say(c.den, "!accept 1")
	c.reads("Game 1 begins", 1)
}

// reads waits until the bot has said something that often, in all rooms.
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

// owner waits until one of the processes delivers, as all of them say.
func (c *clan) owner(among ...*fellow) (owner *fellow) {
	c.t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		owner = nil
		agree := map[string]bool{}
		for _, f := range among {
			status, err := f.service.Status(c.t.Context())
			if err != nil {
				c.t.Fatal(err)
			}
			for _, h := range status.Tasks {
				if h.Task != "courier/matrix" {
					continue
				}
				agree[h.Owner] = true
				if _, connected := status.Gateways[Platform]; h.Mine && connected {
					owner = f
				}
			}
		}
		if owner != nil && len(agree) == 1 {
			return owner
		}
	}
	c.t.Fatal("nobody owns Matrix")
	return nil
}

// TestSeveralOwners stops the owner of Matrix politely, one after the other: what any process says on Matrix meanwhile is said once.
func TestSeveralOwners(t *testing.T) {
	c := newClan(t, 3)
	c.begin()
	left := c.fellows
	if owner := c.owner(left...); owner != left[0] {
		t.Error("a process that came later owns Matrix")
	}
	for round := range 3 {
		owner := c.owner(left...)
		for i, f := range left {
			if requests := f.requests.Load(); f != owner && requests > 0 {
				t.Errorf("process %d of %d does not own Matrix, and has asked the homeserver %d times", i, len(left), requests)
			}
			f.says(fmt.Sprintf("word %d of %d", i, round))
		}
		for i := range left {
			c.reads(fmt.Sprintf("word %d of %d", i, round), 1)
		}
		if len(left) == 1 {
			break
		}
		last := fmt.Sprintf("last word %d", round)
		owner.says(last)
		asked := c.bob.Say(c.den, "!games")
		owner.stop()
		for i, f := range left {
			if f == owner {
				left = append(append([]*fellow{}, left[:i]...), left[i+1:]...)
				break
			}
		}
		c.reads(last, 1)
		c.server.Wait("bob's question to be read", func() bool { return slices.Contains(c.den.Read, asked) })
	}
}

// TestOwnerLosesTheLock takes the lock from the owner of Matrix: nothing that it does reaches the homeserver from then on, and it stands by
// for the next.
func TestOwnerLosesTheLock(t *testing.T) {
	c := newClan(t, 2)
	c.begin()
	first := c.owner(c.fellows...)
	c.fellows[1].stop() // so that nobody else takes it
	taken := make(chan *postgres.Pinned)
	go func() {
		p, err := postgres.Pin(context.Background(), c.url, "_matrix", func(error) {})
		if err != nil {
			t.Error(err)
		}
		taken <- p
	}()
	operator, err := postgres.Pin(t.Context(), c.url, "_operator", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer operator.Close()
	var other *postgres.Pinned
	for other == nil { // whoever asks first has it next
		select {
		case other = <-taken:
		case <-time.After(100 * time.Millisecond): // who waits has asked for the lock last
			if _, err := operator.DB().Exec("select pg_terminate_backend(pid) from pg_stat_activity where application_name='raumbot_matrix' and query not like '%lock%'"); err != nil {
				t.Fatal(err)
			}
		}
	}
	first.says("said in vain")
	c.bob.Say(c.den, "!say 1 heard by nobody")
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		status, err := first.service.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, reports := status.Gateways[Platform]; !reports {
			break
		}
		if time.Now().After(end) {
			t.Fatal("who has lost Matrix does not stand by")
		}
	}
	before := first.requests.Load()
	first.says("said in vain, too")
	c.server.Look(func() {
		for _, r := range c.server.Rooms() {
			if said := r.Said(c.robot, "in vain"); said != nil {
				t.Errorf("who has lost Matrix has said %v", said.Content)
			}
		}
	})
	if after := first.requests.Load(); after != before {
		t.Errorf("who has lost Matrix has asked the homeserver %d times", after-before)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	c.reads("said in vain", 2)
	c.reads("said in vain, too", 1)
	if owner := c.owner(first); owner != first {
		t.Error("it does not own Matrix again")
	}
}

// TestFence has a request ready when the store is lost: it does not reach the homeserver.
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
