package rules

import (
	"regexp"
	"strings"
)

var cellLike = regexp.MustCompile(`^[a-z]{1,2}[0-9]{1,2}`)

// cellsIn splits a word that consists of cells, such as "we1we4" or "we1xwe4". takes reports an x
// between or before them. If the word has that form but a cell is not on the board, wrong is that
// cell.
func (p *Position) cellsIn(word string) (cells []Cell, takes bool, wrong string) {
	if _, isCode := p.variant.KindByCode(strings.ToUpper(word)); isCode {
		return nil, false, ""
	}
	if cells, takes := p.cutCells(word); cells != nil {
		return cells, takes, ""
	}
	for rest := word; rest != ""; {
		name := cellLike.FindString(rest)
		if name == "" {
			return nil, false, ""
		}
		_, onBoard := p.variant.Board.Cell(name)
		if !onBoard && name[0] == 'x' && len(name) > 1 {
			_, onBoard = p.variant.Board.Cell(name[1:])
		}
		if !onBoard && wrong == "" {
			wrong = name
		}
		rest = rest[len(name):]
	}
	return nil, false, wrong
}

// cutCells cuts a word into cells of the board, with or without an x before
// each. A cell that begins with x is tried first, so that "wd2xd3" goes to xd3
// where there is such a cell.
func (p *Position) cutCells(word string) (cells []Cell, takes bool) {
	if name := cellLike.FindString(word); name != "" {
		if c, ok := p.variant.Board.Cell(name); ok {
			if name == word {
				return []Cell{c}, false
			}
			if behind, takes := p.cutCells(word[len(name):]); behind != nil {
				return append([]Cell{c}, behind...), takes
			}
		}
	}
	if rest, ok := strings.CutPrefix(word, "x"); ok {
		cells, _ = p.cutCells(rest)
		return cells, cells != nil
	}
	return nil, false
}

// splitGlued splits a word in which a piece's code or name is joined to cells:
// "spywe1" or "d7c8que".
func (p *Position) splitGlued(word string) (before string, cells []Cell, behind string, takes bool) {
	isName := func(s string) bool { return s == "" || p.variant.KindsNamed(s) != nil }
	for first := range len(word) {
		if !isName(word[:first]) {
			continue
		}
		for last := len(word); last > first; last-- {
			if !isName(word[last:]) {
				continue
			}
			if cells, takes := p.cutCells(word[first:last]); cells != nil {
				return word[:first], cells, word[last:], takes
			}
		}
	}
	return "", nil, "", false
}
