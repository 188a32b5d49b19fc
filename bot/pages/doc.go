// Package pages reads the data behind the pages of the site, as the asker may see it, and suggests
// what somebody may want to type next. It changes nothing.
//
//	game.go                   Pages, and the view of one game
//	list.go filter.go         lists of games, and what selects games of a list
//	current.go                the cached first page of public ongoing games
//	lobby.go                  challenges that the asker may accept, people on the site, rankings
//	player.go variant.go      the views of a player, of a variant and of its pieces
//	preference.go             the settings that the asker can change
//	suggest.go                values for a parameter while it is typed into a form
//	complete.go               completions of a command that is typed into a terminal
package pages
