package postgres

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/tidwall/btree"

	"raumbot/storage/kv"
)

// querier is a connection or a pool.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// rower is a connection or a pool.
type rower interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// transaction implements [kv.Tx] on what is known at a position. What is not known is asked of the
// server. Writes are held in memory until the group commits.
type transaction struct {
	engine   *Engine
	server   querier       // nil for a view that has not asked yet
	snapshot *pgxpool.Conn // of a view; nil if it has none
	known    *pages
	at       position
	room     int // number of loaded pairs that are still kept
	// until is when to stop waiting for the server's first answer; answered is whether it has come.
	until    time.Time
	answered bool

	dirty *btree.BTreeG[pair] // the writes, with a nil value for a deletion; nil for a view
	kept  *btree.BTreeG[pair] // those of the members of the group that have not failed
	// err is the error of the server that has aborted the transaction.
	err error
}

var (
	errReadOnly = errors.New("a view cannot write")
	// errMoved means that the server is not at the position of the transaction.
	errMoved = errors.New("the database has changed")
)

// mostKept limits the number of loaded pairs that a transaction keeps, because it may read
// everything.
const mostKept = 20_000

// newWrites returns an empty set of writes.
func newWrites() *btree.BTreeG[pair] {
	return btree.NewBTreeGOptions(func(a, b pair) bool { return a.at < b.at }, btree.Options{NoLocks: true})
}

// rollback undoes the writes since the last call of keep.
func (t *transaction) rollback() { t.dirty = t.kept.Copy() }

// keep makes the writes so far part of the group.
func (t *transaction) keep() { t.kept = t.dirty.Copy() }

// aborted is what a transaction panics with whose reads cannot go on: nobody shall decide anything
// by what is missing.
type aborted struct{}

// run runs fn, and returns its error. Whether fn was aborted is in err.
func (t *transaction) run(fn func(kv.Tx) error) error {
	defer func() {
		if caught := recover(); caught != nil {
			if _, ok := caught.(aborted); !ok {
				panic(caught)
			}
		}
	}()
	return fn(t)
}

// Get implements [kv.Tx].
func (t *transaction) Get(name kv.Table, key []byte) []byte {
	at := placeOf(name, key)
	if value, ok := t.lookUp(at); ok {
		return value
	}
	// With its neighbours, so that other keys between them are known not to exist.
	rows := t.ask(name, `(select key, value from pair where tbl = $1 and key <= $2 order by key desc limit 1) union all
		(select key, value from pair where tbl = $1 and key > $2 order by key limit 1) order by key`, append([]byte{}, key...)) // nil would be null
	from, to := placeOf(name, nil), endOf(name)
	var value []byte
	for _, row := range rows {
		if row.at <= at {
			from = row.at
		} else {
			to = after(row.at)
		}
		if row.at == at {
			value = row.value
		}
	}
	t.learn(from, to, rows)
	return value
}

func (t *transaction) lookUp(at string) (value []byte, ok bool) {
	if t.dirty != nil {
		if written, ok := t.dirty.Get(pair{at: at}); ok {
			return written.value, true
		}
	}
	return t.known.get(at)
}

// learn adds pairs that were read to what is known.
func (t *transaction) learn(from, to string, rows []pair) {
	t.engine.cache.learn(t.at, from, to, rows)
	if t.room -= len(rows); t.room >= 0 {
		t.known.learn(from, to, rows)
	}
}

// askTime limits how long a query may take: the server either answers in milliseconds or is not
// there.
const askTime = Patience

// moment is the minimum time for which a transaction waits for the server's first answer. It is
// needed because until may pass while the transaction waits for other updates.
const moment = time.Second

// deadline returns the time until which the next query may wait for the server.
func (t *transaction) deadline() time.Time {
	now := time.Now()
	switch least := now.Add(moment); {
	case t.answered:
		return now.Add(askTime)
	case t.until.Before(least):
		return least
	}
	return t.until
}

// ask returns pairs of a table in the order of their keys. If the query fails, or if the server is
// at another position, it sets err and aborts.
func (t *transaction) ask(name kv.Table, sql string, args ...any) (rows []pair) {
	if t.server == nil {
		t.abortIf(t.openSnapshot())
	}
	ctx, cancel := context.WithDeadline(context.Background(), t.deadline())
	defer cancel()
	t.engine.trips.Add(1)
	found, err := t.server.Query(ctx, sql, append([]any{string(name)}, args...)...)
	t.abortIf(err)
	var key, value []byte
	_, err = pgx.ForEachRow(found, []any{&key, &value}, func() error {
		rows = append(rows, pair{placeOf(name, key), value})
		return nil
	})
	t.abortIf(err)
	t.answered = true
	return rows
}

// abortIf aborts the transaction if there is an error.
func (t *transaction) abortIf(err error) {
	if err != nil {
		t.err = err
		panic(aborted{})
	}
}

// Put implements [kv.Tx].
func (t *transaction) Put(name kv.Table, key, value []byte) error {
	return t.change(placeOf(name, key), append([]byte{}, value...)) // never nil, which means deleted
}

// Delete implements [kv.Tx].
func (t *transaction) Delete(name kv.Table, key []byte) error {
	return t.change(placeOf(name, key), nil)
}

// change sets the value that a key will have; nil deletes it.
func (t *transaction) change(at string, value []byte) error {
	if t.dirty == nil {
		return errReadOnly
	}
	if now, ok := t.lookUp(at); !ok || (value == nil) != (now == nil) || string(value) != string(now) {
		t.dirty.Set(pair{at, value})
	}
	return nil
}

// Scans begin with a few pairs, because most end early, and continue with more.
const (
	firstRows = 32
	mostRows  = 1024
)

// Scan implements [kv.Tx].
func (t *transaction) Scan(name kv.Table, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		at, end, prefix := placeOf(name, from), endOf(name), len(name)+1
		for limit := firstRows; at < end; {
			pairs, to, ok := t.known.run(at)
			if !ok {
				pairs = t.ask(name, "select key, value from pair where tbl = $1 and key >= $2 order by key limit $3", []byte(at[prefix:]), limit)
				if to = end; len(pairs) == limit {
					to = after(pairs[limit-1].at)
				}
				t.learn(at, to, pairs)
				limit = min(4*limit, mostRows)
			}
			for _, p := range t.withWrites(pairs, at, to) {
				if !yield([]byte(p.at)[prefix:], p.value) {
					return
				}
			}
			at = to
		}
	}
}

// withWrites returns the pairs from one place to before another as they are with the writes of this
// transaction.
func (t *transaction) withWrites(pairs []pair, from, to string) []pair {
	if t.dirty == nil || t.dirty.Len() == 0 {
		return pairs
	}
	var all []pair
	t.dirty.Ascend(pair{at: from}, func(w pair) bool {
		if w.at >= to {
			return false
		}
		i, found := slices.BinarySearchFunc(pairs, w.at, comparePlace)
		all = append(all, pairs[:i]...)
		if w.value != nil {
			all = append(all, w)
		}
		if found {
			i++
		}
		pairs = pairs[i:]
		return true
	})
	return append(all, pairs...)
}
