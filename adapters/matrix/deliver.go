package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"time"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// deliver sends a message of the outbox. The transaction IDs are derived from the message's ID, so
// that the homeserver recognises a message that is sent again. If the message is a repeat, deliver
// leaves out what the rooms show already, as the homeserver may have forgotten.
func (s *session) deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	ctx = context.WithValue(ctx, urgencyKey{}, telling)
	if m.Edits != 0 {
		return bot.Receipt{}, asTooSoon(s.edit(ctx, m))
	}
	receipt, err := s.deliverAnywhere(ctx, m)
	return receipt, asTooSoon(s.finish(m, err))
}

// deliverAnywhere sends a message to its room, or to its addressees if it has none or that is
// closed to the bot.
func (s *session) deliverAnywhere(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	if m.Audience == bot.Private || m.Room == (bot.RoomID{}) {
		shown, err := s.deliverPrivately(ctx, m, false)
		return bot.Receipt{Shown: shown}, err
	}
	receipt, err := s.deliverInRoom(ctx, m)
	if unreachable(err) {
		s.log.Warn("a room is closed to the bot", "room", m.Room.ID, "game", m.Game, "err", err)
		m.Text = locale.Render(m.Language, roomClosed) + "\n" + m.Text
		shown, err := s.deliverPrivately(ctx, m, m.Repeat)
		return bot.Receipt{Private: true, Shown: shown}, err
	}
	return receipt, err
}

// deliverPrivately sends a message to each of its addressees in their direct chat. elsewhere says
// that they may have seen it in another room. shown identifies the last message sent, for later
// edits.
func (s *session) deliverPrivately(ctx context.Context, m bot.RenderedMessage, elsewhere bool) (shown string, err error) {
	for _, u := range m.To {
		room, err := s.directChat(ctx, id.UserID(u.ID))
		var sent id.EventID
		if err == nil {
			own := m.WaitsFor(func(who bot.UserID) bool { return who == u.UserID })
			sent, err = s.sendPrivately(ctx, own, room, elsewhere)
		}
		if unreachable(err) { // the other users must not wait for this one
			s.log.Warn("cannot write to a user", "user", u.ID, "game", m.Game, "err", err)
			continue
		}
		if err != nil {
			return "", err
		}
		shown = sentAs(place{room: room}, sent)
	}
	return shown, nil
}

// sendPrivately sends a message to a direct chat.
func (s *session) sendPrivately(ctx context.Context, m bot.RenderedMessage, room id.RoomID, elsewhere bool) (id.EventID, error) {
	sp, m, err := s.outgoingFor(ctx, m, place{room: room}, string(room))
	if err != nil {
		return "", err
	}
	sp.direct, sp.purpose, m.Repeat = true, "", m.Repeat || elsewhere
	return s.sendMessage(ctx, sp, m)
}

// deliverInRoom sends a message to its room or thread, and opens a thread or room for a game that
// has none.
func (s *session) deliverInRoom(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	at, moved, err := s.currentPlace(ctx, placeOf(m.Room))
	if err != nil {
		return bot.Receipt{}, err
	}
	here, err := s.store.GetMembership(ctx, at.room, s.api.UserID)
	if err != nil {
		return bot.Receipt{}, err
	}
	encrypted, err := s.store.IsEncrypted(ctx, at.room)
	if err != nil {
		return bot.Receipt{}, err
	}
	if here != event.MembershipJoin || encrypted && s.cipher == nil {
		return bot.Receipt{}, errRoomClosed
	}
	own := m.Audience == bot.Thread && m.Game != 0 && at.thread == ""
	if own && !s.isGameRoom(ctx, at.room) {
		receipt, err := s.deliverToGame(ctx, m, at.room)
		if moved && receipt.Thread != (bot.RoomID{}) {
			receipt.Parent = at.roomID()
		}
		return receipt, err
	}
	sent, err := s.sendTo(ctx, m, at)
	receipt := bot.Receipt{Shown: sentAs(at, sent)}
	if moved {
		receipt.Thread = at.roomID()
	}
	return receipt, err
}

// sendTo sends a message of the outbox to a place, and changes the topic if that is the game's own
// room and the message tells its end.
func (s *session) sendTo(ctx context.Context, m bot.RenderedMessage, at place) (id.EventID, error) {
	sp, m, err := s.outgoingFor(ctx, m, at, "")
	if err != nil {
		return "", err
	}
	sent, err := s.sendMessage(ctx, sp, m)
	if err != nil {
		return "", err
	}
	return sent, s.updateTopic(ctx, m, at.room)
}

