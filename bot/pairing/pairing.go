// Package pairing pairs the rounds of a tournament and computes its standings.
// It knows only numbers and results, nothing of games, people or storage. The
// same state always gives the same round.
//
//	pairing.go   entrants, games, results and byes
//	swiss.go berger.go knockout.go   who meets whom; dutch/ pairs a Swiss round
//	standing.go direct.go unplayed.go   places and tie-breaks
//	report.go   FIDE's report file
package pairing

import (
	"errors"
	"fmt"
	"slices"
)

// Entrant is a participant. Numbers are assigned once and never change.
type Entrant struct {
	Number int
	// Rating orders the entrants for the first round, before their
	// numbers.
	Rating int
	// Gone means that the entrant is not paired any more.
	Gone bool
}

// Result is how a pairing ended. A forfeit counts as an unplayed game: it gives
// points, but no colour and no opponent.
type Result string

// The results, as White's and Black's points.
const (
	Pending       Result = ""
	WhiteWins     Result = "1-0"
	BlackWins     Result = "0-1"
	Drawn         Result = "1/2-1/2"
	WhiteForfeits Result = "-/+"
	BlackForfeits Result = "+/-"
	BothForfeit   Result = "-/-"
)

// Played reports whether a game was played to an end.
func (r Result) Played() bool { return r == WhiteWins || r == BlackWins || r == Drawn }

// Forfeited returns the result of a game that some of its players forfeit, [Pending] if none does.
func Forfeited(white, black bool) Result {
	switch {
	case white && black:
		return BothForfeit
	case white:
		return WhiteForfeits
	case black:
		return BlackForfeits
	}
	return Pending
}

// Halves returns both sides' scores in half points.
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

// Game is a game of a round, with the numbers of its players.
type Game struct {
	White, Black int
	Result       Result
}

// Bye is a round in which an entrant does not play.
type Bye struct {
	Entrant int
	Kind    ByeKind
}

// ByeKind says how many points a bye gives.
type ByeKind string

// The kinds of byes: the pairing-allocated bye of the odd one out, a full point; by request
// or for late entry, half a point; after a withdrawal, nothing.
const (
	Allocated ByeKind = "allocated"
	Half      ByeKind = "half"
	Zero      ByeKind = "zero"
)

// Halves returns the value of the bye in half points.
func (k ByeKind) Halves() int {
	return map[ByeKind]int{Allocated: 2, Half: 1}[k]
}

// Round holds the pairings of a round. Every entrant has a game or a bye in every round.
type Round struct {
	Games []Game
	Byes  []Bye
}

// State is a tournament before its next round is paired.
type State struct {
	Entrants []Entrant
	Rounds   []Round
	// Total is the number of rounds planned.
	Total int
	// Byes are the byes already given for the next round.
	Byes []Bye
	// Swiss means that tie-breaks treat unplayed rounds as in a Swiss tournament.
	Swiss bool
}

// ErrNoPairing means that every possible next round would have somebody meet an opponent
// twice, get the pairing-allocated bye twice, or have a colour too often.
var ErrNoPairing = errors.New("no further round can be paired")

// Pairer pairs rounds. An error other than [ErrNoPairing] is a fault of the program.
type Pairer interface {
	// Pair returns the next round, its games in the order of the boards. Entrants
	// who are gone get a [Zero] bye, those in State.Byes the bye given there.
	Pair(State) (Round, error)
}

// playing returns the entrants to be paired in the next round.
func (s State) playing() []Entrant {
	return slices.DeleteFunc(slices.Clone(s.Entrants), func(e Entrant) bool {
		return e.Gone || slices.ContainsFunc(s.Byes, func(b Bye) bool { return b.Entrant == e.Number })
	})
}

// absent returns the byes of all who are not to be paired in the next round.
func (s State) absent() []Bye {
	byes := slices.Clone(s.Byes)
	for _, e := range s.Entrants {
		if e.Gone && !slices.ContainsFunc(byes, func(b Bye) bool { return b.Entrant == e.Number }) {
			byes = append(byes, Bye{e.Number, Zero})
		}
	}
	return byes
}

// whole returns an error unless a round contains every entrant exactly once.
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

// String returns the result as shown in tables.
func (r Result) String() string {
	switch r {
	case Pending:
		return ""
	case Drawn:
		return "½-½"
	}
	return string(r)
}

// Only returns the state reduced to the entrants of a group, who have played only each other.
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
