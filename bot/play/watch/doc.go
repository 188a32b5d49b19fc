// Package watch lets players and rooms follow games in which they do not play. A spectator is told
// of each move, and whether they may still see the game is checked each time. A player who may see
// a game only in a room follows it for a week and then has to ask again in that room, because
// platforms do not report who has left a room.
//
//	feature.go command.go             what the package adds to the bot, and its commands
//	spectator.go                      Spectator: storing it, what it may see, its messages
//	watch.go unwatch.go watching.go   the commands
package watch
