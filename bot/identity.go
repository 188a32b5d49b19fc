package bot

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"raumbot/bot/phrase"
)

// Platform names a chat network: "console", "discord", "matrix".
type Platform string

// UserID is somebody as one platform knows them. The ID is the platform's own
// and never changes, as names do.
type UserID struct {
	Platform Platform
	ID       string
}

// String returns the user as logs show them, "console:alice".
func (u UserID) String() string { return string(u.Platform) + ":" + u.ID }

// User is somebody with the name that the platform shows for them.
type User struct {
	UserID
	Name string
}

// said returns the name as a phrase: that of somebody who is forgotten is a word.
func (u User) said() string {
	if u.Name == nobodyName {
		return phrase.Term(nobodyName)
	}
	return u.Name
}

// PlayerID is somebody who plays, on however many platforms. Games refer to
// players, so that joining two identities changes no game.
type PlayerID uint64

// Player is what is remembered of somebody.
type Player struct {
	ID    PlayerID
	Name  string
	Users []User
	Since time.Time
	// Joined is the player whom this one has become; a record that has it, has no users.
	Joined PlayerID `json:",omitzero"`
	// Former lists the players who have become this one.
	Former []PlayerID `json:",omitempty"`
	// Forgotten tells that the player wanted to be forgotten: there is nothing to know of them.
	Forgotten bool `json:",omitzero"`
	// Reminders says when to remind the player that it is their move.
	Reminders Reminders
	// Confirms tells that the player wants to see each move before it is final.
	Confirms bool `json:",omitzero"`
	// Look is how the player wants boards to be drawn.
	Look Look `json:",omitzero"`
	// Language is the code of the language that the player prefers, and Locale the one
	// that their platform has last told of them.
	Language string `json:",omitzero"`
	Locale   string `json:",omitzero"`
	// Settings are what else the player has decided.
	Settings Settings `json:",omitzero"`
	// Declines are whose challenges the player has declined lately.
	Declines []Decline `json:",omitempty"`
	// Imports counts the records that the player has imported.
	Imports int `json:",omitzero"`
	// TimedOut is when the player last lost a rated game on time that counted.
	TimedOut time.Time `json:",omitzero"`
}

// absent reports whether nobody speaks for the player any more.
func (p Player) absent() bool { return p.Forgotten || len(p.Users) == 0 }

// user returns the identity of p on a platform.
func (p Player) user(on Platform) (User, bool) {
	for _, u := range p.Users {
		if u.Platform == on {
			return u, true
		}
	}
	return User{}, false
}

// RoomID is a place of a platform where several people read what is said: a
// channel, a room, or a thread of one. The zero value is no room.
type RoomID struct {
	Platform Platform
	ID       string
}

// GameID is the number of a game, and of the challenge that it came from.
type GameID uint64

// String returns the number as players type it.
func (id GameID) String() string { return strconv.FormatUint(uint64(id), 10) }

// ParseGameID reads a game's number, with or without a "#" before it.
func ParseGameID(text string) (GameID, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 10, 63)
	return GameID(n), err == nil && n > 0
}

// EventID is a platform's own name for something that a user did. The zero
// value is no name.
type EventID string

// maxName is the number of characters that are kept of a display name.
const maxName = 32

// CleanName makes any name safe to show in a sentence on any platform:
// on one line, without control characters, markup or signs that nobody sees,
// and at most 32 characters long. There is always something to see of it.
func CleanName(name string) string {
	name = cleanText(name)
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName])
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsMark(r) && r != ' ' }) {
		return "someone"
	}
	return name
}

// cleanText makes any text safe to show in a sentence on any platform, as
// CleanName does, of any length.
func cleanText(text string) string {
	before := ' '
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '`' || r == '<' || r == '>':
			r = '\''
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError || blank(r) || unicode.Is(unicode.Variation_Selector, r) && unicode.IsLetter(before):
			return -1
		}
		before = r
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// blank reports whether a sign that counts as printable looks like nothing: the fillers of Hangul and others that Unicode
// has ignored where they cannot be shown, the Braille pattern without dots, and the head of no note.
func blank(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == '\u2800' || r == '\U0001D159'
}

// FoldName returns the form in which names are compared: "Bob" and "bob" are
// one name.
func FoldName(name string) string { return strings.ToLower(CleanName(name)) }

// gameNumber names a game in a sentence.
func gameNumber(id GameID) string { return phrase.Of("game %d", id) }
