package matrix

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"go.mau.fi/util/dbutil"
)

// Location is where a store is: the file Name, or a server if Connect is set.
type Location struct {
	Name    string // for the operator
	Connect Connect
	Exists  func(context.Context) (bool, error) // whether the server has a store
	// Away reports whether an error means that the server cannot be reached for now.
	Away func(error) bool
}

// exists reports whether there is a store.
func (l Location) exists(ctx context.Context) (bool, error) {
	if l.Connect != nil {
		return l.Exists(ctx)
	}
	_, err := os.Stat(l.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (l Location) open(ctx context.Context) (*store, error) {
	if l.Connect != nil {
		return openServer(ctx, l.Name, l.Connect, nil)
	}
	return openFile(ctx, l.Name)
}

// checkNotMoved returns an error for the operator if the contents of the store have been moved to
// another store.
func (s *store) checkNotMoved(ctx context.Context) error {
	to, err := s.note(ctx, movedNote)
	if err != nil || to == "" {
		return err
	}
	return fmt.Errorf("the keys of Matrix have gone from %s to %s, and must not be used in two places: use that database, or bring them back with raumbot db migrate", s.name, to)
}

// errOccupied means that a store cannot be moved, because the target has other keys.
var errOccupied = errors.New("the keys of Matrix cannot be moved")

// Moving is a store that is being moved to another location, with its keys, its sync position and
// the state of its rooms. Either [Moving.Finish] or [Moving.Abandon] must be called.
type Moving struct {
	from, to *store
	created  string // the file that was created for to; empty if there is none
	tx       *sql.Tx
}

// Move begins to move a store to another location, where there must be no store, or one whose
// contents have been moved away. It returns nil if from has no contents to move. Nothing takes
// effect before [Moving.Finish].
func Move(ctx context.Context, from, to Location) (*Moving, error) {
	there, err := from.exists(ctx)
	if err != nil || !there {
		return nil, err
	}
	m := &Moving{}
	if m.from, err = from.open(ctx); err != nil {
		return nil, err
	}
	device, err := m.from.note(ctx, deviceNote)
	gone, wrong := m.from.note(ctx, movedNote)
	if err = errors.Join(err, wrong); err != nil || device == "" || gone != "" {
		m.close()
		return nil, err
	}
	if there, err = to.exists(ctx); err == nil && !there && to.Connect == nil {
		m.created = to.Name
	}
	if err == nil {
		if m.to, err = to.open(ctx); err != nil {
			err = fmt.Errorf("the keys of Matrix cannot be moved: %w", err)
		}
	}
	if err == nil {
		err = m.copy(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, m.Abandon())
	}
	return m, nil
}

// Finish makes the move take effect, and records in the old store where its contents are now.
func (m *Moving) Finish(ctx context.Context) error {
	if m == nil {
		return nil
	}
	defer m.close()
	if err := m.tx.Commit(); err != nil {
		return fmt.Errorf("the keys of Matrix: %w", err)
	}
	return m.from.putNote(ctx, movedNote, m.to.name)
}

// Abandon leaves everything as it was.
func (m *Moving) Abandon() error {
	if m == nil {
		return nil
	}
	var err error
	if m.tx != nil {
		err = m.tx.Rollback()
	}
	m.close()
	if m.created != "" {
		for _, ending := range []string{"", "-wal", "-shm"} {
			if e := os.Remove(m.created + ending); !errors.Is(e, fs.ErrNotExist) {
				err = errors.Join(err, e)
			}
		}
	}
	return err
}

func (m *Moving) close() {
	for _, s := range []*store{m.from, m.to} {
		if s != nil {
			s.close()
		}
	}
}

// copy copies all tables in a transaction of the target, and compares the copies with
// the originals.
func (m *Moving) copy(ctx context.Context) error {
	device, err := m.to.note(ctx, deviceNote)
	if err != nil {
		return err
	}
	gone, err := m.to.note(ctx, movedNote)
	if err != nil {
		return err
	}
	if device != "" && gone == "" {
		return fmt.Errorf("%w: %s holds those of the device %s already; delete them if they are not needed, and log that device out", errOccupied, m.to.name, device)
	}
	tables, err := m.from.tables(ctx)
	if err != nil {
		return err
	}
	if m.tx, err = m.to.db.RawDB.BeginTx(ctx, nil); err != nil {
		return err
	}
	if m.to.server != nil { // the transaction is idle while the caller moves other data
		if _, err := m.tx.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = 0"); err != nil {
			return err
		}
	}
	for _, table := range slices.Backward(tables) { // tables that refer to others sort after them
		if _, err := m.tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	for _, table := range tables {
		booleans, err := booleanColumns(ctx, m.tx, table, m.to.server != nil)
		if err != nil {
			return err
		}
		before, err := eachRow(ctx, m.from.db.RawDB, table, func(columns []string, row []any) error {
			for i, column := range columns {
				if n, ok := row[i].(int64); ok && booleans[column] {
					row[i] = n != 0
				}
			}
			_, err := m.tx.ExecContext(ctx, insertStatement(table, columns), row...)
			return err
		})
		if err != nil {
			return fmt.Errorf("the keys of Matrix, %s: %w", table, err)
		}
		after, err := eachRow(ctx, m.tx, table, nil)
		if err != nil {
			return err
		}
		if before != after {
			return fmt.Errorf("the keys of Matrix, %s: the copy is not the same as the original", table)
		}
	}
	return nil
}

// tables returns the sorted names of all tables except versionTables.
func (s *store) tables(ctx context.Context) ([]string, error) {
	query := "SELECT name FROM sqlite_master WHERE type='table' AND substr(name, 1, 7)<>'sqlite_'"
	if s.server != nil {
		query = "SELECT table_name FROM information_schema.tables WHERE table_schema=current_schema() AND table_name<>'raumbot_owner'"
	}
	rows, err := s.db.Query(ctx, query)
	names, err := dbutil.NewRowIterWithError(rows, dbutil.ScanSingleColumn[string], err).AsList()
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(versionTables, name) })
	slices.Sort(names)
	return names, err
}

