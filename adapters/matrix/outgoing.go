package matrix

import (
	"context"
	"errors"
	"fmt"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// outgoing is where and how a message is sent.
type outgoing struct {
	place  place
	reply  id.EventID // the event it replies to, if any
	txn    string     // the prefix of its transaction IDs
	direct bool
	edits  id.EventID // the event whose content this one replaces, if any
	// inClear permits sending it unencrypted in an encrypted room, for a bot without encryption.
	inClear bool
}

// sendMessage sends the parts of a message: picture, text, file. It returns the event of the last part of the
// text.
func (s *session) sendMessage(ctx context.Context, sp outgoing, m bot.Message) (id.EventID, error) {
	if err := s.sendPicture(ctx, sp, m); err != nil {
		return "", err
	}
	words, err := s.sendText(ctx, sp, m)
	if err != nil || m.File == nil {
		return words, err
	}
	return words, s.sendFile(ctx, sp, m)
}

// sendPicture sends the picture of a message, or its description if the homeserver refuses the upload.
func (s *session) sendPicture(ctx context.Context, sp outgoing, m bot.Message) error {
	if m.Drawing == nil {
		return nil
	}
	defer s.typing(ctx, sp.place.room)()
	drawn, err := s.drawn(ctx, m.Drawing)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.log.Error("no picture", "game", m.Game, "err", err)
		return nil // send the text without it
	}
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return err
	}
	content, err := s.attach(ctx, sp.txn+"-picture", drawn, encrypted)
	if errors.Is(err, errRefused) {
		s.log.Warn("the homeserver refuses a picture", "bytes", len(drawn.data), "err", err)
		content, err = writer{commands: s.names, direct: sp.direct}.write(m.Drawing.Alt(), nil), nil
	}
	if err != nil {
		return err
	}
	if content.MsgType == event.MsgImage {
		content.Body, content.FileName = m.Drawing.Alt(), fileName(m.Picture, drawn.mime)
	}
	// Notices do not notify, but a picture that mentions the player to move does.
	content.Mentions = mentions(m.To)
	_, err = s.send(ctx, sp, content, "-picture")
	return err
}

// sendText sends the text of a message, and stores its buttons.
func (s *session) sendText(ctx context.Context, sp outgoing, m bot.Message) (last id.EventID, err error) {
	buttons := withKeys(m.Buttons)
	explained := legend(buttons)
	text := m.MarkRepeat().Text // the transaction ID is that of the message without the mark
	if m.Menu != nil {
		lines, options := menuKeys(m.Menu, buttons)
		text += "\n" + lines
		buttons = append(buttons, options...)
	}
	if m.Link != "" {
		text += "\n" + locale.Render(m.Language, phrase.Of("Open the board: %s", m.Link))
	}
	parts := split(text + explained)
	for i, part := range parts {
		content := writer{s.names, sp.direct, m.Zone, m.Language}.write(part, m.To)
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

// sendFile sends the file of a message.
func (s *session) sendFile(ctx context.Context, sp outgoing, m bot.Message) error {
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return err
	}
	data := []byte(m.File.Text)
	content, err := s.attach(ctx, sp.txn+"-file", media{data: data, mime: "text/plain", info: &event.FileInfo{MimeType: "text/plain", Size: len(data)}}, encrypted)
	if errors.Is(err, errRefused) {
		content, err = writer{commands: s.names, direct: sp.direct}.write(locale.Render(m.Language, fileTooLarge), nil), nil
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

// send sends one event to a place, encrypted if the room is.
func (s *session) send(ctx context.Context, sp outgoing, content *event.MessageEventContent, part string) (id.EventID, error) {
	if content.RelatesTo = sp.relationOf(); sp.edits != "" {
		asEdit(content, sp.edits)
	}
	txn := mautrix.ReqSendEvent{TransactionID: sp.txn + part}
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return "", err
	}
	kind, payload := event.EventMessage, any(extensible(content))
	if encrypted {
		if s.cipher == nil && sp.inClear {
			return s.sendAs(ctx, sp.place.room, kind, payload, txn)
		}
		if s.cipher == nil {
			return "", errRoomClosed
		}
		if payload, err = s.cipher.encrypt(ctx, sp.place.room, kind, payload); err != nil {
			return "", err
		}
		kind = event.EventEncrypted
	}
	return s.sendAs(ctx, sp.place.room, kind, payload, txn)
}

func (s *session) sendAs(ctx context.Context, room id.RoomID, kind event.Type, payload any, txn mautrix.ReqSendEvent) (id.EventID, error) {
	resp, err := s.api.SendMessageEvent(ctx, room, kind, payload, txn)
	if err == nil && resp.EventID == "" {
		err = errors.New("the homeserver's response has no event ID")
	}
	if err != nil {
		return "", err
	}
	return resp.EventID, nil
}

// relationOf relates an event to its thread and to the event it replies to.
func (sp outgoing) relationOf() *event.RelatesTo {
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
