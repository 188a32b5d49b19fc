// Package rooms has the commands about a room and the games in it: its settings, whom its
// organisers bar, reports to them, the games that they add, and help and rules. Each command is
// handled in the file named after it.
//
//	feature.go command_*.go   the commands and hooks
//	complain.go   reports to organisers
//	help_move.go  a move as an example for the help
package rooms
