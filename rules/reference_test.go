package rules

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// A reference is a slow implementation of the rules: it walks the movement values
// over the board cell by cell, tries every move on its own board, and
// checks whether an enemy piece could then go to the royal piece. It shares
// nothing with the generator except the definitions: no paths, trees, attack
// tables, pins or promotion tables.
type reference struct {
	v       *Variant
	board   map[Cell]Piece
	homes   [2]map[Cell]bool // where Pawns start
	passed  Cell
	passer  Cell
	checked map[Family][]Vector
}

func newReference(p *Position) *reference {
	v := p.Variant()
	r := &reference{v: v, board: map[Cell]Piece{}, passed: p.passed, passer: p.passer, checked: map[Family][]Vector{}}
	for c := range Cell(v.Board.Len()) {
		if piece := p.At(c); piece != NoPiece {
			r.board[c] = piece
		}
	}
	start := v.Start()
	for s := range r.homes {
		r.homes[s] = map[Cell]bool{}
	}
	for c := range Cell(v.Board.Len()) {
		if piece := start.At(c); piece != NoPiece && v.Kind(piece).Pawn {
			r.homes[piece.Side()][c] = true
		}
	}
	return r
}

// sizes returns the absolute coordinates of a family's vectors, unordered.
func (r *reference) sizes(f Family) []int {
	if r.v.Name == "octhex146" {
		return map[Family][]int{RookWise: {0, 1, 1}, BishopWise: {0, 0, 2}, UnicornWise: {1, 1, 2}, KnightWise: {0, 1, 3}}[f]
	}
	return map[Family][]int{
		RookWise: {0, 0, 1}, BishopWise: {0, 1, 1}, UnicornWise: {1, 1, 1}, KnightWise: {0, 1, 2},
		SextonWise: {1, 1, 2}, NinjaWise: {1, 2, 2}, FileWise: {0, 0, 1}, WithinRank: {0, 1, 1},
	}[f]
}

// vectors finds a family's vectors among all small ones.
func (r *reference) vectors(f Family) []Vector {
	if found, ok := r.checked[f]; ok {
		return found
	}
	var found []Vector
	for x := -3; x <= 3; x++ {
		for y := -3; y <= 3; y++ {
			for z := -3; z <= 3; z++ {
				size := []int{max(x, -x), max(y, -y), max(z, -z)}
				slices.Sort(size)
				inside := !(f == FileWise && z == 0) && !(f == WithinRank && z != 0)
				if slices.Equal(size, r.sizes(f)) && inside {
					found = append(found, Vector{x, y, z})
				}
			}
		}
	}
	r.checked[f] = found
	return found
}

// at returns the cell that lies a vector away.
func (r *reference) at(c Cell, v Vector) Cell {
	b := r.v.Board
	from := b.points[c]
	if to, ok := b.byPoint[Vector{from[0] + v[0], from[1] + v[1], from[2] + v[2]}]; ok {
		return to
	}
	return NoCell
}

func angle(a, b Vector) float64 {
	dot := float64(a[0]*b[0] + a[1]*b[1] + a[2]*b[2])
	size := func(v Vector) float64 { return math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])) }
	return math.Acos(math.Round(dot/size(a)/size(b)*1e9)/1e9) * 180 / math.Pi
}

