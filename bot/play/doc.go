// Package play carries out the commands about a game from its challenge to its end: moves, offers,
// clocks, plans, ratings and pictures. Most files are named after the command that they carry out.
//
//	feature.go command_*.go             what the package adds to the bot, and its commands
//	challenge.go seek.go rematch.go     commands that invite others to a game
//	accept.go decline.go cancel.go      commands that answer or withdraw an invitation
//	lapse.go                            challenges that become no game
//	buttons.go                          the buttons below messages about a game
//	invitation.go                       which challenge is meant, and who may challenge whom
//	computer.go study.go                games against the computer, and studies
//	move.go confirm.go pick*.go try.go  moves, their previews, and menus to build a move
//	describe.go  a move in words
//	plan.go if.go                       planned answers
//	draw.go takeback.go abort.go        offers and their answers
//	resign.go claim.go nudge.go say.go  other commands of players to their opponents
//	end.go rating.go                    the end of a game, and what it does to ratings
//	due.go reminder.go                  what the sweep does: deadlines, reminders, digests
//	adjudicate.go overturn.go           decisions by organisers
//	publish.go                          whether everybody may see a game
//	game.go games.go summary.go         games in words, one by one and in lists
//	board.go views.go more.go           the board, and menus of views and of commands
//	prospect.go profile.go              tournament prospects, and what a player plays most
//	forget.go merge.go check.go         deleting and merging accounts, and checking the store
package play
