package matrix

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

const (
	// pollTimeout is how long the homeserver waits for news before it responds.
	pollTimeout = 30 * time.Second
	// timelineLimit is how many events of a room come with one sync response. If there are more,
	// backfill fetches the others.
	timelineLimit = 50
)

// filter excludes what a bot does not need.
const filter = `{"presence":{"not_types":["*"]},"account_data":{"not_types":["*"]},` +
	`"room":{"ephemeral":{"not_types":["*"]},"account_data":{"not_types":["*"]},"timeline":{"limit":50}}}`

// run handles events until ctx ends, or until the homeserver refuses the login for good. The sync
// position is stored after the events have been handled, so after a crash some events come twice;
// the service recognises these.
func (s *session) run(ctx context.Context) error {
	uncancelled, done := s.finishing(ctx) // finish what has been received
	defer done()
	stop := s.answers.start(uncancelled)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	var background sync.WaitGroup
	background.Go(func() { s.roomTasks.run(ctx) })
	background.Go(func() { s.keepProfile(ctx) })
	if s.figures != nil {
		background.Go(func() { s.figures.keep(ctx) })
	}
	background.Go(func() { describer{s, describePause}.run(ctx) })
	if s.cipher != nil {
		background.Go(func() { s.cipher.background(ctx) })
	}
	defer background.Wait() // it uses the store
	defer cancel()
	defer s.undecrypted.stop()
	if err := s.undecrypted.load(uncancelled); err != nil {
		return err
	}
	if err := s.peers.load(uncancelled); err != nil {
		return err
	}
	if err := s.pruneButtons(uncancelled); err != nil {
		return err
	}
	since, err := s.store.note(uncancelled, sinceNote)
	if err != nil {
		return err
	}
	before := since          // the position before the last response
	poll := time.Duration(0) // do not wait at first
	for pause := time.Second; ctx.Err() == nil; {
		resp, err := s.api.FullSyncRequest(ctx, mautrix.ReqSync{Timeout: int(poll / time.Millisecond), Since: since, FilterID: filter})
		if err == nil && resp.NextBatch == "" { // without it the next sync would be an initial one
			err = errors.New("the sync response has no position")
		}
		lost := badRequest(err) && since != "" && since == before
		if err == nil {
			err = s.receive(uncancelled, resp, since)
		}
		if err == nil {
			s.synced.Store(true)
			if s.onSync != nil {
				s.onSync()
			}
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case lost:
			// The homeserver may have lost its database or restored an old backup.
			s.log.Error("the homeserver rejects the sync position, starting over: commands since then have to be repeated", "err", err)
			before, since, poll = "", "", 0
		case errors.Is(err, mautrix.MUnknownToken):
			s.service.Report(Platform, false)
			if err := s.renew(ctx, err); err != nil {
				return err
			}
		case err != nil:
			s.service.Report(Platform, false)
			s.log.Warn("sync failed, trying again", "pause", pause, "err", err)
			sleep(ctx, pause)
			// A homeserver that is shutting down can send incomplete responses, so the last one is
			// requested again. The initial response is not: new events would count as events from
			// before the first start.
			if before != "" {
				since = before
			}
			pause, poll = min(2*pause, time.Minute), 0
		default:
			s.service.Report(Platform, true)
			before, since, pause, poll = since, resp.NextBatch, time.Second, pollTimeout
		}
	}
	return nil
}

// renew logs in again after the homeserver has ended the login.
func (s *session) renew(ctx context.Context, cause error) error {
	if s.options.Token != "" {
		return fmt.Errorf("the homeserver does not know the access token any more: create another, or configure the password: %w", cause)
	}
	s.log.Warn("the homeserver has ended the login, logging in again")
	for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, time.Minute) {
		err := s.relogin(ctx)
		if err == nil && s.cipher != nil {
			err = s.cipher.renew(ctx)
		}
		if err == nil || !transient(err) {
			return err
		}
		sleep(ctx, pause)
	}
	return nil
}

