package gamefile

import (
	"fmt"
	"maps"
	"slices"

	"raumbot/rules"
)

// piece reads one kind of piece.
func (r *reader) piece(t *table, families map[string][]rules.Vector, opposite rules.Symmetry) rules.Kind {
	k := rules.Kind{
		Code: t.text("code"), Name: t.text("name"),
		Figure: word(t, "figure", figures), Plate: word(t, "plate", plates),
		Royal: t.flag("royal"), Pawn: t.flag("pawn"), Freeze: t.text("freeze"),
		Aura: r.vectors(t, "aura"),
	}
	for _, m := range t.tables("moves") {
		k.Moves = append(k.Moves, r.movement(m, families, opposite))
	}
	if t.has("promotion") {
		k.Promotion = r.promotion(t.sub("promotion"))
	}
	t.done()
	return k
}

// promotion reads where a kind promotes, and to what.
func (r *reader) promotion(t *table) *rules.Promotion {
	p := &rules.Promotion{
		Ranks: t.numbers("ranks", 1, 9), Forced: t.numbers("forced", 1, 9),
		ForcedIfStuck: t.flag("forced_if_stuck"), Level: t.text("level"),
	}
	if !t.has("forced") && !p.ForcedIfStuck {
		p.Forced = slices.Clone(p.Ranks)
	}
	for _, entry := range t.tables("menu") {
		choice := rules.Choice{Codes: entry.texts("to"), Zones: zones(entry.texts("zones"))}
		for _, need := range entry.tables("needs") {
			choice.Needs = append(choice.Needs, rules.Need{
				Code: need.text("code"), Min: need.number("min", rules.MaxCells), Max: need.number("max", rules.MaxCells),
			})
			need.done()
		}
		entry.done()
		p.Menu = append(p.Menu, choice)
	}
	t.done()
	return p
}

func zones(names []string) []rules.Zone {
	var all []rules.Zone
	for _, name := range names {
		all = append(all, rules.Zone(name))
	}
	return all
}

// families reads the families of directions defined in the file.
func (r *reader) families(t *table) map[string][]rules.Vector {
	all := map[string][]rules.Vector{}
	for name := range t.values {
		family := t.sub(name)
		all[name] = r.directions(family)
		family.done()
	}
	return all
}

// directions reads vectors: exact ones, with all signs, or with all signs and
// permutations.
func (r *reader) directions(t *table) []rules.Vector {
	all := r.vectors(t, "vectors")
	for _, v := range r.vectors(t, "signs") {
		all = append(all, signed(v)...)
	}
	for _, v := range r.vectors(t, "spread") {
		for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			all = append(all, signed(rules.Vector{v[order[0]], v[order[1]], v[order[2]]})...)
		}
	}
	var once []rules.Vector
	for _, v := range all {
		if !slices.Contains(once, v) {
			once = append(once, v)
		}
	}
	return once
}

// signed returns a vector with all combinations of signs.
func signed(v rules.Vector) []rules.Vector {
	var all []rules.Vector
	for signs := range 8 {
		w := v
		for axis := range w {
			if signs>>axis&1 != 0 {
				w[axis] = -w[axis]
			}
		}
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// vectors reads a list of [level, file, rank].
func (r *reader) vectors(t *table, key string) []rules.Vector {
	var all []rules.Vector
	list := get[[]any](t, key, "a list of [level, file, rank]")
	if len(list) > 96 {
		t.mistake(key, "%d vectors are too many; the most is 96", len(list))
		return nil
	}
	for i, value := range list {
		path := fmt.Sprintf("%s[%d]", t.at(key), i)
		numbers := readNumbers(r, path, value, -25, 25)
		if len(numbers) != 3 {
			r.mistake(path, "a vector is [level, file, rank]")
			continue
		}
		all = append(all, rules.Vector(numbers))
	}
	return all
}

// shapes are the keys for ways of moving, of which each move has exactly one.
// The value is a list of families.
var shapes = map[string]rules.Shape{
	"ride": rules.Ride, "step": rules.Step, "leap": rules.Leap, "crooked": rules.Crooked, "planar": rules.Planar,
	"curved": rules.Curved, "follow": rules.Follow, "bent": rules.Bent, "return": rules.Return,
}

var (
	modes     = map[string]rules.Mode{"any": rules.Any, "quiet": rules.Quiet, "capture": rules.Capture, "rifle": rules.Rifle}
	crossings = map[string]rules.Crossing{"thin": rules.StraightOrThin, "thick": rules.ThickOrCorner}
)

// movement reads one movement of a piece.
func (r *reader) movement(t *table, families map[string][]rules.Vector, opposite rules.Symmetry) rules.Movement {
	m := rules.Movement{
		Mode: word(t, "mode", modes), Angle: t.degrees("angle"), Steps: t.number("steps", rules.MaxCells),
		Climb: t.number("climb", 9), From: zones(t.texts("from")), Levels: t.texts("levels"),
		Forward: t.flag("forward"), Switching: t.flag("switching"), Crossing: word(t, "crossing", crossings), PawnLike: t.flag("pawnlike"),
		Vectors: r.directions(t),
	}
	if t.has("turns") {
		turns := t.sub("turns")
		m.Turns = r.directions(turns)
		turns.done()
	}
	if aside := t.numbers("aside", 0, 25); len(aside) == 2 {
		m.Aside = [2]int(aside)
	} else if aside != nil {
		t.mistake("aside", "must be two numbers of cells")
	}
	for _, key := range slices.Sorted(maps.Keys(shapes)) {
		if !t.has(key) {
			continue
		}
		if m.Shape != 0 {
			t.mistake(key, "a move has one of ride, step, leap, crooked, planar, curved, follow, bent and return")
		}
		m.Shape = shapes[key]
		for _, name := range t.texts(key) {
			if vectors, own := families[name]; own {
				m.Vectors = append(m.Vectors, vectors...)
			} else {
				m.Families = append(m.Families, rules.Family(name))
			}
		}
	}
	if t.flag("sided") {
		m.Mirror = opposite
	}
	t.done()
	return m
}
