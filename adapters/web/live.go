package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"raumbot/bot"
)

const (
	// keepAlive is the interval of comments that keep a stream from timing out; pause is how long a browser waits to reopen one.
	keepAlive = 20 * time.Second
	pause     = 3 * time.Second
	// listPause is the shortest time between two times that the streams of a list are woken, because a busy bot has many moves a second.
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
	free, ok := s.limits.stream(r)
	if !ok {
		w.Header().Set("Retry-After", "60")
		s.refuse(w, r, http.StatusServiceUnavailable)
		return nil, nil, false
	}
	s.hub.busy.Add(-1) // it waits, most of the time
	leave = func() {
		s.hub.busy.Add(1)
		free()
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // keeps nginx from buffering the stream
	st = &stream{w, http.NewResponseController(w), s.slow}
	return st, leave, st.send(fmt.Sprintf("retry: %d\n\n", pause/time.Millisecond)) == nil
}

// send writes to the stream. It fails if the browser does not read in time.
func (st *stream) send(text string) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.slow)); err != nil {
		return err
	}
	if _, err := io.WriteString(st.w, text); err != nil {
		return err
	}
	return st.control.Flush()
}

// event returns an event as it is sent. If id is 0, the browser keeps the last ID.
func event(name string, id int, data any) (string, error) {
	body, err := json.Marshal(data)
	if err != nil {
		return "", err
	}
	if id == 0 {
		return fmt.Sprintf("event: %s\ndata: %s\n\n", name, body), nil
	}
	return fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", id, name, body), nil
}

// event writes an event without an ID.
func (st *stream) event(name string, data any) error {
	text, err := event(name, 0, data)
	if err != nil {
		return err
	}
	return st.send(text)
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
	wake, forget := s.hub.join(topic{game: id}, spectator)
	defer forget()
	known, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil {
		known, _ = strconv.Atoi(r.URL.Query().Get("log")) // if absent, 0: send an event at once
	}
	words := "" // that the browser has been told of the spectators
	s.follow(w, r, v, wake, func(st *stream) error {
		n, err := s.notice(r.Context(), v, id, spectator, seated)
		if err != nil {
			return err
		}
		if n.words != words {
			words = n.words
			if err := st.send(n.watched); err != nil {
				return err
			}
		}
		if n.log == known {
			return nil
		}
		known = n.log
		return st.send(n.logged)
	})
}

// notice returns what a visitor is told of a game. Spectators who have not signed in are told the same, so that it is made for one of each language.
func (s *Site) notice(ctx context.Context, v *visitor, id bot.GameID, spectator string, seated bool) (n notice, err error) {
	return s.sharedNotice(ctx, v, topic{game: id}, func(ctx context.Context) (notice, error) {
		return s.makeNotice(ctx, v, id, spectator, seated)
	})
}

// sharedNotice returns what write writes for a visitor or, if they have not signed in, has written for another one.
func (s *Site) sharedNotice(ctx context.Context, v *visitor, of topic, write func(context.Context) (notice, error)) (notice, error) {
	if v.Known() {
		return write(ctx)
	}
	return s.hub.notice(of, v.Lang(), func() (notice, error) {
		return write(context.WithoutCancel(ctx)) // also for others, when this one has gone
	})
}

func (s *Site) makeNotice(ctx context.Context, v *visitor, id bot.GameID, spectator string, seated bool) (n notice, err error) {
	ply := 0
	if n.log, ply, err = s.service.LogNumber(ctx, v.request(""), id); err != nil {
		return n, err
	}
	n.words = v.watching(s.hub.spectators(id, spectator), seated)
	if n.watched, err = event("watched", 0, watched{n.words}); err == nil {
		n.logged, err = event("log", n.log, logged{n.log, ply})
	}
	return n, err
}

// listEvents streams that the lists of games of the first page have changed, and in the room that the chat has. Games that the visitor may not see
// have no part in it.
func (s *Site) listEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.followList(w, r, v, topic{}, func(ctx context.Context) (string, error) {
		mine, others, err := s.firstLists(ctx, v)
		return v.listDigest(mine, others), err
	})
}

// followList streams an event at the beginning, and whenever what a page of lists shows has changed, of which digest returns a digest.
func (s *Site) followList(w http.ResponseWriter, r *http.Request, v *visitor, of topic, digest func(context.Context) (string, error)) {
	wake, forget := s.hub.join(of, "")
	defer forget()
	known := ""
	s.follow(w, r, v, wake, func(st *stream) error {
		n, err := s.sharedNotice(r.Context(), v, of, func(ctx context.Context) (n notice, err error) {
			n.list, err = digest(ctx)
			return n, err
		})
		if err != nil || n.list == known {
			return err
		}
		known = n.list
		return st.event("games", struct{}{})
	})
}

// follow opens a stream and calls look, which writes to it, at the beginning and whenever wake receives. The stream ends with
// the visitor's session.
func (s *Site) follow(w http.ResponseWriter, r *http.Request, v *visitor, wake <-chan struct{}, look func(*stream) error) {
	ended := s.service.SessionsEnd() // before the session is looked up
	st, leave, ok := s.open(w, r)
	if leave != nil {
		defer leave()
	}
	if !ok || v.over(r) || look(st) != nil {
		return
	}
	end, beat := time.NewTimer(longest), time.NewTicker(s.keepAlive)
	defer end.Stop()
	defer beat.Stop()
	said := s.chat.newest()
	var grown <-chan struct{}
	for {
		if v.Local() {
			grown = s.chat.grown.Next()
			if n := s.chat.newest(); n != said {
				if said = n; st.event("chat", map[string]int{"chat": n}) != nil {
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
		case <-wake:
			if v.over(r) {
				return
			}
			err = look(st)
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
