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

// sinceInvited drops the events from before the bot was invited, or from before it joined if it was not invited.
// If neither event is in the list, all of them came later.
func (s *session) sinceInvited(events []*event.Event) []*event.Event {
	came := -1
	for i, e := range slices.Backward(events) {
		if e.Type.Type != event.StateMember.Type || e.GetStateKey() != string(s.api.UserID) {
			continue
		}
		switch membership(e) {
		case event.MembershipJoin: // or a change of its display name
			came = i
		case event.MembershipInvite:
			return events[i+1:]
		default: // the bot left or was removed
			return events[max(came, i)+1:]
		}
	}
	return events[came+1:]
}

// backfill fetches the events between two positions of a room's timeline, oldest first.
func (s *session) backfill(ctx context.Context, room id.RoomID, before, since string) (events []*event.Event, err error) {
	for from := before; from != "" && len(events) < maxBackfill; {
		resp, err := s.api.Messages(ctx, room, from, since, mautrix.DirectionBackward, nil, timelineLimit)
		if badRequest(err) || unreachable(err) { // the request would never succeed, and the sync loop would be stuck
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

// badRequest reports whether the homeserver will reject a request however often it is sent.
func badRequest(err error) bool {
	var answer mautrix.HTTPError
	return errors.As(err, &answer) && answer.IsStatus(http.StatusBadRequest) && answer.RespError != nil && answer.RespError.ErrCode != ""
}
