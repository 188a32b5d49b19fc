package rules

import "slices"

// addAttacks inverts all paths. It finds, for each cell, the kinds that reach it and from where.
func (t *tables) addAttacks() {
	b := t.variant.Board
	for s := White; s <= Black; s++ {
		ways := make([][]way, b.Len())
		for _, g := range t.movements() {
			if g.Mode == Quiet {
				continue
			}
			for from := range Cell(b.Len()) {
				for _, path := range g.paths(b, s, from) {
					for n, to := range path {
						if g.Shape == Bent && n < len(path)-1 {
							continue
						}
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

// movements returns the movements of all kinds, listing shared ones
// once.
func (t *tables) movements() []sharedMovement {
	var all []sharedMovement
	for id := range t.variant.Kinds {
		for _, m := range t.variant.Kinds[id].Moves {
			same := slices.IndexFunc(all, func(other sharedMovement) bool { return m.Equal(other.Movement) })
			if same < 0 {
				same = len(all)
				all = append(all, sharedMovement{Movement: m})
			}
			all[same].kinds |= 1 << id
		}
	}
	return all
}
