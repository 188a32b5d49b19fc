package rules

import (
	"math"
	"slices"
)

// A Vector is a difference of two cells in the lattice of a board.
type Vector [3]int

func (a Vector) plus(b Vector) Vector { return Vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func (a Vector) times(n int) Vector { return Vector{n * a[0], n * a[1], n * a[2]} }

func (a Vector) dot(b Vector) int { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// degrees is the angle between two vectors.
func (a Vector) degrees(b Vector) float64 {
	cos := float64(a.dot(b)) / math.Sqrt(float64(a.dot(a)*b.dot(b)))
	return math.Acos(min(1, max(-1, cos))) * 180 / math.Pi
}

// meets reports whether a and b enclose an angle, which the articles round to a degree.
func (a Vector) meets(b Vector, degrees float64) bool {
	return math.Abs(a.degrees(b)-degrees) < 0.6
}

// coplanar reports whether three vectors lie in one plane.
func coplanar(a, b, c Vector) bool {
	return a[0]*(b[1]*c[2]-b[2]*c[1])-a[1]*(b[0]*c[2]-b[2]*c[0])+a[2]*(b[0]*c[1]-b[1]*c[0]) == 0
}

// spread returns every vector whose coordinates have the absolute values m, n and k in any order
// and with any signs, in a fixed order without repeats.
func spread(m, n, k int) []Vector {
	sizes := []int{m, n, k}
	var all []Vector
	for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for signs := range 8 {
			var v Vector
			for i, which := range order {
				v[i] = sizes[which]
				if signs>>i&1 == 1 {
					v[i] = -v[i]
				}
			}
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}
