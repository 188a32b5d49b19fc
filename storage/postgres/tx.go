package postgres

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/storage/kv"
)

// querier is a connection with a running transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// transaction implements [kv.Tx] on a transaction of the server. Its writes are held in memory until the
// group commits.
type transaction struct {
	conn       querier
	asked      time.Time // time of the last query
	cache      *cache
	generation int64
	writable   bool
	writes     map[kv.Table]map[string][]byte // nil for a deletion
	undo       []func()
	// err is the server's first error: what is read after it is invalid, and nothing is committed.
	err error
}

var errReadOnly = errors.New("a view cannot write")

// rollback undoes the writes since the last call of keep.
func (t *transaction) rollback() {
	for _, undo := range slices.Backward(t.undo) {
		undo()
	}
	t.undo = nil
}

// keep makes the writes so far part of the group.
func (t *transaction) keep() { t.undo = nil }

func (t *transaction) Get(name kv.Table, key []byte) []byte {
	if value, ok := t.writes[name][string(key)]; ok {
		return value
	}
	at := place{name, string(key)}
	if value, ok := t.cache.get(t.generation, at); ok {
		return value
	}
	if t.err != nil {
		return nil
	}
	values := ask(t, pgx.RowTo[[]byte], "select value from pair where tbl = $1 and key = $2", string(name), key)
	if t.err != nil {
		return nil
	}
	var value []byte
	if len(values) > 0 {
		value = values[0]
	}
	t.cache.put(t.generation, at, value)
	return value
}

const (
	// askTime limits how long a query may take: the server either answers in milliseconds or is not there.
	askTime = 15 * time.Second
	// longestIdle is after how long the server ends an idle transaction, so that a suspended process does not
	// keep others from writing; halfIdle is how long a transaction is left idle by us.
	longestIdle = "20s"
	halfIdle    = 5 * time.Second
)

// ask returns the rows of a query. It sets err if the query fails.
func ask[T any](t *transaction, row pgx.RowToFunc[T], sql string, args ...any) []T {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	t.asked = time.Now()
	rows, err := t.conn.Query(ctx, sql, args...)
	if err != nil {
		t.err = err
		return nil
	}
	all, err := pgx.CollectRows(rows, row)
	if err != nil {
		t.err = err
	}
	return all
}

func (t *transaction) Put(name kv.Table, key, value []byte) error {
	return t.change(name, key, append([]byte{}, value...)) // never nil, which means deleted
}

func (t *transaction) Delete(name kv.Table, key []byte) error { return t.change(name, key, nil) }

// change sets the value that a key will have; nil deletes it.
func (t *transaction) change(name kv.Table, key, value []byte) error {
	if !t.writable {
		return errReadOnly
	}
	if t.err == nil && time.Since(t.asked) > halfIdle {
		ask(t, pgx.RowTo[int], "select 1")
	}
	table := t.writes[name]
	if table == nil {
		table = map[string][]byte{}
		t.writes[name] = table
	}
	k := string(key)
	before, was := table[k]
	table[k] = value
	t.undo = append(t.undo, func() {
		if was {
			table[k] = before
		} else {
			delete(table, k)
		}
	})
	return t.err
}

// Scans begin with a few rows, because most end early, and continue with more.
const (
	firstRows = 16
	mostRows  = 1024
)

// Scan merges the rows of the server with the uncommitted writes.
func (t *transaction) Scan(name kv.Table, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		changed := t.changedFrom(name, from)
		// pass yields the changed keys before a key, and reports whether to continue.
		pass := func(before []byte) bool {
			for len(changed) > 0 && (before == nil || changed[0] < string(before)) {
				k := changed[0]
				changed = changed[1:]
				if v := t.writes[name][k]; v != nil && !yield([]byte(k), v) {
					return false
				}
			}
			return true
		}
		for p := range t.stored(name, from) {
			if !pass(p.Key) {
				return
			}
			if len(changed) > 0 && changed[0] == string(p.Key) {
				changed = changed[1:]
				if p.Value = t.writes[name][string(p.Key)]; p.Value == nil {
					continue
				}
			}
			if !yield(p.Key, p.Value) {
				return
			}
		}
		if t.err == nil {
			pass(nil)
		}
	}
}

// changedFrom returns the keys from one on that were written or deleted, in order.
func (t *transaction) changedFrom(name kv.Table, from []byte) (keys []string) {
	for k := range maps.Keys(t.writes[name]) {
		if k >= string(from) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

type pair struct{ Key, Value []byte }

// stored iterates over the server's pairs from a key on.
func (t *transaction) stored(name kv.Table, from []byte) iter.Seq[pair] {
	return func(yield func(pair) bool) {
		if from == nil {
			from = []byte{}
		}
		for limit := firstRows; t.err == nil; limit = min(4*limit, mostRows) {
			pairs := ask(t, pgx.RowToStructByPos[pair], "select key, value from pair where tbl = $1 and key >= $2 order by key limit $3", string(name), from, limit)
			if t.err != nil {
				return
			}
			for _, p := range pairs {
				if !yield(p) {
					return
				}
			}
			if len(pairs) < limit {
				return
			}
			from = append(bytes.Clone(pairs[limit-1].Key), 0) // the next possible key
		}
	}
}
