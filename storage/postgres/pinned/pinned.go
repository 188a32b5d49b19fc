// Package pinned keeps a schema beside the bot's in PostgreSQL, for a library that has tables of
// its own through database/sql.
package pinned

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"raumbot/bot"
	"raumbot/storage/postgres"
)

// Schema is a schema all of whose statements go through one connection, which holds an advisory
// lock: who loses the connection can read and write nothing until it has the lock again, and
// nothing ever after if another process has had it in between. So a statement that succeeds says
// that the lock was held.
type Schema struct {
	db       *sql.DB
	config   *pgx.ConnConfig
	schema   string
	rewound  bool
	once     sync.Once
	lost     chan struct{}
	stop     context.CancelFunc
	stopped  chan struct{}
	waits    atomic.Bool // a new connection waits for the lock for a while
	mu       sync.Mutex  // guards the fields below
	epoch    int64       // 0 before the lock was held
	timeline string
	conn     net.Conn
	process  int // the server's for the connection
}

// Pin takes the schema that is named like the one in a URL, with an ending. While another process
// has it, Pin or the server is away, Pin calls waiting once with the reason and waits; if waiting
// is nil it fails.
func Pin(ctx context.Context, name, ending string, waiting func(error)) (*Schema, error) {
	config, schema, err := postgres.ConfigBeside(name, ending)
	if err != nil {
		return nil, err
	}
	p := &Schema{config: config, schema: schema, lost: make(chan struct{}), stopped: make(chan struct{})}
	p.db = sql.OpenDB(connector{p})
	p.db.SetMaxOpenConns(1)
	p.db.SetMaxIdleConns(1)
	for told := false; ; {
		err := p.db.PingContext(ctx)
		if err == nil {
			break
		}
		if ctx.Err() != nil || waiting == nil || !postgres.Held(err) && !postgres.Away(err) {
			return nil, errors.Join(postgres.Sentence(err), ctx.Err(), p.db.Close())
		}
		if !told {
			waiting(postgres.Sentence(err))
			told = true
			p.waits.Store(true)
		}
		if !postgres.Held(err) {
			postgres.Pause(ctx, postgres.Beat)
		}
	}
	p.waits.Store(false)
	keeping, cancel := context.WithCancel(context.Background())
	p.stop = cancel
	go p.keep(keeping)
	return p, nil
}

// Exists reports whether a server has the schema that [Pin] takes.
func Exists(ctx context.Context, name, ending string) (there bool, err error) {
	config, schema, err := postgres.ConfigBeside(name, ending)
	if err != nil {
		return false, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, postgres.Sentence(err)
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, "select exists (select from pg_namespace where nspname = $1)", schema).Scan(&there)
	return there, err
}

// DB returns the schema as a database.
func (p *Schema) DB() *sql.DB { return p.db }

// Lost is closed when another process has had the lock, or when the server has been replaced by a
// standby: what this process knows of the tables may be wrong, and it can write nothing any more.
func (p *Schema) Lost() <-chan struct{} { return p.lost }

// Rewound reports whether the server has been replaced by a standby, or restored from its archive,
// since the schema was last used: the latest changes may be missing.
func (p *Schema) Rewound() bool { return p.rewound }

// Away reports whether an error of [Pin] or of a [Schema] means that the server cannot be reached
// for now.
func Away(err error) bool { return postgres.Away(err) || errors.Is(err, driver.ErrBadConn) }

// Away is the function [Away].
func (p *Schema) Away(err error) bool { return Away(err) }

// Close ends the connection, and with it the lock.
func (p *Schema) Close() error {
	p.stop()
	<-p.stopped
	closing, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	// The server may notice only later that the connection has ended.
	_, _ = p.db.ExecContext(closing, "select pg_advisory_unlock_all()")
	return p.db.Close()
}

// keep uses the connection, so that the server does not take it from a process that is alive, and a
// lost one is noticed.
func (p *Schema) keep(ctx context.Context) {
	defer close(p.stopped)
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-p.lost:
			return
		case <-time.After(postgres.Beat):
		}
		asking, cancel := context.WithTimeout(ctx, postgres.Patience)
		err := p.db.PingContext(asking)
		cancel()
		if err != nil && ctx.Err() == nil && !p.busy(ctx) {
			p.mu.Lock()
			_ = p.conn.Close() // ends a statement that waits for a server that is gone
			p.mu.Unlock()
		}
	}
}

// busy reports whether the server works for the connection, or waits for the rest of its
// transaction.
func (p *Schema) busy(ctx context.Context) (busy bool) {
	ctx, cancel := context.WithTimeout(ctx, postgres.Patience)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, p.config)
	if err != nil {
		return false
	}
	defer conn.Close(ctx)
	p.mu.Lock()
	process := p.process
	p.mu.Unlock()
	err = conn.QueryRow(ctx, "select exists (select from pg_stat_activity where pid = $1 and state <> 'idle')", process).Scan(&busy)
	return err == nil && busy
}

// connector connects a [Schema].
type connector struct{ schema *Schema }

