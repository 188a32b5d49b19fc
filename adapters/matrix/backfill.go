package matrix

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// maxBackfill limits the events that are fetched after a gap in a room's timeline.
const maxBackfill = 2000

// afterInvite returns the events after the bot was invited, or after it joined if it was not
// invited. If neither happens in the list, it returns all events.
func (s *session) afterInvite(events []*event.Event) []*event.Event {
	joinedAt := -1
	for i, e := range slices.Backward(events) {
		if e.Type.Type != event.StateMember.Type || e.GetStateKey() != string(s.api.UserID) {
			continue
		}
		switch membership(e) {
		case event.MembershipJoin: // or a change of its display name
			joinedAt = i
		case event.MembershipInvite:
			return events[i+1:]
		default: // the bot left or was removed
			return events[max(joinedAt, i)+1:]
		}
	}
	return events[joinedAt+1:]
}

// withMissed returns the events of a room's timeline, after those since a position that the
// homeserver has left out.
func (s *session) withMissed(ctx context.Context, room id.RoomID, timeline mautrix.SyncTimeline, since string) ([]*event.Event, error) {
	if !timeline.Limited {
		return timeline.Events, nil
	}
	missed, err := s.backfill(ctx, room, timeline.PrevBatch, since)
	return append(missed, timeline.Events...), err
}

// backfill fetches the events between two positions of a room's timeline, oldest first.
func (s *session) backfill(ctx context.Context, room id.RoomID, before, since string) (events []*event.Event, err error) {
	for from := before; from != "" && len(events) < maxBackfill; {
		resp, err := s.api.Messages(ctx, room, from, since, mautrix.DirectionBackward, nil, timelineLimit)
		// The request would fail again whenever it is repeated, and block the sync loop.
		if badRequest(err) || unreachable(err) {
			s.log.Error("cannot fetch the messages missed in a room", "room", room, "err", err)
			break
		}
		if err != nil {
			return nil, fmt.Errorf("fetching the messages missed in %s: %w", room, err)
		}
		events = append(events, resp.Chunk...)
		if len(resp.Chunk) == 0 || resp.End == from {
			break
		}
		from = resp.End
	}
	if len(events) >= maxBackfill {
		s.log.Error("too many messages were missed in a room: the oldest are skipped", "room", room, "read", len(events))
	}
	slices.Reverse(events)
	return events, nil
}

// badRequest reports whether the homeserver will reject a request no matter how often it is sent.
func badRequest(err error) bool {
	var answer mautrix.HTTPError
	return errors.As(err, &answer) && answer.IsStatus(http.StatusBadRequest) && answer.RespError != nil && answer.RespError.ErrCode != ""
}
