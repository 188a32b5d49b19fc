package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
)

// member is this process among those that work on the database. Each holds an advisory lock of the server, shared with the
// others, which is released when its connection ends. Who must be alone holds it exclusively, and begins a new
// epoch, which fences off all that were at work before.
type member struct {
	engine *Engine
	config *pgx.ConnConfig
	name   string // no other process has the same
	epoch  int64
	alone  atomic.Bool // the lock is exclusive
	leases *leases
	once   sync.Once
	lost   chan struct{} // closed when another epoch has begun
	// heard is when the server was last asked and said that the epoch is ours, in nanoseconds since begun.
	heard atomic.Int64
	begun time.Time
	held  atomic.Bool // the lock was held at the last beat

	cancel  context.CancelFunc // ends keep once the server has answered
	abandon context.CancelFunc // ends keep
	sharing chan chan struct{} // receives when the lock is to be shared, what to close then
	woken   atomic.Pointer[context.CancelFunc]
	stopped chan struct{}
}

const (
	// lockClass is the first key of the advisory lock; the second is a hash of the schema's name.
	lockClass = 0x7261756d
	// beat is the interval at which a process makes sure of its lock, and of having heard of all commits.
	beat = time.Second
	// trust is for how long after the server's last word a process relies on what it has heard, where it only reads.
	trust = 3 * beat
	// farewell is how long the server is given to answer a process that stops, and to take its lock back.
	farewell = patience / 2
	// frozen is after how long the server takes the lock from a process that says nothing, because it is suspended.
	frozen = "15s"
)

// errHeld means that another process has the database to itself, or that others are at work where this one needs it to itself.
var errHeld = errors.New("another raumbot uses the database")

// processName returns a name for this process that no other has.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s/%d/%s", host, os.Getpid(), rand.Text()[:8])
}

// take takes the database for this process alone, and begins an epoch if fit lets it.
func (e *Engine) take(ctx context.Context, config *pgx.ConnConfig, fit func(*Engine) error) error {
	conn, err := e.lock(ctx, config, true)
	if err != nil {
		return err
	}
	if err := e.fits(ctx, conn, fit); err != nil {
		leave(ctx, conn)
		return err
	}
	m := e.newMember(config)
	m.alone.Store(true)
	asked, at := time.Now(), position{}
	err = prepare(ctx, conn, e.schema)
	if err == nil {
		err = conn.QueryRow(ctx, "update state set epoch = epoch + 1 returning epoch, generation, mark").Scan(&m.epoch, &at.generation, &at.mark)
	}
	if err == nil {
		_, err = conn.Exec(ctx, "insert into change select generation, mark, '{}', '{}' from state on conflict do nothing")
	}
	if err == nil { // who held a task has the epoch before, and can do nothing with it any more
		_, err = conn.Exec(ctx, "update lease set until = '-infinity'")
	}
	if err != nil {
		conn.Close(ctx)
		return err
	}
	e.work(m, conn, asked, at)
	return nil
}

// joinOthers joins the processes at work. It reports false if the tables are missing or of an earlier program.
func (e *Engine) joinOthers(ctx context.Context, config *pgx.ConnConfig) (joined bool, err error) {
	conn, err := e.lock(ctx, config, false)
	if err != nil {
		return false, err
	}
	ready, err := prepared(ctx, conn)
	m, asked, at := e.newMember(config), time.Now(), position{}
	if err == nil && ready {
		err = conn.QueryRow(ctx, "select epoch, generation, mark from state").Scan(&m.epoch, &at.generation, &at.mark)
	}
	if err != nil || !ready {
		leave(ctx, conn)
		return false, err
	}
	e.work(m, conn, asked, at)
	return true, nil
}

// leave closes a connection that holds the lock. Closing alone lets the lock go only later.
func leave(ctx context.Context, conn *pgx.Conn) {
	_, _ = conn.Exec(ctx, "select pg_advisory_unlock_all()")
	_ = conn.Close(ctx)
}

