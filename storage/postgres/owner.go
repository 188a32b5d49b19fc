package postgres

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
)

// owner is this process while it works on the database. It holds an advisory lock of the server,
// which is released when its connection ends, and its epoch, which ends when another process takes
// over.
type owner struct {
	engine *Engine
	config *pgx.ConnConfig
	epoch  int64
	once   sync.Once
	lost   chan struct{} // closed when another epoch has begun
	held   atomic.Bool   // the lock was held at the last beat
	heard  atomic.Pointer[time.Time]

	cancel  context.CancelFunc // ends keep once the server has answered
	abandon context.CancelFunc // ends keep
	stopped chan struct{}
}

const (
	// LockClass is the first key of the advisory lock; the second is a hash of the schema's name.
	LockClass = 0x7261756d
	// Beat is the interval at which the owner makes sure of its lock.
	Beat = time.Second
	// trust is for how long after the server's last word the owner relies on its epoch.
	trust = 3 * Beat
	// Glance is how often a process that waits for a lock tries to take it.
	Glance = 50 * time.Millisecond
	// precedence is how long a process that stands by leaves the lock, after the server was away,
	// to its former owner.
	precedence = 3 * Beat
	// farewell is how long the server is given to answer a process that stops, and to take its lock
	// back.
	farewell = Patience / 2
	// Frozen is after how long the server takes the lock from a process that says nothing, because
	// it is suspended.
	Frozen = "15s"
)

// stateColumns are the epoch, the generation and the mark, which databases of early versions do not
// have.
const stateColumns = "epoch, generation, coalesce((to_jsonb(state) ->> 'mark')::bigint, 0)"

// ErrHeld means that another process has the lock.
var ErrHeld = errors.New("another raumbot uses the database")

// await connects and takes the lock. While another process has the lock it calls waiting once and
// waits; if waiting is nil it returns ErrHeld.
func (e *Engine) await(ctx context.Context, config *pgx.ConnConfig, waiting func()) (*pgx.Conn, error) {
	for told := false; ; {
		conn, up, err := connectOwner(ctx, config)
		if err == nil && told && up < precedence { // the server was started again
			Pause(ctx, precedence-up)
		}
		for err == nil {
			if err = e.tryLock(ctx, conn); err == nil {
				return conn, nil
			}
			if errors.Is(err, ErrHeld) && waiting != nil && ctx.Err() == nil {
				if !told {
					waiting()
					told = true
				}
				err = nil
				Pause(ctx, Glance)
			}
		}
		if conn != nil {
			_ = conn.Close(ctx)
		}
		if ctx.Err() != nil || !told || !Away(err) {
			return nil, errors.Join(err, ctx.Err())
		}
		Pause(ctx, precedence)
	}
}

// connectOwner makes the connection that holds the lock, and returns for how long the server has
// been up.
func connectOwner(ctx context.Context, config *pgx.ConnConfig) (conn *pgx.Conn, up time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	if conn, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, 0, err
	}
	var seconds float64
	batch := &pgx.Batch{}
	batch.Queue("set idle_session_timeout = '" + Frozen + "'")
	batch.Queue("select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8").QueryRow(func(row pgx.Row) error { return row.Scan(&seconds) })
	err = conn.SendBatch(ctx, batch).Close()
	return conn, time.Duration(seconds * float64(time.Second)), err
}

// tryLock takes the lock for a connection, or returns ErrHeld.
func (e *Engine) tryLock(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	var taken bool
	err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1, hashtext($2))", LockClass, e.schema).Scan(&taken)
	if err == nil && !taken {
		err = ErrHeld
	}
	return err
}

// take begins an epoch by a connection that holds the lock, if fit lets it.
func (e *Engine) take(ctx context.Context, conn *pgx.Conn, config *pgx.ConnConfig, fit func(*Engine) error) error {
	if err := e.fits(ctx, conn, fit); err != nil {
		return err
	}
	if err := prepare(ctx, conn, e.schema); err != nil {
		return err
	}
	o, at, asked := &owner{engine: e, config: config, lost: make(chan struct{}), stopped: make(chan struct{})}, position{}, time.Now()
	err := conn.QueryRow(ctx, "update state set epoch = epoch + 1 returning "+stateColumns).Scan(&o.epoch, &at.generation, &at.mark)
	if err != nil {
		return err
	}
	e.owner = o
	o.confirm(asked)
	o.held.Store(true)
	e.cache.reset(at)
	asking, abandon := context.WithCancel(context.Background())
	keeping, cancel := context.WithCancel(asking)
	o.cancel, o.abandon = cancel, abandon
	go o.keep(keeping, asking, conn)
	return nil
}

// leave closes a connection that holds the lock. Closing alone would release the lock only later.
func leave(ctx context.Context, conn *pgx.Conn) {
	_, _ = conn.Exec(ctx, "select pg_advisory_unlock_all()")
	_ = conn.Close(ctx)
}

