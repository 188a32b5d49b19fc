package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/bot/engine/search"
	"raumbot/bot/logtest"
	"raumbot/rules"
	"raumbot/storage/storagetest"
)

func TestMain(m *testing.M) {
	os.Exit(storagetest.Run(m, 8)) // they wait most of the time
}

// hangs is after how long a test gives up.
const hangs = time.Minute

// here is a searcher that counts what it searches.
type here struct {
	*search.Local
	searched atomic.Int64
}

func (h *here) Search(ctx context.Context, job search.Job) (search.Result, error) {
	h.searched.Add(1)
	return h.Local.Search(ctx, job)
}

// stage is a bot's queue in a database of its own, with what it searches by itself.
type stage struct {
	*Queue
	t    testing.TB
	db   *schema // a connection of the test's own
	url  string
	here *here
	log  *logtest.Buffer
}

// newStage runs a queue until the test ends.
func newStage(t testing.TB) *stage {
	t.Helper()
	return stageAt(t, storagetest.Postgres(t))
}

func stageAt(t testing.TB, url string) *stage {
	t.Helper()
	s := &stage{t: t, url: url, here: &here{Local: search.NewLocal(1)}, log: &logtest.Buffer{}}
	s.Queue = New(url, s.here, slog.New(slog.NewTextHandler(s.log, nil)))
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		s.Run(ctx)
		close(ended)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		if t.Failed() {
			t.Logf("the bot has logged:\n%s", s.log)
		}
	})
	s.await("the tables", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.client != nil
	})
	var err error
	if s.db, err = connect(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.db.Close)
	return s
}

// await waits until something holds.
func (s *stage) await(what string, holds func() bool) {
	s.t.Helper()
	for end := time.Now().Add(hangs); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%s: waited in vain\n%s", what, s.log)
		}
	}
}

// awaitSearch waits until a worker has a job.
func (s *stage) awaitSearch() {
	s.t.Helper()
	s.await("the search", func() bool { return s.count("select count(*) from river_job where state = 'running'") == 1 })
}

