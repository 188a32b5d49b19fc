package render

import (
	"fmt"
	"image"
	"strings"
)

// Curve is how a game went: what each position of it was worth, and how well both sides played.
type Curve struct {
	Title string
	Note  string // a line below the title
	// Points are the positions of the game in order, from its start on.
	Points []CurvePoint
	// Sides tell of White and of Black.
	Sides [2]CurveSide
	Theme Theme
	// Say words what is told; nil does it in English.
	Say Say
}

// CurvePoint is a position on a [Curve].
type CurvePoint struct {
	// Chances are White's, from -1 for a loss to 1 for a win. They have no meaning where the
	// position is Hidden.
	Chances float64
	Hidden  bool
	// Figure writes the worth of the position, for those who read it in words.
	Figure string
	// Fault is what the move that led here was.
	Fault Fault
}

// Fault is how bad a move was.
type Fault uint8

// The faults, from none to the worst.
const (
	NoFault Fault = iota
	Inaccuracy
	Mistake
	Blunder
)

// Sign is how annotators mark the fault behind the move.
func (f Fault) Sign() string { return [...]string{"", "?!", "?", "??"}[f] }

// CurveSide is how a side played: its player, and two figures in words. Empty ones are left out.
type CurveSide struct {
	Name     string
	Accuracy string // such as "92 %"
	Loss     string // on the average, in Pawns
	Faults   [Blunder + 1]int
}

// Dimensions of a curve, in pixels.
const (
	curveWidth  = glanceWidth
	curveTop    = 164
	curveHeight = 480
	curveAxis   = 62 // below the curve, for the numbers of moves
	curveText   = 42.0
	curveSmall  = 33.0
	curveRow    = 72
	curveHead   = 64
)

// PNG draws the curve.
func (v Curve) PNG() ([]byte, error) {
	if len(v.Points) < 2 {
		return nil, fmt.Errorf("a curve of %d positions", len(v.Points))
	}
	colors := &themes[v.Theme]
	c := newCanvas(curveWidth, curveTop+curveHeight+curveAxis+curveHead+2*curveRow+tableMargin, palettes[v.Theme]())
	c.fill(c.Rect, colors.background)
	caption{v.Title, v.Note, v.Theme}.paint(c)
	field := image.Rect(tableMargin, curveTop, curveWidth-tableMargin, curveTop+curveHeight)
	v.paintField(c, field)
	v.paintAxis(c, field)
	v.paintFaults(c, field)
	v.paintSides(c, field.Max.Y+curveAxis)
	return c.encode()
}

// at is where a position lies on a field.
func (v Curve) at(field image.Rectangle, i int) (x, y float64) {
	x = float64(field.Min.X) + float64(field.Dx())*float64(i)/float64(len(v.Points)-1)
	share := (1 - min(max(v.Points[i].Chances, -1), 1)) / 2
	return x, float64(field.Min.Y) + 3 + share*float64(field.Dy()-6)
}

// paintField fills what is White's below the curve, and what is Black's above it. What is hidden
// stays empty.
func (v Curve) paintField(c *canvas, field image.Rectangle) {
	colors := &themes[v.Theme]
	c.fill(field.Inset(-2), colors.edge)
	c.fill(field, colors.cells[0])
	paint := func(dc *pen, color rgb) {
		r, g, b := color.parts()
		dc.SetRGB255(r, g, b)
	}
	runs := v.runs()
	c.vector(field, func(dc *pen) {
		for _, run := range runs {
			for side, edge := range []float64{float64(field.Max.Y), float64(field.Min.Y)} {
				paint(dc, colors.sides[side].fill)
				v.trace(dc, field, run)
				right, _ := v.at(field, run[1])
				left, _ := v.at(field, run[0])
				dc.LineTo(right, edge)
				dc.LineTo(left, edge)
				dc.ClosePath()
				dc.Fill()
			}
		}
	})
	middle := field.Min.Y + field.Dy()/2
	c.fill(image.Rect(field.Min.X, middle-1, field.Max.X, middle+1), colors.thin)
	c.vector(field, func(dc *pen) {
		dc.SetLineJoinRound()
		for pass, width := range []float64{12, 7} {
			paint(dc, []rgb{ink, colors.mark}[pass])
			dc.SetLineWidth(width)
			for _, run := range runs {
				v.trace(dc, field, run)
				dc.Stroke()
			}
		}
	})
}

