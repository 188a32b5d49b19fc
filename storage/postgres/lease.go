package postgres

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"raumbot/bot"
)

// leases implements [bot.Leases] with the table lease. Who holds a task, and until when, is decided by the server's
// clock. This process counts each lease from before it asked the server, on its own monotonic clock, and ends it earlier.
type leases struct {
	pool  *pgxpool.Pool
	owner string // names this process; no other has the same

	renewing sync.Mutex // held while leases are renewed, and taken before mu

	mu       sync.Mutex // never held while the server is asked
	mine     map[string]*lease
	given    map[string]*lease // leases that bar has ended, and that the server takes for held until they are given back or run out
	last     map[string]*lease // the last lease of each task that has ended here with a note
	claiming map[string]bool   // tasks that are being asked for
	unsure   map[string]bool   // tasks that were asked for, and that the server may take for held by this process, which does not hold them
	barred   bool              // another process may have taken the database to itself
	closed   bool              // no task can be had any more
	freed    chan struct{}     // closed when a task may have become free
	due      time.Time         // when it is closed at the latest

	cancel  context.CancelFunc
	stopped chan struct{}
}

var _ bot.Leases = (*leases)(nil)

const (
	// leaseTerm is for how long the server keeps a lease for a process that says nothing.
	leaseTerm = 15 * time.Second
	// leaseMargin is how much earlier the process itself takes it for lost, to be done with what it does.
	leaseMargin = 2 * time.Second
	// renewal is how often leases are renewed.
	renewal = 5 * time.Second
	// round is how often notes are kept, and leases looked for that have run out.
	round = time.Second
)

func newLeases(pool *pgxpool.Pool, owner string) *leases {
	l := &leases{
		pool: pool, owner: owner, mine: map[string]*lease{}, given: map[string]*lease{}, last: map[string]*lease{}, claiming: map[string]bool{}, unsure: map[string]bool{},
		freed: make(chan struct{}), stopped: make(chan struct{}),
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	go l.keep(ctx)
	return l
}

// TryHold implements [bot.Leases].
func (l *leases) TryHold(ctx context.Context, task string) (bot.Lease, error) {
	if err := l.claim(task); err != nil {
		return nil, err
	}
	asked := time.Now()
	mine, left, err := l.ask(ctx, task)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.claiming, task)
	switch {
	case err != nil:
		l.unsure[task] = true
		l.lookAgain(asked)
		return nil, explain(err)
	case mine == nil:
		l.lookAgain(asked.Add(left))
		return nil, bot.ErrLeased
	case l.barred:
		l.unsure[task] = true
		return nil, errBarred // it runs out
	case l.closed:
		l.unsure[task] = true
		return nil, bot.ErrLeased
	}
	delete(l.unsure, task)
	mine.ctx, mine.cancel = context.WithCancelCause(ctx)
	if before := l.last[task]; before != nil && mine.term == before.term+1 { // nobody had it between: the server may not know the last note yet
		mine.note, mine.dirty = slices.Clone(before.note), true
	}
	delete(l.last, task)
	l.mine[task] = mine
	delete(l.given, task)
	mine.extend(asked)
	return mine, nil
}

// errBarred means that tasks are not to be had while it is not known whether another process has the database to itself.
var errBarred = fmt.Errorf("%w: another process may have taken over", bot.ErrAway)

// claim reserves a task among the goroutines of this process, while the server is asked for it.
func (l *leases) claim(task string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.mine[task] != nil || l.claiming[task]:
		return bot.ErrLeased
	case l.barred:
		return errBarred
	case l.closed:
		return bot.ErrLeased
	}
	l.claiming[task] = true
	return nil
}

// ask asks the server for a task; the lease is nil if another process has it, which it will for the time left unless it goes on. What
// this process itself has had and taken for lost it can have again.
func (l *leases) ask(ctx context.Context, task string) (got *lease, left time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, leaseTerm-leaseMargin)
	defer cancel()
	rows, err := l.pool.Query(ctx, `with got as (
			insert into lease as l (task, owner, until) select $1, $2, clock_timestamp() + $3
			where not exists (select from lease where task = $1 and owner <> $2 and until > clock_timestamp())
			on conflict (task) do update set owner = excluded.owner, term = l.term + 1, until = excluded.until where l.until <= clock_timestamp() or l.owner = excluded.owner
			returning term, note)
		select term, note, 0::float8 from got union all
		select null, null, extract(epoch from until - clock_timestamp()) from lease where task = $1 and until > clock_timestamp() and not exists (select from got)`, task, l.owner, leaseTerm)
	if err != nil {
		return nil, 0, err
	}
	var term *int64
	var note []byte
	var seconds float64
	_, err = pgx.ForEachRow(rows, []any{&term, &note, &seconds}, func() error {
		left = time.Duration(seconds * float64(time.Second))
		if term != nil {
			got = &lease{leases: l, task: task, term: *term, note: slices.Clone(note)}
		}
		return nil
	})
	return got, left, err
}

