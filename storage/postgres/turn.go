package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"raumbot/bot"
)

const (
	// turnIdle is after how long the server ends the turn of a process that has locked the row of state and says nothing.
	turnIdle = "5s"
	// turnTime is how long a process waits for its turn.
	turnTime = "8s"
)

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
	batch.Queue(newsSQL, e.newsSince(from)...).Query(func(rows pgx.Rows) (err error) {
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

// refused is met where another process was first: the next group waits for its turn, and reads what has changed when it has it.
func (c *contention) refused() {
	c.met(true)
	c.lost = true
}

// high reports whether it is better to lock the row of state before an update runs, which takes a round trip more than a commit that succeeds, and
// one less than a commit that is refused.
func (c *contention) high() bool { return c.lost || c.share > 0.3 }

// endTurn gives up the lock of the row of state.
func (e *Engine) endTurn(conn *pgxpool.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	e.trips.Add(1)
	_, _ = conn.Exec(ctx, "rollback") // if that fails, the connection is closed
	conn.Release()
}