func (e *Engine) newMember(config *pgx.ConnConfig) *member {
	return &member{engine: e, config: config, name: e.name, lost: make(chan struct{}), begun: time.Now(), sharing: make(chan chan struct{}, 1), stopped: make(chan struct{})}
}

// work makes a member begin.
func (e *Engine) work(m *member, conn *pgx.Conn, asked time.Time, at position) {
	e.member = m
	m.leases = newLeases(e.pool, m.name)
	m.confirm(asked)
	m.held.Store(true)
	e.cache.reset(at)
	asking, abandon := context.WithCancel(context.Background())
	keeping, cancel := context.WithCancel(asking)
	m.cancel, m.abandon = cancel, abandon
	go m.keep(keeping, asking, conn)
}

// lock connects, takes the lock, and listens to what other processes tell; it returns [errHeld] if it cannot have the lock.
func (e *Engine) lock(ctx context.Context, config *pgx.ConnConfig, exclusive bool) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	way := "_shared"
	if exclusive {
		way = ""
	}
	var taken bool
	batch := &pgx.Batch{}
	batch.Queue("set idle_session_timeout = '" + frozen + "'")
	batch.Queue("listen " + pgx.Identifier{e.schema}.Sanitize())
	batch.Queue("select pg_try_advisory_lock"+way+"($1, hashtext($2))", lockClass, e.schema).QueryRow(func(row pgx.Row) error { return row.Scan(&taken) })
	if err = conn.SendBatch(ctx, batch).Close(); err == nil && !taken {
		err = errHeld
	}
	if err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// keep holds the lock, and takes it again if the connection was lost, and follows what other processes commit, until it is stopped or
// finds that another epoch has begun. The server is asked with base, because a query that is cancelled with ctx would leave the lock to the server.
func (m *member) keep(ctx, base context.Context, conn *pgx.Conn) {
	defer close(m.stopped)
	pruned := int64(0)
	for next := time.Now().Add(beat); ; {
		news := false
		if conn == nil {
			select {
			case <-ctx.Done():
			case <-m.lost:
			case <-time.After(beat):
			}
		} else {
			news = m.wait(ctx, conn, next)
		}
		select {
		case <-ctx.Done():
			closing, cancel := context.WithTimeout(context.Background(), farewell)
			defer cancel()
			if conn != nil { // the server may notice only later that the connection has ended
				_, _ = conn.Exec(closing, "select pg_advisory_unlock_all()")
				_ = conn.Close(closing)
			}
			return
		case <-m.lost:
			if conn != nil {
				_ = conn.Close(ctx)
			}
			return
		default:
		}
		asking, cancel := context.WithTimeout(base, patience)
		if conn == nil {
			conn, news = m.lockAgain(asking), true
		}
		if conn != nil {
			conn = m.carryOn(asking, conn, news || !time.Now().Before(next) || conn.IsClosed())
		}
		if conn != nil {
			pruned = m.engine.prune(asking, conn, pruned)
		}
		cancel()
		if !time.Now().Before(next) {
			next = time.Now().Add(beat)
		}
	}
}

// carryOn is beat, which takes the lock again if its connection was lost. If it cannot within the time of a beat, it returns nil, and all tasks have ended,
// because who has the database alone next begins by taking them.
func (m *member) carryOn(ctx context.Context, conn *pgx.Conn, follow bool) *pgx.Conn {
	err := m.beat(ctx, conn, follow)
	if err == nil {
		return conn
	}
	m.held.Store(false)
	_ = conn.Close(ctx)
	soon, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	if conn = m.insist(soon); conn == nil {
		m.leases.bar()
	}
	return conn
}

