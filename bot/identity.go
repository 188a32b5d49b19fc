package bot

import (
	"fmt"
	"strconv"
	"strings"

	"raumbot/bot/phrase"
)

// Platform names a chat network: "console", "discord", "matrix".
type Platform string

// Guest is the platform of people who play on the pages of a site without an account. No messages
// are delivered there, because guests see what has happened on the pages.
const Guest Platform = "guest"

// Reachable reports whether messages can be delivered to users of the platform.
func (p Platform) Reachable() bool { return p != Computer && p != Team && p != Guest }

// UserID identifies an account on a platform. ID is the platform's own permanent identifier. Names,
// in contrast, may change.
type UserID struct {
	Platform Platform
	ID       string
}

// String returns the user in the form used in logs, "console:alice".
func (u UserID) String() string { return string(u.Platform) + ":" + u.ID }

// Stranger reports whether the user is a guest. The same person can be many guests.
func (u UserID) Stranger() bool { return u.Platform == Guest }

// User is an account with the name that the platform shows for it.
type User struct {
	UserID
	Name string
	// Handle is a name that is unique on the platform, as reported by its adapter, such as a user name
	// or a Matrix ID. It is empty if Name is unique itself.
	Handle string `json:",omitzero"`
	// Shared means that another player has the same name or a lookalike. The user is then always shown
	// with the handle.
	Shared bool `json:",omitzero"`
}

// Known returns the name with the handle, if there is one. It is for places where a person could
// impersonate another by name.
func (u User) Known() phrase.Text {
	if handle := CleanText(u.Handle); handle != "" {
		return phrase.Name(u.UserID.String(), u.Name, handle)
	}
	return u.Said()
}

// Shown returns the name, with the handle if another player has the same name.
func (u User) Shown() string {
	if handle := CleanText(u.Handle); u.Shared && handle != "" && FoldName(handle) != FoldName(u.Name) {
		return fmt.Sprintf("%s (%s)", u.Name, handle)
	}
	return u.Name
}

// Word returns the word for the user in a command: the name, or the handle if another player has
// the same name.
func (u User) Word() string {
	if u.Shared {
		return u.String()
	}
	return u.Name
}

// UserMemo returns the prefix of the keys of an adapter's values about a user. They are deleted
// when the user is forgotten.
func UserMemo(u UserID) string { return "user/" + u.ID + "/" }

// ParseUserID parses the output of String.
func ParseUserID(text string) (UserID, bool) {
	platform, id, ok := strings.Cut(text, ":")
	return UserID{Platform(platform), id}, ok && platform != "" && id != ""
}

// Said returns the name as a phrase. Names of forgotten users, of the computer and of teams are
// translated, and names that are written from right to left are isolated.
func (u User) Said() phrase.Text {
	if u.Name == NobodyName && !u.Shared {
		return phrase.Term(NobodyName)
	}
	if level := u.Level(); level > 0 {
		return computerSaid(level)
	}
	if u.Platform == Team && u.Name != NobodyName {
		return teamSaid(u.ID)
	}
	return u.Named(u.Shown())
}

// Named returns a form of the user's name as a phrase. On platforms where names are not unique, a
// room may show another name for the user: see package raumbot/bot/nickname.
func (u User) Named(name string) phrase.Text {
	if u.Handle == "" {
		return phrase.Isolate(name)
	}
	return phrase.Name(u.UserID.String(), name, "")
}

// PlayerID identifies a player, who may have accounts on several platforms. Games refer to players,
// so that linking two accounts changes no game.
type PlayerID uint64

// RoomID identifies a place on a platform that several people can read: a channel, a room, or a
// thread of one. The zero value means no room.
type RoomID struct {
	Platform Platform
	ID       string
}

// GameID is the number of a game, and of the challenge from which it arose.
type GameID uint64

// String returns the number as players type it.
func (id GameID) String() string { return strconv.FormatUint(uint64(id), 10) }

// ParseGameID parses a game's number, with or without a leading "#".
func ParseGameID(text string) (GameID, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 10, 63)
	return GameID(n), err == nil && n > 0
}

// EventID is the platform's identifier of something that a user did. The zero value means that
// there is none.
type EventID string

// GameNumber returns the game's number as a phrase, for use in a sentence.
func GameNumber(id GameID) phrase.Text { return phrase.Of("game %d", id) }
