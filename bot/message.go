package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Audience is for whom a message is meant.
type Audience string

// The audiences.
const (
	// Public is for everybody in the room.
	Public Audience = "public"
	// Thread is public, in the thread of the game where the platform has them.
	Thread Audience = "thread"
	// Aside is of interest to one person: shown to them alone where the
	// platform has such messages, else a plain reply to them.
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
	// Zone is the time zone of its readers, as [ParseZone] names it, where the platform does not know it.
	Zone string `json:",omitzero"`
	// Text is in the markup of [Format].
	Text    string
	Picture *Picture `json:",omitzero"`
	// File is a text for the addressees alone.
	File    *File    `json:",omitzero"`
	Buttons []Button `json:",omitzero"`
	// Menu is what else can be chosen from.
	Menu *Menu `json:",omitzero"`

	// Editable tells that the message may be edited later: where it is shown is noted when it has been delivered.
	Editable bool `json:",omitzero"`
	// Edits is the earlier, editable message of the same lane whose text this one takes the place of; zero for none. It has
	// neither picture nor buttons. If the earlier one has never been shown, or is gone, nothing is said.
	Edits MessageID `json:",omitzero"`
	// Shown is where the message that is edited is shown, as [Receipt.Shown] told, filled in when the edit is delivered.
	Shown string `json:"-"`

	// Yes and No are the commands that a yes and a no to the text give: it is a question. They
	// hold until the user says something else in the same place.
	Yes string `json:"-"`
	No  string `json:"-"`
	// Answers is the command that a bare move in answer to the text is meant for, empty for a move of a game.
	Answers string `json:"-"`

	// Link is where a browser shows the game of the picture to everybody, empty for nowhere.
	Link string `json:"-"`
	// Drawing is what Picture shows, filled in when the message is delivered.
	Drawing *Drawing `json:"-"`
	// Personal marks an Aside that others should not read, as it is about a private game or the addressee's
	// own affairs: where the platform has no such messages it is sent in private.
	Personal bool `json:"-"`
	// Repeat marks a message that an earlier run of the bot may have
	// delivered already.
	Repeat bool `json:"-"`
}

// MarkRepeat returns the message with a remark in its text, if an earlier run of the bot may have
// delivered it already.
func (m Message) MarkRepeat() Message {
	if m.Repeat {
		m.Text = locale.Render(m.Language, phrase.Of("(You may have seen this already.)")) + " " + m.Text
	}
	return m
}

// Button is a command that a user gives by pressing it.
type Button struct {
	Label   string
	Command string // at most maxButton bytes
}

// MaxButton is the length of a button's command, in bytes: what Discord keeps of it.
const MaxButton = 100

// SamePlace reports whether two messages about a game would meet.
func (m Message) SamePlace(other Message) bool {
	return m.Room == other.Room && m.Platform == other.Platform &&
		(m.Audience != Private || slices.Equal(m.To, other.To))
}

// File is a text that is too long for a message. Adapters hand it to the
// message's addressee and nobody else.
type File struct {
	Name string // a plain file name
	Text string
}

// Menu is a choice among commands.
type Menu struct {
	// Prompt says in a few words what is chosen, as the message's text does too.
	Prompt string
	// Options are at most 25, what a select of Discord can hold.
	Options []Button
}

// MaxOptions is the number of options of a menu.
const MaxOptions = 25

// Lines writes the options in the markup of [Format], for platforms without menus: a
// line for each, with the command to type.
func (m *Menu) Lines() string {
	var lines []string
	for _, o := range m.Options {
		lines = append(lines, fmt.Sprintf("`%s`: %s", o.Command, o.Label))
	}
	return strings.Join(lines, "\n")
}

// Lane is the messages that must arrive in order: those for a room, or for a
// user in private.
type Lane struct {
	room RoomID
	user UserID
}

func (m Message) Lane() Lane {
	if m.Room != (RoomID{}) {
		return Lane{room: m.Room}
	}
	if len(m.To) > 0 {
		return Lane{user: m.To[0].UserID}
	}
	return Lane{}
}
