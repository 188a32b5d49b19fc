package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"raumbot/bench/prover"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

const (
	// steps is how often a composition is changed before another is begun.
	steps = 80
	// mostAttackers limits the winner's men in a composition.
	mostAttackers = 14
	// mostDefenders limits the loser's men with which a composition begins.
	mostDefenders = 6
)

// compose looks for wins in positions composed of some men of the array, or of a position from a
// puzzle that is won in one move. The men stand on cells that they could reach. compose removes
// attackers from wins that are too short, adds some to other positions, and moves men. It takes
// back a change after which the position is not won any more.
func (m *miner) compose(ctx context.Context, v *rules.Variant) error {
	sources := won(v)
	for i := 0; !m.done(); i++ {
		if len(sources) > 0 && i%3 < 2 {
			m.disarm(sources[m.random.IntN(len(sources))])
			continue
		}
		c := newComposition(v, m.random, sources)
		before, wins := c, 0
		var taken [deepest + 1]int
		for range steps {
			if m.done() {
				break
			}
			p, ok := c.position()
			line, n := "", 0
			if ok {
				line, n = forced(p)
			}
			if n > 0 {
				m.take(line+"\t"+composed, n, &taken)
			}
			if ok && (n > 0 || wins == 0) {
				before, wins = c, n
			}
			c = before.changed(wins)
		}
		if err := m.write(); err != nil {
			return err
		}
	}
	return nil
}

// forced is like [proven], for compositions, of which most are not won. In games with a royal piece
// it first looks for wins by checks, which is fast. Only if there are any does it look for quieter
// wins in fewer moves.
func forced(p *rules.Position) (line string, n int) {
	nodes := fewNodes * len(p.Legal())
	if p.Royal(rules.White) == rules.NoCell {
		return proven(p, nodes)
	}
	check := prover.New(p, nodes)
	check.Forcing = true
	if _, ok := check.WinIn(deepest); !ok || check.Spent() {
		return "", 0
	}
	return proven(p, mostNodes)
}

// disarm goes back from a win in one move to the winner's earlier moves. There it removes the
// loser's men that parried a threat, one after the other, and takes the positions that become
// forced wins.
func (m *miner) disarm(source *puzzle.Puzzle) {
	var taken [deepest + 1]int
	for n := 2; n <= deepest; n++ {
		earlier := *source
		cut := len(source.Record) - 2*(n-1)
		if cut < 1 || m.found[n] >= m.each {
			continue
		}
		earlier.Record = source.Record[:cut]
		p, err := earlier.Position(0)
		if err != nil {
			panic(err) // cannot happen: the tests of the puzzles read them all
		}
		c := compositionOf(p, m.random)
		for range steps {
			p, ok := c.position()
			if !ok || m.done() {
				break
			}
			move, err := p.ReadText(source.Record[cut])
			if err != nil {
				break
			}
			check := prover.New(p, mostNodes)
			if check.Wins(move, n) {
				if line, n := proven(p, mostNodes); n > 1 {
					m.take(line+"\t"+composed, n, &taken)
				}
				break
			}
			if reply, ok := check.Saves(); !ok || check.Spent() || !c.remove(p.Turn().Other(), reply.From) {
				break
			}
		}
	}
}

// won returns the puzzles of a variant that are won in one move.
func won(v *rules.Variant) []*puzzle.Puzzle {
	return slices.DeleteFunc(slices.Clone(puzzle.Of(v.Name)), func(p *puzzle.Puzzle) bool { return p.Wins != 1 })
}

// A man is a piece on a cell.
type man struct {
	piece rules.Piece
	cell  rules.Cell
}

// A composition is a position of few men in the making. The first kept men of each player stay.
type composition struct {
	v      *rules.Variant
	random *rand.Rand
	winner rules.Side
	men    [2][]man
	kept   [2]int
}

// newComposition returns a composition with a part of the men of one of the puzzles or, if there
// are no puzzles, with a few men of the array.
func newComposition(v *rules.Variant, random *rand.Rand, sources []*puzzle.Puzzle) *composition {
	if len(sources) > 0 {
		p, err := sources[random.IntN(len(sources))].Position(0)
		if err != nil {
			panic(err) // cannot happen: the tests of the puzzles read them all
		}
		c := compositionOf(p, random)
		for s, men := range c.men {
			c.men[s] = men[:len(men)-random.IntN(len(men)-c.kept[s]+1)]
		}
		return c
	}
	c := &composition{v: v, random: random, winner: rules.Side(random.IntN(2))}
	for _, s := range []rules.Side{rules.White, rules.Black} {
		for _, one := range c.shuffled(v.Start(), s) {
			if c.needs(s, one.piece) {
				c.place(s, one)
			}
		}
		c.kept[s] = len(c.men[s])
	}
	for range mostAttackers / 2 {
		c.add(c.winner)
	}
	for range random.IntN(mostDefenders + 1) {
		c.add(c.winner.Other())
	}
	return c
}

// compositionOf returns a composition with all men of a position, whose player to move is
// the winner.
func compositionOf(p *rules.Position, random *rand.Rand) *composition {
	c := &composition{v: p.Variant(), random: random, winner: p.Turn()}
	for _, s := range []rules.Side{rules.White, rules.Black} {
		var others []man
		for _, one := range c.shuffled(p, s) {
			if c.needs(s, one.piece) {
				c.men[s] = append(c.men[s], one)
			} else {
				others = append(others, one)
			}
		}
		c.kept[s] = len(c.men[s])
		c.men[s] = append(c.men[s], others...)
	}
	return c
}

