package engine

import (
	"math"

	"raumbot/rules"
)

// A judge holds the values of a variant's pieces by cell.
type judge struct {
	variant *rules.Variant
	// worth is the value of each kind in exchanges.
	worth rules.Worth
	// opening and ending are the values of a piece on a cell while many and
	// when few pieces are left; Black's are negative. Indexed by piece<<9 | cell.
	opening, ending []int32
	// weight is each piece's contribution to the game phase; full is the phase of the array.
	weight []int32
	full   int32
	// breadth is how many moves a piece of the array can be expected to have in a middle game.
	breadth float64
	// families are the kinds of which each player must keep some.
	families [][]rules.KindID
	least    int
	// sets are the kinds that freeze with the loss of a key piece.
	sets []frozenSet
	// royal and spouse are kinds, if the game has them.
	royal, spouse rules.KindID
	// active is each piece's activity on each cell.
	active [][]float64
	// tempo is the value of having the move. last is the penalty for a family of which no piece
	// may be lost any more, few the scale of that for one with few to spare.
	tempo, last, few int32
}

type frozenSet struct {
	key   rules.KindID
	kinds []rules.KindID
}

// A judgeKey names one of the two judges that are kept with a variant.
type judgeKey struct{ formula bool }

// judgeOf returns the judge of a variant, or that by the formula alone. It is computed on first use and kept with the variant, so that
// nothing of a game remains that nobody plays any more.
func judgeOf(v *rules.Variant, formula bool) *judge {
	return v.Derived(judgeKey{formula}, func() any {
		j := newJudge(v)
		if values, ok := tunedOf(v); ok && !formula {
			j = j.with(values)
		}
		return j
	}).(*judge)
}

// Prepare computes what searches of a variant need, once: up to a second's work on the largest boards, which
// is otherwise part of the first search.
func Prepare(v *rules.Variant) {
	judgeOf(v, false)
	rules.NewSearchPosition(v.Start())
}

// Worth returns the value of each kind of a variant, in hundredths of a Pawn.
func Worth(v *rules.Variant) rules.Worth { return judgeOf(v, false).worth }

// WorthByFormula returns the values of the kinds without tuning.
func WorthByFormula(v *rules.Variant) rules.Worth { return judgeOf(v, true).worth }

// crowd is the share of occupied cells in a middle game, relative to
// the start.
const crowd = 0.65

// newJudge returns the judge by the formula.
func newJudge(v *rules.Variant) *judge {
	neutral := Neutral(v)
	j := &judge{variant: v, tempo: int32(neutral.Tempo), last: int32(neutral.Last), few: int32(neutral.Few)}
	cells := v.Board.Len()
	j.opening = make([]int32, 2*len(v.Kinds)<<9)
	j.ending = make([]int32, 2*len(v.Kinds)<<9)
	j.weight = make([]int32, 2*len(v.Kinds))
	j.active = make([][]float64, 2*len(v.Kinds))
	start := v.Start()
	men := menOf(start)
	occupied := crowd * float64(men) / float64(cells)
	for id := rules.KindID(1); int(id) < len(v.Kinds); id++ {
		for _, s := range []rules.Side{rules.White, rules.Black} {
			moves := j.addKind(id, s, occupied)
			j.breadth += moves * float64(start.Count(rules.MakePiece(id, s))) / float64(men)
		}
	}
	j.addRules()
	for c := range rules.Cell(cells) {
		j.full += j.weight[start.At(c)]
	}
	return j
}

// menOf returns the number of pieces on the board.
func menOf(p *rules.Position) (men int) {
	for c := range rules.Cell(p.Variant().Board.Len()) {
		if p.At(c) != rules.NoPiece {
			men++
		}
	}
	return men
}

// activity returns the value of a kind's moves from each cell: the more cells
// it can be expected to move to, and above all to capture on, the better. mean is that of all cells, and moves the mean number of these moves.
func activity(v *rules.Variant, id rules.KindID, s rules.Side, occupied float64) (on []float64, mean, moves float64) {
	on = make([]float64, v.Board.Len())
	for c := range on {
		quiet, captures := v.Mobility(id, s, rules.Cell(c), occupied)
		on[c] = 30*quiet + 170*captures
		mean += on[c]
		moves += quiet + captures
	}
	return on, mean / float64(len(on)), moves / float64(len(on))
}

