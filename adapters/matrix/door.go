package matrix

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"
)

// door comes and goes: it accepts invitations by the operator's policy, follows rooms
// that are replaced, and leaves those in which nobody is left. What it has to do
// is noted, so that nothing is forgotten over a restart.
type door struct {
	s     *session
	queue *queue
	// invited and woken tell that there is something new to do, of joining and of leaving.
	invited, woken chan struct{}
}

const (
	// doAgain is after how long what has failed at the door is tried again, and
	// tiresAfter for how long.
	doAgain    = time.Minute
	tiresAfter = 24 * time.Hour
)

func newDoor(s *session) *door {
	return &door{s: s, queue: newQueue(), invited: make(chan struct{}, 1), woken: make(chan struct{}, 1)}
}

// welcome reports whether an invitation is accepted.
func welcome(policy []string, inviter id.UserID) bool {
	server := inviter.Homeserver()
	for _, p := range policy {
		switch {
		case p == "all", p == string(inviter), p == server:
			return true
		}
	}
	return false
}

// heed notes an invitation, to be accepted or declined.
func (d *door) heed(ctx context.Context, room id.RoomID, state []*event.Event) error {
	for _, e := range state {
		if e.Type.Type != event.StateMember.Type || e.GetStateKey() != string(d.s.api.UserID) || membership(e) != event.MembershipInvite {
			continue
		}
		known, err := d.s.service.Recall(ctx, Platform, "successor/"+string(room))
		if err != nil {
			return err
		}
		if !welcome(d.s.options.Invites, e.Sender) && known == nil {
			d.s.log.Info("an invitation is declined", "room", room, "by", e.Sender)
			return d.note(ctx, "decline", room, e.Sender)
		}
		crowded, err := d.crowds(ctx, e.Sender)
		if err != nil {
			return err
		}
		if crowded {
			d.s.log.Info("an invitation is declined, as many by the same person wait", "room", room, "by", e.Sender)
			return d.note(ctx, "decline", room, e.Sender)
		}
		if direct, _ := e.Content.Raw["is_direct"].(bool); direct {
			if err := d.s.store.putNote(ctx, "direct/"+string(room), "1"); err != nil {
				return err
			}
		}
		return d.note(ctx, "join", room, e.Sender)
	}
	return nil
}

// note notes something to do because of somebody, and forgets what was to be done in the room before.
func (d *door) note(ctx context.Context, what string, room id.RoomID, by id.UserID) error {
	value := by.Homeserver() + " " + time.Now().UTC().Format(time.RFC3339Nano) + " " + string(by)
	if err := d.s.store.putNote(ctx, "door/"+what+"/"+string(room), value); err != nil {
		return err
	}
	for _, other := range []string{"join", "decline", "leave"} {
		if other == what {
			continue
		}
		if err := d.s.store.putNote(ctx, "door/"+other+"/"+string(room), ""); err != nil {
			return err
		}
	}
	if what == "join" {
		wake(d.invited)
	} else {
		wake(d.woken)
	}
	return nil
}

// parseErrand reads the value of a note: by which server the room is reached, since when it is noted,
// and because of whom.
func parseErrand(value string) (server string, since time.Time, by id.UserID) {
	server, rest, _ := strings.Cut(value, " ")
	at, who, _ := strings.Cut(rest, " ")
	since, _ = time.Parse(time.RFC3339, at) // zero is long ago
	return server, since, id.UserID(who)
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// changed looks at a change of a room's state.
func (d *door) changed(ctx context.Context, room id.RoomID, e *event.Event) {
	var err error
	switch content := e.Content.Parsed.(type) {
	case *event.MemberEventContent:
		if content.Membership == event.MembershipLeave || content.Membership == event.MembershipBan {
			err = d.emptied(ctx, room)
		}
	case *event.TombstoneEventContent:
		err = d.replaced(ctx, room, content.ReplacementRoom, e.Sender)
	}
	if err != nil {
		d.s.log.Error("cannot follow what has become of a room", "room", room, "err", err)
	}
}

// emptied leaves a room in which nobody else is left. Direct chats are kept: what
// is to be said in private is said there.
func (d *door) emptied(ctx context.Context, room id.RoomID) error {
	members, err := d.s.store.GetRoomJoinedOrInvitedMembers(ctx, room)
	if err != nil || len(members) > 1 || len(members) == 1 && members[0] != d.s.api.UserID {
		return err
	}
	direct, err := d.s.store.note(ctx, "direct/"+string(room))
	if err != nil || direct != "" {
		return err
	}
	return d.note(ctx, "leave", room, d.s.api.UserID)
}

// run does what is noted until ctx ends, and returns when nothing is under way any more. Those
// who are declined wait for each other, and nobody else for them.
func (d *door) run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { d.join(ctx) })
	for ctx.Err() == nil {
		for _, what := range []string{"decline", "leave"} {
			names, values, err := d.s.store.notes(ctx, "door/"+what+"/", 1000)
			if err != nil && ctx.Err() == nil {
				d.s.log.Error("cannot read what is to do at the door", "err", err)
			}
			for i, name := range names {
				d.act(ctx, name, values[i])
			}
		}
		d.pause(ctx, d.woken)
	}
}

// pause waits until there is something new to do, or until what has failed may be tried again.
func (d *door) pause(ctx context.Context, news <-chan struct{}) {
	timer := time.NewTimer(doAgain)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-news:
	case <-timer.C:
	}
}

// foreign reports whether an error says nothing about a room: the login has ended, or
// it is not the homeserver that answers.
func foreign(err error) bool {
	var answer mautrix.HTTPError
	return errors.As(err, &answer) && (answer.RespError == nil || answer.RespError.ErrCode == "" || errors.Is(err, mautrix.MUnknownToken))
}

// act does one of the noted things. What time does not mend is not tried again.
func (d *door) act(ctx context.Context, name, value string) (again bool) {
	what, room, _ := strings.Cut(strings.TrimPrefix(name, "door/"), "/")
	server, since, _ := parseErrand(value)
	var err error
	switch what {
	case "join":
		_, err = d.s.api.JoinRoom(ctx, room, &mautrix.ReqJoinRoom{Via: []string{server}})
	case "leave", "decline":
		if _, err = d.s.api.LeaveRoom(ctx, id.RoomID(room)); err == nil {
			_, err = d.s.api.ForgetRoom(ctx, id.RoomID(room))
		}
	}
	if err != nil && (ctx.Err() != nil || passes(err) || foreign(err)) && time.Since(since) < tiresAfter {
		return true
	}
	if err != nil {
		d.s.log.Warn("cannot "+what+" a room", "room", room, "err", err)
	}
	// What has been noted meanwhile is still to do.
	if err := d.s.store.dropNote(context.WithoutCancel(ctx), name, value); err != nil {
		d.s.log.Error("cannot note what has been done at the door", "err", err)
	}
	return false
}
