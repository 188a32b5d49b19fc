package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/render"
)

// Audience says who a message is meant for.
type Audience string

// The audiences.
const (
	// Public is for everybody in the room.
	Public Audience = "public"
	// Thread is public, in the thread of the game if the platform has threads.
	Thread Audience = "thread"
	// Aside is of interest to one person. It is an ephemeral reply if the platform has them, else an
	// ordinary reply.
	Aside Audience = "aside"
	// Private must be readable by its addressees alone.
	Private Audience = "private"
)

// MessageID identifies a message of the outbox. IDs increase in the order in which messages were
// added.
type MessageID uint64

// Words is how the parts of a message hold what people read: a [phrase.Text] until the language of
// the readers is known, and then a string.
type Words interface{ phrase.Text | string }

// Message is something that the bot says.
type Message = MessageOf[phrase.Text]

// RenderedMessage is a message in the language of its readers, as [Render] returns it.
type RenderedMessage = MessageOf[string]

// MessageOf is a [Message] or a [RenderedMessage].
type MessageOf[W Words] struct {
	ID       MessageID `json:",omitzero"` // zero outside the outbox
	Platform Platform
	Audience Audience
	// Room is where the message appears. Zero means in private, to each of To.
	Room RoomID `json:",omitzero"`
	// To lists the users addressed, who may be notified.
	To []User `json:",omitzero"`
	// Awaits lists those of To who are expected to act: to move, to answer or to read what somebody
	// says to them. Where a platform tells a notification from a mere notice, it notifies them alone.
	Awaits []UserID `json:",omitzero"`
	Game   GameID   `json:",omitzero"`
	// Title is a short name of the game, for the title of its thread.
	Title W `json:",omitzero"`
	// Topic says who plays the game and how and, if it is over, the result. It is the topic of a room
	// that a platform opens for the game, and empty in private.
	Topic W `json:",omitzero"`
	// Variant is the name of the game's variant. Score is its result: "1-0", "½-½", or "–" if
	// it was aborted. The score of an ongoing game is empty. A thread may show both.
	Variant string `json:",omitzero"`
	Score   string `json:",omitzero"`
	// Tournament is the one whose rounds may have other dates now, for platforms with a calendar.
	Tournament TournamentID `json:",omitzero"`
	// Event is the request that caused the message, and At its time, if known.
	Event EventID   `json:",omitzero"`
	At    time.Time `json:",omitzero"`
	// Language is the code of the language in which the text has been rendered, such as "de". It is
	// empty for English if nothing is known about the readers.
	Language string `json:",omitzero"`
	// Zone is the time zone of the readers, as [ParseZone] names it, if the platform does not know it.
	Zone string `json:",omitzero"`
	// Text is in the markup of [Format].
	Text    W
	Picture *Picture `json:",omitzero"`
	// Men are men that the text names, in the order of the text. A platform may show their pictures
	// there.
	Men []NamedManOf[W] `json:",omitzero"`
	// File is a text file for the addressees alone.
	File    *FileOf[W]    `json:",omitzero"`
	Buttons []ButtonOf[W] `json:",omitzero"`
	// Invitation marks a message about the challenge whose number is Game. Without a text it shows
	// nothing: the challenge is over, and a [ButtonRemover] removes the buttons below the earlier
	// messages about it in the same place.
	Invitation bool `json:",omitzero"`
	// Silent means that the message notifies nobody when it arrives, if the platform can do that.
	Silent bool `json:",omitzero"`
	// Menu offers further commands to choose from.
	Menu *MenuOf[W] `json:",omitzero"`
	// Card means that the message is a page of its own and not about a move. Its first line is its
	// heading. A platform may frame it, if that costs its readers nothing.
	Card bool `json:",omitzero"`

	// Editable means that the message may be edited later. Where it is shown is recorded when it has
	// been delivered.
	Editable bool `json:",omitzero"`
	// Edits is the earlier, editable message of the same lane whose text this one replaces; zero for
	// none. An edit has neither picture nor buttons. If the earlier message was never shown, or is
	// gone, the edit is dropped.
	Edits MessageID `json:",omitzero"`
	// Shown is where the edited message is shown, as [Receipt.Shown] reported it. It is filled in when
	// the edit is delivered.
	Shown string `json:"-"`

	// Yes and No are the commands for the answers yes and no, if the text is a question. They hold
	// until the user says something else in the same place.
	Yes string `json:"-"`
	No  string `json:"-"`
	// Answers is the command to which a bare move typed in reply is passed. It is empty if the move
	// is one in a game. Task then says what to do in the position of the Picture, and is repeated
	// after the answer to a question in between.
	Answers string      `json:"-"`
	Task    phrase.Text `json:"-"`

	// News means that the board of the game has changed, so that people who follow it are told as
	// well.
	News bool `json:"-"`
	// Link is the URL where a browser shows the game of the picture to everybody; empty for none.
	Link string `json:"-"`
	// Drawing is the drawing of Picture. It is filled in when the message is delivered.
	Drawing *Drawing `json:"-"`
	// Personal marks an Aside that others should not read, about a private game or the addressee's own
	// affairs. A platform without ephemeral replies sends it in private.
	Personal bool `json:"-"`
	// Shareable means of a Personal message that it is only long, and that everybody in its room may
	// read it.
	Shareable bool `json:"-"`
	// Confirms means that the text only says that what the asker did has been done. Where the asker
	// would be told in private, a platform may mark the request instead.
	Confirms bool `json:"-"`
	// Repeat marks a message that a previous run of the bot may already have delivered.
	Repeat bool `json:"-"`
	// After is where the last message of the same lane is shown that is known to have been delivered,
	// as [Receipt.Shown] reported it. It is filled in if Repeat is set, and empty if there is none. If
	// the message was delivered before, it is shown after that.
	After string `json:"-"`
}

