package board

import (
	"bytes"
	"fmt"
	"math"
)

// thumbnailYaw and thumbnailTilt are the angles, in radians, from which a thumbnail shows the
// board. thumbnailStep is the distance between levels, as a part of the largest height of a level
// in the picture.
const (
	thumbnailYaw  = 26 * math.Pi / 180
	thumbnailTilt = 30 * math.Pi / 180
	thumbnailStep = 0.62
	// thumbnailTower is the maximum number of levels of a board that is drawn as one tower.
	thumbnailTower = 5
)

// thumbnailShades are the colours of cells by their class. They are the same as those of the
// boards.
var thumbnailShades = [4]string{"#D3C6A6", "#A3AFA0", "#D9B9A0", "#9DAEC0"}

// thumbnail is a thumbnail that is being drawn.
type thumbnail struct {
	bytes.Buffer
	left, top, right, bottom float64
}

// Thumbnail returns a small picture of a position, as SVG. It shows the levels above each other,
// with a disc for each man.
func Thumbnail(l *Layout, p *Position) []byte {
	men := map[int]int{} // sides by cell
	for _, man := range p.Men {
		men[man.Cell] = man.Side
	}
	sin, cos := math.Sincos(thumbnailYaw)
	step := 0.0
	for i := range l.Levels {
		level := &l.Levels[i]
		step = max(step, thumbnailStep*math.Sin(thumbnailTilt)*(float64(level.Columns())*sin+float64(len(level.Rows))*cos))
	}
	t := &thumbnail{left: math.Inf(1), top: math.Inf(1), right: math.Inf(-1), bottom: math.Inf(-1)}
	tower := len(l.Levels)
	if tower > thumbnailTower {
		tower = (tower + 1) / 2
	}
	wide := 0.0
	for i := range l.Levels {
		wide = max(wide, float64(l.Levels[i].Columns())*cos+float64(len(l.Levels[i].Rows))*sin+0.6)
	}
	for i := len(l.Levels) - 1; i >= 0; i-- { // from the bottom of each tower
		t.level(l, &l.Levels[i], wide*float64(i/tower), step*float64(i%tower), men)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%.1f %.1f %.1f %.1f">`, t.left-3, t.top-6, t.right-t.left+6, t.bottom-t.top+9)
	out.WriteString(`<defs><ellipse id="m0" cy="-1" rx="3.4" ry="3" fill="#FFF" stroke="#15171C" stroke-width=".6"/>`)
	out.WriteString(`<ellipse id="m1" cy="-1" rx="3.4" ry="3" fill="#23262D" stroke="#9DA0A6" stroke-width=".6"/></defs>`)
	out.WriteString(`<g stroke="#15171C" stroke-width=".35" stroke-linejoin="round">`)
	out.Write(t.Bytes())
	out.WriteString("</g></svg>\n")
	return out.Bytes()
}

// level draws the cells of a level, then the men on it.
func (t *thumbnail) level(l *Layout, level *Level, right, down float64, men map[int]int) {
	var discs bytes.Buffer
	for r, row := range level.Rows {
		for k, cell := range row {
			if cell < 0 {
				continue
			}
			x, y := float64(k)-float64(len(row)-1)/2, float64(r)-float64(len(level.Rows)-1)/2
			fmt.Fprintf(t, `<path fill="%s" d="`, thumbnailShades[l.Shades[cell]%len(thumbnailShades)])
			for n, corner := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
				px, py := thumbnailPoint(x+corner[0], y+corner[1], right, down)
				fmt.Fprintf(t, "%c%.1f %.1f", "MLLL"[n], px, py)
				t.left, t.right, t.top, t.bottom = min(t.left, px), max(t.right, px), min(t.top, py), max(t.bottom, py)
			}
			t.WriteString(`z"/>`)
			if side, stands := men[cell]; stands {
				px, py := thumbnailPoint(x, y, right, down)
				fmt.Fprintf(&discs, `<use href="#m%d" x="%.1f" y="%.1f"/>`, side, px, py)
			}
		}
	}
	t.Write(discs.Bytes())
}

// thumbnailPoint returns where a point of a level is drawn, in units of the picture. x and y are
// the distances from the middle of the level in cells, y towards the viewer. right and down are the
// level's distance from the top level.
func thumbnailPoint(x, y, right, down float64) (px, py float64) {
	sin, cos := math.Sincos(thumbnailYaw)
	return 10 * (x*cos + y*sin + right), 10 * ((y*cos-x*sin)*math.Sin(thumbnailTilt) + down)
}
