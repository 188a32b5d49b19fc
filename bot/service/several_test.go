package service_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// post is a platform that several processes deliver to.
type post struct {
	mu    sync.Mutex
	heard map[bot.MessageID][]string // by whom each message was delivered
	who   map[string]int
	texts []string
}

func newPost() *post { return &post{heard: map[bot.MessageID][]string{}, who: map[string]int{}} }

// courier is one process's connection to a post.
type courier struct {
	*post
	name string
}

func (c courier) Platform() bot.Platform { return "console" }

func (c courier) Deliver(_ context.Context, m bot.Message) (bot.Receipt, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard[m.ID] = append(c.heard[m.ID], c.name)
	c.who[c.name]++
	c.texts = append(c.texts, m.Text)
	return bot.Receipt{}, nil
}

// process is a service with a connection of its own to a database that others use as well.
type process struct {
	store   *storage.Store
	service *service.Service
	stop    func()
}

func startProcess(t *testing.T, url, name string, to *post) *process {
	t.Helper()
	store, err := storage.Join(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{store: store, service: service.New(service.Ports{Store: store, Leases: store.Leases(), Shared: true, LocalGames: service.LocalGames{Size: 8 << 10, Count: 2}})}
	store.Hear(p.service.Hear)
	if err := p.service.Start(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.service.Run(ctx, courier{to, name})
	}()
	p.stop = sync.OnceFunc(func() {
		cancel()
		<-ended
		store.Close()
	})
	t.Cleanup(p.stop)
	return p
}

// soon waits for what should be so at once, but may take its time on a busy machine.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("in vain: %s", what)
		}
	}
}

// TestSeveralProcesses plays a game whose players talk to different processes. Each sees what the other has done, every message is delivered once,
// and when a process stops the other does its tasks.
func TestSeveralProcesses(t *testing.T) {
	url := storagetest.Postgres(t)
	to := newPost()
	all := []*process{startProcess(t, url, "first", to), startProcess(t, url, "second", to)}
	say := func(p *process, who, text string) bot.Reply {
		t.Helper()
		reply, err := p.service.Handle(t.Context(), saying(who, text))
		if err != nil {
			t.Fatalf("%s: %s: %v", who, text, err)
		}
		return reply
	}
	watched, cancel := context.WithCancel(t.Context())
	defer cancel()
	changes := all[1].service.Watch(watched)
	hears := func() { // of at least one change, and of what has come besides
		t.Helper()
		if id := <-changes; id != 1 && id != 0 { // 0 is any game
			t.Errorf("who watches hears of game %d", id)
		}
		for len(changes) > 0 {
			<-changes
		}
	}
	say(all[0], "alice", "challenge bob raumschach white")
	say(all[1], "bob", "accept")
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	game := v.Start()
	for ply := range 20 {
		move := game.Text(game.Legal()[0])
		if game, err = game.Play(game.Legal()[0]); err != nil {
			t.Fatal(err)
		}
		who := []string{"alice", "bob"}[ply%2]
		say(all[(ply/3)%2], who, "move "+move)
		hears()
	}
	soon(t, "everything is delivered", func() bool { return waiting(t, all[1].store) == 0 })
	to.mu.Lock()
	for id, by := range to.heard {
		if len(by) != 1 {
			t.Errorf("message %d was delivered by %v", id, by)
		}
	}
	if len(to.heard) < 20 {
		t.Errorf("%d messages were delivered by %v", len(to.heard), to.who)
	}
	to.mu.Unlock()

	tasks := func(p *process) map[string]bool {
		t.Helper()
		status, err := p.service.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held := map[string]bool{}
		for _, h := range status.Tasks {
			held[strings.SplitN(h.Task, "/", 2)[0]] = h.Mine
		}
		return held
	}
	if held := tasks(all[0]); len(held) != 3 {
		t.Errorf("the tasks are %v", held)
	}
	stopped, left := all[0], all[1]
	name := "second"
	if !tasks(stopped)["courier"] {
		stopped, left, name = left, stopped, "first"
	}
	stopped.stop()
	status, err := left.service.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range status.Tasks { // what the one that has stopped had is free at once, and need not run out
		if h.Owner != "" && !h.Mine {
			t.Errorf("%s is still held by who has stopped", h.Task)
		}
	}
	soon(t, "the other does everything", func() bool {
		held := tasks(left)
		return held["sweep"] && held["pairing"] && held["courier"]
	})
	delivered := func() int { to.mu.Lock(); defer to.mu.Unlock(); return to.who[name] }
	before := delivered()
	say(left, []string{"alice", "bob"}[0], "move "+game.Text(game.Legal()[0]))
	soon(t, "the other delivers", func() bool { return delivered() > before })
	check(t, left.store)
}

// TestGamesOfOtherProcesses adds a game from the chat in one process: the other knows it, and no longer when it has been removed.
func TestGamesOfOtherProcesses(t *testing.T) {
	url := storagetest.Postgres(t)
	to := newPost()
	all := []*process{startProcess(t, url, "first", to), startProcess(t, url, "second", to)}
	err := all[0].store.Update(t.Context(), func(tx bot.Tx) error {
		return tx.PutGameFile(bot.GameFile{ID: "nothing@000000000000", Text: "no game", Place: bot.RoomID{Platform: "console", ID: "lobby"}, Added: time.Now()})
	})
	if err != nil {
		t.Fatal(err)
	}
	known := func(p *process) bool {
		return strings.Contains(fmt.Sprint(service.LocalIDs(p.service)), "nothing@000000000000")
	}
	soon(t, "the other process knows the game", func() bool { return known(all[1]) })
	if err := all[0].store.Update(t.Context(), func(tx bot.Tx) error { return tx.DeleteGameFile("nothing@000000000000") }); err != nil {
		t.Fatal(err)
	}
	soon(t, "the other process has forgotten the game", func() bool { return !known(all[1]) })
}

// TestSessionsOfOtherProcesses ends a browser's session in one process: the other, whose pages the browser has open, hears of it.
func TestSessionsOfOtherProcesses(t *testing.T) {
	url := storagetest.Postgres(t)
	to := &post{heard: map[bot.MessageID][]string{}, who: map[string]int{}}
	all := []*process{startProcess(t, url, "first", to), startProcess(t, url, "second", to)}
	put := func(platform bot.Platform, key string, value []byte) {
		t.Helper()
		if err := all[0].service.Keep(t.Context(), platform, key, value); err != nil {
			t.Fatal(err)
		}
	}
	put("raumbot", "websession/secret", []byte("a session"))
	read := func() bool {
		value, err := all[1].service.Recall(t.Context(), "raumbot", "websession/secret")
		return err == nil && value != nil
	}
	soon(t, "the other knows the session", read)
	ended := all[1].service.SessionsEnd()
	put("raumbot", "websession/secret", nil)
	for known := false; !known; {
		select {
		case <-ended: // perhaps only what it hears late of the session's beginning
		case <-time.After(5 * time.Minute):
			t.Fatal("the other does not hear that the session has ended")
		}
		ended = all[1].service.SessionsEnd()
		known = !read()
	}
}
