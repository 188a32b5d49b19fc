package bot

import (
	"fmt"
	"strconv"
	"strings"

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
	// Shared means that another player goes by the same name, or one that looks like it, so that it is shown with the handle wherever it stands.
	Shared bool `json:",omitzero"`
}

// Known returns the name with the handle, if there is one: for where somebody could pass for
// somebody else by their name.
func (u User) Known() string {
	if handle := CleanText(u.Handle); handle != "" && FoldName(handle) != FoldName(u.Name) {
		return fmt.Sprintf("%s (%s)", u.Name, handle)
	}
	return u.Said()
}

// Shown returns the name, with the handle where another player goes by the name.
func (u User) Shown() string {
	if handle := CleanText(u.Handle); u.Shared && handle != "" && FoldName(handle) != FoldName(u.Name) {
		return fmt.Sprintf("%s (%s)", u.Name, handle)
	}
	return u.Name
}

// Word returns what names the user in a command: the name, or the identity where others go by the name.
func (u User) Word() string {
	if u.Shared {
		return u.String()
	}
	return u.Name
}

// ParseUserID reads a user as String writes them.
func ParseUserID(text string) (UserID, bool) {
	platform, id, ok := strings.Cut(text, ":")
	return UserID{Platform(platform), id}, ok && platform != "" && id != ""
}

// Said returns the name as a phrase: that of somebody who is forgotten is a word, and that of the
// computer a description.
func (u User) Said() string {
	if u.Name == NobodyName && !u.Shared {
		return phrase.Term(NobodyName)
	}
	if level := u.Level(); level > 0 {
		return computerSaid(level)
	}
	return u.Shown()
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

// GameNumber names a game in a sentence.
func GameNumber(id GameID) string { return phrase.Of("game %d", id) }
