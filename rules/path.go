package rules

import "slices"

// The paths of a piece from a cell are stored as one flat tree in preorder. If a node's cell is
// empty, the walk continues with the next node, which is its first child; otherwise it continues at
// skip, past the node's subtree.
type node struct {
	cell uint16
	skip uint16
}

// An attackNode is a node of the tree of paths by which a cell can be
// attacked, from the cell outward.
type attackNode struct {
	cell uint16
	skip uint16
	// kinds has a bit for each kind that attacks from here if the cells before are empty.
	kinds uint32
}

// A way is a path. For attacks it includes the kinds that attack along the whole of it.
type way struct {
	path  []Cell
	kinds uint32
}

// flatten builds the tree of several paths. Paths share their common prefixes.
func flatten(ways []way) []attackNode {
	slices.SortFunc(ways, func(a, b way) int { return slices.Compare(a.path, b.path) })
	var nodes []attackNode
	var open []int // the nodes of the current path, by depth
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

// plain returns nodes without the kinds, which only attacks need.
func plain(nodes []attackNode) []node {
	var all []node
	for _, n := range nodes {
		all = append(all, node{n.cell, n.skip})
	}
	return all
}

// repeats reports whether some cell occurs in the tree more than once, so that a walk may reach it
// by several paths.
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
