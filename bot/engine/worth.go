package engine

import (
	"math"

	"raumbot/rules"
)

// An evaluator holds the values of a variant's pieces by cell.
type evaluator struct {
	variant *rules.Variant
	// worth is the value of each kind in exchanges.
	worth rules.Worth
	// opening and ending are the values of a piece on a cell while many and while few pieces are left.
	// Black's are negative. The index is piece<<9 | cell.
	opening, ending []int32
	// weight is each piece's contribution to the game phase; full is the phase of the array.
	weight []int32
	full   int32
	// breadth is the expected number of moves of a piece of the array in a middle game.
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
	// tempo is the value of having the move. last is the penalty for a family of which no piece may be
	// lost any more. few scales the penalty for a family with few to spare.
	tempo, last, few int32
}

type frozenSet struct {
	key   rules.KindID
	kinds []rules.KindID
}

// evaluatorKey identifies one of the two evaluators that are kept with a variant.
type evaluatorKey struct{ formula bool }

// evaluatorOf returns the evaluator of a variant, or that by the formula alone. It is computed on
// first use and kept with the variant, so that it is freed together with it.
func evaluatorOf(v *rules.Variant, formula bool) *evaluator {
	return v.Derived(evaluatorKey{formula}, func() any {
		ev := newEvaluator(v)
		if values, ok := tunedOf(v); ok && !formula {
			ev = ev.with(values)
		}
		return ev
	}).(*evaluator)
}

// Prepare computes what searches of a variant need, once. On the largest boards that takes up to a
// second, which would otherwise be part of the first search.
func Prepare(v *rules.Variant) {
	evaluatorOf(v, false)
	rules.NewSearchPosition(v.Start())
}

// Worth returns the value of each kind of a variant, in hundredths of a Pawn.
func Worth(v *rules.Variant) rules.Worth { return evaluatorOf(v, false).worth }

// WorthByFormula returns the values of the kinds without tuning.
func WorthByFormula(v *rules.Variant) rules.Worth { return evaluatorOf(v, true).worth }

// crowd is the share of occupied cells in a middle game, relative to the start.
const crowd = 0.65

// newEvaluator returns the evaluator by the formula.
func newEvaluator(v *rules.Variant) *evaluator {
	neutral := Neutral(v)
	ev := &evaluator{variant: v, tempo: int32(neutral.Tempo), last: int32(neutral.Last), few: int32(neutral.Few)}
	cells := v.Board.Len()
	ev.opening = make([]int32, 2*len(v.Kinds)<<9)
	ev.ending = make([]int32, 2*len(v.Kinds)<<9)
	ev.weight = make([]int32, 2*len(v.Kinds))
	ev.active = make([][]float64, 2*len(v.Kinds))
	start := v.Start()
	men := menOf(start)
	occupied := crowd * float64(men) / float64(cells)
	for id := rules.KindID(1); int(id) < len(v.Kinds); id++ {
		for _, s := range []rules.Side{rules.White, rules.Black} {
			moves := ev.addKind(id, s, occupied)
			ev.breadth += moves * float64(start.Count(rules.MakePiece(id, s))) / float64(men)
		}
	}
	ev.addRules()
	for c := range rules.Cell(cells) {
		ev.full += ev.weight[start.At(c)]
	}
	return ev
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

// activity returns the value of a kind's moves from each cell, which is higher the more cells the
// piece is expected to move to and, above all, to capture on. mean is the mean over all cells, and
// moves the mean number of moves.
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

// addKind computes the value of one kind of a side on each cell, White's first. It returns the
// expected number of moves of the kind.
func (ev *evaluator) addKind(id rules.KindID, s rules.Side, occupied float64) (moves float64) {
	v, k := ev.variant, &ev.variant.Kinds[id]
	on, mean, moves := activity(v, id, s, occupied)
	if s == rules.White {
		ev.worth[id] = int(max(60, mean*math.Exp(mean/12000)))
		if k.Royal {
			ev.royal = id
			ev.worth[id] = 10000
		}
	}
	promotion := ev.nearness(id, s)
	piece := rules.MakePiece(id, s)
	ev.active[piece] = on
	for c, value := range on {
		at := (value - mean) / 3
		early, late := float64(ev.worth[id])+clamp(at, 40), float64(ev.worth[id])+clamp(at, 40)
		if k.Royal {
			// The royal piece hides while there are many pieces, and helps when there are few.
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
		ev.opening[int(piece)<<9|c] = int32(math.Round(sign * early))
		ev.ending[int(piece)<<9|c] = int32(math.Round(sign * late))
	}
	if !k.Royal && !k.Pawn {
		ev.weight[piece] = int32(ev.worth[id])
	}
	return moves
}

func clamp(x, limit float64) float64 { return max(-limit, min(limit, x)) }

// nearness returns, for each cell, how near a kind is to its promotion: 1 at one step, 0 at the
// greatest distance. It is nil for kinds that never promote.
func (ev *evaluator) nearness(id rules.KindID, s rules.Side) []float64 {
	v := ev.variant
	if v.Kinds[id].Promotion == nil {
		return nil
	}
	// Breadth first, from every cell at once: a cell is at distance n if a move leads from it to one
	// at distance n-1.
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

// addRules looks up the kinds that matter for game endings other than checkmate, and for frozen
// sets.
func (ev *evaluator) addRules() {
	v := ev.variant
	if v.Marriage != "" {
		ev.spouse, _ = v.KindByCode(v.Marriage)
	}
	ev.least = v.Survival.Min
	for _, codes := range v.Survival.Families {
		var family []rules.KindID
		for _, code := range codes {
			if id, ok := v.KindByCode(code); ok {
				family = append(family, id)
			}
		}
		ev.families = append(ev.families, family)
	}
	sets := map[string]int{}
	for id := range v.Kinds {
		code := v.Kinds[id].Freeze
		if code == "" {
			continue
		}
		i, ok := sets[code]
		if !ok {
			i = len(ev.sets)
			sets[code] = i
			key, _ := v.KindByCode(code)
			ev.sets = append(ev.sets, frozenSet{key: key})
		}
		ev.sets[i].kinds = append(ev.sets[i].kinds, rules.KindID(id))
	}
}
