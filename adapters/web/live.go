package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"raumbot/bot"
)

// hub wakes the streams of games that have changed, and counts who watches them. A slow stream is woken once for several changes.
type hub struct {
	mu    sync.Mutex
	games map[bot.GameID]*audience // under game 0: streams about all games
	// countPause is [countPause], except in tests.
	countPause time.Duration
}

// audience are the streams of a game, each with its spectator, and the number of streams of each spectator. Streams of players and of lists have
// no spectator.
type audience struct {
	streams    map[chan struct{}]string
	spectators map[string]int
	told       int // the number of spectators that the streams were last woken for
}

// countPause is the shortest time between two events that tell how many watch a game, so that a crowd that comes does not wake itself each time.
const countPause = 2 * time.Second

func newHub() *hub { return &hub{games: map[bot.GameID]*audience{}, countPause: countPause} }

// run wakes streams until changes is closed. A change of game 0 wakes all of them.
func (h *hub) run(changes <-chan bot.GameID) {
	count := time.NewTicker(h.countPause)
	defer count.Stop()
	for {
		select {
		case id, open := <-changes:
			if !open {
				return
			}
			h.wake(func(of bot.GameID, _ *audience) bool { return id == 0 || of == 0 || of == id })
		case <-count.C:
			h.wake(func(_ bot.GameID, a *audience) bool {
				before := a.told
				a.told = len(a.spectators)
				return a.told != before
			})
		}
	}
}

// wakeAtOnce is how many streams are woken before a pause of wakePause: what the bot has to do besides comes in between.
const (
	wakeAtOnce = 32
	wakePause  = 10 * time.Millisecond
)

// wake wakes the streams of some games.
func (h *hub) wake(which func(bot.GameID, *audience) bool) {
	h.mu.Lock()
	var all []chan struct{}
	for id, a := range h.games {
		if which(id, a) {
			all = slices.AppendSeq(all, maps.Keys(a.streams))
		}
	}
	h.mu.Unlock()
	for i, wake := range all {
		if i > 0 && i%wakeAtOnce == 0 {
			time.Sleep(wakePause)
		}
		select {
		case wake <- struct{}{}:
		default: // it will be woken already
		}
	}
}

// join returns a channel that receives after a game has changed; for game 0, after any has. leave ends that. The stream is that of
// a spectator, unless that is empty.
func (h *hub) join(id bot.GameID, spectator string) (wake <-chan struct{}, leave func()) {
	own := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.games[id]
	if a == nil {
		a = &audience{streams: map[chan struct{}]string{}, spectators: map[string]int{}}
		h.games[id] = a
	}
	a.streams[own] = spectator
	if spectator != "" {
		a.spectators[spectator]++
	}
	return own, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(a.streams, own)
		if a.spectators[spectator]--; a.spectators[spectator] <= 0 {
			delete(a.spectators, spectator)
		}
		if len(a.streams) == 0 {
			delete(h.games, id)
		}
	}
}

// spectators returns how many watch a game, apart from one of them.
func (h *hub) spectators(id bot.GameID, but string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.games[id]
	if a == nil {
		return 0
	}
	n := len(a.spectators)
	if a.spectators[but] > 0 {
		n--
	}
	return n
}

const (
	// keepAlive is the interval of comments that keep a stream from timing out; pause is how long a browser waits to reopen one.
	keepAlive = 20 * time.Second
	pause     = 3 * time.Second
	// listPause is the shortest time between two events of a list of games, which browsers load anew at each: a busy bot has many moves a second.
	listPause = 5 * time.Second
	// longest is how long a stream may last, so that abandoned ones end.
	longest = time.Hour
)

// stream is a stream of server-sent events to one browser.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	slow    time.Duration
}

