package pinned_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage/postgres"
	"raumbot/storage/postgres/pinned"
	"raumbot/storage/storagetest"
)

func mustPin(t *testing.T, url string, waiting func(error)) *pinned.Schema {
	t.Helper()
	p, err := pinned.Pin(t.Context(), url, "_other", waiting)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// terminate ends the connection of a pinned schema, as a server that is restarted does.
func terminate(t *testing.T, url string, process int) {
	t.Helper()
	other, err := pinned.Pin(t.Context(), url, "_operator", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.DB().Exec("select pg_terminate_backend($1, 300000)", process); err != nil {
		t.Fatal(err)
	}
}

// process returns the server's process for the connection of a pinned schema, 0 if there is none.
func process(p *pinned.Schema) (n int) {
	_ = p.DB().QueryRow("select pg_backend_pid()").Scan(&n)
	return n
}

func add(p *pinned.Schema, text string) error {
	_, err := p.DB().Exec("insert into words values ($1)", text)
	return err
}

// TestPinned takes a schema, loses the connection and goes on, then loses it to another process and
// can write nothing any more.
func TestPinned(t *testing.T) {
	url := storagetest.Postgres(t)
	if there, err := pinned.Exists(t.Context(), url, "_other"); there || err != nil {
		t.Fatalf("the schema is there before: %v, %v", there, err)
	}
	first := mustPin(t, url, nil)
	if there, err := pinned.Exists(t.Context(), url, "_other"); !there || err != nil {
		t.Fatalf("the schema is there: %v, %v", there, err)
	}
	if _, err := first.DB().Exec("create table words (word text)"); err != nil {
		t.Fatal(err)
	}
	if _, err := pinned.Pin(t.Context(), url, "_other", nil); !postgres.Held(err) {
		t.Fatalf("a second process is told %v", err)
	}
	if err := add(first, "a zero \x00 byte"); err != nil {
		t.Error(err)
	}
	terminate(t, url, process(first))
	until(t, "the schema can be written to again", func() bool { return add(first, "again") == nil })

	waits := make(chan error, 1)
	second := make(chan *pinned.Schema)
	go func() {
		p, err := pinned.Pin(context.Background(), url, "_other", func(reason error) { waits <- reason })
		if err != nil {
			t.Error(err)
		}
		second <- p
	}()
	if reason := <-waits; !postgres.Held(reason) {
		t.Errorf("it waits because %v", reason)
	}
	connection := process(first)
	tx, err := first.DB().Begin() // what is begun cannot be ended, either
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("insert into words values ('begun')"); err != nil {
		t.Fatal(err)
	}
	terminate(t, url, connection)
	if err := tx.Commit(); err == nil {
		t.Error("what was begun on a lost connection is kept")
	}
	var p *pinned.Schema
	for p == nil { // whoever asks first has it next
		select {
		case p = <-second:
		case <-time.After(100 * time.Millisecond):
			if n := process(first); n != 0 {
				terminate(t, url, n)
			}
		}
	}
	defer p.Close()
	<-first.Lost() // it is told
	if err := add(first, "too late"); !errors.Is(err, bot.ErrTaken) {
		t.Errorf("who has lost the schema is told %v", err)
	}
	if p.Rewound() {
		t.Error("the server is the same, and said to be another")
	}
	var n int
	if err := p.DB().QueryRow("select count(*) from words where word in ('a zero \uFFFD byte', 'again')").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d words are kept, %v", n, err)
	}
	if err := p.DB().QueryRow("select count(*) from words").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d words are kept in all, %v", n, err)
	}
}

// TestPinnedStandby promotes a standby: the schema says that it may have lost something, and who
// used it before has lost it.
func TestPinnedStandby(t *testing.T) {
	primary, err := storagetest.StartServer("fsync = off", "wal_level = replica", "max_wal_senders = 3")
	if errors.Is(err, storagetest.ErrNoServer) {
		storagetest.Postgres(t) // skips or fails
	}
	if err != nil {
		t.Fatal(err)
	}
	defer primary.Remove()
	before := mustPin(t, primary.URL("one"), nil)
	standby, err := primary.StartStandby()
	if err != nil {
		t.Fatal(err)
	}
	defer standby.Remove()
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(primary.Stop("fast"), standby.Promote()); err != nil {
		t.Fatal(err)
	}
	if p := mustPin(t, standby.URL("one"), nil); !p.Rewound() {
		t.Error("a promoted standby passes for the same server")
	} else {
		p.Close()
	}
	if p := mustPin(t, standby.URL("one"), nil); p.Rewound() {
		t.Error("the second time it is another server again")
	}
}

// TestPinnedBusy has one statement take longer than the server is given to answer.
func TestPinnedBusy(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	p := mustPin(t, storagetest.Postgres(t), nil)
	before := process(p)
	if _, err := p.DB().Exec("select pg_sleep(14)"); err != nil {
		t.Error(err)
	}
	if after := process(p); after != before {
		t.Error("the connection is another")
	}
}

// TestPinnedCancelled cancels statements and transactions: the connection stays, and the lock with
// it.
func TestPinnedCancelled(t *testing.T) {
	p := mustPin(t, storagetest.Postgres(t), nil)
	before := process(p)
	for _, run := range []func(context.Context) error{
		func(ctx context.Context) error {
			_, err := p.DB().ExecContext(ctx, "select pg_sleep(0.5)")
			return err
		},
		func(ctx context.Context) error {
			tx, err := p.DB().BeginTx(ctx, nil)
			if err == nil {
				_, err = tx.ExecContext(ctx, "select pg_sleep(0.5)")
				err = errors.Join(err, tx.Commit())
			}
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		_ = run(ctx) // may have been done
		if after := process(p); after != before {
			t.Error("the connection is another")
		}
	}
}

// TestPinnedTimes keeps the moment of a time, in whatever zone it was made.
func TestPinnedTimes(t *testing.T) {
	p := mustPin(t, storagetest.Postgres(t), nil)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("far east", 9*3600))
	var back time.Time
	if err := p.DB().QueryRow("select $1::timestamp", at).Scan(&back); err != nil || !back.Equal(at) {
		t.Errorf("%v comes back as %v, %v", at, back, err)
	}
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("in vain: %s", what)
}

func TestMain(m *testing.M) {
	code := m.Run()
	storagetest.StopShared()
	os.Exit(code)
}

// TestCommitsAreDurable opens a schema for a user that is set not to wait for the disk: commits do
// wait.
func TestCommitsAreDurable(t *testing.T) {
	var got string
	p := mustPin(t, storagetest.Postgres(t)+"&synchronous_commit=off", nil)
	if err := p.DB().QueryRowContext(t.Context(), "show synchronous_commit").Scan(&got); err != nil || got != "on" {
		t.Errorf("it is %s, %v", got, err)
	}
}
