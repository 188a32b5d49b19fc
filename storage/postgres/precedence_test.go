package postgres_test

import (
	"testing"
	"time"

	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// TestPrecedence restarts the server while a process stands by. It leaves the database for a while
// to the one that had it before; only where that does not come back it takes over.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	server := storagetest.Own(t, "fsync = off")
	direct := server.URL("one")
	p, through := newProxy(t, direct)
	mustOpen(t, through, nil)
	waiting, opened := make(chan bool, 1), make(chan *postgres.Engine, 1)
	go func() { opened <- mustOpen(t, direct, func() { waiting <- true }) }()
	<-waiting
	p.lead(p.folder + "/nothing") // the first does not come back
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	<-opened
	var seconds float64
	if err := admin(t, direct).QueryRow(t.Context(), "select extract(epoch from clock_timestamp() - pg_postmaster_start_time())").Scan(&seconds); err != nil {
		t.Fatal(err)
	}
	if after := time.Duration(seconds * float64(time.Second)); after < postgres.Precedence {
		t.Errorf("who stood by has the database %s after the server was restarted, and the one that had it before has had no time for it", after)
	}
}
