package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Audience says who a message is meant for.
type Audience string

// The audiences.
const (
	// Public is for everybody in the room.
	Public Audience = "public"
	// Thread is public, in the thread of the game where the platform has them.
	Thread Audience = "thread"
	// Aside is of interest to one person: an ephemeral reply where the platform has
	// them, else an ordinary reply.
	Aside Audience = "aside"
	// Private must be readable by its addressees alone.
	Private Audience = "private"
)

// MessageID identifies a message of the outbox; IDs are in the order in which messages were added.
type MessageID uint64

// Message is something that the bot says.
type Message struct {
	ID       MessageID `json:",omitzero"` // zero outside the outbox
	Platform Platform
	Audience Audience
	// Room is where the message appears. Zero means in private, to each of To.
	Room RoomID `json:",omitzero"`
	// To lists the users addressed, who may be notified.
	To   []User `json:",omitzero"`
	Game GameID `json:",omitzero"`
	// Title is a short name of the game, for the title of its thread.
	Title string `json:",omitzero"`
	// Event is the request that caused the message and At its time, if known.
	Event EventID   `json:",omitzero"`
	At    time.Time `json:",omitzero"`
	// Language is the code of the language that the text has been rendered in, such as "de";
	// empty for English if nothing is known about the readers.
	Language string `json:",omitzero"`
	// Zone is the time zone of its readers, as [ParseZone] names it, where the platform does not know it.
	Zone string `json:",omitzero"`
	// Text is in the markup of [Format].
	Text    string
	Picture *Picture `json:",omitzero"`
	// File is a text file for the addressees alone.
	File    *File    `json:",omitzero"`
	Buttons []Button `json:",omitzero"`
	// Menu offers further commands to choose from.
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
	// Answers is the command that a bare move typed in reply is passed to, empty if it is a move in a game.
	Answers string `json:"-"`
	// Completes is the command that a number typed in reply completes, empty if none does.
	Completes string `json:"-"`

	// News means that the board of the game has changed, so that those who follow it are told, too.
	News bool `json:"-"`
	// Link is where a browser shows the game of the picture to everybody, empty for nowhere.
	Link string `json:"-"`
	// Drawing is what Picture shows, filled in when the message is delivered.
	Drawing *Drawing `json:"-"`
	// Personal marks an Aside that others should not read, about a private game or the addressee's
	// own affairs: a platform without ephemeral replies sends it in private.
	Personal bool `json:"-"`
	// Repeat marks a message that a previous run of the bot may already have
	// delivered.
	Repeat bool `json:"-"`
}

// MarkRepeat returns the message with a remark in its text if Repeat is set.
func (m Message) MarkRepeat() Message {
	if m.Repeat {
		m.Text = locale.Render(m.Language, phrase.Of("(You may have seen this already.)")) + " " + m.Text
	}
	return m
}

// Button is a labelled command.
type Button struct {
	Label   string
	Command string // at most [MaxButton] bytes
}

// MaxButton is the greatest length of a button's command in bytes, which is Discord's limit.
const MaxButton = 100

// SamePlace reports whether two messages about a game go to the same readers.
func (m Message) SamePlace(other Message) bool {
	return m.Room == other.Room && m.Platform == other.Platform &&
		(m.Audience != Private || slices.Equal(m.To, other.To))
}

// File is a text that is too long for a message. Adapters send it to the
// message's addressees only.
type File struct {
	Name string // a plain file name
	Text string
}

// Menu is a choice of commands.
type Menu struct {
	// Prompt says in a few words what is being chosen.
	Prompt string
	// Options are at most [MaxOptions].
	Options []Button
}

// MaxOptions is the greatest number of options in a menu, which is Discord's limit.
const MaxOptions = 25

// Lines lists the options in the markup of [Format], for platforms without menus: one
// per line, with the command to type.
func (m *Menu) Lines() string {
	var lines []string
	for _, o := range m.Options {
		lines = append(lines, fmt.Sprintf("`%s`: %s", o.Command, o.Label))
	}
	return strings.Join(lines, "\n")
}

// Lane identifies a stream of messages that must arrive in order: those for one room,
// or for one user in private.
type Lane struct {
	room RoomID
	user UserID
}

// Lane returns the stream that the message belongs to: of its room, or of the first of those whom it is for.
func (m Message) Lane() Lane {
	if m.Room != (RoomID{}) {
		return Lane{room: m.Room}
	}
	if len(m.To) > 0 {
		return Lane{user: m.To[0].UserID}
	}
	return Lane{}
}
