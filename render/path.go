package render

import (
	"fmt"
	"strconv"
	"strings"
)

// A path is a drawing in a unit square, x to the right and y down.
type path []stroke

// A stroke is one step of a path.
type stroke struct {
	op byte
	n  [4]float64
}

var operands = map[byte]int{'M': 2, 'L': 2, 'Q': 4, 'O': 3, 'Z': 0}

// shape parses a path written as M x y (move), L x y (line), Q cx cy x y
// (quadratic curve), O x y r (circle), Z (close). It panics on anything else.
func shape(text string) path {
	var p path
	for fields := strings.Fields(text); len(fields) > 0; {
		s := stroke{op: fields[0][0]}
		wanted, known := operands[s.op]
		fields[0] = fields[0][1:]
		if wanted == 0 {
			fields = fields[1:]
		}
		if !known || len(fields) < wanted {
			panic(fmt.Sprintf("render: a path does not read: %s", text))
		}
		for i, field := range fields[:wanted] {
			n, err := strconv.ParseFloat(field, 64)
			if err != nil {
				panic(fmt.Sprintf("render: a path does not read: %s: %v", text, err))
			}
			s.n[i] = n
		}
		fields = fields[wanted:]
		p = append(p, s)
	}
	return p
}

// trace adds the path to the context, scaled to side pixels, with the upper left corner
// at (x, y).
func (p path) trace(dc *pen, x, y, side float64) {
	for _, s := range p {
		px, py := x+s.n[0]*side, y+s.n[1]*side
		switch s.op {
		case 'M':
			dc.MoveTo(px, py)
		case 'L':
			dc.LineTo(px, py)
		case 'Q':
			dc.QuadraticTo(px, py, x+s.n[2]*side, y+s.n[3]*side)
		case 'O':
			dc.NewSubPath()
			dc.DrawCircle(px, py, s.n[2]*side)
			dc.ClosePath()
		case 'Z':
			dc.ClosePath()
		}
	}
}
