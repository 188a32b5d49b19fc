package bot

import (
	"slices"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// PlainSpeech returns the request with the control characters of phrases removed from all user input.
func (r Request) PlainSpeech() Request {
	r.Text = phrase.Plain(r.Text)
	if r.Params != nil { // do not change the caller's map
		params := make(map[string]string, len(r.Params))
		for name, value := range r.Params {
			params[name] = phrase.Plain(value)
		}
		r.Params = params
	}
	return r
}

// Request is something that a user asks the bot to do.
type Request struct {
	// Event is the platform's identifier of the event. A request with an
	// Event takes effect at most once, however often it arrives.
	Event EventID
	From  User
	// Room is the room in which it was made; zero in a private conversation.
	Room RoomID
	// Within lists the places that contain Room, the innermost first:
	// the channel of a thread, the server of a channel.
	Within []RoomID
	// ThreadOf is the game for which the bot has opened Room as a thread; zero if that is not known. It may be known before the message that
	// has opened the thread counts as delivered, and the game is shown there.
	ThreadOf GameID
	// Reach is how many of Room and the places in Within, counted from Room, have only members who can read Room:
	// 1 in a private thread, zero if all do.
	Reach int
	// Locale is the user's language as reported by the platform ("de", "en-US"),
	// empty if it is not.
	Locale string
	// PageLocale is the language of the page from which it was sent, in the same form. It counts for the answer alone, where nothing else is known
	// of the user's language, and is not stored.
	PageLocale string
	// RoomLocale is the language of Room or of the place that contains it, in the same form.
	RoomLocale string
	// Text is the command as typed, without the platform's prefix, or the
	// Command of a pressed [Button].
	Text string
	// Params are the parameters of the command that Text names, by name, from a platform's
	// form. They are not parsed as words, so that no value can pass for another parameter.
	Params map[string]string
	// File is the file attached to it, nil if there is none.
	File *Attachment `json:"-"`
	// Games are the games known in Room alone, which the service looks up.
	Games []*rules.Variant `json:"-"`
	// Mentions resolves the words of the text that are mentions in the platform's
	// own syntax.
	Mentions map[string]User
	// OpenNames means that the platform trusts the names that people give (the console),
	// so that somebody who has never spoken can be named.
	OpenNames bool
	// Overheard means that the text was not addressed to the bot: it is ignored
	// unless it is a move in one of the room's games.
	Overheard bool
	// Ephemeral means that others could not see the request in Room.
	Ephemeral bool
	// Organiser means that the user administers Room on the platform, as a
	// moderator or an administrator.
	Organiser bool
	// WideOrganiser means the same of the widest of Within: the server of a channel.
	WideOrganiser bool
}

// Organises reports whether the user administers one of Places on the platform.
func (r Request) Organises(place RoomID) bool {
	if place != (RoomID{}) && place == r.Server() {
		return r.WideOrganiser
	}
	return r.Organiser && slices.Contains(r.Places(), place)
}

// Places returns the room and all places that contain it, the innermost first;
// none in private.
func (r Request) Places() []RoomID {
	if r.Room == (RoomID{}) {
		return nil
	}
	return append([]RoomID{r.Room}, r.Within...)
}

// Widest returns the widest of Places; zero in private.
func (r Request) Widest() RoomID {
	if places := r.Places(); len(places) > 0 {
		return places[len(places)-1]
	}
	return RoomID{}
}

// Server returns the widest place around the room, such as a server of Discord or a space of Matrix; zero if there is none.
func (r Request) Server() RoomID {
	if widest := r.Widest(); widest != r.Room {
		return widest
	}
	return RoomID{}
}

// Outcome says what happened to a request.
type Outcome string

// The outcomes.
const (
	// Done means that it was carried out. If Answer is empty, the notices tell the user what has changed.
	Done Outcome = "done"
	// Refused means that it was not carried out; Answer says why.
	Refused Outcome = "refused"
	// Repeated means that the event had already been carried out and answered.
	Repeated Outcome = "repeated"
	// Ignored means that nothing was done and nothing is to be said: the text was not for the bot, or was too much.
	Ignored Outcome = "ignored"
)

// Reply is the bot's reaction to a request.
type Reply struct {
	Outcome Outcome
	// Answer is for the author of the request. It is sent once and not stored.
	Answer []Message
	// Notices tell everybody concerned what has changed. They are committed
	// with the change and delivered from the outbox.
	Notices []Message
}
