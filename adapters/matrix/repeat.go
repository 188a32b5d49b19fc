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
)

// markKey is the key of an event's content by which the bot recognises a part of a message of the
// outbox that it has sent, even with another login. Transaction IDs are not sufficient: homeservers
// forget them, some whenever they restart. In an encrypted event it stands beside the ciphertext.
const markKey = "raumbot.part"

const (
	// lookPage is how many events are fetched at once when the bot looks for those that it has sent.
	lookPage = 100
	// lookPages is how many pages are fetched at most.
	lookPages = 10
	// lookFailures is after how many failures a message is sent without having looked.
	lookFailures = 5
)

// delivery is what is known about the delivery of a message of the outbox. It is remembered until
// the message has been delivered.
type delivery struct {
	message bot.MessageID
	mark    string // what the marks of all parts begin with
	rooms   map[id.RoomID]earlier
	shown   bool // whether this run has sent a part
	failed  int  // how often the homeserver could not say what had been sent
}

// earlier is what earlier attempts have sent to a room.
type earlier struct {
	parts map[string]id.EventID // by mark
	all   bool                  // whether nothing else was sent there
}

// markOf returns the mark of a part of the message.
func (d *delivery) markOf(part string) string { return d.mark + part }

// delivery returns what is known about the delivery of a message. The marks of its parts say when
// it was written, and nothing about its text, which may be rendered in other words the next time.
// The time tells it from the message with the same number in another database.
func (s *session) delivery(m bot.RenderedMessage) *delivery {
	mark := fmt.Sprintf("%d.%d", m.ID, m.At.UnixMilli())
	d, ok := s.deliveries.Get(m.ID)
	if !ok || d.mark != mark {
		d = &delivery{message: m.ID, mark: mark}
		s.deliveries.Add(m.ID, d)
	}
	return d
}

// finish notes the outcome of an attempt to deliver a message. It returns err as a [bot.Unclear] if
// a part of the message may be shown. What a limit holds up goes on where it was; after another
// failure the next attempt looks for what the homeserver has got.
func (s *session) finish(m bot.RenderedMessage, err error) error {
	d := s.delivery(m)
	if err == nil {
		s.deliveries.Remove(m.ID)
		return nil
	}
	limited := errors.Is(err, mautrix.MLimitExceeded)
	if !limited {
		d.rooms = nil
	}
	if d.shown || transient(err) && !limited {
		err = &bot.Unclear{Err: err}
	}
	return err
}

// outgoingFor describes how a message of the outbox, or the part of it that purpose names, is sent
// to a place. If the message is a repeat, it looks for what has been sent there. The returned
// message is a repeat only if it is uncertain whether that is everything.
func (s *session) outgoingFor(ctx context.Context, m bot.RenderedMessage, at place, purpose string) (outgoing, bot.RenderedMessage, error) {
	d := s.delivery(m)
	sp := outgoing{place: at, txn: transaction(m, purpose), delivery: d, purpose: purpose}
	found, ok := d.rooms[at.room]
	if !ok {
		found = earlier{all: true}
		if m.Repeat {
			var err error
			if found, err = s.look(ctx, m, at.room, d); err != nil {
				return sp, m, err
			}
			_, moved, err := s.currentPlace(ctx, placeOf(m.Room))
			if err != nil {
				return sp, m, err
			}
			found.all = found.all && !moved // else it may be in the room that was replaced
		}
		if d.rooms == nil {
			d.rooms = map[id.RoomID]earlier{}
		}
		d.rooms[at.room] = found
	}
	m.Repeat = m.Repeat && !found.all
	return sp, m, nil
}

// recordPart records that a part has been sent to a room, so that another attempt leaves it out.
func (d *delivery) recordPart(room id.RoomID, mark string, sent id.EventID) {
	d.shown = true
	at := d.rooms[room]
	if at.parts == nil {
		at.parts = map[string]id.EventID{}
	}
	at.parts[mark] = sent
	d.rooms[room] = at
}

// earlier returns the event with a part of the message that an earlier attempt has sent, if any.
func (sp outgoing) earlier(part string) id.EventID {
	if sp.delivery == nil {
		return ""
	}
	return sp.delivery.rooms[sp.place.room].parts[sp.mark(part)]
}

// mark returns the mark of a part, empty if the message is not one of the outbox.
func (sp outgoing) mark(part string) string {
	if sp.delivery == nil {
		return ""
	}
	if sp.purpose != "" {
		part = "-" + sp.purpose + part
	}
	return sp.delivery.markOf(part)
}

// look returns the parts of a message that the bot has sent to a room. It reads the bot's events
// there backwards, to the last message that was delivered before.
func (s *session) look(ctx context.Context, m bot.RenderedMessage, room id.RoomID, d *delivery) (found earlier, err error) {
	found.parts = map[string]id.EventID{}
	after, _, _ := strings.Cut(m.After, " ")
	own := &mautrix.FilterPart{Senders: []id.UserID{s.api.UserID}, Types: []event.Type{event.EventMessage, event.EventEncrypted}}
	from := ""
	for range lookPages {
		resp, err := s.api.Messages(ctx, room, from, "", mautrix.DirectionBackward, own, lookPage)
		if transient(err) && ctx.Err() == nil && !errors.Is(err, mautrix.MLimitExceeded) {
			resp, err = s.api.Messages(ctx, room, from, "", mautrix.DirectionBackward, own, lookPage)
		}
		if transient(err) {
			if d.failed++; d.failed < lookFailures {
				return found, err
			}
		}
		if err != nil {
			s.log.Warn("cannot look for what was said in a room", "room", room, "message", m.ID, "err", err)
			return found, nil
		}
		for _, e := range resp.Chunk {
			if e.Sender != s.api.UserID {
				continue
			}
			if mark, _ := e.Content.Raw[markKey].(string); strings.HasPrefix(mark, d.mark+"-") {
				found.parts[mark] = e.ID
			}
			if after != "" && e.ID == id.EventID(after) {
				found.all = true
				return found, nil
			}
		}
		if resp.End == "" || resp.End == from {
			found.all = true
			return found, nil
		}
		from = resp.End
	}
	return found, nil
}
