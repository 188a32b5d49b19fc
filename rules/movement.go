package rules

import (
	"reflect"
	"slices"
)

// Shape is the way in which a piece moves.
type Shape uint8

// The shapes of movement.
const (
	// Ride goes any distance in one direction through empty cells.
	Ride Shape = iota + 1
	// Step goes one cell in one direction.
	Step
	// Leap goes by a difference of coordinates, whatever stands between.
	Leap
	// Crooked alternates single steps in two fixed directions that enclose an angle, beginning with
	// either (section 3).
	Crooked
	// Planar goes to the far corner of an empty figure spanned by two
	// directions that enclose an angle, or along either (section 4).
	Planar
	// Curved turns at every step by the same angle to the same side
	// (section 6).
	Curved
	// Follow rides along the thin or thick boundaries of a board with rings
	// (sections 2 and 5).
	Follow
	// Bent steps to an empty cell, where it cannot stop, and takes a second step
	// from there.
	Bent
	// Return goes to any cell on which a piece of that kind and side starts.
	Return
)

// Mode says what a movement may be used for.
type Mode uint8

// A movement may serve for all moves, or as with a Pawn only for moves to
// empty cells or only for captures.
const (
	Any Mode = iota
	Quiet
	Capture
	// Rifle captures without moving.
	Rifle
)

// Crossing limits a step on a board with rings by the boundary that it
// crosses within its rank.
type Crossing uint8

// A step may stay on its file or cross a thin boundary; or it may cross a thick boundary or a
// corner. AnyCrossing means no limit.
const (
	AnyCrossing Crossing = iota
	StraightOrThin
	ThickOrCorner
)

// Movement is one way in which a kind of piece moves. It is a value: it can
// be read from a file, compared with [Movement.Equal], put into words by
// [Movement.String], and compiled into paths on a board.
type Movement struct {
	Shape Shape
	Mode  Mode
	// Families are the board's directions or leaps used. A crooked or planar
	// movement has two, one for each of its directions; a movement along
	// boundaries has [LoopWise] or [ChainWise].
	Families []Family
	// Vectors are directions or leaps of the movement's own, as White has them, and Turns the second
	// steps of a bent movement. Mirror says how Black's follow from White's; zero means that they are
	// the same.
	Vectors, Turns []Vector
	Mirror         Symmetry
	// Angle is the angle in degrees between the two directions of a crooked or planar
	// movement, or the turn of a curved one.
	Angle float64
	// Steps is the maximum number of steps of a curve or ride, 0 for no limit. For a leap it is the
	// number of steps along its family made at once, 0 for 1.
	Steps int
	// Climb is the change of rank, in either direction: at every step along a boundary, or by a whole
	// leap.
	Climb int
	// Aside holds, for a leap by Climb ranks, the changes of level and filestack, in either order.
	Aside [2]int
	// From limits the movement to pieces on cells of these zones, Levels to
	// those on levels of these names; empty means everywhere.
	From   []Zone
	Levels []string
	// Forward limits single steps and leaps to those that gain a rank,
	// Switching to those that end in another zone.
	Forward, Switching bool
	Crossing           Crossing
	// PawnLike marks moves that restart the fifty-move count.
	PawnLike bool
}

// Equal reports whether two movements are the same.
func (m Movement) Equal(other Movement) bool { return reflect.DeepEqual(m, other) }

// sided reports whether White and Black have different paths.
func (m Movement) sided() bool { return m.Forward || m.Mirror != 0 }

// ride goes any distance in the directions of families.
func ride(families ...Family) Movement { return Movement{Shape: Ride, Families: families} }

// step is a single step in the directions of families.
func step(families ...Family) Movement { return Movement{Shape: Step, Families: families} }

// leap is a leap by families of differences.
func leap(families ...Family) Movement { return Movement{Shape: Leap, Families: families} }

// leapTwice leaps exactly two steps in the directions of a family.
func leapTwice(family Family) Movement {
	return Movement{Shape: Leap, Families: []Family{family}, Steps: 2}
}

// leapRanks leaps by climb ranks, and by m and n levels and filestacks in either order.
func leapRanks(climb, m, n int) Movement {
	return Movement{Shape: Leap, Climb: climb, Aside: [2]int{m, n}}
}

// stepBy is a single step by vectors of White's; Black's are the opposite.
func stepBy(vectors ...Vector) Movement {
	return Movement{Shape: Step, Vectors: vectors, Mirror: ThroughCentre}
}

// crooked alternates two directions that enclose an angle in degrees.
func crooked(one, other Family, degrees float64) Movement {
	return Movement{Shape: Crooked, Families: []Family{one, other}, Angle: degrees}
}

// planar spans figures by two directions that enclose an angle in degrees.
func planar(one, other Family, degrees float64) Movement {
	return Movement{Shape: Planar, Families: []Family{one, other}, Angle: degrees}
}

// curved turns by an angle in degrees at each step, of which it makes at most steps.
func curved(degrees float64, steps int, families ...Family) Movement {
	return Movement{Shape: Curved, Families: families, Angle: degrees, Steps: steps}
}

// followLoop rides along the thin loop of a ring, followChain along the thick
// chain, the rank changing by climb at each step.
func followLoop(climb int) Movement {
	return Movement{Shape: Follow, Families: []Family{LoopWise}, Climb: climb}
}

func followChain(climb int) Movement {
	return Movement{Shape: Follow, Families: []Family{ChainWise}, Climb: climb}
}

// leapChain leaps to the cell steps files along the thick chain and climb ranks up or down.
func leapChain(steps, climb int) Movement {
	return Movement{Shape: Leap, Families: []Family{ChainWise}, Steps: steps, Climb: climb}
}

// stepChain is a single step over a thick boundary, the rank changing by climb.
func stepChain(climb int) Movement {
	return Movement{Shape: Step, Families: []Family{ChainWise}, Climb: climb}
}

// quiet limits a movement to empty cells.
func (m Movement) quiet() Movement { m.Mode = Quiet; return m }

// capturing limits a movement to captures.
func (m Movement) capturing() Movement { m.Mode = Capture; return m }

// pawnLike marks a movement as a Pawn's for the fifty-move rule.
func (m Movement) pawnLike() Movement { m.PawnLike = true; return m }

// from limits a movement to pieces on cells of these zones.
func (m Movement) from(zones ...Zone) Movement { m.From = slices.Clone(zones); return m }

// forward limits a movement to steps that gain a rank.
func (m Movement) forward() Movement { m.Forward = true; return m }

// switching limits a movement to steps that end in another zone.
func (m Movement) switching() Movement { m.Switching = true; return m }

// crossing limits a movement to steps over some boundaries.
func (m Movement) crossing(c Crossing) Movement { m.Crossing = c; return m }

// stockbroker returns the two movements of the Pawn of boards with rings
// (section 2): one step forward, quiet straight ahead or over a thin
// boundary, capturing over a thick one or over a corner.
func stockbroker() []Movement {
	return []Movement{
		step(RookWise, BishopWise).forward().crossing(StraightOrThin).quiet().pawnLike(),
		step(BishopWise, UnicornWise).forward().crossing(ThickOrCorner).capturing().pawnLike(),
	}
}

// coheir is one step forward to a file of another zone (section 6).
func coheir() Movement {
	return step(BishopWise, UnicornWise).forward().switching().pawnLike()
}