// runs are the first and the last of neighbouring positions that are not hidden.
func (v Curve) runs() (all [][2]int) {
	first := -1
	for i := 0; i <= len(v.Points); i++ {
		switch hidden := i == len(v.Points) || v.Points[i].Hidden; {
		case !hidden && first < 0:
			first = i
		case hidden && first >= 0:
			if i-1 > first {
				all = append(all, [2]int{first, i - 1})
			}
			first = -1
		}
	}
	return all
}

// trace follows the curve along a run.
func (v Curve) trace(dc *pen, field image.Rectangle, run [2]int) {
	x, y := v.at(field, run[0])
	dc.MoveTo(x, y)
	for i := run[0] + 1; i <= run[1]; i++ {
		x, y := v.at(field, i)
		dc.LineTo(x, y)
	}
}

// paintAxis writes the numbers of some moves below the field, counted for both sides together as
// players count them.
func (v Curve) paintAxis(c *canvas, field image.Rectangle) {
	moves := len(v.Points) / 2
	step := 1
	for _, wider := range []int{2, 5, 10, 20, 50} {
		if moves/step <= 12 {
			break
		}
		step = wider
	}
	color := themes[v.Theme].text
	for n := step; n <= moves; n += step {
		x, _ := v.at(field, 2*n-1)
		c.fill(image.Rect(int(x)-2, field.Max.Y+2, int(x)+2, field.Max.Y+12), color)
		at := min(max(x, float64(field.Min.X)+12), float64(field.Max.X)-20)
		c.text(label{fmt.Sprint(n), captionNote, color, v.Theme}, at, float64(field.Max.Y)+36, centred)
	}
}

// paintFaults marks bad moves on the curve: blunders by a disc, mistakes by a diamond,
// inaccuracies by a small square. The worse stand on the others.
func (v Curve) paintFaults(c *canvas, field image.Rectangle) {
	colors := &themes[v.Theme]
	for fault := Inaccuracy; fault <= Blunder; fault++ {
		for i, p := range v.Points {
			if p.Fault != fault || p.Hidden {
				continue
			}
			x, y := v.at(field, i)
			radius := []float64{0, 11, 17, 21}[fault]
			x = min(max(x, float64(field.Min.X)+radius), float64(field.Max.X)-radius)
			y = min(max(y, float64(field.Min.Y)+radius), float64(field.Max.Y)-radius)
			c.vector(image.Rect(int(x-radius)-10, int(y-radius)-10, int(x+radius)+10, int(y+radius)+10), func(dc *pen) { faultSign(dc, colors, fault, x, y, radius) })
		}
	}
}

// faultSign draws the sign of a fault, in casings of ink and of the background, so that it shows
// on White's field and on Black's.
func faultSign(dc *pen, colors *colours, fault Fault, x, y, radius float64) {
	for pass, rim := range []float64{8, 4, 0} {
		r, g, b := []rgb{ink, colors.background, []rgb{0, colors.mark, orange, colors.check}[fault]}[pass].parts()
		dc.SetRGB255(r, g, b)
		size := radius + rim - 4
		switch fault {
		case Blunder:
			dc.DrawCircle(x, y, size)
		case Mistake:
			dc.MoveTo(x, y-1.2*size)
			dc.LineTo(x+1.2*size, y)
			dc.LineTo(x, y+1.2*size)
			dc.LineTo(x-1.2*size, y)
			dc.ClosePath()
		default:
			dc.DrawRectangle(x-0.8*size, y-0.8*size, 1.6*size, 1.6*size)
		}
		dc.Fill()
	}
}

// columns of the table below the curve: the right ends of accuracy and loss, then the middles of
// the signs of faults.
var curveColumns = struct {
	name, accuracy, loss int
	faults               [Blunder + 1]int
}{name: 90, accuracy: 650, loss: 920, faults: [...]int{0, 1020, 1122, 1224}}

