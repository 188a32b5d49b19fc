package processes

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/storage/storagetest"
)

// shardClub returns a club on six shards: 40 games, or two on each shard where little is to happen.
// A game has as many moves that it goes on for the whole of a number of events.
func shardClub(processes, events int) clubPlan {
	games := 40
	if events < 20 {
		games = 12
	}
	return clubPlan{
		processes: processes, shards: 6, plies: max(6, events/8),
		locales: []string{"en-US", "en-US", "de", "en-US", "en-US", "en-US"}, variants: slices.Repeat([]string{"raumschach"}, games),
	}
}

// calmShards plays the games of a club on six shards without disturbances, by one process with a
// database of its own.
func calmShards(t *testing.T, events int) *clubRun {
	t.Helper()
	calm := newClubRun(t, shardClub(1, events), filepath.Join(t.TempDir(), "calm.db"))
	calm.begin()
	calm.play(func() {})
	return calm
}

// TestCrashShards plays on six shards with processes of which one works on a database on a server
// and the others stand by. It kills a random one again and again and starts it again, and stops one
// politely now and then. The next process resumes the sessions, so nothing that people said is
// lost. In the end the games must be as without crashes, and everything was said, in order, and
// once.
func TestCrashShards(t *testing.T) {
	storagetest.Long(t)
	t.Parallel()
	storagetest.Postgres(t) // or it is skipped
	calm := calmShards(t, *kills)
	for _, c := range []struct {
		name      string
		processes int
	}{{"one stands by", 2}, {"two stand by", 3}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newClubRun(t, shardClub(c.processes, *kills), storagetest.Postgres(t))
			r.begin()
			r.play(func() { r.crashes(moments(t), *kills) })
			r.compare(calm)
		})
	}
}

// crashes ends random processes, most by killing them, and starts them again.
func (r *clubRun) crashes(random *rand.Rand, times int) {
	var replaced, handed []time.Duration
	busy, begun := 0, 0
	r.Look(func() { begun = r.Begun })
	for n := range times {
		if r.t.Failed() {
			return
		}
		r.allow(float64(n) / float64(times))
		r.moment(random)
		r.Look(func() { busy += min(r.playing, 1) })
		victim, at := random.IntN(len(r.processes)), time.Now()
		if n%4 == 0 {
			victim = r.atWork()
		}
		r.end(victim, os.Kill)
		if n%4 == 0 { // it stays away until it is replaced
			r.connected()
			replaced = append(replaced, time.Since(at))
		}
		r.run(victim)
		if n%5 == 4 {
			for _, s := range r.processes {
				s.started()
			}
			r.connected()
			victim, at = r.atWork(), time.Now()
			r.end(victim, os.Interrupt)
			r.connected()
			handed = append(handed, time.Since(at))
			r.run(victim)
		}
	}
	r.connected()
	r.t.Logf("killed %d times, %d of them while games went on; all shards were connected again after %s, %s where it was stopped politely; %d sessions were begun, and %d resumed",
		times, busy, spread(replaced), spread(handed), r.Begun-begun, r.Resumed())
}

// atWork returns which of the processes works on the database.
func (r *clubRun) atWork() (n int) {
	r.t.Helper()
	r.Wait("a process at work", func() bool {
		n = slices.IndexFunc(r.processes, func(s *server) bool { return strings.Contains(s.log.String(), "msg=started") })
		return n >= 0
	})
	return n
}

// spread tells the median and the longest of some durations.
func spread(all []time.Duration) string {
	if len(all) == 0 {
		return "never"
	}
	slices.Sort(all)
	return all[len(all)/2].Round(time.Millisecond).String() + " (median), " + all[len(all)-1].Round(time.Millisecond).String() + " (longest)"
}
