package render

import (
	"math"

	"github.com/fogleman/gg"
)

// A pen is a gg context that snaps every point to a grid of 1/64 pixel, slightly
// offset from the border between two grid steps. The rasteriser uses integers in
// such steps, so that the picture does not depend on how a processor rounds the
// last bit of a product, for example by fused multiply-add.
type pen struct{ *gg.Context }

// snap rounds a length to the grid. The offset keeps exact halves, which are
// common, from being rounded to either side.
func snap(x float64) float64 {
	return (math.Floor(x*64+0.5+1e-6) + 0.25) / 64
}

func (p *pen) MoveTo(x, y float64) { p.Context.MoveTo(snap(x), snap(y)) }
func (p *pen) LineTo(x, y float64) { p.Context.LineTo(snap(x), snap(y)) }

func (p *pen) QuadraticTo(cx, cy, x, y float64) {
	p.Context.QuadraticTo(snap(cx), snap(cy), snap(x), snap(y))
}

func (p *pen) SetLineWidth(width float64) { p.Context.SetLineWidth(snap(width)) }

func (p *pen) DrawLine(x0, y0, x1, y1 float64) {
	p.MoveTo(x0, y0)
	p.LineTo(x1, y1)
}

func (p *pen) DrawRectangle(x, y, width, height float64) {
	p.NewSubPath()
	p.MoveTo(x, y)
	p.LineTo(x+width, y)
	p.LineTo(x+width, y+height)
	p.LineTo(x, y+height)
	p.ClosePath()
}

func (p *pen) DrawCircle(x, y, r float64) { p.DrawEllipse(x, y, r, r) }

// The tangent of 22.5° and the sine of 45°: an ellipse is drawn as eight quadratic
// curves, which deviate by less than a thousandth of the radius.
const (
	tangent = 0.414213562
	sine    = 0.707106781
)

func (p *pen) DrawEllipse(x, y, rx, ry float64) {
	octants := [8][4]float64{ // control point and end point
		{1, tangent, sine, sine}, {tangent, 1, 0, 1}, {-tangent, 1, -sine, sine}, {-1, tangent, -1, 0},
		{-1, -tangent, -sine, -sine}, {-tangent, -1, 0, -1}, {tangent, -1, sine, -sine}, {1, -tangent, 1, 0},
	}
	p.NewSubPath()
	p.MoveTo(x+rx, y)
	for _, o := range octants {
		p.QuadraticTo(x+o[0]*rx, y+o[1]*ry, x+o[2]*rx, y+o[3]*ry)
	}
	p.ClosePath()
}

// DrawRoundedRectangle draws each corner with two curves.
func (p *pen) DrawRoundedRectangle(x, y, width, height, r float64) {
	p.NewSubPath()
	p.MoveTo(x+r, y)
	for _, c := range [4][6]float64{ // centre of the corner, then unit vectors in and out
		{x + width - r, y + r, 0, -1, 1, 0}, {x + width - r, y + height - r, 1, 0, 0, 1},
		{x + r, y + height - r, 0, 1, -1, 0}, {x + r, y + r, -1, 0, 0, -1},
	} {
		cx, cy, ax, ay, bx, by := c[0], c[1], c[2], c[3], c[4], c[5]
		p.LineTo(cx+ax*r, cy+ay*r)
		p.QuadraticTo(cx+(ax+tangent*bx)*r, cy+(ay+tangent*by)*r, cx+sine*(ax+bx)*r, cy+sine*(ay+by)*r)
		p.QuadraticTo(cx+(bx+tangent*ax)*r, cy+(by+tangent*ay)*r, cx+bx*r, cy+by*r)
	}
	p.ClosePath()
}
