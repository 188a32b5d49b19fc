package bot

import (
	"strconv"

	"raumbot/bot/phrase"
)

// Computer is the platform of the opponents that the bot itself plays. Nothing
// is delivered there, and nobody else speaks from it.
const Computer Platform = "computer"

// ComputerUser is the computer at one of its levels.
func ComputerUser(level int) User {
	return User{UserID: UserID{Platform: Computer, ID: strconv.Itoa(level)}, Name: phrase.English(computerSaid(level))}
}

// Level returns at which level the computer plays under this name; 0 for people.
func (u User) Level() int {
	if u.Platform != Computer {
		return 0
	}
	level, _ := strconv.Atoi(u.ID)
	return level
}

// computerSaid names the computer in the language of the reader.
func computerSaid(level int) string { return phrase.Of("Computer, level %d", level) }

// Computer returns which side the computer has in the game, false if people
// play both.
func (g Game) Computer() (side int, ok bool) {
	for side, seat := range g.Seats {
		if seat.User.Platform == Computer {
			return side, true
		}
	}
	return 0, false
}