// currentPlace returns the place that replaces another if its room has been upgraded. It returns
// rooms only, as threads are not carried over.
func (s *session) currentPlace(ctx context.Context, at place) (to place, moved bool, err error) {
	for range maxUpgrades { // a replacement may have been replaced itself
		next, err := s.service.Recall(ctx, Platform, movedMemo+string(at.room))
		if err != nil || next == nil || !s.store.IsInRoom(ctx, id.RoomID(next), s.api.UserID) || !s.isSuccessor(ctx, at.room, id.RoomID(next)) {
			return at, moved, err
		}
		at, moved = place{room: id.RoomID(next)}, true
	}
	return at, moved, nil
}

// isGameRoom reports whether a room was opened for a single game.
func (s *session) isGameRoom(ctx context.Context, room id.RoomID) bool {
	game, err := s.service.Recall(ctx, Platform, roomMemo+string(room))
	return err == nil && game != nil
}

// gamePlace is the thread or room of a game, and the message for which it was opened.
type gamePlace struct {
	Place string
	For   bot.MessageID
}

// deliverToGame sends a message to the place of its game, which it opens if there is none. If
// the message for which the place was opened comes again after a crash, it sends the parts that
// are missing.
func (s *session) deliverToGame(ctx context.Context, m bot.RenderedMessage, room id.RoomID) (bot.Receipt, error) {
	key := "game/" + m.Game.String() + "/" + string(room)
	value, err := s.service.Recall(ctx, Platform, key)
	var opened gamePlace
	if err == nil && value != nil {
		err = json.Unmarshal(value, &opened)
	}
	if err != nil {
		return bot.Receipt{}, err
	}
	r := bot.RoomID{Platform: Platform, ID: opened.Place}
	if opened.Place != "" && opened.For != m.ID {
		_, err := s.sendTo(ctx, m, placeOf(r))
		return bot.Receipt{Thread: r}, err
	}
	if opened.Place == "" {
		open := s.openThread
		if s.options.GameRooms {
			open = s.openRoom
		}
		at, err := open(ctx, m, room)
		if err != nil {
			return bot.Receipt{}, err
		}
		r = at.roomID()
		if value, err = json.Marshal(gamePlace{r.ID, m.ID}); err != nil {
			return bot.Receipt{}, err
		}
		if err := s.service.Keep(ctx, Platform, key, value); err != nil {
			return bot.Receipt{}, err
		}
	}
	return bot.Receipt{Thread: r}, s.sendFirst(ctx, m, room, placeOf(r))
}

// openThread starts the thread of a game with the text of a message.
func (s *session) openThread(ctx context.Context, m bot.RenderedMessage, room id.RoomID) (place, error) {
	sp, m, err := s.outgoingFor(ctx, m, place{room: room}, "root")
	if err != nil {
		return place{}, err
	}
	root, err := s.sendText(ctx, sp, m)
	if err != nil {
		return place{}, err
	}
	at := place{room, root}
	if err := s.service.Keep(ctx, Platform, threadMemo+at.roomID().ID, []byte(m.Game.String())); err != nil {
		return at, err
	}
	// Reactions to the thread's root act in the thread.
	return at, s.changeButtons(ctx, room, root, func(p *buttonSet) { p.Place = at.roomID().ID })
}

// openRoom creates a room for a game, which the members of the original room may join.
func (s *session) openRoom(ctx context.Context, m bot.RenderedMessage, from id.RoomID) (place, error) {
	room, err := s.gameRoom(ctx, m, from)
	return place{room: room}, err
}

// sendFirst sends the rest of the message for which a game's place was opened. If that is a room,
// it also posts a link to it in the room from.
func (s *session) sendFirst(ctx context.Context, m bot.RenderedMessage, from id.RoomID, at place) error {
	if at.thread != "" {
		sp, m, err := s.outgoingFor(ctx, m, at, "")
		if err != nil {
			return err
		}
		picture, err := s.picture(ctx, sp, m)
		if err != nil {
			return err
		}
		sent, err := s.sendIfAny(ctx, sp, picture, pictureSuffix)
		if err != nil {
			return err
		}
		return s.changeButtons(ctx, at.room, at.thread, func(p *buttonSet) { p.Picture = sent })
	}
	if _, err := s.sendTo(ctx, m, at); err != nil {
		return err
	}
	sp, _, err := s.outgoingFor(ctx, m, place{room: from}, "link")
	if err != nil {
		return err
	}
	link := bot.RenderedMessage{Text: locale.Render(m.Language, phrase.Of("Game %d has a room of its own: %s", m.Game, at.room.URI(s.api.UserID.Homeserver()).MatrixToURL()))}
	_, err = s.sendText(ctx, sp, link)
	return err
}