// Freed implements [bot.Leases].
func (l *leases) Freed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.freed
}

// Held implements [bot.Leases].
func (l *leases) Held(ctx context.Context) ([]bot.Holding, error) {
	rows, err := l.pool.Query(ctx, `select task, owner, owner = $1, until from lease where until > clock_timestamp() order by task collate "C"`, l.owner)
	if err != nil {
		return nil, explain(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h bot.Holding, err error) {
		return h, row.Scan(&h.Task, &h.Owner, &h.Mine, &h.Until)
	})
	return all, explain(err)
}

// keep renews leases and keeps notes until ctx ends.
func (l *leases) keep(ctx context.Context) {
	defer close(l.stopped)
	last, renewed := time.Now(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(round):
		}
		now := time.Now()
		// The monotonic clock stands still while a machine sleeps; the calendar does not.
		if now.Round(0).Sub(last.Round(0))-now.Sub(last) > leaseMargin {
			l.loseAll()
		}
		last = now
		all := now.Sub(renewed) >= renewal-round/2
		if l.renew(ctx, all) == nil && all {
			renewed = now
		}
		l.mu.Lock()
		due := !now.Before(l.due)
		l.mu.Unlock()
		if due {
			l.announce()
		}
	}
}

// announce wakes who waits for a task.
func (l *leases) announce() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.freed)
	l.freed = make(chan struct{})
	l.due = time.Now().Add(renewal)
}

// lookAgain has who waits for a task woken at a time, if that is not to happen before. mu must be held.
func (l *leases) lookAgain(at time.Time) {
	if at.Before(l.due) {
		l.due = at
	}
}

// renew renews the leases, or only those with a note that is not kept yet.
func (l *leases) renew(ctx context.Context, all bool) error {
	l.renewing.Lock()
	defer l.renewing.Unlock()
	asked := time.Now()
	asking := map[string]*lease{}
	var asks listed
	l.mu.Lock()
	for task, held := range l.mine {
		switch {
		case !held.valid(asked):
			l.drop(held, bot.ErrLeaseLost)
		case all || held.dirty:
			asking[task] = held
			asks.add(held)
			held.dirty = false
		}
	}
	l.mu.Unlock()
	if len(asking) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, renewal)
	defer cancel()
	rows, err := l.pool.Query(ctx, `update lease l set until = clock_timestamp() + $4, note = m.note
		from unnest($2::text[], $3::bigint[], $5::bytea[]) as m (task, term, note)
		where l.task = m.task and l.term = m.term and l.owner = $1 and l.until > clock_timestamp() returning l.task`, l.owner, asks.tasks, asks.terms, leaseTerm, asks.notes)
	var kept []string
	if err == nil {
		kept, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for task, held := range asking {
		switch {
		case l.mine[task] != held: // released or lost meanwhile
		case err != nil:
			held.dirty = true
		case slices.Contains(kept, task):
			held.extend(asked)
		default:
			l.drop(held, bot.ErrLeaseLost)
		}
	}
	return err
}

// loseAll ends all leases, as far as this process is concerned.
func (l *leases) loseAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, held := range l.mine {
		l.drop(held, bot.ErrLeaseLost)
	}
}

// bar ends all leases, and lets none be taken until admit is called.
func (l *leases) bar() {
	l.mu.Lock()
	l.barred = true
	for task, held := range l.mine {
		l.given[task] = held
	}
	l.mu.Unlock()
	l.loseAll()
}

// admit gives back what bar has ended, as soon as whoever had it has left it, and lets leases be taken again.
func (l *leases) admit(ctx context.Context, server querier) {
	for {
		var back listed
		l.mu.Lock()
		for task, held := range l.given {
			if held.left {
				delete(l.given, task)
				back.add(held)
			}
		}
		was := l.barred
		if len(back.tasks) == 0 {
			l.barred = false
		}
		l.mu.Unlock()
		if len(back.tasks) > 0 {
			l.free(ctx, server, back, true)
			continue
		}
		if was {
			l.announce()
		}
		return
	}
}

// drop ends a lease. mu must be held.
func (l *leases) drop(held *lease, cause error) {
	delete(l.mine, held.task)
	if held.note != nil {
		l.last[held.task] = held
	}
	held.ended = true
	held.timer.Stop()
	held.cancel(cause)
}

// Leases returns the database's leases, nil if it was opened for reading only.
func (e *Engine) Leases() bot.Leases {
	if e.member == nil {
		return nil
	}
	return e.member.leases
}
