// Package desk has the commands about tournaments, and keeps tournaments running: it pairs and
// opens rounds, begins their games, and records the results. What follows from a tournament's
// record alone is in [raumbot/bot/tournament]. Each command is handled in the file named after it.
//
//	feature.go command.go        the commands and hooks
//	tournament.go manage.go      show, list, open, start, pause and cancel tournaments
//	list.go                      the tournaments that a list shows
//	create.go                    creates a draft, and finds the tournament that is meant
//	set.go setting.go terms.go   the settings of a tournament, and its terms in words
//	organiser.go                 who organises a tournament
//	player.go                    players as entrants: their names, merges and deletions
//	pair.go round.go             pair rounds, open them, and advance the tournament
//	date.go                      when rounds are played, for calendars
//	end.go complete.go           results of games, forfeits, and the end of a tournament
//	overturn.go                  takes results and removals back
//	ladder.go                    challenges and rungs of a ladder
//	simul.go match.go            simuls and matches between two rooms
//	season.go                    divisions of leagues
//	moved.go                     follows rooms that are replaced by others
//	checkin.go                   confirms that an entrant will play
//	picture.go                   what the picture of a tournament shows
//	export.go                    places in finished tournaments, for a file of one's own
//	check.go                     compares tournaments with their games
package desk
