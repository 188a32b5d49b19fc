package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"raumbot/bot/engine/search"
	"raumbot/storage/postgres"
)

const (
	// beat is how often a worker says that it is there, and how often the bot looks.
	beat = 500 * time.Millisecond
	// deadAfter is how long a worker may say nothing.
	deadAfter = 3 * time.Second
	// ignoredAfter is how long a job may wait while a worker is free, which looks for jobs much more
	// often.
	ignoredAfter = 5 * time.Second
	// cooldown is the time between two notifications of new jobs.
	cooldown = 5 * time.Millisecond
	// maxListed is the maximum number of jobs that River lists at once.
	maxListed = 10_000
)

// Run makes the tables and watches the workers and the jobs until ctx ends. What fails is logged
// once, and tried again; meanwhile the bot searches by itself. While the server is away, attempts
// fail in different ways, but that is one failure.
func (q *Queue) Run(ctx context.Context) {
	said := ""
	for ctx.Err() == nil {
		err := q.watch(ctx, func() { said = "" })
		q.disconnected()
		if ctx.Err() != nil {
			return
		}
		text := sentence(err).Error()
		failure := text
		if postgres.Away(err) {
			failure = "away"
		}
		if failure != said {
			said = failure
			q.log.Warn("no worker can search for the bot, which searches by itself", "because", text)
		}
		postgres.Pause(ctx, 2*time.Second)
	}
}

// watch works until the connection is lost or ctx ends. It calls connected once there is one.
func (q *Queue) watch(ctx context.Context, connected func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := connect(ctx, q.url)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.prepare(ctx); err != nil {
		return err
	}
	client, err := river.NewClient(riverpgxv5.New(s.Pool), &river.Config{Logger: quiet(q.log), FetchCooldown: cooldown})
	if err != nil {
		return err
	}
	listener, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return err
	}
	defer listener.Close(context.WithoutCancel(ctx))
	if _, err := listener.Exec(ctx, "listen "+pgx.Identifier{s.name}.Sanitize()); err != nil {
		return err
	}
	connected()
	q.mu.Lock()
	q.schema, q.client = s, client
	q.mu.Unlock()
	failed := make(chan error, 1)
	go func() { failed <- q.listen(ctx, listener) }()
	defer func() {
		cancel()
		<-failed
	}()
	return q.poll(ctx, failed)
}

// listen wakes the queue when a worker has done a job.
func (q *Queue) listen(ctx context.Context, listener *pgx.Conn) error {
	for {
		if _, err := listener.WaitForNotification(ctx); err != nil {
			return err
		}
		q.wake()
	}
}

// poll looks at the workers at every beat, and at the jobs also whenever one may be done.
func (q *Queue) poll(ctx context.Context, failed chan error) error {
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for {
		if err := q.lookAtWorkers(ctx); err != nil {
			return err
		}
		for beaten := false; !beaten; {
			if err := q.lookAtJobs(ctx); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case err := <-failed:
				failed <- err
				return err
			case <-q.look:
			case <-ticker.C:
				beaten = true
			}
		}
	}
}

// disconnected forgets the workers. Jobs that were handed over are searched here.
func (q *Queue) disconnected() {
	q.mu.Lock()
	q.schema, q.client = nil, nil
	q.mu.Unlock()
	q.setWorkers(nil)
}

// setWorkers sets which workers are alive. If there are none, it settles all tickets with
// errNoWorker and returns the IDs of their jobs.
func (q *Queue) setWorkers(workers map[string]presence) (orphans []int64) {
	q.mu.Lock()
	before, after := placesOf(q.workers), placesOf(workers)
	if len(q.workers) != len(workers) {
		q.log.Info("workers that search for the bot", "workers", len(workers), "places", after)
	}
	q.workers = workers
	var lost []*ticket
	if len(workers) == 0 {
		for _, t := range q.tickets {
			lost = append(lost, t)
			orphans = append(orphans, t.id)
		}
	}
	q.mu.Unlock()
	for _, t := range lost {
		q.answer(t, search.Result{}, errNoWorker)
	}
	if before != after {
		q.changed.Send()
	}
	return orphans
}