// exec runs a statement in the schema of the jobs, as an operator could.
func (s *stage) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.db.Exec(context.Background(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

// count returns the number that a query returns.
func (s *stage) count(sql string, args ...any) (n int) {
	s.t.Helper()
	if err := s.db.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// work runs a worker and waits until the bot knows of it. stop asks it to stop, and returns its
// error.
func (s *stage) work() (stop func() error) { return s.workBy(search.Do) }

// long searches for as long as a job may take, or until it is told to stop. It computes next to
// nothing.
func long(ctx context.Context, job search.Job) (search.Result, error) {
	select {
	case <-ctx.Done():
		return search.Result{}, ctx.Err()
	case <-time.After(job.Within):
	}
	job.Nodes = short
	result, err := search.Do(ctx, job)
	result.Cut = true
	return result, err
}

// workBy is work with another function that carries out jobs.
func (s *stage) workBy(do func(context.Context, search.Job) (search.Result, error)) (stop func() error) {
	s.t.Helper()
	w := &Worker{URL: s.url, Places: 1, Log: slog.New(slog.NewTextHandler(s.log, nil)), Now: time.Now, do: do}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	before := s.ids()
	go func() { ended <- w.Work(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	s.t.Cleanup(func() {
		if err := stop(); err != nil {
			s.t.Error(err)
		}
	})
	s.await("a worker", func() bool {
		return slices.ContainsFunc(s.ids(), func(id string) bool { return !slices.Contains(before, id) })
	})
	return stop
}

// ids returns the workers that the bot knows of.
func (s *stage) ids() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.workers))
}

// other adds a worker that takes no jobs, so that the bot is never alone.
func (s *stage) other() {
	s.t.Helper()
	s.exec("insert into worker (id, protocol, places, jobs, seen) values ('other', $1, 1, '{}', 'infinity')", search.Protocol)
	s.await("another worker", func() bool { return slices.Contains(s.ids(), "other") })
}

// hungWorker adds a worker that never does anything, as if it hung. It is alive until it is killed.
func (s *stage) hungWorker() (kill func()) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	dead := make(chan struct{})
	kill = func() {
		cancel()
		<-dead
	}
	s.t.Cleanup(kill)
	ids := func() (all []int64) {
		_ = s.db.QueryRow(ctx, "select coalesce(array_agg(id), '{}') from river_job where state = 'running' and attempted_by[array_length(attempted_by, 1)] = 'hung'").Scan(&all)
		return all
	}
	note := func() {
		if err := s.db.heartbeat(ctx, presence{"hung", 1, ids()}); err != nil && ctx.Err() == nil {
			s.t.Error(err)
		}
	}
	note()
	go func() {
		defer close(dead)
		for ; ctx.Err() == nil; time.Sleep(beat / 5) {
			note()
		}
	}()
	s.await("the hung worker", func() bool { return s.Workers() == 1 })
	return kill
}

// grab has the hung worker take the job that waits, and returns its ID.
func (s *stage) grab() (id int64) {
	s.t.Helper()
	s.await("a job", func() bool {
		return s.db.QueryRow(context.Background(), `update river_job set state = 'running', attempt = attempt + 1, attempted_at = now(),
			attempted_by = array_append(attempted_by, 'hung') where state = 'available' returning id`).Scan(&id) == nil
	})
	return id
}

// jobAbout returns a job about a game of n moves, which takes some milliseconds, or some seconds.
func jobAbout(t testing.TB, n int, nodes uint64) search.Job {
	t.Helper()
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	record := rules.NewGame(v)
	for range n {
		if err := record.Play(record.Position().Legal()[0]); err != nil {
			t.Fatal(err)
		}
	}
	job := search.About(search.Hint, record)
	job.Nodes, job.Within = nodes, time.Minute
	return job
}

// short is how many positions most searches look at.
const short = 2_000

// asked is an answer that a test waits for.
type asked struct {
	result search.Result
	err    error
}

// ask asks in the background.
func (s *stage) ask(ctx context.Context, job search.Job) <-chan asked {
	answers := make(chan asked, 1)
	go func() {
		result, err := s.Search(ctx, job)
		answers <- asked{result, err}
	}()
	return answers
}

// mustAnswer waits for an answer and checks it.
func (s *stage) mustAnswer(job search.Job, answers <-chan asked) {
	s.t.Helper()
	select {
	case a := <-answers:
		if a.err != nil {
			s.t.Fatal(a.err)
		}
		want, err := search.Do(context.Background(), job)
		if err != nil {
			s.t.Fatal(err)
		}
		if got, want := fmt.Sprint(a.result), fmt.Sprint(want); got != want {
			s.t.Errorf("answered %s, not %s", got, want)
		}
	case <-time.After(hangs):
		s.t.Fatal("no answer")
	}
}

// TestWorkers searches with two workers, then with one, then with none.
func TestWorkers(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stops := []func() error{s.work(), s.work()}
	if all, background, _ := s.Places(); all != 4 || background != 1 {
		t.Errorf("%d places, %d in the background", all, background)
	}
	for n := range 3 {
		var jobs []search.Job
		var answers []<-chan asked
		for i := range 6 {
			jobs = append(jobs, jobAbout(t, 10*n+i, short))
			answers = append(answers, s.ask(t.Context(), jobs[i]))
		}
		for i, job := range jobs {
			s.mustAnswer(job, answers[i])
		}
		if alone := s.here.searched.Load() > 0; alone != (n == 2) {
			t.Errorf("with %d workers the bot has searched %d times by itself", s.Workers(), s.here.searched.Load())
		}
		s.await("the end of the jobs", func() bool { return s.count("select count(*) from river_job") == 0 })
		if n < 2 {
			_, _, changed := s.Places()
			if err := stops[n](); err != nil {
				t.Fatal(err)
			}
			s.await("a worker that leaves", func() bool { return s.Workers() == 1-n })
			<-changed
		}
	}
}

// TestAskedOnce asks the same twice at once: it is searched once, and given up when neither wants
// the answer.
func TestAskedOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.hungWorker()
	job := jobAbout(t, 1, short)
	first, giveUp := context.WithCancel(t.Context())
	second, alsoGiveUp := context.WithCancel(t.Context())
	one, other := s.ask(first, job), s.ask(second, job)
	id := s.grab()
	waiting := func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, ticket := range s.tickets {
			return ticket.asking
		}
		return 0
	}
	s.await("both", func() bool { return waiting() == 2 })
	if n := s.count("select count(*) from river_job"); n != 1 {
		t.Errorf("there are %d jobs", n)
	}
	cancelled := func() bool {
		return s.count("select count(*) from river_job where id = $1 and metadata ? 'cancel_attempted_at'", id) == 1
	}
	giveUp()
	if a := <-one; a.err == nil || cancelled() {
		t.Errorf("the first, which has given up: %v; the job is cancelled: %v", a.err, cancelled())
	}
	alsoGiveUp()
	if a := <-other; a.err == nil {
		t.Error("an answer after giving up")
	}
	s.await("the end of the job", cancelled)
}

