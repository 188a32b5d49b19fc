package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"raumbot/bot/engine/search"
	"raumbot/bot/signal"
	"raumbot/storage/postgres"
)

// Queue is the bot's side: the [search.Searcher] that has workers carry out its jobs, or another
// searcher while there is no worker.
type Queue struct {
	url     string
	here    search.Searcher
	log     *slog.Logger
	changed signal.Broadcast // the number of places has changed
	look    chan struct{}    // a job may be done

	mu      sync.Mutex
	schema  *schema // nil while there is no connection
	client  *river.Client[pgx.Tx]
	workers map[string]presence // those that are alive, by their IDs
	active  time.Time           // when a worker has last done a job
	tickets map[string]*ticket  // what is being searched, by what is asked
}

// ticket is a job that has been handed over, for everybody who asks the same.
type ticket struct {
	question question
	key      string
	id       int64         // of the job; 0 while it is being handed over
	asking   int           // callers that wait for the answer
	done     chan struct{} // closed when result or err is set
	result   search.Result
	err      error
	given    time.Time // when it was handed over
	missed   time.Time // when it was first missing from the jobs of its worker; zero if it is not
}

// question is a job as River stores it. The same question is asked once.
type question struct {
	Protocol int `json:"protocol"`
	search.Job
}

// Kind implements [river.JobArgs].
func (question) Kind() string { return "search" }

// answer is the output of a job: a result, or the reason why there is none.
type answer struct {
	search.Result
	Refused string `json:"refused,omitempty"`
}

// queueName is the name of River's queue.
const queueName = "search"

// statementTimeout bounds the time of a statement.
const statementTimeout = 5 * time.Second

// New returns a queue on the server of a URL. It does not connect before Run is called. While there
// are no workers, here carries out the jobs.
func New(url string, here search.Searcher, log *slog.Logger) *Queue {
	return &Queue{url: url, here: here, log: log, look: make(chan struct{}, 1), tickets: map[string]*ticket{}}
}

// errNoWorker means that there is no worker any more.
var errNoWorker = errors.New("no worker is there")

// errIgnored means that no worker takes a job, though one is free.
var errIgnored = errors.New("a worker is free and does not take the search")

// Search implements [search.Searcher].
func (q *Queue) Search(ctx context.Context, job search.Job) (search.Result, error) {
	t, err := q.ask(ctx, job)
	if err == nil {
		select {
		case <-t.done:
			err = t.err
		case <-ctx.Done():
			q.giveUp(t)
			return search.Result{}, ctx.Err()
		}
	}
	if err == nil {
		if err = job.Check(t.result); err == nil {
			return t.result, nil
		}
	}
	if !errors.Is(err, errNoWorker) {
		q.log.Error("an answer of a worker cannot be used, so the bot searches by itself", "for", job.Purpose, "game", job.Variant, "because", err)
	}
	return q.here.Search(ctx, job)
}

// Places implements [search.Searcher]. It allows twice as many jobs as the workers have places, so
// that each worker has its next job ready. Jobs that nobody waits for may use all of the workers'
// places but one, or the only one, so that a more urgent job finds a free place. Without workers it
// returns the places of the other searcher.
func (q *Queue) Places() (all, background int, changed <-chan struct{}) {
	changed = q.changed.Next()
	q.mu.Lock()
	defer q.mu.Unlock()
	places := placesOf(q.workers)
	if places == 0 {
		all, background, _ = q.here.Places()
		return all, background, changed
	}
	return 2 * places, max(1, places-1), changed
}

// Workers implements [search.Searcher].
func (q *Queue) Workers() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.workers)
}

// ask hands over a job, unless the same is being searched already. It returns errNoWorker if there
// is no worker.
func (q *Queue) ask(ctx context.Context, job search.Job) (*ticket, error) {
	asked := question{search.Protocol, job}
	key, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	q.mu.Lock()
	if placesOf(q.workers) == 0 {
		q.mu.Unlock()
		return nil, errNoWorker
	}
	t, known := q.tickets[string(key)]
	if !known {
		t = &ticket{question: asked, key: string(key), done: make(chan struct{})}
		q.tickets[t.key] = t
	}
	t.asking++
	q.mu.Unlock()
	if !known {
		q.insert(context.WithoutCancel(ctx), t)
	}
	return t, nil
}

// insert hands a job over to River. If River has the same job already, it becomes that of the
// ticket.
func (q *Queue) insert(ctx context.Context, t *ticket) {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	q.mu.Lock()
	client := q.client
	q.mu.Unlock()
	if client == nil {
		q.answer(t, search.Result{}, errNoWorker)
		return
	}
	inserted, err := client.Insert(ctx, t.question, &river.InsertOpts{
		Queue: queueName, Priority: t.question.Purpose.Priority(), UniqueOpts: river.UniqueOpts{ByArgs: true},
	})
	if err != nil {
		q.mu.Lock()
		if postgres.Away(err) || q.client != client { // the connection is lost
			err = errNoWorker
		}
		q.mu.Unlock()
		q.answer(t, search.Result{}, err)
		return
	}
	q.mu.Lock()
	t.id, t.given, t.missed = inserted.Job.ID, time.Now(), time.Time{}
	left := t.asking == 0
	q.mu.Unlock()
	switch {
	case left:
		q.cancel(ctx, t.id)
	case inserted.UniqueSkippedAsDuplicate: // it may be done
		q.wake()
	}
}

// wake makes the queue look at its jobs.
func (q *Queue) wake() {
	select {
	case q.look <- struct{}{}:
	default:
	}
}

// answer gives an answer to those who wait for it.
func (q *Queue) answer(t *ticket, result search.Result, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.tickets[t.key] != t {
		return // nobody waits any more
	}
	delete(q.tickets, t.key)
	t.result, t.err = result, err
	close(t.done)
}

// giveUp is called by a caller that no longer wants an answer. The last one cancels the job.
func (q *Queue) giveUp(t *ticket) {
	q.mu.Lock()
	t.asking--
	last := t.asking == 0 && q.tickets[t.key] == t
	if last {
		delete(q.tickets, t.key)
	}
	id := t.id
	q.mu.Unlock()
	if last && id != 0 {
		go func() { // the caller may be in a hurry to stop
			ctx, cancel := context.WithTimeout(context.Background(), statementTimeout)
			defer cancel()
			q.cancel(ctx, id)
		}()
	}
}

// cancel cancels a job. A worker that has it stops searching.
func (q *Queue) cancel(ctx context.Context, id int64) {
	q.mu.Lock()
	client := q.client
	q.mu.Unlock()
	if client == nil {
		return
	}
	if _, err := client.JobCancel(ctx, id); err != nil && !errors.Is(err, rivertype.ErrNotFound) {
		q.log.Debug("a search goes on in vain", "job", id, "because", err)
	}
}
