package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"raumbot/bot"
)

const (
	// commitTime is how long to wait for the answer to a commit. If it does not come, it is also the
	// minimum time to wait for the outcome of the commit.
	commitTime = Patience / 2
	// bulkTime is how much longer a commit may take for each statement of pairs that it has beside
	// those of a usual update.
	bulkTime = 30 * time.Second
	// pairsAtOnce limits the number of pairs in one statement.
	pairsAtOnce = 2000
)

// otherPosition is the server's error code for a division by zero, by which a commit ends the
// transaction if the server is not at the expected epoch and position.
const otherPosition = "22012"

// commit sends all writes in one transaction, which leads from the expected position to another, or
// fails.
func (e *Engine) commit(from, to position, writes []pair) error {
	batch := &pgx.Batch{} // what is sent at once is one transaction: a BEGIN would outlive a refusal, and its connection be of no use
	batch.Queue(`with moved as (update state set generation = $4, mark = $5 where epoch = $1 and generation = $2 and mark = $3 returning 1)
		select 1 / count(*) from moved`, e.owner.epoch, from.generation, from.mark, to.generation, to.mark)
	usual := batch.Len() + 2
	queueWrites(batch, writes)
	ctx, cancel := context.WithTimeout(context.Background(), commitTime+time.Duration(max(batch.Len()-usual, 0))*bulkTime)
	defer cancel()
	e.trips.Add(1)
	err := e.pool.SendBatch(ctx, batch).Close()
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == otherPosition {
		e.cache.reset(nowhere)
		return errMoved
	}
	return err
}

// queueWrites adds the statements for some writes, in order, to a batch.
func queueWrites(batch *pgx.Batch, writes []pair) {
	for some := range slices.Chunk(writes, pairsAtOnce) {
		var putTables, deletedTables []string
		var putKeys, putValues, deletedKeys [][]byte
		for _, w := range some {
			if table, key, _ := strings.Cut(w.at, "\x00"); w.value != nil {
				putTables, putKeys, putValues = append(putTables, table), append(putKeys, []byte(key)), append(putValues, w.value)
			} else {
				deletedTables, deletedKeys = append(deletedTables, table), append(deletedKeys, []byte(key))
			}
		}
		if len(putKeys) > 0 {
			batch.Queue("insert into pair select * from unnest($1::text[], $2::bytea[], $3::bytea[]) on conflict (tbl, key) do update set value = excluded.value", putTables, putKeys, putValues)
		}
		if len(deletedKeys) > 0 {
			batch.Queue("delete from pair using unnest($1::text[], $2::bytea[]) as gone (t, k) where tbl = t and key = k", deletedTables, deletedKeys)
		}
	}
}

// refusesWrites reports whether a server has refused a change because it is read-only.
func refusesWrites(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == readOnlyServer
}

// errUnkept means that a transaction was not committed because the connection was lost, and may be
// retried.
var errUnkept = fmt.Errorf("%w for a moment, and the change was not kept", bot.ErrAway)

// outcome finds out whether a transaction was committed when the server's answer was lost. If it
// was not, outcome moves the server to another generation, so that it can no longer be committed.
// It waits for the server until the given time, and at least for commitTime.
func (e *Engine) outcome(from, to position, until time.Time) error {
	ctx, cancel := context.WithTimeout(context.Background(), max(time.Until(until), commitTime))
	defer cancel()
	fence := position{from.generation + 1, rand.Int64()}
	for {
		at, err := e.lookUp(ctx, from, to, fence)
		switch {
		case err == nil && at == to:
			return nil
		case err == nil:
			if at == fence {
				e.cache.advance(from, fence, nil)
			} else { // the server was set back meanwhile
				e.cache.reset(nowhere)
			}
			return errUnkept
		case errors.Is(err, bot.ErrTaken):
			return err
		}
		if !Pause(ctx, 50*time.Millisecond) {
			e.cache.reset(nowhere)
			return errOutcome
		}
	}
}

// lookUp returns where the server is after a commit that was to lead from one position to another.
// If the commit was not kept, lookUp moves the server from the first position to fence, so that the
// commit cannot come late.
func (e *Engine) lookUp(ctx context.Context, from, to, fence position) (at position, err error) {
	var epoch int64
	batch := &pgx.Batch{}
	batch.Queue("update state set generation = $4, mark = $5 where epoch = $1 and generation = $2 and mark = $3", e.owner.epoch, from.generation, from.mark, fence.generation, fence.mark)
	// A statement of its own, because the commit may have come while the first one waited for it.
	batch.Queue("select " + stateColumns + " from state").QueryRow(func(row pgx.Row) error { return row.Scan(&epoch, &at.generation, &at.mark) })
	e.trips.Add(1)
	if err := e.pool.SendBatch(ctx, batch).Close(); err != nil {
		return nowhere, err
	}
	if at == to { // also if another process has taken over since
		return at, nil
	}
	return at, e.sameEpoch(epoch)
}
