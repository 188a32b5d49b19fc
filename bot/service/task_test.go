package service_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// losing are leases of which one is lost when its note is to be kept, and can be claimed again at once.
type losing struct {
	bot.LocalLeases
	task string

	mu      sync.Mutex
	claimed []time.Time
}

func (l *losing) TryHold(ctx context.Context, task string) (bot.Lease, error) {
	if task != l.task {
		return l.LocalLeases.TryHold(ctx, task)
	}
	ctx, lose := context.WithCancelCause(ctx)
	lease, err := l.LocalLeases.TryHold(ctx, task)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		lose(err)
		return nil, err
	}
	l.claimed = append(l.claimed, time.Now())
	if len(l.claimed) > 1 {
		context.AfterFunc(ctx, func() { lose(nil) })
		return lease, nil
	}
	return lost{lease, lose}, nil
}

type lost struct {
	bot.Lease
	lose context.CancelCauseFunc
}

func (l lost) KeepNote(context.Context) error {
	l.lose(bot.ErrLeaseLost)
	return bot.ErrLeaseLost
}

// TestLostTask has a process lose the task of delivering: that is no error of anybody, and it asks for the task again at once.
func TestLostTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		leases := &losing{task: "courier/console"}
		s := service.New(service.Ports{Store: storage.Memory(), Leases: leases, Shared: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		begun := time.Now()
		go func() {
			defer close(ended)
			s.Run(ctx, courier{&post{}, "this"})
		}()
		synctest.Wait()
		time.Sleep(time.Minute)
		cancel()
		<-ended
		if len(leases.claimed) != 2 || leases.claimed[1] != begun {
			t.Errorf("the task was claimed at %v, beginning at %v", leases.claimed, begun)
		}
		if strings.Contains(log.String(), "ERROR") {
			t.Error(log.String())
		}
	})
}

// counting counts the views of a store.
type counting struct {
	bot.Store
	views atomic.Int64
}

func (c *counting) View(ctx context.Context, fn func(bot.Tx) error) error {
	c.views.Add(1)
	return c.Store.View(ctx, fn)
}

// TestHearsWhileItRuns tells a service that does not run what other processes have done: it reads that when it runs, and not when it has ended.
func TestHearsWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &counting{Store: storage.Memory()}
		s := service.New(service.Ports{Store: store, LocalGames: service.LocalGames{Size: 8 << 10, Count: 2}})
		add := func(id string) {
			err := store.Update(t.Context(), func(tx bot.Tx) error {
				return tx.PutGameFile(bot.GameFile{ID: id, Text: "no game", Place: bot.RoomID{Platform: "console", ID: "lobby"}, Added: time.Now()})
			})
			if err != nil {
				t.Fatal(err)
			}
			s.Hear(bot.Heard{GameFiles: true})
		}
		add("first@000000000000")
		synctest.Wait()
		if n := store.views.Load(); n > 0 {
			t.Errorf("the store is read %d times by a service that does not run", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Run(ctx)
		}()
		synctest.Wait()
		add("second@000000000000")
		synctest.Wait()
		cancel()
		<-ended
		if known := service.LocalIDs(s); len(known) != 2 {
			t.Errorf("the games known are %v", known)
		}
		before := store.views.Load()
		add("third@000000000000")
		synctest.Wait()
		if n := store.views.Load(); n > before {
			t.Errorf("the store is read %d times by a service that has ended", n-before)
		}
	})
}

// TestDividedTasksAreShown has an adapter divide its work, with a database that is shared and one that is not: what nobody has is shown, and what tells
// that a process is there is not.
func TestDividedTasksAreShown(t *testing.T) {
	for _, shared := range []bool{false, true} {
		t.Run(fmt.Sprintf("shared %t", shared), func(t *testing.T) {
			leases := new(bot.LocalLeases)
			for _, task := range []string{"chat/part/1/of/2", "chat/process/9f", "process/9f"} {
				if _, err := leases.TryHold(t.Context(), task); err != nil {
					t.Fatal(err)
				}
			}
			s := service.New(service.Ports{Store: storage.Memory(), Leases: leases, Shared: shared})
			for _, parts := range [][]string{{"chat/part/0/of/1"}, {"chat/part/0/of/2", "chat/part/1/of/2"}} {
				s.Divide("chat", parts)
			}
			status, err := s.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var shown []string
			for _, h := range status.Tasks {
				shown = append(shown, h.Task+" "+h.Owner)
			}
			if want := []string{"chat/part/0/of/2 ", "chat/part/1/of/2 local", "pairing ", "sweep "}; !slices.Equal(shown, want) {
				t.Errorf("shown are %q", shown)
			}
		})
	}
}

