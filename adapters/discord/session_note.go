package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"raumbot/bot/service"
)

// sessionNote holds the data needed to resume a session. The bot stores one for each shard, so that
// its next run resumes the session and misses nothing.
type sessionNote struct {
	Session  string
	Sequence int64     // the last event such that it and all before it have been handled
	URL      string    `json:",omitzero"` // the gateway at which Discord wants the session resumed
	At       time.Time // when the note was stored
}

// sessionMemo is the prefix of the keys of notes; see sessionKey.
const sessionMemo = "session/"

func sessionKey(shard, count int) string { return fmt.Sprintf("%s%d/of/%d", sessionMemo, shard, count) }

const (
	// noteInterval is how often notes that have changed are stored.
	noteInterval = time.Second
	// refreshInterval is how often all notes are stored, so that none becomes too old.
	refreshInterval = time.Minute
	// sessionLife is the greatest age of a note from which a session is resumed. Discord keeps
	// sessions for some minutes.
	sessionLife = 5 * time.Minute
)

// sessionNotes stores the notes of a run's sessions.
type sessionNotes struct {
	service *service.Service
	count   int // of shards

	storing sync.Mutex             // held while notes are stored, and taken before mu
	mu      sync.Mutex             // guards the fields below
	notes   map[string]sessionNote // by key; Session is "" if there is no session
	changed map[string]bool        // keys of notes that have not been stored
}

// readNotes returns the notes of an earlier run for a number of shards. It deletes notes that are
// too old or for another number of shards.
func readNotes(ctx context.Context, s *service.Service, count int) (*sessionNotes, error) {
	n := &sessionNotes{service: s, count: count, notes: map[string]sessionNote{}, changed: map[string]bool{}}
	keys, err := s.Kept(ctx, Platform, sessionMemo, 0)
	if err != nil {
		return nil, err
	}
	end := fmt.Sprintf("/of/%d", count)
	for _, key := range keys {
		text, err := s.Recall(ctx, Platform, key)
		if err != nil {
			return nil, err
		}
		var note sessionNote
		if strings.HasSuffix(key, end) && json.Unmarshal(text, &note) == nil && time.Since(note.At) < sessionLife {
			n.notes[key] = note
		} else {
			n.notes[key], n.changed[key] = sessionNote{}, true
		}
	}
	return n, nil
}

// of returns the note of a shard. Its Session is "" if there is no session to resume.
func (n *sessionNotes) of(shard int) sessionNote {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.notes[sessionKey(shard, n.count)]
}

// set changes the note of a shard. keep stores it a little later.
func (n *sessionNotes) set(shard int, note sessionNote) {
	n.mu.Lock()
	defer n.mu.Unlock()
	key := sessionKey(shard, n.count)
	n.notes[key], n.changed[key] = note, true
}

// advance changes the note of a shard, like set, unless the session of the note has ended in
// the meantime.
func (n *sessionNotes) advance(shard int, note sessionNote) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if key := sessionKey(shard, n.count); n.notes[key].Session == note.Session && note.Session != "" {
		n.notes[key], n.changed[key] = note, true
	}
}

// keep stores the notes that change, until ctx ends. It calls failed with errors, after which it
// tries again.
func (n *sessionNotes) keep(ctx context.Context, failed func(error)) {
	for refreshed := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(noteInterval):
		}
		if time.Since(refreshed) > refreshInterval {
			refreshed = time.Now()
			n.refresh()
		}
		if err := n.store(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

// refresh makes store store the notes of all sessions.
func (n *sessionNotes) refresh() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for key, note := range n.notes {
		if note.Session != "" {
			n.changed[key] = true
		}
	}
}

// store stores the notes that have changed. If that fails, the next call stores them.
func (n *sessionNotes) store(ctx context.Context) error {
	n.storing.Lock()
	defer n.storing.Unlock()
	values := map[string][]byte{}
	n.mu.Lock()
	for key := range n.changed {
		note := n.notes[key]
		if note.Session == "" {
			values[key] = nil
			continue
		}
		note.At = time.Now().UTC()
		values[key], _ = json.Marshal(note) // strings, numbers and a time
	}
	clear(n.changed)
	n.mu.Unlock()
	if len(values) == 0 {
		return nil
	}
	err := n.service.KeepAll(ctx, Platform, values)
	if err != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		for key := range maps.Keys(values) {
			n.changed[key] = true
		}
	}
	return err
}