// paintSides tells how both sides played, in a table below a line.
func (v Curve) paintSides(c *canvas, top int) {
	colors := &themes[v.Theme]
	at := curveColumns
	head := float64(top) + curveHead/2
	c.text(label{v.Say.of("accuracy"), curveSmall, colors.text, v.Theme}, float64(at.accuracy), head, rightAlign)
	c.text(label{v.Say.of("average loss"), curveSmall, colors.text, v.Theme}, float64(at.loss), head, rightAlign)
	for fault := Inaccuracy; fault <= Blunder; fault++ {
		c.text(label{fault.Sign(), curveSmall, colors.text, v.Theme}, float64(at.faults[fault])+2, head, rightAlign)
		x := float64(at.faults[fault]) + 26
		c.vector(image.Rect(int(x)-26, int(head)-26, int(x)+26, int(head)+26), func(dc *pen) {
			faultSign(dc, colors, fault, x, head, []float64{0, 10, 13, 16}[fault])
		})
	}
	for side, s := range v.Sides {
		y := top + curveHead + side*curveRow
		middle := float64(y) + curveRow/2
		c.fill(image.Rect(tableMargin, y, curveWidth-tableMargin, y+2), colors.thin)
		c.vector(image.Rect(tableMargin, y+3, at.name, y+curveRow), func(dc *pen) {
			for pass, radius := range []float64{21, 18} {
				r, g, b := []rgb{colors.sides[side].line, colors.sides[side].fill}[pass].parts()
				dc.SetRGB255(r, g, b)
				dc.DrawCircle(tableMargin+24, middle, radius)
				dc.Fill()
			}
		})
		room := float64(at.accuracy - at.name - 150)
		c.text(label{shorten(s.Name, curveText, room), curveText, colors.text, v.Theme}, float64(at.name), middle, leftAlign)
		c.text(label{s.Accuracy, curveText, colors.text, v.Theme}, float64(at.accuracy), middle, rightAlign)
		c.text(label{s.Loss, curveText, colors.text, v.Theme}, float64(at.loss), middle, rightAlign)
		for fault := Inaccuracy; fault <= Blunder; fault++ {
			c.text(label{fmt.Sprint(s.Faults[fault]), curveText, colors.text, v.Theme}, float64(at.faults[fault]), middle, centred)
		}
	}
}

// Alt tells the curve in a paragraph: who played how well.
func (v Curve) Alt() string {
	words := []string{v.Title + ". " + v.Note + "."}
	for _, s := range v.Sides {
		if s.Accuracy != "" {
			words = append(words, v.Say.of("%s: accuracy %s, average loss %s, inaccuracies %d, mistakes %d, blunders %d.", s.Name, s.Accuracy, s.Loss, s.Faults[Inaccuracy], s.Faults[Mistake], s.Faults[Blunder]))
		}
	}
	return strings.Join(words, " ")
}

// Words tell the worth of every position, in lines of ten moves. How well both sides played is in
// [Curve.Alt].
func (v Curve) Words() string {
	lines := []string{v.Say.of("What the positions are worth, in Pawns, + for White, after the moves of White and of Black:")}
	const perLine = 10
	for first := 1; first < len(v.Points); first += 2 * perLine {
		var words []string
		for i := first; i < min(first+2*perLine, len(v.Points)); i += 2 {
			words = append(words, fmt.Sprintf("%d. %s", i/2+1, v.figures(i)))
		}
		lines = append(lines, strings.Join(words, "; "))
	}
	return strings.Join(lines, "\n")
}

// figures writes the worth after a move of White's, and after Black's answer.
func (v Curve) figures(i int) string {
	var words []string
	for _, p := range v.Points[i:min(i+2, len(v.Points))] {
		if p.Hidden {
			words = append(words, v.Say.of("left out"))
			continue
		}
		words = append(words, p.Figure+p.Fault.Sign())
	}
	return strings.Join(words, " ")
}
