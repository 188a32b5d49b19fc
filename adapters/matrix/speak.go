package matrix

import (
	"context"
	"errors"
	"fmt"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// speech is where and how something is said.
type speech struct {
	place  place
	reply  id.EventID // what it answers, if anything
	txn    string     // what its transaction IDs begin with
	direct bool
	// open lets it be said without encryption in an encrypted room, by a bot that has none.
	open bool
}

// speak says a message: its picture, its words, its file. It returns the event
// of the last of its words.
func (s *session) speak(ctx context.Context, sp speech, m bot.Message) (id.EventID, error) {
	if err := s.speakPicture(ctx, sp, m); err != nil {
		return "", err
	}
	words, err := s.speakWords(ctx, sp, m)
	if err != nil || m.File == nil {
		return words, err
	}
	return words, s.speakFile(ctx, sp, m)
}

// speakPicture shows the picture of a message. Where the homeserver does not take it, its
// description is said in its place.
func (s *session) speakPicture(ctx context.Context, sp speech, m bot.Message) error {
	if m.Drawing == nil {
		return nil
	}
	drawn, err := s.drawn(m.Drawing)
	if err != nil {
		s.log.Error("no picture", "game", m.Game, "err", err)
		return nil // the words are worth saying without it
	}
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return err
	}
	content, err := s.attach(ctx, sp.txn+"-picture", drawn, encrypted)
	if errors.Is(err, errRefused) {
		s.log.Warn("the homeserver does not take a picture", "bytes", len(drawn.data), "err", err)
		content, err = writer{s.names, sp.direct}.write(m.Drawing.Alt(), nil), nil
	}
	if err != nil {
		return err
	}
	if content.MsgType == event.MsgImage {
		content.Body = m.Drawing.Alt()
	}
	// A notice makes no sound; the picture of somebody's turn does.
	content.Mentions = mentions(m.To)
	_, err = s.send(ctx, sp, content, "-picture")
	return err
}

// speakWords says the words of a message, and keeps what reactions to them do.
func (s *session) speakWords(ctx context.Context, sp speech, m bot.Message) (last id.EventID, err error) {
	buttons := keyed(m.Buttons)
	text := m.Text
	if m.Menu != nil {
		text += "\n" + m.Menu.Lines()
	}
	parts := split(text + legend(buttons))
	for i, part := range parts {
		content := writer{s.names, sp.direct}.write(part, m.To)
		if i < len(parts)-1 || len(buttons) == 0 {
			if last, err = s.send(ctx, sp, content, fmt.Sprintf("-%d", i)); err != nil {
				return "", err
			}
			continue
		}
		last, err = s.sendWithButtons(ctx, sp, m.Game, content, fmt.Sprintf("-%d", i), buttons)
	}
	return last, err
}

// speakFile sends the file of a message.
func (s *session) speakFile(ctx context.Context, sp speech, m bot.Message) error {
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return err
	}
	data := []byte(m.File.Text)
	content, err := s.attach(ctx, sp.txn+"-file", media{data: data, mime: "text/plain", info: &event.FileInfo{MimeType: "text/plain", Size: len(data)}}, encrypted)
	if errors.Is(err, errRefused) {
		content, err = writer{s.names, sp.direct}.write(bot.Render(m.Language, fileTooLarge), nil), nil
	}
	if err != nil {
		return err
	}
	if content.MsgType == event.MsgFile {
		content.Body, content.FileName, content.Mentions = m.File.Name, m.File.Name, mentions(nil)
	}
	_, err = s.send(ctx, sp, content, "-file")
	return err
}

// send sends one event to a place, encrypted where the room is.
func (s *session) send(ctx context.Context, sp speech, content *event.MessageEventContent, part string) (id.EventID, error) {
	content.RelatesTo = sp.relation()
	txn := mautrix.ReqSendEvent{TransactionID: sp.txn + part}
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return "", err
	}
	kind, payload := event.EventMessage, any(content)
	if encrypted {
		if s.cipher == nil && sp.open {
			return s.sendAs(ctx, sp.place.room, kind, payload, txn)
		}
		if s.cipher == nil {
			return "", errShut
		}
		if payload, err = s.cipher.encrypt(ctx, sp.place.room, kind, content); err != nil {
			return "", err
		}
		kind = event.EventEncrypted
	}
	return s.sendAs(ctx, sp.place.room, kind, payload, txn)
}

func (s *session) sendAs(ctx context.Context, room id.RoomID, kind event.Type, payload any, txn mautrix.ReqSendEvent) (id.EventID, error) {
	resp, err := s.api.SendMessageEvent(ctx, room, kind, payload, txn)
	if err == nil && resp.EventID == "" {
		err = errors.New("the homeserver does not say what has become of a message")
	}
	if err != nil {
		return "", err
	}
	return resp.EventID, nil
}

// relation ties an event to its thread and to what it answers.
func (sp speech) relation() *event.RelatesTo {
	rel := &event.RelatesTo{}
	switch {
	case sp.place.thread != "" && sp.reply != "":
		return rel.SetThread(sp.place.thread, "").SetReplyTo(sp.reply)
	case sp.place.thread != "":
		return rel.SetThread(sp.place.thread, sp.place.thread)
	case sp.reply != "":
		return rel.SetReplyTo(sp.reply)
	}
	return nil
}
