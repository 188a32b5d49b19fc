package matrix

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"go.mau.fi/util/dbutil"
	"maunium.net/go/mautrix/sqlstatestore"
)

// Server is a schema of a PostgreSQL database that holds a store. One process at a time has it, and
// writes through the one connection that holds the lock.
type Server interface {
	DB() *sql.DB
	// Lost returns a channel that is closed when another process may have taken the store. After
	// that, all reads and writes fail.
	Lost() <-chan struct{}
	// Rewound reports whether the latest changes may have been lost.
	Rewound() bool
	// Away reports whether an error means that the server cannot be reached for now.
	Away(error) bool
	Close() error
}

// Connect connects to a server. While another process has the store it calls waiting once, with the
// reason, and waits; it fails if waiting is nil.
type Connect func(ctx context.Context, waiting func(error)) (Server, error)

// openServer opens a store on a server; name is for the operator.
func openServer(ctx context.Context, name string, connect Connect, waiting func(error)) (*store, error) {
	server, err := connect(ctx, waiting)
	if err != nil {
		return nil, err
	}
	db, err := dbutil.NewWithDB(server.DB(), "pgx")
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	s := &store{SQLStateStore: sqlstatestore.NewSQLStateStore(db, dbutil.NoopLogger, false), db: db, name: name, server: server}
	if err := s.createTables(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("the keys of Matrix cannot be kept in %s: %w", name, err), server.Close())
	}
	return s, nil
}

// createTables creates and upgrades the tables.
func (s *store) createTables(ctx context.Context) error {
	for _, table := range versionTables { // otherwise dbutil would find those of other schemas
		if _, err := s.db.Exec(ctx, "CREATE TABLE IF NOT EXISTS "+table+" (version INTEGER, compat INTEGER)"); err != nil {
			return err
		}
	}
	if err := s.upgrade(ctx, `CREATE TABLE IF NOT EXISTS raumbot_note (name TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)`); err != nil {
		return err
	}
	if err := s.widenColumns(ctx); err != nil {
		return err
	}
	if s.server.Rewound() {
		// The ratchet of a key may be behind the messages that were encrypted with it, so it must
		// not be used again.
		_, err := s.db.Exec(ctx, "DELETE FROM crypto_megolm_outbound_session")
		return err
	}
	return nil
}

// versionTables are the tables in which dbutil stores the versions of the others.
var versionTables = []string{sqlstatestore.VersionTableName, "crypto_version"}

// widenColumns makes columns as wide as they are in SQLite. Other homeservers choose the length of
// values, and a single event that could not be stored would stop the processing of all others.
func (s *store) widenColumns(ctx context.Context) error {
	rows, err := s.db.Query(ctx, `SELECT table_name, column_name, CASE WHEN data_type IN ('integer', 'smallint') THEN 'bigint' ELSE 'text' END
		FROM information_schema.columns WHERE table_schema=current_schema() AND data_type IN ('character', 'integer', 'smallint', 'jsonb', 'USER-DEFINED')`)
	if err != nil {
		return err
	}
	changes, err := dbutil.NewRowIterWithError(rows, func(row dbutil.Scannable) (change string, err error) {
		var table, column, kind string
		err = row.Scan(&table, &column, &kind)
		return fmt.Sprintf(`ALTER TABLE %s ALTER COLUMN "%s" TYPE %s USING "%s"::%s`, table, column, kind, column, kind), err
	}, err).AsList()
	if err != nil || len(changes) == 0 {
		return err
	}
	_, err = s.db.Exec(ctx, strings.Join(changes, "; "))
	return err
}

// lostSignal returns a channel that is closed when another process has taken over the store. It is
// nil for a file.
func (s *store) lostSignal() <-chan struct{} {
	if s.server == nil {
		return nil
	}
	return s.server.Lost()
}

// lost reports whether another process has taken over the store.
func (s *store) lost() bool {
	select {
	case <-s.lostSignal():
		return true
	default:
		return false
	}
}

// confirmOwnership returns an error if the store is on a server and this process no longer has it,
// or the server does not respond.
func (s *store) confirmOwnership(ctx context.Context) error {
	if s.server == nil {
		return nil
	}
	_, err := s.db.Exec(ctx, "SELECT 1")
	return err
}
