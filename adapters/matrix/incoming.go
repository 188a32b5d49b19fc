package matrix

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/adapters/matrix/address"
	"raumbot/bot"
)

// incoming is a message or reaction of a user.
type incoming struct {
	event  id.EventID
	sender id.UserID
	place  place      // the game's thread or room, or the room where it was sent
	game   bot.GameID // the game to which the thread belongs; zero if there is none
	answer id.EventID // the event to reply to
	thread id.EventID // the root of the thread that it is in, even if that is not a game's
	direct bool       // whether it was sent in a direct chat
	// replies is whether it is a reply. A reply mentions the author of the original
	// message automatically.
	replies  bool
	original id.EventID // the message that it replies to; empty if there is none
	edits    id.EventID // the message that it replaces; empty if there is none
	// invalid is whether it is an edit of a message that is not its sender's. Apps ignore it.
	invalid bool
	// inClear is whether the answer may be sent unencrypted, as it reveals nothing.
	inClear bool
}

// handle handles an event of a room. It returns errors of the stores only.
func (s *session) handle(ctx context.Context, room id.RoomID, e *event.Event) error {
	if e.Sender == s.api.UserID || e.Unsigned.RedactedBecause != nil {
		return nil
	}
	if s.cipher != nil && s.cipher.handleVerification(e) {
		return nil
	}
	switch content := e.Content.Parsed.(type) {
	case *event.EncryptedEventContent:
		return s.handleEncrypted(ctx, room, e)
	case *event.MessageEventContent:
		if (content.MsgType == event.MsgText || captioned(content)) && e.Type.Type == event.EventMessage.Type {
			return s.handleText(ctx, room, e, content)
		}
	case *event.ReactionEventContent:
		return s.handleReaction(ctx, room, e, content)
	}
	return nil
}

// handleEncrypted decrypts an event and handles it.
func (s *session) handleEncrypted(ctx context.Context, room id.RoomID, e *event.Event) error {
	if s.cipher == nil {
		return s.undecrypted.reportUnreadable(ctx, room, e, noEncryption)
	}
	decrypted, err := s.cipher.decrypt(ctx, e)
	switch {
	case errors.Is(err, errNoKey):
		return s.undecrypted.add(ctx, e)
	case errors.Is(err, errStore):
		return err
	case errors.Is(err, errReplayed):
		s.log.Warn("replayed message", "event", e.ID, "sender", e.Sender)
	case err != nil:
		s.log.Warn("a message cannot be decrypted", "event", e.ID, "sender", e.Sender, "err", err)
		return s.undecrypted.reportUnreadable(ctx, room, e, undecryptable)
	default:
		decrypted.RoomID = room
		if decrypted.StateKey == nil {
			return s.handle(ctx, room, decrypted)
		}
	}
	return nil
}

// handleText handles a text message, or the edit of one.
func (s *session) handleText(ctx context.Context, room id.RoomID, e *event.Event, content *event.MessageEventContent) error {
	h, err := s.locate(ctx, room, e, content.RelatesTo)
	if err != nil {
		return err
	}
	edits := content.RelatesTo.GetReplaceID()
	if edits != "" {
		if content.NewContent == nil || h.invalid {
			return nil
		}
		content = content.NewContent
		h.answer, h.edits = edits, edits
	}
	w := s.parse(ctx, h, content)
	if h.direct {
		w.addressed = true
	}
	if edits != "" && !s.editAllowed(ctx, h, edits, w) {
		return nil
	}
	if !e.Mautrix.WasEncrypted && !s.options.AllowUnencrypted {
		encrypted, err := s.store.IsEncrypted(ctx, room)
		if err != nil {
			return err
		}
		if encrypted {
			return s.refuseUnencrypted(ctx, room, e, h, w)
		}
	}
	if h.direct && s.cipher != nil && s.cipher.confirmVerification(e.Sender, w.text) {
		s.markRead(room, e.ID)
		return nil
	}
	w.file = s.attachment(h, w, content)
	return s.handleCommand(ctx, h, w)
}

