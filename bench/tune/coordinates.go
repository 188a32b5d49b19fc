package main

import (
	"math"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// A coordinate is one thing that is tuned.
type coordinate struct {
	name string
	// unit is a change that may be felt in games.
	unit float64
	add  func(x float64, values *engine.Values)
}

// The places of what is added for having a piece, for the activity of its cell, for the centre, and
// for being ahead, in a weighting while many pieces are left; when few are it is the next place.
const (
	having = 2 * iota
	activity
	centre
	ahead
)

// mostKinds is up to how many kinds each has a value of its own to be tuned.
const mostKinds = 12

// coordinatesOf returns the coordinates of a variant: a few terms that all its pieces share, in
// proportion to the values of pieces, and the value of each kind.
func coordinatesOf(v *rules.Variant) []coordinate {
	worth := engine.WorthByFormula(v)
	var royal, pawns, pieces []rules.KindID
	pawn, mean := 100.0, 0.0
	for id := rules.KindID(1); int(id) < len(v.Kinds); id++ {
		switch k := &v.Kinds[id]; {
		case k.Royal:
			royal = append(royal, id)
		case k.Promotion != nil:
			pawns = append(pawns, id)
			pawn = float64(worth[id])
		default:
			pieces = append(pieces, id)
			mean += math.Log(float64(worth[id]))
		}
	}
	mean /= float64(len(pieces))
	list := []coordinate{{"tempo", 0.12 * pawn, func(x float64, values *engine.Values) { values.Tempo += int(math.Round(x)) }}}
	// weigh adds a coordinate for a term of some kinds, in proportion to their values; phases are 0
	// for the opening, 1 for the ending.
	weigh := func(name string, unit float64, kinds []rules.KindID, term int, phases ...int) {
		if len(kinds) == 0 {
			return
		}
		list = append(list, coordinate{name, unit, func(x float64, values *engine.Values) {
			for _, id := range kinds {
				size := float64(worth[id])
				if v.Kinds[id].Royal {
					size = pawn
				}
				for _, phase := range phases {
					values.Added[id][term+phase] += x * size
				}
			}
		}})
	}
	for phase, when := range []string{" early", " late"} {
		weigh("activity"+when, 0.04, pieces, activity, phase)
		weigh("centre"+when, 0.04, pieces, centre, phase)
		weigh("ahead"+when, 0.04, pieces, ahead, phase)
		weigh("pawns' centre"+when, 0.1, pawns, centre, phase)
		weigh("pawns ahead"+when, 0.25, pawns, ahead, phase)
		weigh("royal activity"+when, 0.2, royal, activity, phase)
		weigh("royal centre"+when, 0.2, royal, centre, phase)
		weigh("royal ahead"+when, 0.2, royal, ahead, phase)
	}
	weigh("pieces late", 0.1, pieces, having, 1)
	weigh("pawns late", 0.15, pawns, having, 1)
	if len(v.Kinds) <= mostKinds+1 {
		for _, id := range append(pieces, pawns...) {
			weigh(v.Kinds[id].Code, 0.12, []rules.KindID{id}, having, 0, 1)
		}
	} else {
		weigh("pawns", 0.15, pawns, having, 0, 1)
		list = append(list, coordinate{"valuable pieces", 0.15, func(x float64, values *engine.Values) {
			for _, id := range pieces {
				more := x * float64(worth[id]) * (math.Log(float64(worth[id])) - mean)
				values.Added[id][having] += more
				values.Added[id][having+1] += more
			}
		}})
	}
	return append(list, familyCoordinates(v, worth)...)
}

// familyCoordinates returns what is tuned where some pieces of each family must be kept.
func familyCoordinates(v *rules.Variant, worth rules.Worth) []coordinate {
	sum, n := 0.0, 0.0
	for _, family := range v.Survival.Families {
		for _, code := range family {
			id, _ := v.KindByCode(code)
			sum += float64(worth[id])
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []coordinate{
		{"last of a family", 0.2 * sum / n, func(x float64, values *engine.Values) { values.Last += int(math.Round(x)) }},
		{"few of a family", 0.2 * sum / n, func(x float64, values *engine.Values) { values.Few += int(math.Round(x)) }},
	}
}
