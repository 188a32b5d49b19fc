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

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// invited returns the stripped state of an invitation.
func invited(by id.UserID) []*event.Event {
	own := "@raumbot:x"
	return []*event.Event{{Type: event.StateMember, Sender: by, StateKey: &own, Content: event.Content{Raw: map[string]any{"membership": "invite"}}}}
}

// TestInvitationsTakeTurns has mallory invite the bot to many rooms before alice and bob invite it
// to two each. The users take turns.
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
		next, _, ok := s.roomTasks.invites.take(waiting, now)
		if !ok {
			break
		}
		order = append(order, localpart(next.by))
		s.roomTasks.invites.done(next, false, now)
		if err := s.store.putNote(t.Context(), next.note, ""); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(order, " "); got != "mallory alice bob mallory alice bob mallory mallory" {
		t.Errorf("the order is %s", got)
	}
}

// TestFailedLater retries an invitation that could not be accepted, less and less often.
func TestFailedLater(t *testing.T) {
	q := newInviteQueue()
	now := time.Now()
	waiting := []invitation{{note: "task/join/!a:x", by: "@bob:x", since: now}}
	for _, pause := range []time.Duration{0, time.Second, 5 * time.Second, 30 * time.Second, 5 * time.Minute, 5 * time.Minute} {
		if pause > 0 {
			if _, wait, ok := q.take(waiting, now.Add(pause-time.Millisecond)); ok || wait != time.Millisecond {
				t.Errorf("after nearly %s it is tried again %t, or is to wait %s", pause, ok, wait)
			}
		}
		now = now.Add(pause)
		next, _, ok := q.take(waiting, now)
		if _, _, both := q.take(waiting, now); !ok || both {
			t.Fatalf("after %s one of %t and %t is to be accepted", pause, ok, both)
		}
		q.done(next, true, now)
	}
	// An invitation that has been withdrawn and comes again is a new one.
	if _, _, ok := q.take(nil, now); ok {
		t.Error("an invitation is accepted that has been withdrawn")
	}
	if _, _, ok := q.take(waiting, now); !ok {
		t.Error("a new invitation has to wait as long as the last one")
	}
}

// TestInvitedTooEarly is invited over federation, where the homeserver refuses the first join,
// before a restart too.
func TestInvitedTooEarly(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	refused := func(times int) {
		c.server.Wait("a refused join", func() bool { return c.server.RefuseJoins <= times })
	}
	c.server.Look(func() { c.server.RefuseJoins = 4 })
	hall := c.alice.CreateRoom("Hall", c.robot)
	refused(2)
	c.stop()
	c.start()
	c.reads(hall, "Hello!")
	refused(0)
}

// TestInvitationIsWithdrawn does not accept an invitation that was withdrawn while it could not be
// accepted.
func TestInvitationIsWithdrawn(t *testing.T) {
	s := testSession(t, &homeserver{refuse: func(string) (int, string) { return http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}` }})
	s.options.Invites = []string{"all"}
	waiting := func() []invitation {
		t.Helper()
		waiting, err := s.roomTasks.invitations(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return waiting
	}
	if err := s.roomTasks.handleInvite(t.Context(), "!hall:x", invited("@bob:x")); err != nil {
		t.Fatal(err)
	}
	for _, i := range waiting() {
		if !s.roomTasks.perform(t.Context(), i.note, i.value) {
			t.Error("a refused invitation is dropped")
		}
	}
	if err := s.leaveRoom(t.Context(), "!hall:x", &mautrix.SyncLeftRoom{}, "s1"); err != nil || len(waiting()) != 0 {
		t.Errorf("%v wait, %v", waiting(), err)
	}
}

// TestInvitedAfterLeaving accepts an invitation that comes in one response with the removal before
// it.
func TestInvitedAfterLeaving(t *testing.T) {
	s := testSession(t, &homeserver{})
	s.options.Invites = []string{"all"}
	own := string(s.api.UserID)
	resp := synced(t, fmt.Sprintf(`{"next_batch":"s2","rooms":{
		"invite":{"!hall:x":{"invite_state":{"events":[{"type":"m.room.member","state_key":%[1]q,"sender":"@bob:x","content":{"membership":"invite"}}]}}},
		"leave":{"!hall:x":{"timeline":{"events":[{"event_id":"$out","type":"m.room.member","state_key":%[1]q,"sender":"@bob:x","content":{"membership":"leave"}}]}}}}}`, own))
	if err := s.receive(t.Context(), resp, "s1"); err != nil {
		t.Fatal(err)
	}
	if waiting, err := s.roomTasks.invitations(t.Context()); err != nil || len(waiting) != 1 {
		t.Errorf("%v wait, %v", waiting, err)
	}
	if !s.store.IsMembership(t.Context(), "!hall:x", s.api.UserID, event.MembershipInvite) {
		t.Error("the bot does not know that it is invited")
	}
}

// TestInvitationIsDeclined declines an invitation that was refused for an hour, so that the user
// can invite the bot again.
func TestInvitationIsDeclined(t *testing.T) {
	s := testSession(t, &homeserver{refuse: func(string) (int, string) { return http.StatusForbidden, `{"errcode":"M_FORBIDDEN"}` }})
	s.options.Invites = []string{"all"}
	if err := s.roomTasks.handleInvite(t.Context(), "!hall:x", invited("@bob:x")); err != nil {
		t.Fatal(err)
	}
	for ago, declined := range map[time.Duration]int{refusalLifetime - time.Minute: 0, refusalLifetime + time.Minute: 1} {
		value := "x " + time.Now().Add(-ago).UTC().Format(time.RFC3339) + " @bob:x"
		if err := s.store.putNote(t.Context(), "task/join/!hall:x", value); err != nil {
			t.Fatal(err)
		}
		again := s.roomTasks.perform(t.Context(), "task/join/!hall:x", value)
		names, _, err := s.store.notes(t.Context(), "task/decline/", 9)
		if err != nil || again != (declined == 0) || len(names) != declined {
			t.Errorf("after %s: again %t, to decline: %v, %v", ago, again, names, err)
		}
		for _, name := range names {
			if err := s.store.putNote(t.Context(), name, ""); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestSlowInviter joins bob's room while joins of mallory's server hang, and declines invitations
// beyond the limit.
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

// TestInvitedAgain removes the bot and invites it again while it joins. The second
// invitation counts.
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
	s.roomTasks.perform(t.Context(), waiting[0].note, waiting[0].value)
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
		s.roomTasks.perform(t.Context(), name, "x 2026-01-01T00:00:00Z @alice:x")
	}
	if text := log.String(); strings.Contains(text, "!den:x") || !strings.Contains(text, "!hall:x") {
		t.Errorf("the log says %s", text)
	}
}
