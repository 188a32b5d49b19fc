package rules

import (
	"fmt"
	"slices"
	"strings"
)

// The axes of a vector, and the order in which words speak of them.
const (
	levelAxis = iota
	fileAxis
	rankAxis
)

var axisOrder = [...]int{rankAxis, levelAxis, fileAxis}

// A course is a vector together with those of its reflections that belong to the same set:
// both[axis] means that the set also contains the vector with that axis reversed.
type course struct {
	size Vector
	both [3]bool
}

// courses groups vectors into courses.
func courses(vectors []Vector) []course {
	var all []course
	for _, v := range vectors {
		c := course{size: v}
		for axis := range v {
			reversed := Symmetry(1 << axis).of(v)
			if v[axis] != 0 && slices.Contains(vectors, reversed) {
				c.both[axis] = true
				c.size[axis] = abs(v[axis])
			}
		}
		if !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// axes returns the number of axes along which the course leads.
func (c course) axes() int {
	n := 0
	for _, size := range c.size {
		if size != 0 {
			n++
		}
	}
	return n
}

// symmetric reports whether the course goes both ways along all its axes.
func (c course) symmetric() bool {
	for axis, size := range c.size {
		if size != 0 && !c.both[axis] {
			return false
		}
	}
	return true
}

// vectorWords describes where vectors lead, as White sees it: "straight ahead or
// straight toward the enemy's levels".
func vectorWords(vectors []Vector, mirror Symmetry) string {
	all := courses(vectors)
	if slices.ContainsFunc(all, func(c course) bool { return c.axes() < 2 || c.symmetric() }) {
		var words []string
		join := " or "
		for _, c := range all {
			words = append(words, c.words(mirror))
			if c.axes() > 1 && !c.symmetric() {
				join = "; or "
			}
		}
		return strings.Join(words, join)
	}
	// Courses that differ only before "and aside" are combined.
	isAside := func(c course) bool { return c.both[fileAxis] && c.axes() == 2 }
	var aside, words []string
	for _, c := range all {
		if isAside(c) {
			c.size[fileAxis] = 0
			aside = append(aside, c.words(mirror))
		}
	}
	for i, part := range aside {
		aside[i] = strings.TrimPrefix(part, "straight ")
	}
	switch len(aside) {
	case 0:
	case 1:
		words = append(words, aside[0]+" and aside")
	default:
		words = append(words, strings.Join(aside, " or ")+", and aside")
	}
	for _, c := range all {
		if !isAside(c) {
			words = append(words, c.words(mirror))
		}
	}
	return "diagonally: " + strings.Join(words, "; or ")
}

// words describes where a course leads.
func (c course) words(mirror Symmetry) string {
	if c.axes() > 1 && c.symmetric() {
		return "by " + c.sizes()
	}
	var parts []string
	for _, axis := range axisOrder {
		if c.size[axis] != 0 {
			parts = append(parts, c.axisWords(axis, mirror))
		}
	}
	switch len(parts) {
	case 1:
		return "straight " + parts[0]
	case 2:
		return parts[0] + " and " + parts[1]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + ", and " + parts[len(parts)-1]
}

// sizes describes by how many levels, files and ranks the course leads.
func (c course) sizes() string {
	var parts []string
	for axis, unit := range []string{"level", "file", "rank"} {
		switch n := c.size[axis]; n {
		case 0:
		case 1:
			parts = append(parts, "one "+unit)
		default:
			parts = append(parts, fmt.Sprintf("%d %ss", n, unit))
		}
	}
	return strings.Join(parts, " and ")
}

// axisWords describes where the course leads along one axis.
func (c course) axisWords(axis int, mirror Symmetry) string {
	forth, back, either := "ahead", "back", "ahead or back"
	switch {
	case axis == fileAxis:
		forth, back, either = "to the right", "to the left", "aside"
	case axis == levelAxis && mirror&ReverseLevels != 0:
		forth, back, either = "toward the enemy's levels", "away from the enemy's levels", "up or down"
	case axis == levelAxis:
		forth, back, either = "up", "down", "up or down"
	}
	words := forth
	switch n := c.size[axis]; {
	case c.both[axis]:
		words = either
	case n < 0:
		words = back
	}
	if n := abs(c.size[axis]); n > 1 {
		return fmt.Sprintf("%d cells %s", n, words)
	}
	return words
}
