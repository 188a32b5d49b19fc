package tournament

import (
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// Match is a tournament that is a match between two teams.
type Match struct{ *Tournament }

// MatchOf returns a tournament as a match.
func MatchOf(t *Tournament) Match { return Match{t} }

// CaptainOf returns the team of a match that a player leads, or -1.
func (t Match) CaptainOf(p bot.PlayerID) int {
	return slices.IndexFunc(t.Captains[:], func(c bot.Captain) bool { return p != 0 && c.Player == p })
}

// TeamName returns the name of a team in a sentence.
func (t Match) TeamName(team int) phrase.Text {
	switch {
	case t.Captains[team].Player != 0:
		return phrase.Of("the team of %s", t.Captains[team].User.Said())
	case team == 0:
		return phrase.Of("the first team")
	}
	return phrase.Of("the second team")
}

// Team returns the numbers of the entrants of a team who have not left, in the order in which they
// are listed.
func (t Match) Team(team int) (numbers []int) {
	for i, e := range t.Entrants {
		if e.Team == team && !e.Gone {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// Succeed gives a team whose captain leaves another captain: its first entrant who is not the
// captain. If there is none, the team has no captain.
func (t Match) Succeed(team int) {
	leaves := t.Captains[team].Player
	t.Captains[team] = bot.Captain{}
	for _, number := range t.Team(team) {
		if e := t.Entrants[number-1]; e.Player != leaves {
			t.Captains[team] = bot.Captain{Player: e.Player, User: e.User}
			return
		}
	}
}

// LineUp sets the teams of a match that begins. There are no more boards than both teams can fill.
// Whoever was given one of them by the captain has it. The entrants must be sorted by rating: the
// first of the others get the other boards, and the rest are substitutes.
func (t Match) LineUp() {
	t.Groups = [][]int{t.Team(0), t.Team(1)}
	t.Boards = min(t.Boards, len(t.Groups[0]), len(t.Groups[1]))
	for team, numbers := range t.Groups {
		given := map[int]int{} // the entrants who have been given boards, by board
		for _, number := range numbers {
			if board := t.Entrants[number-1].Board; 0 < board && board <= t.Boards {
				given[board] = number
			}
		}
		others := slices.DeleteFunc(numbers, func(number int) bool { return given[t.Entrants[number-1].Board] == number })
		var all []int
		for board := range t.Boards {
			number, ok := given[board+1]
			if !ok {
				number, others = others[0], others[1:]
			}
			all = append(all, number)
		}
		t.Groups[team] = append(all, others...)
	}
}

// Place gives a board to an entrant of a match that has not begun. Another member of the team who
// had it gets one by rating.
func (t Match) Place(number, board int) {
	for i := range t.Entrants {
		if e := &t.Entrants[i]; e.Team == t.Entrants[number-1].Team && e.Board == board {
			e.Board = 0
		}
	}
	t.Entrants[number-1].Board = board
}

// Board returns the index of an entrant's board in a match, or -1 for a substitute.
func (t Match) Board(number int) int {
	for _, team := range t.Groups {
		if i := slices.Index(team, number); i >= 0 && i < t.Boards {
			return i
		}
	}
	return -1
}

// round returns the next round of a match: one game on each board. The second team has White
// on the first board, and the colours alternate from board to board and from round to round.
// Whoever has left since the line-up forfeits.
func (t Match) round() (round bot.Round) {
	for i := range t.Boards {
		white, black := t.Groups[1][i], t.Groups[0][i]
		if (i+len(t.Rounds))%2 == 1 {
			white, black = black, white
		}
		g := bot.TournamentGame{Game: pairing.Game{White: white, Black: black}, Match: i}
		g.Result = pairing.Forfeited(t.Entrants[white-1].Gone, t.Entrants[black-1].Gone)
		round.Games = append(round.Games, g)
	}
	return round
}

// Halves returns the half points of both teams of a match, and how many games go on.
func (t Match) Halves() (points [2]int, open int) {
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			white, black := g.Result.Halves()
			team := t.Entrants[g.White-1].Team
			points[team] += white
			points[1-team] += black
			if g.Result == pairing.Pending {
				open++
			}
		}
	}
	return points, open
}

// Winning returns the entrants who have a board in the team that has won a match, or nil if it
// is drawn.
func (t Match) Winning() (numbers []int) {
	points, _ := t.Halves()
	for team := range points {
		if points[team] > points[1-team] && t.Groups != nil {
			numbers = slices.Clone(t.Groups[team][:t.Boards])
		}
	}
	return numbers
}

// standings returns the members of both teams in the order of their boards, and then the
// substitutes.
func (t Match) standings() (all []Place) {
	for team, numbers := range t.Groups {
		for i, number := range numbers {
			s := t.tally(number)
			s.Place = i + 1
			all = append(all, Place{Standing: s, Group: team})
		}
	}
	return all
}

// table returns the score of a match, and a line for each board.
func (t Match) table() phrase.Text {
	points, open := t.Halves()
	first, second := t.TeamName(0), t.TeamName(1)
	head := phrase.Of("%s: %s. %s: %s.", phrase.Upper(first), PointWords(float64(points[0])/2), phrase.Upper(second), PointWords(float64(points[1])/2))
	switch {
	case open > 0:
		head += " " + phrase.Count(open, "%d game goes on.", "%d games go on.")
	case points[0] > points[1]:
		head += " " + phrase.Of("%s wins the match!", phrase.Upper(first))
	case points[1] > points[0]:
		head += " " + phrase.Of("%s wins the match!", phrase.Upper(second))
	default:
		head += " " + phrase.Of("The match is drawn.")
	}
	lines := []phrase.Text{head}
	for board := range t.Boards {
		var games []phrase.Text
		var names [2]phrase.Text
		for _, r := range t.Rounds {
			for _, g := range r.Match(board) {
				x := cell{opponent: g.Black, game: g}
				if t.Entrants[g.White-1].Team == 1 {
					x = cell{opponent: g.White, black: true, game: g}
				}
				names = [2]phrase.Text{t.EntrantName(g.Other(x.opponent)), t.EntrantName(x.opponent)}
				text := phrase.Of("%s as %s", x.mark(), rules.White)
				if x.black {
					text = phrase.Of("%s as %s", x.mark(), rules.Black)
				}
				if g.ID != 0 {
					text += " (" + bot.GameNumber(g.ID) + ")"
				}
				games = append(games, text)
			}
		}
		lines = append(lines, phrase.Sprintf("%d. %s – %s: %s", board+1, names[0], names[1], phrase.Join(games, ", ")))
	}
	return phrase.Join(append(lines, forfeitKey(t.Rounds)...), "\n")
}

// Lines names the captains of a match and the members of its teams.
func (t Match) Lines() (lines []phrase.Text) {
	for team := range t.Captains {
		if t.TeamRoom(team) == (bot.RoomID{}) {
			continue
		}
		names := t.Names(t.Team(team))
		if t.Captains[team].Player != 0 {
			lines = append(lines, phrase.Sprintf("%s: %s.", phrase.Upper(t.TeamName(team)), names))
		} else {
			lines = append(lines, phrase.Of("%s: %s. Nobody is the captain: `match %d captain NAME` makes one of them.", phrase.Upper(t.TeamName(team)), names, t.ID))
		}
	}
	return lines
}
