// Package league holds the rules of leagues: who plays in which division, which places can still
// be reached, and how a season ends. It is pure: it has no store and sends nothing. A division is
// a round robin of package tournament.
//
//	places.go      the best and the worst place that each entrant can still finish in
//	tie.go         how tie-breaks can still decide
//	division.go    the divisions of a season, and who moves up and down
//	reach.go       places in the tables of divisions
//	season.go      games that are open when a season ends, and the bank of time
package league
