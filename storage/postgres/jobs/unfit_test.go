package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"raumbot/bot/engine/search"
	"raumbot/bot/logtest"
	"raumbot/storage/storagetest"
)

// unfitWorker is a worker that should not work, and the sentence that says why.
type unfitWorker struct {
	name   string
	spoil  func(s *stage, w *Worker)
	reason string
}

var unfitWorkers = []unfitWorker{
	{"wrong schema", func(_ *stage, w *Worker) { w.URL += "wrong" }, "there is no schema test"},
	{"schema of something else", func(s *stage, w *Worker) {
		s.exec("create schema if not exists " + s.db.name + "other_search")
		before, _, _ := strings.Cut(w.URL, "schema=")
		w.URL = before + "schema=" + s.db.name + "other"
	}, "has no searches of a raumbot"},
	{"no server", func(_ *stage, w *Worker) { w.URL = "postgres://raumbot@127.0.0.1:1/raumbot" }, "cannot be reached"},
	{"no URL", func(_ *stage, w *Worker) { w.URL = "postgres://%" }, "cannot be read"},
	{"no schema right", func(s *stage, w *Worker) { s.role(w, "stranger") }, `grant usage on schema`},
	{"no table right", func(s *stage, w *Worker) {
		s.role(w, "reader", "usage on schema %s", "select on all tables in schema %s")
	}, `grant usage on schema`},
	{"other searches", func(s *stage, _ *Worker) { s.exec("update bot set protocol = $1", search.Protocol+1) }, "of another version"},
	{"newer tables", func(s *stage, _ *Worker) { s.exec("insert into river_migration (line, version) values ('main', 999)") }, "of another version"},
	{"older tables", func(s *stage, _ *Worker) {
		s.exec("delete from river_migration where version = (select max(version) from river_migration)")
	}, "of another version"},
	{"clock ahead", func(_ *stage, w *Worker) { w.Now = func() time.Time { return time.Now().Add(2 * time.Hour) } }, "the clock of this machine is wrong by 2h0m0s"},
	{"clock behind", func(_ *stage, w *Worker) { w.Now = func() time.Time { return time.Now().Add(-5 * time.Minute) } }, "the clock of this machine is wrong by -5m0s"},
}

// role makes a role with rights in the schema of the jobs, and has a worker use it.
func (s *stage) role(w *Worker, name string, rights ...string) {
	s.t.Helper()
	name += s.db.name
	s.exec("create role " + name + " login")
	for _, right := range rights {
		s.exec("grant " + fmt.Sprintf(right, s.db.name) + " to " + name)
	}
	w.URL = strings.Replace(w.URL, "raumbot@", name+"@", 1)
}

// TestUnfitWorkers starts workers that cannot work: each says why in one sentence, and changes
// nothing.
func TestUnfitWorkers(t *testing.T) {
	for _, c := range unfitWorkers {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			log := &logtest.Buffer{}
			w := &Worker{URL: s.url, Places: 1, Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now}
			c.spoil(s, w)
			err := w.Work(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.reason) || strings.Contains(err.Error(), "\n") {
				t.Errorf("it says: %v", err)
			}
			if log.String() != "" {
				t.Errorf("it has logged: %s", log)
			}
			if n := s.count("select count(*) from worker") + s.count("select count(*) from river_leader"); n != 0 {
				t.Errorf("it has left %d rows", n)
			}
		})
	}
}

// TestBecomesUnfit has the bot updated, and the clock set, while a worker works: it stops and says
// why.
func TestBecomesUnfit(t *testing.T) {
	t.Parallel()
	for _, c := range []unfitWorker{
		{"version", func(s *stage, _ *Worker) { s.exec("update bot set protocol = $1", search.Protocol+1) }, "of another version"},
		{"clock", nil, "the clock of this machine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			began, late := time.Now(), time.Duration(0)
			if c.spoil == nil {
				late = time.Hour
			}
			w := &Worker{URL: s.url, Places: 1, Log: slog.New(slog.DiscardHandler), Now: func() time.Time {
				if time.Since(began) > 3*time.Second {
					return time.Now().Add(late)
				}
				return time.Now()
			}}
			ended := make(chan error, 1)
			go func() { ended <- w.Work(t.Context()) }()
			s.await("the worker", func() bool { return s.Workers() == 1 })
			if c.spoil != nil {
				c.spoil(s, w)
			}
			if err := <-ended; err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("it says: %v", err)
			}
			s.await("its end", func() bool { return s.Workers() == 0 })
		})
	}
}

