package postgres_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage/kv"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// mustJoin returns the engines of several processes that work on one database.
func mustJoin(t *testing.T, url string, count int) (all []*postgres.Engine) {
	t.Helper()
	for range count {
		e, alone, err := postgres.Join(context.Background(), url, func(*postgres.Engine) (bool, error) { return true, nil }, nil)
		if err != nil {
			t.Fatal(err)
		}
		if alone {
			e.Share()
		}
		t.Cleanup(func() { e.Close() })
		all = append(all, e)
	}
	return all
}

// eventually waits until something is the case.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// TestSeveralCount has three processes count at once: each count happens once, and all see all of them in the end.
func TestSeveralCount(t *testing.T) {
	all := mustJoin(t, storagetest.Postgres(t), 3)
	var counting sync.WaitGroup
	const users, each = 3, 25
	for p, e := range all {
		for user := range users {
			counting.Go(func() {
				for i := range each {
					if err := count(e, fmt.Sprintf("%d/%d/%d", p, user, i)); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	counting.Wait()
	for p, e := range all {
		eventually(t, fmt.Sprintf("process %d sees everything", p), func() bool {
			n, who := counted(t, e)
			return n == len(who) && n == len(all)*users*each
		})
	}
}

// TestSeveralSums moves amounts between accounts in three processes at once, while views of each add them up.
func TestSeveralSums(t *testing.T) {
	all := mustJoin(t, storagetest.Postgres(t), 3)
	const accounts, each = 40, 100
	account := func(n int) []byte { return fmt.Appendf(nil, "account %02d", n) }
	amount := func(tx kv.Tx, n int) (a int) {
		fmt.Sscan(string(tx.Get(table, account(n))), &a)
		return a
	}
	err := all[0].Update(func(tx kv.Tx) error {
		for n := range accounts {
			if err := tx.Put(table, account(n), fmt.Append(nil, each)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var moving, viewing sync.WaitGroup
	var stop atomic.Bool
	for p, e := range all {
		if p == 2 {
			postgres.LimitCache(e, 2000, 20)
		}
		for user := range 2 {
			moving.Go(func() {
				random := rand.New(rand.NewPCG(uint64(p), uint64(user)))
				for range 60 {
					from, to, some := random.IntN(accounts), random.IntN(accounts), random.IntN(20)
					err := e.Update(func(tx kv.Tx) error {
						if err := tx.Put(table, account(from), fmt.Append(nil, amount(tx, from)-some)); err != nil {
							return err
						}
						return tx.Put(table, account(to), fmt.Append(nil, amount(tx, to)+some))
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		viewing.Go(func() {
			eventually(t, "the accounts are seen", func() bool {
				seen := false
				if err := e.View(func(tx kv.Tx) error { seen = tx.Get(table, account(0)) != nil; return nil }); err != nil {
					t.Error(err)
				}
				return seen
			})
			for views := 0; !stop.Load() || views == 0; views++ {
				total := 0
				err := e.View(func(tx kv.Tx) error {
					total = 0
					for n := range accounts {
						total += amount(tx, n)
					}
					return nil
				})
				if err != nil || total != accounts*each {
					t.Errorf("process %d sees %d, %v", p, total, err)
				}
			}
		})
	}
	moving.Wait()
	stop.Store(true)
	viewing.Wait()
}

// TestHear checks that a process hears which keys another has written, and not of its own.
func TestHear(t *testing.T) {
	url := storagetest.Postgres(t)
	all := mustJoin(t, url, 2)
	heard := make(chan kv.Heard, 100)
	all[1].Hear(func(h kv.Heard) { heard <- h })
	if err := count(all[1], "own"); err != nil {
		t.Fatal(err)
	}
	listener := admin(t, url)
	if _, err := listener.Exec(t.Context(), "listen "+url[strings.LastIndex(url, "=")+1:]); err != nil {
		t.Fatal(err)
	}
	if err := count(all[0], "other"); err != nil {
		t.Fatal(err)
	}
	if h := <-heard; len(h.Keys[string(table)]) != 2 {
		t.Errorf("it hears of %q", h.Keys)
	}
	if _, err := listener.WaitForNotification(t.Context()); err != nil { // it need not wait until it asks again
		t.Error(err)
	}
	if n, _ := counted(t, all[1]); n != 2 {
		t.Errorf("what was heard of is not seen: %d", n)
	}
	// More keys than are told of one by one.
	err := all[0].Update(func(tx kv.Tx) error {
		for n := range 3000 {
			if err := tx.Put(table, fmt.Appendf(nil, "many %d", n), []byte{1}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if h := <-heard; h.Keys != nil {
		t.Errorf("it hears of %d keys", len(h.Keys[string(table)]))
	}
}

// TestAlone checks that who needs the database alone waits for the others, and fences off who was suspended meanwhile.
func TestAlone(t *testing.T) {
	url := storagetest.Postgres(t)
	first := mustJoin(t, url, 1)[0]
	if err := count(first, "first"); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), url, nil); !postgres.Held(err) {
		t.Errorf("beside one at work: %v", err)
	}
	waiting := make(chan bool, 1)
	opened := make(chan *postgres.Engine, 1)
	go func() { opened <- mustOpen(t, url, func() { waiting <- true }) }()
	<-waiting
	mustJoin(t, url, 1)[0].Close() // others may come and go meanwhile
	first.Close()
	alone := <-opened
	_, _, err := postgres.Join(t.Context(), url, func(*postgres.Engine) (bool, error) { return true, nil }, nil)
	if !postgres.Held(err) {
		t.Errorf("beside one that needs it alone: %v", err)
	}
	if err := count(alone, "alone"); err != nil {
		t.Fatal(err)
	}
	alone.Share()
	var second *postgres.Engine
	eventually(t, "another can join", func() bool {
		e, _, err := postgres.Join(t.Context(), url, func(*postgres.Engine) (bool, error) { return true, nil }, nil)
		second = e
		return err == nil
	})
	t.Cleanup(func() { second.Close() })
	if err := errors.Join(count(second, "second"), count(alone, "shared")); err != nil {
		t.Fatal(err)
	}
}

// TestSeveralCuts cuts the connection of one of two processes at each request, in every way, while the other counts as well.
func TestSeveralCuts(t *testing.T) {
	direct := storagetest.Postgres(t)
	p, through := newProxy(t, direct)
	other := mustJoin(t, direct, 1)[0]
	e := mustJoin(t, through, 1)[0]
	n := 0
	for _, how := range []cut{lost, unanswered, late} {
		for at, armed := 1, false; !armed; at++ {
			if at > 60 {
				t.Fatalf("%s: a few updates take %d requests", how, at)
			}
			p.arm(at, how)
			for range 2 {
				for who, e := range map[string]*postgres.Engine{"other": other, "cut": e} {
					n++
					if err := count(e, fmt.Sprint(who, n)); err != nil {
						t.Fatalf("%s, %d: %v", how, at, err)
					}
				}
			}
			armed = p.armed()
			if how == late && !armed {
				close(p.held)
				<-p.passed
			}
			for _, e := range []*postgres.Engine{e, other} {
				eventually(t, fmt.Sprintf("%s, %d: each count is there once", how, at), func() bool {
					counted, who := counted(t, e)
					return counted == n && len(who) == n
				})
			}
		}
		p.arm(0, "")
	}
}

// TestAnswerLostMuchLater has an answer lost, and other processes commit before it is looked up: it is still known what became of it.
func TestAnswerLostMuchLater(t *testing.T) {
	direct := storagetest.Postgres(t)
	p, through := newProxy(t, direct)
	other := mustJoin(t, direct, 1)[0]
	e := mustJoin(t, through, 1)[0]
	for try := 0; ; try++ { // a busy machine may need longer than the process waits
		before, _ := counted(t, other)
		if err := count(e, fmt.Sprint(try, "first")); err != nil {
			t.Fatal(err)
		}
		unanswerable := fmt.Sprint(try, "unanswered")
		p.lead(p.folder + "/nothing") // so that it cannot look
		p.arm(1, unanswered)
		done, begun := make(chan error, 1), time.Now()
		go func() { done <- count(e, unanswerable) }()
		eventually(t, "the commit is there", func() bool { _, who := counted(t, other); return who[unanswerable] })
		for i := range 5 {
			if err := count(other, fmt.Sprint(try, i)); err != nil {
				t.Fatal(err)
			}
		}
		p.lead(p.first)
		late := time.Since(begun) > postgres.Patience/2
		err := <-done
		if err != nil && late && errors.Is(err, bot.ErrAway) {
			continue
		}
		if err != nil {
			t.Errorf("what was kept is answered with %v", err)
		}
		if n, who := counted(t, other); n != before+7 || len(who) != n {
			t.Errorf("%d were counted by %v", n-before, maps.Keys(who))
		}
		return
	}
}

// TestStaleRefusal has an update refuse for what another process has just changed: it must not.
func TestStaleRefusal(t *testing.T) {
	all := mustJoin(t, storagetest.Postgres(t), 2)
	set := func(e *postgres.Engine, n uint64) error {
		return e.Update(func(tx kv.Tx) error { return tx.Put(table, []byte("n"), binary.BigEndian.AppendUint64(nil, n)) })
	}
	refused := errors.New("not your turn")
	for n := range uint64(50) {
		if err := set(all[n%2], n); err != nil {
			t.Fatal(err)
		}
		err := all[(n+1)%2].Update(func(tx kv.Tx) error {
			if v := tx.Get(table, []byte("n")); v == nil || binary.BigEndian.Uint64(v) != n {
				return refused
			}
			return nil
		})
		if err != nil {
			t.Fatalf("after %d: %v", n, err)
		}
	}
}

// TestTakenOver checks that a process at work that was cut off learns that another has begun an epoch.
func TestTakenOver(t *testing.T) {
	direct := storagetest.Postgres(t)
	p, through := newProxy(t, direct)
	e := mustJoin(t, through, 1)[0]
	if err := count(e, "first"); err != nil {
		t.Fatal(err)
	}
	waiting, opened := make(chan bool, 1), make(chan *postgres.Engine, 1)
	go func() { opened <- mustOpen(t, direct, func() { waiting <- true }) }()
	<-waiting
	p.cutOff(t)
	alone := <-opened
	p.lead(p.first)
	<-e.Lost() // it learns that it was taken over
	if err := count(e, "too late"); !errors.Is(err, bot.ErrTaken) {
		t.Errorf("who was cut off is told %v", err)
	}
	if err := count(alone, "alone"); err != nil {
		t.Error(err)
	}
}