// Settles reports whether the message shows nothing, but says that a challenge is over.
func (m MessageOf[W]) Settles() bool { return m.Invitation && m.Text == "" }

// Awaiting returns messages that wait for all of their addressees.
func Awaiting(messages ...Message) []Message {
	for i := range messages {
		for _, u := range messages[i].To {
			messages[i].Awaits = append(messages[i].Awaits, u.UserID)
		}
	}
	return messages
}

// WaitsFor returns the message with only those of Awaits whom keep accepts.
func (m MessageOf[W]) WaitsFor(keep func(UserID) bool) MessageOf[W] {
	m.Awaits = slices.DeleteFunc(slices.Clone(m.Awaits), func(u UserID) bool { return !keep(u) })
	if len(m.Awaits) == 0 {
		m.Awaits = nil
	}
	return m
}

// Alone reports whether nobody but the addressees may read the message.
func (m MessageOf[W]) Alone() bool { return m.Audience == Private || m.Personal && !m.Shareable }

// MarkRepeat returns the message with a remark in its text if Repeat is set.
func (m MessageOf[W]) MarkRepeat() MessageOf[W] {
	if m.Repeat {
		m.Text = W(locale.Render(m.Language, phrase.Of("(You may have seen this already.)"))) + " " + m.Text
	}
	return m
}

// Button is a labelled command.
type Button = ButtonOf[phrase.Text]

// RenderedButton is a button in the language of its readers.
type RenderedButton = ButtonOf[string]

// ButtonOf is a [Button] or a [RenderedButton].
type ButtonOf[W Words] struct {
	Label   W
	Command string // at most [MaxButton] bytes
	// Detail says in a line what the command does, if the button is an option of a menu and its label
	// does not say it.
	Detail W    `json:",omitzero"`
	Tone   Tone `json:",omitzero"`
	// Man is the man to which a menu's option refers. Some platforms show it there.
	Man render.ManOf `json:",omitzero"`
}

// Tone says what it means to press a button, on platforms that give buttons colours.
type Tone string

// The tones; the zero value is an ordinary button.
const (
	Agrees  Tone = "agrees"  // it accepts what somebody offers
	Refuses Tone = "refuses" // it declines that, or gives up something for good
)

// MaxButton is the maximum length of a button's command in bytes, which is Discord's limit.
const MaxButton = 100

// SamePlace reports whether two messages about a game go to the same readers.
func (m MessageOf[W]) SamePlace(other MessageOf[W]) bool {
	return m.Room == other.Room && m.Platform == other.Platform &&
		(m.Audience != Private || slices.Equal(m.To, other.To))
}

// NamedMan is a man that a text names.
type NamedMan = NamedManOf[phrase.Text]

// NamedManOf is a [NamedMan] or that of a [RenderedMessage].
type NamedManOf[W Words] struct {
	// Words are the words of the text that name the man. They hold no markup.
	Words W
	Man   render.ManOf
}