// refuseUnencrypted tells a user that an unencrypted command is ignored in an encrypted room.
// Messages that are not meant for the bot are ignored silently.
func (s *session) refuseUnencrypted(ctx context.Context, room id.RoomID, e *event.Event, h incoming, w parsed) error {
	move := h.place.thread != "" && moveLike.MatchString(w.text)
	switch {
	case !w.addressed && !move:
		return nil
	case s.cipher == nil:
		return s.undecrypted.reportUnreadable(ctx, room, e, noEncryption)
	}
	return s.undecrypted.reportUnreadable(ctx, room, e, notEncrypted)
}

// moveLike matches texts that may be a move: two cells, perhaps after the name of the piece.
var moveLike = regexp.MustCompile(`(?i)^\s*(?:\pL+\s+)?[a-z]{1,3}[0-9]{1,2}\s*[-x:]\s*[a-z]{1,3}[0-9]{1,2}`)

// editAllowed reports whether an edited message may be carried out: the new text changes nothing,
// or the old text had no effect. If not, it tells the user.
func (s *session) editAllowed(ctx context.Context, h incoming, edited id.EventID, w parsed) bool {
	if s.ineffective.Contains(edited) || w.addressed && !s.changes(w) {
		return true
	}
	if w.addressed {
		s.replyPhrase(ctx, h, editsIgnored)
	}
	return false
}

// changes reports whether what a user says may change something. Only what begins with a command
// that just shows something may not.
func (s *session) changes(w parsed) bool {
	return s.service.Commands().Find(address.FirstWord(w.text)) == nil || s.service.Alters(bot.Request{Text: w.text, Params: w.params})
}

// handleCommand passes a text to the service and queues the answer. It returns errors of the
// stores only.
func (s *session) handleCommand(ctx context.Context, h incoming, w parsed) error {
	if strings.TrimSpace(w.text) == "" && !w.addressed {
		return nil
	}
	if w.addressed && !s.rateLimiter.admit(h.sender) {
		if s.rateLimiter.warn(h.sender) {
			s.replyPhrase(ctx, h, tooFast)
		}
		return nil
	}
	r, err := s.request(ctx, h, w)
	if err != nil {
		return err
	}
	reply := s.service.Respond(ctx, r)
	if reply.Outcome == bot.Done || reply.Outcome == bot.Refused {
		s.markRead(h.place.room, h.event)
	}
	if reply.Outcome != bot.Done || !s.changes(w) {
		s.ineffective.Add(h.event, true)
	} else if h.edits != "" { // the message has had an effect by this edit
		s.ineffective.Remove(h.edits)
	}
	if r.Overheard && len(reply.Answer) == 1 && tellsIn(h.place.room, reply) {
		return nil // its author reads there what has been played
	}
	s.answers.add(h, reply.Answer)
	return nil
}

// tellsIn reports whether a room, or a thread in it, is told what has been done.
func tellsIn(room id.RoomID, reply bot.RenderedReply) bool {
	return slices.ContainsFunc(reply.Notices, func(m bot.RenderedMessage) bool { return m.Platform == Platform && placeOf(m.Room).room == room })
}

// request builds the request to the service. An error is one of the stores.
func (s *session) request(ctx context.Context, h incoming, w parsed) (r bot.Request, err error) {
	r = bot.Request{
		Event:     bot.EventID(h.event),
		From:      s.user(ctx, h.place.room, h.sender),
		Text:      w.text,
		Params:    w.params,
		Mentions:  w.mentions,
		Overheard: !w.addressed,
		File:      w.file,
	}
	if h.direct {
		return r, nil
	}
	r.Room, r.ThreadOf = h.place.roomID(), h.game
	if h.place.thread != "" {
		r.Within = append(r.Within, place{room: h.place.room}.roomID())
	}
	before, err := s.predecessors(ctx, h.place.room)
	if err != nil {
		return r, err
	}
	r.Within = append(r.Within, before...)
	parent, err := s.service.Recall(ctx, Platform, parentMemo+string(h.place.room))
	if err != nil {
		return r, err
	}
	if r.Organiser, err = s.organises(ctx, h.place.room, h.sender); err != nil || parent == nil {
		r.WideOrganiser = r.Organiser
		return r, err
	}
	r.Within = append(r.Within, bot.RoomID{Platform: Platform, ID: string(parent)})
	r.WideOrganiser, err = s.organises(ctx, id.RoomID(parent), h.sender)
	return r, err
}

