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
	// keepAlive is the interval of comments that keep a stream from timing out.
	keepAlive = 20 * time.Second
	// reopenDelay is how long a browser waits before it reopens a stream.
	reopenDelay = 3 * time.Second
	// listPause is the least time between two wake-ups of the streams of a list, because a busy bot
	// has many moves a second.
	listPause = 5 * time.Second
	// maxStreamTime limits the duration of a stream, so that abandoned streams end.
	maxStreamTime = time.Hour
)

// stream is a stream of server-sent events to one browser.
type stream struct {
	w            http.ResponseWriter
	control      *http.ResponseController
	writeTimeout time.Duration
}

// openStream begins a stream, or refuses the request if there are too many streams. If leave is not
// nil, the caller must call it at the end, even if ok is false.
func (s *Site) openStream(w http.ResponseWriter, r *http.Request) (st *stream, leave func(), ok bool) {
	free, ok := s.limits.stream(r)
	if !ok {
		w.Header().Set("Retry-After", "60")
		s.refuse(w, r, http.StatusServiceUnavailable)
		return nil, nil, false
	}
	s.hub.busy.Add(-1) // a stream is idle most of the time
	leave = func() {
		s.hub.busy.Add(1)
		free()
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // keeps nginx from buffering the stream
	st = &stream{w, http.NewResponseController(w), s.ioTimeout}
	return st, leave, st.send(fmt.Sprintf("retry: %d\n\n", reopenDelay/time.Millisecond)) == nil
}

// send writes to the stream. It fails if the browser does not read in time.
func (st *stream) send(text string) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(st.writeTimeout)); err != nil {
		return err
	}
	if _, err := io.WriteString(st.w, text); err != nil {
		return err
	}
	return st.control.Flush()
}

// event returns an event in the format of server-sent events. If id is 0, the browser keeps the
// last ID.
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

// loggedEvent is the data of the event that a game has changed: the numbers of entries in its log
// and of plies.
type loggedEvent struct {
	Log int `json:"log"`
	Ply int `json:"ply"`
}

// watchedEvent is the data of the event that reports how many watch a game, in the visitor's
// language.
type watchedEvent struct {
	Text string `json:"text"`
}

// gameEvents streams the changes of a game, and how many watch it. The ID of an event is the number
// of entries in the game's log, so a browser that reconnects learns whether it has missed any. In
// the room it streams the chat too.
func (s *Site) gameEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	id, ok := bot.ParseGameID(r.PathValue("id"))
	if !ok {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	seated, err := s.service.Seated(r.Context(), v.request(""), id)
	ballot, failed := s.votes(r.Context(), v, id)
	if err = errors.Join(err, failed); err != nil {
		s.fail(w, r, err)
		return
	}
	plays, spectator := seated || ballot != "", ""
	if !plays {
		spectator = v.key(r)
	}
	wake, forget := s.hub.join(topic{game: id}, spectator)
	defer func() { forget() }()
	known, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil {
		known, _ = strconv.Atoi(r.URL.Query().Get("log")) // if absent, 0: send an event at once
	}
	words := ""         // the last words about the spectators that the browser has been sent
	votes := ""         // a digest of the ballot that the browser has been told of
	var next bot.GameID // the next game of the same players that the browser has been told of
	waits := false      // whether the stream is woken when it may have begun
	s.follow(w, r, v, wake, func(st *stream) error {
		n, err := s.gameNotice(r.Context(), v, id, spectator, plays)
		if err != nil {
			return err
		}
		if n.words != words {
			words = n.words
			if err := st.send(n.watched); err != nil {
				return err
			}
		}
		if n.over && seated && !waits {
			leaveGame, leaveLists := forget, s.hub.joinAs(wake, topic{}, "")
			waits, forget = true, func() { leaveGame(); leaveLists() }
		}
		if n.log != known {
			known = n.log
			if err := st.send(n.logged); err != nil {
				return err
			}
		}
		if votes, err = s.tellVotes(r.Context(), v, id, st, votes); err != nil {
			return err
		}
		if !waits {
			return nil
		}
		known := next
		if next, err = s.service.NextGame(r.Context(), v.request(""), id); err != nil || next <= known {
			return err
		}
		return st.event("games", struct{}{})
	})
}

// tellVotes sends an event if the digest of the ballot is not before, and returns the digest.
func (s *Site) tellVotes(ctx context.Context, v *visitor, id bot.GameID, st *stream, before string) (string, error) {
	votes, err := s.votes(ctx, v, id)
	if err == nil && votes != before {
		err = st.event("votes", struct{}{})
	}
	return votes, err
}

