package postgres

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"raumbot/storage/kv"
)

//go:embed schema.sql
var tables string

// IsURL reports whether a database's name is a PostgreSQL URL.
func IsURL(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// oldest is the first version of PostgreSQL with all the features used.
const oldest = 140000

// mostConnections is the size of the connection pool, unless the URL sets another.
const mostConnections = 16

// DefaultSchema is the PostgreSQL schema that holds the tables, unless the URL has the
// parameter schema.
const DefaultSchema = "raumbot"

// Open opens a database for this process alone, creating its tables if there are none. While
// another process uses it, Open calls waiting once and waits; if waiting is nil it fails with an
// error for which [Held] is true. Errors are sentences for the operator, and do not contain the
// password.
func Open(ctx context.Context, name string, waiting func()) (*Engine, error) {
	return OpenIf(ctx, name, nil, waiting)
}

// OpenIf is [Open] if fit returns no error, which is asked once no other process uses the database
// and before anything is written to it. It must only read. It is not asked if there are no tables
// yet.
func OpenIf(ctx context.Context, name string, fit func(*Engine) error, waiting func()) (*Engine, error) {
	e, config, err := connect(ctx, name)
	if err != nil {
		return nil, err
	}
	conn, err := e.await(ctx, config, waiting)
	if err == nil {
		if err = e.take(ctx, conn, config, fit); err != nil {
			leave(context.WithoutCancel(ctx), conn)
		}
	}
	if err != nil {
		e.pool.Close()
		return nil, Sentence(err)
	}
	return e, nil
}

// OpenToRead is [Open] for reading only, beside the process that owns the database.
func OpenToRead(ctx context.Context, name string) (*Engine, error) {
	e, _, err := connect(ctx, name)
	if err != nil {
		return nil, err
	}
	if _, err := e.pool.Exec(ctx, "select from state left join (select from pair limit 1) as first on true"); err != nil {
		e.pool.Close()
		return nil, readingSentence(err)
	}
	return e, nil
}

// fits returns fit's error, if there is a database.
func (e *Engine) fits(ctx context.Context, conn *pgx.Conn, fit func(*Engine) error) error {
	var there bool
	err := conn.QueryRow(ctx, "select to_regclass('pair') is not null and to_regclass('state') is not null").Scan(&there)
	if err != nil || !there || fit == nil {
		return err
	}
	return fit(e)
}

// Same reports whether two URLs are those of one schema.
func Same(ctx context.Context, a, b string) (bool, error) {
	var at [2]string
	for i, name := range []string{a, b} {
		e, _, err := connect(ctx, name)
		if err != nil {
			return false, err
		}
		// A server is known by the microsecond in which it was started.
		err = e.pool.QueryRow(ctx, "select format('%s %s %s', extract(epoch from pg_postmaster_start_time()), oid, $1::text) from pg_database where datname = current_database()", e.schema).Scan(&at[i])
		e.pool.Close()
		if err != nil {
			return false, Sentence(err)
		}
	}
	return at[0] == at[1], nil
}

// Held reports whether an error of [Open] means that another process owns the database.
func Held(err error) bool { return errors.Is(err, ErrHeld) }

func connect(ctx context.Context, name string) (*Engine, *pgx.ConnConfig, error) {
	schema, name, err := takeSchema(name)
	if err != nil {
		return nil, nil, err
	}
	config, err := parse(name)
	if err != nil {
		return nil, nil, err
	}
	if !strings.Contains(name, "pool_max_conns") {
		config.MaxConns = mostConnections
	}
	config.PingTimeout = pingTime
	config.ConnConfig.ConnectTimeout = Patience / 2
	config.ConnConfig.RuntimeParams["application_name"] = "raumbot"
	setUp(config.ConnConfig, schema,
		"default_transaction_isolation = 'read committed'",
		// All pairs are found by their keys, also where the server has no statistics yet; nothing
		// is worth compiling.
		"enable_seqscan = off", "jit = off",
		// A machine that vanishes in the middle of a commit must not keep the row of state: the
		// server notices within 15 seconds.
		"tcp_keepalives_idle = 5", "tcp_keepalives_interval = 3", "tcp_keepalives_count = 3")
	if err := ownSession(ctx, config.ConnConfig); err != nil {
		return nil, nil, Sentence(err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, nil, Sentence(err)
	}
	e := &Engine{pool: pool, schema: schema, cache: newCache(), kept: mostKept, closed: make(chan struct{})}
	var version int
	var standby bool
	err = pool.QueryRow(ctx, "select current_setting('server_version_num')::int, pg_is_in_recovery()").Scan(&version, &standby)
	switch {
	case err != nil:
		err = Sentence(err)
	case version < oldest:
		err = fmt.Errorf("the server of the database is PostgreSQL %d: version %d or later is needed", version/10000, oldest/10000)
	case standby:
		err = errors.New("the server of the database is a standby, which cannot be written to: name the primary, or several hosts with target_session_attrs=read-write")
	}
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return e, config.ConnConfig, nil
}

// prepared reports whether the schema has the tables of this program, and none of an earlier one.
func prepared(ctx context.Context, conn *pgx.Conn) (ready bool, err error) {
	err = conn.QueryRow(ctx, `select exists (select from pg_attribute where attrelid = to_regclass('state') and attname = 'mark')
		and to_regclass('pair') is not null and coalesce(to_regclass('change'), to_regclass('lease')) is null`).Scan(&ready)
	return ready, err
}

// prepare creates the schema and its tables, where they are missing. No other process may use them.
func prepare(ctx context.Context, conn *pgx.Conn, schema string) error {
	ready, err := prepared(ctx, conn)
	if err != nil || ready {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", LockClass) // serialises processes that make several schemas at the same time
		if err == nil {
			_, err = tx.Exec(ctx, "create schema if not exists "+pgx.Identifier{schema}.Sanitize())
		}
		if err == nil {
			_, err = tx.Exec(ctx, tables)
		}
		return err
	})
}

// MakeViews creates, for each table, a view that shows its records as jsonb, unless all are there
// already and are to be kept. prefix is the number of bytes before the JSON in a value.
func (e *Engine) MakeViews(ctx context.Context, names []kv.Table, prefix int, keep bool) error {
	var there int
	if err := e.pool.QueryRow(ctx, "select count(*) from pg_views where schemaname = current_schema() and viewname = any($1)", names).Scan(&there); err != nil {
		return err
	}
	if keep && there == len(names) { // making them takes a moment, for which a process that takes over has no time
		return nil
	}
	batch := &pgx.Batch{}
	for _, name := range names {
		batch.Queue(fmt.Sprintf("create or replace view %s as select key, convert_from(substr(value, %d), 'UTF8')::jsonb as record from pair where tbl = '%s'",
			pgx.Identifier{string(name)}.Sanitize(), prefix+1, strings.ReplaceAll(string(name), "'", "''")))
	}
	return e.pool.SendBatch(ctx, batch).Close()
}
