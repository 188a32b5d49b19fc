package render

import (
	"image"
	"math"
	"slices"

	"raumbot/rules"
)

// An arrow is a straight line with a head at its end.
type arrow struct {
	x0, y0, x1, y1 float64
	width, head    float64
	// short arrows only indicate the direction, on the cell of departure.
	short bool
	color rgb
	drawn *sprite // its corner is that of the box
}

// newArrow returns an arrow from the middle of an empty cell to the edge of another or, if it is
// short, towards it.
func newArrow(from, to image.Rectangle, short bool) arrow {
	cell := float64(from.Dx())
	x0, y0 := middle(from)
	x1, y1 := middle(to)
	length := math.Hypot(x1-x0, y1-y0)
	a := arrow{width: max(2, 0.09*cell), head: 0.3 * cell, short: short}
	begin, end := -0.1*cell, length-atEdge(x0-x1, y0-y1, float64(to.Dx())/2)-2
	if short {
		begin, end = -0.26*cell, 0.26*cell
	}
	a.x0, a.y0 = along(x0, y0, x1, y1, begin)
	a.x1, a.y1 = along(x0, y0, x1, y1, end)
	return a
}

// atEdge returns the distance from the middle of a square to its edge in the direction
// (dx, dy); half is half its side.
func atEdge(dx, dy, half float64) float64 {
	return half * math.Hypot(dx, dy) / max(math.Abs(dx), math.Abs(dy))
}

// along returns the point at a distance from (x, y) on the line to (tx, ty).
func along(x, y, tx, ty, distance float64) (float64, float64) {
	length := math.Hypot(tx-x, ty-y)
	if length == 0 {
		return x, y
	}
	return x + (tx-x)*distance/length, y + (ty-y)*distance/length
}

// box returns the bounding rectangle of the arrow.
func (a arrow) box() image.Rectangle {
	reach := int(a.width+a.head) + 3
	return image.Rect(int(min(a.x0, a.x1)), int(min(a.y0, a.y1)), int(max(a.x0, a.x1)), int(max(a.y0, a.y1))).Inset(-reach)
}

// paintArrow draws the arrow from one cell to another of the same panel, where all that it would
// cross is empty; else a short one, on the cell of departure.
func (p *painter) paintArrow(panel *panel, from, to image.Rectangle, short bool, color rgb) {
	a := newArrow(from, to, short)
	a.color = color
	p.drawArrow(&a)
	if !short && p.meetsPiece(panel, a) {
		a = newArrow(from, to, true)
		a.color = color
		p.drawArrow(&a)
	}
	if a.short && slices.ContainsFunc(p.arrows, func(b arrow) bool { return b.color != color && b.covers(from) > 0 }) {
		return // two arrows on one cell cannot be told apart; the cells that they lead to are marked
	}
	p.stampArrow(a)
}

func (p *painter) stampArrow(a arrow) {
	p.arrows = append(p.arrows, a)
	p.stamp(a.drawn, a.box().Min.X, a.box().Min.Y)
}

// covers returns the number of pixels of the arrow in a rectangle.
func (a arrow) covers(r image.Rectangle) int { return a.drawn.covers(r.Sub(a.box().Min)) }

// meetsPiece reports whether an arrow covers anything but empty cells of a panel.
func (p *painter) meetsPiece(panel *panel, a arrow) bool {
	inside := 0
	for i := range panel.spots {
		spot := &panel.spots[i]
		n := a.covers(spot.Rectangle)
		if n > 0 && p.Position.At(spot.cell) != rules.NoPiece {
			return true
		}
		inside += n
	}
	return inside < a.covers(a.box())
}

// drawArrow draws an arrow with an outline of ink.
func (p *painter) drawArrow(a *arrow) {
	nx, ny := along(a.x1, a.y1, a.x0, a.y0, a.head) // the neck, where the head begins
	ux, uy := along(0, 0, a.x1-a.x0, a.y1-a.y0, 1)
	half := 0.62 * a.head
	a.drawn = newSprite(p.palette, a.box().Dx(), a.box().Dy(), shifted(a.box(), func(dc *pen) {
		for pass, rim := range []float64{3, 0} {
			r, g, b := []rgb{ink, a.color}[pass].parts()
			dc.SetRGB255(r, g, b)
			dc.SetLineCapButt()
			dc.DrawLine(a.x0, a.y0, nx, ny)
			dc.SetLineWidth(a.width + rim)
			dc.Stroke()
			dc.MoveTo(a.x1, a.y1)
			dc.LineTo(nx-uy*half, ny+ux*half)
			dc.LineTo(nx+uy*half, ny-ux*half)
			dc.ClosePath()
			if rim > 0 {
				dc.SetLineWidth(rim)
				dc.StrokePreserve()
			}
			dc.Fill()
		}
	}))
}
