package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// shardGames is the number of games of TestCrashShards, and shardsWanted what Discord advises.
const (
	shardGames   = 40
	shardsWanted = 6
)

// TestCrashShards plays on six shards with two processes that have one database on a server, kills a random one again and again and
// starts it again, and stops one politely now and then. Sessions are resumed by whoever has the shard next, so nothing that people said is
// lost. In the end the games must be as without crashes, and all of them announced, in order.
func TestCrashShards(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many games")
	}
	url := storagetest.Postgres(t)
	dir := t.TempDir()
	binary := filepath.Join(dir, "raumbot")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("the moments are those of -seed %d", seed)
	r := newShardRun(t, binary, filepath.Join(dir, "killed"), url)
	r.begin()
	r.crash(rand.New(rand.NewPCG(seed, 4)), min(*kills, 200))
	r.check()
}

// shardRun is a Discord of several shards, and the processes of the bot.
type shardRun struct {
	*clubRun
	url       string
	processes [2]*process
}

// process is one of the processes, with what it has logged.
type process struct {
	cmd *exec.Cmd
	log bytes.Buffer
}

func newShardRun(t *testing.T, binary, dir, url string) *shardRun {
	r := &shardRun{clubRun: &clubRun{Server: discordtest.New(t), t: t, binary: binary, dir: dir}, url: url}
	r.Grace, r.Killable = time.Hour, true
	r.Shards, r.Spread = shardsWanted, true
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.file("config.toml"), []byte("[limits]\nuser = 0\nroom = 0\nplay = 0\n[discord]\nmessage_content = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var guilds []*discordtest.Guild
	for range shardsWanted {
		guilds = append(guilds, r.AddGuild("Raum club"))
	}
	for n := range shardGames {
		g := &clubGame{clubRun: r.clubRun, number: n + 1, channel: guilds[n%shardsWanted].AddChannel(fmt.Sprint("games", n)), random: rand.New(rand.NewPCG(uint64(n), 3))}
		g.players = [2]*discordtest.User{r.AddUser(fmt.Sprint("white", n)), r.AddUser(fmt.Sprint("black", n))}
		w := newWalk(t, "raumschach", uint64(n))
		for range max(6, *kills/4) {
			if text := w.step(); text != "" {
				g.moves = append(g.moves, text)
			}
		}
		r.games = append(r.games, g)
	}
	return r
}

// run starts one of the processes.
func (r *shardRun) run(n int) {
	r.t.Helper()
	p := &process{cmd: exec.Command(r.binary, "serve", "--config", r.file("config.toml"), "--no-web")}
	p.cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+r.Token, "RAUMBOT_DISCORD_API="+r.API, "RAUMBOT_DATABASE="+r.url)
	p.cmd.Stderr = &p.log
	if err := p.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.processes[n] = p
	r.t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		if r.t.Failed() {
			r.t.Logf("a process has logged:\n%s", &p.log)
		}
	})
}

// end ends one of the processes.
func (r *shardRun) end(n int, signal os.Signal) {
	r.t.Helper()
	p := r.processes[n]
	if err := p.cmd.Process.Signal(signal); err != nil {
		r.t.Fatalf("a process has ended by itself: %v\n%s", err, &p.log)
	}
	if err := p.cmd.Wait(); err != nil && signal != os.Kill {
		r.t.Errorf("a process that is stopped ends with %v\n%s", err, &p.log)
	}
}

// connected waits until each shard is connected once.
func (r *shardRun) connected() {
	r.t.Helper()
	all := make([]int, shardsWanted)
	for shard := range all {
		all[shard] = shard
	}
	r.Wait("all shards", func() bool { return slices.Equal(r.Open(), all) })
}

// begin makes all challenges in order.
func (r *shardRun) begin() {
	r.t.Helper()
	r.run(0)
	r.connected()
	r.run(1)
	for _, g := range r.games {
		r.Slash(g.players[0], g.channel, "challenge", discordtest.Options{"name": g.players[1], "variant": "raumschach", "colour": "white"})
		r.Wait("an invitation", func() bool { return g.invitation() != nil })
		for _, u := range g.players {
			i := r.Slash(u, g.channel, "confirm", discordtest.Options{"when": "on"})
			r.Wait("an answer", func() bool { return i.Done })
		}
	}
}

// crash plays all games to the end, ending processes a number of times.
func (r *shardRun) crash(random *rand.Rand, times int) {
	r.t.Helper()
	var people sync.WaitGroup
	r.playing = len(r.games)
	for _, g := range r.games {
		people.Go(func() {
			defer r.Look(func() { r.playing-- })
			g.play()
		})
	}
	busy, longest, polite := 0, time.Duration(0), time.Duration(0)
	for n := range times {
		r.Look(func() { busy += min(r.playing, 1) })
		time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
		victim, signal := random.IntN(len(r.processes)), os.Signal(os.Kill)
		if n%5 == 4 {
			signal = os.Interrupt
		}
		begun := time.Now()
		r.end(victim, signal)
		r.connected()
		if took := time.Since(begun); signal == os.Kill {
			longest = max(longest, took)
		} else {
			polite = max(polite, took)
		}
		r.Look(func() { r.life++ }) // an answer can be lost, and people ask again
		r.run(victim)
		time.Sleep(time.Second) // before that it may not handle the signal
	}
	people.Wait()
	r.t.Logf("ended %d times, %d of them while games went on; all shards were connected again after at most %v, and %v where it was stopped politely; %d sessions were begun, and %d resumed; %d moves asked for again, %d interactions sent again",
		times, busy, longest, polite, r.Begun, r.Resumed(), r.again, r.resent)
	for n := range r.processes {
		r.end(n, os.Interrupt)
	}
	if longest > time.Minute {
		r.t.Errorf("it took %v until all shards were connected again", longest)
	}
}

// check compares what was announced and what is kept with what was played.
func (r *shardRun) check() {
	r.t.Helper()
	if code, out, errs := runCommand(r.t, r.url, "", "db", "check"); code != 0 {
		r.t.Fatal(out, errs)
	}
	store, err := storage.ConnectAsIs(r.t.Context(), r.url)
	if err != nil {
		r.t.Fatal(err)
	}
	defer store.Close()
	for _, g := range r.games {
		if cards := g.cards(); len(cards) != len(g.moves)+1 {
			r.t.Errorf("game %d: %d messages about %d moves", g.number, len(cards), len(g.moves))
		}
		err := store.View(r.t.Context(), func(tx bot.Tx) error {
			entries, err := tx.Log(bot.GameID(g.number))
			var made []string
			for _, e := range entries {
				if e.What == bot.Moved {
					made = append(made, e.Move)
				}
			}
			if !slices.Equal(made, g.moves) {
				r.t.Errorf("game %d: kept are %q, made were %q", g.number, made, g.moves)
			}
			return err
		})
		if err != nil {
			r.t.Error(err)
		}
	}
	r.t.Logf("%d games were compared; %d messages were said again when Discord no longer knew them", len(r.games), r.repeats())
}