// TestWorkerRole works with a role that has rights in the schema of the jobs alone, as
// docs/scaling.md tells to make it.
func TestWorkerRole(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	w := &Worker{URL: s.url, Places: 1, Log: slog.New(slog.NewTextHandler(s.log, nil)), Now: time.Now}
	s.role(w, "worker", "usage on schema %s", "select, insert, update, delete on all tables in schema %s")
	s.exec("alter default privileges in schema " + s.db.name + " grant select, insert, update, delete on tables to worker" + s.db.name)
	s.exec("create table later ()")
	s.url = w.URL
	s.work()
	job := jobAbout(t, 1, short)
	s.mustAnswer(job, s.ask(t.Context(), job))
	ctx, giveUp := context.WithCancel(t.Context())
	answers := s.ask(ctx, jobAbout(t, 2, 1_000_000_000))
	s.awaitSearch()
	giveUp()
	<-answers
	job = jobAbout(t, 3, short)
	s.mustAnswer(job, s.ask(t.Context(), job))
	if s.here.searched.Load() != 0 {
		t.Error("the bot has searched by itself")
	}
	s.await("the leader", func() bool { return s.count("select count(*) from river_leader") == 1 })
}

// TestBotWithoutRights has a bot that may not make the schema: it says so once, and searches by
// itself.
func TestBotWithoutRights(t *testing.T) {
	t.Parallel()
	other := newStage(t)
	w := &Worker{URL: storagetest.Postgres(t)}
	other.role(w, "poor")
	s := &stage{t: t, here: &here{Local: search.NewLocal(1)}, log: &logtest.Buffer{}}
	s.Queue = New(w.URL, s.here, slog.New(slog.NewTextHandler(s.log, nil)))
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	s.Run(ctx)
	job := jobAbout(t, 1, short)
	s.mustAnswer(job, s.ask(t.Context(), job))
	if n := s.log.Count("grant it CREATE on the database"); n != 1 {
		t.Errorf("it is said %d times: %s", n, s.log)
	}
}

// TestServerRestarts restarts the server while jobs wait and run: all are answered, and the worker
// goes on.
func TestServerRestarts(t *testing.T) {
	t.Parallel()
	server := storagetest.Own(t, "fsync = off")
	s := stageAt(t, server.URL("raumbot"))
	s.workBy(func(ctx context.Context, job search.Job) (search.Result, error) {
		if len(job.Moves) == 1 {
			return long(ctx, job)
		}
		return search.Do(ctx, job)
	})
	job := jobAbout(t, 1, short)
	job.Within = 2 * time.Second
	answers := s.ask(t.Context(), job)
	s.awaitSearch()
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	s.mustAnswer(job, answers) // the bot does not wait for the server
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	s.await("the worker", func() bool { return s.Workers() == 1 })
	before := s.here.searched.Load()
	for n := range 5 {
		job := jobAbout(t, 2+n, short)
		s.mustAnswer(job, s.ask(t.Context(), job))
	}
	if after := s.here.searched.Load(); after != before {
		t.Errorf("the bot searches by itself: %d", after-before)
	}
	for _, words := range []string{"the worker waits for the server", "the server of the database is back", "no worker can search for the bot"} {
		if n := s.log.Count(words); n > 2 {
			t.Errorf("%q is said %d times", words, n)
		}
	}
}

// TestStopsWithoutServer stops a worker in the middle of a search while the server does not answer.
func TestStopsWithoutServer(t *testing.T) {
	t.Parallel()
	server := storagetest.Own(t, "fsync = off")
	s := stageAt(t, server.URL("raumbot"))
	stop := s.workBy(long)
	s.ask(t.Context(), jobAbout(t, 1, short))
	s.awaitSearch()
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > stopTimeout+3*time.Second {
		t.Errorf("it stops after %s", took)
	}
}
