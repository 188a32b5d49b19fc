// Package season has the commands about leagues, and keeps leagues going: it opens the registration
// for a season, makes divisions of those who have entered, tells the rooms of a league once a day
// what has happened, and ends the season. A division, and the registration for a season, is a
// tournament that is marked as part of a league. Its games are begun, scored and shown as those of
// any tournament. The rules of leagues are in [raumbot/bot/league].
//
//	feature.go command.go   the commands and hooks
//	record.go               what is stored about a league
//	create.go               creates a league
//	which.go                which league a command is about, and who may see it
//	show.go list.go         show leagues
//	enter.go                enters and leaves the registration
//	lead.go room.go         what organisers do with a league, and other rooms that take part
//	due.go                  the steps that are due: a day, the end of a season, the next one
//	begin.go close.go       the beginning and the end of a season
//	news.go                 the message of the day
//	people.go               forgotten people, merged accounts, moved rooms, and champions
//	view.go                 leagues for the pages of the site
//	check.go                consistency checks of the records
package season
