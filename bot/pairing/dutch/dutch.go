// Package dutch pairs a round of a Swiss tournament by FIDE's Dutch system: Handbook C.04.3 in the
// edition that applies from 2026. The names C1 to C21 are those of its criteria.
//
// The rules describe a search: all ways to pair a bracket of players with like scores are tried in
// a fixed order, and of those that leave the rest of the field a complete round (C4) the first of
// the best is taken. Here every bracket is a weighted graph instead. The weight of an edge is what
// a pair contributes to the criteria, the most important first, so that a matching of maximum
// weight is one of the best ways; which of them comes first in the order is then asked player by
// player. The players below the bracket and the next one are in the graph without weights, for C4.
//
//	dutch.go      players, and the sequence of the brackets
//	colour.go     colour preferences, and who gets White
//	criteria.go   the criteria as weights
//	bracket.go    the order among the best pairings of a bracket: who was moved down
//	remainder.go  and the others
package dutch

import (
	"cmp"
	"errors"
	"slices"

	"raumbot/bot/pairing/matching"
)

// Float says whether a player met somebody with another score. A player who scores without playing
// has floated down, too.
type Float int8

// The floats.
const (
	Level Float = iota
	Down
	Up
)

// Player is a player who is to be paired.
type Player struct {
	// Number is the pairing number: one for the strongest of all who have taken part so far or are
	// paired now, and so on without gaps.
	Number  int
	Score   int      // in half points
	Met     []int    // the numbers of those met
	Colours []Colour // of the games played, in order
	Floats  [2]Float // in the last round and the one before
	// MayBye means that C2 allows the pairing-allocated bye.
	MayBye bool
}

// Field is all that decides about a round.
type Field struct {
	Players []Player
	Played  int  // rounds
	Last    bool // whether this is the last round, in which topscorers may get a colour once more
	Initial Colour
}

// Game is a pair of players, by number.
type Game struct{ White, Black int }

// ErrNoPairing means that no complete round obeys C1 to C3.
var ErrNoPairing = errors.New("no pairing obeys the absolute criteria")

// Pair returns the games of the next round in the order of the boards, and the number of the player
// with the pairing-allocated bye, zero if there is none.
func Pair(f Field) (games []Game, bye int, err error) {
	r := newRound(f)
	if r.odd() && !r.settleBye() {
		return nil, 0, ErrNoPairing
	}
	var moved []int
	for i := range r.groups {
		b := r.bracket(moved, i)
		if !b.pair() {
			return nil, 0, ErrNoPairing
		}
		r.pairs = append(r.pairs, b.pairs...)
		moved, r.byeInBracket = b.left(), b.nextKeepsBye()
	}
	if len(moved) > 0 {
		bye = r.players[moved[0]].Number
	}
	r.orderBoards()
	for _, p := range r.pairs {
		white, black := r.colours(p[0], p[1])
		games = append(games, Game{r.players[white].Number, r.players[black].Number})
	}
	return games, bye, nil
}

// round is a round that is being paired. Players are named by their rank, zero for the first.
type round struct {
	Field
	players []player
	groups  [][]int  // players with equal scores, the best first
	met     []bool   // in rows of the number of players
	pairs   [][2]int // the higher ranked player of each first

	byeScore int // the score of the player who gets the bye, known from the beginning (C5)
	// byeInBracket means that the player who gets the bye is the only one of the next bracket who
	// is not paired in it.
	byeInBracket bool
}

// player is a player with what follows from the past games.
type player struct {
	Player
	preference
}

func newRound(f Field) *round {
	r := &round{Field: f, met: make([]bool, len(f.Players)*len(f.Players))}
	for _, p := range f.Players {
		r.players = append(r.players, player{p, preferenceOf(p.Colours)})
	}
	slices.SortFunc(r.players, func(a, b player) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Number, b.Number))
	})
	rank := map[int]int{}
	for i, p := range r.players {
		rank[p.Number] = i
		if i == 0 || r.players[i-1].Score != p.Score {
			r.groups = append(r.groups, nil)
		}
		last := len(r.groups) - 1
		r.groups[last] = append(r.groups[last], i)
	}
	for i, p := range r.players {
		for _, number := range p.Met {
			if j, here := rank[number]; here {
				r.met[i*len(r.players)+j] = true
			}
		}
	}
	return r
}

func (r *round) odd() bool { return len(r.players)%2 == 1 }

// topscorer reports whether C3 makes an exception for a player.
func (r *round) topscorer(i int) bool { return r.Last && r.players[i].Score > r.Played }

// mayMeet reports whether C1 and C3 allow a game.
func (r *round) mayMeet(i, j int) bool {
	a, b := r.players[i], r.players[j]
	clash := a.absolute() && b.absolute() && a.colour == b.colour
	return !r.met[i*len(r.players)+j] && (!clash || r.topscorer(i) || r.topscorer(j))
}

// settleBye finds the least score that somebody with the bye may have (C2, C5), and whether the
// first bracket can otherwise be paired in itself. It reports whether there is a complete round.
func (r *round) settleBye() bool {
	n := len(r.players)
	g := matching.New(n+1, 1)
	first := len(r.groups[0])
	for i, group := range r.groups {
		for _, j := range group {
			if r.players[j].MayBye {
				g.Join(j, n, []int64{int64(i) * int64(n)})
			}
			for k := range j {
				if r.mayMeet(k, j) {
					within := int64(0)
					if j < first {
						within = 1
					}
					g.Join(k, j, []int64{within})
				}
			}
		}
	}
	if !g.Solve() {
		return false
	}
	r.byeScore = r.players[g.Mate(n)].Score
	r.byeInBracket = g.Mate(n) < first
	for i := range first {
		r.byeInBracket = r.byeInBracket && (g.Mate(i) < first || g.Mate(i) == n)
	}
	return true
}

// mayBye reports whether a player may get the bye now that C5 has decided about the score.
func (r *round) mayBye(i int) bool {
	return r.odd() && r.players[i].MayBye && r.players[i].Score <= r.byeScore
}

// orderBoards sorts the pairs by the scores of the higher and the lower ranked players, then by the
// rank of the former.
func (r *round) orderBoards() {
	slices.SortFunc(r.pairs, func(a, b [2]int) int {
		score := func(i int) int { return r.players[i].Score }
		return cmp.Or(cmp.Compare(score(b[0]), score(a[0])), cmp.Compare(score(b[1]), score(a[1])), cmp.Compare(a[0], b[0]))
	})
}
