package bot

import (
	"strconv"

	"raumbot/bot/phrase"
)

// Computer is the platform of the bot's own computer players. Nothing is delivered there, and the
// only requests from it are the bot's own.
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
func computerSaid(level int) phrase.Text { return phrase.Of("Computer, level %d", level) }

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

// Team is the platform of the players that stand for teams. A team is the people of a room, who
// play one side of a game together. No messages are delivered on this platform, because a team
// reads its room.
const Team Platform = "team"

// TeamUser returns the user of the team with a number. Number 0 stands for a team that is not known
// yet.
func TeamUser(number int) User {
	return User{UserID: UserID{Platform: Team, ID: strconv.Itoa(number)}, Name: phrase.English(teamSaid(strconv.Itoa(number)))}
}

// teamSaid returns a team's name as a phrase.
func teamSaid(number string) phrase.Text {
	if number == "0" {
		return phrase.Of("another room")
	}
	return phrase.Of("Team %s", number)
}

// ByVote reports whether a team plays in the game.
func (g Game) ByVote() bool {
	return g.Seats[0].User.Platform == Team || g.Seats[1].User.Platform == Team
}

// IsTeam reports whether the player is a team.
func (p Player) IsTeam() bool {
	_, ok := p.User(Team)
	return ok
}