// TestCancelled gives up a long search: the worker stops it and is free for the next one.
func TestCancelled(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.work()
	ctx, giveUp := context.WithCancel(t.Context())
	answers := s.ask(ctx, jobAbout(t, 1, 1_000_000_000))
	s.awaitSearch()
	giveUp()
	if a := <-answers; a.err == nil {
		t.Error("an answer after giving up")
	}
	next := jobAbout(t, 2, short)
	s.mustAnswer(next, s.ask(t.Context(), next))
}

// TestDeadWorker kills a worker that has a job: the job is given out again, and the answer of the
// dead one is dropped.
func TestDeadWorker(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	kill := s.hungWorker()
	job := jobAbout(t, 1, short)
	answers := s.ask(t.Context(), job)
	id := s.grab()
	s.work()
	kill()
	began := time.Now()
	s.mustAnswer(job, answers)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("a dead worker is noticed after %s", took)
	}
	if n := s.count("select count(*) from river_job where id = $1", id); n != 0 || s.here.searched.Load() != 0 {
		t.Errorf("the old job is there %d times; the bot has searched %d times by itself", n, s.here.searched.Load())
	}
}

// TestForgottenJob has a worker that lives but does not know of its job any more.
func TestForgottenJob(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stop := s.hungWorker()
	stop()
	s.exec("update worker set seen = 'infinity'") // it says nothing about jobs
	s.await("the hung worker", func() bool { return s.Workers() == 1 })
	job := jobAbout(t, 1, short)
	answers := s.ask(t.Context(), job)
	s.grab()
	s.work()
	s.mustAnswer(job, answers)
}

// TestAllVanish kills the only worker: the bot searches by itself within seconds.
func TestAllVanish(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	kill := s.hungWorker()
	job := jobAbout(t, 1, short)
	answers := s.ask(t.Context(), job)
	s.grab()
	waits := s.ask(t.Context(), jobAbout(t, 2, short))
	s.await("a second job", func() bool { return s.count("select count(*) from river_job") == 2 })
	kill()
	began := time.Now()
	s.mustAnswer(job, answers)
	s.mustAnswer(jobAbout(t, 2, short), waits)
	if took := time.Since(began); took > 10*time.Second || s.here.searched.Load() != 2 {
		t.Errorf("after %s the bot has searched %d times by itself", took, s.here.searched.Load())
	}
	s.await("the end of the jobs", func() bool { return s.count("select count(*) from river_job") == 0 })
}

// TestIgnored has a worker that lives but takes no jobs, as when an operator pauses River's queue:
// the bot says so and searches by itself.
func TestIgnored(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.hungWorker()
	job := jobAbout(t, 1, short)
	s.mustAnswer(job, s.ask(t.Context(), job))
	if n := s.log.Count(errIgnored.Error()); n != 1 || s.here.searched.Load() != 1 {
		t.Errorf("it is said %d times, and the bot has searched %d times by itself", n, s.here.searched.Load())
	}
	s.await("the end of the job", func() bool { return s.count("select count(*) from river_job") == 0 })
}

