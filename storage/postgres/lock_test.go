package postgres_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
	"raumbot/storage/kv"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// TestReplacedWithoutItsLock takes the lock from a process, which can still reach the server
// otherwise, until another has taken over: the first is not at work any more as soon as the other
// is, and writes nothing.
func TestReplacedWithoutItsLock(t *testing.T) {
	direct := storagetest.Postgres(t)
	p, through := newProxy(t, direct)
	first := mustOpen(t, through, nil)
	if err := first.AtWork(); err != nil {
		t.Fatal(err)
	}
	p.cutOff(t)
	second, err := postgres.Open(t.Context(), direct, func() {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { second.Close() })
	eventually(t, "the first knows", func() bool { return errors.Is(first.AtWork(), bot.ErrTaken) })
	if err := first.Update(func(tx kv.Tx) error { return tx.Put("table", []byte("key"), nil) }); !errors.Is(err, bot.ErrTaken) {
		t.Errorf("it writes: %v", err)
	}
	select {
	case <-first.Lost():
	case <-t.Context().Done():
	}
	if err := second.AtWork(); err != nil {
		t.Errorf("the second: %v", err)
	}
}

// TestLockIsTakenAgain takes the lock's connection, and nothing else, from a process, and lets it
// connect at once or only after some tries: it is at work as before.
func TestLockIsTakenAgain(t *testing.T) {
	for name, refused := range map[string]int{"at once": 0, "after some tries": 3} {
		t.Run(name, func(t *testing.T) {
			url := storagetest.Postgres(t)
			p, through := newProxy(t, url)
			e := mustOpen(t, through, nil)
			operator := admin(t, url)
			for n := range 3 {
				p.refuses(refused)
				terminated := terminateHolders(t, operator)
				eventually(t, "it has the lock again", func() bool {
					var again bool
					if err := operator.QueryRow(t.Context(), "select exists ("+holders+" and l.pid <> all ($1))", terminated).Scan(&again); err != nil {
						t.Fatal(err)
					}
					return again
				})
				if err := count(e, fmt.Sprint("again", n)); err != nil {
					t.Fatal(err)
				}
				if err := e.AtWork(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// cutOff ends the connection by which a process behind the proxy holds its database, and lets none
// be made in its place; other connections remain.
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
