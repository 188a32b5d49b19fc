package matrix

import (
	"context"
	"errors"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// The topic of a game's own room says who plays what, and from the end of the game the result. It
// says nothing that changes with each move, because each change is an event, which the homeserver
// may limit. A room that was made from an encrypted one has no topic: topics are not encrypted.

// topicFor returns the topic of a room that is made for the game of a message, empty for none.
func (s *session) topicFor(ctx context.Context, m bot.RenderedMessage, from id.RoomID, encrypted bool) string {
	if encrypted {
		return ""
	}
	return s.writer(ctx, outgoing{place: place{room: from}}, m).plain(m.Topic)
}

// topicMark returns what is stored about the topic that a message gives the room of its game. Other
// topics with the same mark differ at most in their language.
func topicMark(m bot.RenderedMessage) []byte { return []byte("score " + m.Score) }

// updateTopic changes the topic of a game's own room if the game is over, or goes on after all,
// since the topic was set. It fails if the homeserver limits the bot or is down.
func (s *session) updateTopic(ctx context.Context, m bot.RenderedMessage, room id.RoomID) error {
	if m.Topic == "" {
		return nil
	}
	mark := topicMark(m)
	known, err := s.service.Recall(ctx, Platform, topicMemo+string(room))
	if err != nil || known == nil || string(known) == string(mark) {
		return err
	}
	game, err := s.service.Recall(ctx, Platform, roomMemo+string(room))
	if err != nil || string(game) != m.Game.String() { // another game is played there as well
		return err
	}
	parent, err := s.service.Recall(ctx, Platform, parentMemo+string(room))
	if err != nil {
		return err
	}
	for _, r := range []id.RoomID{room, id.RoomID(parent)} { // since the topic was set
		if encrypted, err := s.store.IsEncrypted(ctx, r); err != nil || encrypted {
			return err
		}
	}
	ctx, t, end, err := s.sending.begin(context.WithValue(ctx, urgencyKey{}, noting), room)
	if err != nil {
		return err
	}
	defer end()
	err = t.do(ctx, func() error {
		topic := s.topicFor(ctx, m, room, false)
		_, err := s.api.SendStateEvent(ctx, room, event.StateTopic, "", &event.TopicEventContent{Topic: topic})
		return err
	})
	if ctx.Err() != nil || errors.Is(err, mautrix.MLimitExceeded) || transient(err) {
		return err
	}
	if err != nil {
		s.log.Warn("the topic of a game's room cannot be changed", "room", room, "game", m.Game, "err", err)
	}
	return s.service.Keep(ctx, Platform, topicMemo+string(room), mark)
}
