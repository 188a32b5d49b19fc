package bot

import (
	"fmt"
	"strconv"
	"strings"
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
	// Handle is a name that nobody else can have on the platform, as its adapter
	// tells: a user name, a Matrix ID. It is empty where Name is that already.
	Handle string `json:",omitzero"`
}

// Known returns the name with the handle, if there is one: for where somebody could pass for
// somebody else by their name.
func (u User) Known() string {
	if handle := CleanText(u.Handle); handle != "" && FoldName(handle) != FoldName(u.Name) {
		return fmt.Sprintf("%s (%s)", u.Said(), handle)
	}
	return u.Said()
}

// ParseUserID reads a user as String writes them.
func ParseUserID(text string) (UserID, bool) {
	platform, id, ok := strings.Cut(text, ":")
	return UserID{Platform(platform), id}, ok && platform != "" && id != ""
}

// Said returns the name as a phrase: that of somebody who is forgotten is a word, and that of the
// computer a description.
func (u User) Said() string {
	if u.Name == NobodyName {
		return phrase.Term(NobodyName)
	}
	if level := u.Level(); level > 0 {
		return computerSaid(level)
	}
	return u.Name
}

// PlayerID is somebody who plays, on however many platforms. Games refer to
// players, so that joining two identities changes no game.
type PlayerID uint64

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

// MaxName is the number of characters that are kept of a display name.
const MaxName = 32

// CleanName makes any name safe to show in a sentence on any platform:
// on one line, without control characters, markup or signs that nobody sees,
// and at most 32 characters long. There is always something to see of it.
func CleanName(name string) string {
	name = CleanText(name)
	if runes := []rune(name); len(runes) > MaxName {
		name = string(runes[:MaxName])
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsMark(r) && r != ' ' }) {
		return "someone"
	}
	return name
}

// CleanText makes any text safe to show in a sentence on any platform, as
// CleanName does, of any length.
func CleanText(text string) string {
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

// GameNumber names a game in a sentence.
func GameNumber(id GameID) string { return phrase.Of("game %d", id) }

// ProperName reports whether a word can be the name of somebody, or of a room,
// where people choose their names themselves.
func ProperName(name string) bool {
	return CleanName(name) == name && strings.ContainsFunc(name, unicode.IsLetter) &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.-", r)
		})
}
