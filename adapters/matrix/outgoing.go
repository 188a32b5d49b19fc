package matrix

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// outgoing describes where and how a message is sent.
type outgoing struct {
	place  place
	reply  id.EventID // the event it replies to, if any
	txn    string     // the prefix of its transaction IDs
	direct bool
	edits  id.EventID // the event whose content this one replaces, if any
	// picture is the event with the picture of the message, if any.
	picture id.EventID
	// unpressed is whether those who read the message may not react to it.
	unpressed bool
	// inClear permits a bot without encryption to send the message unencrypted in an encrypted room.
	inClear bool
	// delivery is that of the message of the outbox, nil for others. purpose names the part of it that
	// this is, if it is not the message itself.
	delivery *delivery
	purpose  string
}

// sendMessage sends the picture, the text and the file of a message. It returns the event with the
// last part of the text.
func (s *session) sendMessage(ctx context.Context, sp outgoing, m bot.RenderedMessage) (id.EventID, error) {
	picture, err := s.picture(ctx, sp, m)
	if err != nil {
		return "", err
	}
	file, err := s.file(ctx, sp, m)
	if err != nil {
		return "", err
	}
	if err := s.shareKey(ctx, sp.place.room); err != nil {
		return "", err
	}
	ctx, _, end, err := s.sending.begin(ctx, sp.place.room)
	if err != nil {
		return "", err
	}
	defer end()
	if sp.picture, err = s.sendIfAny(ctx, sp, picture, pictureSuffix); err != nil {
		return "", err
	}
	words, err := s.sendText(ctx, sp, m)
	if err != nil {
		return words, err
	}
	_, err = s.sendIfAny(ctx, sp, file, fileSuffix)
	return words, err
}

// sendIfAny sends one event, unless an earlier attempt has sent it or content is nil.
func (s *session) sendIfAny(ctx context.Context, sp outgoing, content *event.MessageEventContent, part string) (id.EventID, error) {
	if content == nil {
		return sp.earlier(part), nil
	}
	return s.send(ctx, sp, content, part)
}

// picture draws and uploads the picture of a message, if it has one, and returns the content of the
// event that shows it, or its description if the homeserver refuses the upload. The description
// begins with the first line of the text, which apps show in notifications of the picture. It has
// no file name beside it, else some show it as a caption. picture returns nil if the picture has
// been sent, or may have been: it would notify people again.
func (s *session) picture(ctx context.Context, sp outgoing, m bot.RenderedMessage) (*event.MessageEventContent, error) {
	if m.Drawing == nil || m.Repeat || sp.earlier(pictureSuffix) != "" {
		return nil, nil
	}
	defer s.typing(ctx, sp.place.room)()
	drawn, err := s.drawMedia(ctx, m.Drawing)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		s.log.Error("a picture cannot be drawn", "game", m.Game, "err", err)
		return nil, nil // send the text without it
	}
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return nil, err
	}
	content, err := s.attach(ctx, sp.txn+pictureSuffix, drawn, encrypted)
	if errors.Is(err, errUploadRefused) {
		s.log.Warn("the homeserver refuses a picture", "bytes", len(drawn.data), "err", err)
		return writer{commands: s.names, direct: sp.direct}.write(m.Drawing.Alt(), nil), nil
	}
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(m.Text, "\n")
	content.Body = strings.TrimSpace(s.writer(ctx, sp, m).plain(first) + "\n" + m.Drawing.Alt())
	content.Mentions = mentions(nil) // the text notifies those who are waited for
	return content, nil
}

// writer returns the writer of a message's text.
func (s *session) writer(ctx context.Context, sp outgoing, m bot.RenderedMessage) writer {
	w := writer{s.names, sp.direct, m.Zone, m.Language, s.peers.call(ctx, sp.place), nil}
	if encrypted, err := s.store.IsEncrypted(ctx, sp.place.room); err == nil && !encrypted {
		shown := s.figures.in(m)
		w.figures = &shown
	}
	return w
}

