package bot

import (
	"slices"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Request is something that a user asks the bot to do.
type Request struct {
	// Event is the platform's identifier of the event. A request with an Event takes effect at most
	// once, however often it arrives.
	Event EventID
	From  User
	// Nickname is the user's name on the Server, or empty if the user has no separate name there.
	Nickname string
	// Origin identifies users to whom limits apply together, such as guests at the same network
	// address. It is empty if limits apply to the user alone. It is not stored.
	Origin string `json:"-"`
	// Room is the room in which the request was made; zero in a private conversation.
	Room RoomID
	// Within lists the places that contain Room, the innermost first:
	// the channel of a thread, the server of a channel.
	Within []RoomID
	// ThreadOf is the game for which the bot opened Room as a thread, or from whose page the request
	// was sent; zero if that is not known. It may be known before the message that opened the thread
	// counts as delivered. The game is shown there. Commands that name no game are about this one.
	ThreadOf GameID
	// Reach is the number of places, counted from Room through Within, whose members can all read
	// Room: 1 in a private thread, zero if all of them can.
	Reach int
	// Locale is the user's language as reported by the platform ("de", "en-US"); empty if it is not
	// reported.
	Locale string
	// PageLocale is the language of the page from which the request was sent, in the same form. It is
	// used for the answer only, if nothing else is known of the user's language, and is not stored.
	PageLocale string
	// OnPage means that the request was sent from a page of the site.
	OnPage bool
	// RoomLocale is the language of Room or of the place that contains it, in the same form.
	RoomLocale string
	// Text is the command as typed, without the platform's prefix, or the Command of a pressed
	// [Button].
	Text string
	// Params are the parameters, by name, of the command that Text names, from a form of the platform.
	// They are not parsed as words, so that no value can pass for another parameter.
	Params map[string]string
	// File is the file attached to it, nil if there is none.
	File *Attachment `json:"-"`
	// Games are the games known in Room alone. The service looks them up.
	Games []*rules.Variant `json:"-"`
	// Mentions maps the words of the text that are mentions in the platform's own syntax to users.
	Mentions map[string]User
	// OpenNames means that the platform trusts the names that people give (the console), so that a
	// person who has never spoken can be named.
	OpenNames bool
	// Overheard means that the text was not addressed to the bot. It is ignored unless it is a move in
	// one of the room's games.
	Overheard bool
	// PerhapsAside means that the text may be meant for other people in Room. It is ignored unless it
	// is a command, a move in one of the user's games, or talk that most probably means a command.
	PerhapsAside bool
	// Ephemeral means that others could not see the request in Room.
	Ephemeral bool
	// Among means that a public answer can be read by other people where the request was made,
	// although the bot is not a member there. Room is then zero.
	Among bool
	// Organiser means that the user administers Room on the platform, as a moderator or an
	// administrator.
	Organiser bool
	// WideOrganiser means that the user administers the widest place of Within, such as the server of
	// a channel.
	WideOrganiser bool
	// Roles are the platform's identifiers of the roles that the user has on the Server, with the one
	// that everybody has there. It is empty if they are not known.
	Roles []string
}

// ChargedUser returns the user, or the origin of several users, to whom limits apply for the
// request.
func (r Request) ChargedUser() UserID {
	if r.Origin != "" {
		return UserID{r.From.Platform, r.Origin}
	}
	return r.From.UserID
}

// Line returns the key of the line in which the jobs of the request wait for the engine.
func (r Request) Line() any {
	if r.Origin != "" {
		return r.ChargedUser()
	}
	return Address{r.From, r.Room}.Line()
}

// Organises reports whether the user administers one of Places on the platform.
func (r Request) Organises(place RoomID) bool {
	if place != (RoomID{}) && place == r.Server() {
		return r.WideOrganiser
	}
	return r.Organiser && slices.Contains(r.Places(), place)
}

// Places returns the room and all places that contain it, the innermost first; none in private.
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

// Server returns the widest place around the room, such as a server of Discord or a space of
// Matrix; zero if there is none.
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
	// Done means that the request was carried out. If Answer is empty, the notices tell the user what
	// has changed.
	Done Outcome = "done"
	// Refused means that the request was not carried out. Answer says why.
	Refused Outcome = "refused"
	// Repeated means that the event had already been carried out and answered.
	Repeated Outcome = "repeated"
	// Ignored means that nothing was done and nothing is said. The text was not for the bot, or
	// exceeded a limit.
	Ignored Outcome = "ignored"
)

// Reply is the bot's reaction to a request.
type Reply = ReplyOf[phrase.Text]

// RenderedReply is a reply whose messages are in the languages of their readers.
type RenderedReply = ReplyOf[string]

// ReplyOf is a [Reply] or a [RenderedReply].
type ReplyOf[W Words] struct {
	Outcome Outcome
	// Answer is for the author of the request. It is sent once and not stored.
	Answer []MessageOf[W]
	// Notices tell everybody concerned what has changed. They are committed with the change and
	// delivered from the outbox.
	Notices []MessageOf[W]
}
