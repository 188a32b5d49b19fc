package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// news is what has changed on the server since a position.
type news struct {
	epoch int64
	to    position
	whole bool   // pairs are all that has changed; if not, anything may have
	pairs []pair // as they are now; nil values were deleted
}

const (
	// mostChanged is the largest number of keys that a commit tells of one by one.
	mostChanged = 2000
	// mostMissed is the largest number of commits after which a process reads what has changed, rather than forget everything.
	mostMissed = 1000
	// mostTold is the largest number of keys that are read when they have changed, rather than forget everything.
	mostTold = 20_000
	// changesKept is the number of commits that are told of, and pruneEvery how many more there may be.
	changesKept, pruneEvery = 30_000, 5_000
)

// newsSQL asks for the news since generation $1 with mark $2, in one statement, so that all is of one moment. It tells nothing but where the server is
// if there were more than $3 commits, or if those have told more than $4 keys.
const newsSQL = `with told as (
		select c.tables, c.keys from change c, state s where c.generation > $1 and c.generation <= s.generation and s.generation - $1 <= $3
	), size as (
		select count(tables) as commits, coalesce(sum(cardinality(keys)), 0) <= $4 as few from told
	), place as (select distinct unnest(tables) as tbl, unnest(keys) as key from told, size where few)
	select epoch, generation, mark,
		generation = $1 and mark = $2 or exists (select from change where generation = $1 and mark = $2) and few and commits = generation - $1,
		tbl, key, (select value from pair p where p.tbl = place.tbl and p.key = place.key)
	from size, state left join place on true where one`

// newsSince are the arguments of newsSQL.
func (e *Engine) newsSince(p position) []any { return []any{p.generation, p.mark, mostMissed, e.told} }

// readNews reads the answer to newsSQL.
func readNews(rows pgx.Rows) (n news, err error) {
	var table *string
	var key, value []byte
	_, err = pgx.ForEachRow(rows, []any{&n.epoch, &n.to.generation, &n.to.mark, &n.whole, &table, &key, &value}, func() error {
		if table != nil {
			n.pairs = append(n.pairs, pair{*table + "\x00" + string(key), slices.Clone(value)})
		}
		return nil
	})
	return n, err
}

// news asks for what has changed since a position.
func (e *Engine) news(ctx context.Context, server querier, since position) (n news, err error) {
	if since == nowhere {
		rows, err := server.Query(ctx, "select epoch, generation, mark, false, null::text, null::bytea, null::bytea from state")
		if err != nil {
			return n, err
		}
		return readNews(rows)
	}
	rows, err := server.Query(ctx, newsSQL, e.newsSince(since)...)
	if err != nil {
		return n, err
	}
	return readNews(rows)
}

// follow brings the cache to where the server is. It returns [bot.ErrTaken] if that is in another epoch.
func (e *Engine) follow(ctx context.Context, server querier) error {
	for {
		from, asked := e.cache.position(), time.Now()
		n, err := e.news(ctx, server, from)
		if err != nil {
			return err
		}
		if n.epoch != e.member.epoch {
			e.member.lose()
			return bot.ErrTaken
		}
		e.member.confirm(asked)
		if e.hear(from, n) {
			return nil
		}
	}
}

// hear applies news to the cache, and tells who listens. It reports false if the cache is somewhere else by now.
func (e *Engine) hear(from position, n news) bool {
	if !e.cache.follow(from, n) {
		return false
	}
	if n.to != from {
		e.tell(n)
	}
	return true
}

// catchUp is follow where an update or a view waits for it, for no longer than limit.
func (e *Engine) catchUp(limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	e.trips.Add(1)
	return e.follow(ctx, e.pool)
}

// prune deletes what was told long ago, and tasks that nobody holds and that have no note, once in a while. It returns the last generation at which it did so.
func (e *Engine) prune(ctx context.Context, conn *pgx.Conn, last int64) int64 {
	at := e.cache.position().generation
	if at < last+pruneEvery {
		return last
	}
	if _, err := conn.Exec(ctx, "delete from change where generation <= $1", at-changesKept); err != nil {
		return last
	}
	if _, err := conn.Exec(ctx, "delete from lease where note is null and until < clock_timestamp() - interval '1 day'"); err != nil {
		return last
	}
	return at
}

// Hear makes the engine call fn after other processes have committed, and views of this one see it. It must be called at most
// once, and fn must not wait for the engine. fn has returned when Close returns.
func (e *Engine) Hear(fn func(kv.Heard)) {
	e.telling.Lock()
	defer e.telling.Unlock()
	e.heard = fn
}

func (e *Engine) tell(n news) {
	var h kv.Heard
	if n.whole {
		h.Keys = map[string][]string{}
		for _, p := range n.pairs {
			table, key := split(p.at)
			h.Keys[table] = append(h.Keys[table], key)
		}
	}
	e.pass(h)
}

// Say tells the other processes something that is not kept. Those that are not connected at the moment miss it.
func (e *Engine) Say(ctx context.Context, text string) error {
	_, err := e.pool.Exec(ctx, "select pg_notify(current_schema(), $1)", e.name+" "+said+text)
	return explain(err)
}

func (e *Engine) hearWord(text string) { e.pass(kv.Heard{Said: text}) }

// pass tells who listens.
func (e *Engine) pass(h kv.Heard) {
	e.telling.Lock()
	defer e.telling.Unlock()
	if e.heard != nil {
		e.heard(h)
	}
}