// Driver implements [driver.Connector].
func (connector) Driver() driver.Driver { return stdlib.GetDefaultDriver() }

// Connect implements [driver.Connector]: it connects and takes the lock.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	p := c.schema
	select {
	case <-p.lost:
		return nil, bot.ErrTaken
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, postgres.Patience)
	defer cancel()
	made, err := stdlib.GetConnector(*p.config).Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn := conn{made.(*stdlib.Conn)}
	if err = p.prepare(ctx, conn.Conn.Conn()); err == nil {
		err = p.claim(ctx, conn.Conn.Conn())
	}
	for end := time.Now().Add(postgres.Patience / 2); postgres.Held(err) && p.waits.Load() && time.Now().Before(end) && postgres.Pause(ctx, postgres.Glance); {
		err = p.claim(ctx, conn.Conn.Conn())
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

// claim takes the lock for a connection.
func (p *Schema) claim(ctx context.Context, conn *pgx.Conn) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var taken bool
	var process int
	if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1, hashtext(current_schema())), pg_backend_pid()", postgres.LockClass).Scan(&taken, &process); err != nil {
		return err
	}
	if !taken && p.epoch == 0 {
		return postgres.ErrHeld
	}
	var epoch int64
	var timeline, now string
	if err := conn.QueryRow(ctx, "select epoch, timeline from raumbot_owner").Scan(&epoch, &timeline); err != nil {
		return err
	}
	if conn.QueryRow(ctx, "select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)").Scan(&now) != nil {
		now = timeline // a server that does not tell
	}
	switch {
	case p.epoch == 0:
		if err := conn.QueryRow(ctx, "update raumbot_owner set epoch = epoch + 1, timeline = $1 returning epoch", now).Scan(&p.epoch); err != nil {
			return err
		}
		p.timeline, p.rewound = now, timeline != "" && timeline != now
	case epoch != p.epoch || now != p.timeline:
		p.once.Do(func() { close(p.lost) })
		return bot.ErrTaken
	case !taken: // by the connection that was lost, which the server has not noticed yet
		return fmt.Errorf("%w: %w", bot.ErrAway, postgres.ErrHeld)
	}
	p.conn, p.process = conn.PgConn().Conn(), process
	return nil
}

// prepare makes the server notice when the process at the other end of a connection is gone or
// stands still, and makes the schema, if there is none.
func (p *Schema) prepare(ctx context.Context, conn *pgx.Conn) error {
	var ready bool
	batch := &pgx.Batch{}
	for _, setting := range []string{"tcp_keepalives_idle = 5", "tcp_keepalives_interval = 3", "tcp_keepalives_count = 3",
		"idle_session_timeout = '" + postgres.Frozen + "'", "idle_in_transaction_session_timeout = '" + postgres.Frozen + "'"} {
		batch.Queue("set " + setting)
	}
	batch.Queue("select to_regclass('raumbot_owner') is not null").QueryRow(func(row pgx.Row) error { return row.Scan(&ready) })
	if err := conn.SendBatch(ctx, batch).Close(); err != nil || ready {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		for _, statement := range []string{
			fmt.Sprintf("select pg_advisory_xact_lock(%d)", postgres.LockClass), // serialises processes that start at the same time
			"create schema if not exists " + pgx.Identifier{p.schema}.Sanitize(),
			"create table if not exists raumbot_owner (one boolean primary key default true check (one), epoch bigint not null default 0, timeline text not null default '')",
			"insert into raumbot_owner default values on conflict do nothing",
		} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// conn is a connection that gives the server values that it can keep as they are, and finishes what
// has been begun when nobody waits for it any more: cancelling a statement would end the
// connection, and with it the lock.
type conn struct{ *stdlib.Conn }

// ExecContext implements [driver.ExecerContext].
func (c conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.ExecContext(context.WithoutCancel(ctx), query, args)
}

// QueryContext implements [driver.QueryerContext].
func (c conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.QueryContext(context.WithoutCancel(ctx), query, args)
}

// BeginTx implements [driver.ConnBeginTx].
func (c conn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	return c.Conn.BeginTx(context.WithoutCancel(ctx), options)
}

// ResetSession implements [driver.SessionResetter].
func (c conn) ResetSession(ctx context.Context) error {
	return c.Conn.ResetSession(context.WithoutCancel(ctx))
}

// IsValid implements [driver.Validator]. Without it a transaction that is cancelled would end the
// connection.
func (c conn) IsValid() bool { return !c.Conn.Conn().IsClosed() }

// CheckNamedValue implements [driver.NamedValueChecker]. PostgreSQL has no zero bytes in texts, and
// no time zones in timestamps.
func (conn) CheckNamedValue(v *driver.NamedValue) (err error) {
	if v.Value, err = driver.DefaultParameterConverter.ConvertValue(v.Value); err != nil {
		return err
	}
	switch value := v.Value.(type) {
	case string:
		v.Value = strings.ReplaceAll(value, "\x00", "\uFFFD")
	case time.Time:
		v.Value = value.UTC()
	}
	return nil
}