func cross(a, b Vector) Vector {
	return Vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// walk continues while cells are empty, and calls visit for each cell that it
// reaches, the last of which may be occupied.
func (r *reference) walk(c Cell, direction func(n int) Vector, most int, visit func(Cell)) {
	for n := range most {
		if c = r.at(c, direction(n)); c == NoCell {
			return
		}
		visit(c)
		if r.board[c] != NoPiece {
			return
		}
	}
}

const far = 40

// reach calls visit for the cells that a movement of s reaches from c, ignoring
// its limits.
func (r *reference) reach(m Movement, s Side, c Cell, visit func(Cell)) {
	switch m.Shape {
	case Ride:
		for _, f := range m.Families {
			for _, v := range r.vectors(f) {
				r.walk(c, func(int) Vector { return v }, far, visit)
			}
		}
	case Crooked, Planar:
		for _, a := range r.vectors(m.Families[0]) {
			for _, b := range r.vectors(m.Families[1]) {
				if math.Abs(angle(a, b)-m.Angle) > 0.6 {
					continue
				}
				if m.Shape == Planar {
					r.figure(c, a, b, visit)
					continue
				}
				r.walk(c, func(n int) Vector { return []Vector{a, b}[n%2] }, far, visit)
				r.walk(c, func(n int) Vector { return []Vector{b, a}[n%2] }, far, visit)
			}
		}
	case Curved:
		r.curve(m, c, visit)
	case Follow:
		for _, change := range []int{m.Climb, -m.Climb} {
			r.along(m, c, change, visit)
		}
	default:
		r.jump(m, s, c, visit)
	}
}

// figure visits the corners of figures that are otherwise empty.
func (r *reference) figure(c Cell, a, b Vector, visit func(Cell)) {
	clear := func(i, j int) bool {
		for x := 0; x <= i; x++ {
			for y := 0; y <= j; y++ {
				at := r.at(c, Vector{x*a[0] + y*b[0], x*a[1] + y*b[1], x*a[2] + y*b[2]})
				if at == NoCell || at != c && r.board[at] != NoPiece && (x < i || y < j) {
					return false
				}
			}
		}
		return true
	}
	for i := range 8 {
		for j := range 8 {
			if i+j > 0 && clear(i, j) {
				visit(r.at(c, Vector{i*a[0] + j*b[0], i*a[1] + j*b[1], i*a[2] + j*b[2]}))
			}
		}
	}
}

// curve turns by the same angle about the same axis at every step.
func (r *reference) curve(m Movement, c Cell, visit func(Cell)) {
	var all []Vector
	for _, f := range m.Families {
		all = append(all, r.vectors(f)...)
	}
	turn := func(last, axis Vector) Vector {
		for _, v := range all {
			turned := cross(last, v)
			if math.Abs(angle(last, v)-m.Angle) < 0.6 && angle(turned, axis) < 0.6 {
				return v
			}
		}
		return Vector{}
	}
	for _, first := range all {
		for _, second := range all {
			if math.Abs(angle(first, second)-m.Angle) > 0.6 {
				continue
			}
			bend := []Vector{first, second}
			for len(bend) < m.Steps {
				bend = append(bend, turn(bend[len(bend)-1], cross(first, second)))
			}
			r.walk(c, func(n int) Vector { return bend[n] }, m.Steps, visit)
		}
	}
}

// next returns the files adjacent to a file on a board with rings, across boundaries of
// one kind: thin within a ring, thick between rings.
func (r *reference) next(level, file int, thin bool) (found [][2]int) {
	n := r.v.Board.RankCount()
	ring := func(l, f int) int { return min(l, f, n-1-l, n-1-f) }
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		l, f := level+d[0], file+d[1]
		if l >= 0 && f >= 0 && l < n && f < n && (ring(l, f) == ring(level, file)) == thin {
			found = append(found, [2]int{l, f})
		}
	}
	return found
}

// along follows boundaries, the rank changing at each step.
func (r *reference) along(m Movement, c Cell, change int, visit func(Cell)) {
	b, here := r.v.Board, r.v.Board.Place(c)
	thin := m.Families[0] == LoopWise
	for _, start := range r.next(here.Level, here.File, thin) {
		before, now, rank := [2]int{here.Level, here.File}, start, here.Rank
		for range far {
			rank += change
			to, ok := b.byPlace[Place{now[0], now[1], rank}]
			if !ok {
				break
			}
			visit(to)
			if r.board[to] != NoPiece {
				break
			}
			on := slices.DeleteFunc(r.next(now[0], now[1], thin), func(f [2]int) bool { return f == before })
			if len(on) == 0 {
				break
			}
			before, now = now, on[0]
		}
	}
}

// jump makes single steps and leaps.
func (r *reference) jump(m Movement, s Side, c Cell, visit func(Cell)) {
	b, here := r.v.Board, r.v.Board.Place(c)
	land := func(v Vector) {
		if to := r.at(c, v); to != NoCell {
			visit(to)
		}
	}
	if m.Aside != [2]int{} {
		for c := range Cell(b.Len()) {
			p := b.Place(c)
			level, file := max(p.Level-here.Level, here.Level-p.Level), max(p.File-here.File, here.File-p.File)
			sizes := [2]int{level, file}
			if (sizes == m.Aside || sizes == [2]int{m.Aside[1], m.Aside[0]}) && max(p.Rank-here.Rank, here.Rank-p.Rank) == m.Climb {
				visit(c)
			}
		}
		return
	}
	times := max(1, m.Steps)
	for _, f := range m.Families {
		if f == ChainWise {
			for _, one := range r.next(here.Level, here.File, false) {
				ends := [][2]int{one}
				if times == 2 {
					ends = slices.DeleteFunc(r.next(one[0], one[1], false), func(f [2]int) bool { return f == [2]int{here.Level, here.File} })
				}
				for _, end := range ends {
					for _, change := range []int{m.Climb, -m.Climb} {
						if to, ok := b.byPlace[Place{end[0], end[1], here.Rank + change}]; ok {
							visit(to)
						}
					}
				}
			}
			continue
		}
		for _, v := range r.vectors(f) {
			land(Vector{times * v[0], times * v[1], times * v[2]})
		}
	}
	for _, v := range m.Vectors {
		if s == Black {
			v = m.Mirror.of(v)
		}
		land(v)
	}
}

