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
	// pollFor is how long the homeserver holds a request that has no news.
	pollFor = 30 * time.Second
	// atOnce is how many events of a room come with one answer; what is
	// between two answers is fetched.
	atOnce = 50
)

// filter leaves out what a bot has no use for.
const filter = `{"presence":{"not_types":["*"]},"account_data":{"not_types":["*"]},` +
	`"room":{"ephemeral":{"not_types":["*"]},"account_data":{"not_types":["*"]},"timeline":{"limit":50}}}`

// run carries events to the service until ctx ends, or until the homeserver
// refuses the login for good. The position in the stream of events is noted after they have
// been carried out: around a crash some come twice, and the service knows them.
func (s *session) run(ctx context.Context) error {
	whole := context.WithoutCancel(ctx) // what is begun is finished
	stop := s.answers.start(whole)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() { s.door.run(ctx) })
	defer beside.Wait() // it uses the store
	defer cancel()
	defer s.late.stop()
	if err := s.late.load(whole); err != nil {
		return err
	}
	if err := s.forgetButtons(whole); err != nil {
		return err
	}
	since, err := s.store.note(whole, "since")
	if err != nil {
		return err
	}
	before := since          // the position of the last answer but one
	poll := time.Duration(0) // the first answer comes at once
	for pause := time.Second; ctx.Err() == nil; {
		resp, err := s.api.FullSyncRequest(ctx, mautrix.ReqSync{Timeout: int(poll / time.Millisecond), Since: since, FilterID: filter})
		if err == nil && resp.NextBatch == "" { // without it everything would begin anew
			err = errors.New("the homeserver does not say how far its answer goes")
		}
		lost := refused(err) && since != "" && since == before
		if err == nil {
			err = s.receive(whole, resp, since)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case lost:
			// Its own database may have been lost, or be an old copy.
			s.log.Error("the homeserver does not know how far the bot has read, so it begins anew: what was said meanwhile has to be said again", "err", err)
			before, since, poll = "", "", 0
		case errors.Is(err, mautrix.MUnknownToken):
			s.service.Report(Platform, false)
			if err := s.renew(ctx, err); err != nil {
				return err
			}
		case err != nil:
			s.service.Report(Platform, false)
			s.log.Warn("cannot read what is new, trying again", "pause", pause, "err", err)
			sleep(ctx, pause)
			// What a homeserver says on its way down can be incomplete, so the last answer is asked for again.
			if before != "" { // else what is new would pass for what was before the first start
				since = before
			}
			pause, poll = min(2*pause, time.Minute), 0
		default:
			s.synced.Store(true)
			s.service.Report(Platform, true)
			before, since, pause, poll = since, resp.NextBatch, time.Second, pollFor
		}
	}
	return nil
}

// renew logs in again after the homeserver has ended the login.
func (s *session) renew(ctx context.Context, cause error) error {
	if s.options.Token != "" {
		return fmt.Errorf("the homeserver does not know the access token any more: make another, or give the password: %w", cause)
	}
	s.log.Warn("the homeserver has ended the login, logging in again")
	for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, time.Minute) {
		err := s.again(ctx)
		if err == nil && s.cipher != nil {
			err = s.cipher.renew(ctx)
		}
		if err == nil || !passes(err) {
			return err
		}
		sleep(ctx, pause)
	}
	return nil
}

// receive takes in what is new since a position of the stream. At the very
// first it learns the state of the rooms only: nothing from before is answered.
func (s *session) receive(ctx context.Context, resp *mautrix.RespSync, since string) error {
	if s.cipher != nil {
		s.cipher.receive(ctx, resp, since)
		s.late.retry(ctx)
	}
	for _, room := range sortedKeys(resp.Rooms.Join) {
		if err := s.receiveRoom(ctx, room, resp.Rooms.Join[room], since); err != nil {
			return err
		}
	}
	for _, room := range sortedKeys(resp.Rooms.Invite) {
		if err := s.door.heed(ctx, room, resp.Rooms.Invite[room].State.Events); err != nil {
			return err
		}
	}
	for _, room := range sortedKeys(resp.Rooms.Leave) {
		if err := s.leaveRoom(ctx, room, resp.Rooms.Leave[room], since); err != nil {
			return err
		}
	}
	return s.store.putNote(ctx, "since", resp.NextBatch)
}

