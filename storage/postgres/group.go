package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// group is a set of updates that share one transaction of the server, and so one wait for its disk.
// Each is still atomic.
type group struct {
	tx      *transaction
	members int
	broken  bool // an update panicked
	done    chan struct{}
	err     error // result of the transaction; final once done is closed
}

const (
	// maxGroup limits the number of updates that share a transaction, and so how long the first
	// waits for the last.
	maxGroup = 256
	// Patience is how long a view or an update waits for an unreachable server before it fails. Of
	// that, an update waits half for the answer to its commit before it looks the commit up.
	Patience = 10 * time.Second
	// briefly is how long an update, for which others wait, waits for the server to say where it
	// is.
	briefly = Patience / 2
	// pingTime is how long a connection that was idle may take to answer before another is used.
	pingTime = 2 * time.Second
)

var (
	errPanic = errors.New("another update has broken the transaction")
	// errOutcome means that it is not known whether a transaction was committed.
	errOutcome = fmt.Errorf("%w, and whether the last change was kept is not known", bot.ErrAway)
)

// Update implements [kv.Engine]. Updates run one at a time; the last of those waiting commits for
// all. The server commits only if it is at the position that they follow. An update that fails
// because the connection is lost, or because the server was set back, is run again.
func (e *Engine) Update(fn func(kv.Tx) error) error {
	if e.owner == nil {
		return errReadOnly
	}
	var refused error // error returned by fn
	err := e.persist(func(until time.Time) error {
		for {
			g, err := e.join(until, fn, &refused)
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

// join runs fn in the open group, or in a new one, and settles the group unless a waiting update
// will do so. It waits until the given time for the server's first answer.
func (e *Engine) join(until time.Time, fn func(kv.Tx) error, refused *error) (*group, error) {
	e.waiting.Add(1)
	e.writing.Lock()
	e.waiting.Add(-1)
	defer e.writing.Unlock()
	if e.open == nil {
		if e.knownAway() { // others have waited in vain, while this update waited for them
			return nil, errKnownAway
		}
		g, err := e.begin(until)
		if err != nil {
			return nil, err
		}
		e.open = g
	}
	g := e.open
	g.tx.until = until
	g.members++
	defer func() {
		if g.broken || g.tx.err != nil || g.members == maxGroup || e.waiting.Load() == 0 {
			e.open = nil
			e.endGroup(g)
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

// begin begins a group. It asks the server only if the server's position is not known, and waits
// for the answer until a time.
func (e *Engine) begin(until time.Time) (*group, error) {
	if e.cache.position() == nowhere {
		ctx, cancel := context.WithTimeout(context.Background(), min(max(time.Until(until), moment), briefly))
		defer cancel()
		e.trips.Add(1)
		at, err := e.where(ctx, e.pool)
		if err != nil {
			return nil, err
		}
		e.cache.reset(at)
		e.tellSetBack()
	}
	known, at := e.cache.snapshot()
	t := &transaction{engine: e, server: e.pool, known: known, at: at, room: e.kept, dirty: newWrites(), kept: newWrites()}
	return &group{tx: t, done: make(chan struct{})}, nil
}

// endGroup ends a group; if something was written, it commits in one round trip.
func (e *Engine) endGroup(g *group) {
	g.err = errPanic // remains set if the commit panics
	defer close(g.done)
	t := g.tx
	switch {
	case g.broken:
	case t.err != nil:
		g.err = t.err
	case t.dirty.Len() == 0:
		g.err = e.AtWork() // or what was read may be old
	default:
		asked, to, writes := time.Now(), position{t.at.generation + 1, rand.Int64()}, t.dirty.Items()
		e.committing.Store(true)
		if g.err = e.commit(t.at, to, writes); Away(g.err) && !refusesWrites(g.err) {
			if g.err = e.outcome(t.at, to, asked.Add(Patience)); errors.Is(g.err, errOutcome) {
				e.giveUp()
			}
		}
		if g.err == nil {
			e.owner.confirm(asked)
			e.cache.advance(t.at, to, writes)
		}
		e.committing.Store(false)
	}
}