// keep holds the lock, and takes it again if the connection was lost, until ctx ends or another
// epoch has begun. The server is asked with base, because a query that is cancelled would leave the
// lock to the server.
func (o *owner) keep(ctx, base context.Context, conn *pgx.Conn) {
	defer close(o.stopped)
	var lost time.Time // when the connection was lost last
	for {
		wait := time.Now().Add(Beat)
		if conn == nil && time.Since(lost) < Beat {
			wait = time.Now().Add(Beat / 20) // before another process takes the lock
		}
		o.rest(ctx, conn, wait)
		if ctx.Err() != nil || o.isLost() {
			if conn != nil {
				closing, cancel := context.WithTimeout(context.Background(), farewell)
				defer cancel()
				leave(closing, conn)
			}
			return
		}
		before := conn
		if conn = o.beat(base, conn); conn == nil && before != nil {
			lost = time.Now()
		}
	}
}

// rest waits until a time, until the connection is lost, until ctx ends or until another epoch has
// begun.
func (o *owner) rest(ctx context.Context, conn *pgx.Conn, until time.Time) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	if conn != nil {
		_, _ = conn.WaitForNotification(ctx) // there are none: it ends with ctx or with the connection
		return
	}
	select {
	case <-ctx.Done():
	case <-o.lost:
	}
}

// beat asks the server by the lock's connection where it is, and takes the lock again if there is
// no connection. It returns nil if the connection is lost.
func (o *owner) beat(ctx context.Context, conn *pgx.Conn) *pgx.Conn {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	if conn == nil {
		var err error
		if conn, _, err = connectOwner(ctx, o.config); err == nil {
			err = o.engine.tryLock(ctx, conn)
		}
		if errors.Is(err, ErrHeld) { // by a process that has taken over, or by the connection that was lost
			_ = o.engine.look(ctx, conn)
		}
		if err != nil {
			if conn != nil {
				_ = conn.Close(ctx)
			}
			return nil
		}
	}
	if err := o.engine.look(ctx, conn); err != nil && !errors.Is(err, bot.ErrTaken) {
		o.held.Store(false)
		_ = conn.Close(ctx)
		return nil
	}
	o.held.Store(true)
	return conn
}

// look asks where the server is. It returns [bot.ErrTaken] if another epoch has begun, and notices
// a server that was set back while nothing was committed.
func (e *Engine) look(ctx context.Context, server rower) error {
	before, idle, asked := e.cache.position(), !e.committing.Load(), time.Now()
	at, err := e.where(ctx, server)
	if err != nil {
		return err
	}
	e.owner.confirm(asked)
	if idle && at != before && !e.committing.Load() && e.cache.move(before, at) {
		e.tellSetBack()
	}
	return nil
}

// where asks for the position of the server. It returns [bot.ErrTaken] if that is in another epoch.
func (e *Engine) where(ctx context.Context, server rower) (at position, err error) {
	var epoch int64
	if err := server.QueryRow(ctx, "select "+stateColumns+" from state").Scan(&epoch, &at.generation, &at.mark); err != nil {
		return nowhere, err
	}
	return at, e.sameEpoch(epoch)
}

// sameEpoch returns [bot.ErrTaken] if an epoch is not this process's. A process that only reads has
// none.
func (e *Engine) sameEpoch(epoch int64) error {
	if e.owner != nil && epoch != e.owner.epoch {
		e.owner.once.Do(func() { close(e.owner.lost) })
		return bot.ErrTaken
	}
	return nil
}

// AtWork implements [kv.Server]. After Close another process may work on the database.
func (e *Engine) AtWork() error {
	select {
	case <-e.closed:
		return bot.ErrTaken
	default:
	}
	if e.owner == nil || e.owner.sure() {
		return nil
	}
	return e.persist(func(until time.Time) error {
		ctx, cancel := context.WithDeadline(context.Background(), until)
		defer cancel()
		e.trips.Add(1)
		return e.look(ctx, e.pool)
	})
}

// confirm records that the server has said that the epoch is ours, when it was asked at a time.
func (o *owner) confirm(asked time.Time) { o.heard.Store(&asked) }

// sure reports whether this process can rely on being the owner. The monotonic clock stands still
// while a machine sleeps, and the calendar may be set, so both must agree.
func (o *owner) sure() bool {
	heard, now := *o.heard.Load(), time.Now()
	return !o.isLost() && o.held.Load() && now.Sub(heard) < trust && now.Round(0).Sub(heard.Round(0)) < trust
}

func (o *owner) isLost() bool {
	select {
	case <-o.lost:
		return true
	default:
		return false
	}
}

func (o *owner) close() {
	o.cancel()
	select {
	case <-o.stopped:
	case <-time.After(farewell): // the server does not answer
		o.abandon()
		<-o.stopped
	}
}

// Pause waits, and reports false if ctx ends before.
func Pause(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}
