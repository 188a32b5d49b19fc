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
	// briefly is how long an update, for which others wait, waits for the server to say where it is.
	briefly = patience / 2
	// pingTime is how long a connection that was idle may take to answer before another is used.
	pingTime = 2 * time.Second
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
	begun := time.Now()
	err := e.persist(func() error {
		for {
			g, err := e.join(begun, fn, &refused)
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

// join runs fn in the open group, or in a new one, and settles the group unless another update is waiting that will. begun is when the update
// began to wait.
func (e *Engine) join(begun time.Time, fn func(kv.Tx) error, refused *error) (*group, error) {
	e.waiting.Add(1)
	e.writing.Lock()
	e.waiting.Add(-1)
	defer e.writing.Unlock()
	if e.open == nil {
		if err := e.absence.since(begun); err != nil {
			return nil, err
		}
		g, err := e.begin()
		if err != nil {
			e.absence.met(err)
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
		if err := e.catchUp(briefly); err != nil {
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

// settle ends a group; if something was written, it commits in one round trip.
func (e *Engine) settle(g *group) {
	g.err = errPanic // remains set if the commit panics
	defer close(g.done)
	defer func() { e.absence.met(g.err) }()
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
			e.contention.refused()
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
		e.contention.refused()
		return errMoved
	}
	e.member.confirm(asked)
	return nil
}
