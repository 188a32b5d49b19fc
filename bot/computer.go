package bot

import (
	"strconv"

	"raumbot/bot/phrase"
)

// Computer is the platform of the bot's own computer players. Nothing is
// delivered there, and no request comes from it but the bot's own.
const Computer Platform = "computer"

// ComputerUser returns the computer player of a level.
func ComputerUser(level int) User {
	return User{UserID: UserID{Platform: Computer, ID: strconv.Itoa(level)}, Name: phrase.English(computerSaid(level))}
}

// Level returns the computer player's level; 0 for people.
func (u User) Level() int {
	if u.Platform != Computer {
		return 0
	}
	level, _ := strconv.Atoi(u.ID)
	return level
}

// computerSaid returns the computer player's name as a phrase.
func computerSaid(level int) string { return phrase.Of("Computer, level %d", level) }

// Computer returns the computer's side in the game; ok is false if both
// players are people.
func (g Game) Computer() (side int, ok bool) {
	for side, seat := range g.Seats {
		if seat.User.Platform == Computer {
			return side, true
		}
	}
	return 0, false
}