// remove removes the man on a cell. It returns false if its player needs it.
func (c *composition) remove(s rules.Side, cell rules.Cell) bool {
	i := slices.IndexFunc(c.men[s], func(one man) bool { return one.cell == cell })
	if i < c.kept[s] {
		return false
	}
	c.men[s] = slices.Delete(c.men[s], i, i+1)
	return true
}

// shuffled returns a player's men in a position, in random order.
func (c *composition) shuffled(p *rules.Position, s rules.Side) []man {
	var all []man
	for cell := range rules.Cell(c.v.Board.Len()) {
		if piece := p.At(cell); piece != rules.NoPiece && piece.Side() == s {
			all = append(all, man{piece, cell})
		}
	}
	c.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// needs reports whether a player needs a piece: the royal piece, a piece that keeps the
// winner's others from being frozen, and as many pieces of each family as must be kept, one
// more for the winner.
func (c *composition) needs(s rules.Side, piece rules.Piece) bool {
	kind := c.v.Kind(piece)
	if kind.Royal {
		return true
	}
	count := func(codes ...string) (n int) {
		for _, one := range c.men[s] {
			if slices.Contains(codes, c.v.Kind(one.piece).Code) {
				n++
			}
		}
		return n
	}
	least := c.v.Survival.Min
	if s == c.winner {
		least++
	}
	for _, family := range c.v.Survival.Families {
		if slices.Contains(family, kind.Code) && count(family...) < least {
			return true
		}
	}
	frees := slices.ContainsFunc(c.v.Kinds, func(k rules.Kind) bool { return k.Freeze == kind.Code })
	return frees && s == c.winner && count(kind.Code) == 0
}

// place puts a man on a random empty cell that it could reach, given the cells to which it
// is bound.
func (c *composition) place(s rules.Side, one man) {
	board := c.v.Board
	for range 50 {
		cell := rules.Cell(c.random.IntN(board.Len()))
		if board.BishopBinding(cell) == board.BishopBinding(one.cell) && board.UnicornBinding(cell) == board.UnicornBinding(one.cell) && !c.taken(cell) {
			c.men[s] = append(c.men[s], man{one.piece, cell})
			return
		}
	}
}

func (c *composition) taken(cell rules.Cell) bool {
	on := func(one man) bool { return one.cell == cell }
	return slices.ContainsFunc(c.men[rules.White], on) || slices.ContainsFunc(c.men[rules.Black], on)
}

// add adds a man of a kind of which the array has more men than the composition.
func (c *composition) add(s rules.Side) {
	all := c.shuffled(c.v.Start(), s)
	for _, one := range all {
		same := func(other man) bool { return other.piece == one.piece }
		if kind := c.v.Kind(one.piece); kind.Royal || kind.Pawn || number(all, same) <= number(c.men[s], same) {
			continue
		}
		c.place(s, one)
		return
	}
}

func number(men []man, which func(man) bool) (n int) {
	for _, one := range men {
		if which(one) {
			n++
		}
	}
	return n
}

// position returns the composition as a position in which the winner is to move. ok is false if
// there can be no such position, or the game is over in it.
func (c *composition) position() (p *rules.Position, ok bool) {
	var armies [2]string
	for s, men := range c.men {
		var words []string
		for _, one := range men {
			words = append(words, c.v.Kind(one.piece).Code+c.v.Board.Name(one.cell))
		}
		slices.Sort(words)
		armies[s] = strings.Join(words, ",")
	}
	turn := "w"
	if c.winner == rules.Black {
		turn = "b"
	}
	p, err := rules.ReadPosition(c.v, fmt.Sprintf("%s %s %s - - - 0 100", turn, armies[0], armies[1]))
	return p, err == nil && !p.Status().Finished()
}

// changed returns a changed copy of the composition. wins is the number of moves in which the
// winner wins, 0 if it does not.
func (c *composition) changed(wins int) *composition {
	next := *c
	c = &next
	for s := range c.men {
		c.men[s] = slices.Clone(c.men[s])
	}
	s := c.winner
	extra := len(c.men[s]) - c.kept[s]
	switch {
	case wins == 1 && extra > 0 && c.random.IntN(2) == 0:
		i := c.kept[s] + c.random.IntN(extra)
		c.men[s] = slices.Delete(c.men[s], i, i+1)
	case wins == 0 && extra < mostAttackers && c.random.IntN(2) == 0:
		c.add(s)
	case c.random.IntN(3) == 0:
		c.move(s.Other())
	default:
		c.move(s)
	}
	return c
}

// move moves one of a player's men to another cell, or removes it if it is a Pawn.
func (c *composition) move(s rules.Side) {
	i := c.random.IntN(len(c.men[s]))
	one := c.men[s][i]
	before := len(c.men[s])
	switch {
	case !c.v.Kind(one.piece).Pawn:
		if c.place(s, one); len(c.men[s]) > before {
			c.men[s][i] = c.men[s][before]
			c.men[s] = c.men[s][:before]
		}
	case i >= c.kept[s]:
		c.men[s] = slices.Delete(c.men[s], i, i+1)
	}
}
