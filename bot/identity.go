package bot

import (
	"fmt"
	"strconv"
	"strings"

	"raumbot/bot/phrase"
)

// Platform names a chat network: "console", "discord", "matrix".
type Platform string

// UserID identifies an account on a platform. ID is the platform's own permanent
// identifier; names may change.
type UserID struct {
	Platform Platform
	ID       string
}

// String returns the user in the form used in logs, "console:alice".
func (u UserID) String() string { return string(u.Platform) + ":" + u.ID }

// User is an account with the name that the platform shows for it.
type User struct {
	UserID
	Name string
	// Handle is a name that is unique on the platform, as reported by its adapter:
	// a user name, a Matrix ID. It is empty where Name is unique itself.
	Handle string `json:",omitzero"`
	// Shared means that another player has the same name or a lookalike, so that it is always shown with the handle.
	Shared bool `json:",omitzero"`
}

// Known returns the name with the handle, if there is one: for places where somebody could
// impersonate another person by their name.
func (u User) Known() string {
	if handle := CleanText(u.Handle); handle != "" && FoldName(handle) != FoldName(u.Name) {
		return fmt.Sprintf("%s (%s)", u.Name, handle)
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

// Word returns the word for the user in a command: the name, or the handle if another player has the same name.
func (u User) Word() string {
	if u.Shared {
		return u.String()
	}
	return u.Name
}

// ParseUserID parses the output of String.
func ParseUserID(text string) (UserID, bool) {
	platform, id, ok := strings.Cut(text, ":")
	return UserID{Platform(platform), id}, ok && platform != "" && id != ""
}

// Said returns the name as a phrase, because the names of forgotten users and of the computer
// are translated.
func (u User) Said() string {
	if u.Name == NobodyName && !u.Shared {
		return phrase.Term(NobodyName)
	}
	if level := u.Level(); level > 0 {
		return computerSaid(level)
	}
	return u.Shown()
}

// PlayerID identifies a player, who may have accounts on several platforms. Games
// refer to players, so that linking two accounts changes no game.
type PlayerID uint64

// RoomID identifies a place on a platform that several people can read: a
// channel, a room, or a thread of one. The zero value means no room.
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

// EventID is the platform's identifier of something that a user did. The zero
// value means that there is none.
type EventID string

// GameNumber returns the game's number as a phrase, for use in a sentence.
func GameNumber(id GameID) string { return phrase.Of("game %d", id) }
