package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"raumbot/bot/engine/search"
	"raumbot/storage/postgres"
)

const (
	// pollInterval is how often a worker looks for jobs of which it was not notified.
	pollInterval = 250 * time.Millisecond
	// softStop is how long a worker that stops may go on with its jobs. Then it gives them back.
	softStop = 3 * time.Second
	// stopTimeout bounds the time in which a worker stops.
	stopTimeout = 5 * time.Second
	// kept is how long jobs that were cancelled stay in River's table.
	kept = 5 * time.Minute
)

// Worker is a process that carries out jobs of a bot.
type Worker struct {
	// URL is that of the bot's database. The user needs rights in the schema of the jobs only.
	URL string
	// Places is how many jobs run at once, each on one processor.
	Places int
	Log    *slog.Logger
	Now    func() time.Time

	// do carries out a job: [search.Do], but for tests.
	do     func(context.Context, search.Job) (search.Result, error)
	id     string
	schema *schema

	mu       sync.Mutex
	holding  map[int64]bool // jobs that are being searched
	stopping bool
}

// Work carries out jobs until ctx ends. Then it finishes what it has begun, or gives it back,
// within stopTimeout. An error is a sentence for the operator.
func (w *Worker) Work(ctx context.Context) error {
	if w.do == nil {
		w.do = search.Do
	}
	if err := w.register(ctx); err != nil {
		return err
	}
	client, err := w.client()
	if err != nil {
		return err
	}
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if err := client.Start(working); err != nil {
		return errors.Join(sentence(err), w.deregister())
	}
	w.Log.Info("the worker searches for the bot", "worker", w.id, "places", w.Places)
	var beating sync.WaitGroup
	ended, end := context.WithCancel(context.WithoutCancel(ctx))
	beating.Go(func() { w.keepHeartbeats(ended, stop) })
	<-working.Done()
	w.mu.Lock()
	w.stopping = true
	w.mu.Unlock()
	select {
	case <-client.Stopped():
		defer w.schema.Close()
	case <-time.After(stopTimeout): // the server does not answer, so closing the connections would take long, too
	}
	end()
	beating.Wait()
	if reason := (*unfit)(nil); errors.As(context.Cause(working), &reason) {
		err = reason
	}
	return errors.Join(err, w.deregister())
}

// register connects to the server, and says that the worker is there, if it can work.
func (w *Worker) register(ctx context.Context) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	w.id, w.holding = fmt.Sprintf("%.60s-%s", host, rand.Text()[:8]), map[int64]bool{}
	ctx, cancel := context.WithTimeout(ctx, postgres.Patience)
	defer cancel()
	if w.schema, err = connect(ctx, w.URL); err != nil {
		return sentence(err)
	}
	if err = w.schema.usable(ctx); err == nil {
		err = w.schema.compatible(ctx, w.Now)
	}
	if err == nil {
		err = w.schema.heartbeat(ctx, w.presence())
	}
	if err != nil {
		w.schema.Close()
		return sentence(err)
	}
	return nil
}

// client returns River's client that carries out the jobs.
func (w *Worker) client() (*river.Client[pgx.Tx], error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &searcher{w: w})
	return river.NewClient(riverpgxv5.New(w.schema.Pool), &river.Config{
		ID: w.id, Queues: map[string]river.QueueConfig{queueName: {MaxWorkers: w.Places}}, Workers: workers, Logger: quiet(w.Log),
		FetchCooldown: cooldown, FetchPollInterval: pollInterval, JobTimeout: -1, SoftStopTimeout: softStop,
		CancelledJobRetentionPeriod: kept, CompletedJobRetentionPeriod: kept, DiscardedJobRetentionPeriod: kept,
		ReindexerIndexNames: []string{}, // the user does not own the tables
	})
}

// presence returns what the worker says about itself.
func (w *Worker) presence() presence {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := presence{w.id, w.Places, slices.AppendSeq([]int64{}, maps.Keys(w.holding))}
	if w.stopping {
		p.places = 0
	}
	return p
}

// keepHeartbeats says at every beat that the worker is there, until ctx ends. If the worker no
// longer fits the bot, it calls stop.
func (w *Worker) keepHeartbeats(ctx context.Context, stop context.CancelCauseFunc) {
	away := false
	for postgres.Pause(ctx, beat) {
		asking, cancel := context.WithTimeout(ctx, statementTimeout)
		err := w.schema.compatible(asking, w.Now)
		if err == nil {
			err = w.schema.heartbeat(asking, w.presence())
		}
		cancel()
		reason := (*unfit)(nil)
		switch {
		case ctx.Err() != nil:
		case errors.As(err, &reason):
			stop(err)
			return
		case err != nil && !away:
			w.Log.Warn("the worker waits for the server of the database", "because", sentence(err))
		case err == nil && away:
			w.Log.Info("the server of the database is back")
		}
		away = err != nil
	}
}

// deregister tells the bot that the worker is gone, if it can.
func (w *Worker) deregister() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := w.schema.Exec(ctx, "delete from worker where id = $1", w.id); err != nil && !postgres.Away(err) {
		return err
	}
	return nil
}

// hold notes that a job is being searched until release is called.
func (w *Worker) hold(id int64) (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.holding[id] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.holding, id)
	}
}

// searcher is River's view of the worker.
type searcher struct {
	river.WorkerDefaults[question]
	w *Worker
}

// Work implements [river.Worker].
func (s *searcher) Work(ctx context.Context, job *river.Job[question]) error {
	defer s.w.hold(job.ID)()
	if job.Args.Protocol != search.Protocol {
		return s.answer(ctx, job, answer{Refused: "the worker is of another version"})
	}
	result, err := s.do(ctx, job.Args.Job)
	switch {
	case errors.Is(context.Cause(ctx), rivertype.ErrJobCancelledRemotely):
		return ctx.Err()
	case ctx.Err() != nil:
		return river.JobSnooze(0) // another worker begins again
	case err != nil:
		s.w.Log.Warn("a job cannot be carried out and is sent back", "job", job.ID, "because", err)
		return s.answer(ctx, job, answer{Refused: err.Error()})
	}
	return s.answer(ctx, job, answer{Result: result})
}

// do carries out a job. A panic is an error.
func (s *searcher) do(ctx context.Context, job search.Job) (result search.Result, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return s.w.do(ctx, job)
}

// answer stores the answer to a job and notifies the bot. Nobody wants the answer to a job that has
// been deleted.
func (s *searcher) answer(ctx context.Context, job *river.Job[question], answer answer) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), statementTimeout)
	defer cancel()
	if err := river.RecordOutput(ctx, answer); err != nil {
		return err
	}
	err := pgx.BeginFunc(ctx, s.w.schema, func(tx pgx.Tx) error {
		if _, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, tx, job); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "select pg_notify($1, '')", s.w.schema.name)
		return err
	})
	if errors.Is(err, rivertype.ErrNotFound) {
		return nil
	}
	return err
}
