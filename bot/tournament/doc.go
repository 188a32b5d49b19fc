// Package tournament computes everything that follows from a tournament's record: who may enter,
// which round is next, the standings, and the tables and files that show it. It is pure: it has no
// store and sends nothing.
//
//	tournament.go   a Tournament, its phases and dates
//	date.go         when a round is played
//	terms.go        whether its terms fit together
//	entrants.go     who is in it, and who may enter
//	pair.go round.go knockout.go   the games of the next round, and when a round is over
//	simul.go match.go   one against all, and a match between two rooms
//	season.go       a season of a league, and its divisions
//	standing.go     places, points and tie-breaks
//	text.go picture.go export.go   the tournament as text, as a table or a tree, and as a file
package tournament