// limited visits the cells that the movement reaches within its limits.
func (r *reference) limited(m Movement, s Side, c Cell, visit func(Cell)) {
	b := r.v.Board
	zone := func(c Cell) Zone {
		for z, cells := range b.zones {
			if cells.has(c) {
				return z
			}
		}
		return ""
	}
	if len(m.From) > 0 && !slices.Contains(m.From, zone(c)) {
		return
	}
	r.reach(m, s, c, func(to Cell) {
		p, q := b.Place(c), b.Place(to)
		gain := q.Rank - p.Rank
		if s == Black {
			gain = -gain
		}
		beside := slices.Contains(r.next(p.Level, p.File, true), [2]int{q.Level, q.File}) || p.Level == q.Level && p.File == q.File
		switch {
		case m.Forward && gain <= 0:
		case m.Switching && zone(c) == zone(to):
		case m.Crossing == StraightOrThin && !beside || m.Crossing == ThickOrCorner && beside:
		default:
			visit(to)
		}
	})
}

// awake reports whether the piece's set is not frozen.
func (r *reference) awake(piece Piece) bool {
	key := r.v.Kind(piece).Freeze
	for _, other := range r.board {
		if key == "" || other.Side() == piece.Side() && r.v.Kind(other).Code == key {
			return true
		}
	}
	return false
}

// attacked reports whether an awake piece of s could capture on c.
func (r *reference) attacked(c Cell, s Side) bool {
	for from, piece := range r.board {
		if piece.Side() != s || !r.awake(piece) {
			continue
		}
		for _, m := range r.v.Kind(piece).Moves {
			hit := false
			if m.Mode != Quiet {
				r.limited(m, s, from, func(to Cell) { hit = hit || to == c })
			}
			if hit {
				return true
			}
		}
	}
	return false
}

func (r *reference) royal(s Side) Cell {
	for c, piece := range r.board {
		if piece.Side() == s && r.v.Kind(piece).Royal {
			return c
		}
	}
	return NoCell
}

// safe reports whether the mover's royal piece is safe after a move.
func (r *reference) safe(m Move, s Side) bool {
	after := *r
	after.board = map[Cell]Piece{}
	for c, piece := range r.board {
		after.board[c] = piece
	}
	if m.Special == EnPassant {
		delete(after.board, r.passer)
	}
	after.board[m.To] = after.board[m.From]
	delete(after.board, m.From)
	if m.Promotion != NoKind {
		after.board[m.To] = MakePiece(m.Promotion, s)
	}
	royal := after.royal(s)
	return royal == NoCell || !after.attacked(royal, s.Other())
}

// legal returns all legal moves except castling.
func (r *reference) legal(s Side) []Move {
	var all []Move
	add := func(m Move) {
		for _, m := range r.promoted(m, s) {
			if !slices.Contains(all, m) && r.safe(m, s) {
				all = append(all, m)
			}
		}
	}
	for from, piece := range r.board {
		if piece.Side() != s || !r.awake(piece) {
			continue
		}
		k := r.v.Kind(piece)
		for _, m := range k.Moves {
			r.limited(m, s, from, func(to Cell) {
				victim := r.board[to]
				switch {
				case victim == NoPiece && m.Mode != Capture, victim != NoPiece && victim.Side() != s && m.Mode != Quiet:
					add(Move{From: from, Via: NoCell, To: to})
				case m.Mode == Capture && to == r.passed && k.Pawn:
					add(Move{From: from, Via: NoCell, To: to, Special: EnPassant})
				}
				if m.Mode == Quiet && victim == NoPiece && r.v.DoubleStep == AnyDoubleStep && k.Pawn && r.homes[s][from] {
					r.second(k, s, from, to, add)
				}
			})
		}
	}
	return all
}

