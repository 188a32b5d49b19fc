// Package bot holds the vocabulary that all other parts share: players, rooms, games, challenges
// and tournaments as they are stored, requests and replies, and the ports through which the service
// reaches a store, a clock and the chat platforms. It contains no commands: packages such as
// raumbot/bot/play define them, and raumbot/bot/service puts them together.
//
//	identity.go player.go room.go   people and places, with the settings of each
//	bar.go                          who organises a room, and who is barred from its games
//	request.go message.go           what users ask, and what the bot says
//	reach.go                        who can read a room at present
//	address.go                      where a message goes: to one person, or to a room
//	problem.go                      an error as a sentence for the user who caused it
//	clean.go lookalike.go           user input made safe to show, and names that look alike
//	markup.go picture.go drawing.go the markup of messages, and pictures from reference to PNG
//	acquaintance.go                 whose names are completed for a player
//	game.go challenge.go            a game, and an invitation to one
//	game_list.go                    games of a list that are meant, and their order
//	result.go reason.go decision.go how a game ended
//	gamefile.go board.go            stored game files, and boards that can be compared
//	variant.go                      a variant described in words
//	publish.go                      who has agreed that everybody may see a game
//	log.go                          a game's log, plans and notes
//	pace.go countdown.go clock.go   time for a move, and the bot's own clock
//	zone.go                         time zones, and moments as their readers see them
//	rating*.go                      a player's strength in one variant
//	puzzle_record.go                a player's results with puzzles, and how hard a puzzle is
//	daily_puzzle.go                 the puzzle that a room gets every day, and results with it
//	analysis.go                     the engine's opinion of a finished game, and who waits for it
//	tournament.go terms.go          a tournament as it is stored
//	guest.go                        people without an account: what they may do, and their names
//	computer.go                     the bot's own players: the computer, and teams of a room
//	damage.go                       a record that cannot be read
//	store.go adapter.go             the ports: Store and Tx, Adapter and Meter
package bot
