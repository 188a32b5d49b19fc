package matrix

import (
	"context"
	"time"

	"maunium.net/go/mautrix/id"
)

const (
	// typingAfter is how long the bot works on an answer before it shows that it is typing.
	typingAfter = 300 * time.Millisecond
	// typingFor is how long the notice stays if it is not withdrawn.
	typingFor = 30 * time.Second
)

// typing shows that the bot is typing in a room, from typingAfter on until stop is called.
func (s *session) typing(ctx context.Context, room id.RoomID) (stop func()) {
	done := make(chan struct{})
	shown := false
	timer := time.AfterFunc(typingAfter, func() {
		defer close(done)
		_, err := s.api.UserTyping(ctx, room, true, typingFor)
		shown = err == nil // a homeserver without typing notices is no reason to fail
	})
	return func() {
		if timer.Stop() {
			return
		}
		<-done
		if !shown {
			return
		}
		if _, err := s.api.UserTyping(ctx, room, false, 0); err != nil {
			s.log.Debug("cannot withdraw a typing notice", "room", room, "err", err)
		}
	}
}

// markRead sends a read receipt for a user's command. If it has to wait, and another command in the
// room comes meanwhile, only the later one is marked.
func (s *session) markRead(room id.RoomID, message id.EventID) {
	s.lastRead.Store(room, message)
	s.answers.enqueue(room, func(ctx context.Context) {
		if last, _ := s.lastRead.Load(room); last != message {
			return
		}
		if err := s.api.MarkRead(ctx, room, message); err != nil {
			s.log.Debug("cannot send a read receipt", "room", room, "err", err)
		}
	})
}
