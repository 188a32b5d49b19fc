package matrix

import (
	"context"
	"strings"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// sentAs returns the reference to a text that the bot has sent: "$event !room:server", with the thread if any; empty if none was sent.
func sentAs(at place, sent id.EventID) string {
	if sent == "" {
		return ""
	}
	return string(sent) + " " + at.roomID().ID
}

// edit replaces the text of an earlier message by that of m. It is no error if the bot can no longer write in the room: edits show
// progress only, and the result comes in a message of its own.
func (s *session) edit(ctx context.Context, m bot.Message) error {
	sent, where, _ := strings.Cut(m.Shown, " ")
	at := placeOf(bot.RoomID{Platform: Platform, ID: where})
	sp := outgoing{place: at, txn: transaction(m, "edit"), direct: m.Room == (bot.RoomID{}), edits: id.EventID(sent)}
	content := writer{s.names, sp.direct, m.Zone, m.Language}.write(split(m.Text)[0], m.To)
	_, err := s.send(ctx, sp, content, "")
	if unreachable(err) {
		s.log.Info("a message is not edited", "message", m.Edits, "room", at.room, "err", err)
		return nil
	}
	return err
}

// asEdit turns content into an edit of an earlier event. Clients without support for edits show its body after a star. Nobody is
// notified again.
func asEdit(content *event.MessageEventContent, of id.EventID) {
	content.Mentions, content.RelatesTo = mentions(nil), nil
	content.SetEdit(of)
}