// File is a text that is too long for a message. Adapters send it to the message's addressees only.
type File = FileOf[phrase.Text]

// RenderedFile is a file in the language of its readers.
type RenderedFile = FileOf[string]

// FileOf is a [File] or a [RenderedFile].
type FileOf[W Words] struct {
	Name string // a plain file name
	Text W
}

// Menu is a choice of commands.
type Menu = MenuOf[phrase.Text]

// RenderedMenu is a menu in the language of its readers.
type RenderedMenu = MenuOf[string]

// MenuOf is a [Menu] or a [RenderedMenu].
type MenuOf[W Words] struct {
	// Prompt says in a few words what is being chosen.
	Prompt W
	// Options has at most [MaxOptions] elements.
	Options []ButtonOf[W]
}

// MaxOptions is the maximum number of options in a menu, which is Discord's limit.
const MaxOptions = 25

// Lines lists the options in the markup of [Format], for platforms without menus: one per line,
// with the command to type.
func (m *MenuOf[W]) Lines() string {
	var lines []string
	for _, o := range m.Options {
		lines = append(lines, fmt.Sprintf("`%s`: %s", o.Command, cmp.Or(o.Detail, o.Label)))
	}
	return strings.Join(lines, "\n")
}

// Lane identifies a stream of messages that must arrive in order: those for one room, or for one
// user in private.
type Lane struct {
	room RoomID
	user UserID
}

// String returns a text that differs from that of every other lane.
func (l Lane) String() string { return fmt.Sprintf("%q %q", l.room, l.user) }

// Lane returns the stream to which the message belongs: that of its room, or of its first
// addressee.
func (m MessageOf[W]) Lane() Lane {
	if m.Room != (RoomID{}) {
		return Lane{room: m.Room}
	}
	if len(m.To) > 0 {
		return Lane{user: m.To[0].UserID}
	}
	return Lane{}
}

// Render returns a message in a language.
func Render(m Message, l phrase.Language) RenderedMessage { return reworded(m, l.Render) }

// Unrendered returns a message that may be composed further and stored from a rendered one.
func Unrendered(m RenderedMessage) Message { return reworded(m, phrase.Said) }

// reworded returns a message with its words changed by a function, and all else as it is.
func reworded[From, To Words](m MessageOf[From], word func(From) To) MessageOf[To] {
	other := MessageOf[To]{
		ID: m.ID, Platform: m.Platform, Audience: m.Audience, Room: m.Room, To: m.To, Awaits: m.Awaits, Game: m.Game,
		Title: word(m.Title), Topic: word(m.Topic), Variant: m.Variant, Score: m.Score, Tournament: m.Tournament, Event: m.Event, At: m.At, Language: m.Language, Zone: m.Zone, Text: word(m.Text), Picture: m.Picture,
		Buttons: rewordedButtons(m.Buttons, word), Invitation: m.Invitation, Silent: m.Silent, Menu: rewordedMenu(m.Menu, word), Card: m.Card,
		Editable: m.Editable, Edits: m.Edits, Shown: m.Shown, Yes: m.Yes, No: m.No, Answers: m.Answers, Task: m.Task,
		News: m.News, Link: m.Link, Drawing: m.Drawing, Personal: m.Personal, Shareable: m.Shareable, Confirms: m.Confirms, Repeat: m.Repeat, After: m.After,
	}
	for _, named := range m.Men {
		other.Men = append(other.Men, NamedManOf[To]{word(named.Words), named.Man})
	}
	if m.File != nil {
		other.File = &FileOf[To]{Name: m.File.Name, Text: word(m.File.Text)}
	}
	return other
}

func rewordedButtons[From, To Words](buttons []ButtonOf[From], word func(From) To) []ButtonOf[To] {
	var all []ButtonOf[To]
	for _, b := range buttons {
		all = append(all, ButtonOf[To]{Label: word(b.Label), Command: b.Command, Detail: word(b.Detail), Tone: b.Tone, Man: b.Man})
	}
	return all
}

func rewordedMenu[From, To Words](m *MenuOf[From], word func(From) To) *MenuOf[To] {
	if m == nil {
		return nil
	}
	return &MenuOf[To]{Prompt: word(m.Prompt), Options: rewordedButtons(m.Options, word)}
}
