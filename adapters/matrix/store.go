package matrix

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"go.mau.fi/util/dbutil"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/crypto/sql_store_upgrade"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
	"maunium.net/go/mautrix/sqlstatestore"
	_ "modernc.org/sqlite" // the pure Go driver "sqlite"
)

// store holds the data that must match the homeserver: the sync position, the state of rooms, and
// the keys. They are in one place, a SQLite file or a schema of a database on a server, because
// none of them is of use without the others.
type store struct {
	*sqlstatestore.SQLStateStore
	db     *dbutil.Database
	name   string // for the operator
	server Server // nil for a file
}

var _ mautrix.StateStore = (*store)(nil)

// openStore opens a store in a file. It creates a file that only its owner can read if there is
// none, and fails if the contents have been moved to another store.
func openStore(ctx context.Context, path string) (*store, error) {
	s, err := openFile(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := s.checkNotMoved(ctx); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

// openFile is like openStore, but allows a file whose contents have been moved.
func openFile(ctx context.Context, path string) (*store, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the store of Matrix cannot be opened: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	query := url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"},
		"_txlock": {"immediate"},
	}
	raw, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+query.Encode())
	if err != nil {
		return nil, err
	}
	db, err := dbutil.NewWithDB(raw, "sqlite")
	if err != nil {
		return nil, err
	}
	s := &store{SQLStateStore: sqlstatestore.NewSQLStateStore(db, dbutil.NoopLogger, false), db: db, name: path}
	if err := s.check(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s is damaged: move it away to start over, as docs/matrix.md explains: %w", path, err), db.Close())
	}
	err = s.upgrade(ctx, "CREATE TABLE IF NOT EXISTS raumbot_note (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
	if err == nil { // an earlier version had another prefix for room tasks
		_, err = db.Exec(ctx, "UPDATE OR REPLACE raumbot_note SET name='task/' || substr(name, 6) WHERE substr(name, 1, 5)='door/'")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be used: %w", path, err), db.Close())
	}
	return s, nil
}

// upgrade brings the tables to the newest version. notes is the statement that creates the table
// of notes.
func (s *store) upgrade(ctx context.Context, notes string) error {
	if err := s.Upgrade(ctx); err != nil {
		return err
	}
	if err := s.db.Child(sql_store_upgrade.VersionTableName, sql_store_upgrade.Table, dbutil.NoopLogger).Upgrade(ctx); err != nil {
		return err
	}
	_, err := s.db.Exec(ctx, notes)
	return err
}

// check returns an error that describes the damage of a file, nil if there is none.
func (s *store) check(ctx context.Context) error {
	var verdict string
	if err := s.db.QueryRow(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return errors.New(verdict)
	}
	return nil
}

// close closes the store. Errors do not matter, as every write has been committed.
func (s *store) close() {
	if s.server != nil {
		_ = s.server.Close()
		return
	}
	_ = s.db.Close()
}

// away reports whether an error means that the server of the store cannot be reached for now.
func (s *store) away(err error) bool { return s.server != nil && err != nil && s.server.Away(err) }

// note returns the value that is stored under a name, empty if there is none.
func (s *store) note(ctx context.Context, name string) (value string, err error) {
	err = s.db.QueryRow(ctx, "SELECT value FROM raumbot_note WHERE name=$1", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, err
}

// putNote stores a value under a name; an empty value deletes it.
func (s *store) putNote(ctx context.Context, name, value string) (err error) {
	if value == "" {
		_, err = s.db.Exec(ctx, "DELETE FROM raumbot_note WHERE name=$1", name)
		return err
	}
	_, err = s.db.Exec(ctx, "INSERT INTO raumbot_note (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value=excluded.value", name, value)
	return err
}

// dropNote deletes a value, unless it has changed.
func (s *store) dropNote(ctx context.Context, name, value string) error {
	_, err := s.db.Exec(ctx, "DELETE FROM raumbot_note WHERE name=$1 AND value=$2", name, value)
	return err
}

// notes returns up to limit names with a prefix, sorted, and their values.
func (s *store) notes(ctx context.Context, prefix string, limit int) (names, values []string, err error) {
	rows, err := s.db.Query(ctx, "SELECT name, value FROM raumbot_note WHERE substr(name, 1, $1)=$2 ORDER BY name LIMIT $3", len(prefix), prefix, limit)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, nil, err
		}
		names, values = append(names, name), append(values, value)
	}
	return names, values, rows.Err()
}

// applyState stores a state event.
func (s *store) applyState(ctx context.Context, e *event.Event) error {
	if e.Type != event.StateMember && e.GetStateKey() != "" {
		return nil
	}
	switch content := e.Content.Parsed.(type) {
	case *event.MemberEventContent:
		return s.SetMember(ctx, e.RoomID, id.UserID(e.GetStateKey()), content)
	case *event.PowerLevelsEventContent:
		return s.SetPowerLevels(ctx, e.RoomID, content)
	case *event.EncryptionEventContent:
		// Encryption cannot be turned off, whatever the state says later.
		if encrypted, err := s.IsEncrypted(ctx, e.RoomID); err != nil || encrypted && content.Algorithm != id.AlgorithmMegolmV1 {
			return err
		}
		return s.SetEncryptionEvent(ctx, e.RoomID, content)
	case *event.CreateEventContent:
		return s.SetCreate(ctx, e)
	case *event.JoinRulesEventContent:
		return s.SetJoinRules(ctx, e.RoomID, content)
	case *event.HistoryVisibilityEventContent:
		return s.SetHistoryVisibility(ctx, e.RoomID, content)
	}
	return nil
}

// knows reports whether a user is a member of any room of the bot.
func (s *store) knows(ctx context.Context, user id.UserID) (bool, error) {
	var n int
	err := s.db.QueryRow(ctx, "SELECT COUNT(*) FROM mx_user_profile WHERE user_id=$1 AND membership='join'", user).Scan(&n)
	return n > 0, err
}
