package matrix

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot/phrase"
)

// undecrypted keeps messages whose keys have not arrived. It also stores them, so that they survive
// a restart.
type undecrypted struct {
	s  *session
	mu sync.Mutex // guards events and stopped
	// running counts the requests and reports in progress; added to under mu.
	running sync.WaitGroup
	// events has the messages by ID.
	events  map[id.EventID]*event.Event
	stopped bool
	// lastReports has, by room and user, when the user was last told that their messages cannot
	// be read.
	lastReports *lru.Cache[string, time.Time]
}

const (
	maxUndecrypted      = 500                // messages that are kept
	maxUndecryptedEach  = 50                 // messages of one user that are kept
	undecryptedLifetime = 7 * 24 * time.Hour // how long a message is kept
	// requestKeyAfter is how long the bot waits for a key before it requests it. Usually a key arrives
	// by itself, with the next sync response.
	requestKeyAfter = 3 * time.Second
	// reportAfter is how long the bot waits for a key before it tells the user.
	reportAfter = 15 * time.Second
	// keyRequestTimeout limits the request for a key.
	keyRequestTimeout = 5 * time.Second
	// reportInterval is the least time between two reports to a user in one room.
	reportInterval = 10 * time.Minute
)

func newUndecrypted(s *session) *undecrypted {
	lastReports, err := lru.New[string, time.Time](userMemory)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &undecrypted{s: s, events: map[id.EventID]*event.Event{}, lastReports: lastReports}
}

// load loads the messages that an earlier run has stored.
func (l *undecrypted) load(ctx context.Context) error {
	names, values, err := l.s.store.notes(ctx, lateNote, maxUndecrypted)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, value := range values {
		e := &event.Event{}
		if json.Unmarshal([]byte(value), e) != nil || e.ID == "" || time.Since(time.UnixMilli(e.Timestamp)) > undecryptedLifetime {
			err = errors.Join(err, l.s.store.putNote(ctx, names[i], ""))
			continue
		}
		e.Type.Class = event.MessageEventType
		if e.Content.ParseRaw(e.Type) == nil {
			l.events[e.ID] = e
			if time.Since(time.UnixMilli(e.Timestamp)) < reportInterval { // the user may not have been told
				l.schedule(ctx, e)
			}
		}
	}
	return err
}

// add keeps a message until its key arrives.
func (l *undecrypted) add(ctx context.Context, e *event.Event) error {
	value, err := json.Marshal(e)
	l.mu.Lock()
	full := len(l.events) >= maxUndecrypted || l.countOf(e.Sender) >= maxUndecryptedEach
	l.mu.Unlock()
	if err != nil || full {
		l.s.log.Warn("dropping an undecryptable message", "event", e.ID, "err", err)
		return l.reportUnreadable(ctx, e.RoomID, e, undecryptable)
	}
	if err := l.s.store.putNote(ctx, lateNote+string(e.ID), string(value)); err != nil {
		return err
	}
	l.mu.Lock()
	l.events[e.ID] = e
	l.mu.Unlock()
	l.schedule(ctx, e)
	return nil
}

// countOf returns the number of messages of a user. The caller holds mu.
func (l *undecrypted) countOf(sender id.UserID) (n int) {
	for _, e := range l.events {
		if e.Sender == sender {
			n++
		}
	}
	return n
}

// schedule schedules the request for the key of a message, and the report that it is missing.
func (l *undecrypted) schedule(ctx context.Context, e *event.Event) {
	if l.s.cipher == nil {
		return
	}
	time.AfterFunc(requestKeyAfter, func() {
		l.ifPending(e.ID, func() {
			ctx, cancel := context.WithTimeout(ctx, keyRequestTimeout)
			defer cancel()
			if err := l.s.cipher.requestKey(ctx, e); err != nil {
				l.s.log.Warn("cannot request a key", "event", e.ID, "err", err)
			}
		})
	})
	time.AfterFunc(reportAfter, func() {
		l.ifPending(e.ID, func() {
			if err := l.reportUnreadable(ctx, e.RoomID, e, keyMissing); err != nil {
				l.s.log.Error("cannot report an unreadable message", "event", e.ID, "err", err)
			}
		})
	})
}

// ifPending calls do if a message is still waiting for its key.
func (l *undecrypted) ifPending(e id.EventID, do func()) {
	l.mu.Lock()
	isPending := l.events[e] != nil && !l.stopped
	if isPending {
		l.running.Add(1)
	}
	l.mu.Unlock()
	if isPending {
		defer l.running.Done()
		do()
	}
}

func (l *undecrypted) isPending(e id.EventID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.events[e] != nil && !l.stopped
}

// stop prevents further requests and reports, and waits for those in progress.
func (l *undecrypted) stop() {
	l.mu.Lock()
	l.stopped = true
	l.mu.Unlock()
	l.running.Wait()
}

// retry handles the messages whose keys have arrived. It returns errors of the stores only.
func (l *undecrypted) retry(ctx context.Context) error {
	l.mu.Lock()
	var waiting []*event.Event
	for _, e := range l.events {
		waiting = append(waiting, e)
	}
	l.mu.Unlock()
	sortByTime(waiting)
	for _, e := range waiting {
		_, err := l.s.cipher.decrypt(ctx, e)
		missing := errors.Is(err, errNoKey)
		if missing && time.Since(time.UnixMilli(e.Timestamp)) < undecryptedLifetime {
			continue
		}
		if !missing { // otherwise it is too old
			if err := l.s.handleSafely(ctx, e.RoomID, e); err != nil {
				return err
			}
		}
		if err := l.s.store.putNote(ctx, lateNote+string(e.ID), ""); err != nil {
			return err
		}
		l.mu.Lock()
		delete(l.events, e.ID)
		l.mu.Unlock()
	}
	return nil
}

// reportUnreadable tells a user that their message cannot be read, at most once per reportInterval.
func (l *undecrypted) reportUnreadable(ctx context.Context, room id.RoomID, e *event.Event, why phrase.Text) error {
	key := string(room) + " " + string(e.Sender)
	if last, ok := l.lastReports.Get(key); ok && time.Since(last) < reportInterval {
		return nil
	}
	var rel *event.RelatesTo
	if content, ok := e.Content.Parsed.(*event.EncryptedEventContent); ok {
		rel = content.RelatesTo
	}
	h, err := l.s.locate(ctx, room, e, rel)
	if err != nil {
		return err
	}
	l.lastReports.Add(key, time.Now())
	h.inClear = why == noEncryption
	l.s.replyPhrase(ctx, h, why)
	return nil
}

// sortByTime sorts messages by the time when they were sent.
func sortByTime(events []*event.Event) {
	slices.SortStableFunc(events, func(a, b *event.Event) int { return cmp.Compare(a.Timestamp, b.Timestamp) })
}
