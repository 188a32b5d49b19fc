package matrix

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// invited returns the stripped state of an invitation.
func invited(by id.UserID) []*event.Event {
	own := "@raumbot:x"
	return []*event.Event{{Type: event.StateMember, Sender: by, StateKey: &own, Content: event.Content{Raw: map[string]any{"membership": "invite"}}}}
}

// TestInvitationsTakeTurns has mallory invite the bot to many rooms before alice and bob invite it to two each: they take turns.
func TestInvitationsTakeTurns(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.options.Invites = []string{"all"}
	for _, by := range []id.UserID{"@mallory:x", "@mallory:x", "@mallory:x", "@alice:x", "@alice:x", "@bob:x", "@mallory:x", "@bob:x"} {
		room := id.RoomID(fmt.Sprintf("!a%d:x", time.Now().UnixNano()))
		if err := s.roomTasks.handleInvite(t.Context(), room, invited(by)); err != nil {
			t.Fatal(err)
		}
	}
	var order []string
	now := time.Now()
	for {
		waiting, err := s.roomTasks.invitations(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		next, ok := s.roomTasks.queue.next(waiting, now)
		if !ok {
			break
		}
		order = append(order, localpart(next.by))
		s.roomTasks.queue.done(next, false, now)
		if err := s.store.putNote(t.Context(), next.note, ""); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(order, " "); got != "mallory alice bob mallory alice bob mallory mallory" {
		t.Errorf("the order is %s", got)
	}
}

// TestFailedLater retries an invitation that could not be accepted.
func TestFailedLater(t *testing.T) {
	q := newQueue()
	now := time.Now()
	waiting := []invitation{{note: "task/join/!a:x", by: "@bob:x", since: now}}
	first, ok := q.next(waiting, now)
	if _, both := q.next(waiting, now); !ok || both {
		t.Fatalf("one of %t and %t is to be accepted", ok, both)
	}
	q.done(first, true, now)
	if _, ok := q.next(waiting, now.Add(taskRetryAfter-time.Second)); ok {
		t.Error("it is tried again at once")
	}
	if _, ok := q.next(waiting, now.Add(taskRetryAfter)); !ok {
		t.Error("it is not tried again")
	}
}

// TestSlowInviter joins bob's room while joins of mallory's server hang, and declines invitations beyond the
// limit.
func TestSlowInviter(t *testing.T) {
	stopped := make(chan struct{})
	h := &homeserver{before: func(r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/join/!slow:evil") {
			<-stopped
		}
	}}
	s := testSession(t, h)
	answer := sync.OnceFunc(func() { close(stopped) })
	t.Cleanup(answer)
	s.options.Invites = []string{"all"}
	if err := s.roomTasks.handleInvite(t.Context(), "!slow:evil", invited("@mallory:evil")); err != nil {
		t.Fatal(err)
	}
	for i := range maxInvitesEach + 3 {
		if err := s.roomTasks.handleInvite(t.Context(), id.RoomID(fmt.Sprintf("!a%d:evil", i)), invited("@mallory:evil")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.roomTasks.handleInvite(t.Context(), "!z:x", invited("@bob:x")); err != nil {
		t.Fatal(err)
	}
	if declined, _, err := s.store.notes(t.Context(), "task/decline/", 100); err != nil || len(declined) != 4 {
		t.Errorf("%d invitations are declined, %v", len(declined), err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	var running sync.WaitGroup
	running.Go(func() { s.roomTasks.join(ctx) })
	for joined := ""; !strings.Contains(joined, "joins !z:x"); {
		if ctx.Err() != nil {
			t.Fatal("bob waits for mallory")
		}
		sleep(ctx, 5*time.Millisecond)
		h.mu.Lock()
		joined = strings.Join(h.said, ", ")
		h.mu.Unlock()
	}
	answer()
	cancel()
	running.Wait()
}

// TestInvitedAgain is removed and invited again while it joins: the second invitation counts.
func TestInvitedAgain(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	s.options.Invites = []string{"all"}
	invite := func() {
		if err := s.roomTasks.handleInvite(context.Background(), "!hall:x", invited("@bob:x")); err != nil {
			t.Error(err)
		}
	}
	h.before = func(*http.Request) { h.before = nil; invite() }
	invite()
	waiting, err := s.roomTasks.invitations(t.Context())
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	s.roomTasks.act(t.Context(), waiting[0].note, waiting[0].value)
	if waiting, err := s.roomTasks.invitations(t.Context()); err != nil || len(waiting) != 1 {
		t.Errorf("%v wait, %v", waiting, err)
	}
}

// TestJoinedAnyway gets an error for a join that has succeeded. It logs no warning.
func TestJoinedAnyway(t *testing.T) {
	var log strings.Builder
	s := testSession(t, &homeserver{refuse: func(path string) (int, string) { return http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}` }})
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	for _, room := range []string{"!den:x", "!hall:x"} {
		name := "task/join/" + room
		if err := s.store.putNote(t.Context(), name, "x 2026-01-01T00:00:00Z @alice:x"); err != nil {
			t.Fatal(err)
		}
		s.roomTasks.act(t.Context(), name, "x 2026-01-01T00:00:00Z @alice:x")
	}
	if text := log.String(); strings.Contains(text, "!den:x") || !strings.Contains(text, "!hall:x") {
		t.Errorf("the log says %s", text)
	}
}
