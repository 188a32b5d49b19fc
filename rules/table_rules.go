package rules

import "slices"

// addFamilies looks up the kinds that the rules other than moves name.
func (t *tables) addFamilies() {
	v := t.variant
	for _, codes := range v.Survival.Families {
		var family []KindID
		for _, code := range codes {
			family = append(family, v.mustKind(code))
		}
		t.survival = append(t.survival, family)
	}
	if v.Reserve.Code != "" {
		t.reserveKind = v.mustKind(v.Reserve.Code)
		for _, code := range v.Reserve.After {
			t.released |= 1 << v.mustKind(code)
		}
	}
	if v.Marriage != "" {
		t.spouse = v.mustKind(v.Marriage)
	}
}

// addAttacks turns every path around: from each cell outward, which kinds
// reach it from where.
func (t *tables) addAttacks() {
	b := t.variant.Board
	for s := White; s <= Black; s++ {
		ways := make([][]way, b.Len())
		for _, g := range t.movements() {
			if g.Mode == Quiet {
				continue
			}
			for from := range Cell(b.Len()) {
				for _, path := range g.walks(b, s, from) {
					for n, to := range path {
						back := slices.Clone(path[:n])
						slices.Reverse(back)
						ways[to] = append(ways[to], way{append(back, from), g.kinds})
					}
				}
			}
		}
		for _, w := range ways {
			t.attacks[s] = append(t.attacks[s], flatten(w))
		}
	}
}

// A sharedMovement is a movement and the kinds that have it.
type sharedMovement struct {
	Movement
	kinds uint32
}

// movements returns the movements of all kinds, those that several kinds
// share joined. Movements that say the same of themselves are the same.
func (t *tables) movements() []sharedMovement {
	var all []sharedMovement
	for id := range t.variant.Kinds {
		for _, m := range t.variant.Kinds[id].Moves {
			same := slices.IndexFunc(all, func(other sharedMovement) bool { return m.String() == other.String() })
			if same < 0 {
				same = len(all)
				all = append(all, sharedMovement{Movement: m})
			}
			all[same].kinds |= 1 << id
		}
	}
	return all
}

// addPromotion computes on which cells a kind promotes.
func (kt *kindTable) addPromotion(v *Variant, k *Kind) {
	if k.Promotion == nil {
		return
	}
	p, b := k.Promotion, v.Board
	for s := range kt.promotes {
		kt.promotes[s] = make([]promoting, b.Len())
	}
	for c := range Cell(b.Len()) {
		place := b.places[c]
		rank := place.Rank + 1
		level := p.Level == "" || b.levels[place.Level].Name == p.Level
		if !slices.Contains(p.Ranks, rank) || !level {
			continue
		}
		now := mayPromote
		stuck := len(kt.moves[White][c])+len(kt.quiet[White][c]) == 0
		if slices.Contains(p.Forced, rank) || p.ForcedIfStuck && stuck {
			now = mustPromote
		}
		kt.promotes[White][c] = now
		kt.promotes[Black][v.opposite(c)] = now
	}
	for s := range kt.nearing {
		for c := range Cell(b.Len()) {
			if kt.nears(Side(s), c) {
				kt.nearing[s].add(c)
			}
		}
	}
	for _, c := range p.Menu {
		kt.menu = append(kt.menu, newChoice(v, c))
	}
}

// nears reports whether some move from a cell may end in promotion.
func (kt *kindTable) nears(s Side, from Cell) bool {
	promotes := func(c Cell) bool { return kt.promotes[s][c] != stays }
	return slices.ContainsFunc(kt.moves[s][from], func(n node) bool { return promotes(Cell(n.cell)) }) ||
		slices.ContainsFunc(kt.quiet[s][from], promotes) ||
		slices.ContainsFunc(kt.captures[s][from], promotes)
}

// opposite returns where Black has what White has on c.
func (v *Variant) opposite(c Cell) Cell {
	b := v.Board
	if v.Opposite == AcrossRanks {
		return b.onRank(c, b.ranks-1-b.places[c].Rank)
	}
	low, high := b.points[0], b.points[0]
	for _, p := range b.points {
		for i := range p {
			low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
		}
	}
	return b.byPoint[low.plus(high).plus(b.points[c].times(-1))]
}

// A choice is a [Choice] with its kinds looked up.
type choice struct {
	kinds []KindID
	zones []Zone
	needs []need
}

type need struct {
	kind     KindID
	min, max uint8
}

func newChoice(v *Variant, c Choice) choice {
	made := choice{zones: c.Zones}
	for _, code := range c.Codes {
		made.kinds = append(made.kinds, v.mustKind(code))
	}
	for _, n := range c.Needs {
		high := uint8(n.Max)
		if n.Max == 0 {
			high = ^uint8(0)
		}
		made.needs = append(made.needs, need{v.mustKind(n.Code), uint8(n.Min), high})
	}
	return made
}
