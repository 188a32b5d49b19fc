package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// watchedVariant is the variant that spectators watch, siteHost the host of its site.
const (
	watchedVariant = "blocschach"
	siteHost       = "chess.example.org"
)

// spectate measures a site that runs in a process of its own. It has two games, of which only the
// first has spectators. Each spectator has a stream, and fetches the page and the position after
// each move as a browser does. The moves alternate between the games.
func spectate(spectators, moves int) (err error) {
	folder, err := os.MkdirTemp("", "raumbot-load-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s, err := startServer(filepath.Join(folder, "watched.db"), moves)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := crowd{server: s, ctx: ctx, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}, failed: make(chan error, 1)}
	defer func() {
		cancel()
		c.watching.Wait()
		err = errors.Join(err, s.stop())
	}()
	if err := c.fetch(0); err != nil { // what is made once for all is there then
		return err
	}
	idle, busy, err := c.moves(unwatchedMoves, 0)
	if err != nil {
		return err
	}
	if err := c.come(spectators); err != nil {
		return err
	}
	c.watched, c.alone, c.all = nil, nil, nil
	idleWith, busyWith, err := c.moves(moves, spectators)
	if err != nil {
		return err
	}
	each := func(without, with int) float64 { return float64(with-without) / 1024 * 1000 / float64(spectators) }
	fmt.Printf("%d spectators of a game of %s, %d moves\n", spectators, watchedVariant, moves)
	fmt.Printf("  the server's own memory: without them %d MB, after moves up to %d MB; with them %d MB, up to %d MB\n", idle>>10, busy>>10, idleWith>>10, busyWith>>10)
	fmt.Printf("  for 1,000 spectators: %.0f MB, after moves up to %.0f MB\n", each(idle, idleWith), each(busy, busyWith))
	fmt.Printf("  move without spectators: %s\n  move with spectators:    %s\n  all spectators have it:  %s\n", spread(c.alone), spread(c.watched), spread(c.all))
	fmt.Printf("  ratio of the medians of a move: %.2f\n", float64(median(c.watched))/float64(median(c.alone)))
	return nil
}

// unwatchedMoves is the number of moves in each game before the spectators come.
const unwatchedMoves = 10

// moves measures moves in both games by turns, when all spectators have the one before. It returns
// the server's memory in kB before the moves, and the highest after one of them.
func (c *crowd) moves(moves, spectators int) (before, most int, err error) {
	if before, err = ask[int](c.server, "memory"); err != nil {
		return 0, 0, err
	}
	most = before
	for range moves {
		alone, err := ask[time.Duration](c.server, "move 2")
		if err != nil {
			return 0, 0, err
		}
		c.fetching.Add(spectators)
		begun := time.Now()
		watched, err := ask[time.Duration](c.server, "move 1")
		if err != nil {
			return 0, 0, err
		}
		if err := c.wait(); err != nil {
			return 0, 0, err
		}
		c.alone, c.watched, c.all = append(c.alone, alone), append(c.watched, watched), append(c.all, time.Since(begun))
		now, err := ask[int](c.server, "resident")
		if err != nil {
			return 0, 0, err
		}
		most = max(most, now)
	}
	return before, most, nil
}

// median returns the median of sorted durations.
func median(all []time.Duration) time.Duration { return all[(len(all)-1)/2] }

// crowd are the spectators of a game.
type crowd struct {
	*server
	ctx                context.Context
	client             *http.Client
	watching, fetching sync.WaitGroup
	failed             chan error

	// The durations of moves in the game that is watched and in the other, and the times until all
	// spectators had the moves of the first.
	watched, alone, all []time.Duration
}

// get asks for a path as a spectator at an address of their own; they want it compressed.
func (c *crowd) get(n int, path string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(c.ctx, http.MethodGet, c.url+path, nil)
	if err != nil {
		return nil, err
	}
	r.Host = siteHost
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.%d.%d", n/200, n%200))
	r.Header.Set("Accept-Encoding", "gzip")
	answer, err := c.client.Do(r)
	if err == nil && answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		err = fmt.Errorf("spectator %d: %s: %s", n, path, answer.Status)
	}
	return answer, err
}