// sendText sends the text of a message, and stores its buttons.
func (s *session) sendText(ctx context.Context, sp outgoing, m bot.RenderedMessage) (last id.EventID, err error) {
	if err := s.shareKey(ctx, sp.place.room); err != nil {
		return "", err
	}
	ctx, _, end, err := s.sending.begin(ctx, sp.place.room)
	if err != nil {
		return "", err
	}
	defer end()
	buttons := withKeys(m.Buttons)
	explained := legend(buttons)
	if sp.unpressed = !s.mayReact(ctx, sp.place.room, m.To); sp.unpressed {
		explained = ""
	}
	text := m.Text
	switch {
	case m.Menu != nil && sp.unpressed:
		text += "\n" + m.Menu.Lines()
	case m.Menu != nil:
		lines, options := menuKeys(m.Menu, buttons)
		text += "\n" + lines
		buttons = append(buttons, options...)
	}
	if m.Link != "" {
		text += "\n" + locale.Render(m.Language, phrase.Of("Open the board: %s", m.Link))
	}
	parts, w := split(text+explained), s.writer(ctx, sp, m)
	m.Text = parts[0]
	parts[0] = m.MarkRepeat().Text // the remark changes neither the transaction ID nor the other parts
	for i, part := range parts {
		waiting := m.Awaits
		if i > 0 {
			waiting = nil // they have been notified
		}
		content := w.writeTo(part, m.To, waiting)
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

// file uploads the file of a message, if it has one, and returns the content of its event.
func (s *session) file(ctx context.Context, sp outgoing, m bot.RenderedMessage) (*event.MessageEventContent, error) {
	if m.File == nil || sp.earlier(fileSuffix) != "" {
		return nil, nil
	}
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return nil, err
	}
	data := []byte(m.File.Text)
	content, err := s.attach(ctx, sp.txn+fileSuffix, media{data: data, mime: "text/plain", info: &event.FileInfo{MimeType: "text/plain", Size: len(data)}}, encrypted)
	if errors.Is(err, errUploadRefused) {
		return writer{commands: s.names, direct: sp.direct}.write(locale.Render(m.Language, fileTooLarge), nil), nil
	}
	if err != nil {
		return nil, err
	}
	content.Body, content.FileName, content.Mentions = m.File.Name, m.File.Name, mentions(nil)
	return content, nil
}

// The parts of a message besides its text.
const (
	pictureSuffix = "-picture"
	fileSuffix    = "-file"
)

// send sends one event to a place, encrypted if the room is. It sends none twice.
func (s *session) send(ctx context.Context, sp outgoing, content *event.MessageEventContent, part string) (id.EventID, error) {
	if sent := sp.earlier(part); sent != "" {
		return sent, nil
	}
	if content.RelatesTo = sp.relationOf(); sp.edits != "" {
		asEdit(content, sp.edits)
	}
	encrypted, err := s.store.IsEncrypted(ctx, sp.place.room)
	if err != nil {
		return "", err
	}
	if encrypted && s.cipher == nil {
		if !sp.inClear {
			return "", errRoomClosed
		}
		encrypted = false
	}
	sent, err := s.sendEvent(ctx, sp.place.room, sp.txn+part, func(ctx context.Context) (event.Type, any, error) {
		payload, kind := extensible(content), event.EventMessage
		if encrypted {
			hidden, err := s.cipher.encrypt(ctx, sp.place.room, kind, payload)
			if err != nil {
				return kind, nil, err
			}
			payload, kind = &event.Content{Parsed: hidden, Raw: map[string]any{}}, event.EventEncrypted
		}
		if mark := sp.mark(part); mark != "" {
			payload.Raw[markKey] = mark
		}
		return kind, payload, nil
	})
	if err == nil && sp.delivery != nil {
		sp.delivery.recordPart(sp.place.room, sp.mark(part), sent)
	}
	return sent, err
}

// shareKey makes sure that the members of a room have its key, if the bot encrypts for them. That
// may take long, so it is done before a message takes its turn, or while others have it.
func (s *session) shareKey(ctx context.Context, room id.RoomID) error {
	encrypted, err := s.store.IsEncrypted(ctx, room)
	if err != nil || !encrypted || s.cipher == nil || s.cipher.shared(ctx, room) {
		return err
	}
	return stepAside(ctx, func() error { return s.cipher.share(ctx, room) })
}

// sendEvent sends an event when the limit of the homeserver allows it. Its content is made then.
func (s *session) sendEvent(ctx context.Context, room id.RoomID, txn string, content func(context.Context) (event.Type, any, error)) (sent id.EventID, err error) {
	key := string(room) + " " + txn
	if sent, ok := s.sending.sent.Get(key); ok {
		return sent, nil
	}
	ctx, t, end, err := s.sending.begin(ctx, room)
	if err != nil {
		return "", err
	}
	defer end()
	send := func() error {
		kind, payload, err := content(ctx)
		if err != nil {
			return err
		}
		resp, err := s.api.SendMessageEvent(ctx, room, kind, payload, mautrix.ReqSendEvent{TransactionID: txn, DontEncrypt: true})
		if err == nil && resp.EventID == "" {
			err = errors.New("the homeserver's response has no event ID")
		}
		if err == nil {
			sent = resp.EventID
			s.sending.sent.Add(key, sent)
		}
		return err
	}
	for err = t.do(ctx, send); errors.Is(err, errNotShared); err = t.do(ctx, send) { // somebody has come or gone
		if err := stepAside(ctx, func() error { return s.cipher.share(ctx, room) }); err != nil {
			return "", err
		}
	}
	return sent, err
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
