package processes

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
)

// clubPlan is what a clubRun begins with: guilds, games in them, and processes of the bot.
type clubPlan struct {
	processes int // one works on the database, the others stand by
	shards    int
	locales   []string // of the guilds
	variants  []string // of the games, which are spread over the guilds
	plies     int
}

// clubRun is a Discord with several games, and the processes of the bot, which are started on it
// repeatedly.
type clubRun struct {
	*discordtest.Server
	clubPlan
	t         *testing.T
	database  string // a file or a URL
	config    string
	games     []*clubGame
	processes []*server
	aged      bool // Discord has forgotten nonces, so that messages may be repeated

	// The following fields are guarded by Look.
	life    int     // how often a process was killed or has lost its connection
	playing int     // number of unfinished games
	again   int     // number of moves requested again
	told    int     // number of answers that ask people to wait
	resent  int     // number of interactions delivered again
	posts   int     // number of messages that the bot had posted at the last moment
	allowed float64 // the part of its moves that each game may have made
}

// newClubRun makes a Discord, and decides what is played there. Runs of the same club are on equal
// ones.
func newClubRun(t *testing.T, c clubPlan, database string) *clubRun {
	r := &clubRun{Server: discordtest.New(t), clubPlan: c, t: t, database: database, processes: make([]*server, c.processes), allowed: 1}
	r.Killable = true
	r.GlobalLimit = 0 // each process keeps it, but they follow each other within a second
	r.Shards, r.Spread, r.Rows = c.shards, true, c.shards > 1
	r.config = filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(r.config, []byte("[limits]\nuser = 0\nroom = 0\nplay = 0\n[discord]\nmessage_content = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var channels []*discordtest.Channel
	for n, locale := range c.locales {
		guild := r.AddGuild(fmt.Sprint("Raum club ", n))
		guild.Locale = locale
		channels = append(channels, guild.AddChannel(fmt.Sprint("games", n)))
	}
	for n, variant := range c.variants {
		g := &clubGame{clubRun: r, number: n + 1, variant: variant, channel: channels[n%len(channels)], random: rand.New(rand.NewPCG(uint64(n), 3))}
		g.players = [2]*discordtest.User{r.AddUser(fmt.Sprint("white", n)), r.AddUser(fmt.Sprint("black", n))}
		w := newWalk(t, variant, uint64(n))
		for range c.plies {
			if text := w.step(); text != "" {
				g.moves = append(g.moves, text)
			}
		}
		r.games = append(r.games, g)
	}
	return r
}

// run starts one of the processes.
func (r *clubRun) run(n int) {
	r.t.Helper()
	s := startServer(r.t, []string{
		"DISCORD_TOKEN=" + r.Token, "RAUMBOT_DISCORD_API=" + r.API, "RAUMBOT_DATABASE=" + r.database,
	}, "--config", r.config, "--no-web")
	r.processes[n] = s
}

// end ends one of the processes, and lets the players notice if it was killed, as an answer can be
// lost then.
func (r *clubRun) end(n int, signal os.Signal) {
	r.t.Helper()
	r.processes[n].end(signal)
	if signal == os.Kill {
		r.Look(func() { r.life++ })
	}
}

// losses counts what may have cost an answer: what happened to a process, and sessions that were
// begun, which get nothing of what was said before, be it only a moment before. Call it within Look
// or Wait.
func (r *clubRun) losses() int { return r.life + r.Begun }

// connected waits until each shard is connected once.
func (r *clubRun) connected() {
	r.t.Helper()
	r.Wait("all shards", func() bool {
		open := r.Open()
		return len(open) == r.shards && len(slices.Compact(open)) == r.shards
	})
}

// begin starts all processes and makes all challenges in order, so that games have the same numbers
// in every run.
func (r *clubRun) begin() {
	r.t.Helper()
	for n := range r.processes {
		r.run(n)
		r.processes[n].started()
		r.connected()
	}
	for _, g := range r.games {
		r.Slash(g.players[0], g.channel, "challenge", discordtest.Options{"name": g.players[1], "variant": g.variant, "colour": "white"})
		r.Wait("an invitation", func() bool { return g.invitation() != nil })
	}
	var asked []*discordtest.Interaction
	for _, g := range r.games {
		for _, u := range g.players {
			asked = append(asked, r.Slash(u, g.channel, "confirm", discordtest.Options{"when": "on"}))
		}
	}
	r.Wait("answers", func() bool {
		return !slices.ContainsFunc(asked, func(i *discordtest.Interaction) bool { return !i.Done })
	})
}

// play plays all games to the end while disturb is called, and then stops all processes that run.
func (r *clubRun) play(disturb func()) {
	r.t.Helper()
	var people sync.WaitGroup
	r.playing = len(r.games)
	for _, g := range r.games {
		people.Go(func() {
			defer r.Look(func() { r.playing-- })
			g.play()
		})
	}
	disturb()
	r.allow(1)
	people.Wait()
	if r.t.Failed() {
		r.t.FailNow()
	}
	for n, s := range r.processes {
		if s != nil {
			r.end(n, os.Interrupt)
		}
	}
	r.mustBeSound()
}

// allow lets each game go on until a part of its moves has been made.
func (r *clubRun) allow(part float64) { r.Look(func() { r.allowed = part }) }

// moment waits until something is to happen: a random time, or around one of the next requests of
// the bot, but not before it has delivered something since the last moment, as nothing would ever
// be delivered if its tasks were never held for long.
func (r *clubRun) moment(random *rand.Rand) {
	r.t.Helper()
	const posts = "POST /channels/{channel}/messages"
	for deadline := time.Now().Add(20 * time.Second); ; {
		done := false
		r.Look(func() { done = r.playing == 0 || r.Requests[posts] > r.posts })
		if done || time.Now().After(deadline) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	r.Look(func() { r.posts = r.Requests[posts] })
	if random.IntN(3) == 0 {
		time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
		return
	}
	asked := func() (n int) {
		for _, count := range r.Requests {
			n += count
		}
		return n
	}
	var now int
	r.Look(func() { now = asked() })
	more, until := 1+random.IntN(12), time.Now().Add(5*time.Second)
	r.Wait("requests", func() bool { return r.playing == 0 || asked() >= now+more || time.Now().After(until) })
	time.Sleep(time.Duration(random.IntN(8000)) * time.Microsecond)
}

// mustBeSound checks the database. If it is a file, no process may be running.
func (r *clubRun) mustBeSound() {
	r.t.Helper()
	if code, out, errs := runCommand(r.t, r.database, "", "db", "check"); code != 0 {
		r.t.Fatal(out, errs)
	}
}