// second adds the double steps through a cell.
func (r *reference) second(k *Kind, s Side, from, via Cell, add func(Move)) {
	for _, m := range k.Moves {
		if m.Mode == Quiet {
			r.limited(m, s, via, func(to Cell) {
				if r.board[to] == NoPiece {
					add(Move{From: from, Via: via, To: to, Special: DoubleStep})
				}
			})
		}
	}
}

// promoted returns the promotions of a move, or the move itself.
func (r *reference) promoted(m Move, s Side) []Move {
	k, b := r.v.Kind(r.board[m.From]), r.v.Board
	p := k.Promotion
	if p == nil {
		return []Move{m}
	}
	to := m.To
	if s == Black {
		to = r.v.opposite(to)
	}
	rank := b.Place(to).Rank + 1
	if !slices.Contains(p.Ranks, rank) || p.Level != "" && b.Levels()[b.Place(to).Level].Name != p.Level {
		return []Move{m}
	}
	empty := *r
	empty.board = map[Cell]Piece{}
	stuck := true
	for _, movement := range k.Moves {
		if movement.Mode != Capture {
			empty.limited(movement, White, to, func(Cell) { stuck = false })
		}
	}
	var all []Move
	if !slices.Contains(p.Forced, rank) && !(p.ForcedIfStuck && stuck) {
		all = append(all, m)
	}
	for _, c := range p.Menu {
		if !r.offered(c, m.To, s) {
			continue
		}
		for _, code := range c.Codes {
			m.Promotion, _ = r.v.KindByCode(code)
			all = append(all, m)
		}
	}
	return all
}

// offered reports whether a player who arrives on a cell may promote to the kinds of a choice.
func (r *reference) offered(c Choice, to Cell, s Side) bool {
	if len(c.Zones) > 0 && !r.v.Board.inAny(c.Zones, to) {
		return false
	}
	for _, need := range c.Needs {
		n := 0
		for _, piece := range r.board {
			if piece.Side() == s && r.v.Kind(piece).Code == need.Code {
				n++
			}
		}
		if n < need.Min || need.Max != 0 && n > need.Max {
			return false
		}
	}
	return true
}

// compareWithReference compares check and the legal moves except castling.
func compareWithReference(t *testing.T, p *Position) {
	t.Helper()
	r := newReference(p)
	text := func(moves []Move) []string {
		var texts []string
		for _, m := range moves {
			if m.Special != Castling {
				texts = append(texts, p.Text(m))
			}
		}
		slices.Sort(texts)
		return texts
	}
	if p.Status().Finished() && p.Status() != Checkmate && p.Status() != Stalemate {
		return
	}
	want, got := text(r.legal(p.Turn())), text(p.Legal())
	if !slices.Equal(want, got) {
		t.Errorf("%s\nlegal moves   %v\nthe slow way %v", p.Line(), got, want)
	}
	royal := r.royal(p.Turn())
	if royal == NoCell {
		return
	}
	if checked := r.attacked(royal, p.Turn().Other()); checked != (p.Status() == Check || p.Status() == Checkmate) {
		t.Errorf("%s\nstatus %s, but attacked is %v", p.Line(), p.Status(), checked)
	}
}

// TestLegalAgreesWithTrying checks that legal moves and check agree with the reference.
func TestLegalAgreesWithTrying(t *testing.T) {
	for _, v := range Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			for _, p := range positionsToTry(t, v) {
				if compareWithReference(t, p); t.Failed() {
					return
				}
			}
		})
	}
}

// positionsToTry returns the positions of the vectors, and each tenth one of a
// random game.
func positionsToTry(t *testing.T, v *Variant) []*Position {
	t.Helper()
	var all []*Position
	if f, err := os.Open("testdata/vectors/positions-" + v.Name + ".txt"); err == nil {
		defer f.Close()
		for scanner := bufio.NewScanner(f); scanner.Scan(); {
			line, _, _ := strings.Cut(scanner.Text(), "\t")
			p, err := ReadPosition(v, line)
			if err != nil {
				t.Fatal(err)
			}
			if p.army(White) != v.Start().army(White) { // full boards take too long
				all = append(all, p)
			}
		}
	}
	random := rand.New(rand.NewPCG(1907, 1))
	p := v.Start()
	for ply := range 160 {
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		if ply%10 == 9 && (ply > 60 || len(legal) < 150) {
			all = append(all, p)
		}
		p = mustPlay(t, p, p.Text(rareMove(p, legal, random)))
	}
	return all
}
