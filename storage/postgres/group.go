package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// group is a set of updates that share one transaction of the server, and so one wait for its disk. Each
// is still atomic.
type group struct {
	tx      *transaction
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

// Update implements [kv.Engine]. Updates run one at a time; the last of those waiting commits for all. They read what
// is known of the generation that they follow, and the server commits only if it is still at that. An update that fails
// because the connection is lost, or because the server is at another generation, is run again.
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
			if g.err != errPanic && g.err != errMoved {
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

// begin begins a group. It asks the server only if its generation is not known.
func (e *Engine) begin() (*group, error) {
	known, generation := e.cache.snapshot()
	if generation == noGeneration {
		if err := e.settleDoubt(); err != nil {
			return nil, err
		}
		known, generation = e.cache.snapshot()
	}
	t := &transaction{engine: e, server: e.pool, known: known, generation: generation, shared: true, room: e.kept, writable: true, dirty: map[string][]byte{}}
	return &group{tx: t, done: make(chan struct{})}, nil
}

// settleDoubt moves the server to a generation that no transaction of this process expects, so that none that was sent
// before can still be committed, and the cache with it.
func (e *Engine) settleDoubt() error {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	e.trips.Add(1)
	var generation int64
	err := e.pool.QueryRow(ctx, "update state set generation = generation + 2 where epoch = $1 returning generation", e.owner.epoch).Scan(&generation)
	if errors.Is(err, pgx.ErrNoRows) {
		e.owner.lose()
		return bot.ErrTaken
	}
	if err == nil {
		e.cache.reset(generation)
	}
	return err
}

// settle ends a group; if something was written, it commits in one round trip.
func (e *Engine) settle(g *group) {
	g.err = errPanic // remains set if the commit panics
	defer close(g.done)
	switch {
	case g.broken:
	case g.tx.err != nil:
		if g.err = g.tx.err; g.err == errMoved {
			e.cache.reset(noGeneration)
		}
	case len(g.tx.dirty) == 0:
		g.err = nil
		if !e.owner.sure() { // what was read may be of before another process took over
			g.err = e.affirm(g.tx)
		}
	default:
		if g.err = e.commit(g.tx); isAway(g.err) {
			g.err = e.outcome(g.tx)
		}
		if g.err == nil {
			e.owner.confirm()
			e.cache.advance(g.tx.generation, g.tx.generation+1, g.tx.dirty)
		}
	}
}

// affirm asks the server whether what a transaction has read still stands.
func (e *Engine) affirm(t *transaction) error {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	generation, err := e.stand(ctx)
	if err == nil && generation != t.generation {
		e.cache.reset(noGeneration)
		err = errMoved
	}
	return err
}

// otherGeneration is the server's error code for a division by zero, by which a commit ends the transaction if the
// server is not at the expected epoch and generation.
const otherGeneration = "22012"

// commit sends all writes in one transaction, which follows the expected generation or fails.
func (e *Engine) commit(t *transaction) error {
	batch := &pgx.Batch{}
	batch.Queue("begin")
	batch.Queue("set local idle_in_transaction_session_timeout = '" + longestIdle + "'")
	batch.Queue("with turn as (update state set generation = $2::bigint + 1 where epoch = $1 and generation = $2 returning 1) select 1 / count(*) from turn", e.owner.epoch, t.generation)
	queueWrites(batch, t.dirty)
	batch.Queue("commit")
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(batch.Len())*commitTime)
	defer cancel()
	e.trips.Add(1)
	err := e.pool.SendBatch(ctx, batch).Close() // a transaction left open makes the pool close the connection
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Code != otherGeneration {
		return err
	}
	if _, err := e.stand(ctx); err != nil {
		return err
	}
	e.cache.reset(noGeneration)
	return errMoved
}

// queueWrites adds the statements for some writes to a batch.
func queueWrites(batch *pgx.Batch, writes map[string][]byte) {
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
	for _, at := range slices.Sorted(maps.Keys(writes)) {
		table, key := split(at)
		if value := writes[at]; value != nil {
			putTables, putKeys, putValues = append(putTables, table), append(putKeys, []byte(key)), append(putValues, value)
		} else {
			deletedTables, deletedKeys = append(deletedTables, table), append(deletedKeys, []byte(key))
		}
		if len(putKeys)+len(deletedKeys) >= pairsAtOnce {
			flush()
		}
	}
	flush()
}

// stand returns the server's generation, or [bot.ErrTaken] if its epoch is another's.
func (e *Engine) stand(ctx context.Context) (generation int64, err error) {
	e.trips.Add(1)
	var epoch int64
	err = e.pool.QueryRow(ctx, "select epoch, generation from state").Scan(&epoch, &generation)
	if err == nil && epoch != e.owner.epoch {
		e.owner.lose()
		err = bot.ErrTaken
	}
	return generation, err
}

// outcome finds out whether a transaction was committed when the server's answer was lost. If it was not, it can
// not be any more: the generation that it follows is gone.
func (e *Engine) outcome(t *transaction) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		tag, err := e.pool.Exec(ctx, "update state set generation = generation + 2 where epoch = $1 and generation = $2", e.owner.epoch, t.generation)
		var generation int64
		if err == nil {
			generation, err = e.stand(ctx)
		}
		switch {
		case errors.Is(err, bot.ErrTaken):
			return errOutcome
		case err != nil:
		case generation == t.generation+1:
			return nil
		case tag.RowsAffected() > 0, generation == t.generation+2: // by the statement above, now or when its answer was lost
			e.cache.advance(t.generation, t.generation+2, nil)
			return bot.ErrAway // may be retried
		case generation < t.generation: // a standby was promoted that did not have everything
			e.cache.reset(noGeneration)
			return bot.ErrAway
		default:
			e.cache.reset(noGeneration)
			return errOutcome
		}
		select {
		case <-ctx.Done():
			e.cache.reset(noGeneration)
			return errOutcome
		case <-time.After(50 * time.Millisecond):
		}
	}
}
