package postgres_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
	"raumbot/storage/kv"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

func TestMain(m *testing.M) {
	os.Exit(storagetest.Run(m, 8)) // some wait for servers that are away
}

const table kv.Table = "numbers"

func mustOpen(t *testing.T, url string, waiting func()) *postgres.Engine {
	t.Helper()
	e, err := postgres.Open(context.Background(), url, waiting)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// admin returns a connection as the operator would have.
func admin(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	bare, _, _ := strings.Cut(url, "&schema=")
	conn, err := pgx.Connect(context.Background(), bare)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// count increments a number, recorded together with the name of who did it.
func count(e *postgres.Engine, who string) error {
	return e.Update(func(tx kv.Tx) error {
		var n uint64
		if v := tx.Get(table, []byte("n")); v != nil {
			n = binary.BigEndian.Uint64(v)
		}
		return errors.Join(tx.Put(table, []byte("n"), binary.BigEndian.AppendUint64(nil, n+1)), tx.Put(table, []byte("who "+who), []byte{}))
	})
}

// counted returns the number, and who has incremented it.
func counted(t *testing.T, e *postgres.Engine) (n int, who map[string]bool) {
	t.Helper()
	who = map[string]bool{}
	err := e.View(func(tx kv.Tx) error {
		clear(who)
		if v := tx.Get(table, []byte("n")); v != nil {
			n = int(binary.BigEndian.Uint64(v))
		}
		for k := range tx.Scan(table, []byte("who ")) {
			who[strings.TrimPrefix(string(k), "who ")] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n, who
}

func TestOneProcessHasTheDatabase(t *testing.T) {
	url := storagetest.Postgres(t)
	p, through := newProxy(t, url)
	first := mustOpen(t, through, nil)
	if _, err := postgres.Open(t.Context(), url, nil); !postgres.Held(err) {
		t.Fatalf("a second process is told %v", err)
	}
	if err := count(first, "first"); err != nil {
		t.Fatal(err)
	}
	waiting, second := make(chan bool, 1), make(chan *postgres.Engine, 1)
	go func() { second <- mustOpen(t, url, func() { waiting <- true }) }()
	<-waiting
	select {
	case <-second:
		t.Fatal("two processes have the database")
	case <-time.After(1500 * time.Millisecond):
	}

	p.cutOff(t)
	other := <-second
	p.lead(p.first)
	if err := count(first, "first, too late"); !errors.Is(err, bot.ErrTaken) {
		t.Errorf("who has lost the database is told %v", err)
	}
	<-first.Lost() // it notices
	if err := count(other, "second"); err != nil {
		t.Error(err)
	}
	if n, who := counted(t, other); n != 2 || !who["first"] || !who["second"] {
		t.Errorf("%d: %v", n, who)
	}
}

// TestOpenAgain opens a database as soon as it is closed.
func TestOpenAgain(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	for n := range 40 {
		e, err := postgres.Open(t.Context(), url, nil)
		if err != nil {
			t.Fatalf("after %d times: %v", n, err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// awaitMore waits until n further updates have been answered.
func awaitMore(t *testing.T, answers *atomic.Int64, n int64) {
	t.Helper()
	enough := answers.Load() + n
	for deadline := time.Now().Add(2 * time.Minute); answers.Load() < enough; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d more updates should be answered, and %d are missing", n, enough-answers.Load())
		}
	}
}

// TestServerGoesAway counts while the server stops, crashes and loses connections. An update that
// succeeded counts exactly once, one that failed does not count.
func TestServerGoesAway(t *testing.T) {
	t.Parallel()
	server, err := storagetest.StartServer()
	if errors.Is(err, storagetest.ErrNoServer) && os.Getenv(storagetest.NeedServer) == "" {
		t.Skip("PostgreSQL is not installed: nothing is tried on it")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Remove() })
	url := server.URL("raumbot")
	e := mustOpen(t, url, nil)

	var answered, unsure sync.Map
	var answers atomic.Int64
	var stop atomic.Bool
	var counting sync.WaitGroup
	for user := range 8 {
		counting.Go(func() {
			for i := 0; !stop.Load(); i++ {
				who := fmt.Sprintf("%d/%d", user, i)
				switch err := count(e, who); {
				case err == nil:
					answered.Store(who, true)
					answers.Add(1)
				case errors.Is(err, bot.ErrAway):
					unsure.Store(who, true)
				default:
					t.Error(err)
				}
			}
		})
	}
	defer counting.Wait()
	defer stop.Store(true)
	awaitMore(t, &answers, 8)
	for _, mode := range []string{"fast", "immediate", "immediate"} {
		if err := server.Stop(mode); err != nil {
			t.Error(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		for range 8 { // and single connections
			operator := admin(t, url)
			_, err := operator.Exec(t.Context(), "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'raumbot' and random() < 0.4")
			if err != nil {
				t.Error(err)
			}
			awaitMore(t, &answers, 1)
		}
	}
	awaitMore(t, &answers, 8)
	stop.Store(true)
	counting.Wait()

	n, who := counted(t, e)
	if n != len(who) {
		t.Errorf("%d were counted, but %d have done so", n, len(who))
	}
	sure, maybe := 0, 0
	answered.Range(func(k, _ any) bool {
		if sure++; !who[k.(string)] {
			t.Errorf("%s was answered, and is lost", k)
		}
		return true
	})
	unsure.Range(func(k, _ any) bool {
		maybe++
		return true
	})
	if n < sure || n > sure+maybe {
		t.Errorf("%d were counted, %d answered, %d not known", n, sure, maybe)
	}
	t.Logf("%d answered, %d not known", sure, maybe)
}

func TestOpenErrors(t *testing.T) {
	url := storagetest.Postgres(t)
	operator := admin(t, url)
	for _, sql := range []string{"drop role if exists guest", "create role guest login"} {
		if _, err := operator.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ url, says string }{
		{strings.Replace(url, "/postgres?", "/nothing?", 1), "createdb"},
		{strings.Replace(url, "raumbot@", "nobody@", 1), "pg_hba.conf"},
		{strings.Replace(url, "raumbot@", "guest@", 1), "grant"},
		{"postgres://raumbot:secret@127.0.0.1:1/postgres", "cannot be reached"},
		{"postgres://raumbot:secret@127.0.0.1:port/postgres", "cannot be read"},
		{"postgres://raumbot:12?secret@host/postgres", "%3F for ?"},
		{"postgres://raumbot:top?secret@host/postgres", "%3F for ?"},
		{"postgres://raumbot:12/secret@host/postgres", "%2F for /"},
		{"postgres://raumbot:12#secret@host/postgres", "%23 for #"},
		{"postgres://raumbot:secret@host/postgres?sslmode=often", "sslmode is invalid"},
		{"postgres://raumbot@host/postgres?password=secret&sslmode=often", "sslmode is invalid"},
		{"postgres://raumbot:secret@host/postgres?target_session_attrs=some", "unknown target_session_attrs value: some"},
		{url + "&target_session_attrs=read-write&default_transaction_read_only=on", "promote a standby"},
		{url + "&default_transaction_read_only=on", "cannot be written to"},
		{url + strings.Repeat("x", 80), "63 bytes"},
	} {
		_, err := postgres.Open(t.Context(), c.url, nil)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", c.url, err)
		}
	}
	if _, err := postgres.OpenToRead(t.Context(), url); err == nil || !strings.Contains(err.Error(), "no raumbot in this schema") {
		t.Errorf("an empty schema: %v", err)
	}

	if err := mustOpen(t, url, nil).Close(); err != nil {
		t.Fatal(err)
	}
	_, schema, _ := strings.Cut(url, "&schema=")
	if _, err := operator.Exec(t.Context(), "grant usage on schema "+schema+" to guest"); err != nil {
		t.Fatal(err)
	}
	defer operator.Exec(t.Context(), "revoke usage on schema "+schema+" from guest")
	if _, err := postgres.OpenToRead(t.Context(), strings.Replace(url, "raumbot@", "guest@", 1)); err == nil || !strings.Contains(err.Error(), "SELECT on all tables") {
		t.Errorf("a schema that the user may not read: %v", err)
	}
}

// TestUnreachable tells each reason once, however often it was met.
func TestUnreachable(t *testing.T) {
	for hosts, says := range map[string]string{"127.0.0.1:1,127.0.0.1:1": "refused", "no..host": "no such host"} {
		_, err := postgres.Open(t.Context(), "postgres://raumbot:secret@"+hosts+"/postgres?sslmode=prefer", nil)
		if err == nil || strings.Count(err.Error(), says) != 1 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", hosts, err)
		}
	}
}

// TestReadsAreRemembered checks that cached reads agree with the server.
func TestReadsAreRemembered(t *testing.T) {
	e := mustOpen(t, storagetest.Postgres(t), nil)
	for i := range 3 {
		if err := count(e, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if n, _ := counted(t, e); n != 3 {
		t.Errorf("%d were counted", n)
	}
	// A view sees the writes of the last update, but not those of one that failed.
	failed := errors.New("failed on purpose")
	err := e.Update(func(tx kv.Tx) error {
		return errors.Join(tx.Put(table, []byte("n"), make([]byte, 8)), tx.Delete(table, []byte("who 1")), failed)
	})
	if !errors.Is(err, failed) {
		t.Error(err)
	}
	if n, who := counted(t, e); n != 3 || len(who) != 3 {
		t.Errorf("after a failure %d were counted by %v", n, who)
	}
}

// TestViewsAreSnapshots moves amounts between accounts while views add them up, with a cache that
// is too small.
func TestViewsAreSnapshots(t *testing.T) {
	t.Parallel()
	e := mustOpen(t, storagetest.Postgres(t), nil)
	const accounts, each = 60, 100
	account := func(n int) []byte { return fmt.Appendf(nil, "account %02d", n) }
	amount := func(tx kv.Tx, n int) (a int) {
		fmt.Sscan(string(tx.Get(table, account(n))), &a)
		return a
	}
	err := e.Update(func(tx kv.Tx) error {
		for n := range accounts {
			if err := tx.Put(table, account(n), []byte(fmt.Sprint(each))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	postgres.LimitCache(e, 3000, 30)
	sum := func(tx kv.Tx, random *rand.Rand) (total int) {
		if random.IntN(2) == 0 {
			for _, v := range tx.Scan(table, []byte("account")) {
				var a int
				fmt.Sscan(string(v), &a)
				total += a
			}
			return total
		}
		for _, n := range random.Perm(accounts) {
			total += amount(tx, n)
		}
		return total
	}
	var moving, viewing sync.WaitGroup
	var stop atomic.Bool
	var views atomic.Int64
	for user := range uint64(4) {
		moving.Go(func() {
			random := rand.New(rand.NewPCG(user, 1))
			for n := 0; n < 150 || views.Load() == 0; n++ { // something is viewed meanwhile
				failed := errors.New("failed on purpose")
				err := e.Update(func(tx kv.Tx) error {
					from, to, some := random.IntN(accounts), random.IntN(accounts), random.IntN(20)
					if err := tx.Put(table, account(from), fmt.Append(nil, amount(tx, from)-some)); err != nil {
						return err
					}
					if random.IntN(4) == 0 {
						return failed
					}
					return tx.Put(table, account(to), fmt.Append(nil, amount(tx, to)+some))
				})
				if err != nil && err != failed {
					t.Error(err)
				}
			}
		})
	}
	for user := range uint64(3) {
		viewing.Go(func() {
			random := rand.New(rand.NewPCG(user, 2))
			for !stop.Load() {
				total := 0
				if err := e.View(func(tx kv.Tx) error { total = sum(tx, random); return nil }); err != nil {
					t.Error(err)
				}
				if total != accounts*each {
					t.Errorf("a view sees %d", total)
				}
				views.Add(1)
			}
		})
	}
	moving.Wait()
	stop.Store(true)
	viewing.Wait()
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