// addKind computes the value of one kind of a side on each cell, White's first, and returns how many moves it can be expected to have.
func (j *judge) addKind(id rules.KindID, s rules.Side, occupied float64) (moves float64) {
	v, k := j.variant, &j.variant.Kinds[id]
	on, mean, moves := activity(v, id, s, occupied)
	if s == rules.White {
		j.worth[id] = int(max(60, mean*math.Exp(mean/12000)))
		if k.Royal {
			j.royal = id
			j.worth[id] = 10000
		}
	}
	promotion := j.nearness(id, s)
	piece := rules.MakePiece(id, s)
	j.active[piece] = on
	for c, value := range on {
		at := (value - mean) / 3
		early, late := float64(j.worth[id])+clamp(at, 40), float64(j.worth[id])+clamp(at, 40)
		if k.Royal {
			// The royal piece hides while there are many pieces, and helps
			// when there are few.
			early, late = clamp(-2*at, 60), clamp(at, 40)
		}
		if promotion != nil {
			early += 60 * promotion[c] * promotion[c]
			late += 200 * promotion[c] * promotion[c]
		}
		sign := 1.0
		if s == rules.Black {
			sign = -1
		}
		j.opening[int(piece)<<9|c] = int32(math.Round(sign * early))
		j.ending[int(piece)<<9|c] = int32(math.Round(sign * late))
	}
	if !k.Royal && !k.Pawn {
		j.weight[piece] = int32(j.worth[id])
	}
	return moves
}

func clamp(x, limit float64) float64 { return max(-limit, min(limit, x)) }

// nearness returns for each cell how near a kind is to its promotion: 1 at
// one step, 0 at the greatest distance. It is nil for kinds that never promote.
func (j *judge) nearness(id rules.KindID, s rules.Side) []float64 {
	v := j.variant
	if v.Kinds[id].Promotion == nil {
		return nil
	}
	// Breadth first, from every cell at once: a cell is at distance n if a
	// move leads from it to one at n-1.
	cells := v.Board.Len()
	distance := make([]int, cells)
	reach := make([][]rules.Cell, cells)
	for c := range distance {
		distance[c] = -1
		reach[c], _ = v.Reach(id, s, rules.Cell(c))
		if v.MayPromoteOn(id, s, rules.Cell(c)) {
			distance[c] = 0
		}
	}
	farthest := 0
	for n, changed := 1, true; changed; n++ {
		changed = false
		for c := range distance {
			if distance[c] >= 0 {
				continue
			}
			for _, to := range reach[c] {
				if distance[to] == n-1 {
					distance[c], farthest, changed = n, n, true
					break
				}
			}
		}
	}
	near := make([]float64, cells)
	for c, n := range distance {
		switch {
		case n == 0:
			near[c] = 1
		case n > 0 && farthest > 1:
			near[c] = float64(farthest-n) / float64(farthest-1)
		}
	}
	return near
}

// addRules looks up the kinds that matter for game endings other than checkmate, and for
// frozen sets.
func (j *judge) addRules() {
	v := j.variant
	if v.Marriage != "" {
		j.spouse, _ = v.KindByCode(v.Marriage)
	}
	j.least = v.Survival.Min
	for _, codes := range v.Survival.Families {
		var family []rules.KindID
		for _, code := range codes {
			if id, ok := v.KindByCode(code); ok {
				family = append(family, id)
			}
		}
		j.families = append(j.families, family)
	}
	sets := map[string]int{}
	for id := range v.Kinds {
		code := v.Kinds[id].Freeze
		if code == "" {
			continue
		}
		i, ok := sets[code]
		if !ok {
			i = len(j.sets)
			sets[code] = i
			key, _ := v.KindByCode(code)
			j.sets = append(j.sets, frozenSet{key: key})
		}
		j.sets[i].kinds = append(j.sets[i].kinds, rules.KindID(id))
	}
}
