package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
)

// owner owns the database for one process. It holds an advisory lock of the server, which is released when the
// connection ends, and an epoch that fences off previous owners.
type owner struct {
	config *pgx.ConnConfig
	epoch  int64
	once   sync.Once
	lost   chan struct{} // closed when another process has taken over
	// heard is when the server last said that the epoch is ours, in nanoseconds since begun.
	heard atomic.Int64
	begun time.Time
	held  atomic.Bool // the lock was held at the last beat
	// seen is told the generation at every beat, and the one that was expected.
	expected func() int64
	seen     func(generation, expected int64)

	cancel  context.CancelFunc
	stopped chan struct{}
}

const (
	// lockClass is the first key of the advisory lock; the second is a hash of the schema's name.
	lockClass = 0x7261756d
	// beat is the interval at which the owner checks its lock, and at which a standby process tries to get it.
	beat = time.Second
	// trust is for how long after the server's last word a process relies on being the owner, where it only reads.
	trust = 3 * beat
	// frozen is after how long the server takes the lock from a process that says nothing, because it is suspended.
	frozen = "15s"
)

// errHeld means that another process owns the database.
var errHeld = errors.New("another raumbot uses the database")

// own takes ownership of the database for an engine, if no process has it.
func (e *Engine) own(ctx context.Context, config *pgx.ConnConfig) (*owner, error) {
	conn, err := lock(ctx, config)
	if err != nil {
		return nil, err
	}
	o := &owner{config: config, lost: make(chan struct{}), begun: time.Now(), expected: e.cache.at, seen: e.seen, stopped: make(chan struct{})}
	var generation int64
	if err := conn.QueryRow(ctx, "update state set epoch = epoch + 1 returning epoch, generation").Scan(&o.epoch, &generation); err != nil {
		conn.Close(ctx)
		return nil, err
	}
	o.confirm()
	o.held.Store(true)
	e.cache.reset(generation)
	keeping, cancel := context.WithCancel(context.Background())
	o.cancel = cancel
	go o.keep(keeping, conn)
	return o, nil
}

// lock connects and takes the lock; it returns [errHeld] if another connection has it. TCP keepalive lets the server
// notice within 15 seconds that the machine of a connection is gone.
func lock(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	var taken bool
	batch := &pgx.Batch{}
	for _, setting := range []string{"tcp_keepalives_idle = 5", "tcp_keepalives_interval = 3", "tcp_keepalives_count = 3", "idle_session_timeout = '" + frozen + "'"} {
		batch.Queue("set " + setting)
	}
	batch.Queue("select pg_try_advisory_lock($1, hashtext(current_schema()))", lockClass).QueryRow(func(row pgx.Row) error { return row.Scan(&taken) })
	if err = conn.SendBatch(ctx, batch).Close(); err == nil && !taken {
		err = errHeld
	}
	if err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// keep holds the lock, and takes it again if the connection was lost, until it is stopped or finds that another
// process has owned the database in between.
func (o *owner) keep(ctx context.Context, conn *pgx.Conn) {
	defer close(o.stopped)
	for {
		select {
		case <-ctx.Done():
			closing, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			if conn != nil { // the server may notice only later that the connection has ended
				_, _ = conn.Exec(closing, "select pg_advisory_unlock_all()")
				_ = conn.Close(closing)
			}
			return
		case <-o.lost:
			if conn != nil {
				_ = conn.Close(ctx)
			}
			return
		case <-time.After(beat):
		}
		if conn == nil {
			if taken, err := lock(ctx, o.config); err == nil {
				conn = taken
			}
		}
		if conn == nil {
			continue
		}
		asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience) // a cancelled query would leave the lock to the server
		expected := o.expected()
		var epoch, generation int64
		err := conn.QueryRow(asking, "select epoch, generation from state").Scan(&epoch, &generation)
		cancel()
		switch {
		case err != nil:
			o.held.Store(false)
			_ = conn.Close(ctx)
			conn = nil
		case epoch != o.epoch:
			o.lose()
		default:
			o.confirm()
			o.held.Store(true)
			o.seen(generation, expected)
		}
	}
}

// seen is told the server's generation, and the one that the cache had when the server was asked.
func (e *Engine) seen(generation, expected int64) {
	if generation < expected { // a standby was promoted that did not have everything
		e.cache.reset(noGeneration)
	}
}

// confirm records that the server has just said that the epoch is ours.
func (o *owner) confirm() { o.heard.Store(int64(time.Since(o.begun))) }

// sure reports whether this process can rely on being the owner without asking.
func (o *owner) sure() bool {
	select {
	case <-o.lost:
		return false
	default:
	}
	return o.held.Load() && time.Since(o.begun)-time.Duration(o.heard.Load()) < trust
}

// lose records that another process has taken over.
func (o *owner) lose() { o.once.Do(func() { close(o.lost) }) }

func (o *owner) close() {
	o.cancel()
	select {
	case <-o.stopped:
	case <-time.After(2 * beat): // the server does not answer
	}
}

// await is own, waiting until the database is free. It calls waiting once if it has to wait.
func (e *Engine) await(ctx context.Context, config *pgx.ConnConfig, waiting func()) (*owner, error) {
	for told := false; ; {
		o, err := e.own(ctx, config)
		if err == nil || ctx.Err() != nil || !errors.Is(err, errHeld) && !told {
			return o, errors.Join(err, ctx.Err())
		}
		if !told {
			waiting()
			told = true
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", bot.ErrAway, ctx.Err())
		case <-time.After(beat):
		}
	}
}
