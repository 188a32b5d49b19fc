//go:build unix

package processes

import (
	"flag"
	"slices"
	"syscall"
	"testing"
	"time"

	"raumbot/storage/storagetest"
)

var (
	pause  = flag.Duration("pause", 20*time.Second, "for how long TestSuspended suspends a process, longer than the server keeps its lock")
	pauses = flag.Int("pauses", 1, "how often TestSuspended does so")
)

// TestSuspended plays on six shards with two processes. The one at work is suspended while it
// delivers, until the other has taken over, and the games go on. When it wakes, with events to read
// and requests to finish that are no longer its, it does no harm and ends with an error.
func TestSuspended(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	url := storagetest.Postgres(t)
	calm := calmShards(t, 5**pauses)
	r := newClubRun(t, shardClub(2, 5**pauses), url)
	r.Patience += *pause
	r.begin()
	r.play(func() {
		random := moments(t)
		for n := range *pauses {
			r.allow((float64(n) + 0.3) / float64(*pauses))
			r.moment(random)
			part, begun := (float64(n)+0.7)/float64(*pauses), time.Now()
			r.signal(n%2, syscall.SIGSTOP) // the first process was there first, and then they take turns
			r.allow(part)
			time.Sleep(*pause)
			r.Wait("all games to go on", func() bool {
				return !slices.ContainsFunc(r.games, func(g *clubGame) bool { return len(g.cards()) <= int(part*float64(len(g.moves))) })
			})
			t.Logf("suspended for %s", time.Since(begun).Round(time.Millisecond))
			r.signal(n%2, syscall.SIGCONT)
			if err := r.processes[n%2].cmd.Wait(); err == nil {
				t.Error("a process that has lost the database ends as if nothing had happened")
			}
			r.run(n % 2)
			r.processes[n%2].started()
		}
	})
	r.compare(calm)
}

// signal sends one of the processes a signal that does not end it.
func (r *clubRun) signal(n int, s syscall.Signal) {
	r.t.Helper()
	if err := r.processes[n].cmd.Process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}
