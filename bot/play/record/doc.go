// Package record holds the commands about what is recorded of a game: its log, its replay, notes
// on it, and records that are exported and imported.
//
//	feature.go command.go what the package adds to the bot, and its commands
//	log.go replay.go      the log of a game, and its moves as an animated picture
//	note.go notes.go      a player's private notes on a game
//	export.go import.go   records of games as files, with the game files embedded in them
//	forget.go merge.go    what happens to all this when an account is deleted or merged
package record
