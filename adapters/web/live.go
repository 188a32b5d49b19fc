package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"raumbot/bot"
)

// hub wakes the streams of the games that have changed. A stream that is slow hears once of many changes.
type hub struct {
	mu    sync.Mutex
	games map[bot.GameID]map[chan struct{}]struct{} // of game 0: those of all games
}

func newHub() *hub { return &hub{games: map[bot.GameID]map[chan struct{}]struct{}{}} }

// run passes changes on until there are no more.
func (h *hub) run(changes <-chan bot.GameID) {
	for id := range changes {
		h.mu.Lock()
		for of, streams := range h.games {
			if id != 0 && of != 0 && of != id {
				continue
			}
			for wake := range streams {
				select {
				case wake <- struct{}{}:
				default: // it has not looked yet
				}
			}
		}
		h.mu.Unlock()
	}
}

// join returns what is sent after a game has changed, of game 0 after any has.
func (h *hub) join(id bot.GameID) (wake <-chan struct{}, leave func()) {
	own := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.games[id] == nil {
		h.games[id] = map[chan struct{}]struct{}{}
	}
	h.games[id][own] = struct{}{}
	return own, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.games[id], own)
		if len(h.games[id]) == 0 {
			delete(h.games, id)
		}
	}
}

const (
	// keepAlive is after how long without news a stream says that it is there; pause is when a browser asks again for one that has ended.
	keepAlive = 20 * time.Second
	pause     = 3 * time.Second
	// longest is how long a stream lasts, so that one which nobody reads is not kept.
	longest = time.Hour
)

// stream is a stream of events to one browser.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	slow    time.Duration
}

// open begins a stream, unless there are too many.
func (s *Site) open(w http.ResponseWriter, r *http.Request) (st *stream, leave func(), ok bool) {
	leave, ok = s.limits.stream(r)
	if !ok {
		w.Header().Set("Retry-After", "60")
		s.refuse(w, r, http.StatusServiceUnavailable)
		return nil, nil, false
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // of a proxy in front
	st = &stream{w, http.NewResponseController(w), s.slow}
	return st, leave, st.send("retry: %d\n\n", pause/time.Millisecond) == nil
}

// send writes a part of the stream. A browser that does not read in time is given up.
func (st *stream) send(format string, args ...any) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.slow)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(st.w, format, args...); err != nil {
		return err
	}
	return st.control.Flush()
}

// event writes an event. One without an ID leaves that of the one before.
func (st *stream) event(name string, id int, data any) error {
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if id == 0 {
		return st.send("event: %s\ndata: %s\n\n", name, body)
	}
	return st.send("id: %d\nevent: %s\ndata: %s\n\n", id, name, body)
}

// logged is an event of a game.
type logged struct {
	Log int `json:"log"`
	Ply int `json:"ply"`
}

// gameEvents tells of a game as it goes on: each event has the number of entries in its log, and a browser that comes back
// is told what it has missed. In the room it tells of the chat too.
func (s *Site) gameEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	id, ok := bot.ParseGameID(r.PathValue("id"))
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	wake, forget := s.hub.join(id)
	defer forget()
	if _, _, err := s.service.LogNumber(r.Context(), v.request(""), id); err != nil {
		s.fail(w, r, err)
		return
	}
	known, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil {
		known, _ = strconv.Atoi(r.URL.Query().Get("log")) // zero tells all
	}
	s.follow(w, r, v, wake, func(st *stream) error {
		log, ply, err := s.service.LogNumber(r.Context(), v.request(""), id)
		if err != nil || log == known {
			return err
		}
		known = log
		return st.event("log", log, logged{log, ply})
	})
}

// roomEvents tells what is said in the room, and on a public site that some game has changed.
func (s *Site) roomEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	wake, forget := s.hub.join(0)
	defer forget()
	s.follow(w, r, v, wake, func(st *stream) error { return st.event("games", 0, struct{}{}) })
}

// follow writes to a stream what look finds: at the beginning, and whenever wake is sent.
func (s *Site) follow(w http.ResponseWriter, r *http.Request, v *visitor, wake <-chan struct{}, look func(*stream) error) {
	st, leave, ok := s.open(w, r)
	if leave != nil {
		defer leave()
	}
	if !ok || look(st) != nil {
		return
	}
	end, beat := time.NewTimer(longest), time.NewTicker(keepAlive)
	defer end.Stop()
	defer beat.Stop()
	said := s.chat.newest()
	var grown <-chan struct{}
	for {
		if v.Local() {
			grown = s.chat.grown.Next()
			if n := s.chat.newest(); n != said {
				if said = n; st.event("chat", 0, map[string]int{"chat": n}) != nil {
					return
				}
			}
		}
		var err error
		select {
		case <-r.Context().Done():
			return
		case <-end.C:
			return
		case <-beat.C:
			err = st.send(": here\n\n")
		case <-wake:
			err = look(st)
		case <-grown:
		}
		if err != nil {
			return
		}
	}
}

// fail answers a request for something that cannot be shown.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if !errors.Is(err, bot.ErrNotFound) {
		s.options.Log.Error("a page cannot be made", "pattern", r.Pattern, "err", err)
		s.refuse(w, r, http.StatusInternalServerError)
		return
	}
	s.refuse(w, r, http.StatusNotFound)
}