// receive processes a sync response; since is the position before it. The initial response only
// initialises the rooms' state: older messages are not answered.
func (s *session) receive(ctx context.Context, resp *mautrix.RespSync, since string) error {
	if s.cipher != nil {
		if err := s.cipher.receive(ctx, resp, since); err != nil {
			return err
		}
		if err := s.undecrypted.retry(ctx); err != nil {
			return err
		}
	}
	for _, room := range sortedKeys(resp.Rooms.Join) {
		if err := s.receiveRoom(ctx, room, resp.Rooms.Join[room], since); err != nil {
			return err
		}
	}
	for _, room := range sortedKeys(resp.Rooms.Leave) {
		if err := s.leaveRoom(ctx, room, resp.Rooms.Leave[room], since); err != nil {
			return err
		}
	}
	// Synapse lists a room as left and as invited if both happened since the last response. It does
	// so only if the invitation came last.
	for _, room := range sortedKeys(resp.Rooms.Invite) {
		if err := s.roomTasks.handleInvite(ctx, room, resp.Rooms.Invite[room].State.Events); err != nil {
			return err
		}
	}
	return s.store.putNote(ctx, sinceNote, resp.NextBatch)
}

// receiveRoom processes the updates of a joined room.
func (s *session) receiveRoom(ctx context.Context, room id.RoomID, news *mautrix.SyncJoinedRoom, since string) error {
	known, err := s.store.note(ctx, joinedNote+string(room))
	if err != nil {
		return err
	}
	if err := s.applyStates(ctx, room, news.State.Events); err != nil {
		return err
	}
	events := news.Timeline.Events
	if since == "" || known == "" { // the members must be known before anybody is answered
		if err := s.applyStates(ctx, room, events); err != nil {
			return err
		}
	}
	switch {
	case since == "":
		return s.store.putNote(ctx, joinedNote+string(room), "1")
	case known == "":
		events = s.afterInvite(events)
		err = s.enterRoom(ctx, room, news)
	case known == listedEarly && s.includesJoin(news): // the timeline begins before the invitation
		events = s.afterInvite(events)
		err = s.store.putNote(ctx, joinedNote+string(room), "1")
	default:
		events, err = s.withMissed(ctx, room, news.Timeline, since)
	}
	if err != nil {
		return err
	}
	return s.handleTimeline(ctx, room, events)
}

// enterRoom stores that the bot has joined a room, and greets there unless the bot has created it
// or it is a space, in which nobody talks.
func (s *session) enterRoom(ctx context.Context, room id.RoomID, news *mautrix.SyncJoinedRoom) error {
	joined := "1"
	if !s.includesJoin(news) {
		joined = listedEarly
		if err := s.fetchState(ctx, room); err != nil {
			return err
		}
	}
	if err := s.store.putNote(ctx, joinedNote+string(room), joined); err != nil {
		return err
	}
	if err := s.roomTasks.handleJoined(ctx, room); err != nil {
		return err
	}
	if create, err := s.store.GetCreate(ctx, room); err == nil && create != nil && (create.Sender == s.api.UserID || isSpace(create)) {
		return nil
	}
	if direct, err := s.isDirect(ctx, room); err != nil || direct {
		s.greet(ctx, room)
		return err
	}
	if err := s.peers.enter(ctx, room); err != nil {
		return err
	}
	if s.peers.first(room) == s.api.UserID {
		s.greet(ctx, room)
	} else {
		s.peers.introduce(ctx, room)
	}
	return nil
}

// isSpace reports whether the room that an event creates is a space: a list of rooms.
func isSpace(create *event.Event) bool {
	content, ok := create.Content.Parsed.(*event.CreateEventContent)
	return ok && content.Type == event.RoomTypeSpace
}

// listedEarly is the value of a room's joinedNote until the room's updates include the event by
// which the bot joined.
const listedEarly = "early"

// includesJoin reports whether the updates of a room include the event by which the bot joined, and
// so the state of the room. A homeserver may list a room earlier, with updates that end before that
// event and hold only some of the state.
func (s *session) includesJoin(news *mautrix.SyncJoinedRoom) bool {
	return slices.ContainsFunc(slices.Concat(news.State.Events, news.Timeline.Events), func(e *event.Event) bool {
		return e.Type.Type == event.StateMember.Type && e.GetStateKey() == string(s.api.UserID) && membership(e) == event.MembershipJoin
	})
}

// fetchState fetches and stores the state of a room that the bot has just joined, so that its
// messages are encrypted for all members. It returns only errors after which the room must be
// processed again.
func (s *session) fetchState(ctx context.Context, room id.RoomID) error {
	state, err := s.api.StateAsArray(ctx, room)
	switch {
	case err != nil && (transient(err) || errors.Is(err, mautrix.MUnknownToken)):
		return fmt.Errorf("asking for the state of %s: %w", room, err)
	case err != nil:
		s.log.Warn("cannot fetch the state of a room", "room", room, "err", err)
	}
	return s.applyStates(ctx, room, state)
}

