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
	"raumbot/storage/storagetest"
)

// TestPromote counts while the primary crashes and its standby is promoted. If commits wait for the
// standby, an update that succeeded counts exactly once; if not, those that it did not get are
// lost, but what is there is sound, and goes on.
func TestPromote(t *testing.T) {
	t.Parallel()
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

// TestLostCommits sets the database back, as a standby does that is promoted before it has
// everything. What was lost is not seen any more, the next update follows what is there, and the
// engine tells that it was set back.
func TestLostCommits(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	e, setBack := mustOpen(t, url, nil), make(chan bool, 10)
	e.OnSetBack(func() { setBack <- true })
	operator := admin(t, url)
	schema := url[strings.LastIndex(url, "=")+1:]
	run := func(sql string) {
		t.Helper()
		if _, err := operator.Exec(t.Context(), strings.ReplaceAll(sql, "$", schema)); err != nil {
			t.Fatal(err)
		}
	}
	settle := func(who string) {
		t.Helper()
		if err := count(e, who); err != nil {
			t.Fatal(err)
		}
	}
	for _, look := range []bool{true, false} {
		settle("first")
		run("begin; drop table if exists $.kept, $.at; create table $.kept as select * from $.pair; create table $.at as select * from $.state; commit")
		before, _ := counted(t, e)
		settle("lost")
		settle("lost")
		run("begin; delete from $.pair; insert into $.pair select * from $.kept; update $.state set generation = at.generation, mark = at.mark from $.at; commit")
		for deadline := time.Now().Add(5 * time.Minute); look; time.Sleep(50 * time.Millisecond) {
			if n, _ := counted(t, e); n == before {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("what was lost is still seen")
			}
		}
		settle("kept")
		if n, who := counted(t, e); n != before+1 || who["lost"] || !who["kept"] {
			t.Errorf("look: %t: %d were counted, not %d, by %v", look, n, before+1, who)
		}
		<-setBack
	}
}

// TestReadOnlyServer makes a server read-only while the bot works on it. What is read is read;
// changes are refused with the reason, and not kept. When the server is writable again, all goes
// on.
func TestReadOnlyServer(t *testing.T) {
	t.Parallel()
	server := storagetest.Own(t)
	e := mustOpen(t, server.URL("raumbot"), nil)
	if err := count(e, "before"); err != nil {
		t.Fatal(err)
	}
	configure := func(setting string) {
		t.Helper()
		if err := server.Configure(setting); err != nil {
			t.Fatal(err)
		}
	}
	configure("default_transaction_read_only = on")
	err := count(e, "refused")
	if !errors.Is(err, bot.ErrAway) || !strings.Contains(err.Error(), "has become read-only") || strings.Contains(err.Error(), "cannot be reached") {
		t.Fatalf("a server that is read-only: %v", err)
	}
	if n, _ := counted(t, e); n != 1 {
		t.Errorf("%d are counted", n)
	}
	configure("default_transaction_read_only = off")
	if err := count(e, "after"); err != nil {
		t.Fatal(err)
	}
	if n, _ := counted(t, e); n != 2 {
		t.Errorf("%d are counted", n)
	}
}
