package bot

import (
	"time"

	"raumbot/bot/phrase"
)

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
	// OpenNames tells that on this platform everybody is who they say they
	// are, so that somebody who has never spoken can be named.
	OpenNames bool
	// Overheard tells that the text was not addressed to the bot: all but
	// a move in one of the room's games is ignored.
	Overheard bool
	// Whispered tells that nobody else could see what was said in Room.
	Whispered bool
	// Organiser tells that the platform lets the user look after Room, as a
	// moderator or an administrator does.
	Organiser bool
}

// Reply is what follows from a request.
type Reply struct {
	Outcome Outcome
	// Answer is for whoever asked. It is said once and not kept.
	Answer []Message
	// Notices tell everybody concerned what has changed. They are
	// committed with the change, and delivered from the outbox.
	Notices []Message
}

// Audience is for whom a message is meant.
type Audience string

// The audiences.
const (
	// Public is for everybody in the room.
	Public Audience = "public"
	// Thread is public, in the thread of the game where the platform has them.
	Thread Audience = "thread"
	// Aside is of interest to one person: shown to them alone where the
	// platform can whisper, else a plain reply to them.
	Aside Audience = "aside"
	// Private must be read by nobody but its addressee.
	Private Audience = "private"
)

// MessageID orders the messages of the outbox.
type MessageID uint64

// Message is something that the bot says.
type Message struct {
	ID       MessageID `json:",omitzero"` // zero outside the outbox
	Platform Platform
	Audience Audience
	// Room is where it is said. Zero means directly to the users in To.
	Room RoomID `json:",omitzero"`
	// To lists who is addressed and may be notified.
	To   []User `json:",omitzero"`
	Game GameID `json:",omitzero"`
	// Title names the game in a few words, for a thread of its own.
	Title string `json:",omitzero"`
	// Event is the request that caused it, and At when that was, as far as it is known.
	Event EventID   `json:",omitzero"`
	At    time.Time `json:",omitzero"`
	// Language is the code of the language that the message is in once it is made
	// ready, such as "de"; empty for English where nothing is known of its readers.
	Language string `json:",omitzero"`
	// Text is in the markup of [Format].
	Text    string
	Picture *Picture `json:",omitzero"`
	// File is a text for the addressees alone.
	File    *File    `json:",omitzero"`
	Buttons []Button `json:",omitzero"`
	// Menu is what else can be chosen from.
	Menu *Menu `json:",omitzero"`

	// Drawing is what Picture shows, filled in when the message is delivered.
	Drawing *Drawing `json:"-"`
	// Repeat marks a message that an earlier run of the bot may have
	// delivered already.
	Repeat bool `json:"-"`
}

// MarkRepeat returns the message with a remark in its text, if an earlier run of the bot may have
// delivered it already.
func (m Message) MarkRepeat() Message {
	if m.Repeat {
		m.Text = Render(m.Language, phrase.Of("(You may have seen this already.)")) + " " + m.Text
	}
	return m
}

// Button is a command that a user gives by pressing it.
type Button struct {
	Label   string
	Command string // at most maxButton bytes
}

// maxButton is the length of a button's command, in bytes: what Discord keeps of it.
const maxButton = 100
