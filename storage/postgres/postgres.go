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
	name   string // of the process, see processName
	cache  *cache
	member *member      // nil if opened for reading only
	kept   int          // mostKept
	told   int          // mostTold
	trips  atomic.Int64 // see RoundTrips
	where  string       // the columns of state: epoch, generation, mark

	waiting    atomic.Int32 // number of updates waiting to write
	writing    sync.Mutex   // held by the running update
	open       *group       // guarded by writing; nil when no transaction is open
	contention contention   // guarded by writing
	absence    absence      // guarded by writing
	committing atomic.Bool  // a commit waits for its answer
	closed     chan struct{}
	closing    sync.Once

	telling sync.Mutex     // held while heard runs
	heard   func(kv.Heard) // see Hear; nil after Close
}

var _ kv.Shared = (*Engine)(nil)

// View implements [kv.Engine]. If the connection is lost the view is run again once the server is back.
func (e *Engine) View(fn func(kv.Tx) error) error {
	var refused error // error returned by fn
	err := e.persist(func() (err error) {
		refused, err = e.view(fn)
		return err
	})
	if err != nil {
		return err
	}
	return refused
}

const (
	// viewTries is how often a view is tried on what is known, before it gets a snapshot of the server.
	viewTries = 3
	// commitPatience is how long a view waits for a commit of this process that the server may have made already.
	commitPatience = 100 * time.Millisecond
)

// view runs fn. It returns fn's error and that of the connection separately. It begins with what is known of the last
// generation, and asks the server for the rest while that is at the same generation; else fn runs again on what has changed.
func (e *Engine) view(fn func(kv.Tx) error) (refused, err error) {
	for range viewTries {
		if e.member == nil || !e.member.sure() {
			break
		}
		known, at := e.cache.snapshot()
		if at == nowhere {
			break
		}
		t := &transaction{engine: e, server: e.pool, known: known, at: at, shared: true, room: e.kept}
		refused = t.run(fn)
		switch {
		case t.err == nil:
			return refused, nil
		case !errors.Is(t.err, errMoved):
			return nil, t.err
		}
		if e.committing.Load() && e.cache.await(at, commitPatience) {
			continue
		}
		if err := e.catchUp(askTime); err != nil {
			return nil, err
		}
	}
	return e.viewSnapshot(fn)
}

// viewSnapshot is view on a snapshot of the server.
func (e *Engine) viewSnapshot(fn func(kv.Tx) error) (refused, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	conn, err := e.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release() // closes a connection whose transaction has not ended
	t := &transaction{engine: e, server: conn, known: newKnown(), fixed: true, room: e.kept}
	var epoch int64
	batch := &pgx.Batch{}
	batch.Queue("begin isolation level repeatable read read only")
	batch.Queue("select " + e.where + " from state").QueryRow(func(row pgx.Row) error { return row.Scan(&epoch, &t.at.generation, &t.at.mark) })
	e.trips.Add(1)
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	if e.member != nil {
		if epoch != e.member.epoch { // what is there may be a later program's
			e.member.lose()
			return nil, bot.ErrTaken
		}
		if known, at := e.cache.snapshot(); at == t.at {
			t.known, t.shared = known, true
		}
	}
	refused = t.run(fn)
	if t.err != nil {
		return nil, t.err
	}
	ending, cancelEnding := context.WithTimeout(context.Background(), askTime)
	defer cancelEnding()
	e.trips.Add(1)
	_, err = conn.Exec(ending, "rollback")
	return refused, err
}

// RoundTrips returns how often views and updates have waited for the server.
func (e *Engine) RoundTrips() int64 { return e.trips.Load() }

// persist retries fn for some seconds while it fails because the server is unreachable.
func (e *Engine) persist(fn func() error) error {
	pause := 50 * time.Millisecond
	for begun := time.Now(); ; pause = min(2*pause, time.Second) {
		err := fn()
		select {
		case <-e.closed:
			if err != nil { // the pool of connections ends with an error of its own
				return fmt.Errorf("%w: %w", bot.ErrAway, err)
			}
		default:
		}
		if !isAway(err) || errors.Is(err, errOutcome) || time.Since(begun) > patience {
			return explain(err)
		}
		select {
		case <-time.After(pause):
		case <-e.closed:
			return explain(err)
		}
	}
}

// Close implements [kv.Engine].
func (e *Engine) Close() error {
	e.closing.Do(func() {
		close(e.closed)
		if e.member != nil {
			e.member.close()
		}
		e.Hear(nil)
		e.pool.Close()
	})
	return nil
}

// Lost returns a channel that is closed when another process has begun an epoch, so that this one cannot write any more.
func (e *Engine) Lost() <-chan struct{} {
	if e.member == nil {
		return nil
	}
	return e.member.lost
}

// isAway reports whether an error concerns the connection only, so that a retry on another may succeed.
func isAway(err error) bool {
	if err == nil {
		return false
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		switch refused.Code[:2] {
		case "08", "57", "53": // connection exceptions, shutdown and failover, too many connections
			return refused.Code != diskFull && refused.Code != "57014" // query cancelled: the statement timed out
		}
		return refused.Code == readOnlyServer || refused.Code == idleTooLong || refused.Code == lockTooLong // or the former primary is a standby now
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
	lockTooLong    = "55P03" // another process holds the row of state
)

// explain wraps a server error in the [kv] error that says what it means.
func explain(err error) error {
	var refused *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, bot.ErrAway), errors.Is(err, bot.ErrTaken):
		return err
	case errors.As(err, &refused) && refused.Code == diskFull:
		return fmt.Errorf("%w: %w", kv.ErrFull, err)
	case isAway(err):
		return fmt.Errorf("%w: %w", bot.ErrAway, err)
	}
	return err
}
