package processes

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

var platformDatabase = flag.String("pipe", "", "the database of a bot that TestCrashPlatform talks to and kills; only that test says it")

// pipeGames is the number of games played at once, each in its own room.
const pipeGames = 6

// pipePlatform is a chat platform on the standard input and output of a process: events go in;
// applied events and messages come out. Unlike the console it handles many events concurrently, and
// its events have IDs.
type pipePlatform struct {
	in *bufio.Scanner

	mu  sync.Mutex
	out *json.Encoder
}

// pipeLine is a line of output: the ID of an applied event, or a message.
type pipeLine struct {
	Done    bot.EventID   `json:",omitzero"`
	Problem string        `json:",omitzero"`
	ID      bot.MessageID `json:",omitzero"`
	Room    string        `json:",omitzero"`
	Text    string        `json:",omitzero"`
	Repeat  bool          `json:",omitzero"`
}

func (pp *pipePlatform) print(l pipeLine) error {
	pp.mu.Lock()
	defer pp.mu.Unlock()
	return pp.out.Encode(l)
}

// Platform implements [bot.Adapter].
func (pp *pipePlatform) Platform() bot.Platform { return "pipe" }

// Deliver implements [bot.Adapter].
func (pp *pipePlatform) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	return bot.Receipt{}, pp.print(pipeLine{ID: m.ID, Room: m.Room.ID, Text: m.Text, Repeat: m.Repeat})
}

// listen handles every event in its own goroutine, and returns when all are answered.
func (pp *pipePlatform) listen(ctx context.Context, svc *service.Service) error {
	var events sync.WaitGroup
	for pp.in.Scan() {
		var r bot.Request
		if err := json.Unmarshal(pp.in.Bytes(), &r); err != nil {
			return err
		}
		events.Go(func() {
			done := pipeLine{Done: r.Event}
			if _, err := svc.Handle(ctx, r); err != nil {
				done.Problem = err.Error()
			}
			_ = pp.print(done) // nobody reads the output of a process about to be killed
		})
	}
	events.Wait()
	return errors.Join(pp.in.Err(), svc.Deliver(ctx, pp))
}

// TestPlatformProcess is not a test but the process that TestCrashPlatform kills: a bot serving a
// chat platform.
func TestPlatformProcess(t *testing.T) {
	if *platformDatabase == "" {
		t.Skip("TestCrashPlatform runs this")
	}
	store, err := storage.Open(*platformDatabase)
	if err != nil {
		t.Fatal(err)
	}
	svc := service.New(service.Ports{Store: store, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))})
	if err := svc.Start(t.Context(), "pipe"); err != nil {
		t.Fatal(err)
	}
	pp := &pipePlatform{in: bufio.NewScanner(os.Stdin), out: json.NewEncoder(os.Stdout)}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { svc.Run(ctx, pp) })
	err = pp.listen(t.Context(), svc)
	stop()
	running.Wait()
	if err := errors.Join(err, svc.Beat(t.Context()), store.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestCrashPlatform plays several games at once on a platform that resends events until
// they are answered, and kills the bot at random moments. Every event must be
// applied once, and every message delivered in order, and once unless marked as a repeat.
func TestCrashPlatform(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scripts := pipeScripts(t, max(10, *kills/2))
	calm := &pipeRun{t: t, db: filepath.Join(dir, "calm.db"), next: make([]int, pipeGames)}
	calm.run(scripts, -1)
	killed := &pipeRun{t: t, db: filepath.Join(dir, "killed.db"), next: make([]int, pipeGames)}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for n := range *kills {
		killed.run(scripts, random.IntN(14))
		if n%10 == 0 {
			killed.mustBeSound()
		}
	}
	killed.run(scripts, -1)
	killed.mustBeSound()
	killed.compare(calm)
}

// pipeScripts returns the requests of each game's room, in order.
func pipeScripts(t *testing.T, plies int) [][]bot.Request {
	scripts := make([][]bot.Request, pipeGames)
	for n := range scripts {
		w := newWalk(t, "raumschach", uint64(n))
		players := [2]string{fmt.Sprint("white", n), fmt.Sprint("black", n)}
		say := func(who, text string) {
			user := func(name string) bot.User {
				return bot.User{UserID: bot.UserID{Platform: "pipe", ID: name}, Name: name}
			}
			scripts[n] = append(scripts[n], bot.Request{
				Event: bot.EventID(fmt.Sprintf("%d/%d", n, len(scripts[n]))), From: user(who), Text: text,
				Room: bot.RoomID{Platform: "pipe", ID: fmt.Sprint("room", n)}, Mentions: map[string]bot.User{"@" + players[1]: user(players[1])},
			})
		}
		say(players[0], "challenge @"+players[1]+" raumschach white none")
		say(players[1], "accept "+players[0])
		for ply := range plies {
			if text := w.step(); text != "" {
				say(players[ply%2], text)
			}
		}
	}
	return scripts
}

// pipeRun is a database with the bot's output over several runs.
type pipeRun struct {
	t    *testing.T
	db   string
	next []int // index of the first unanswered line of each script
	said []pipeLine
}

// run runs the bot until everything is answered and delivered, or kills it after a number
// of lines of output.
func (r *pipeRun) run(scripts [][]bot.Request, killAfter int) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*hangs)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], "-test.run", "^TestPlatformProcess$", "-pipe", r.db)
	var errs bytes.Buffer
	c.Stderr = &errs
	stdin, err := c.StdinPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		r.t.Fatal(err)
	}
	say := json.NewEncoder(stdin)
	open := 0 // number of unfinished scripts
	send := func(n int) {
		if r.next[n] < len(scripts[n]) {
			_ = say.Encode(scripts[n][r.next[n]]) // fails once the bot is killed
		} else if open--; open == 0 {
			stdin.Close()
		}
	}
	open = len(scripts)
	for n := range scripts {
		send(n)
	}
	out := bufio.NewReader(stdout)
	for lines := 0; ; lines++ {
		if lines == killAfter {
			_ = c.Process.Kill()
		}
		text, err := out.ReadBytes('\n')
		if err != nil {
			break
		}
		var l pipeLine
		if json.Unmarshal(text, &l) != nil {
			continue // output of the test binary itself
		}
		if l.Done == "" {
			r.said = append(r.said, l)
			continue
		}
		if l.Problem != "" {
			r.t.Errorf("%s: %s", l.Done, l.Problem)
		}
		var n int
		if _, err := fmt.Sscanf(string(l.Done), "%d/", &n); err != nil {
			r.t.Fatal(err)
		}
		r.next[n]++
		send(n)
	}
	_, _ = io.Copy(io.Discard, stdout)
	if err := c.Wait(); err != nil && killAfter < 0 {
		r.t.Fatal(err, &errs)
	}
}

