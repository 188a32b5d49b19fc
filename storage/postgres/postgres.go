package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// Engine implements [kv.Engine] with a PostgreSQL database. It is safe for concurrent use.
type Engine struct {
	pool   *pgxpool.Pool
	schema string
	cache  *cache
	owner  *owner // nil if opened for reading only
	kept   int    // mostKept
	trips  atomic.Int64

	waiting    atomic.Int32              // number of updates waiting to write
	writing    sync.Mutex                // held by the running update
	open       *group                    // guarded by writing; nil when no transaction is open
	committing atomic.Bool               // a commit waits for its answer
	gaveUp     atomic.Pointer[time.Time] // when somebody last gave up waiting for the server
	probing    atomic.Bool               // probe runs
	closed     chan struct{}
	closing    sync.Once

	telling sync.Mutex // held while setBack runs
	setBack func()     // see OnSetBack; nil after Close
}

var _ kv.Server = (*Engine)(nil)

// View implements [kv.Engine]. If the connection is lost the view is run again once the server is
// back.
func (e *Engine) View(fn func(kv.Tx) error) error {
	var refused error // error returned by fn
	err := e.persist(func(until time.Time) (err error) {
		refused, err = e.view(fn, until)
		return err
	})
	if err != nil {
		return err
	}
	return refused
}

// view runs fn, and waits until the given time for the server's first answer. It returns the error
// of fn and that of the connection separately. fn first reads the cache. When it needs something
// else, view opens a snapshot of the server. If the snapshot is at another position than the cache,
// fn runs again, on the snapshot alone.
func (e *Engine) view(fn func(kv.Tx) error, until time.Time) (refused, err error) {
	if e.owner != nil && e.owner.sure() {
		if known, at := e.cache.snapshot(); at != nowhere {
			t := &transaction{engine: e, known: known, at: at, room: e.kept, until: until}
			if refused, err = t.view(fn); !errors.Is(err, errMoved) {
				return refused, err
			}
		}
	}
	t := &transaction{engine: e, known: newPages(), at: nowhere, room: e.kept, until: until}
	if err := t.openSnapshot(); err != nil {
		return nil, err
	}
	return t.view(fn)
}

// view runs fn, and ends the snapshot if there is one.
func (t *transaction) view(fn func(kv.Tx) error) (refused, err error) {
	defer func() {
		if t.snapshot != nil {
			t.snapshot.Release() // closes a connection whose transaction has not ended
		}
	}()
	refused = t.run(fn)
	if t.err == nil && t.snapshot != nil {
		ctx, cancel := context.WithTimeout(context.Background(), askTime)
		defer cancel()
		t.engine.trips.Add(1)
		_, t.err = t.snapshot.Exec(ctx, "rollback")
	}
	return refused, t.err
}

// openSnapshot opens a snapshot of the server for a view. It returns errMoved if that is not at the
// view's position. If the view has none yet, it gets the snapshot's.
func (t *transaction) openSnapshot() error {
	ctx, cancel := context.WithDeadline(context.Background(), t.deadline())
	defer cancel()
	e := t.engine
	conn, err := e.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	var epoch int64
	var at position
	batch := &pgx.Batch{}
	batch.Queue("begin isolation level repeatable read read only")
	batch.Queue("select " + stateColumns + " from state").QueryRow(func(row pgx.Row) error { return row.Scan(&epoch, &at.generation, &at.mark) })
	e.trips.Add(1)
	if err = conn.SendBatch(ctx, batch).Close(); err == nil {
		err = e.sameEpoch(epoch)
	}
	switch {
	case err != nil:
	case t.at == nowhere:
		t.at = at
		if known, here := e.cache.snapshot(); here == at {
			t.known = known
		}
	case t.at != at:
		err = errMoved
	}
	if err != nil {
		conn.Release() // closes it, as its transaction has not ended
		return err
	}
	t.server, t.snapshot, t.answered = conn, conn, true
	return nil
}

// OnSetBack implements [kv.Server].
func (e *Engine) OnSetBack(fn func()) {
	e.telling.Lock()
	defer e.telling.Unlock()
	e.setBack = fn
}

// tellSetBack tells that the server was set back.
func (e *Engine) tellSetBack() {
	e.telling.Lock()
	defer e.telling.Unlock()
	if e.setBack != nil {
		e.setBack()
	}
}

// RoundTrips returns how often views and updates have waited for the server.
func (e *Engine) RoundTrips() int64 { return e.trips.Load() }

