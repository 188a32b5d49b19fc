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
	Away    func(error) bool                    // whether an error means that the server cannot be reached for now
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

// stillHere returns an error if everything has been moved to another store.
func (s *store) stillHere(ctx context.Context) error {
	to, err := s.note(ctx, movedNote)
	if err != nil || to == "" {
		return err
	}
	return fmt.Errorf("the keys of Matrix have gone from %s to %s, and must not be used in two places: use that database, or bring them back with raumbot db migrate", s.name, to)
}

// errOccupied means that a store cannot be moved, because there are other keys where it should go.
var errOccupied = errors.New("the keys of Matrix cannot be moved")

// Moving is a store of Matrix that is being moved, with its keys, position and rooms, to another location. Either [Moving.Finish] or
// [Moving.Abandon] must be called.
type Moving struct {
	from, to *store
	made     string // the file that was made for it
	tx       *sql.Tx
}

// Move copies a store to another location, where there must be none, or one that was moved away. It returns nil if there is nothing to
// move, or no more. Nothing takes effect before [Moving.Finish].
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
		m.made = to.Name
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

// Finish makes the move take effect, and notes in the old place where the keys are.
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
	if m.made != "" {
		for _, ending := range []string{"", "-wal", "-shm"} {
			if e := os.Remove(m.made + ending); !errors.Is(e, fs.ErrNotExist) {
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

// copy copies all tables in a transaction of the target, and compares.
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
	if m.to.server != nil { // all else may be copied before it is finished
		if _, err := m.tx.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = 0"); err != nil {
			return err
		}
	}
	for _, table := range slices.Backward(tables) { // those that refer to others come after them
		if _, err := m.tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	for _, table := range tables {
		truths, err := truths(ctx, m.tx, table, m.to.server != nil)
		if err != nil {
			return err
		}
		before, err := eachRow(ctx, m.from.db.RawDB, table, func(columns []string, row []any) error {
			for i, column := range columns {
				if n, ok := row[i].(int64); ok && truths[column] {
					row[i] = n != 0
				}
			}
			_, err := m.tx.ExecContext(ctx, insertion(table, columns), row...)
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

// tables returns the names of all tables but those in which versions are noted, sorted.
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

func insertion(table string, columns []string) string {
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

// eachRow calls do for each row of a table, and returns a checksum of all, in whatever order they and their columns come.
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
			row[i] = plainly(row[i])
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

// truths returns the columns of a table that hold truths, which are numbers in SQLite.
func truths(ctx context.Context, db querier, table string, server bool) (map[string]bool, error) {
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

// plainly returns a value in the form that is the same for both databases.
func plainly(value any) any {
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
