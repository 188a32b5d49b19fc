package rules

import (
	"cmp"
	"slices"
	"sync"
)

// likeness identifies the cells and kinds of a game independently of their names, so that games can
// be compared: cells by where they lie, and kinds by how they move. Databases store values computed
// from it, so a change needs a migration.
type likeness struct {
	shape uint64
	// index holds the index of each cell when the cells are ordered by where they lie.
	index []int
	kinds [maxKinds]uint64 // a hash of how each kind moves
	rules func() uint64
}

// digest returns a hash of numbers in their order. It mixes them as SplitMix64 does, because tables
// may have millions of them.
func digest(numbers ...uint64) (h uint64) {
	for _, n := range numbers {
		h += n + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// layout is where the cells of a board lie: the shape and the index of a [likeness].
type layout struct {
	shape uint64
	index []int
}

func (b *Board) newLayout() layout {
	cells := make([]Cell, b.Len())
	least := b.points[0]
	for c, point := range b.points {
		cells[c] = Cell(c)
		for axis := range point {
			least[axis] = min(least[axis], point[axis])
		}
	}
	slices.SortFunc(cells, func(x, y Cell) int { return slices.Compare(b.points[x][:], b.points[y][:]) })
	l := layout{index: make([]int, b.Len())}
	for i, c := range cells {
		l.index[c] = i
		for axis, at := range b.points[c] {
			l.shape = digest(l.shape, uint64(at-least[axis]))
		}
	}
	return l
}

func (t *tables) newLikeness() *likeness {
	layout := t.variant.Board.layout
	l := &likeness{shape: layout.shape, index: layout.index}
	for id := range t.variant.Kinds[1:] {
		l.kinds[id+1] = l.kindHash(t, KindID(id+1))
	}
	l.rules = sync.OnceValue(func() uint64 { return l.rulesHash(t) })
	return l
}

// at returns a number for a cell that does not depend on its name; 0 for [NoCell].
func (l *likeness) at(c Cell) uint64 {
	if c == NoCell {
		return 0
	}
	return uint64(l.index[c] + 1)
}

// Tags of the parts of a kind's hash.
const (
	treeMoves uint64 = iota + 1
	quietMoves
	captureMoves
	indirectMoves
	planarMoves
	auraCells
)

// kindHash returns a hash of how White's pieces of a kind move. It adds up the hashes of the parts,
// so that their order does not matter.
func (l *likeness) kindHash(t *tables, id KindID) (sum uint64) {
	kt, k := &t.kinds[id], &t.variant.Kinds[id]
	if kt.royal {
		sum++
	}
	if kt.pawn {
		sum += 2
	}
	for c := range Cell(t.variant.Board.Len()) {
		sum += l.treeHash(c, kt.moves[White][c])
		for _, to := range kt.quiet[White][c] {
			sum += digest(quietMoves, l.at(c), l.at(to))
		}
		for _, to := range kt.captures[White][c] {
			sum += digest(captureMoves, l.at(c), l.at(to))
		}
		if kt.indirect != nil {
			for _, way := range kt.indirect[White][c] {
				over := uint64(0)
				for _, passed := range way.path {
					over = digest(over, l.at(passed))
				}
				sum += digest(indirectMoves, l.at(c), over, l.at(way.to), uint64(way.mode))
			}
		}
	}
	for _, pair := range kt.figures {
		a, b := l.stepsHash(t.next[pair[0]]), l.stepsHash(t.next[pair[1]])
		sum += digest(planarMoves, min(a, b), max(a, b))
	}
	for _, v := range k.Aura {
		sum += digest(auraCells, uint64(v[0]), uint64(v[1]), uint64(v[2]))
	}
	return sum
}

// treeHash adds up hashes of the paths in a tree.
func (l *likeness) treeHash(from Cell, nodes []node) (sum uint64) {
	type open struct {
		until uint16
		path  uint64
	}
	paths := []open{{uint16(len(nodes)), digest(treeMoves, l.at(from))}}
	for i, n := range nodes {
		for len(paths) > 1 && paths[len(paths)-1].until <= uint16(i) {
			paths = paths[:len(paths)-1]
		}
		path := digest(paths[len(paths)-1].path, l.at(Cell(n.cell)))
		sum += path
		paths = append(paths, open{n.skip, path})
	}
	return sum
}

// stepsHash returns a hash of where single steps in one direction lead.
func (l *likeness) stepsHash(next []Cell) (sum uint64) {
	for c, to := range next {
		sum += digest(l.at(Cell(c)), l.at(to))
	}
	return sum
}

// rulesHash returns a hash of the array and all rules.
func (l *likeness) rulesHash(t *tables) uint64 {
	v := t.variant
	code := func(code string) uint64 {
		id, _ := v.KindByCode(code)
		return l.kinds[id]
	}
	flag := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	numbers := []uint64{l.shape, uint64(v.DoubleStep), flag(v.NoEnPassant), flag(v.Transfer), code(v.Marriage), code(v.Reserve.Code), uint64(v.Survival.Ends), uint64(v.Survival.Min)}
	all := func(parts []uint64) {
		slices.Sort(parts)
		numbers = append(numbers, digest(parts...))
	}
	codes := func(of []string) uint64 {
		parts := []uint64{}
		for _, c := range of {
			parts = append(parts, code(c))
		}
		slices.Sort(parts)
		return digest(parts...)
	}
	numbers = append(numbers, codes(v.Reserve.After))
	var families, castling, kinds, stand []uint64
	for _, family := range v.Survival.Families {
		families = append(families, codes(family))
	}
	all(families)
	for _, line := range t.castling[White] {
		castling = append(castling, digest(l.at(line.royal), l.at(line.to), l.at(line.partner), l.at(line.partnerTo)))
	}
	all(castling)
	for id := range v.Kinds[1:] {
		kt, k := &t.kinds[id+1], &v.Kinds[id+1]
		parts := []uint64{l.kinds[id+1], code(k.Freeze)}
		for c, promotes := range kt.promotes[White] {
			parts = append(parts, digest(l.at(Cell(c)), uint64(promotes)))
		}
		slices.Sort(parts[2:])
		if k.Promotion != nil {
			for _, choice := range k.Promotion.Menu {
				parts = append(parts, l.choiceHash(v.Board, choice, code))
			}
		}
		kinds = append(kinds, digest(parts...))
	}
	all(kinds)
	for _, man := range t.start.men(nil) {
		stand = append(stand, uint64(man))
	}
	return digest(append(numbers, stand...)...)
}

// choiceHash returns a hash of a choice of promotions on a board.
func (l *likeness) choiceHash(b *Board, choice Choice, code func(string) uint64) (sum uint64) {
	for _, c := range choice.Codes {
		sum += digest(1, code(c))
	}
	for c := range Cell(b.Len()) {
		if len(choice.Zones) == 0 || b.inAny(choice.Zones, c) {
			sum += digest(2, l.at(c))
		}
	}
	for _, n := range choice.Needs {
		sum += digest(3, code(n.Code), uint64(n.Min), uint64(n.Max))
	}
	return sum
}

// SameRules reports whether two games differ in nothing but names and appearance.
func (v *Variant) SameRules(other *Variant) bool {
	return v.compile().likeness().rules() == other.compile().likeness().rules()
}

// Shape returns a hash of the board's geometry, which does not depend on the names of cells.
func (v *Variant) Shape() uint64 { return v.Board.layout.shape }

// Men returns what stands on the cells, in the order of where they lie: a byte for each cell, 0 for
// an empty one. Pieces that move alike have the same byte, whatever they are called, so that
// positions of games with the same [Variant.Shape] can be compared.
func (p *Position) Men() []byte { return p.men(nil) }

// MirroredMen returns [Position.Men], followed by the men of each mirror image of the position:
// reflected along some axes, with the colours exchanged if these include that of the ranks, or
// turned in any way after which all pieces move as before. The best move in one of these positions
// usually is the image of the best move in the others.
func (p *Position) MirroredMen() (all [][]byte) {
	for _, m := range p.mirrors() {
		all = append(all, p.men(&m))
	}
	return all
}

// men returns the men after the board has been laid on itself, or as they are if mirror is nil.
func (p *Position) men(mirror *mirror) []byte {
	l := p.likeness()
	men := make([]byte, len(l.index))
	for s := White; s <= Black; s++ {
		for _, c := range p.occupied[s].cells() {
			at, kind, side := c, p.board[c].Kind(), s
			if mirror != nil {
				at, kind = mirror.to[c], mirror.kinds[kind]
				if mirror.exchange {
					side = s.Other()
				}
			}
			men[l.index[at]] = manByte(l.kinds[kind], side)
		}
	}
	return men
}

// manByte returns the byte of a piece, which is not 0. A few kinds of a game may share one.
func manByte(kind uint64, s Side) byte { return byte(cmp.Or(kind%127, 127))<<1 | byte(s) }
