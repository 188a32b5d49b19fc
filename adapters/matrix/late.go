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
)

// late keeps messages whose keys have not come yet. They are kept in the store as
// well, so that a restart loses none.
type late struct {
	s  *session
	mu sync.Mutex // guards events and over
	// running are the questions and regrets under way; begun under mu.
	running sync.WaitGroup
	// events are by ID.
	events map[id.EventID]*event.Event
	over   bool
	// regrets is when somebody was last told in a room that they cannot be read.
	regrets *lru.Cache[string, time.Time]
}

const (
	// lateAtMost bounds the messages that are kept, lateOfOne those of one person, and lateFor how long.
	lateAtMost = 500
	lateOfOne  = 50
	lateFor    = 7 * 24 * time.Hour
	// askAfter is when a missing key is asked for, and regretAfter when its
	// lack is regretted: mostly it comes by itself, with the next answer of the homeserver.
	askAfter, regretAfter = 3 * time.Second, 15 * time.Second
	// askWithin bounds the time in which a key is asked for.
	askWithin = 5 * time.Second
	// regretEvery is how often one person is told in one room.
	regretEvery = 10 * time.Minute
)

func newLate(s *session) *late {
	regrets, err := lru.New[string, time.Time](remembersPeople)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &late{s: s, events: map[id.EventID]*event.Event{}, regrets: regrets}
}

// load takes up the messages that an earlier run has kept.
func (l *late) load(ctx context.Context) error {
	names, values, err := l.s.store.notes(ctx, "late/", lateAtMost)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, value := range values {
		e := &event.Event{}
		if json.Unmarshal([]byte(value), e) != nil || e.ID == "" || time.Since(time.UnixMilli(e.Timestamp)) > lateFor {
			err = errors.Join(err, l.s.store.putNote(ctx, names[i], ""))
			continue
		}
		e.Type.Class = event.MessageEventType
		if e.Content.ParseRaw(e.Type) == nil {
			l.events[e.ID] = e
			if time.Since(time.UnixMilli(e.Timestamp)) < regretEvery { // perhaps nobody has been told
				l.see(ctx, e)
			}
		}
	}
	return err
}

// wait keeps a message until its key comes, and sees to it that it does.
func (l *late) wait(ctx context.Context, e *event.Event) {
	value, err := json.Marshal(e)
	l.mu.Lock()
	full := len(l.events) >= lateAtMost || l.of(e.Sender) >= lateOfOne
	if err == nil && !full {
		l.events[e.ID] = e
	}
	l.mu.Unlock()
	if err != nil || full {
		l.s.log.Warn("a message that cannot be read is not kept", "event", e.ID, "err", err)
		l.regret(ctx, e.RoomID, e, undecryptable)
		return
	}
	if err := l.s.store.putNote(ctx, "late/"+string(e.ID), string(value)); err != nil {
		l.s.log.Error("cannot keep a message that cannot be read yet", "err", err)
	}
	l.see(ctx, e)
}

// of counts the messages of somebody. The caller holds mu.
func (l *late) of(sender id.UserID) (n int) {
	for _, e := range l.events {
		if e.Sender == sender {
			n++
		}
	}
	return n
}

// see sees to it that the key of a message comes, or that its lack is regretted.
func (l *late) see(ctx context.Context, e *event.Event) {
	if l.s.cipher == nil {
		return
	}
	time.AfterFunc(askAfter, func() {
		l.unlessOver(e.ID, func() {
			ctx, cancel := context.WithTimeout(ctx, askWithin)
			defer cancel()
			if err := l.s.cipher.request(ctx, e); err != nil {
				l.s.log.Warn("cannot ask for a key", "event", e.ID, "err", err)
			}
		})
	})
	time.AfterFunc(regretAfter, func() {
		l.unlessOver(e.ID, func() { l.regret(ctx, e.RoomID, e, keyMissing) })
	})
}

// unlessOver does something about a message that still waits for its key.
func (l *late) unlessOver(e id.EventID, do func()) {
	l.mu.Lock()
	waits := l.events[e] != nil && !l.over
	if waits {
		l.running.Add(1)
	}
	l.mu.Unlock()
	if waits {
		defer l.running.Done()
		do()
	}
}

func (l *late) waits(e id.EventID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.events[e] != nil && !l.over
}

// stop lets nobody be asked or told any more, and returns when that has ended.
func (l *late) stop() {
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	l.running.Wait()
}

// retry carries out the messages whose keys have come.
func (l *late) retry(ctx context.Context) {
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
		if missing && time.Since(time.UnixMilli(e.Timestamp)) < lateFor {
			continue
		}
		l.mu.Lock()
		delete(l.events, e.ID)
		l.mu.Unlock()
		if !missing { // else nobody waits for it any more
			l.s.guarded(ctx, e.RoomID, e)
		}
		if err := l.s.store.putNote(ctx, "late/"+string(e.ID), ""); err != nil {
			l.s.log.Error("cannot forget a message that has been read", "err", err)
		}
	}
}

// regret tells somebody that they cannot be read, from time to time.
func (l *late) regret(ctx context.Context, room id.RoomID, e *event.Event, why string) {
	key := string(room) + " " + string(e.Sender)
	if last, ok := l.regrets.Get(key); ok && time.Since(last) < regretEvery {
		return
	}
	l.regrets.Add(key, time.Now())
	var rel *event.RelatesTo
	if content, ok := e.Content.Parsed.(*event.EncryptedEventContent); ok {
		rel = content.RelatesTo
	}
	h, err := l.s.where(ctx, room, e, rel)
	if err != nil {
		l.s.log.Error("cannot tell where something was said", "event", e.ID, "err", err)
		return
	}
	h.open = why == noEncryption
	l.s.tell(ctx, h, why)
}

// sortByTime brings messages into the order in which they were said.
func sortByTime(events []*event.Event) {
	slices.SortStableFunc(events, func(a, b *event.Event) int { return cmp.Compare(a.Timestamp, b.Timestamp) })
}