// TestTasksAreShown asks who does what: a task of the service that nobody does is shown, too, and searches are not.
func TestTasksAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leases := new(bot.LocalLeases)
		for _, task := range []string{"pairing", "search/1", "courier/console"} { // by another process
			if _, err := leases.TryHold(t.Context(), task); err != nil {
				t.Fatal(err)
			}
		}
		s := service.New(service.Ports{Store: storage.Memory(), Leases: leases, Shared: true})
		shown := func() string {
			t.Helper()
			status, err := s.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			held := map[string]bool{}
			for _, h := range status.Tasks {
				held[h.Task] = h.Owner != ""
			}
			return fmt.Sprint(held)
		}
		if now := shown(); now != "map[courier/console:true pairing:true sweep:false]" {
			t.Errorf("before it runs: %s", now)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Run(ctx, courier{&post{}, "this"}, refusing{platform: "other"})
		}()
		synctest.Wait()
		if now := shown(); now != "map[courier/console:true courier/other:true pairing:true sweep:true]" {
			t.Errorf("while it runs: %s", now)
		}
		cancel()
		<-ended
		if now := shown(); now != "map[courier/console:true courier/other:false pairing:true sweep:false]" {
			t.Errorf("when it has ended: %s", now)
		}
	})
}

// TestSearchesAreDivided has the computer's turn in a game of which another process thinks, and an analysis that another process makes: this one
// leaves them alone, and takes them up when the other has ended.
func TestSearchesAreDivided(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leases, store := new(bot.LocalLeases), storage.Memory()
		s := service.New(service.Ports{Store: store, Leases: leases, Shared: true, Analysis: 1000})
		say := func(who, text string) {
			t.Helper()
			if _, err := s.Handle(t.Context(), saying(who, text)); err != nil {
				t.Fatalf("%s: %s: %v", who, text, err)
			}
		}
		search := func() {
			t.Helper()
			if err := s.PlayComputer(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		say("alice", "challenge bob raumschach white")
		say("bob", "accept")
		v, err := rules.Find("raumschach")
		if err != nil {
			t.Fatal(err)
		}
		const plies = 10
		for game, ply := v.Start(), 0; ply < plies; ply++ {
			m := game.Legal()[0]
			say([]string{"alice", "bob"}[ply%2], "move "+game.Text(m))
			if game, err = game.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		say("alice", "resign 1 confirm")
		for _, c := range []struct {
			task, command string
			done          func(tx bot.Tx) (int, error)
			all           int
		}{
			{"search/1", "analyse 1", func(tx bot.Tx) (int, error) { a, err := tx.Analysis(1); return len(a.Positions), err }, plies + 1},
			{"search/2", "challenge computer raumschach level 1 black", func(tx bot.Tx) (int, error) { g, err := tx.Game(2); return g.Moves, err }, 1},
		} {
			other, err := leases.TryHold(t.Context(), c.task)
			if err != nil {
				t.Fatal(err)
			}
			say("alice", c.command)
			for _, want := range []int{0, c.all} {
				search()
				time.Sleep(time.Minute)
				search()
				err := store.View(t.Context(), func(tx bot.Tx) error {
					n, err := c.done(tx)
					if n != want {
						t.Errorf("%s: %d searches were made, not %d", c.command, n, want)
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				other.Release()
			}
			if held, err := leases.Held(t.Context()); err != nil || len(held) > 0 {
				t.Errorf("%s: held at the end are %v, %v", c.command, held, err)
			}
		}
	})
}
