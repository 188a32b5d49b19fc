package main

import (
	"math/rand"
	"slices"
	"strings"

	"raumbot/render"
	"raumbot/rules"
)

// A truth is a question's subject with the correct answer.
type truth struct{ about, text string }

// Subjects of questions about the move and a check.
var aboutMove = []string{"turn", "mover", "from", "to", "captured", "check", "royal"}

var letters = map[rules.Side]string{rules.White: "w", rules.Black: "b"}

// truths returns ten questions: seven about the side to move, the last move and a check, one each
// about a cell near the arrival and a cell on another level that the move concerns, and one about
// the side on a cell of any further level.
func truths(s render.Scene, dice *rand.Rand) []truth {
	p, board := s.Position, s.Position.Variant().Board
	to := s.Last.To
	if s.Last.Special == rules.RifleCapture { // the piece stays where it is
		to = s.Last.From
	}
	_, victim := s.Before.Capture(s.Last)
	captured, royal := "-", "-"
	if victim != rules.NoPiece {
		captured = p.Variant().Kind(victim).Code
	}
	var checks []string
	for _, c := range p.Checkers() {
		checks = append(checks, board.Name(c))
	}
	check := strings.Join(checks, "+")
	if checks == nil {
		check = "-"
	} else {
		royal = board.Name(p.Royal(p.Turn()))
	}
	var list []truth
	for i, text := range []string{
		letters[p.Turn()], p.Variant().Kind(s.Before.At(s.Last.From)).Code,
		board.Name(s.Last.From), board.Name(to), captured, check, royal,
	} {
		list = append(list, truth{aboutMove[i], text})
	}
	near, second, other := asked(s, dice)
	list = append(list, truth{board.Name(near), standing(p, near)}, truth{board.Name(second), standing(p, second)})
	side, _, _ := strings.Cut(standing(p, other), " ")
	return append(list, truth{"side " + board.Name(other), side})
}

// standing says what stands on a cell.
func standing(p *rules.Position, c rules.Cell) string {
	piece := p.At(c)
	if piece == rules.NoPiece {
		return "-"
	}
	return letters[piece.Side()] + " " + p.Variant().Kind(piece).Code
}

// asked chooses the cells of the last three questions, occupied ones with a chance of two thirds.
func asked(s render.Scene, dice *rand.Rand) (near, second, other rules.Cell) {
	board := s.Position.Variant().Board
	to := board.Place(s.Last.To)
	levels := []int{to.Level, board.Place(s.Last.From).Level}
	if royal := s.Position.Royal(s.Position.Turn()); royal != rules.NoCell && len(s.Position.Checkers()) > 0 {
		levels[1] = board.Place(royal).Level
	}
	pick := func(fits func(place rules.Place) bool) rules.Cell {
		occupied := dice.Intn(3) > 0
		best := rules.NoCell
		for _, n := range dice.Perm(board.Len()) {
			c := rules.Cell(n)
			if c == s.Last.To || c == near || c == second || !fits(board.Place(c)) {
				continue
			}
			if best == rules.NoCell || (s.Position.At(c) != rules.NoPiece) == occupied && (s.Position.At(best) != rules.NoPiece) != occupied {
				best = c
			}
		}
		return best
	}
	anywhere := func(rules.Place) bool { return true }
	or := func(c rules.Cell) rules.Cell {
		if c == rules.NoCell {
			return pick(anywhere)
		}
		return c
	}
	near, second = rules.NoCell, rules.NoCell
	within := func(a, b int) bool { return max(a, b)-min(a, b) <= 2 }
	near = or(pick(func(at rules.Place) bool {
		return at.Level == to.Level && within(at.File, to.File) && within(at.Rank, to.Rank)
	}))
	second = or(pick(func(at rules.Place) bool { return at.Level == levels[1] }))
	other = or(pick(func(at rules.Place) bool { return !slices.Contains(levels, at.Level) }))
	return near, second, other
}
