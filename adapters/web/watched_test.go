package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"raumbot/adapters/web"
	"raumbot/bot"
	"raumbot/storage"
)

// TestWatched counts the spectators of a public game: unknown visitors by their addresses, however
// many tabs they have open, and others by their account, but not its players. Nobody is named.
func TestWatched(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	server := h.serve()
	watches := func(who, from string) (told func(want string), leave func()) {
		t.Helper()
		h.cookies, h.from = nil, from
		if who != "" {
			h.signIn(h.link(who))
		}
		next, leave := h.listen(server+"/game/1/events", "", "event: watched")
		return func(want string) {
			t.Helper()
			for { // skip notices from before others came or left
				event := next()
				if strings.Contains(event, `{"text":"`+want+`"}`) {
					return
				}
				if event == "nothing more" {
					t.Fatalf("%s is not told %q", who, want)
				}
				if strings.Contains(event, "alice") || strings.Contains(event, "carol") {
					t.Errorf("somebody is named: %s", event)
				}
			}
		}, leave
	}
	alice, away := watches("alice", "203.0.113.1")
	defer away()
	first, leave := watches("", "203.0.113.2")
	defer leave()
	first("Watching")
	alice("1 is watching")
	again, leaveAgain := watches("", "203.0.113.2")
	again("Watching")
	leaveAgain()
	h.chats("carol", "hi")
	carol, carolLeaves := watches("carol", "203.0.113.3")
	carol("Watching, 1 other")
	first("Watching, 1 other")
	alice("2 are watching")
	h.cookies = nil
	if page := h.page("/game/1"); !strings.Contains(page, "Watching, 2 others<") {
		t.Errorf("the page of somebody who comes does not tell how many watch: %s", page)
	}
	carolLeaves()
	first("Watching")
	alice("1 is watching")
}

// counted is a store that counts how often it is read and written.
type counted struct {
	bot.Store
	views, updates atomic.Int64
}

func (s *counted) Update(ctx context.Context, fn func(bot.Tx) error) error {
	s.updates.Add(1)
	return s.Store.Update(ctx, fn)
}

func (s *counted) View(ctx context.Context, fn func(bot.Tx) error) error {
	s.views.Add(1)
	return s.Store.View(ctx, fn)
}

// TestNoticesAreShared has many unknown visitors with two languages, and one user who has signed
// in, watch a game. The notice of a move is made once for each language and once for that user, not
// for each stream.
func TestNoticesAreShared(t *testing.T) {
	store := &counted{Store: storage.Memory()}
	h := openOn(t, store, web.Options{Address: "127.0.0.1:0", Public: &url.URL{Scheme: "https", Host: "chess.example.org"}})
	h.beginsPublicly("raumschach")
	h.chats("carol", "hi")
	server := h.serve()
	const strangers = 40
	var all []func() string
	watches := func(from string) {
		h.from = from
		next, leave := h.listen(server+"/game/1/events", "", "event: log")
		t.Cleanup(leave)
		next()
		all = append(all, next)
	}
	for i := range strangers {
		h.language = []string{"en", "de"}[i%2]
		watches(fmt.Sprintf("203.0.113.%d", i))
	}
	h.signIn(h.link("carol"))
	watches("203.0.113.99")
	for i, move := range []string{"ab2-ab3", "eb4-eb3", "bb2-bb3"} {
		h.chats([]string{"alice", "bob"}[i%2], "move 1 "+move+"!")
		before := store.views.Load()
		for n, next := range all {
			if event := next(); !strings.Contains(event, fmt.Sprintf(`"ply":%d`, i+1)) {
				t.Fatalf("stream %d is told of move %d: %s", n, i+1, event)
			}
		}
		// Notices for two languages and for carol, whose session is looked up too; twice that if
		// the number of spectators was reported at the same time.
		if views := store.views.Load() - before; views > 10 {
			t.Errorf("the game was read %d times to tell %d streams of a move", views, len(all))
		}
	}
}

// ends reads a stream to its end, which must come before the next keep-alive comment.
func ends(next func() string) {
	for next() != "nothing more" {
	}
}

// TestStreamEndsWithSession opens streams as a user who is signed in, and ends the session or the
// permission to see the game in all ways. The streams end at once.
func TestStreamEndsWithSession(t *testing.T) {
	for what, end := range map[string]func(*hall){
		"the session is ended":   func(h *hall) { h.chats("alice", "sessions 1") },
		"all sessions are ended": func(h *hall) { h.chats("alice", "sessions all") },
		"alice leaves":           func(h *hall) { h.do(form("/leave")) },
		"alice is forgotten":     func(h *hall) { h.chats("alice", "forget me confirm") },
		"the session expires":    func(h *hall) { h.clock.Advance(31 * 24 * time.Hour); h.chats("bob", "move 2 ab2-ab3!") },
		"too many sign in":       func(h *hall) { crowdOut(h) },
	} {
		t.Run(what, func(t *testing.T) {
			h := openPublic(t)
			h.chats("bob", "hi")
			for _, sight := range []string{"private", "private"} {
				h.chats("bob", "challenge alice raumschach white "+sight)
				h.chats("alice", "accept")
			}
			h.signIn(h.link("alice"))
			h.site.SetListPause(0)
			h.site.SetKeepAlive(time.Hour)
			server := h.serve()
			var all []func() string
			for _, path := range []string{"/game/2/events", "/events"} {
				next, leave := h.listen(server+path, "", "event:")
				defer leave()
				if event := next(); !strings.Contains(event, "event:") {
					t.Fatalf("%s: %s", path, event)
				}
				all = append(all, next)
			}
			end(h)
			for _, next := range all {
				ends(next)
			}
		})
	}
}

// crowdOut signs alice in in more browsers than one account may have.
func crowdOut(h *hall) {
	for range 10 {
		h.clock.Advance(time.Minute)
		h.do(form("/enter", "code", h.link("alice"), "sure", "yes"))
	}
}

// TestStreamEndsWithSight has an unknown visitor watch a public game, which its players make
// private. The stream ends and cannot be opened again.
func TestStreamEndsWithSight(t *testing.T) {
	h := hasPublicGame(t, "raumschach")
	h.site.SetKeepAlive(time.Hour)
	server := h.serve()
	next, leave := h.listen(server+"/game/1/events", "", "event: log")
	defer leave()
	next()
	for _, name := range []string{"alice", "bob"} {
		h.chats(name, "publish 1 off")
	}
	ends(next)
	if w := h.get("/game/1/events"); w.Code != http.StatusNotFound {
		t.Errorf("a stream of a private game is opened for a stranger: %d", w.Code)
	}
}