// fetch reads what a browser fetches after a move.
func (c *crowd) fetch(n int) error {
	for _, path := range []string{"/game/1", "/game/1/board.json"} {
		answer, err := c.get(n, path)
		if err != nil {
			return err
		}
		unpacked, err := gzip.NewReader(answer.Body)
		if err == nil {
			_, err = io.Copy(io.Discard, unpacked)
		}
		answer.Body.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// come opens a stream for each spectator, and returns when all have had its first event.
func (c *crowd) come(spectators int) error {
	c.fetching.Add(spectators)
	for n := range spectators {
		c.watching.Go(func() {
			if err := c.watch(n); err != nil && c.ctx.Err() == nil {
				select {
				case c.failed <- err:
				default: // another one failed first
				}
			}
		})
	}
	return c.wait()
}

// watch follows the game, and fetches it after each move.
func (c *crowd) watch(n int) error {
	stream, err := c.get(n, "/game/1/events")
	if err != nil {
		return err
	}
	defer stream.Body.Close()
	lines, first := bufio.NewScanner(stream.Body), true
	for lines.Scan() {
		if lines.Text() != "event: log" {
			continue
		}
		if !first {
			if err := c.fetch(n); err != nil {
				return err
			}
		}
		first = false
		c.fetching.Done()
	}
	return errors.Join(lines.Err(), fmt.Errorf("the stream of spectator %d has ended", n))
}

// wait waits until all spectators have what there is, or one has failed.
func (c *crowd) wait() error {
	done := make(chan struct{})
	go func() {
		c.fetching.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case err := <-c.failed:
		return err
	case <-time.After(time.Minute):
		return errors.New("some spectators have not heard of a move for a minute")
	}
}

// server is the process that serves the site, and does what it is asked line by line.
type server struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
	url string
}

func startServer(db string, moves int) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &server{Cmd: exec.Command(self, "-watched", db, "-moves", fmt.Sprint(unwatchedMoves+moves))}
	s.Stderr = os.Stderr
	if s.in, err = s.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.Start(); err != nil {
		return nil, err
	}
	s.out = bufio.NewScanner(out)
	if !s.out.Scan() {
		return nil, errors.Join(errors.New("the server does not start"), s.stop())
	}
	s.url = s.out.Text()
	return s, nil
}

func (s *server) stop() error { return errors.Join(s.in.Close(), s.Wait()) }

// ask has the server do something, and reads the number that it answers.
func ask[T ~int | ~int64](s *server, what string) (n T, err error) {
	if _, err := fmt.Fprintln(s.in, what); err != nil {
		return 0, err
	}
	if !s.out.Scan() {
		return 0, fmt.Errorf("%s: the server does not answer", what)
	}
	var number int64
	if _, err = fmt.Sscan(s.out.Text(), &number); err != nil {
		return 0, fmt.Errorf("%s: %s", what, s.out.Text())
	}
	return T(number), nil
}

// serveWatched serves a site with two games, and executes commands from standard input: "move GAME"
// plays a move and prints how many nanoseconds that took, "resident" prints the memory of the
// process in kB, and "memory" prints it after unused memory was returned to the system.
func serveWatched(ctx context.Context, db string, moves int) (err error) {
	store, err := storage.Open(db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	svc := service.New(service.Ports{Store: store})
	if err := svc.Start(ctx, platform); err != nil {
		return err
	}
	say := func(user int, text string) (time.Duration, error) {
		begun := time.Now()
		_, err := svc.Handle(ctx, bot.Request{From: userOf(user), Room: bot.RoomID{Platform: platform, ID: "!lobby:example.org"}, Text: text, Mentions: map[string]bot.User{"@neighbour": userOf(user ^ 1)}})
		if err != nil {
			err = fmt.Errorf("%s: %w", text, err)
		}
		return time.Since(begun), err
	}
	for game := range 2 {
		_, challenged := say(2*game, "challenge @neighbour "+watchedVariant+" white public")
		_, accepted := say(2*game+1, "accept")
		if err := errors.Join(challenged, accepted); err != nil {
			return err
		}
	}
	walk, err := longWalk(moves)
	if err != nil {
		return err
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := free.Addr().String()
	free.Close()
	began := make(chan struct{})
	site, err := web.New(web.Options{Address: address, Public: &url.URL{Scheme: "https", Host: siteHost}, Started: func(string) { close(began) }})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	serving.Go(func() { err = errors.Join(err, site.Listen(ctx, svc)) })
	defer serving.Wait()
	defer cancel()
	<-began
	fmt.Println("http://" + address)
	var next [2]int
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var game int
		switch what := lines.Text(); what {
		case "memory":
			debug.FreeOSMemory()
			fallthrough
		case "resident":
			fmt.Println(ownMemory())
		default:
			if _, err := fmt.Sscanf(what, "move %d", &game); err != nil {
				return err
			}
			ply := next[game-1]
			next[game-1]++
			took, err := say(2*(game-1)+ply%2, fmt.Sprintf("move %d %s!", game, walk[ply]))
			if err != nil {
				return err
			}
			fmt.Println(took.Nanoseconds())
		}
	}
	return nil
}

// longWalk returns random legal moves of a game.
func longWalk(length int) (moves []string, err error) {
	v, err := rules.Find(watchedVariant)
	if err != nil {
		return nil, err
	}
	for seed := uint64(0); seed < 100; seed++ {
		game, random := rules.NewGame(v), rand.New(rand.NewPCG(seed, 2))
		for moves = nil; len(moves) < length && !game.Outcome().Over(); {
			legal := game.Position().Legal()
			m := legal[random.IntN(len(legal))]
			moves = append(moves, game.Position().Text(m))
			if err := game.Play(m); err != nil {
				return nil, err
			}
		}
		if len(moves) == length && !game.Outcome().Over() {
			return moves, nil
		}
	}
	return nil, fmt.Errorf("no random game of %s lasts for %d moves", watchedVariant, length)
}

// ownMemory returns the process's own resident memory in kB, without pages of files.
func ownMemory() (kB int) {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte("RssAnon:")); ok {
			fmt.Sscan(string(rest), &kB)
		}
	}
	return kB
}
