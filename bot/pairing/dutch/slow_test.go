package dutch

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// The slow way to pair: all complete rounds are listed, and each bracket keeps those that are best
// by the words of the criteria, counted player by player, and then those that come first in the
// order of the rules.

// whole is a complete round: the opponent of each player by rank, none for the player with the bye.
type whole []int

const nobody = -1

// wholes lists all complete rounds that obey C1 to C3.
func (r *round) wholes() (all []whole) {
	opponents := make(whole, len(r.players))
	var try func(from int, bye bool)
	try = func(from int, bye bool) {
		for from < len(opponents) && opponents[from] >= 0 {
			from++
		}
		if from == len(opponents) {
			all = append(all, slices.Clone(opponents))
			return
		}
		for j := from + 1; j < len(opponents); j++ {
			if opponents[j] < 0 && r.mayMeet(from, j) {
				opponents[from], opponents[j] = j, from
				try(from+1, bye)
				opponents[from], opponents[j] = -2, -2
			}
		}
	}
	for i := range opponents {
		opponents[i] = -2
	}
	if !r.odd() {
		try(0, false)
		return all
	}
	for i, p := range r.players {
		if p.MayBye {
			opponents[i] = i // as if met by nobody
			try(0, true)
			opponents[i] = -2
		}
	}
	for _, w := range all {
		for i, o := range w {
			if o == i {
				w[i] = nobody
			}
		}
	}
	return all
}

// slowBracket is a bracket of the slow way.
type slowBracket struct {
	*round
	moved, residents, next []int
}

func (b slowBracket) within(w whole, i int) bool {
	return slices.Contains(b.moved, w[i]) || slices.Contains(b.residents, w[i])
}

// descending returns the scores of players, the highest first.
func (b slowBracket) descending(players []int) (scores []int) {
	for _, i := range players {
		scores = append(scores, b.players[i].Score)
	}
	slices.SortFunc(scores, func(x, y int) int { return y - x })
	return scores
}

// faults returns what is to be kept low, the most important first: C6 to C21.
func (b slowBracket) faults(w whole) (all [][]int) {
	var floating, waiting []int
	for _, i := range slices.Concat(b.moved, b.residents) {
		if !b.within(w, i) {
			floating = append(floating, i)
		}
	}
	for _, i := range slices.Concat(floating, b.next) {
		if w[i] == nobody || !slices.Contains(floating, w[i]) && !slices.Contains(b.next, w[i]) {
			waiting = append(waiting, i)
		}
	}
	all = append(all, []int{len(floating)}, b.descending(floating), []int{len(waiting)}, b.descending(waiting))
	if len(floating) == 1 && w[floating[0]] == nobody {
		all = append(all, []int{b.Played - len(b.players[floating[0]].Colours)})
	} else {
		all = append(all, nil)
	}
	all = append(all, b.colourFaults(w))
	return append(all, b.floatFaults(w)...)
}

// colourFaults counts the players who suffer by C10 to C13.
func (b slowBracket) colourFaults(w whole) []int {
	faults := make([]int, 4)
	for i, o := range w {
		if i > o || !b.within(w, i) || !b.within(w, o) {
			continue
		}
		white, black := b.colours(i, o)
		for j, colour := range map[int]Colour{white: White, black: Black} {
			p := b.players[j]
			balance := int(colour)
			for _, c := range p.Colours {
				balance += int(c)
			}
			n := len(p.Colours)
			if balance*int(colour) > 2 { // not of one who had it before and goes back
				faults[0]++
			}
			if n > 1 && p.Colours[n-1] == colour && p.Colours[n-2] == colour {
				faults[1]++
			}
			if p.colour == -colour {
				faults[2]++
				if p.strong() {
					faults[3]++
				}
			}
		}
	}
	return faults
}

// floatFaults returns C14 to C21.
func (b slowBracket) floatFaults(w whole) (all [][]int) {
	var counts []int
	for back := range 2 {
		down, up := 0, 0
		for _, i := range b.residents {
			if !b.within(w, i) && b.players[i].Floats[back] == Down {
				down++
			}
			if slices.Contains(b.moved, w[i]) && b.players[i].Floats[back] == Up {
				up++
			}
		}
		counts = append(counts, down, up)
	}
	all = append(all, counts)
	for back := range 2 {
		var down, up []int
		resident := b.players[b.residents[0]].Score
		for _, i := range b.moved {
			p := b.players[i]
			switch {
			case !b.within(w, i):
				if p.Floats[back] == Down {
					down = append(down, p.Score-resident+2)
				}
				continue
			case p.Floats[back] == Down:
				down = append(down, p.Score-resident)
			}
			if b.players[w[i]].Floats[back] == Up {
				up = append(up, p.Score-resident)
			}
		}
		for _, list := range [][]int{down, up} {
			slices.SortFunc(list, func(x, y int) int { return y - x })
			all = append(all, list)
		}
	}
	return all
}