// votes returns a digest of the ballot of the visitor's team in a game; empty if there is none.
func (s *Site) votes(ctx context.Context, v *visitor, id bot.GameID) (string, error) {
	if !v.Known() {
		return "", nil
	}
	ballot, err := s.service.ViewBallot(ctx, v.request(""), id)
	if ballot == nil || err != nil {
		return "", err
	}
	digest, err := json.Marshal(ballot)
	return string(digest), err
}

// gameNotice returns the notice of a game for a visitor. All visitors of a language who have not
// signed in share one.
func (s *Site) gameNotice(ctx context.Context, v *visitor, id bot.GameID, spectator string, seated bool) (n notice, err error) {
	return s.sharedNotice(ctx, v, topic{game: id}, func(ctx context.Context) (notice, error) {
		return s.makeGameNotice(ctx, v, id, spectator, seated)
	})
}

// sharedNotice returns the notice that write makes. For a visitor who has not signed in, it may be
// one that was made for another visitor.
func (s *Site) sharedNotice(ctx context.Context, v *visitor, of topic, write func(context.Context) (notice, error)) (notice, error) {
	if v.Known() {
		return write(ctx)
	}
	return s.hub.notice(of, v.Lang(), func() (notice, error) {
		return write(context.WithoutCancel(ctx)) // others need it even if this visitor has gone
	})
}

func (s *Site) makeGameNotice(ctx context.Context, v *visitor, id bot.GameID, spectator string, seated bool) (n notice, err error) {
	p, err := s.service.Progress(ctx, v.request(""), id)
	if err != nil {
		return n, err
	}
	n.log, n.over = p.Log, p.Over
	n.words = v.watching(s.hub.spectators(id, spectator), seated)
	if n.watched, err = event("watched", 0, watchedEvent{n.words}); err == nil {
		n.logged, err = event("log", n.log, loggedEvent{p.Log, p.Moves})
	}
	return n, err
}

// listEvents streams an event whenever the lists of games on the first page change for the visitor
// and, in the room, whenever the chat does.
func (s *Site) listEvents(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.followList(w, r, v, topic{}, func(ctx context.Context) (string, error) {
		lists, err := s.firstLists(ctx, v)
		return lists.digest(v), err
	})
}

// followList streams an event at the beginning, and then whenever digest returns another value,
// which means that a page of lists has changed.
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

// follow opens a stream and calls look at the beginning and whenever wake receives; look writes to
// the stream. The stream ends with the visitor's session.
func (s *Site) follow(w http.ResponseWriter, r *http.Request, v *visitor, wake <-chan struct{}, update func(*stream) error) {
	// This comes before the session is looked up, so that no end is missed.
	ended := s.service.SessionsEnd()
	st, leave, ok := s.openStream(w, r)
	if leave != nil {
		defer leave()
	}
	if !ok || v.sessionEnded(r) || update(st) != nil {
		return
	}
	end, beat := time.NewTimer(maxStreamTime), time.NewTicker(s.keepAlive)
	defer end.Stop()
	defer beat.Stop()
	if v.Local() || v.SignedIn() {
		defer s.presence.watch(v.User)()
	}
	room := func() int { return s.chat.version() + s.presence.version() }
	known := room()
	var grown <-chan struct{}
	for {
		if v.Local() {
			grown = s.chat.appended.Next()
			if now := room(); now != known {
				if known = now; st.event("chat", map[string]int{"chat": now}) != nil {
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
			if ended = s.service.SessionsEnd(); v.sessionEnded(r) {
				return
			}
		case <-beat.C:
			if v.sessionEnded(r) { // the session may have expired
				return
			}
			err = st.send(": here\n\n")
		case <-wake:
			if v.sessionEnded(r) {
				return
			}
			err = update(st)
		case <-grown:
		}
		if err != nil {
			return
		}
	}
}

// awayRetry is the number of seconds after which a browser retries while the database is away.
const awayRetry = "10"

// fail answers a request that has failed. The status is 404 for [bot.ErrNotFound], that of the
// problem for a [*bot.Problem], whose sentence is shown, 503 while the database is away, and
// otherwise 500. It logs errors with the statuses 503 and 500.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the visitor has gone
	}
	if errors.Is(err, bot.ErrNotFound) {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	v := s.visitorOf(r)
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) && !errors.Is(err, bot.ErrAway) {
		s.explain(w, r, v, statuses[problem.Kind], v.speech.Render(problem.Text))
		return
	}
	s.options.Log.Error("a page cannot be made", "pattern", r.Pattern, "err", err)
	if errors.Is(err, bot.ErrAway) {
		w.Header().Set("Retry-After", awayRetry)
		s.explain(w, r, v, http.StatusServiceUnavailable, v.Say("The bot's database cannot be reached at the moment. Wait a little, and try again."))
		return
	}
	s.refuse(w, r, http.StatusInternalServerError)
}
