package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// The limits of a queue.
const (
	maxWaiting     = 512 // callers of all owners
	maxWaitingEach = 32  // callers of one owner
	maxQueueTime   = 5 * time.Second
)

// errCrowded means that too many callers wait, or that one has waited too long.
var errCrowded = errors.New("too many pages are asked for at once")

// queue limits how many requests are answered at once, so that a crowd of browsers does not take
// all processors from chat, health and other work of the bot. The others wait in lines, one for
// each owner. The lines are served in turn, so that an owner of many requests does not hold up an
// owner of one.
type queue struct {
	mu      sync.Mutex
	free    int // places that nobody has
	lines   []*queueLine
	waiting int
	limit   time.Duration // maxQueueTime, except in tests
}

// queueLine holds the waiting callers of one owner, the first of whom is served next. A caller
// receives nil when it gets a place, or errCrowded when it has to make room.
type queueLine struct {
	owner   any
	callers []chan error
}

// newQueue returns a queue with places for half of the processors, at least one.
func newQueue() *queue {
	return &queue{free: max(1, runtime.GOMAXPROCS(0)/2), limit: maxQueueTime}
}

// enter waits for a place. If it returns nil, the caller must call leave when it has finished.
// Otherwise the error is errCrowded, or that of ctx if ctx ends first.
func (q *queue) enter(ctx context.Context, owner any) error {
	turn, err := q.join(owner)
	if turn == nil {
		return err
	}
	limit := time.NewTimer(q.limit)
	defer limit.Stop()
	select {
	case err := <-turn:
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-limit.C:
		err = errCrowded
	}
	if !q.remove(owner, turn) && <-turn == nil {
		q.leave() // the place came at the same moment
	}
	return err
}

// join takes a free place, or appends a caller to its owner's line. The channel is nil if the
// caller does not have to wait.
func (q *queue) join(owner any) (turn chan error, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free > 0 {
		q.free--
		return nil, nil
	}
	own := q.line(owner)
	if q.full(own) {
		return nil, errCrowded
	}
	if q.waiting >= maxWaiting {
		q.makeRoom()
	}
	if own == nil {
		own = &queueLine{owner: owner}
		q.lines = append(q.lines, own)
	}
	turn = make(chan error, 1)
	own.callers = append(own.callers, turn)
	q.waiting++
	return turn, nil
}

// line returns the line of an owner, or nil if there is none.
func (q *queue) line(owner any) *queueLine {
	for _, l := range q.lines {
		if l.owner == owner {
			return l
		}
	}
	return nil
}

// isFull reports whether a caller would be sent away at once.
func (q *queue) isFull(owner any) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.free == 0 && q.full(q.line(owner))
}

// full reports whether a line cannot take another caller; own is nil for a new line. A line is full
// if it has maxWaitingEach callers, or if the queue has maxWaiting callers and no line is longer
// than this one would become.
func (q *queue) full(own *queueLine) bool {
	length := 0
	if own != nil {
		length = len(own.callers)
	}
	return length >= maxWaitingEach || q.waiting >= maxWaiting && len(q.longest().callers) <= length+1
}

// longest returns the longest line.
func (q *queue) longest() *queueLine {
	return slices.MaxFunc(q.lines, func(a, b *queueLine) int { return len(a.callers) - len(b.callers) })
}

// makeRoom sends away the last caller of the longest line.
func (q *queue) makeRoom() {
	l := q.longest()
	last := len(l.callers) - 1
	l.callers[last] <- errCrowded
	l.callers = l.callers[:last]
	q.waiting--
}

// remove takes a caller who no longer waits out of its owner's line. It returns false if the caller
// has been answered already.
func (q *queue) remove(owner any, turn chan error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.line(owner)
	if l == nil {
		return false
	}
	at := slices.Index(l.callers, turn)
	if at < 0 {
		return false
	}
	l.callers = slices.Delete(l.callers, at, at+1)
	if q.waiting--; len(l.callers) == 0 {
		at = slices.Index(q.lines, l)
		q.lines = slices.Delete(q.lines, at, at+1)
	}
	return true
}

// leave gives a place to the first caller of the next line, or frees it.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.lines) == 0 {
		q.free++
		return
	}
	l := q.lines[0]
	q.lines = q.lines[1:]
	l.callers[0] <- nil
	if l.callers = l.callers[1:]; len(l.callers) > 0 {
		q.lines = append(q.lines, l)
	}
	q.waiting--
}

// inTurn answers a request when its turn has come: see [queue]. Requests that change something have
// a queue of their own, so that they do not wait for pages. Slow browsers hold up nobody: the
// request is read before its turn, and the answer is sent after it.
func (s *Site) inTurn(w http.ResponseWriter, r *http.Request, v *visitor, do func(http.ResponseWriter, *http.Request, *visitor)) {
	q := s.queueOf(r)
	if q == s.sending {
		body, err := io.ReadAll(r.Body)
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failure{err}))
	}
	err := q.enter(r.Context(), network(address(r)))
	if errors.Is(err, errCrowded) {
		s.refuseCrowded(w, r)
		return
	}
	later := answer{header: w.Header(), status: http.StatusOK}
	if err == nil {
		func() {
			defer q.leave()
			do(&later, r, v)
		}()
	}
	if !later.wrote && r.Context().Err() != nil {
		later.status = http.StatusServiceUnavailable // if the visitor is still there, the site is stopping
	}
	w.WriteHeader(later.status)
	s.send(w, r, later.body.Bytes())
}

// queueOf returns the queue of a request.
func (s *Site) queueOf(r *http.Request) *queue {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return s.reading
	}
	return s.sending
}

// isCrowded reports whether a request is refused before anything is looked up for it, because its
// queue is full. Static files and event streams have no queue, because they take little work.
func (s *Site) isCrowded(r *http.Request) bool {
	waits := !strings.HasPrefix(r.URL.Path, "/static/") && !strings.HasSuffix(r.URL.Path, "/events")
	return waits && s.queueOf(r).isFull(network(address(r)))
}

// refuseCrowded says when to come again.
func (s *Site) refuseCrowded(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Connection", "close")
	v := s.anonymous(r)
	s.refuseForNow(w, r, v, http.StatusServiceUnavailable, 5, v.Say("Many people are asking for pages right now. Try again in a few seconds."))
}

// failure is a reader that fails, or that is empty if there is no error.
type failure struct{ err error }

func (f failure) Read([]byte) (int, error) { return 0, cmp.Or(f.err, io.EOF) }

// answer keeps an answer until it can be sent.
type answer struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if !a.wrote {
		a.status, a.wrote = status, true
	}
}

func (a *answer) Write(data []byte) (int, error) {
	a.wrote = true
	return a.body.Write(data)
}
