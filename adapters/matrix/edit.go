package matrix

import (
	"context"
	"strings"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// sentAs returns a reference to an event that the bot has sent: "$event !room:server", followed by
// the thread if there is one. It is empty if no event was sent.
func sentAs(at place, sent id.EventID) string {
	if sent == "" {
		return ""
	}
	return string(sent) + " " + at.roomID().ID
}

// edit replaces the text of an earlier message with that of m. It succeeds if the bot can no longer
// write in the room, as edits show only progress: the result comes in a message of its own.
func (s *session) edit(ctx context.Context, m bot.RenderedMessage) error {
	sent, where, _ := strings.Cut(m.Shown, " ")
	at := placeOf(bot.RoomID{Platform: Platform, ID: where})
	sp := outgoing{place: at, txn: transaction(m, "edit"), direct: m.Room == (bot.RoomID{}), edits: id.EventID(sent)}
	content := writer{s.names, sp.direct, m.Zone, m.Language, s.peers.call(ctx, at), nil}.write(split(m.Text)[0], m.To)
	_, err := s.send(ctx, sp, content, "")
	if unreachable(err) {
		s.log.Info("a message is not edited", "message", m.Edits, "room", at.room, "err", err)
		return nil
	}
	return err
}

// asEdit turns content into an edit of an earlier event, which notifies nobody. Clients that do not
// support edits show its body after a star.
func asEdit(content *event.MessageEventContent, of id.EventID) {
	content.Mentions, content.RelatesTo = mentions(nil), nil
	content.SetEdit(of)
}