// persist retries fn for as long as Patience while it fails because the server is unreachable. fn
// must not wait for the server's first answer after until. While the server is known to be away,
// persist fails at once.
func (e *Engine) persist(fn func(until time.Time) error) error {
	pause := 50 * time.Millisecond
	for until := time.Now().Add(Patience); ; pause = min(2*pause, time.Second) {
		err := errKnownAway
		if !e.knownAway() {
			err = fn(until)
		} else if e.probing.CompareAndSwap(false, true) {
			go e.probe()
		}
		select {
		case <-e.closed:
			switch {
			case err != nil && e.owner != nil: // another process may have the database by now
				return fmt.Errorf("%w: %w", bot.ErrTaken, err)
			case err != nil:
				return fmt.Errorf("%w: %w", bot.ErrAway, err)
			}
		default:
		}
		left := time.Until(until)
		if !Away(err) || err == errKnownAway || errors.Is(err, errOutcome) {
			return explain(err)
		}
		if left <= 0 {
			e.giveUp()
			return explain(err)
		}
		select {
		case <-time.After(min(pause, left)):
		case <-e.closed:
		}
	}
}

// errKnownAway means that the server has not been asked, because it is known to be away.
var errKnownAway = fmt.Errorf("%w, as a moment ago", bot.ErrAway)

// giveUp records that somebody has waited for the server in vain.
func (e *Engine) giveUp() {
	now := time.Now()
	e.gaveUp.Store(&now)
}

// knownAway reports whether the server is known to be away: somebody has given up waiting for it,
// and the owner, which asks every [Beat], has not heard from it since.
func (e *Engine) knownAway() bool {
	gaveUp := e.gaveUp.Load()
	if gaveUp == nil || e.owner == nil {
		return false
	}
	heard := *e.owner.heard.Load()
	return heard.Before(*gaveUp) && time.Since(heard) > trust
}

// probe asks a server that is known to be away every [Beat], each time by a new connection, until
// it answers or the engine is closed. The owner's own question may take longer to time out.
func (e *Engine) probe() {
	defer e.probing.Store(false)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-e.closed:
			cancel()
		case <-ctx.Done():
		}
	}()
	for e.knownAway() && Pause(ctx, Beat) {
		asking, end := context.WithTimeout(ctx, pingTime)
		if conn, err := pgx.ConnectConfig(asking, e.owner.config); err == nil {
			_ = e.look(asking, conn) // which records an answer
			_ = conn.Close(asking)
		}
		end()
	}
	e.pool.Reset() // its connections are as old as the outage
}

// Close implements [kv.Engine].
func (e *Engine) Close() error {
	e.closing.Do(func() {
		close(e.closed)
		if e.owner != nil {
			e.owner.close()
		}
		e.OnSetBack(nil)
		e.pool.Close()
	})
	return nil
}

// Lost returns a channel that is closed when another process has begun an epoch, so that this one
// cannot write any more.
func (e *Engine) Lost() <-chan struct{} {
	if e.owner == nil {
		return nil
	}
	return e.owner.lost
}

// Away reports whether an error concerns the connection only, so that a retry on another may
// succeed.
func Away(err error) bool {
	if err == nil {
		return false
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		switch refused.Code[:2] {
		case "08", "57", "53": // connection exceptions, shutdown and failover, too many connections
			return refused.Code != diskFull && refused.Code != "57014" // query cancelled: the statement timed out
		}
		return refused.Code == readOnlyServer || refused.Code == idleTooLong // or the former primary is a standby now
	}
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.Is(err, bot.ErrAway) || errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) || errors.Is(err, context.DeadlineExceeded)
}

// PostgreSQL error codes.
const (
	diskFull       = "53100"
	readOnlyServer = "25006"
	idleTooLong    = "25P03" // in a transaction, after which the server has closed the connection
)

// explain wraps a server error in the [kv] error that says what it means.
func explain(err error) error {
	var refused *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, bot.ErrAway), errors.Is(err, bot.ErrTaken):
		return err
	case errors.As(err, &refused) && refused.Code == diskFull:
		return fmt.Errorf("%w: %w", kv.ErrFull, err)
	case refusesWrites(err):
		return &readOnly{err}
	case Away(err):
		return fmt.Errorf("%w: %w", bot.ErrAway, err)
	}
	return err
}

// readOnly is the error of a server that no longer accepts changes. It wraps [bot.ErrAway], because
// the server may accept them again, or another server may take its place.
type readOnly struct{ cause error }

func (r *readOnly) Error() string {
	return fmt.Sprintf("the server of the database has become read-only: make it writable, or promote it if it is a standby now (%v)", r.cause)
}

func (r *readOnly) Unwrap() []error { return []error{bot.ErrAway, r.cause} }
