// Package bot holds the vocabulary that all other parts share: players, rooms,
// games, challenges and tournaments as they are stored, requests and replies,
// and the ports through which the service reaches a store, a clock and the chat
// platforms. It contains no commands; those are in raumbot/bot/service.
//
//	identity.go player.go room.go   who somebody is, where something is said, and the settings of each
//	bar.go                          who organises a room, and who is barred from its games
//	request.go message.go           what users ask, and what the bot says
//	address.go                      where a message goes: to one person, or to a room
//	problem.go                      an error as a sentence for the user who caused it
//	clean.go lookalike.go           user input made safe to show, and names that look alike
//	markup.go picture.go drawing.go the markup of messages, and pictures from reference to PNG
//	game.go challenge.go result.go reason.go decision.go   a game, an invitation to one, and how one ended
//	gamefile.go board.go            a game from a file as it was begun by, and what stands on boards, to be compared
//	publish.go                      who has agreed that all may see a game
//	log.go                          what a game's log tells, plans and notes
//	pace.go countdown.go clock.go   time for a move, and the clock that stands still while the bot is down
//	day.go                          days as people say them
//	zone.go                         time zones, and moments as their readers see them
//	rating*.go                      a player's strength in one variant
//	puzzle_record.go                how a player has fared with puzzles, and how hard a puzzle is
//	daily_puzzle.go                 the puzzle that a room gets every day
//	analysis.go                     what the engine thinks of a game that has ended, and who waits for it
//	tournament.go terms.go          a tournament as it is kept
//	computer.go                     the bot's own computer players
//	damage.go                       a record that cannot be read
//	store.go adapter.go lease.go    the ports: Store and Tx, Adapter and Meter, Leases
//
// Several processes may work on one database. What only one of them may do at a time, such as the sweep, the delivery of
// a platform's messages or a connection to Discord, is a task that it holds by a [Lease]: see [Leases], [Hold] and [WhileHeld].
package bot
