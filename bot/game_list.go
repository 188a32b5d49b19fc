package bot

import "cmp"

// SeenIn returns the games that are shown in a room.
func SeenIn(games []Game, room RoomID) []Game {
	var here []Game
	for _, g := range games {
		if room != (RoomID{}) && (g.Seats[0].Room == room || g.Seats[1].Room == room) {
			here = append(here, g)
		}
	}
	return here
}

// TurnOf returns the games in which a player is to move.
func TurnOf(games []Game, p PlayerID) []Game {
	var turn []Game
	for _, g := range games {
		if g.Seats[g.Turn].Player == p {
			turn = append(turn, g)
		}
	}
	return turn
}

// CompareTime orders games by the time that is left for a move. A game without a deadline comes
// last.
func CompareTime(a, b Game) int {
	return cmp.Compare(uint64(a.Deadline-1), uint64(b.Deadline-1))
}