// receiveRoom takes in what is new in one room.
func (s *session) receiveRoom(ctx context.Context, room id.RoomID, news *mautrix.SyncJoinedRoom, since string) error {
	known, err := s.store.note(ctx, "joined/"+string(room))
	if err != nil {
		return err
	}
	for _, e := range news.State.Events {
		if err := s.learn(ctx, room, e); err != nil {
			return err
		}
	}
	events := news.Timeline.Events
	if since == "" || known == "" { // before anybody is answered it is known who is here
		for _, e := range events {
			if err := s.learn(ctx, room, e); err != nil {
				return err
			}
		}
	}
	switch {
	case since == "":
		return s.store.putNote(ctx, "joined/"+string(room), "1")
	case known == "":
		events = s.sinceInvited(events)
		if err := s.store.putNote(ctx, "joined/"+string(room), "1"); err != nil {
			return err
		}
		if err := s.door.arrived(ctx, room); err != nil {
			return err
		}
		if create, err := s.store.GetCreate(ctx, room); err != nil || create == nil || create.Sender != s.api.UserID {
			s.greet(ctx, room)
		}
	case news.Timeline.Limited:
		missed, err := s.missed(ctx, room, news.Timeline.PrevBatch, since)
		if err != nil {
			return err
		}
		events = append(missed, events...)
	}
	return s.hearAll(ctx, room, events)
}

// leaveRoom takes in the last that is heard of a room: what was said there before the bot was thrown out counts.
func (s *session) leaveRoom(ctx context.Context, room id.RoomID, news *mautrix.SyncLeftRoom, since string) error {
	known, err := s.store.note(ctx, "joined/"+string(room))
	if err == nil && known != "" && since != "" {
		events := news.Timeline.Events
		if news.Timeline.Limited {
			missed, err := s.missed(ctx, room, news.Timeline.PrevBatch, since)
			if err != nil {
				return err
			}
			events = append(missed, events...)
		}
		err = s.hearAll(ctx, room, events)
	}
	if err != nil {
		return err
	}
	if err := s.store.SetMembership(ctx, room, s.api.UserID, event.MembershipLeave); err != nil {
		return err
	}
	// What is said until it is invited again is not for it.
	return s.store.putNote(ctx, "joined/"+string(room), "")
}

// hearAll carries out what was said in a room while the bot was there.
func (s *session) hearAll(ctx context.Context, room id.RoomID, events []*event.Event) error {
	outside := false // thrown out; what is said then is not for the bot
	for _, e := range events {
		if err := s.learn(ctx, room, e); err != nil {
			return err
		}
		if e.Type.Type == event.StateMember.Type && e.GetStateKey() == string(s.api.UserID) {
			outside = membership(e) == event.MembershipLeave || membership(e) == event.MembershipBan
		}
		if outside && e.StateKey == nil {
			continue
		}
		if known, _ := s.heard.ContainsOrAdd(e.ID, true); !known {
			s.guarded(ctx, room, e)
		}
	}
	return nil
}

// learn keeps what an event says of the state of its room. An error is one of the store.
func (s *session) learn(ctx context.Context, room id.RoomID, e *event.Event) error {
	e.RoomID = room
	e.Type.Class = event.MessageEventType
	if e.StateKey != nil {
		e.Type.Class = event.StateEventType
	}
	if err := e.Content.ParseRaw(e.Type); err != nil && !errors.Is(err, event.ErrContentAlreadyParsed) && !errors.Is(err, event.ErrUnsupportedContentType) {
		s.log.Debug("an event cannot be read", "event", e.ID, "type", e.Type.Type, "err", err)
		if e.StateKey == nil || !salvage(e) {
			return nil
		}
	}
	if e.StateKey == nil {
		return nil
	}
	if err := s.store.learn(ctx, e); err != nil {
		return fmt.Errorf("noting the state of %s: %w", room, err)
	}
	if s.cipher != nil {
		s.cipher.learn(ctx, e)
	}
	if e.Type == event.StateRoomName && e.GetStateKey() == "" {
		return s.store.putNote(ctx, "name/"+string(room), e.Content.AsRoomName().Name)
	}
	return nil
}

// guarded carries out one event; whatever goes wrong with it, the next one is read.
func (s *session) guarded(ctx context.Context, room id.RoomID, e *event.Event) {
	defer func() {
		if caught := recover(); caught != nil {
			s.log.Error("an event broke the adapter", "event", e.ID, "panic", caught, "stack", string(debug.Stack()))
		}
	}()
	if e.StateKey != nil {
		s.door.changed(ctx, room, e)
		return
	}
	s.hear(ctx, room, e)
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
