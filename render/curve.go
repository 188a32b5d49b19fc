package render

import (
	"image"
	"math"
)

// A curve is an arrow from (x0, y0) to its tip at (x2, y2), bent toward
// (x1, y1).
type curve struct {
	x0, y0, x1, y1, x2, y2 float64
	width                  float64
	head                   float64 // length, 0 for none
}

// An arrowhead is a curve whose head is still to be painted.
type arrowhead struct {
	curve
	color rgb
}

// A curvature says to which side a curve leaves the straight line, by a sixth of
// its length.
type curvature float64

const (
	runs   curvature = 0 // straight
	arches curvature = -1
	hangs  curvature = 1
)

// curvatureBetween is straight within a panel, and an arch between two.
func curvatureBetween(one, two *panel) curvature {
	if one == two {
		return runs
	}
	return arches
}

// newCurve joins two cells.
func newCurve(a, b image.Rectangle, bent curvature, width float64, headed bool) curve {
	x0, y0 := middle(a)
	x2, y2 := middle(b)
	length := math.Hypot(x2-x0, y2-y0)
	x1, y1 := (x0+x2)/2, (y0+y2)/2
	if length > 2*float64(b.Dx()) {
		y1 += 0.32 * length * float64(bent) // the curve passes half as high as its control point
	}
	cell := float64(b.Dx())
	gap := 0.5 * cell
	if length < 1.8*cell {
		gap = 0.15 * cell // between neighbours there is room only on the empty cell
	}
	x0, y0 = leave(x0, y0, x1, y1, gap)
	c := curve{x0: x0, y0: y0, x1: x1, y1: y1, width: width}
	// The tip is just inside the edge of the cell.
	steep := max(math.Abs(x1-x2), math.Abs(y1-y2)) / max(1, math.Hypot(x1-x2, y1-y2))
	c.x2, c.y2 = leave(x2, y2, x1, y1, 0.36*cell/max(0.7, steep))
	if headed {
		c.head = min(0.28*cell, 0.5*math.Hypot(c.x2-x0, c.y2-y0))
	}
	return c
}

// at returns a point of the curve, from 0 at its beginning to 1 at its tip.
func (c curve) at(t float64) (x, y float64) {
	u := 1 - t
	return u*u*c.x0 + 2*u*t*c.x1 + t*t*c.x2, u*u*c.y0 + 2*u*t*c.y1 + t*t*c.y2
}

// stubs are the beginning and the end of the curve, straight.
func (c curve) stubs(length float64) []curve {
	first, last := c, c
	first.x2, first.y2 = leave(c.x0, c.y0, c.x1, c.y1, length)
	first.x1, first.y1 = (first.x0+first.x2)/2, (first.y0+first.y2)/2
	first.head = 0
	last.x0, last.y0 = leave(c.x2, c.y2, c.x1, c.y1, length)
	last.x1, last.y1 = (last.x0+last.x2)/2, (last.y0+last.y2)/2
	return []curve{first, last}
}

// neck is where the head begins.
func (c curve) neck() (x, y float64) { return leave(c.x2, c.y2, c.x1, c.y1, c.head) }

// box is the rectangle around the curve.
func (c curve) box() image.Rectangle {
	reach := int(c.width + c.head + 4)
	return image.Rect(int(min(c.x0, c.x1, c.x2)), int(min(c.y0, c.y1, c.y2)), int(max(c.x0, c.x1, c.x2)), int(max(c.y0, c.y1, c.y2))).Inset(-reach)
}

// paintCurve draws the line of a curve in a casing of ink.
func (p *painter) paintCurve(c curve, color rgb) {
	bx, by := c.neck()
	p.vector(c.box(), func(dc *pen) {
		for pass, w := range []float64{c.width + 3, c.width} {
			r, g, bl := []rgb{ink, color}[pass].parts()
			dc.SetRGB255(r, g, bl)
			dc.SetLineCapButt()
			dc.MoveTo(c.x0, c.y0)
			dc.QuadraticTo(c.x1, c.y1, bx, by)
			dc.SetLineWidth(w)
			dc.Stroke()
		}
	})
}

// paintHeadOf draws the head of a curve.
func (p *painter) paintHeadOf(c curve, color rgb) {
	if c.head == 0 {
		return
	}
	bx, by := c.neck()
	reach := int(c.head) + 4
	p.vector(image.Rect(int(c.x2)-reach, int(c.y2)-reach, int(c.x2)+reach, int(c.y2)+reach), func(dc *pen) {
		for pass, rim := range []float64{3, 0} {
			r, g, bl := []rgb{ink, color}[pass].parts()
			dc.SetRGB255(r, g, bl)
			arrowHead(dc, c.x2, c.y2, bx, by, 0.62*c.head, rim)
		}
	})
}

// arrowHead adds a triangle with its tip at (x, y); rim widens it for the
// casing.
func arrowHead(dc *pen, x, y, bx, by, half, rim float64) {
	length := math.Hypot(x-bx, y-by)
	if length == 0 {
		return
	}
	ux, uy := (x-bx)/length, (y-by)/length
	dc.MoveTo(x, y)
	dc.LineTo(bx-uy*half, by+ux*half)
	dc.LineTo(bx+uy*half, by-ux*half)
	dc.ClosePath()
	if rim > 0 {
		dc.SetLineWidth(rim)
		dc.StrokePreserve()
	}
	dc.Fill()
}

// leave returns the point at a distance from (x, y) toward (tx, ty).
func leave(x, y, tx, ty, distance float64) (float64, float64) {
	length := math.Hypot(tx-x, ty-y)
	if length == 0 {
		return x, y
	}
	return x + (tx-x)*distance/length, y + (ty-y)*distance/length
}
