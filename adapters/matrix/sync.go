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
	// timelineLimit is how many events of a room come with one sync response. If there are more, the gap is
	// backfilled.
	timelineLimit = 50
)

// filter excludes what a bot does not need.
const filter = `{"presence":{"not_types":["*"]},"account_data":{"not_types":["*"]},` +
	`"room":{"ephemeral":{"not_types":["*"]},"account_data":{"not_types":["*"]},"timeline":{"limit":50}}}`

// run handles events until ctx ends, or until the homeserver refuses the login for good. The sync position is
// stored after the events have been handled: after a crash some come twice, which the service recognises.
func (s *session) run(ctx context.Context) error {
	uncancelled, done := s.finishing(ctx) // finish what has been received
	defer done()
	stop := s.answers.start(uncancelled)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() { s.roomTasks.run(ctx) })
	if s.cipher != nil {
		beside.Go(func() { s.cipher.background(ctx) })
	}
	defer beside.Wait() // it uses the store
	defer cancel()
	defer s.undecrypted.stop()
	if err := s.undecrypted.load(uncancelled); err != nil {
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
				err = s.onSync(uncancelled)
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
			// A homeserver that is shutting down can send incomplete responses, so the last one is requested
			// again.
			if before != "" { // otherwise new events would pass for those from before the first start
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

// receive processes a sync response; since is the position before it. The initial one only initialises the rooms'
// state: older messages are not answered.
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
	for _, room := range sortedKeys(resp.Rooms.Invite) {
		if err := s.roomTasks.handleInvite(ctx, room, resp.Rooms.Invite[room].State.Events); err != nil {
			return err
		}
	}
	for _, room := range sortedKeys(resp.Rooms.Leave) {
		if err := s.leaveRoom(ctx, room, resp.Rooms.Leave[room], since); err != nil {
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
	for _, e := range news.State.Events {
		if err := s.applyState(ctx, room, e); err != nil {
			return err
		}
	}
	events := news.Timeline.Events
	if since == "" || known == "" { // know the members before anybody is answered
		for _, e := range events {
			if err := s.applyState(ctx, room, e); err != nil {
				return err
			}
		}
	}
	joined := "1"
	if since != "" && known == "" && !s.tellsOfJoining(news) {
		joined = listedEarly
		if err := s.fetchState(ctx, room); err != nil {
			return err
		}
	}
	switch {
	case since == "":
		return s.store.putNote(ctx, joinedNote+string(room), "1")
	case known == "":
		events = s.sinceInvited(events)
		if err := s.store.putNote(ctx, joinedNote+string(room), joined); err != nil {
			return err
		}
		if err := s.roomTasks.joined(ctx, room); err != nil {
			return err
		}
		if create, err := s.store.GetCreate(ctx, room); err != nil || create == nil || create.Sender != s.api.UserID {
			s.greet(ctx, room)
		}
	case known == listedEarly && s.tellsOfJoining(news): // the whole timeline, from before the invitation on
		events = s.sinceInvited(events)
		if err := s.store.putNote(ctx, joinedNote+string(room), joined); err != nil {
			return err
		}
	case news.Timeline.Limited:
		backfill, err := s.backfill(ctx, room, news.Timeline.PrevBatch, since)
		if err != nil {
			return err
		}
		events = append(backfill, events...)
	}
	return s.handleTimeline(ctx, room, events)
}

// listedEarly is the value of a room's joinedNote until its updates have told of the bot's joining.
const listedEarly = "early"

// tellsOfJoining reports whether the updates of a room hold the bot's joining, and so the state of the room. Homeservers can already list a room while the
// updates still end before the bot has come: they hold some of its state, or none.
func (s *session) tellsOfJoining(news *mautrix.SyncJoinedRoom) bool {
	return slices.ContainsFunc(slices.Concat(news.State.Events, news.Timeline.Events), func(e *event.Event) bool {
		return e.Type.Type == event.StateMember.Type && e.GetStateKey() == string(s.api.UserID) && membership(e) == event.MembershipJoin
	})
}

// fetchState asks for the state of a room that the bot has just joined, so that what it says is encrypted for all who are there. It returns errors after which
// the room has to be processed again.
func (s *session) fetchState(ctx context.Context, room id.RoomID) error {
	state, err := s.api.StateAsArray(ctx, room)
	switch {
	case err != nil && (transient(err) || errors.Is(err, mautrix.MUnknownToken)):
		return fmt.Errorf("asking for the state of %s: %w", room, err)
	case err != nil:
		s.log.Warn("the homeserver does not tell the state of a room", "room", room, "err", err)
	}
	for _, e := range state {
		if err := s.applyState(ctx, room, e); err != nil {
			return err
		}
	}
	return nil
}

// leaveRoom processes the last updates of a room that the bot has left. Commands from before that are still handled.
func (s *session) leaveRoom(ctx context.Context, room id.RoomID, news *mautrix.SyncLeftRoom, since string) error {
	known, err := s.store.note(ctx, joinedNote+string(room))
	if err == nil && known != "" && since != "" {
		events := news.Timeline.Events
		if news.Timeline.Limited {
			backfill, err := s.backfill(ctx, room, news.Timeline.PrevBatch, since)
			if err != nil {
				return err
			}
			events = append(backfill, events...)
		}
		err = s.handleTimeline(ctx, room, events)
	}
	if err != nil {
		return err
	}
	if err := s.store.SetMembership(ctx, room, s.api.UserID, event.MembershipLeave); err != nil {
		return err
	}
	// Messages until the next invitation are not for the bot.
	return s.store.putNote(ctx, joinedNote+string(room), "")
}

// handleTimeline handles those events of a room that were sent while the bot was a member.
func (s *session) handleTimeline(ctx context.Context, room id.RoomID, events []*event.Event) error {
	outside := false // removed from the room: messages since are not for the bot
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
		if err := s.store.confirm(ctx); err != nil { // what another process does is not done here
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

// applyState stores a state event. It returns errors of the store only.
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
	if s.cipher != nil {
		s.cipher.applyState(ctx, e)
	}
	if e.Type == event.StateRoomName && e.GetStateKey() == "" {
		return s.store.putNote(ctx, nameNote+string(room), e.Content.AsRoomName().Name)
	}
	return nil
}

// handleSafely handles one event and recovers from panics. It returns errors of the stores only, after which the
// event must be handled again.
func (s *session) handleSafely(ctx context.Context, room id.RoomID, e *event.Event) error {
	defer func() {
		if caught := recover(); caught != nil {
			s.log.Error("panic while handling an event", "event", e.ID, "panic", caught, "stack", string(debug.Stack()))
		}
	}()
	if e.StateKey != nil {
		return s.roomTasks.changed(ctx, room, e)
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
