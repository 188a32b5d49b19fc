// Package bot holds the words that all other parts share: players, rooms,
// games, challenges and tournaments as they are kept, what people ask and are
// told, and the ports through which the service reaches a store, a clock and
// the chat platforms. It carries nothing out; raumbot/bot/service does.
//
//	identity.go player.go room.go   who somebody is, where something is said, and what each has chosen
//	request.go message.go           what is asked, and what is said
//	address.go                      where a message goes: to one person, or to a room
//	problem.go                      what went wrong, as a sentence for the person who asked
//	clean.go lookalike.go           what people write, made safe to show, and names that look alike
//	markup.go picture.go drawing.go texts and pictures on their way to a platform
//	game.go challenge.go result.go reason.go decision.go   a game, an invitation to one, and how one ended
//	gamefile.go diagram.go          a game from a file as it was begun by, and positions that look alike
//	publish.go                      who has agreed that all may see a game
//	log.go                          what a game's log tells, plans and notes
//	pace.go countdown.go clock.go   time for a move, and the clock that stands still while the bot is down
//	zone.go                         time zones, and moments as their readers see them
//	rating*.go                      a player's strength in one variant
//	puzzle_record.go                how a player has fared with puzzles, and how hard a puzzle is
//	analysis.go                     what the engine thinks of a game that has ended, and who waits for it
//	tournament.go terms.go          a tournament as it is kept
//	computer.go                     the players that the bot itself plays
//	damage.go                       a record that cannot be read
//	store.go adapter.go             the ports: Store and Tx, Adapter and Meter
package bot
