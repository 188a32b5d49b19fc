package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// group is a set of updates that share one transaction of the server, and so one wait for its disk. Each
// is still atomic.
type group struct {
	conn    *pgxpool.Conn
	tx      *transaction
	xid     string // the server's ID of the transaction
	members int
	broken  bool // an update panicked
	done    chan struct{}
	err     error // result of the transaction; final once done is closed
}

const (
	// maxGroup limits the number of updates that share a transaction, and so how long the first waits for the last.
	maxGroup = 256
	// commitTime limits how long a commit may take, and again as long for each statement of pairs.
	commitTime = 30 * time.Second
	// patience is how long an update waits for an unreachable server before it fails.
	patience = 10 * time.Second
	// pairsAtOnce limits the number of pairs in one statement.
	pairsAtOnce = 2000
)

var (
	errPanic = errors.New("another update has broken the transaction")
	// errOutcome means that it is not known whether a transaction was committed.
	errOutcome = fmt.Errorf("%w, and whether the last change was kept is not known", bot.ErrAway)
)

// Update implements [kv.Engine]. Updates run one at a time; the last of those waiting commits for all. An
// update that fails because the connection is lost is run again.
func (e *Engine) Update(fn func(kv.Tx) error) error {
	if e.owner == nil {
		return errReadOnly
	}
	var refused error // error returned by fn
	err := e.persist(func() error {
		for {
			g, err := e.join(fn, &refused)
			if g == nil {
				return err
			}
			<-g.done // even an error of fn may depend on what other updates wrote
			if g.err != errPanic {
				return g.err
			}
		}
	})
	if err != nil {
		return err
	}
	return refused
}

// join runs fn in the open group, or in a new one, and settles the group unless another update is waiting that will.
func (e *Engine) join(fn func(kv.Tx) error, refused *error) (*group, error) {
	e.waiting.Add(1)
	e.writing.Lock()
	e.waiting.Add(-1)
	defer e.writing.Unlock()
	if e.open == nil {
		g, err := e.begin()
		if err != nil {
			return nil, err
		}
		e.open = g
	}
	g := e.open
	g.members++
	defer func() {
		if g.broken || g.tx.err != nil || g.members == maxGroup || e.waiting.Load() == 0 {
			e.open = nil
			e.settle(g)
		}
	}()
	g.broken = true // remains set if fn panics
	if *refused = fn(g.tx); *refused != nil {
		g.tx.rollback()
	} else {
		g.tx.keep()
	}
	g.broken = false
	return g, nil
}

// begin begins a transaction that excludes all other writers, in one round trip.
func (e *Engine) begin() (*group, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	g := &group{done: make(chan struct{})}
	err := func() error {
		var err error
		if g.conn, err = e.pool.Acquire(ctx); err != nil {
			return err
		}
		var generation, epoch int64
		batch := &pgx.Batch{}
		batch.Queue("begin")
		batch.Queue("set local idle_in_transaction_session_timeout = '" + longestIdle + "'")
		batch.Queue("select generation, epoch, pg_current_xact_id()::text from state for update").QueryRow(func(row pgx.Row) error {
			return row.Scan(&generation, &epoch, &g.xid)
		})
		if err := g.conn.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		if epoch != e.owner.epoch {
			e.owner.lose()
			return bot.ErrTaken
		}
		g.tx = &transaction{conn: g.conn, asked: time.Now(), cache: e.cache, generation: generation, writable: true, writes: map[kv.Table]map[string][]byte{}}
		return nil
	}()
	if err != nil {
		g.release(err)
		return nil, err
	}
	return g, nil
}

// release returns the connection to the pool, or closes it if it is unusable.
func (g *group) release(err error) {
	if g.conn == nil {
		return
	}
	if err != nil {
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = g.conn.Conn().Close(closing) // makes the server roll back
	}
	g.conn.Release()
}

// settle ends a group; if something was written, it commits in one round trip.
func (e *Engine) settle(g *group) {
	g.err = errPanic // remains set if the commit panics
	defer close(g.done)
	defer func() { g.release(g.err) }()
	switch {
	case g.broken:
	case g.tx.err != nil:
		g.err = g.tx.err
	case !g.tx.wrote():
		ctx, cancel := context.WithTimeout(context.Background(), askTime)
		defer cancel()
		_, g.err = g.conn.Exec(ctx, "rollback")
	default:
		g.err = g.commit()
		if isAway(g.err) {
			g.err = e.outcome(g)
		}
		if g.err == nil {
			e.cache.advance(g.tx.generation, g.tx.writes)
		}
	}
}

func (t *transaction) wrote() bool {
	for _, changes := range t.writes {
		if len(changes) > 0 {
			return true
		}
	}
	return false
}

// commit sends all writes, and commits.
func (g *group) commit() error {
	batch := &pgx.Batch{}
	var putTables, deletedTables []string
	var putKeys, putValues, deletedKeys [][]byte
	flush := func() {
		if len(putKeys) > 0 {
			batch.Queue("insert into pair select * from unnest($1::text[], $2::bytea[], $3::bytea[]) on conflict (tbl, key) do update set value = excluded.value", putTables, putKeys, putValues)
		}
		if len(deletedKeys) > 0 {
			batch.Queue("delete from pair using unnest($1::text[], $2::bytea[]) as gone (t, k) where tbl = t and key = k", deletedTables, deletedKeys)
		}
		putTables, putKeys, putValues, deletedTables, deletedKeys = nil, nil, nil, nil, nil
	}
	for _, table := range slices.Sorted(maps.Keys(g.tx.writes)) {
		changes := g.tx.writes[table]
		for _, key := range slices.Sorted(maps.Keys(changes)) {
			if value := changes[key]; value != nil {
				putTables, putKeys, putValues = append(putTables, string(table)), append(putKeys, []byte(key)), append(putValues, value)
			} else {
				deletedTables, deletedKeys = append(deletedTables, string(table)), append(deletedKeys, []byte(key))
			}
			if len(putKeys)+len(deletedKeys) >= pairsAtOnce {
				flush()
			}
		}
	}
	flush()
	batch.Queue("update state set generation = generation + 1")
	batch.Queue("commit")
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(batch.Len())*commitTime)
	defer cancel()
	return g.conn.SendBatch(ctx, batch).Close()
}

// outcome finds out whether a transaction was committed when the server's answer was lost.
func (e *Engine) outcome(g *group) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		var status *string
		err := e.pool.QueryRow(ctx, "select pg_xact_status($1::xid8)", g.xid).Scan(&status)
		if err == nil && status != nil && *status == "committed" {
			return nil
		}
		if err == nil && status != nil && *status == "aborted" {
			return bot.ErrAway // may be retried
		}
		select {
		case <-ctx.Done():
			return errOutcome
		case <-time.After(50 * time.Millisecond):
		}
	}
}
