package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/bot"
	"raumbot/storage"
)

var crashSeed = flag.Uint64("seed", 0, "the seed of TestCrashDiscord's moments; 0 for another one each time")

// clubGames are the games of TestCrashDiscord, each with its own two players. The last two
// are in a guild whose language is German.
var clubGames = []string{"raumschach", "stockschach216", "raumschach", "gutenschach"}

// TestCrashDiscord runs the program on Discord and kills it at random moments, while people play by slash
// commands, buttons and messages. They repeat what was not answered, as people do, and Discord resends
// events. In the end the games must be as without crashes: every answered move is stored, none is made
// twice, and each is announced in its thread, in order, and once if Discord still knows the nonce.
func TestCrashDiscord(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "raumbot")
	if out, err := exec.Command("go", "build", "-tags", "goolm", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	seed := *crashSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("the moments are those of -seed %d", seed)
	plies := max(8, *kills/3)
	calm := newClubRun(t, binary, filepath.Join(dir, "calm"), plies)
	calm.invite()
	calm.play(rand.New(rand.NewPCG(1, 1)), 0)
	killed := newClubRun(t, binary, filepath.Join(dir, "killed"), plies)
	killed.invite()
	killed.play(rand.New(rand.NewPCG(seed, 2)), *kills)
	killed.compare(calm)
}

// clubRun is a Discord server with several games, and the program that is started on it repeatedly.
type clubRun struct {
	*discordtest.Server
	t           *testing.T
	binary, dir string
	games       []*clubGame
	process     *exec.Cmd
	log         bytes.Buffer

	// The following fields are guarded by Look.
	life    int // number of times the program was killed or lost its connection
	playing int // number of unfinished games
	again   int // number of moves requested again
	resent  int // number of interactions delivered again
}