// open begins a stream, or refuses if there are too many. If leave is not nil, the caller calls it at the end.
func (s *Site) open(w http.ResponseWriter, r *http.Request) (st *stream, leave func(), ok bool) {
	leave, ok = s.limits.stream(r)
	if !ok {
		w.Header().Set("Retry-After", "60")
		s.refuse(w, r, http.StatusServiceUnavailable)
		return nil, nil, false
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // keeps nginx from buffering the stream
	st = &stream{w, http.NewResponseController(w), s.slow}
	return st, leave, st.send("retry: %d\n\n", pause/time.Millisecond) == nil
}

// send writes to the stream. It fails if the browser does not read in time.
func (st *stream) send(format string, args ...any) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.slow)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(st.w, format, args...); err != nil {
		return err
	}
	return st.control.Flush()
}

// event writes an event. If id is 0, the browser keeps the last ID.
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

// logged is the data of a game's event: the number of entries in its log, and of plies.
type logged struct {
	Log int `json:"log"`
	Ply int `json:"ply"`
}

// watched is the data of an event that says how many watch a game, in the reader's language.
type watched struct {
	Text string `json:"text"`
}

// gameEvents streams the changes of a game, and how many watch it. The ID of an event is the number of entries in the game's log, so a
// browser that reconnects learns whether it has missed any. In the room it streams the chat too.
func (s *Site) gameEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	id, ok := bot.ParseGameID(r.PathValue("id"))
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	seated, err := s.service.Seated(r.Context(), v.request(""), id)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	spectator := ""
	if !seated {
		spectator = v.key(r)
	}
	wake, forget := s.hub.join(id, spectator)
	defer forget()
	known, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil {
		known, _ = strconv.Atoi(r.URL.Query().Get("log")) // if absent, 0: send an event at once
	}
	words := "" // that the browser has been told of the spectators
	s.follow(w, r, v, wake, 0, func(st *stream) error {
		log, ply, err := s.service.LogNumber(r.Context(), v.request(""), id)
		if err != nil {
			return err
		}
		if now := v.watching(s.hub.spectators(id, spectator), seated); now != words {
			words = now
			if err := st.event("watched", 0, watched{words}); err != nil {
				return err
			}
		}
		if log == known {
			return nil
		}
		known = log
		return st.event("log", log, logged{log, ply})
	})
}

// roomEvents streams that some game has changed, and in the room that the chat has.
func (s *Site) roomEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	wake, forget := s.hub.join(0, "")
	defer forget()
	s.follow(w, r, v, wake, s.listPause, func(st *stream) error { return st.event("games", 0, struct{}{}) })
}

// follow opens a stream and calls look, which writes to it, at the beginning and whenever wake receives, with a pause after each
// call. The stream ends with the visitor's session.
func (s *Site) follow(w http.ResponseWriter, r *http.Request, v *visitor, wake <-chan struct{}, pause time.Duration, look func(*stream) error) {
	ended := s.service.SessionsEnd() // before the session is looked up
	st, leave, ok := s.open(w, r)
	if leave != nil {
		defer leave()
	}
	if !ok || v.over(r) || look(st) != nil {
		return
	}
	end, beat := time.NewTimer(longest), time.NewTicker(keepAlive)
	defer end.Stop()
	defer beat.Stop()
	said := s.chat.newest()
	var grown <-chan struct{}
	rest := time.NewTimer(pause)
	defer rest.Stop()
	var due <-chan struct{} // wake, unless in a pause
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
		case <-ended:
			if ended = s.service.SessionsEnd(); v.over(r) {
				return
			}
		case <-beat.C:
			if v.over(r) { // it may have expired
				return
			}
			err = st.send(": here\n\n")
		case <-rest.C:
			due = wake
		case <-due:
			if v.over(r) {
				return
			}
			err, due = look(st), nil
			rest.Reset(pause)
		case <-grown:
		}
		if err != nil {
			return
		}
	}
}

// fail answers a request that has failed: 404 for [bot.ErrNotFound], else 500, which is logged.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // whoever asked has gone
	}
	if !errors.Is(err, bot.ErrNotFound) {
		s.options.Log.Error("a page cannot be made", "pattern", r.Pattern, "err", err)
		s.refuse(w, r, http.StatusInternalServerError)
		return
	}
	s.refuse(w, r, http.StatusNotFound)
}
