package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// TestLeasesEndWithTheLock cuts a process off from the server, so that another one has the database to itself: the first does not hold its tasks until
// they run out, whether it had the database to itself or shared it.
func TestLeasesEndWithTheLock(t *testing.T) {
	for _, c := range []struct {
		name string
		open func(t *testing.T, url string) *postgres.Engine
	}{
		{"alone", func(t *testing.T, url string) *postgres.Engine { return mustOpen(t, url, nil) }},
		{"shared", func(t *testing.T, url string) *postgres.Engine { return mustJoin(t, url, 1)[0] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			direct := storagetest.Postgres(t)
			p, through := newProxy(t, direct)
			first := c.open(t, through)
			had := mustHold(t, first, "discord/shard/0/of/1")
			postgres.HoldOn(first, had) // it ends neither by itself nor when it is renewed
			waiting, opened := make(chan bool, 1), make(chan *postgres.Engine, 1)
			go func() { opened <- mustOpen(t, direct, func() { waiting <- true }) }()
			<-waiting
			p.cutOff(t)
			second := <-opened
			if _, err := second.Leases().TryHold(t.Context(), "discord/shard/0/of/1"); err != nil {
				t.Errorf("who has the database to itself has not got the task: %v", err)
			}
			<-had.Context().Done()
			if _, err := first.Leases().TryHold(t.Context(), "discord/shard/0/of/1"); !errors.Is(err, bot.ErrAway) {
				t.Errorf("who may have been replaced claims a task: %v", err)
			}
			p.lead(p.first)
			<-first.Lost() // it learns that it was replaced
		})
	}
}

// TestLostLeasesAreGivenBack takes the lock from one of two processes at work, while it can still reach the server otherwise: it gives up what it does.
// When it has the lock again, the other has each task as soon as it was left, with its note.
func TestLostLeasesAreGivenBack(t *testing.T) {
	direct := storagetest.Postgres(t)
	p, through := newProxy(t, direct)
	first, second := mustJoin(t, through, 1)[0], mustJoin(t, direct, 1)[0]
	sweep, courier := mustHold(t, first, "sweep"), mustHold(t, first, "courier")
	p.cutOff(t)
	for _, held := range []bot.Lease{sweep, courier} {
		select {
		case <-held.Context().Done():
		case <-time.After(5 * time.Minute):
			t.Fatal("who has lost the lock keeps a task")
		}
		if cause := context.Cause(held.Context()); held.Valid() || !errors.Is(cause, bot.ErrLeaseLost) {
			t.Errorf("the task has ended with %v; it is valid: %t", cause, held.Valid())
		}
	}
	// Nothing runs out by itself.
	if _, err := admin(t, direct).Exec(t.Context(), "update "+direct[strings.LastIndex(direct, "=")+1:]+".lease set until = until + interval '1 hour'"); err != nil {
		t.Fatal(err)
	}
	sweep.SetNote([]byte("17"))
	sweep.Release()
	p.lead(p.first)
	got, ctx := make(chan bot.Lease, 1), t.Context()
	go func() {
		if l, err := bot.Hold(ctx, second.Leases(), "sweep"); err == nil {
			got <- l
		}
	}()
	select {
	case l := <-got:
		if string(l.Note()) != "17" {
			t.Errorf("its note is %q", l.Note())
		}
	case <-time.After(5 * time.Minute):
		t.Fatal("what was left is not given back")
	}
	if _, err := second.Leases().TryHold(ctx, "courier"); !errors.Is(err, bot.ErrLeased) {
		t.Errorf("what the first may still be doing is another's: %v", err)
	}
	courier.Release()
	mustHold(t, second, "courier")
	mustHold(t, first, "pairing")
}

// mustHold claims a task, which a process that has just lost its lock, too, may have to wait for.
func mustHold(t *testing.T, e *postgres.Engine, task string) (held bot.Lease) {
	t.Helper()
	eventually(t, "it holds "+task, func() bool {
		l, err := e.Leases().TryHold(context.Background(), task)
		held = l
		return err == nil
	})
	return held
}

// TestLeasesAreKept takes the lock's connection, and nothing else, from a process that has the database to itself, and lets it connect at once or only when
// it has tried a few times: it goes on with its tasks.
func TestLeasesAreKept(t *testing.T) {
	for name, refused := range map[string]int{"at once": 0, "after some tries": 3} {
		t.Run(name, func(t *testing.T) {
			const tries = 10 // a busy machine may need longer than the process has
			url := storagetest.Postgres(t)
			p, through := newProxy(t, url)
			e := mustOpen(t, through, nil)
			operator := admin(t, url)
			for n := range tries {
				held := mustHold(t, e, fmt.Sprint("task ", n))
				p.refuses(refused)
				terminated := terminateHolders(t, operator)
				eventually(t, "it has the lock again", func() bool {
					var again bool
					if err := operator.QueryRow(t.Context(), "select exists ("+holders+" and l.pid <> all ($1))", terminated).Scan(&again); err != nil {
						t.Fatal(err)
					}
					return again
				})
				if err := count(e, "again"); err != nil {
					t.Fatal(err)
				}
				if held.Valid() {
					return
				}
			}
			t.Errorf("%d times, the task was lost", tries)
		})
	}
}

// cutOff ends the connection by which a process behind the proxy holds its database, and lets none be made in its place; other connections remain.
func (p *proxy) cutOff(t *testing.T) {
	t.Helper()
	p.lead(p.folder + "/nothing")
	terminateHolders(t, admin(t, "postgres://raumbot@/postgres?host="+filepath.Dir(p.first)))
}

// holders are the connections that have taken a database.
const holders = "select l.pid from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and a.application_name = 'raumbot' and l.granted"

// terminateHolders ends the connections by which databases are held, and returns them.
func terminateHolders(t *testing.T, operator *pgx.Conn) (all []int32) {
	t.Helper()
	rows, err := operator.Query(t.Context(), "with holder as materialized ("+holders+") select pid from holder where pg_terminate_backend(pid)")
	if err == nil {
		all, err = pgx.CollectRows(rows, pgx.RowTo[int32])
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}
