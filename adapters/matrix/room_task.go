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

// roomTasks joins and leaves rooms: it accepts invitations according to the configuration, follows
// room upgrades, and leaves rooms without other members. Its tasks are stored, so that they survive
// a restart.
type roomTasks struct {
	s          *session
	invites    *inviteQueue
	newInvites chan struct{} // signals new invitations to accept
	newTasks   chan struct{} // signals other new tasks
}

const (
	// taskRetryAfter is how long after a failure a task is tried again.
	taskRetryAfter = time.Minute
	// taskLifetime is how long a task is tried.
	taskLifetime = 24 * time.Hour
)

func newRoomTasks(s *session) *roomTasks {
	return &roomTasks{s: s, invites: newInviteQueue(), newInvites: make(chan struct{}, 1), newTasks: make(chan struct{}, 1)}
}

// inviteAllowed reports whether a policy (see Options.Invites) accepts an inviter's invitations.
func inviteAllowed(policy []string, inviter id.UserID) bool {
	server := inviter.Homeserver()
	for _, p := range policy {
		switch {
		case p == "all", p == string(inviter), p == server:
			return true
		}
	}
	return false
}

// handleInvite stores the task to accept or decline an invitation.
func (d *roomTasks) handleInvite(ctx context.Context, room id.RoomID, state []*event.Event) error {
	for _, e := range state {
		if e.Type.Type != event.StateMember.Type || e.GetStateKey() != string(d.s.api.UserID) || membership(e) != event.MembershipInvite {
			continue
		}
		if err := d.s.store.SetMembership(ctx, room, d.s.api.UserID, event.MembershipInvite); err != nil {
			return err
		}
		known, err := d.s.service.Recall(ctx, Platform, successorMemo+string(room))
		if err != nil {
			return err
		}
		if !inviteAllowed(d.s.options.Invites, e.Sender) && known == nil {
			d.s.log.Info("declining an invitation", "room", room, "by", e.Sender)
			return d.addTask(ctx, "decline", room, e.Sender)
		}
		tooMany, err := d.tooManyInvites(ctx, e.Sender)
		if err != nil {
			return err
		}
		if tooMany {
			d.s.log.Info("declining an invitation: too many of this user are pending", "room", room, "by", e.Sender)
			return d.addTask(ctx, "decline", room, e.Sender)
		}
		if direct, _ := e.Content.Raw["is_direct"].(bool); direct {
			if err := d.s.store.putNote(ctx, directNote+string(room), "1"); err != nil {
				return err
			}
		}
		return d.addTask(ctx, "join", room, e.Sender)
	}
	return nil
}

// addTask stores a task that a user has caused. It replaces other tasks for the room.
func (d *roomTasks) addTask(ctx context.Context, what string, room id.RoomID, by id.UserID) error {
	value := by.Homeserver() + " " + time.Now().UTC().Format(time.RFC3339Nano) + " " + string(by)
	if err := d.s.store.putNote(ctx, taskNote+what+"/"+string(room), value); err != nil {
		return err
	}
	for _, other := range []string{"join", "decline", "leave"} {
		if other == what {
			continue
		}
		if err := d.s.store.putNote(ctx, taskNote+other+"/"+string(room), ""); err != nil {
			return err
		}
	}
	if what == "join" {
		wake(d.newInvites)
	} else {
		wake(d.newTasks)
	}
	return nil
}

// parseTask parses the value of a task's note: a server that knows the room, the time when the task
// was stored, and the user who caused it.
func parseTask(value string) (server string, since time.Time, by id.UserID) {
	server, rest, _ := strings.Cut(value, " ")
	at, who, _ := strings.Cut(rest, " ")
	since, _ = time.Parse(time.RFC3339, at) // the zero time, if invalid, is long ago
	return server, since, id.UserID(who)
}

