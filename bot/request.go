package bot

import (
	"raumbot/bot/phrase"
)

// PlainSpeech takes from a request what would be taken for the marks of a phrase.
func (r Request) PlainSpeech() Request {
	r.Text = phrase.Plain(r.Text)
	if r.Params != nil { // the caller's map stays as it is
		params := make(map[string]string, len(r.Params))
		for name, value := range r.Params {
			params[name] = phrase.Plain(value)
		}
		r.Params = params
	}
	return r
}

// Request is something that a user asks of the bot.
type Request struct {
	// Event is the platform's name for what the user did. A request with an
	// Event changes things at most once, however often it arrives.
	Event EventID
	From  User
	// Room is where it was said; zero in a private conversation.
	Room RoomID
	// Within lists the wider places that Room is part of, the nearest first:
	// the channel of a thread, the server of a channel.
	Within []RoomID
	// Reach is for how many of the places, Room and those of Within, the nearest first, hold that whoever is in them sees what is said in
	// Room: 1 in a private thread, zero where all see it.
	Reach int
	// Locale is the user's language as the platform names it ("de", "en-US"),
	// empty if it does not say.
	Locale string
	// RoomLocale is the language of Room, or of the place around it, in the same form.
	RoomLocale string
	// Text is the command as typed, without the platform's prefix, or the
	// Command of a [Button] that was pressed.
	Text string
	// Params are the parameters of the command that Text names, by their names, where
	// the platform has its users fill in a form. No word in one can pass for another.
	Params map[string]string
	// Mentions resolves words of the text that name users in the platform's
	// own way.
	Mentions map[string]User
	// OpenNames means that on this platform everybody is who they say they
	// are, so that somebody who has never spoken can be named.
	OpenNames bool
	// Overheard means that the text was not addressed to the bot: all but
	// a move in one of the room's games is ignored.
	Overheard bool
	// Ephemeral means that nobody else could see what was said in Room.
	Ephemeral bool
	// Organiser means that the platform lets the user look after Room, as a
	// moderator or an administrator does.
	Organiser bool
}

// Places are where the asker speaks: the room and all that it is part of, the
// nearest first, nothing in private.
func (r Request) Places() []RoomID {
	if r.Room == (RoomID{}) {
		return nil
	}
	return append([]RoomID{r.Room}, r.Within...)
}

// Outcome says what became of a request.
type Outcome string

// The outcomes.
const (
	// Done: it was carried out. Where Answer is empty, the notices tell what has changed.
	Done Outcome = "done"
	// Refused: it was not carried out, and Answer says why.
	Refused Outcome = "refused"
	// Repeated: the event had been carried out before, and was answered then.
	Repeated Outcome = "repeated"
	// Ignored: nothing was done and nothing is to be said, as the text was not for the bot or part of a flood.
	Ignored Outcome = "ignored"
)

// Reply is what follows from a request.
type Reply struct {
	Outcome Outcome
	// Answer is for whoever asked. It is said once and not kept.
	Answer []Message
	// Notices tell everybody concerned what has changed. They are
	// committed with the change, and delivered from the outbox.
	Notices []Message
}
