package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"raumbot/bot"
)

// errUnkept means that a transaction was not committed because the connection was lost, and may be retried.
var errUnkept = fmt.Errorf("%w for a moment, and the change was not kept", bot.ErrAway)

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
			return errUnkept
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
