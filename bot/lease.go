package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"raumbot/bot/signal"
)

// Errors of [Leases].
var (
	// ErrLeased means that a task is held already, by another process or by this one.
	ErrLeased = errors.New("the task is held already")
	// ErrLeaseLost is the cause with which the context of a lost lease ends.
	ErrLeaseLost = errors.New("the task may be another process's by now")
)

// Claims are where a task is claimed, so that no two processes do the same at once. A task is a name, such as "sweep" or
// "discord/shard/3/of/6".
type Claims interface {
	// TryHold claims a task. It returns [ErrLeased] if the task is held, and other errors if the database cannot be
	// asked, which a retry may mend. The lease's context is derived from ctx.
	TryHold(ctx context.Context, task string) (Lease, error)
	// Freed returns a channel that is closed when a task may have become free; it is at times closed for nothing.
	// Who calls it before TryHold misses nothing.
	Freed() <-chan struct{}
}

// Leases divide tasks among the processes that work on one database.
type Leases interface {
	Claims
	// Held returns who holds what, in the order of the tasks' names.
	Held(ctx context.Context) ([]Holding, error)
}

// Lease is a task that this process holds. Its methods are safe for concurrent use.
type Lease interface {
	// Context ends when the lease is lost (its cause is [ErrLeaseLost]) or released, or with the context it was claimed
	// with; the last does not release it. It ends some time before another process can get the task.
	Context() context.Context
	// Valid reports whether the lease is held at this moment. A process that was suspended can learn it here
	// before its context ends, so ask right before doing what must not be done twice.
	Valid() bool
	// Note returns what the last holder of the task has left, or what SetNote was given since; nil if there is nothing.
	Note() []byte
	// SetNote leaves a note to the next holder. It is kept in the database within about a second, and at the latest by
	// Release; one that follows before is kept in its place. Notes should be below a kilobyte.
	SetNote(note []byte)
	// KeepNote waits until the note is in the database.
	KeepNote(ctx context.Context) error
	// Release gives the task back, with the note. It does nothing if the lease is lost.
	Release()
	// ReleaseQuietly is Release of a task that nobody waits for: other processes are not told that it is free.
	ReleaseQuietly()
}

// Holding says who holds a task.
type Holding struct {
	Task  string
	Owner string // names a process, for the operator to read
	Mine  bool   // it is this process
	Until time.Time
}

// Heard says what other processes have committed to the database.
type Heard struct {
	// Games are those whose logs have changed.
	Games []GameID
	// Memos are those that were written or deleted.
	Memos []MemoKey
	// GameFiles means that game files have changed.
	GameFiles bool
	// Spent is what users have asked of another process, which is told and not committed. If there is any, there is nothing else.
	Spent []Spent
	// Any means that anything may have changed. It is told, too, after the server has lost commits, by a standby that was promoted without them.
	Any bool
}

// Spent is what a user has asked for, by the measure of the limits.
type Spent struct {
	Who  UserID
	What string // which limit it counts for
	Cost int
}

// MemoKey names a memo.
type MemoKey struct {
	Platform Platform
	Key      string
}

// Hold claims a task, and waits while it is held or the database cannot be asked. Its error is that of ctx.
func Hold(ctx context.Context, leases Claims, task string) (Lease, error) {
	for {
		freed := leases.Freed()
		if lease, err := leases.TryHold(ctx, task); err == nil {
			return lease, nil
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// WhileHeld runs do each time that this process gets a task, until ctx ends, and releases the task whenever do returns. The lease's
// context is derived from ctx.
func WhileHeld(ctx context.Context, leases Claims, task string, do func(Lease)) {
	for {
		lease, err := Hold(ctx, leases, task)
		if err != nil {
			return
		}
		func() {
			defer lease.Release()
			do(lease)
		}()
	}
}

// LocalLeases are [Leases] of the only process that works on a database. The zero value is ready to use.
type LocalLeases struct {
	mu    sync.Mutex
	held  map[string]bool
	notes map[string][]byte
	freed signal.Broadcast
}

var _ Leases = (*LocalLeases)(nil)

// TryHold implements [Leases].
func (l *LocalLeases) TryHold(ctx context.Context, task string) (Lease, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[task] {
		return nil, ErrLeased
	}
	if l.held == nil {
		l.held, l.notes = map[string]bool{}, map[string][]byte{}
	}
	l.held[task] = true
	lease := &localLease{leases: l, task: task}
	lease.ctx, lease.cancel = context.WithCancel(ctx)
	return lease, nil
}

// Freed implements [Leases].
func (l *LocalLeases) Freed() <-chan struct{} { return l.freed.Next() }

// Held implements [Leases].
func (l *LocalLeases) Held(context.Context) ([]Holding, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]Holding, 0, len(l.held))
	for task := range l.held {
		all = append(all, Holding{Task: task, Owner: "local", Mine: true})
	}
	slices.SortFunc(all, func(a, b Holding) int { return strings.Compare(a.Task, b.Task) })
	return all, nil
}

type localLease struct {
	leases   *LocalLeases
	task     string
	ctx      context.Context
	cancel   context.CancelFunc
	released bool // guarded by leases.mu
}

func (l *localLease) Context() context.Context { return l.ctx }

func (l *localLease) Valid() bool {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	return !l.released
}

func (l *localLease) Note() []byte {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	return slices.Clone(l.leases.notes[l.task])
}

func (l *localLease) SetNote(note []byte) {
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	if !l.released {
		l.leases.notes[l.task] = slices.Clone(note)
	}
}

func (l *localLease) KeepNote(context.Context) error { return nil }

func (l *localLease) ReleaseQuietly() { l.Release() }

func (l *localLease) Release() {
	l.cancel()
	l.leases.mu.Lock()
	defer l.leases.mu.Unlock()
	if l.released {
		return
	}
	l.released = true
	delete(l.leases.held, l.task)
	l.leases.freed.Send()
}
