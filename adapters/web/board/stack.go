package board

import "math"

// Tower is how the levels are stacked. Lengths are in cells.
type Tower struct {
	// Towers has the levels of each tower from the top; the left tower is first.
	Towers [][]int `json:"towers"`
	// Tilt and Yaw are the camera's initial angles in degrees, above the horizon and about the
	// vertical; YawLeast and YawMost limit the yaw.
	Tilt     float64 `json:"tilt"`
	Yaw      float64 `json:"yaw"`
	YawLeast float64 `json:"yawLeast"`
	YawMost  float64 `json:"yawMost"`
	// Rise has the height of each level above the lowest if all are in one tower, such that no level
	// covers another.
	Rise []float64 `json:"rise"`
	// Men is the width of a man.
	Men float64 `json:"men"`
	// Cell is the side of a cell in pixels in a window of 1280 by 800.
	Cell float64 `json:"-"`
}

// The space between a level and the one below it.
const (
	slack      = 0.03
	slackUnder = 0.3 // if their sizes differ, as men in the middle of the far side need more space
)

// crown is how far a man rises above the farthest cell.
const crown = 0.7

// twoTowers is the factor by which two towers must enlarge the cells for a stack to be split.
const twoTowers = 1.2

// towerOf stacks levels in one tower, or in two if that makes the cells much larger.
func towerOf(levels []Level) Tower {
	t := Tower{Tilt: 22, Yaw: 26, YawLeast: 20, YawMost: 45, Men: 0.74}
	files, ranks, same := 0, 0, true
	for i := range levels {
		same = same && levels[i].Columns() == levels[0].Columns()
		files, ranks = max(files, levels[i].Columns()), max(ranks, len(levels[i].Rows))
	}
	if ranks >= 2*files { // the long side goes across the screen
		t.Tilt, t.Yaw, t.YawLeast, t.YawMost, t.Men = 28, 54, 46, 62, 0.66
	}
	one := t.divided(levels, split(len(levels), 1))
	if !same || len(levels) < 2 {
		return one // levels of several sizes stay in one tower
	}
	if two := t.divided(levels, split(len(levels), 2)); two.Cell >= twoTowers*one.Cell {
		return two
	}
	return one
}

// split divides a number of levels among towers, the upper ones first.
func split(levels, towers int) [][]int {
	parts := make([][]int, towers)
	for i := range levels {
		k := i * towers / levels
		parts[k] = append(parts[k], i)
	}
	return parts
}

// divided returns a copy of t with the levels divided into the given towers, and with the lengths
// computed.
func (t Tower) divided(levels []Level, towers [][]int) Tower {
	t.Towers = towers
	t.Rise = make([]float64, len(levels))
	for i := len(levels) - 2; i >= 0; i-- {
		t.Rise[i] = round(t.Rise[i+1] + t.step(&levels[i], &levels[i+1]))
	}
	sinTilt, cosTilt := math.Sincos(t.Tilt * math.Pi / 180)
	wide, high := 0.0, 0.0
	for _, tower := range towers {
		top, bottom := tower[0], tower[len(tower)-1]
		high = max(high, (t.depth(&levels[top])+t.depth(&levels[bottom]))/2*sinTilt+(t.Rise[top]-t.Rise[bottom])*cosTilt+crown)
		for _, i := range tower {
			wide = max(wide, t.width(&levels[i]))
		}
	}
	gap := round(wide + 1.7) // between the axes of two towers
	t.Cell = math.Floor(min(stackHigh/high, stackWide/(wide+float64(len(towers)-1)*gap)))
	return t
}

// step returns how much higher a level is than the one below it.
func (t Tower) step(upper, lower *Level) float64 {
	air := slack
	if upper.Columns() != lower.Columns() {
		air = slackUnder
	}
	return round((t.depth(upper)+t.depth(lower))/2*math.Tan(t.Tilt*math.Pi/180) + air)
}

// depth and width are the extents of a level turned by the yaw, seen from straight above.
func (t Tower) depth(l *Level) float64 {
	sin, cos := math.Sincos(t.Yaw * math.Pi / 180)
	return float64(len(l.Rows))*cos + float64(l.Columns())*sin
}

func (t Tower) width(l *Level) float64 {
	sin, cos := math.Sincos(t.Yaw * math.Pi / 180)
	return float64(l.Columns())*cos + float64(len(l.Rows))*sin
}

// round rounds to two decimals, so that all machines agree.
func round(x float64) float64 { return math.Round(100*x) / 100 }
