package service_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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

// post is a platform that counts what is delivered to it.
type post struct {
	mu    sync.Mutex
	heard map[bot.MessageID]int
	texts []string
}

func newPost() *post { return &post{heard: map[bot.MessageID]int{}} }

func (p *post) Platform() bot.Platform { return "console" }

func (p *post) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard[m.ID]++
	p.texts = append(p.texts, m.Text)
	return bot.Receipt{}, nil
}

// startRunning starts a service on a database on a server, which delivers to a post until the test
// ends.
func startRunning(t *testing.T, url string, to *post) (*storage.Store, *service.Service) {
	t.Helper()
	store, err := storage.Connect(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := service.New(service.Ports{Store: store, AtWork: store.AtWork})
	store.OnSetBack(s.SetBack)
	if err := s.Start(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx, to)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		store.Close()
	})
	return store, s
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

// TestCutsInAMove plays a game while the connection to the server is cut at each statement of
// white's moves in turn, from reading it to the message that was delivered: once before the
// statement reaches the server, and once after it. Nobody notices: each move is made once, each
// message is delivered once, and all is as without the cuts.
func TestCutsInAMove(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	proxy := storagetest.NewProxy(t, url)
	to := newPost()
	store, playing := startRunning(t, proxy.URL, to)
	calmTo := newPost()
	calm := service.New(service.Ports{Store: storage.Memory()})
	if err := calm.Start(t.Context(), "console"); err != nil {
		t.Fatal(err)
	}
	say := func(who, text string) {
		t.Helper()
		for _, each := range []*service.Service{playing, calm} {
			if _, err := each.Handle(t.Context(), saying(who, text)); err != nil {
				t.Fatalf("%s: %s: %v", who, text, err)
			}
		}
		if err := calm.Deliver(t.Context(), calmTo); err != nil {
			t.Fatal(err)
		}
		soon(t, "everything is delivered", func() bool {
			to.mu.Lock()
			defer to.mu.Unlock()
			return len(to.texts) >= len(calmTo.texts)
		})
		soon(t, "everything that was delivered is taken out", func() bool { return waiting(t, store) == 0 })
	}
	say("alice", "challenge bob raumschach white")
	say("bob", "accept 1")
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	position, random, moves := v.Start(), rand.New(rand.NewPCG(3, 3)), []string{}
	move := func() {
		t.Helper()
		legal := position.Legal()
		if len(legal) == 0 {
			t.Fatal("the game has ended")
		}
		m := legal[random.IntN(len(legal))]
		moves = append(moves, position.Text(m))
		say([]string{"alice", "bob"}[(len(moves)-1)%2], "move "+position.Text(m))
		if position, err = position.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, how := range []storagetest.Cut{storagetest.Undelivered, storagetest.Unanswered} {
		var at []string
		for n := 1; ; n++ {
			proxy.Arm(n, how, func(string) bool { return true })
			move()
			sql, cut := proxy.Disarm()
			move()
			if !cut {
				break
			}
			at = append(at, strings.Join(strings.Fields(sql)[:min(3, len(strings.Fields(sql)))], " "))
		}
		t.Logf("%s: cut at %d statements: %q", how, len(at), at)
		if len(at) < 7 { // two transactions, and their ends
			t.Errorf("a move has only %d statements", len(at))
		}
	}
	err = store.View(t.Context(), func(tx bot.Tx) error {
		entries, err := tx.Log(1)
		var made []string
		for _, e := range entries {
			if e.What == bot.Moved {
				made = append(made, e.Move)
			}
		}
		if !slices.Equal(made, moves) {
			t.Errorf("kept are %q, made were %q", made, moves)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for id, times := range to.heard {
		if times != 1 {
			t.Errorf("message %d was delivered %d times", id, times)
		}
	}
	if !slices.Equal(to.texts, calmTo.texts) {
		t.Errorf("said is\n%s\nwithout cuts\n%s", strings.Join(to.texts, "\n"), strings.Join(calmTo.texts, "\n"))
	}
	check(t, store)
}

// waiting returns how many messages wait to be delivered.
func waiting(t *testing.T, store *storage.Store) (depth int) {
	t.Helper()
	err := store.View(context.Background(), func(tx bot.Tx) (err error) {
		depth, err = tx.Depth("console")
		return err
	})
	if err != nil {
		t.Fatal(fmt.Errorf("the outbox: %w", err))
	}
	return depth
}
