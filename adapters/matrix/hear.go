package matrix

import (
	"context"
	"errors"
	"strings"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// maxHeard bounds a text that is listened to, in bytes; the service says so of what is too long for it.
const maxHeard = 64 << 10

// heard is something that a user has said or done in a room.
type heard struct {
	event  id.EventID
	sender id.UserID
	place  place // where it was said: a game's own place, or the room
	// answer is the event that an answer refers to, thread the thread that it
	// stands in, game's or not.
	answer, thread id.EventID
	direct         bool
	// replies tells that it is a reply, which mentions whom it replies to by itself.
	replies bool
	// edits is the message that it corrects, if any.
	edits id.EventID
	// open tells that the answer says nothing about anybody, and need not be encrypted.
	open bool
}

// hear carries out what an event of a room asks for, if anything.
func (s *session) hear(ctx context.Context, room id.RoomID, e *event.Event) {
	if e.Sender == s.api.UserID || e.Unsigned.RedactedBecause != nil {
		return
	}
	switch content := e.Content.Parsed.(type) {
	case *event.EncryptedEventContent:
		s.unlock(ctx, room, e)
	case *event.MessageEventContent:
		if content.MsgType == event.MsgText && e.Type.Type == event.EventMessage.Type {
			s.hearText(ctx, room, e, content)
		}
	case *event.ReactionEventContent:
		s.hearReaction(ctx, room, e, content)
	}
}

// unlock decrypts an event, and carries out what it holds.
func (s *session) unlock(ctx context.Context, room id.RoomID, e *event.Event) {
	if s.cipher == nil {
		s.late.regret(ctx, room, e, noEncryption)
		return
	}
	decrypted, err := s.cipher.decrypt(ctx, e)
	switch {
	case errors.Is(err, errNoKey):
		s.late.wait(ctx, e)
	case errors.Is(err, errReplayed):
		s.log.Warn("a message was played again", "event", e.ID, "sender", e.Sender)
	case err != nil:
		s.log.Warn("a message cannot be decrypted", "event", e.ID, "sender", e.Sender, "err", err)
		s.late.regret(ctx, room, e, undecryptable)
	default:
		decrypted.RoomID = room
		if decrypted.StateKey == nil {
			s.hear(ctx, room, decrypted)
		}
	}
}

// hearText carries out a message, or the correction of one.
func (s *session) hearText(ctx context.Context, room id.RoomID, e *event.Event, content *event.MessageEventContent) {
	h, err := s.where(ctx, room, e, content.RelatesTo)
	if err != nil {
		s.log.Error("cannot tell where something was said", "event", e.ID, "err", err)
		return
	}
	edits := content.RelatesTo.GetReplaceID()
	if edits != "" {
		if content.NewContent == nil {
			return
		}
		content = content.NewContent
		h.answer, h.edits = edits, edits
	}
	w := s.words(ctx, h, content)
	if h.direct {
		w.addressed = true
	}
	if edits != "" && !s.mayTryAgain(ctx, h, edits, w) {
		return
	}
	s.ask(ctx, h, w)
}

// mayTryAgain reports whether an edited message may be carried out as it reads now: if
// it changes nothing, or if it did nothing as it read before.
func (s *session) mayTryAgain(ctx context.Context, h heard, edited id.EventID, w words) bool {
	if s.harmless.Contains(edited) || w.addressed && !s.changes(w.text) {
		return true
	}
	if w.addressed {
		s.tell(ctx, h, editsIgnored)
	}
	return false
}

// changes reports whether a text is a command that may change something, as a
// bare move does.
func (s *session) changes(text string) bool {
	word := firstWord(text)
	for _, c := range s.service.Commands() {
		if c.Name == word || contains(c.Aliases, word) {
			return c.Changes
		}
	}
	return true
}

// ask carries a text to the service and answers.
func (s *session) ask(ctx context.Context, h heard, w words) {
	if strings.TrimSpace(w.text) == "" && !w.addressed {
		return
	}
	if w.addressed && !s.flood.admit(h.sender) {
		if s.flood.warn(h.sender) {
			s.tell(ctx, h, tooFast)
		}
		return
	}
	r := s.request(ctx, h, w)
	reply := s.service.Respond(ctx, r)
	if reply.Outcome != bot.Done || !s.changes(w.text) {
		s.harmless.Add(h.event, true)
	} else if h.edits != "" { // now it has done something
		s.harmless.Remove(h.edits)
	}
	s.answers.say(h, reply.Answer)
}

// request makes a request of what was said.
func (s *session) request(ctx context.Context, h heard, w words) bot.Request {
	r := bot.Request{
		Event:     bot.EventID(h.event),
		From:      s.user(ctx, h.place.room, h.sender),
		Text:      w.text,
		Mentions:  w.mentions,
		Overheard: !w.addressed,
	}
	if h.direct {
		return r
	}
	r.Room = h.place.roomID()
	if h.place.thread != "" {
		r.Within = append(r.Within, place{room: h.place.room}.roomID())
	}
	if parent, err := s.service.Recall(ctx, Platform, "parent/"+string(h.place.room)); err == nil && parent != nil {
		r.Within = append(r.Within, bot.RoomID{Platform: Platform, ID: string(parent)})
	}
	r.Organiser = s.organises(ctx, h.place.room, h.sender)
	return r
}

// where finds out where an event was said. A thread counts as a place if it is a game's.
func (s *session) where(ctx context.Context, room id.RoomID, e *event.Event, rel *event.RelatesTo) (heard, error) {
	h := heard{event: e.ID, sender: e.Sender, place: place{room: room}, answer: e.ID}
	if rel.GetReplaceID() != "" {
		rel = s.relation(ctx, room, rel.GetReplaceID())
	}
	reply := rel.GetNonFallbackReplyTo()
	h.thread, h.replies = rel.GetThreadParent(), reply != ""
	var err error
	if h.direct, err = s.direct(ctx, room); err != nil || h.direct {
		return h, errors.Join(err, s.knowChat(ctx, h))
	}
	if h.thread == "" && h.replies {
		if h.thread, err = s.threadOf(ctx, room, reply); err != nil {
			return h, err
		}
	}
	if h.thread != "" {
		game, err := s.service.Recall(ctx, Platform, "thread/"+string(place{room, h.thread}.roomID().ID))
		if err != nil {
			return h, err
		}
		if game != nil {
			h.place.thread = h.thread
		}
	}
	return h, nil
}

// threadOf returns the thread of a game that a message of the bot stands in or began, if it is the first or the
// last with buttons: there belongs what somebody replies whose app knows no threads.
func (s *session) threadOf(ctx context.Context, room id.RoomID, message id.EventID) (id.EventID, error) {
	game, err := s.service.Recall(ctx, Platform, "thread/"+string(place{room, message}.roomID().ID))
	if err != nil || game != nil {
		return message, err
	}
	defer s.pressing.WithLock(room)()
	p, err := s.pressable(ctx, room, message)
	return placeOf(bot.RoomID{Platform: Platform, ID: p.Place}).thread, err
}

// relation returns how a message is related to others, nil if that cannot be found.
func (s *session) relation(ctx context.Context, room id.RoomID, message id.EventID) *event.RelatesTo {
	e, err := s.api.GetEvent(ctx, room, message)
	if err != nil {
		return nil
	}
	var relates struct {
		RelatesTo *event.RelatesTo `json:"m.relates_to"`
	}
	if err := decode(e.Content.VeryRaw, &relates); err != nil {
		return nil
	}
	return relates.RelatesTo
}

// user returns who somebody is, under the name that the room shows.
func (s *session) user(ctx context.Context, room id.RoomID, who id.UserID) bot.User {
	name := localpart(who)
	if m, err := s.store.TryGetMember(ctx, room, who); err == nil && m != nil && m.Displayname != "" {
		name = m.Displayname
	}
	return bot.User{UserID: bot.UserID{Platform: Platform, ID: string(who)}, Name: bot.CleanName(name)}
}

func localpart(who id.UserID) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(string(who), "@"), ":")
	return name
}

// organises reports whether a room lets a user look after it: whether they may
// remove people and messages there.
func (s *session) organises(ctx context.Context, room id.RoomID, who id.UserID) bool {
	levels, err := s.store.GetPowerLevels(ctx, room)
	if err == nil && levels == nil { // where nothing is said, who has made the room has all rights
		create, err := s.store.GetCreate(ctx, room)
		return err == nil && create != nil && create.Sender == who
	}
	if err != nil {
		return false
	}
	return levels.GetUserLevel(who) >= max(moderator, levels.Kick(), levels.Redact())
}

// moderator is the power level that moderators have by custom.
const moderator = 50

var _ mautrix.StateStore = (*store)(nil)