func newClubRun(t *testing.T, binary, dir string, plies int) *clubRun {
	r := &clubRun{Server: discordtest.New(t), t: t, binary: binary, dir: dir}
	r.Grace = time.Hour // a slow machine must not fail the test
	r.Killable = true
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.file("config.toml"), []byte("[limits]\nuser = 0\nroom = 0\nplay = 0\n[discord]\nmessage_content = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	channels := []*discordtest.Channel{r.AddGuild("Raum club").AddChannel("games"), r.AddGuild("Raumclub").AddChannel("partien")}
	r.Guilds[1].Locale = "de"
	for n, variant := range clubGames {
		g := &clubGame{clubRun: r, number: n + 1, channel: channels[n/2], random: rand.New(rand.NewPCG(uint64(n), 3))}
		g.players = [2]*discordtest.User{r.AddUser(fmt.Sprint("white", n)), r.AddUser(fmt.Sprint("black", n))}
		w := newWalk(t, variant, uint64(n))
		for range plies {
			if text := w.step(); text != "" {
				g.moves = append(g.moves, text)
			}
		}
		r.games = append(r.games, g)
	}
	return r
}

func (r *clubRun) file(name string) string { return filepath.Join(r.dir, name) }

// start starts the program.
func (r *clubRun) start() {
	r.t.Helper()
	r.process = exec.Command(r.binary, "serve", "--config", r.file("config.toml"))
	r.process.Env = append(os.Environ(), "DISCORD_TOKEN="+r.Token, "RAUMBOT_DISCORD_API="+r.API, "RAUMBOT_DATABASE="+r.file("raumbot.db"))
	r.process.Stderr = &r.log
	if err := r.process.Start(); err != nil {
		r.t.Fatal(err)
	}
}

// kill kills the program, and lets the players notice.
func (r *clubRun) kill() {
	r.t.Helper()
	if err := r.process.Process.Kill(); err != nil {
		r.t.Fatalf("the program has ended by itself: %v\n%s", err, &r.log)
	}
	_ = r.process.Wait() // the error says that it was killed
	r.Wait("the end of the connection", func() bool { return r.Connected() == 0 })
	r.Expire()
	r.Look(func() { r.life++ })
	r.log.Reset()
}

// stop stops the program as an operator would.
func (r *clubRun) stop() {
	r.t.Helper()
	if err := r.process.Process.Signal(os.Interrupt); err != nil {
		r.t.Fatal(err)
	}
	if err := r.process.Wait(); err != nil {
		r.t.Fatalf("%v\n%s", err, &r.log)
	}
	r.mustBeSound()
}

// invite makes all challenges in order, so that games have the same numbers in every run.
func (r *clubRun) invite() {
	r.start()
	r.Wait("the connection", func() bool { return r.Connected() > 0 })
	for n, g := range r.games {
		r.Slash(g.players[0], g.channel, "challenge", discordtest.Options{"name": g.players[1], "variant": clubGames[n], "colour": "white"})
		r.Wait("an invitation", func() bool { return g.invitation() != nil })
		for _, u := range g.players {
			i := r.Slash(u, g.channel, "confirm", discordtest.Options{"when": "on"})
			r.Wait("an answer", func() bool { return i.Done })
		}
	}
	r.stop()
	r.Wait("the end of the connection", func() bool { return r.Connected() == 0 })
	r.Expire()
}

// play plays all games to the end, killing the program a number of times.
func (r *clubRun) play(random *rand.Rand, kills int) {
	var people sync.WaitGroup
	r.playing = len(r.games)
	for _, g := range r.games {
		people.Go(func() {
			defer r.Look(func() { r.playing-- })
			g.play()
		})
	}
	busy := 0 // number of kills while games were in progress
	for n := range kills {
		r.start()
		r.moment(random)
		r.Look(func() { busy += min(r.playing, 1) })
		r.kill()
		if random.IntN(4) == 0 {
			r.Age()
		}
		if n%10 == 0 {
			r.mustBeSound()
		}
	}
	r.start()
	people.Wait()
	r.Wait("the connection", func() bool { return r.Connected() > 0 }) // before that the program may not handle the signal
	if r.t.Failed() {
		_ = r.process.Process.Kill()
		r.t.FailNow()
	}
	r.stop()
	if kills > 0 {
		r.t.Logf("killed %d times, %d of them while games went on; %d moves asked for again, %d interactions sent again", kills, busy, r.again, r.resent)
	}
}

// moment waits until the program is to be killed: while it starts, or around one of its next requests.
func (r *clubRun) moment(random *rand.Rand) {
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
	asked := func() (n int) {
		for _, count := range r.Requests {
			n += count
		}
		return n
	}
	var now int
	r.Look(func() { now = asked() })
	more := 1 + random.IntN(12)
	r.Wait("requests", func() bool { return r.playing == 0 || asked() >= now+more })
	time.Sleep(time.Duration(random.IntN(8000)) * time.Microsecond)
}

// compare checks that a run with crashes has the same result as one without.
func (r *clubRun) compare(calm *clubRun) {
	r.t.Helper()
	messages, repeats := 0, r.repeats()
	for n, g := range r.games {
		cards, want := g.cards(), calm.games[n].cards()
		messages += len(cards)
		if len(cards) != len(g.moves)+1 || len(want) != len(cards) {
			r.t.Errorf("game %d: %d messages about %d moves, without crashes %d", g.number, len(cards), len(g.moves), len(want))
			continue
		}
		for i, m := range cards {
			if a, b := settled(m), settled(want[i]); a != b {
				r.t.Errorf("game %d, ply %d: said is %q, without crashes %q", g.number, i, a, b)
			}
		}
		if made := r.made(g.number); !slices.Equal(made, g.moves) {
			r.t.Errorf("game %d: kept are %q, made were %q", g.number, made, g.moves)
		}
	}
	r.t.Logf("%d messages about games; %d messages were said again when Discord no longer knew them", messages, repeats)
}

// repeats returns the number of messages sent again, each of which must equal the original.
func (r *clubRun) repeats() (n int) {
	for _, c := range r.Channels {
		said := map[string]*discordtest.Message{}
		for _, m := range c.Messages {
			if m.Nonce == "" {
				continue
			}
			if old := said[nameOf(m)]; old == nil {
				said[nameOf(m)] = m
			} else if n++; old.Nonce != m.Nonce {
				r.t.Errorf("one message was said in two ways:\n%s\n%s", old.Screen(), m.Screen())
			}
		}
	}
	return n
}

// passing matches the parts of messages that differ between two runs.
var passing = regexp.MustCompile(`<t:[0-9]+:[a-zA-Z]>|"nonce":"[^"]*"`)

// settled returns a message as first sent, with its buttons and picture description, without those parts.
func settled(m *discordtest.Message) string { return passing.ReplaceAllString(string(m.JSON), "") }

// made returns the stored moves of a game.
func (r *clubRun) made(number int) (moves []string) {
	r.t.Helper()
	store, err := storage.Open(r.file("raumbot.db"))
	if err != nil {
		r.t.Fatal(err)
	}
	defer store.Close()
	err = store.View(r.t.Context(), func(tx bot.Tx) error {
		entries, err := tx.Log(bot.GameID(number))
		for _, e := range entries {
			if e.What == bot.Moved {
				moves = append(moves, e.Move)
			}
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return moves
}

// mustBeSound checks the database while the program is not running.
func (r *clubRun) mustBeSound() {
	r.t.Helper()
	if code, out, errs := runCommand(r.t, r.file("raumbot.db"), "", "db", "check"); code != 0 {
		r.t.Fatal(out, errs)
	}
}