// wake sends a signal, unless one is waiting already.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// handleState handles a state event.
func (d *roomTasks) handleState(ctx context.Context, room id.RoomID, e *event.Event) error {
	switch content := e.Content.Parsed.(type) {
	case *event.MemberEventContent:
		switch content.Membership {
		case event.MembershipLeave, event.MembershipBan:
			return d.leaveIfEmpty(ctx, room)
		case event.MembershipJoin:
			return d.s.peers.memberChanged(ctx, room, e)
		}
	case *event.TombstoneEventContent:
		return d.followUpgrade(ctx, room, content.ReplacementRoom, e.Sender)
	}
	return nil
}

// leaveIfEmpty stores the task to leave a room if it has no other members. It keeps direct chats
// for later private messages.
func (d *roomTasks) leaveIfEmpty(ctx context.Context, room id.RoomID) error {
	members, err := d.s.store.GetRoomJoinedOrInvitedMembers(ctx, room)
	if err != nil || len(members) > 1 || len(members) == 1 && members[0] != d.s.api.UserID {
		return err
	}
	direct, err := d.s.store.note(ctx, directNote+string(room))
	if err != nil || direct != "" {
		return err
	}
	return d.addTask(ctx, "leave", room, d.s.api.UserID)
}

// run performs tasks until ctx ends, and returns when none is in progress. Joins have a goroutine
// of their own, so they do not wait for other tasks.
func (d *roomTasks) run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { d.join(ctx) })
	for ctx.Err() == nil {
		for _, what := range []string{"decline", "leave"} {
			names, values, err := d.s.store.notes(ctx, taskNote+what+"/", 1000)
			if err != nil && ctx.Err() == nil {
				d.s.log.Error("cannot read the room tasks", "err", err)
			}
			for i, name := range names {
				d.perform(ctx, name, values[i])
			}
		}
		pause(ctx, d.newTasks, taskRetryAfter)
	}
}

// pause waits for news, at most for a time.
func pause(ctx context.Context, news <-chan struct{}, atMost time.Duration) {
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-news:
	case <-timer.C:
	}
}

// notAboutRoom reports whether an error has nothing to do with a room, because the login has
// expired or a proxy has answered.
func notAboutRoom(err error) bool {
	var answer mautrix.HTTPError
	return errors.As(err, &answer) && (answer.RespError == nil || answer.RespError.ErrCode == "" || errors.Is(err, mautrix.MUnknownToken))
}

// perform performs a task. It reports whether to try again.
func (d *roomTasks) perform(ctx context.Context, name, value string) (again bool) {
	what, room, _ := strings.Cut(strings.TrimPrefix(name, taskNote), "/")
	server, since, by := parseTask(value)
	var err error
	switch what {
	case "join":
		_, err = d.s.api.JoinRoom(ctx, room, &mautrix.ReqJoinRoom{Via: []string{server}})
		// The bot has joined despite the error.
		if err != nil && d.s.store.IsInRoom(ctx, id.RoomID(room), d.s.api.UserID) {
			err = nil
		}
	case "leave", "decline":
		if _, err = d.s.api.LeaveRoom(ctx, id.RoomID(room)); err == nil {
			_, err = d.s.api.ForgetRoom(ctx, id.RoomID(room))
		}
	}
	if err != nil && (ctx.Err() != nil || transient(err) || notAboutRoom(err)) && time.Since(since) < taskLifetime {
		return true
	}
	if err != nil && what == "join" && d.mayAccept(ctx, id.RoomID(room), since) {
		d.s.log.Info("an invitation cannot be accepted yet, trying again", "room", room, "err", err)
		return true
	}
	if err != nil {
		d.s.log.Warn("cannot "+what+" a room", "room", room, "err", err)
	}
	if err != nil && what == "join" && d.s.store.IsMembership(ctx, id.RoomID(room), d.s.api.UserID, event.MembershipInvite) {
		// Users can only invite the bot again after it has declined.
		if err := d.addTask(context.WithoutCancel(ctx), "decline", id.RoomID(room), by); err != nil {
			d.s.log.Error("cannot store a room task", "err", err)
		}
		return false
	}
	// If the task has been stored again in the meantime, it remains.
	if err := d.s.store.dropNote(context.WithoutCancel(ctx), name, value); err != nil {
		d.s.log.Error("cannot delete a room task", "err", err)
	}
	return false
}
