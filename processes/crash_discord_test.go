package processes

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var crashSeed = flag.Uint64("seed", 0, "the seed of the moments at which the tests of crashes disturb; 0 for another one each time")

// moments returns a source of random moments, which the log of the test tells how to repeat.
func moments(t *testing.T) *rand.Rand {
	t.Helper()
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("the moments are those of -seed %d", seed)
	return rand.New(rand.NewPCG(seed, 2))
}

// TestCrashDiscord runs the program on Discord and kills it at random moments, while people play by
// slash commands, buttons and messages. They repeat what was not answered, as people do, and
// Discord resends events. In the end the games must be as without crashes: every answered move is
// stored, none is made twice, and each is announced in its thread, in order, and once if Discord
// still knows the nonce.
func TestCrashDiscord(t *testing.T) {
	t.Parallel()
	c := clubPlan{
		processes: 1, shards: 1, plies: max(8, *kills/3), locales: []string{"en-US", "de"},
		variants: []string{"raumschach", "stockschach216", "raumschach", "gutenschach"},
	}
	calm := newClubRun(t, c, filepath.Join(t.TempDir(), "calm.db"))
	calm.begin()
	calm.play(func() {})
	killed := newClubRun(t, c, filepath.Join(t.TempDir(), "killed.db"))
	killed.begin()
	killed.play(func() { killed.crash(moments(t), *kills) })
	killed.compare(calm)
}

// crash kills the only process a number of times and starts it again. Its sessions are gone then,
// so that people repeat what they have said.
func (r *clubRun) crash(random *rand.Rand, times int) {
	busy := 0 // number of kills while games were in progress
	for n := range times {
		if r.t.Failed() {
			return
		}
		r.interrupt(random)
		r.Look(func() { busy += min(r.playing, 1) })
		r.processes[0].end(os.Kill)
		r.Wait("the end of the connection", func() bool { return r.Connected() == 0 })
		r.Expire()
		r.Look(func() { r.life++ })
		if random.IntN(4) == 0 {
			r.Age()
			r.aged = true
		}
		if n%10 == 0 {
			r.mustBeSound()
		}
		r.run(0)
	}
	r.Wait("the connection", func() bool { return r.Connected() > 0 })
	r.t.Logf("killed %d times, %d of them while games went on", times, busy)
}

// interrupt waits until the only process is to be killed: while it starts, or around one of its
// next requests, at times after it has lost its connection.
func (r *clubRun) interrupt(random *rand.Rand) {
	if random.IntN(4) == 0 {
		time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
		return
	}
	r.Wait("the connection", func() bool { return r.Connected() > 0 })
	if random.IntN(8) == 0 {
		r.Drop()
		r.Wait("the connection to break", func() bool { return r.Connected() == 0 || r.Resumed() > 0 })
		r.Wait("the connection", func() bool { return r.Connected() > 0 })
		r.Look(func() { r.life++ }) // a connection that broke early is not resumed, and people repeat their requests
	}
	r.moment(random)
}
