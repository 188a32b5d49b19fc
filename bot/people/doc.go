// Package people has the commands about accounts: profiles, preferences and reminders, blocks,
// vacations, linked accounts, sessions of browsers, and the deletion of what is stored about
// somebody. Each command is handled in the file named after it.
//
//	feature.go command.go   the commands and hooks
//	alarm.go         reminders that come once
//	linking.go       merges two accounts some time after they have been linked
//	merge.go         moves what one player has to another
//	web_session.go   the links that sign browsers in, and their sessions
//	rated_record.go  what platforms may tell about somebody's games
//	guest.go         people without an account: how they come, sign in, and are forgotten
//	alike.go         marks names that look like others'
//	check.go         looks for faults in the records of players
package people