func insertStatement(table string, columns []string) string {
	places := make([]string, len(columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	return fmt.Sprintf(`INSERT INTO %s ("%s") VALUES (%s)`, table, strings.Join(columns, `", "`), strings.Join(places, ", "))
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// eachRow calls do for each row of a table, unless do is nil. It returns a checksum of all rows,
// which does not depend on the order of rows and columns.
func eachRow(ctx context.Context, db querier, table string, do func(columns []string, row []any) error) (sum [sha256.Size]byte, err error) {
	rows, err := db.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return sum, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return sum, err
	}
	order := make([]int, len(columns))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(columns[a], columns[b]) })
	row, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		places[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return sum, err
		}
		var text bytes.Buffer
		for _, i := range order {
			row[i] = normalized(row[i])
			value := row[i]
			if data, ok := value.([]byte); ok { // SQLite keeps some texts as bytes
				value = string(data)
			}
			fmt.Fprintf(&text, "%s %T %q\n", columns[i], value, fmt.Sprint(value))
		}
		for i, b := range sha256.Sum256(text.Bytes()) {
			sum[i] ^= b
		}
		if do != nil {
			if err := do(columns, row); err != nil {
				return sum, err
			}
		}
	}
	return sum, rows.Err()
}

// booleanColumns returns the boolean columns of a table on a server; in SQLite their values are
// numbers. For a file it returns nil.
func booleanColumns(ctx context.Context, db querier, table string, server bool) (map[string]bool, error) {
	if !server {
		return nil, nil
	}
	rows, err := db.QueryContext(ctx, "SELECT column_name FROM information_schema.columns WHERE table_schema=current_schema() AND table_name=$1 AND data_type='boolean'", table)
	names, err := dbutil.NewRowIterWithError(rows, dbutil.ScanSingleColumn[string], err).AsList()
	columns := map[string]bool{}
	for _, name := range names {
		columns[name] = true
	}
	return columns, err
}

// normalized returns a value in a form that both databases store alike.
func normalized(value any) any {
	switch v := value.(type) {
	case time.Time:
		return v.UTC().Truncate(time.Microsecond)
	case string:
		return strings.ReplaceAll(v, "\x00", "\uFFFD")
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	}
	return value
}
