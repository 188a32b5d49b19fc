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

// backfillAtMost bounds the events of a room that are fetched after a gap.
const backfillAtMost = 2000

// sinceInvited leaves out what was said before the bot was invited, or has come without being
// invited. If neither is among the events, all of them were later.
func (s *session) sinceInvited(events []*event.Event) []*event.Event {
	came := -1
	for i, e := range slices.Backward(events) {
		if e.Type.Type != event.StateMember.Type || e.GetStateKey() != string(s.api.UserID) {
			continue
		}
		switch membership(e) {
		case event.MembershipJoin: // or a change of its name
			came = i
		case event.MembershipInvite:
			return events[i+1:]
		default: // it was here before
			return events[max(came, i)+1:]
		}
	}
	return events[came+1:]
}

// missed fetches what was said in a room after one position and before
// another, oldest first.
func (s *session) missed(ctx context.Context, room id.RoomID, before, since string) (events []*event.Event, err error) {
	for from := before; from != "" && len(events) < backfillAtMost; {
		resp, err := s.api.Messages(ctx, room, from, since, mautrix.DirectionBackward, nil, atOnce)
		if refused(err) || shut(err) { // nor would it be answered the next time, and everybody waits
			s.log.Error("what was said in a room while the bot was away cannot be fetched", "room", room, "err", err)
			break
		}
		if err != nil {
			return nil, fmt.Errorf("fetching what was missed in %s: %w", room, err)
		}
		events = append(events, resp.Chunk...)
		if len(resp.Chunk) == 0 || resp.End == from {
			break
		}
		from = resp.End
	}
	if len(events) >= backfillAtMost {
		s.log.Error("more was said in a room while the bot was away than it reads: what was said first is left out", "room", room, "read", len(events))
	}
	slices.Reverse(events)
	return events, nil
}

// refused reports whether the homeserver takes a request for one that cannot be answered, however often it comes.
func refused(err error) bool {
	var answer mautrix.HTTPError
	return errors.As(err, &answer) && answer.IsStatus(http.StatusBadRequest) && answer.RespError != nil && answer.RespError.ErrCode != ""
}
