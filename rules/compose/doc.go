// Package compose sets up small positions of a game: one piece with something to do, or a move that
// shows a rule. It finds them from the definition of the game alone, so that every game has them.
//
//	rule.go    the rules, and an example of each
//	search.go  how an example of each rule is found
//	mate.go    how a checkmate is found
//	sketch.go  positions that are being set up
//	lone.go    positions with one piece that has to go or to capture
package compose