// gameRoom returns the room of a game. It creates the room if there is none.
func (s *session) gameRoom(ctx context.Context, m bot.RenderedMessage, from id.RoomID) (id.RoomID, error) {
	key := "made/" + m.Game.String() + "/" + string(from)
	defer s.openLocks.WithLock(key)()
	if known, err := s.service.Recall(ctx, Platform, key); err != nil || known != nil {
		return id.RoomID(known), err
	}
	encrypted, err := s.store.IsEncrypted(ctx, from)
	if err != nil {
		return "", err
	}
	name := m.Title
	if name == "" || encrypted { // the homeserver and who is not in the room can read the name
		name = locale.Render(m.Language, phrase.Of("Game %d", m.Game))
	}
	req := &mautrix.ReqCreateRoom{
		Preset: "private_chat",
		Name:   name,
		Topic:  s.topicFor(ctx, m, from, encrypted),
		InitialState: []*event.Event{{Type: event.StateJoinRules, Content: event.Content{Parsed: &event.JoinRulesEventContent{
			JoinRule: event.JoinRuleRestricted,
			Allow:    []event.JoinRuleAllow{{RoomID: from, Type: event.JoinRuleAllowRoomMembership}},
		}}}},
	}
	for _, u := range m.To {
		req.Invite = append(req.Invite, id.UserID(u.ID))
	}
	room, err := s.create(ctx, req, encrypted)
	if err != nil {
		return "", err
	}
	err = s.store.putNote(ctx, nameNote+string(room), req.Name)
	kept := map[string]string{key: string(room), roomMemo + string(room): m.Game.String(), parentMemo + string(room): string(from)}
	if req.Topic != "" {
		kept[topicMemo+string(room)] = string(topicMark(m))
	}
	for key, value := range kept {
		err = errors.Join(err, s.service.Keep(ctx, Platform, key, []byte(value)))
	}
	return room, err
}

// transaction returns the transaction ID of a part of a message of the outbox. Its checksum
// distinguishes the message from the message with the same number in another database.
func transaction(m bot.RenderedMessage, part string) string {
	sum := crc32.ChecksumIEEE([]byte(m.Room.ID + "\n" + m.Text + "\n" + part))
	return fmt.Sprintf("raumbot-%d-%08x", m.ID, sum)
}

// errRoomClosed means that the bot cannot write in a room.
var errRoomClosed = errors.New("the bot is not in the room, or cannot encrypt for it")

// unreachable reports whether a room is gone or closed to the bot.
func unreachable(err error) bool {
	return errors.Is(err, errRoomClosed) || errors.Is(err, mautrix.MForbidden) || errors.Is(err, mautrix.MNotFound)
}

// asTooSoon turns a rate limit of the homeserver into a [bot.TooSoon].
func asTooSoon(err error) error {
	if !errors.Is(err, mautrix.MLimitExceeded) {
		return err
	}
	return &bot.TooSoon{Wait: retryAfter(err), Err: err}
}

// retryAfter returns how long the homeserver wants the client to wait after a rate limit.
func retryAfter(err error) time.Duration {
	const fallback = 5 * time.Second // if the homeserver does not say
	if own := (*limitError)(nil); errors.As(err, &own) {
		return own.wait
	}
	var answer mautrix.HTTPError
	if !errors.As(err, &answer) {
		return fallback
	}
	if answer.RespError != nil {
		if ms, ok := answer.RespError.ExtraData["retry_after_ms"].(float64); ok && ms >= 0 {
			return min(time.Duration(ms)*time.Millisecond, time.Hour)
		}
	}
	if answer.Response != nil {
		if seconds, err := strconv.Atoi(answer.Response.Header.Get("Retry-After")); err == nil && seconds >= 0 {
			return min(time.Duration(seconds)*time.Second, time.Hour)
		}
	}
	return fallback
}
