// Package vote lets the people of a room play one side of a game together. They propose moves and
// vote on them.
//
// A team is a player on the platform [bot.Team] whose seat is shown in the team's room, so its game
// is like any other game. The package acts for the team: it carries out the commands of package
// play as the team, in the same transaction as the vote that decides.
//
//	ballot.go   proposals, votes and their count, without the rest of the bot
//	team.go     what is stored about a team, and which team a command is about
//	begin.go    a room challenges somebody, or takes up a challenge
//	cast.go     a vote for a move
//	pick.go     a move chosen step by step, to propose it
//	motion.go   votes on offers
//	count.go    the end of a turn
//	captain.go  the command for the captain
//	table.go    how many votes each move had, and how each voter has voted
//	command.go feature.go the commands, and the hooks of the package
//	meant.go    commands for players, given by members of a team
//	export.go   one's own votes, for a file
//	view.go     the games that pages show to those who may vote in them
//	people.go   forgotten people, merged accounts, and rooms that are replaced or gone
//	check.go    consistency checks of the records
package vote
