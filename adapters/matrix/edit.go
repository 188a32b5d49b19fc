package matrix

import (
	"context"
	"strings"

	"maunium.net/go/mautrix/event"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// sentAs names a text that the bot has sent: the event, then the place.
func sentAs(at place, sent id.EventID) string {
	if sent == "" {
		return ""
	}
	return string(sent) + " " + at.roomID().ID
}

// edit puts the text of a message in the place of that of an earlier one. If that is gone, or its room is closed to the bot, nothing is said: who
// waits for the end is told that in a message of its own.
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

// asEdit makes a content that replaces that of an earlier event. Clients that do not know edits show its body, marked by a star. Nobody is notified
// again.
func asEdit(content *event.MessageEventContent, of id.EventID) {
	content.Mentions, content.RelatesTo = mentions(nil), nil
	content.SetEdit(of)
}