// leaveRoom processes the last updates of a room that the bot has left. Commands from before that
// are still handled.
func (s *session) leaveRoom(ctx context.Context, room id.RoomID, news *mautrix.SyncLeftRoom, since string) error {
	known, err := s.store.note(ctx, joinedNote+string(room))
	if err == nil && known != "" && since != "" {
		var events []*event.Event
		if events, err = s.withMissed(ctx, room, news.Timeline, since); err == nil {
			err = s.handleTimeline(ctx, room, events)
		}
	}
	if err != nil {
		return err
	}
	if err := s.store.SetMembership(ctx, room, s.api.UserID, event.MembershipLeave); err != nil {
		return err
	}
	if err := errors.Join(s.roomTasks.withdrawn(ctx, room), s.peers.leave(ctx, room)); err != nil {
		return err
	}
	// Messages until the next invitation are not for the bot.
	return s.store.putNote(ctx, joinedNote+string(room), "")
}

// handleTimeline handles those events of a room that were sent while the bot was a member.
func (s *session) handleTimeline(ctx context.Context, room id.RoomID, events []*event.Event) error {
	outside := false // whether the bot was removed from the room: later messages are not for it
	for _, e := range events {
		if err := s.applyState(ctx, room, e); err != nil {
			return err
		}
		if e.Type.Type == event.StateMember.Type && e.GetStateKey() == string(s.api.UserID) {
			outside = membership(e) == event.MembershipLeave || membership(e) == event.MembershipBan
		}
		if outside && e.StateKey == nil {
			continue
		}
		// Otherwise another process handles the event, too.
		if err := s.store.confirmOwnership(ctx); err != nil {
			return err
		}
		if known, _ := s.seen.ContainsOrAdd(e.ID, true); known {
			continue
		}
		if err := s.handleSafely(ctx, room, e); err != nil {
			s.seen.Remove(e.ID)
			return fmt.Errorf("event %s: %w", e.ID, err)
		}
	}
	return nil
}

// applyStates stores the state events among some events. It returns errors of the store only.
func (s *session) applyStates(ctx context.Context, room id.RoomID, events []*event.Event) error {
	for _, e := range events {
		if err := s.applyState(ctx, room, e); err != nil {
			return err
		}
	}
	return nil
}

// applyState stores an event if it is a state event. It returns errors of the store only.
func (s *session) applyState(ctx context.Context, room id.RoomID, e *event.Event) error {
	e.RoomID = room
	e.Type.Class = event.MessageEventType
	if e.StateKey != nil {
		e.Type.Class = event.StateEventType
	}
	if err := e.Content.ParseRaw(e.Type); err != nil && !errors.Is(err, event.ErrContentAlreadyParsed) && !errors.Is(err, event.ErrUnsupportedContentType) {
		s.log.Debug("cannot parse an event", "event", e.ID, "type", e.Type.Type, "err", err)
		if e.StateKey == nil || !parseLeniently(e) {
			return nil
		}
	}
	if e.StateKey == nil {
		return nil
	}
	if err := s.store.applyState(ctx, e); err != nil {
		return fmt.Errorf("storing the state of %s: %w", room, err)
	}
	if e.Type == event.StateMember {
		if err := s.peers.see(ctx, room, e); err != nil {
			return err
		}
	}
	if s.cipher != nil {
		s.cipher.applyState(ctx, e)
	}
	if e.Type == event.StateRoomName && e.GetStateKey() == "" {
		return s.store.putNote(ctx, nameNote+string(room), e.Content.AsRoomName().Name)
	}
	return nil
}

// handleSafely handles one event and recovers from panics. It returns errors of the stores only,
// after which the event must be handled again.
func (s *session) handleSafely(ctx context.Context, room id.RoomID, e *event.Event) error {
	defer func() {
		if caught := recover(); caught != nil {
			s.log.Error("panic while handling an event", "event", e.ID, "panic", caught, "stack", string(debug.Stack()))
		}
	}()
	if e.StateKey != nil {
		return s.roomTasks.handleState(ctx, room, e)
	}
	return s.handle(ctx, room, e)
}

func membership(e *event.Event) event.Membership {
	word, _ := e.Content.Raw["membership"].(string)
	return event.Membership(word)
}

func sortedKeys[V any](m map[id.RoomID]V) []id.RoomID {
	keys := make([]id.RoomID, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
