package postgres

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// querier is a connection or a pool.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// transaction implements [kv.Tx] on what is known of a generation. What is not known is asked of the server. Writes are
// held in memory until the group commits.
type transaction struct {
	engine *Engine
	server querier
	known  *known
	at     position
	fixed  bool // server is a snapshot, which does not change
	shared bool // what is loaded is for the cache too
	room   int  // number of loaded pairs that are still kept

	writable bool
	dirty    map[string][]byte // by place; nil for a deletion
	undo     []change
	// locked is the connection that holds the row of state, so that no other process can commit; nil if none does.
	locked *pgxpool.Conn
	// err is the error of the server that has aborted the transaction.
	err error
}

// change is the state of a place before a write.
type change struct {
	at             string
	value, written []byte
	known, dirty   bool
}

var (
	errReadOnly = errors.New("a view cannot write")
	// errMoved means that another process has committed since the generation of the transaction.
	errMoved = errors.New("the database has changed")
)

// mostKept limits the number of loaded pairs that a transaction keeps, because it may read everything.
const mostKept = 20_000

// rollback undoes the writes since the last call of keep.
func (t *transaction) rollback() {
	for _, c := range slices.Backward(t.undo) {
		if c.dirty {
			t.dirty[c.at] = c.written
		} else {
			delete(t.dirty, c.at)
		}
		if c.known {
			t.known.set(c.at, c.value)
		} else {
			t.known.forget(c.at)
		}
	}
	t.undo = nil
}

// aborted is what a transaction panics with whose reads cannot go on: nobody shall decide anything by what is missing.
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

// keep makes the writes so far part of the group.
func (t *transaction) keep() { t.undo = nil }

func (t *transaction) Get(name kv.Table, key []byte) []byte {
	at := placeOf(name, key)
	if value, ok := t.lookUp(at); ok {
		return value
	}
	rows := t.ask(name, `select `+t.engine.where+`, key, value from state left join lateral (
		(select key, value from pair where tbl = $1 and key <= $2 order by key desc limit 1) union all
		(select key, value from pair where tbl = $1 and key > $2 order by key limit 1)) as near on true where one order by key`, append([]byte{}, key...)) // nil would be null
	from, to := placeOf(name, nil), endOf(name)
	var value []byte
	for _, row := range rows {
		if row.at <= at {
			from = row.at
		} else {
			to = row.at
		}
		if row.at == at {
			value = row.value
		}
	}
	t.learn(from, to, rows)
	return value
}

func (t *transaction) lookUp(at string) (value []byte, ok bool) {
	if value, ok = t.dirty[at]; ok {
		return value, true
	}
	return t.known.get(at)
}

// learn adds pairs that were read to what is known, and reports whether it was. What this transaction has written takes precedence.
func (t *transaction) learn(from, to string, rows []pair) bool {
	if t.shared {
		t.engine.cache.learn(t.at, from, to, rows)
	}
	if t.room -= len(rows); t.room < 0 {
		return false
	}
	t.overlay(from, to, rows)
	return true
}

func (t *transaction) overlay(from, to string, rows []pair) {
	if len(t.dirty) > 0 {
		mine := make([]pair, 0, len(rows))
		for _, row := range rows {
			if value, ok := t.dirty[row.at]; !ok {
				mine = append(mine, row)
			} else if value != nil {
				mine = append(mine, pair{row.at, value})
			}
		}
		rows = mine
	}
	t.known.learn(from, to, rows)
}

// askTime limits how long a query may take: the server either answers in milliseconds or is not there.
const askTime = 15 * time.Second

// ask returns pairs of a table in the order of their keys. If the query fails, or if the server is at another generation, it
// sets err and aborts.
func (t *transaction) ask(name kv.Table, sql string, args ...any) (rows []pair) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	t.engine.trips.Add(1)
	found, err := t.server.Query(ctx, sql, append([]any{string(name)}, args...)...)
	if err == nil {
		var epoch int64
		var at position
		var key, value []byte
		_, err = pgx.ForEachRow(found, []any{&epoch, &at.generation, &at.mark, &key, &value}, func() error {
			if key != nil {
				rows = append(rows, pair{placeOf(name, key), value})
			}
			return nil
		})
		if err == nil && !t.fixed {
			err = t.engine.compare(epoch, at, t.at)
		}
	}
	if err != nil {
		t.err = err
		panic(aborted{})
	}
	return rows
}

// compare returns an error if the server's epoch and position are not those of this process.
func (e *Engine) compare(epoch int64, at, mine position) error {
	switch {
	case epoch != e.member.epoch:
		e.member.lose()
		return bot.ErrTaken
	case at != mine:
		return errMoved
	}
	return nil
}

func (t *transaction) Put(name kv.Table, key, value []byte) error {
	return t.change(placeOf(name, key), append([]byte{}, value...)) // never nil, which means deleted
}

func (t *transaction) Delete(name kv.Table, key []byte) error {
	return t.change(placeOf(name, key), nil)
}

// change sets the value that a key will have; nil deletes it.
func (t *transaction) change(at string, value []byte) error {
	if !t.writable {
		return errReadOnly
	}
	c := change{at: at}
	c.written, c.dirty = t.dirty[at]
	c.value, c.known = t.known.get(at)
	if c.known && (value == nil) == (c.value == nil) && string(value) == string(c.value) {
		return nil
	}
	t.undo = append(t.undo, c)
	t.dirty[at] = value
	t.known.set(at, value)
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
		at, end := placeOf(name, from), endOf(name)
		limit, prefix := firstRows, len(name)+1
		forget := func() {}
		defer func() { forget() }()
		for chunk := 4; ; chunk = min(4*chunk, mostRows) {
			pairs, next, more, unknown := t.known.run(at, end, chunk)
			for _, p := range pairs {
				if !yield([]byte(p.at)[prefix:], p.value) {
					return
				}
			}
			if !more {
				return
			}
			if at = next; !unknown {
				continue
			}
			forget()
			forget = func() {}
			rows := t.ask(name, `select `+t.engine.where+`, key, value from state left join lateral (
				(select key, value from pair where tbl = $1 and key < $2 order by key desc limit 1) union all
				(select key, value from pair where tbl = $1 and key >= $2 order by key limit $3)) as found on true where one order by key`, []byte(at[prefix:]), limit)
			start, to, found := placeOf(name, nil), end, len(rows)
			if len(rows) > 0 && rows[0].at < at { // nothing is between that and the rest
				start, found = rows[0].at, len(rows)-1
			}
			if found == limit {
				to = rows[len(rows)-1].at
			}
			if !t.learn(start, to, rows) { // until they are passed
				t.overlay(start, to, rows)
				forget = func() { t.forget(rows) }
			}
			limit = min(4*limit, mostRows)
		}
	}
}

// forget forgets loaded pairs that were not written to.
func (t *transaction) forget(rows []pair) {
	for _, row := range rows {
		if _, ok := t.dirty[row.at]; !ok {
			t.known.forget(row.at)
		}
	}
}
