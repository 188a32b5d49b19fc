package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// place is a room or a thread in one.
type place struct {
	room   id.RoomID
	thread id.EventID // the root
}

// roomID returns the place in the service's form: "!room:server", or "!room:server $root".
func (p place) roomID() bot.RoomID {
	text := string(p.room)
	if p.thread != "" {
		text += " " + string(p.thread)
	}
	return bot.RoomID{Platform: Platform, ID: text}
}

// placeOf is the inverse of roomID.
func placeOf(r bot.RoomID) place {
	room, thread, _ := strings.Cut(r.ID, " ")
	return place{id.RoomID(room), id.EventID(thread)}
}

// isDirect reports whether a room is a direct chat with the bot. Such a room has at most two
// members, and either was created as a direct chat or has neither a name nor public access.
func (s *session) isDirect(ctx context.Context, room id.RoomID) (bool, error) {
	members, err := s.store.GetRoomJoinedOrInvitedMembers(ctx, room)
	if err != nil || len(members) > 2 {
		return false, err
	}
	if begun, err := s.store.note(ctx, directNote+string(room)); err != nil || begun != "" {
		return begun != "", err
	}
	rules, err := s.store.GetJoinRules(ctx, room)
	if err != nil || rules != nil && rules.JoinRule == event.JoinRulePublic {
		return false, err
	}
	name, err := s.store.note(ctx, nameNote+string(room))
	return name == "", err
}

// rememberChat stores the direct chat in which a user writes.
func (s *session) rememberChat(ctx context.Context, h incoming) error {
	if !h.direct {
		return nil
	}
	key := chatMemo + string(h.sender)
	known, err := s.service.Recall(ctx, Platform, key)
	if err != nil || string(known) == string(h.place.room) {
		return err
	}
	return s.service.Keep(ctx, Platform, key, []byte(h.place.room))
}

// rememberPartner stores a direct chat that a user has created, unless that user has a chat
// already. Without this, the first private message would open a second chat. It returns the user.
func (s *session) rememberPartner(ctx context.Context, room id.RoomID) (partner id.UserID, err error) {
	members, err := s.store.GetRoomJoinedOrInvitedMembers(ctx, room)
	for _, who := range members {
		if who == s.api.UserID {
			continue
		}
		partner = who
		key := chatMemo + string(who)
		known, recalled := s.service.Recall(ctx, Platform, key)
		if err = errors.Join(err, recalled); err == nil && known == nil {
			err = s.service.Keep(ctx, Platform, key, []byte(room))
		}
	}
	return partner, err
}

// reinviteAfter is the time between two invitations of a user who has left their chat.
const reinviteAfter = 7 * 24 * time.Hour

// directChat returns the direct chat with a user. It creates the chat if there is none, and from
// time to time invites a user again who has left it.
func (s *session) directChat(ctx context.Context, who id.UserID) (id.RoomID, error) {
	defer s.openLocks.WithLock(chatMemo + string(who))()
	room, err := s.existingChat(ctx, who)
	switch {
	case err != nil:
		return "", err
	case room == "":
		return s.createChat(ctx, who)
	case s.store.IsMembership(ctx, room, who, event.MembershipJoin, event.MembershipInvite):
		return room, nil
	}
	return room, s.reinvite(ctx, room, who)
}

// existingChat returns the direct chat with a user, empty if there is none in which the bot can
// write to that user alone.
func (s *session) existingChat(ctx context.Context, who id.UserID) (id.RoomID, error) {
	known, err := s.service.Recall(ctx, Platform, chatMemo+string(who))
	if err != nil {
		return "", err
	}
	at, _, err := s.currentPlace(ctx, place{room: id.RoomID(known)})
	if err != nil {
		return "", err
	}
	room := at.room
	if room == "" || !s.store.IsInRoom(ctx, room, s.api.UserID) || !s.mayWrite(ctx, room) {
		return "", nil
	}
	// Somebody else may have joined the room in the meantime.
	members, err := s.store.GetRoomJoinedOrInvitedMembers(ctx, room)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(members, func(m id.UserID) bool { return m != who && m != s.api.UserID }) {
		return "", nil
	}
	return room, nil
}

// reinvite invites a user to the chat that they have left, unless it has done so
// within reinviteAfter.
func (s *session) reinvite(ctx context.Context, room id.RoomID, who id.UserID) error {
	note := invitedNote + string(who)
	last, err := s.store.note(ctx, note)
	if err != nil {
		return err
	}
	if at, err := time.Parse(time.RFC3339, last); err == nil && time.Since(at) < reinviteAfter {
		return nil
	}
	if _, err := s.api.InviteUser(ctx, room, &mautrix.ReqInviteUser{UserID: who}); err != nil && !unreachable(err) {
		return err
	}
	return s.store.putNote(ctx, note, time.Now().UTC().Format(time.RFC3339))
}

// mayWrite reports whether the bot can write in a room: it is not encrypted, or the bot
// can encrypt.
func (s *session) mayWrite(ctx context.Context, room id.RoomID) bool {
	encrypted, err := s.store.IsEncrypted(ctx, room)
	return err == nil && (!encrypted || s.cipher != nil)
}

// createChat creates a direct chat, which is encrypted if the bot can encrypt.
func (s *session) createChat(ctx context.Context, who id.UserID) (id.RoomID, error) {
	req := &mautrix.ReqCreateRoom{Preset: "trusted_private_chat", IsDirect: true, Invite: []id.UserID{who}}
	room, err := s.create(ctx, req, s.cipher != nil)
	if err != nil {
		return "", err
	}
	if err := s.store.putNote(ctx, directNote+string(room), "1"); err != nil {
		return "", err
	}
	return room, s.service.Keep(ctx, Platform, chatMemo+string(who), []byte(room))
}

// create creates a room and stores its state at once, so that the first message is encrypted for
// the invited users.
func (s *session) create(ctx context.Context, req *mautrix.ReqCreateRoom, encrypted bool) (id.RoomID, error) {
	if encrypted {
		encryption := &event.EncryptionEventContent{Algorithm: id.AlgorithmMegolmV1}
		req.InitialState = append(req.InitialState, &event.Event{Type: event.StateEncryption, Content: event.Content{Parsed: encryption}})
	}
	if err := s.creating.check(); err != nil {
		return "", err
	}
	// CreateRoom also stores the members and the encryption in the state store.
	resp, err := s.api.CreateRoom(ctx, req)
	if err == nil && resp.RoomID == "" {
		err = errors.New("the homeserver's response has no room ID")
	}
	if errors.Is(err, mautrix.MLimitExceeded) {
		s.creating.refuse(retryAfter(err))
	}
	if err != nil {
		return "", err
	}
	return resp.RoomID, s.store.putNote(ctx, joinedNote+string(resp.RoomID), "1")
}

func decode(raw json.RawMessage, into any) error { return json.Unmarshal(raw, into) }
