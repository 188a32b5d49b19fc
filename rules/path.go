package rules

import "slices"

// The paths of a piece from a cell are kept as one flat tree: a node whose
// cell is empty is followed by its children, and skip leads past them to
// where a walk that is stopped there goes on. A walk of the whole tree is one loop.
type node struct {
	cell uint16
	skip uint16
}

// An attackNode is a node of the tree of ways by which a cell can be
// attacked, from the cell outward.
type attackNode struct {
	cell uint16
	skip uint16
	// kinds has a bit for every kind that attacks from here when the cells
	// before are empty.
	kinds uint32
}

// A way is a path and, for attacks, the kinds that attack along the whole of it.
type way struct {
	path  []Cell
	kinds uint32
}

// flatten makes the tree of several paths. Paths that begin alike share their
// beginnings, so no cell is looked at twice for the same reason.
func flatten(ways []way) []attackNode {
	slices.SortFunc(ways, func(a, b way) int { return slices.Compare(a.path, b.path) })
	var nodes []attackNode
	var open []int // the nodes of the path in hand, by depth
	var last []Cell
	for _, w := range ways {
		shared := 0
		for shared < min(len(last), len(w.path)) && last[shared] == w.path[shared] {
			shared++
		}
		for _, i := range open[shared:] {
			nodes[i].skip = uint16(len(nodes))
		}
		open = open[:shared]
		for _, c := range w.path[shared:] {
			open = append(open, len(nodes))
			nodes = append(nodes, attackNode{cell: uint16(c)})
		}
		nodes[open[len(w.path)-1]].kinds |= w.kinds
		last = w.path
	}
	for _, i := range open {
		nodes[i].skip = uint16(len(nodes))
	}
	return nodes
}

// plain drops what only attacks need.
func plain(nodes []attackNode) []node {
	var all []node
	for _, n := range nodes {
		all = append(all, node{n.cell, n.skip})
	}
	return all
}

// repeats reports whether some cell stands in the tree more than once, so
// that a walk may come to it by several ways.
func repeats(nodes []node) bool {
	var seen bitset
	for _, n := range nodes {
		if seen.has(Cell(n.cell)) {
			return true
		}
		seen.add(Cell(n.cell))
	}
	return false
}
