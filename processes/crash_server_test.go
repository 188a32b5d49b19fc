package processes

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"raumbot/storage/storagetest"
)

var restarts = flag.Int("restarts", 2, "how often TestServerLost restarts the server of the database")

// TestServerLost plays on six shards with two processes at work, while the server of their database
// is restarted again and again, as an operator does and as after a crash, and a process is killed
// now and then. At last the primary crashes for good, and its standby is promoted, for which
// commits have waited. In the end the games must be as without all this.
func TestServerLost(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	primary := storagetest.Own(t, "fsync = off")
	standby, err := primary.StartStandby("fsync = off", "wal_retrieve_retry_interval = '200ms'")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = standby.Remove() })
	if err := primary.Configure("fsync = off", "synchronous_standby_names = '*'"); err != nil {
		t.Fatal(err)
	}
	calm := calmShards(t, 5**restarts)
	r := newClubRun(t, shardClub(2, 5**restarts), fmt.Sprintf("postgres://raumbot@/postgres?host=%s,%s&target_session_attrs=read-write", primary.Folder, standby.Folder))
	r.begin()
	r.play(func() {
		random := moments(t)
		for n := range *restarts {
			r.allow(float64(n) / float64(*restarts+1))
			r.moment(random)
			r.restart(primary, n, random)
		}
		r.allow(float64(*restarts) / float64(*restarts+1))
		r.moment(random)
		r.promote(primary, standby)
	})
	r.compare(calm)
}

// restart restarts the server of the database, and kills one of the processes at times.
func (r *clubRun) restart(server *storagetest.Server, n int, random *rand.Rand) {
	r.t.Helper()
	victim := random.IntN(len(r.processes))
	if n%4 == 3 {
		r.end(victim, os.Kill)
	}
	r.stopServer(server, []string{"immediate", "fast"}[n%2])
	time.Sleep(time.Duration(random.IntN(2000)) * time.Millisecond)
	if err := server.Start(); err != nil {
		r.t.Fatal(err)
	}
	if n%4 == 3 {
		r.run(victim)
	}
	r.Look(func() { r.life++ }) // some may have been told to wait
	r.connected()
}

// promote makes a standby the primary, after the one before has crashed.
func (r *clubRun) promote(primary, standby *storagetest.Server) {
	r.t.Helper()
	r.stopServer(primary, "immediate")
	if err := standby.Promote(); err != nil {
		r.t.Fatal(err)
	}
	r.Look(func() { r.life++ })
}

// stopServer stops the server of the database. Whichever process finds one again first works on.
func (r *clubRun) stopServer(server *storagetest.Server, mode string) {
	r.t.Helper()
	for _, s := range r.processes {
		s.mayLose = true
	}
	if err := server.Stop(mode); err != nil {
		r.t.Fatal(err)
	}
}
