package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

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
	// patience is how long an update waits for an unreachable server before it fails, and for the answer to a commit before it is looked up.
	patience = 10 * time.Second
	// bulkTime is how much longer a commit may take for each statement of pairs that it has beside those of a usual update.
	bulkTime = 30 * time.Second
	// turnIdle is after how long the server ends the turn of a process that has locked the row of state and says nothing.
	turnIdle = "5s"
	// turnTime is how long a process waits for its turn.
	turnTime = "8s"
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
// because the connection is lost, or because another process was first, is run again, the latter while the others have to wait.
func (e *Engine) Update(fn func(kv.Tx) error) error {
	if e.member == nil {
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
	if *refused = g.tx.run(fn); *refused != nil {
		g.tx.rollback()
	} else {
		g.tx.keep()
	}
	g.broken = false
	return g, nil
}

// begin begins a group. It asks the server only if its generation is not known, or if other processes are busy.
func (e *Engine) begin() (*group, error) {
	known, at := e.cache.snapshot()
	if at == nowhere {
		if err := e.catchUp(); err != nil {
			return nil, err
		}
		known, at = e.cache.snapshot()
	}
	t := &transaction{engine: e, server: e.pool, known: known, at: at, shared: true, room: e.kept, writable: true, dirty: map[string][]byte{}}
	if e.contention.high() {
		if err := e.takeTurn(t); err != nil {
			return nil, err
		}
	}
	return &group{tx: t, done: make(chan struct{})}, nil
}

// takeTurn locks the row of state for a transaction, and brings it to the generation at which it is then.
func (e *Engine) takeTurn(t *transaction) error {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	conn, err := e.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if err := e.lockState(ctx, conn, t); err != nil {
		conn.Release() // closes it, as its transaction has not ended
		return err
	}
	t.locked, t.server = conn, conn
	return nil
}

func (e *Engine) lockState(ctx context.Context, conn *pgxpool.Conn, t *transaction) error {
	from, asked := e.cache.position(), time.Now()
	if from == nowhere {
		from = t.at
	}
	var n news
	batch := &pgx.Batch{}
	batch.Queue("begin")
	batch.Queue("set local idle_in_transaction_session_timeout = '" + turnIdle + "'")
	batch.Queue("select from state for update")
	batch.Queue(newsSQL, from.generation, from.mark, mostMissed).Query(func(rows pgx.Rows) (err error) {
		n, err = readNews(rows)
		return err
	})
	e.trips.Add(1)
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	if n.epoch != e.member.epoch {
		e.member.lose()
		return bot.ErrTaken
	}
	e.member.confirm(asked)
	e.contention.met(n.to != t.at)
	if !e.hear(from, n) { // the cache was brought somewhere else meanwhile
		e.trips.Add(1)
		if err := e.follow(ctx, conn); err != nil {
			return err
		}
	}
	if t.known, t.at = e.cache.snapshot(); t.at != n.to {
		t.known, t.at = newKnown(), n.to
	}
	return nil
}

// contention estimates how often other processes are first, as a share of the commits.
type contention struct {
	share float64
	lost  bool // the last commit was refused: the next may not be
}

func (c *contention) met(moved bool) {
	c.share *= 0.8
	if moved {
		c.share += 0.2
	}
	c.lost = false
}

// high reports whether it is better to lock the row of state before an update runs, which takes a round trip more than a commit that succeeds, and
// one less than a commit that is refused.
func (c *contention) high() bool { return c.lost || c.share > 0.3 }

// settle ends a group; if something was written, it commits in one round trip.
func (e *Engine) settle(g *group) {
	g.err = errPanic // remains set if the commit panics
	defer close(g.done)
	t := g.tx
	if t.locked != nil {
		defer func() {
			if t.locked != nil { // nothing was written, or not all could be
				e.endTurn(t.locked)
			}
		}()
	}
	switch {
	case g.broken:
	case t.err != nil:
		if g.err = t.err; g.err == errMoved {
			e.contention.met(true)
			e.contention.lost = true
			if err := e.catchUp(); err != nil {
				g.err = err
			}
		}
	case len(t.dirty) == 0:
		g.err = nil
		if t.locked == nil && !(e.member.alone.Load() && e.member.sure()) { // what was read may have been changed by another process
			g.err = e.affirm(t)
		}
	default:
		asked, to := time.Now(), position{t.at.generation + 1, rand.Int64()}
		e.committing.Store(true)
		if g.err = e.commit(t, to); isAway(g.err) {
			g.err = e.outcome(t, to)
		}
		if g.err == nil {
			e.member.confirm(asked)
			e.cache.advance(t.at, to, t.dirty)
		}
		e.committing.Store(false)
	}
}

// endTurn gives up the lock of the row of state.
func (e *Engine) endTurn(conn *pgxpool.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	e.trips.Add(1)
	_, _ = conn.Exec(ctx, "rollback") // if that fails, the connection is closed
	conn.Release()
}

// affirm asks the server whether what a transaction has read still stands.
func (e *Engine) affirm(t *transaction) error {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	e.trips.Add(1)
	asked := time.Now()
	if err := e.follow(ctx, e.pool); err != nil {
		return err
	}
	if e.cache.position() != t.at {
		e.contention.met(true)
		e.contention.lost = true
		return errMoved
	}
	e.member.confirm(asked)
	return nil
}

// otherGeneration is the server's error code for a division by zero, by which a commit ends the transaction if the
// server is not at the expected epoch and generation.
const otherGeneration = "22012"

// commit sends all writes in one transaction, which leads from the expected generation to another, or fails.
func (e *Engine) commit(t *transaction, to position) error {
	batch := &pgx.Batch{}
	if t.locked == nil {
		batch.Queue("begin")
		batch.Queue("set local idle_in_transaction_session_timeout = '" + longestIdle + "'")
	}
	tables, keys := changed(t.dirty)
	batch.Queue(`with turn as (update state set generation = $4, mark = $5 where epoch = $1 and generation = $2 and mark = $3 returning 1),
		told as (insert into change select $4, $5, $6::text[], $7::bytea[] from turn)
		select 1 / count(*), pg_notify(current_schema(), $8) from turn`, e.member.epoch, t.at.generation, t.at.mark, to.generation, to.mark, tables, keys, e.name)
	usual := batch.Len() + 2
	queueWrites(batch, t.dirty)
	batch.Queue("commit")
	ctx, cancel := context.WithTimeout(context.Background(), patience+time.Duration(max(batch.Len()-usual-1, 0))*bulkTime)
	defer cancel()
	e.trips.Add(1)
	var err error
	if conn := t.locked; conn != nil {
		t.locked = nil
		err = conn.SendBatch(ctx, batch).Close()
		conn.Release() // closes a connection whose transaction is left open
	} else {
		err = e.pool.SendBatch(ctx, batch).Close()
	}
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Code != otherGeneration {
		if err == nil && t.server == e.pool {
			e.contention.met(false)
		}
		return err
	}
	e.contention.met(true)
	e.contention.lost = true
	if err := e.catchUp(); err != nil {
		return err
	}
	return errMoved
}

// changed returns the keys of some writes, or nil if they are too many to be told of.
func changed(writes map[string][]byte) (tables []string, keys [][]byte) {
	if len(writes) > mostChanged {
		return nil, nil
	}
	tables, keys = make([]string, 0, len(writes)), make([][]byte, 0, len(writes))
	for at := range writes {
		table, key := split(at)
		tables, keys = append(tables, table), append(keys, []byte(key))
	}
	return tables, keys
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

// outcome finds out whether a transaction was committed when the server's answer was lost. If it was not, it cannot
// be any more: the generation that it follows is gone.
func (e *Engine) outcome(t *transaction, to position) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		kept, err := e.lookUp(ctx, t.at, to)
		switch {
		case err == nil && kept == yes:
			return nil
		case err == nil && kept == no:
			if err := e.follow(ctx, e.pool); err != nil {
				return err
			}
			return bot.ErrAway // may be retried
		case err == nil:
			e.cache.reset(nowhere)
			return errOutcome
		case errors.Is(err, bot.ErrTaken):
			return err
		}
		select {
		case <-ctx.Done():
			e.cache.reset(nowhere)
			return errOutcome
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// answer is that to a question which cannot always be answered.
type answer int

const (
	unknown answer = iota
	yes
	no
)

// lookUp reports whether a commit that leads from one position to another was kept. It moves the server on from the first, so that
// the commit cannot come late.
func (e *Engine) lookUp(ctx context.Context, from, to position) (kept answer, err error) {
	var epoch, generation int64
	var mark *int64
	batch := &pgx.Batch{}
	batch.Queue(`with turn as (update state set generation = $2 + 1, mark = $4 where epoch = $1 and generation = $2 and mark = $3 returning 1)
		insert into change select $2 + 1, $4, '{}', '{}' from turn`, e.member.epoch, from.generation, from.mark, rand.Int64())
	// A statement of its own, because what it looks for may have been committed while the first one waited.
	batch.Queue("select epoch, state.generation, change.mark from state left join change on change.generation = $1", to.generation).QueryRow(func(row pgx.Row) error {
		return row.Scan(&epoch, &generation, &mark)
	})
	e.trips.Add(1)
	if err := e.pool.SendBatch(ctx, batch).Close(); err != nil {
		return unknown, err
	}
	switch {
	case mark != nil && *mark == to.mark:
		return yes, nil
	case epoch != e.member.epoch:
		e.member.lose()
		return unknown, bot.ErrTaken
	case mark != nil, generation < to.generation: // another's, or a standby was promoted that has neither
		return no, nil
	}
	return unknown, nil // it is too long ago to be told of
}