// lookAtWorkers finds out which workers are alive. One of another version stops by itself.
func (q *Queue) lookAtWorkers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	rows, err := q.schema.Query(ctx, "select id, places, jobs from worker where seen > now() - $1::interval and protocol = $2", deadAfter, search.Protocol)
	if err != nil {
		return err
	}
	workers := map[string]presence{}
	var p presence
	_, err = pgx.ForEachRow(rows, []any{&p.id, &p.places, &p.jobs}, func() error {
		workers[p.id] = presence{p.id, p.places, slices.Clone(p.jobs)}
		return nil
	})
	if err != nil {
		return err
	}
	return q.drop(ctx, q.setWorkers(workers)...)
}

// drop deletes jobs, whatever their state is. A worker that still has one finds no use for its
// answer.
func (q *Queue) drop(ctx context.Context, ids ...int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := q.schema.Exec(ctx, "delete from river_job where id = any($1)", ids)
	return err
}

// lookAtJobs passes answers on, and gives out again the jobs that nobody works on any more.
func (q *Queue) lookAtJobs(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	open := map[int64]*ticket{}
	var ids []int64
	q.mu.Lock()
	for _, t := range q.tickets {
		if t.id != 0 {
			open[t.id] = t
			ids = append(ids, t.id)
		}
	}
	q.mu.Unlock()
	if len(ids) == 0 {
		return nil
	}
	list, err := q.client.JobList(ctx, river.NewJobListParams().IDs(ids...).First(min(len(ids), maxListed)))
	if err != nil {
		return err
	}
	var done []int64
	var again []*ticket
	for _, row := range list.Jobs {
		t := open[row.ID]
		delete(open, row.ID)
		switch {
		case row.State == rivertype.JobStateCompleted:
			result, err := answerIn(row)
			q.answer(t, result, err)
			done = append(done, row.ID)
			q.mu.Lock()
			q.active = time.Now()
			q.mu.Unlock()
		case row.State == rivertype.JobStateAvailable && q.ignored(t):
			q.answer(t, search.Result{}, errIgnored)
			done = append(done, row.ID)
		case row.FinalizedAt != nil || row.State == rivertype.JobStateRetryable || row.State == rivertype.JobStateRunning && q.abandoned(t, row):
			q.log.Info("a search is given out again", "job", row.ID, "state", row.State, "attempts", row.AttemptedBy)
			again = append(again, t)
			done = append(done, row.ID)
		}
	}
	if len(list.Jobs) < maxListed {
		for _, t := range open { // somebody has deleted them
			again = append(again, t)
		}
	}
	if err := q.drop(ctx, done...); err != nil {
		return err
	}
	for _, t := range again {
		q.insert(ctx, t)
	}
	return nil
}

// answerIn returns the answer in a job that is done.
func answerIn(row *rivertype.JobRow) (search.Result, error) {
	var found answer
	if err := json.Unmarshal(row.Output(), &found); err != nil {
		return search.Result{}, err
	}
	if found.Refused != "" {
		return search.Result{}, errors.New(found.Refused)
	}
	return found.Result, nil
}

// ignored reports whether a job has waited for ignoredAfter while a worker is free, and no worker
// has finished another job in that time.
func (q *Queue) ignored(t *ticket) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if time.Since(t.given) < ignoredAfter || time.Since(q.active) < ignoredAfter {
		return false
	}
	for _, w := range q.workers {
		if len(w.jobs) < w.places {
			return true
		}
	}
	return false
}

// abandoned reports whether the worker that took a job is dead, or has not reported the job for a
// while. It must be called repeatedly, because the worker may have taken the job after its last
// report.
func (q *Queue) abandoned(t *ticket, row *rivertype.JobRow) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	patience := 2 * beat
	if n := len(row.AttemptedBy); n > 0 {
		if holder, alive := q.workers[row.AttemptedBy[n-1]]; alive {
			if slices.Contains(holder.jobs, row.ID) {
				t.missed = time.Time{}
				return false
			}
			patience = deadAfter
		}
	}
	if t.missed.IsZero() {
		t.missed = time.Now()
	}
	return time.Since(t.missed) > patience
}
