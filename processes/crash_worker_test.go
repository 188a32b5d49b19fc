package processes

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raumbot/adapters/discord/discordtest"
	"raumbot/storage/storagetest"
)

var computerGames = flag.Int("computer-games", 8, "how many games TestCrashWorkers plays at once")

const (
	// workersAtOnce is how many workers search, movesEach how many moves each person makes, and
	// longestWait how long they may wait for the computer's answer.
	workersAtOnce = 3
	movesEach     = 6
	longestWait   = 20 * time.Second
)

// TestCrashWorkers plays many games against the computer at levels 1 to 5 at once, on Discord,
// while three workers search for the bot. It kills and replaces a random worker again and again,
// and interrupts another one now and then. Every move must be answered soon, and only once.
func TestCrashWorkers(t *testing.T) {
	t.Parallel()
	r := newWorkerRun(t, storagetest.Postgres(t), *computerGames)
	r.begin()
	var people sync.WaitGroup
	for _, g := range r.games {
		people.Go(g.play)
	}
	r.disturb(moments(t))
	people.Wait()
	if t.Failed() {
		t.FailNow()
	}
	for _, w := range r.workers {
		w.end(os.Interrupt)
	}
	r.bot.end(os.Interrupt)
	var waits []time.Duration
	for _, g := range r.games {
		g.compare()
		waits = append(waits, g.waits...)
	}
	if code, out, errs := runCommand(t, r.database, "", "db", "check"); code != 0 {
		t.Error(out, errs)
	}
	t.Logf("%d games, %d answers of the computer; people waited %s; workers were killed %d times, and %d searches given out again",
		len(r.games), len(waits), spread(waits), *kills, r.bot.says("a search is given out again"))
	if longest := slices.Max(waits); longest > longestWait {
		t.Errorf("somebody waited for %s", longest)
	}
}

// workerRun is a Discord with games against the computer, the bot, and its workers.
type workerRun struct {
	*discordtest.Server
	t        *testing.T
	database string
	bot      *server
	workers  []*server
	games    []*computerGame
	allowed  float64 // the part of its moves that each person may have made; guarded by Look
}

// computerGame is a game of a person against the computer.
type computerGame struct {
	*workerRun
	number int
	player *discordtest.User
	thread *discordtest.Channel
	walk   *walk
	waits  []time.Duration
}

// newWorkerRun starts the bot, in whose rooms no pictures are shown.
func newWorkerRun(t *testing.T, database string, games int) *workerRun {
	t.Helper()
	r := &workerRun{Server: discordtest.New(t), t: t, database: database}
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("[limits]\nuser = 0\nroom = 0\nplay = 0\n[discord]\nmessage_content = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	guild := r.AddGuild("Raum club")
	channel := guild.AddChannel("games")
	for n := range games {
		r.games = append(r.games, &computerGame{workerRun: r, number: n + 1, player: r.AddUser(fmt.Sprint("white", n)), walk: newWalk(t, "raumschach", uint64(n))})
	}
	r.bot = startServer(t, []string{
		"DISCORD_TOKEN=" + r.Token, "RAUMBOT_DISCORD_API=" + r.API, "RAUMBOT_DATABASE=" + database,
	}, "--config", config, "--no-web")
	r.Wait("the bot", func() bool { return r.Connected() > 0 })
	r.Say(r.Admin, channel, "<@"+r.Bot.ID+"> room pictures off")
	r.Wait("an answer", func() bool {
		return slices.ContainsFunc(channel.Messages, func(m *discordtest.Message) bool {
			return strings.Contains(m.Content, "Pictures: on asking only")
		})
	})
	for _, g := range r.games {
		r.Say(g.player, channel, fmt.Sprintf("<@%s> challenge computer raumschach level %d white", r.Bot.ID, 1+g.number%5))
		r.Wait("a game", func() bool {
			for _, c := range r.Channels {
				if strings.HasPrefix(c.Name, fmt.Sprintf("Game %d:", g.number)) {
					g.thread = c
				}
			}
			return g.thread != nil
		})
	}
	return r
}

// begin starts the workers, and waits until the bot knows of them.
func (r *workerRun) begin() {
	r.t.Helper()
	for range workersAtOnce {
		r.workers = append(r.workers, r.work())
	}
	await(r.t, "all workers", func() bool { return r.bot.says(fmt.Sprintf("workers=%d", workersAtOnce)) > 0 })
}

// work starts a worker of one thread.
func (r *workerRun) work() *server {
	r.t.Helper()
	return startProgram(r.t, []string{"DATABASE_URL=" + r.database, "GOMAXPROCS=1"}, "worker")
}

// disturb ends random workers while the games go on.
func (r *workerRun) disturb(random *rand.Rand) {
	r.t.Helper()
	for n := range *kills {
		if r.t.Failed() {
			break
		}
		time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
		r.Look(func() { r.allowed = float64(n+1) / float64(*kills) }) // some people make their moves
		time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
		victim := random.IntN(workersAtOnce)
		r.workers[victim].end(os.Kill)
		time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
		r.workers[victim] = r.work()
		if n%5 == 4 {
			other := (victim + 1) % workersAtOnce
			r.workers[other].end(os.Interrupt)
			r.workers[other] = r.work()
		}
	}
	r.Look(func() { r.allowed = 1 })
}

// announced matches the announcement of a move, or of the computer's resignation.
var announced = regexp.MustCompile(`(?:plays [A-Za-z]+ ([a-z]+[0-9])[-x]([a-z]+[0-9](?:=[A-Z]+)?)|Computer, level [0-9] resigns)`)

// moves returns the moves that were announced in the thread, "" for a resignation.
func (g *computerGame) moves() (all []string) {
	for _, m := range g.thread.Messages {
		if parts := announced.FindStringSubmatch(m.Content); parts != nil && m.Author == g.Bot {
			text := ""
			if parts[1] != "" {
				text = parts[1] + "-" + parts[2]
			}
			all = append(all, text)
		}
	}
	return all
}

// play makes moves, each after the computer has answered the one before.
func (g *computerGame) play() {
	for n := range movesEach {
		late := float64(g.number) / float64(len(g.games)) // not all games go on at the same moment
		g.Wait("the time of a move", func() bool { return float64(n)+late <= g.allowed*float64(movesEach) })
		text := g.walk.step()
		began := time.Now()
		g.Say(g.player, g.thread, text+"!")
		if g.walk.game.Outcome().Over() {
			return
		}
		answer := ""
		g.Wait(fmt.Sprintf("the answer to move %d of game %d", n+1, g.number), func() bool {
			all := g.moves()
			if len(all) >= 2*n+2 {
				answer = all[2*n+1]
			}
			return len(all) >= 2*n+2
		})
		g.waits = append(g.waits, time.Since(began))
		if answer == "" {
			return
		}
		g.walk.follow(answer)
		if g.walk.game.Outcome().Over() {
			return
		}
	}
}

// compare checks that all moves were announced in order and once.
func (g *computerGame) compare() {
	g.t.Helper()
	var want []string
	for _, m := range g.walk.game.Moves() {
		want = append(want, g.walk.game.Position().Variant().Text(m))
	}
	said := slices.DeleteFunc(g.moves(), func(text string) bool { return text == "" })
	if !slices.Equal(said, want) {
		g.t.Errorf("game %d was %v, and announced as %v", g.number, want, said)
	}
}