// TestPoliteStop stops a worker in the middle of a long search: it gives the job back within five
// seconds, and another one finishes it.
func TestPoliteStop(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stop := s.workBy(long)
	job := jobAbout(t, 1, short)
	job.Within = softStop + 2*time.Second // longer than a worker that stops may take
	answers := s.ask(t.Context(), job)
	s.awaitSearch()
	s.other()
	began := time.Now()
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > stopTimeout+time.Second {
		t.Errorf("it stops after %s", took)
	}
	s.workBy(long)
	if a := <-answers; a.err != nil || !a.result.Cut || s.here.searched.Load() != 0 {
		t.Errorf("answered: %+v; the bot has searched %d times by itself", a, s.here.searched.Load())
	}
}

// TestIllegalAnswers has a worker give impossible answers. The bot must log that and search by
// itself.
func TestIllegalAnswers(t *testing.T) {
	t.Parallel()
	for name, output := range map[string]string{
		"move": `{"position": %q, "lines": [{"score": 1, "moves": ["aa1-ee5"]}], "depth": 1}`, "position": `{"position": "w"}`,
		"refused": `{"refused": "the engine is tired"}`, "nonsense": `7`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.hungWorker()
			job := jobAbout(t, 0, short)
			answers := s.ask(t.Context(), job)
			if name == "move" {
				output = fmt.Sprintf(output, job.Start)
			}
			s.exec("update river_job set state = 'completed', finalized_at = now(), metadata = jsonb_build_object('output', $2::jsonb) where id = $1", s.grab(), output)
			s.mustAnswer(job, answers)
			if n := s.log.Count("an answer of a worker cannot be used"); n != 1 || s.here.searched.Load() != 1 {
				t.Errorf("it is said %d times, and the bot has searched %d times by itself", n, s.here.searched.Load())
			}
		})
	}
}

// TestNextRun has another process take over. It uses jobs of the previous process that a worker has
// begun, and deletes those that no worker has begun.
func TestNextRun(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.hungWorker()
	job := jobAbout(t, 1, short)
	s.ask(t.Context(), job)
	id := s.grab()
	s.ask(t.Context(), jobAbout(t, 2, short))
	s.await("a second job", func() bool { return s.count("select count(*) from river_job") == 2 })
	next := stageAt(t, s.url)
	if n := s.count("select count(*) from river_job where state = 'running'"); n != 1 {
		t.Errorf("%d jobs are being searched", n)
	}
	next.await("the hung worker", func() bool { return next.Workers() == 1 })
	next.ask(t.Context(), job)
	next.await("the job", func() bool {
		next.mu.Lock()
		defer next.mu.Unlock()
		for _, ticket := range next.tickets {
			return ticket.id == id
		}
		return false
	})
	if n := next.count("select count(*) from river_job where args->>'start' = $1 and id = $2", job.Start, id); n != 1 {
		t.Errorf("the job is there %d times", n)
	}
}

// TestUrgent has jobs of all purposes wait for one worker: they are searched in the order of their
// priorities.
func TestUrgent(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.hungWorker()
	var mu sync.Mutex
	var order []search.Purpose
	var asking sync.WaitGroup
	for i, purpose := range []search.Purpose{search.Analysis, search.Hint, search.Move} {
		job := jobAbout(t, i, 50*short)
		job.Purpose = purpose
		asking.Go(func() {
			if _, err := s.Search(t.Context(), job); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			order = append(order, purpose)
		})
		s.await("the jobs", func() bool { return s.count("select count(*) from river_job") == i+1 })
	}
	s.work()
	asking.Wait()
	if got := fmt.Sprint(order); got != "[move hint analysis]" {
		t.Errorf("searched in the order %s", got)
	}
}
