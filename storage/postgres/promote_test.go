package postgres_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// TestPromote counts while the primary crashes and its standby is promoted. If commits wait for the standby, an update that
// succeeded counts exactly once; if not, those that
// it did not get are lost, but what is there is sound, and goes on.
func TestPromote(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for servers")
	}
	for _, waits := range []bool{true, false} {
		t.Run(map[bool]string{true: "synchronous", false: "asynchronous"}[waits], func(t *testing.T) { promote(t, waits) })
	}
}

func promote(t *testing.T, waits bool) {
	primary, err := storagetest.StartServer()
	if errors.Is(err, storagetest.ErrNoServer) && os.Getenv(storagetest.NeedServer) == "" {
		t.Skip("PostgreSQL is not installed: nothing is tried on it")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(primary.Folder) }) // it has crashed by then
	standby, err := primary.StartStandby()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { standby.Remove() })
	if waits {
		if err := primary.Configure("synchronous_standby_names = '*'"); err != nil {
			t.Fatal(err)
		}
	}
	e := mustOpen(t, fmt.Sprintf("postgres://raumbot@/postgres?host=%s,%s&target_session_attrs=read-write", primary.Folder, standby.Folder), nil)

	var mu sync.Mutex // guards the fields below
	answered, unsure := map[string]bool{}, map[string]bool{}
	last, longest := time.Now(), time.Duration(0)
	var answers atomic.Int64
	var stop atomic.Bool
	var counting sync.WaitGroup
	for user := range 8 {
		counting.Go(func() {
			for i := 0; !stop.Load(); i++ {
				who := fmt.Sprintf("%d/%d", user, i)
				err := count(e, who)
				mu.Lock()
				switch {
				case err == nil:
					answered[who] = true
					answers.Add(1)
					longest, last = max(longest, time.Since(last)), time.Now()
				case errors.Is(err, bot.ErrAway):
					unsure[who] = true
				default:
					t.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	defer counting.Wait()
	defer stop.Store(true)
	awaitMore(t, &answers, 8)
	if !waits { // the standby gets nothing any more
		operator := admin(t, standby.URL("raumbot"))
		for _, sql := range []string{"alter system set primary_conninfo = ''", "select pg_reload_conf()"} {
			if _, err := operator.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		awaitNoStandby(t, primary)
		awaitMore(t, &answers, 8)
	}
	if err := primary.Stop("immediate"); err != nil {
		t.Error(err)
	}
	mu.Lock()
	before := len(answered)
	mu.Unlock()
	if err := standby.Promote(); err != nil {
		t.Fatal(err)
	}
	awaitMore(t, &answers, 16)
	stop.Store(true)
	counting.Wait()

	n, who := counted(t, e)
	if n != len(who) {
		t.Errorf("%d were counted, but %d have done so", n, len(who))
	}
	lost := 0
	for w := range answered {
		if !who[w] {
			lost++
		}
	}
	if waits != (lost == 0) {
		t.Errorf("%d were answered, and are lost", lost)
	}
	for w := range who {
		if !answered[w] && !unsure[w] {
			t.Errorf("%s was refused, and is kept", w)
		}
	}
	if before == 0 || len(answered) < before+8 {
		t.Errorf("%d were answered before the standby was promoted, and %d in all", before, len(answered))
	}
	t.Logf("%d answered, %d not known, %d lost, nothing for %s", len(answered), len(unsure), lost, longest.Round(time.Millisecond))
}

// awaitNoStandby waits until no standby is connected to a server.
func awaitNoStandby(t *testing.T, server *storagetest.Server) {
	t.Helper()
	operator := admin(t, server.URL("raumbot"))
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		var standbys int
		if err := operator.QueryRow(t.Context(), "select count(*) from pg_stat_replication").Scan(&standbys); err != nil {
			t.Fatal(err)
		}
		if standbys == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the standby still follows")
		}
	}
}

// TestLostCommits sets the database back, as a standby does that is promoted before it has everything. What was lost is
// not seen any more, and the next update follows what is there, even if as much as was lost has been committed by another process.
func TestLostCommits(t *testing.T) {
	url := storagetest.Postgres(t)
	all := mustJoin(t, url, 2)
	operator := admin(t, url)
	schema := url[strings.LastIndex(url, "=")+1:]
	run := func(sql string) {
		t.Helper()
		if _, err := operator.Exec(t.Context(), strings.ReplaceAll(sql, "$", schema)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ look, others bool }{{true, false}, {false, false}, {false, true}} {
		e := all[0]
		settle := func(e *postgres.Engine, who string) {
			t.Helper()
			if err := count(e, who); err != nil {
				t.Fatal(err)
			}
		}
		settle(e, "first")
		run("begin; drop table if exists $.kept, $.at; create table $.kept as select * from $.pair; create table $.at as select * from $.state; commit")
		before, _ := counted(t, e)
		settle(e, "lost")
		settle(e, "lost")
		run(`begin; delete from $.pair; insert into $.pair select * from $.kept; update $.state set generation = at.generation, mark = at.mark from $.at;
			delete from $.change using $.state where change.generation > state.generation; commit`)
		for deadline := time.Now().Add(5 * time.Minute); c.look; time.Sleep(50 * time.Millisecond) {
			if n, _ := counted(t, e); n == before {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("what was lost is still seen")
			}
		}
		more := 1
		if c.others {
			settle(all[1], "other")
			settle(all[1], "other")
			more = 3
		}
		settle(e, "kept")
		if n, who := counted(t, e); n != before+more || who["lost"] || !who["kept"] || who["other"] != c.others {
			t.Errorf("%+v: %d were counted, not %d, by %v", c, n, before+more, who)
		}
	}
}