// insist takes the lock again, as soon as the server lets it, and returns nil if ctx has ended or another epoch has begun before that.
func (m *member) insist(ctx context.Context) *pgx.Conn {
	for {
		if conn := m.lockAgain(ctx); conn != nil {
			if m.beat(ctx, conn, true) == nil {
				return conn
			}
			_ = conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-m.lost:
			return nil
		case <-time.After(beat / 20):
		}
	}
}

// lockAgain takes the lock again. If another process has the database to itself by now, it looks whether that has begun an epoch.
func (m *member) lockAgain(ctx context.Context) *pgx.Conn {
	conn, err := m.engine.lock(ctx, m.config, m.alone.Load())
	if errors.Is(err, errHeld) {
		var epoch int64
		if m.engine.pool.QueryRow(ctx, "select epoch from state").Scan(&epoch) == nil && epoch != m.epoch {
			m.lose()
		}
	}
	return conn
}

// wait waits for news from other processes until a time. It reports whether there are any.
func (m *member) wait(ctx context.Context, conn *pgx.Conn, until time.Time) bool {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	m.woken.Store(&cancel)
	if len(m.sharing) > 0 {
		return false
	}
	for news := false; ; {
		n, err := conn.WaitForNotification(ctx)
		if err != nil { // most often the time is over; if it is the connection, the beat notices
			return news
		}
		switch from, what, _ := strings.Cut(n.Payload, " "); {
		case from == m.name:
		case what == freed:
			m.leases.announce()
		case strings.HasPrefix(what, said):
			m.engine.hearWord(what[len(said):])
		default:
			news = true
			cancel() // what has come already needs no answer of its own
		}
	}
}

const (
	// freed is what a process tells that has given tasks back.
	freed = "freed"
	// said comes before what a process tells by [Engine.Say].
	said = "said "
)

// beat makes sure of the lock's connection, and follows the other processes.
func (m *member) beat(ctx context.Context, conn *pgx.Conn, follow bool) error {
	select {
	case done := <-m.sharing:
		defer close(done)
		var ok bool
		err := conn.QueryRow(ctx, "select pg_try_advisory_lock_shared($1, hashtext($2)) and pg_advisory_unlock($1, hashtext($2))", lockClass, m.engine.schema).Scan(&ok)
		if err != nil { // the next connection shares the lock
			return err
		}
	default:
	}
	if !follow {
		return nil
	}
	err := m.engine.follow(ctx, conn)
	if errors.Is(err, bot.ErrTaken) {
		return nil // which has been noted
	}
	if err == nil {
		m.held.Store(true)
		m.leases.admit(ctx, conn)
	}
	return err
}

// Share lets other processes join. The database was opened by [Open], or by [Join] where that had to be alone.
func (e *Engine) Share() {
	if !e.member.alone.CompareAndSwap(true, false) {
		return
	}
	done := make(chan struct{})
	e.member.sharing <- done
	if cancel := e.member.woken.Load(); cancel != nil {
		(*cancel)()
	}
	select {
	case <-done:
	case <-e.member.lost:
	case <-time.After(patience):
	}
}

// confirm records that the server has said that the epoch is ours, when it was asked at a time.
func (m *member) confirm(asked time.Time) {
	for at := int64(asked.Sub(m.begun)); ; {
		before := m.heard.Load()
		if at <= before || m.heard.CompareAndSwap(before, at) {
			return
		}
	}
}

// sure reports whether this process can rely on having heard of everything.
func (m *member) sure() bool {
	select {
	case <-m.lost:
		return false
	default:
	}
	return m.held.Load() && time.Since(m.begun)-time.Duration(m.heard.Load()) < trust
}

// lose records that another epoch has begun, in which all tasks are free.
func (m *member) lose() {
	m.once.Do(func() {
		close(m.lost)
		m.leases.bar()
	})
}

func (m *member) close() {
	m.leases.close()
	m.cancel()
	select {
	case <-m.stopped:
	case <-time.After(farewell): // the server does not answer
		m.abandon()
		<-m.stopped
	}
}
