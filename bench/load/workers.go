package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"raumbot/bot/engine"
	"raumbot/bot/engine/search"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage/postgres/jobs"
)

// measuredSearches is how many searches of level 5 are measured with each number of workers.
const measuredSearches = 200

// measureWorkers measures how many searches some numbers of workers carry out, and how long moves
// take while positions wait to be analysed by two workers.
func measureWorkers(ctx context.Context, server, numbers string, analyses, moves int) error {
	if server == "" {
		return errors.New("workers need -server, the URL of an empty database")
	}
	folder, err := os.MkdirTemp("", "raumbot-load-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "raumbot")
	build := exec.CommandContext(ctx, "go", "build", "-tags", "goolm", "-o", program, ".")
	build.Dir, build.Stderr = "..", os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	queue := jobs.New(server, search.NewLocal(1), slog.New(slog.DiscardHandler))
	running, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() { queue.Run(running) })
	defer func() {
		stop()
		all.Wait()
	}()
	c := crew{program, server, queue}
	for _, number := range strings.Split(numbers, ",") {
		n, err := strconv.Atoi(number)
		if err == nil {
			err = c.measureRate(ctx, n)
		}
		if err != nil {
			return err
		}
	}
	return c.measureBeside(ctx, analyses, moves)
}

// crew starts workers for a queue.
type crew struct {
	program, server string
	queue           *jobs.Queue
}

// work starts workers of one thread each, and waits until the queue knows them. They run at low
// priority. A worker that ends is started again, as by docs/deploy/raumbot-worker.service, because
// the queue may not have created its tables yet.
func (c crew) work(ctx context.Context, workers int) (stop func() error, err error) {
	ctx, cancel := context.WithCancel(ctx)
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
				w := exec.CommandContext(ctx, "nice", "-n", "10", c.program, "worker")
				w.Env = append(os.Environ(), "DATABASE_URL="+c.server, "GOMAXPROCS=1")
				_ = w.Run() // it is killed in the end
			}
		})
	}
	stop = func() error {
		cancel()
		working.Wait()
		return c.await(0)
	}
	return stop, c.await(workers)
}

// await waits until the queue has a number of workers.
func (c crew) await(workers int) error {
	for end := time.Now().Add(time.Minute); c.queue.Workers() != workers; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("there are %d workers, not %d", c.queue.Workers(), workers)
		}
	}
	return nil
}

// jobOf returns a job about a position of its own.
func jobOf(n int, purpose search.Purpose, level int) (job search.Job, err error) {
	v, err := rules.Find("raumschach")
	if err != nil {
		return job, err
	}
	record := rules.NewGame(v)
	for ; n > 0; n /= 20 {
		legal := record.Position().Legal()
		if err := record.Play(legal[n%20%len(legal)]); err != nil {
			return job, err
		}
	}
	job = search.About(purpose, record)
	job.Within = time.Minute
	if purpose == search.Move {
		job.Level = level
	} else {
		job.Nodes = engine.LevelNodes(v, level)
	}
	return job, nil
}

// measureRate measures searches of level 5.
func (c crew) measureRate(ctx context.Context, workers int) (err error) {
	stop, err := c.work(ctx, workers)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	places, _, _ := c.queue.Places()
	next := make(chan int)
	failures := make([]error, places)
	var asking sync.WaitGroup
	begun := time.Now()
	for i := range places {
		asking.Go(func() {
			for n := range next {
				job, err := jobOf(n, search.Move, 5)
				if err == nil {
					_, err = c.queue.Search(ctx, job)
				}
				failures[i] = errors.Join(failures[i], err)
			}
		})
	}
	for n := range measuredSearches {
		next <- n
	}
	close(next)
	asking.Wait()
	fmt.Printf("%d workers: %.1f searches a second\n", workers, measuredSearches/time.Since(begun).Seconds())
	return errors.Join(failures...)
}

// measureBeside measures moves of people, and answers of the computer, without and beside positions
// that wait to be analysed by two workers.
func (c crew) measureBeside(ctx context.Context, analyses, moves int) (err error) {
	stop, err := c.work(ctx, 2)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	p := plan{c.server, searchedGames, searchedUsers, moves, 1}
	if err := fill(ctx, p.db, p.games, p.users); err != nil {
		return err
	}
	store, err := open(ctx, p.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	svc := service.New(service.Ports{Store: store, Searcher: c.queue})
	if err := svc.Start(ctx, platform); err != nil {
		return err
	}
	running, end := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() { svc.Run(running, &silent{}) })
	defer func() {
		end()
		all.Wait()
	}()
	pl := newPlayer(svc, p)
	var before, beside, answersBefore, answersBeside []time.Duration
	for round := range rounds { // by turns, as other programs of the machine come and go
		first := 2 * round * moves / rounds
		if before, answersBefore, err = c.measureRound(ctx, svc, pl, first, before, answersBefore); err != nil {
			return err
		}
		analysing, enough := context.WithCancel(ctx)
		for n := range analyses {
			job, err := jobOf(n, search.Analysis, 6)
			if err != nil {
				enough()
				return err
			}
			svc.Thinkers.AddLater(n%50, func(context.Context) { _, _ = c.queue.Search(analysing, job) })
		}
		beside, answersBeside, err = c.measureRound(ctx, svc, pl, first+moves/rounds, beside, answersBeside)
		waiting, _ := svc.Thinkers.Load()
		enough()
		if err != nil {
			return err
		}
		fmt.Printf("%d analyses waited, %d at the end\n", analyses, waiting)
		for waiting, running := 1, 1; waiting+running > 0; time.Sleep(10 * time.Millisecond) {
			waiting, running = svc.Thinkers.Load()
		}
	}
	fmt.Printf("  a move without analyses: %s\n  a move beside analyses:  %s\n  ratio of the medians: %.2f\n", spread(before), spread(beside), float64(median(beside))/float64(median(before)))
	fmt.Printf("  an answer of the computer without: %s\n  an answer beside analyses:         %s\n  ratio of the medians: %.2f\n", spread(answersBefore), spread(answersBeside), float64(median(answersBeside))/float64(median(answersBefore)))
	return nil
}

// rounds is how often moves are measured without analyses and beside them.
const rounds = 5

// measureRound adds a part of the moves, and as many answers of the computer, to what was measured
// before.
func (c crew) measureRound(ctx context.Context, svc *service.Service, pl *player, first int, moves, answers []time.Duration) ([]time.Duration, []time.Duration, error) {
	more, err := pl.unhurried(ctx, pl.moves/rounds)
	if err != nil {
		return nil, nil, err
	}
	also, err := c.answers(ctx, svc, first, pl.moves/rounds)
	return append(moves, more...), append(answers, also...), err
}

// answers returns how long each of a number of searches of level 5 takes, from the request to the
// result. The searches run one after the other.
func (c crew) answers(ctx context.Context, svc *service.Service, first, number int) (all []time.Duration, err error) {
	for n := range number {
		job, err := jobOf(1000+first+n, search.Move, 5)
		if err != nil {
			return nil, err
		}
		failed := make(chan error, 1)
		begun := time.Now()
		svc.Thinkers.Add("room", func(ctx context.Context) {
			_, err := c.queue.Search(ctx, job)
			failed <- err
		})
		select {
		case err = <-failed:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		all = append(all, time.Since(begun))
		time.Sleep(10 * time.Millisecond)
	}
	return all, nil
}
