package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// setUp has each connection made with config look for tables in a schema, and work with some
// settings. They are made after connecting, because what pools connections between the bot and the
// server, such as PgBouncer, refuses most of them before.
func setUp(config *pgx.ConnConfig, schema string, settings ...string) {
	sql := "set search_path = " + pgx.Identifier{schema}.Sanitize()
	for _, setting := range settings {
		sql += "; set " + setting
	}
	config.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		ctx, cancel := context.WithTimeout(ctx, Patience/2)
		defer cancel()
		if _, err := conn.Exec(ctx, sql).ReadAll(); err != nil {
			return err
		}
		return keepAnswers(ctx, conn)
	}
}

// errLent means that a connection is not a session of the server, but lent by something in between.
var errLent = errors.New("between raumbot and the server of the database something lends connections for one transaction at a time, so that locks would be another's: PgBouncer must pool sessions (pool_mode = session); best name the server itself")

// ownSession returns an error if a connection does not lead to one and the same session of the
// server from its beginning to its end.
func ownSession(ctx context.Context, config *pgx.ConnConfig) error {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	first, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer first.Close(ctx)
	ask := func(conn *pgx.Conn, sql string) (answer string, err error) {
		err = conn.QueryRow(ctx, sql, pgx.QueryExecModeSimpleProtocol).Scan(&answer)
		return answer, err
	}
	var process uint32
	if err := first.QueryRow(ctx, "select pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&process); err != nil || process == first.PgConn().PID() {
		return err // nothing is in between
	}
	second, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer second.Close(ctx)
	for n, conn := range []*pgx.Conn{first, second} {
		if _, err := ask(conn, "select set_config('raumbot.connection', '"+[]string{"first", "second"}[n]+"', false)"); err != nil {
			return err
		}
	}
	for range 2 { // sessions may be lent by turns
		if answer, err := ask(first, "select coalesce(current_setting('raumbot.connection', true), '')"); err != nil {
			return err
		} else if answer != "first" {
			return errLent
		}
	}
	return nil
}