// place returns where a round is in the order in which the rules try the pairings of a bracket.
func (b slowBracket) place(w whole) (all [][]int) {
	var paired, opponents, remainder []int
	for _, i := range b.moved {
		if b.within(w, i) {
			paired, opponents = append(paired, i), append(opponents, w[i])
		}
	}
	pairs := 0
	for _, i := range b.residents {
		if !slices.Contains(opponents, i) {
			remainder = append(remainder, i)
		}
		if slices.Contains(b.residents, w[i]) && i < w[i] {
			pairs++
		}
	}
	all = append(all, paired, opponents)
	// Who is exchanged between S1 and S2, by places in the remainder.
	var fromFirst, fromSecond, seconds []int
	difference := 0
	for at, i := range remainder {
		first := w[i] > i && slices.Contains(b.residents, w[i])
		switch {
		case at < pairs && !first:
			fromFirst = append(fromFirst, -at)
			difference -= at
		case at >= pairs && first:
			fromSecond = append(fromSecond, at)
			difference += at
		}
		if first {
			seconds = append(seconds, w[i])
		}
	}
	slices.Sort(fromFirst) // the lowest ranked first
	return append(all, []int{len(fromFirst), difference}, fromFirst, fromSecond, seconds)
}

// least keeps the rounds whose vectors are the least.
func least(all []whole, value func(whole) [][]int) (kept []whole) {
	var best [][]int
	for _, w := range all {
		v := value(w)
		order := -1
		if kept != nil {
			order = slices.CompareFunc(v, best, slices.Compare[[]int])
		}
		if order < 0 {
			kept, best = nil, v
		}
		if order <= 0 {
			kept = append(kept, w)
		}
	}
	return kept
}

// slow pairs a round the slow way, and returns the opponents by rank; nil if there is no round.
func (r *round) slow() whole {
	all := r.wholes()
	if len(all) == 0 {
		return nil
	}
	if r.odd() { // C5
		all = least(all, func(w whole) [][]int { return [][]int{{r.players[slices.Index(w, nobody)].Score}} })
	}
	var moved []int
	for i, group := range r.groups {
		b := slowBracket{round: r, moved: moved, residents: group}
		if i+1 < len(r.groups) {
			b.next = r.groups[i+1]
		}
		all = least(all, b.faults)
		all = least(all, b.place)
		moved = slices.DeleteFunc(slices.Concat(moved, group), func(i int) bool { return b.within(all[0], i) })
	}
	return all[0]
}

// anyField returns a random field. Its scores, colours and floats need not fit together.
func anyField(r *rand.Rand) Field {
	f := Field{Played: r.IntN(6), Last: r.IntN(3) == 0, Initial: White}
	n, scores, met := 2+r.IntN(8), 1+r.IntN(4), r.IntN(60)
	for i := range n {
		p := Player{Number: i + 1, Score: r.IntN(scores) + r.IntN(f.Played+1), MayBye: r.IntN(4) > 0}
		for range max(0, f.Played-r.IntN(2)*r.IntN(3)) {
			p.Colours = append(p.Colours, []Colour{White, Black}[r.IntN(2)])
		}
		for i := range p.Floats {
			p.Floats[i] = []Float{Level, Level, Down, Up}[r.IntN(4)]
		}
		for j := range i {
			if r.IntN(100) < met {
				p.Met = append(p.Met, j+1)
				f.Players[j].Met = append(f.Players[j].Met, i+1)
			}
		}
		f.Players = append(f.Players, p)
	}
	return f
}

// TestSlow compares the rounds of random small fields with those of the slow way.
func TestSlow(t *testing.T) {
	impossible := 0
	for seed := range uint64(3000) {
		f := anyField(rand.New(rand.NewPCG(seed, 43)))
		r := newRound(f)
		want := r.slow()
		games, bye, err := Pair(f)
		if want == nil || err != nil {
			impossible++
			if want != nil || !errors.Is(err, ErrNoPairing) {
				t.Fatalf("seed %d: %v, but there is the round %v", seed, err, want)
			}
			continue
		}
		var got, wanted []Game
		for _, g := range games {
			got = append(got, Game{min(g.White, g.Black), max(g.White, g.Black)})
		}
		for i, o := range want {
			a := r.players[i].Number
			switch {
			case o == nobody && bye != a:
				t.Fatalf("seed %d: %d gets the bye, not %d", seed, bye, a)
			case o != nobody && a < r.players[o].Number:
				wanted = append(wanted, Game{a, r.players[o].Number})
			}
		}
		order := func(a, b Game) int { return cmp.Compare(a.White, b.White) }
		slices.SortFunc(got, order)
		slices.SortFunc(wanted, order)
		if !slices.Equal(got, wanted) {
			t.Fatalf("seed %d: got %v, want %v\n%+v", seed, got, wanted, f.Players)
		}
	}
	if impossible == 0 {
		t.Error("every field could be paired")
	}
}
