package postgres

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// bulkTime is how much longer a commit may take for each statement of pairs that it has beside those of a usual update.
	bulkTime = 30 * time.Second
	// pairsAtOnce limits the number of pairs in one statement.
	pairsAtOnce = 2000
)

// otherGeneration is the server's error code for a division by zero, by which a commit ends the transaction if the
// server is not at the expected epoch and generation.
const otherGeneration = "22012"

// commit sends all writes in one transaction, which leads from the expected generation to another, or fails.
func (e *Engine) commit(t *transaction, to position) error {
	batch := &pgx.Batch{} // what is sent at once is one transaction: a BEGIN would outlive a refusal, and its connection be of no use
	tables, keys := changed(t.dirty)
	batch.Queue(`with turn as (update state set generation = $4, mark = $5 where epoch = $1 and generation = $2 and mark = $3 returning 1),
		told as (insert into change select $4, $5, $6::text[], $7::bytea[] from turn)
		select 1 / count(*), pg_notify(current_schema(), $8) from turn`, e.member.epoch, t.at.generation, t.at.mark, to.generation, to.mark, tables, keys, e.name)
	usual := batch.Len() + 2
	queueWrites(batch, t.dirty)
	ctx, cancel := context.WithTimeout(context.Background(), patience+time.Duration(max(batch.Len()-usual, 0))*bulkTime)
	defer cancel()
	e.trips.Add(1)
	var err error
	if conn := t.locked; conn != nil {
		t.locked = nil
		batch.Queue("commit") // of the turn
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
	e.contention.refused()
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
