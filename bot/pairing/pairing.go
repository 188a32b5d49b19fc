// Package pairing says who meets whom in a tournament and how its players
// stand. It knows numbers and results, and nothing of games, people or storage; the same
// state always gives the same round.
//
//	pairing.go   entrants, games, results and byes
//	swiss.go search.go berger.go knockout.go   who meets whom
//	standing.go direct.go unplayed.go   places and tie-breaks
//	report.go library.go   FIDE's report file, and the library that pairs
package pairing

import (
	"errors"
	"fmt"
	"slices"
)

// Entrant is one who takes part. Numbers are given once and never change.
type Entrant struct {
	Number int
	// Rating orders the entrants for the first round; those of equal rating
	// go by their numbers.
	Rating int
	// Gone means that the entrant is paired no more.
	Gone bool
}

// Result is how a pairing ended. A forfeit is a game that was not played: it
// gives its points, but no colour and no opponent.
type Result string

// The results.
const (
	Pending       Result = ""
	WhiteWins     Result = "1-0"
	BlackWins     Result = "0-1"
	Drawn         Result = "1/2-1/2"
	WhiteForfeits Result = "-/+"
	BlackForfeits Result = "+/-"
	BothForfeit   Result = "-/-"
)

// Played reports whether a game took place and ended.
func (r Result) Played() bool { return r == WhiteWins || r == BlackWins || r == Drawn }

// Halves returns the points of both sides, in half points.
func (r Result) Halves() (white, black int) {
	switch r {
	case WhiteWins, BlackForfeits:
		return 2, 0
	case BlackWins, WhiteForfeits:
		return 0, 2
	case Drawn:
		return 1, 1
	}
	return 0, 0
}

// Game is a game of a round, by the numbers of its players.
type Game struct {
	White, Black int
	Result       Result
}

// Bye is a round in which an entrant does not play.
type Bye struct {
	Entrant int
	Kind    ByeKind
}

// ByeKind says what a bye is worth.
type ByeKind string

// The kinds of byes: allocated to the one who is left over, who gets a point;
// half a point, by request or for a late entry; and nothing, after withdrawal.
const (
	Allocated ByeKind = "allocated"
	Half      ByeKind = "half"
	Zero      ByeKind = "zero"
)

// Halves returns what the bye is worth, in half points.
func (k ByeKind) Halves() int {
	return map[ByeKind]int{Allocated: 2, Half: 1}[k]
}

// Round is who met whom. Every entrant has a game or a bye in every round.
type Round struct {
	Games []Game
	Byes  []Bye
}

// State is a tournament before its next round.
type State struct {
	Entrants []Entrant
	Rounds   []Round
	// Total is how many rounds there will be.
	Total int
	// Byes are those of the next round that are settled already.
	Byes []Bye
	// Swiss means that tie-breaks count unplayed rounds as in a Swiss tournament.
	Swiss bool
}

// ErrNoPairing means that no next round is possible without somebody meeting
// an opponent twice, being left over twice, or having a colour too often.
var ErrNoPairing = errors.New("no further round can be paired")

// Pairer makes rounds. An error that is not [ErrNoPairing] is a fault of the program.
type Pairer interface {
	// Pair returns the round that follows, in the order of its boards. Entrants
	// who are gone get a [Zero] bye, those in State.Byes get those.
	Pair(State) (Round, error)
}

// playing returns the entrants of the next round.
func (s State) playing() []Entrant {
	return slices.DeleteFunc(slices.Clone(s.Entrants), func(e Entrant) bool {
		return e.Gone || slices.ContainsFunc(s.Byes, func(b Bye) bool { return b.Entrant == e.Number })
	})
}

// absent returns the byes of all who do not play in the next round.
func (s State) absent() []Bye {
	byes := slices.Clone(s.Byes)
	for _, e := range s.Entrants {
		if e.Gone && !slices.ContainsFunc(byes, func(b Bye) bool { return b.Entrant == e.Number }) {
			byes = append(byes, Bye{e.Number, Zero})
		}
	}
	return byes
}

// whole makes sure that a round has every entrant once.
func (s State) whole(r Round) error {
	seen := map[int]int{}
	for _, g := range r.Games {
		seen[g.White]++
		seen[g.Black]++
	}
	for _, b := range r.Byes {
		seen[b.Entrant]++
	}
	for _, e := range s.Entrants {
		if seen[e.Number] != 1 {
			return fmt.Errorf("entrant %d is in the round %d times", e.Number, seen[e.Number])
		}
	}
	if len(seen) != len(s.Entrants) {
		return fmt.Errorf("the round has %d entrants of %d", len(seen), len(s.Entrants))
	}
	return nil
}

// String writes the result as tables do.
func (r Result) String() string {
	switch r {
	case Pending:
		return ""
	case Drawn:
		return "½-½"
	}
	return string(r)
}

// Only returns the state as the entrants of a group see it, who have met none but each other.
func (s State) Only(group []int) State {
	in := func(n int) bool { return slices.Contains(group, n) }
	part := State{Total: s.Total, Swiss: s.Swiss}
	for _, e := range s.Entrants {
		if in(e.Number) {
			part.Entrants = append(part.Entrants, e)
		}
	}
	for _, r := range s.Rounds {
		var round Round
		for _, g := range r.Games {
			if in(g.White) {
				round.Games = append(round.Games, g)
			}
		}
		for _, b := range r.Byes {
			if in(b.Entrant) {
				round.Byes = append(round.Byes, b)
			}
		}
		part.Rounds = append(part.Rounds, round)
	}
	return part
}