// compare checks that every room got the same messages as without crashes, in
// the same order.
func (r *pipeRun) compare(calm *pipeRun) {
	r.t.Helper()
	got, repeats := r.rooms()
	want, _ := calm.rooms()
	for room, texts := range want {
		if !slices.Equal(got[room], texts) {
			r.t.Errorf("in %s were said %d messages, without crashes %d:\n%q\n%q", room, len(got[room]), len(texts), got[room], texts)
		}
	}
	r.t.Logf("%d messages said, %d of them marked repeats", len(r.said), repeats)
}

// gameNumbers matches game numbers, which depend on the order in which games begin.
var gameNumbers = regexp.MustCompile(`(?i)\b(game|accept|decline) [0-9]+`)

// rooms returns the messages of each room without repeats.
func (r *pipeRun) rooms() (texts map[string][]string, repeats int) {
	r.t.Helper()
	texts, seen := map[string][]string{}, map[bot.MessageID]bool{}
	for _, l := range r.said {
		if seen[l.ID] {
			if repeats++; !l.Repeat {
				r.t.Errorf("said twice: %q", l.Text)
			}
			continue
		}
		seen[l.ID] = true
		texts[l.Room] = append(texts[l.Room], gameNumbers.ReplaceAllString(l.Text, "N"))
	}
	return texts, repeats
}

// mustBeSound checks the database, and that every answered event is stored. A bot killed before it
// has opened its database leaves none, and has answered nothing.
func (r *pipeRun) mustBeSound() {
	r.t.Helper()
	if _, err := os.Stat(r.db); errors.Is(err, fs.ErrNotExist) && slices.Max(r.next) == 0 {
		return
	}
	if code, out, errs := runCommand(r.t, r.db, "", "db", "check"); code != 0 {
		r.t.Fatal(out, errs)
	}
	store, err := storage.Open(r.db)
	if err != nil {
		r.t.Fatal(err)
	}
	defer store.Close()
	err = store.View(r.t.Context(), func(tx bot.Tx) error {
		for n, next := range r.next {
			for line := range next {
				event := bot.EventID(fmt.Sprintf("%d/%d", n, line))
				if applied, err := tx.Applied("pipe", event); !applied || err != nil {
					return fmt.Errorf("event %s was answered and is not kept: %w", event, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
}
