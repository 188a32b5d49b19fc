package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
)

// several measures the same moves on a file, on a server with one process that has the database to itself, and with up to as many processes as
// given that share it, by turns.
func several(ctx context.Context, p plan, server string, processes, rounds int) error {
	folder, err := os.MkdirTemp("", "raumbot-load-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "file.db")
	for _, db := range []string{file, server} {
		if err := fill(ctx, db, p.games, p.users); err != nil {
			return err
		}
	}
	kinds := []crew{{name: "a file", db: file, size: 1}, {name: "a server, alone", db: server, size: 1}}
	for n := range processes {
		kinds = append(kinds, crew{name: fmt.Sprintf("a server, shared by %d", n+1), db: server, size: n + 1, shared: true})
	}
	results := make([][]result, len(kinds))
	for range rounds {
		for i, c := range kinds {
			r, err := c.play(p)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			fmt.Printf("%-24s %s; load %s", c.name, r, load())
			results[i] = append(results[i], r)
		}
	}
	for i, c := range kinds {
		fmt.Printf("median of %-14s %s\n", c.name, medianOf(results[i]))
	}
	return nil
}

// load returns the load of the machine.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	return string(text)
}

// result is what came of a measurement.
type result struct {
	rate     float64 // moves a second, with their messages delivered
	p50, p99 time.Duration
	trips    float64 // to the server, for each move
	memory   float64 // of each process's own, in MB, after the moves
}

func (r result) String() string {
	return fmt.Sprintf("%5.0f moves/s, p50 %s, p99 %s, %.2f round trips a move, %.0f MB a process", r.rate, r.p50.Round(time.Millisecond), r.p99.Round(time.Millisecond), r.trips, r.memory)
}

// medianOf returns the median of each figure.
func medianOf(all []result) (m result) {
	middle := func(of func(result) float64) float64 {
		var values []float64
		for _, r := range all {
			values = append(values, of(r))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	m.rate, m.trips = middle(func(r result) float64 { return r.rate }), middle(func(r result) float64 { return r.trips })
	m.memory = middle(func(r result) float64 { return r.memory })
	m.p50 = time.Duration(middle(func(r result) float64 { return float64(r.p50) }))
	m.p99 = time.Duration(middle(func(r result) float64 { return float64(r.p99) }))
	return m
}

// crew are processes that share the moves.
type crew struct {
	name, db string
	size     int
	shared   bool
}

// share is what one process has done.
type share struct {
	Begun, Ended time.Time
	Times        []time.Duration
	Trips        int64
	Memory       int // in MB
}

// play has each process make its moves at the same time.
func (c crew) play(p plan) (r result, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	var all []*worker
	defer func() {
		for _, w := range all {
			w.in.Close()
			err = errors.Join(err, w.Wait())
		}
	}()
	for n := range c.size {
		w := &worker{Cmd: exec.Command(self, "-part", fmt.Sprintf("%d/%d", n, c.size), "-shared="+fmt.Sprint(c.shared), "-measure", c.db, "-games", fmt.Sprint(p.games),
			"-users", fmt.Sprint(p.users), "-moves", fmt.Sprint(p.moves), "-at-once", fmt.Sprint(p.atOnce))}
		if err := w.begin(); err != nil {
			return r, err
		}
		all = append(all, w)
	}
	for _, w := range all {
		if err := w.hear(nil); err != nil {
			return r, err
		}
	}
	for _, w := range all {
		fmt.Fprintln(w.in)
	}
	var whole share
	for _, w := range all {
		var s share
		if err := w.hear(&s); err != nil {
			return r, err
		}
		if whole.Begun.IsZero() || s.Begun.Before(whole.Begun) {
			whole.Begun = s.Begun
		}
		if s.Ended.After(whole.Ended) {
			whole.Ended = s.Ended
		}
		whole.Times, whole.Trips, whole.Memory = append(whole.Times, s.Times...), whole.Trips+s.Trips, whole.Memory+s.Memory
	}
	slices.Sort(whole.Times)
	moves := float64(len(whole.Times))
	r.rate, r.trips = moves/whole.Ended.Sub(whole.Begun).Seconds(), float64(whole.Trips)/moves
	r.memory = float64(whole.Memory) / float64(c.size)
	r.p50, r.p99 = whole.Times[len(whole.Times)/2], whole.Times[len(whole.Times)*99/100]
	return r, nil
}

// worker is a process that makes moves.
type worker struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func (w *worker) begin() error {
	in, err := w.StdinPipe()
	if err != nil {
		return err
	}
	out, err := w.StdoutPipe()
	if err != nil {
		return err
	}
	w.in, w.out, w.Stderr = in, bufio.NewReader(out), os.Stderr
	return w.Start()
}

// hear reads a line of a worker.
func (w *worker) hear(into any) error {
	line, err := w.out.ReadString('\n')
	if err == nil && into != nil {
		err = json.Unmarshal([]byte(line), into)
	}
	return err
}

// takePart is a worker: when it has begun it says so, when it hears a line it moves, says how that went, and goes on delivering until its input ends.
func takePart(ctx context.Context, p plan, part string, shared bool) (err error) {
	var number, of int
	if _, err := fmt.Sscanf(strings.ReplaceAll(part, "/", " "), "%d %d", &number, &of); err != nil {
		return err
	}
	connect := open
	if shared {
		connect = func(ctx context.Context, url string) (*storage.Store, error) {
			return storage.Join(ctx, url, func() {})
		}
	}
	store, err := connect(ctx, p.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	svc := service.New(service.Ports{Store: store, Leases: store.Leases(), Shared: shared})
	if err := svc.Start(ctx, platform); err != nil {
		return err
	}
	store.Hear(svc.Hear)
	running, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	serving.Go(func() { svc.Run(running, &silent{}) })
	defer serving.Wait()
	defer cancel()
	pl := newPlayer(svc, p)
	if err := pl.catchUp(ctx, store); err != nil {
		return err
	}
	in := bufio.NewReader(os.Stdin)
	fmt.Println("ready")
	if _, err := in.ReadString('\n'); err != nil {
		return err
	}
	done := share{Begun: time.Now(), Trips: -store.RoundTrips()}
	if done.Times, err = pl.moveAll(ctx, number, of); err != nil {
		return err
	}
	for depth := 1; depth > 0; time.Sleep(5 * time.Millisecond) {
		if err := store.View(ctx, func(tx bot.Tx) (err error) { depth, err = tx.Depth(platform); return err }); err != nil {
			return err
		}
	}
	done.Ended, done.Trips = time.Now(), done.Trips+store.RoundTrips()
	_, done.Memory, _ = memory()
	text, err := json.Marshal(done)
	if err != nil {
		return err
	}
	fmt.Println(string(text))
	_, _ = in.ReadString('\n') // the others may not be done
	return nil
}