// locate finds out to which place an event belongs, and to what it replies. A thread is a place of
// its own only if it is a game's.
func (s *session) locate(ctx context.Context, room id.RoomID, e *event.Event, rel *event.RelatesTo) (incoming, error) {
	h := incoming{event: e.ID, sender: e.Sender, place: place{room: room}, answer: e.ID}
	if rel.GetReplaceID() != "" {
		rel, h.invalid = s.original(ctx, room, e.Sender, rel.GetReplaceID())
	}
	reply := rel.GetNonFallbackReplyTo()
	h.thread, h.replies, h.original = rel.GetThreadParent(), reply != "", reply
	var err error
	if h.direct, err = s.isDirect(ctx, room); err != nil || h.direct {
		return h, errors.Join(err, s.rememberChat(ctx, h))
	}
	if h.thread == "" && h.replies {
		if h.thread, err = s.threadOf(ctx, room, reply); err != nil {
			return h, err
		}
	}
	if h.thread != "" {
		game, err := s.service.Recall(ctx, Platform, threadMemo+string(place{room, h.thread}.roomID().ID))
		if err != nil {
			return h, err
		}
		if game != nil {
			h.place.thread = h.thread
			h.game, _ = bot.ParseGameID(string(game))
		}
	}
	return h, nil
}

// threadOf returns the thread of a game if a message of the bot is its root, its latest message
// with buttons, or the picture of that. Apps without threads send plain replies to these.
func (s *session) threadOf(ctx context.Context, room id.RoomID, message id.EventID) (id.EventID, error) {
	game, err := s.service.Recall(ctx, Platform, threadMemo+string(place{room, message}.roomID().ID))
	if err != nil || game != nil {
		return message, err
	}
	defer s.buttonLocks.WithLock(room)()
	p, err := s.buttonSet(ctx, room, message)
	return placeOf(bot.RoomID{Platform: Platform, ID: p.Place}).thread, err
}

// original returns the relation of a message that a user edits, nil if it cannot be fetched.
// invalid is whether the message is known to be somebody else's, or not to be in the room.
func (s *session) original(ctx context.Context, room id.RoomID, editor id.UserID, message id.EventID) (rel *event.RelatesTo, invalid bool) {
	e, err := s.api.GetEvent(ctx, room, message)
	if err != nil {
		return nil, errors.Is(err, mautrix.MNotFound)
	}
	var relates struct {
		RelatesTo *event.RelatesTo `json:"m.relates_to"`
	}
	if err := decode(e.Content.VeryRaw, &relates); err != nil {
		relates.RelatesTo = nil
	}
	return relates.RelatesTo, e.Sender != editor
}

// user returns a user under their display name in the room.
func (s *session) user(ctx context.Context, room id.RoomID, who id.UserID) bot.User {
	name := localpart(who)
	if m, err := s.store.TryGetMember(ctx, room, who); err == nil && m != nil && m.Displayname != "" {
		name = m.Displayname
	}
	return bot.User{UserID: bot.UserID{Platform: Platform, ID: string(who)}, Name: bot.CleanName(unlinkedName(name)), Handle: string(who)}
}

func localpart(who id.UserID) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(string(who), "@"), ":")
	return name
}

// organises reports whether a user may moderate a room, which means to remove members and
// redact messages.
func (s *session) organises(ctx context.Context, room id.RoomID, who id.UserID) (bool, error) {
	levels, err := s.store.GetPowerLevels(ctx, room)
	switch {
	case err != nil:
		return false, err
	case levels == nil: // without power levels, the creator of a room has all rights
		create, err := s.store.GetCreate(ctx, room)
		return create != nil && create.Sender == who, err
	}
	return levels.GetUserLevel(who) >= max(moderator, levels.Kick(), levels.Redact()), nil
}

// moderator is the power level of moderators by convention.
const moderator = 50
