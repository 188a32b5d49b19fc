package web

import (
	"html/template"
	"net/url"
	"strconv"
	"time"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/league/season"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/tournament/desk"
)

// gameList is the data of the template that lists games: the visitor, the games, and whether each
// game is shown with a picture of its board.
type gameList struct {
	Page  *visitor
	Games []play.Summary
	Drawn bool
}

// List returns the data of a list of games.
func (v *visitor) List(games []play.Summary) gameList { return gameList{v, games, false} }

// DrawnList returns the data of a list of games with pictures of their boards.
func (v *visitor) DrawnList(games []play.Summary) gameList { return gameList{v, games, true} }

// TitleOf returns the title of a variant.
func (v *visitor) TitleOf(variant string) string { return v.speech.Render(bot.Title(variant)) }

// Against names the two players of a game, or the owner of a study.
func (v *visitor) Against(g play.Summary) string {
	white, black := g.Seats[0].User.Said(), g.Seats[1].User.Said()
	if g.Study() {
		return v.speech.Render(white)
	}
	return v.Say("%s against %s", white, black)
}

// Who returns the visitor's user ID, by which a script notices that another user has signed in or
// nobody is signed in any more. It is empty for unknown visitors.
func (v *visitor) Who() string {
	if !v.Known() {
		return ""
	}
	return v.User.UserID.String()
}

// InGame returns the game that a page shows: zero, except on a [gamePage].
func (v *visitor) InGame() bot.GameID { return 0 }

// InGame returns the game that the page shows.
func (p *gamePage) InGame() bot.GameID { return p.Game.ID }

// entryPart is the data of the template with what a visitor can do about taking part in a
// tournament.
type entryPart struct {
	Page *visitor
	Of   desk.TournamentView
	// At is the part of the page that shows what became of it. The page is that of Tournament, or
	// the first page if that is zero.
	At         string
	Tournament bot.TournamentID
}

// Entry returns the data of the template with what the visitor can do about taking part in a
// tournament.
func (v *visitor) Entry(of desk.TournamentView, at string, page bot.TournamentID) entryPart {
	return entryPart{v, of, at, page}
}

// registrationPart is the data of the template with what a visitor can do about the next season of
// a league.
type registrationPart struct {
	Page *visitor
	Of   season.LeagueView
	// At is the part of the page that shows what became of it. League is the number of the league
	// whose page it is, or zero on the first page.
	At     string
	League int
}

// SignUp returns the data of the template with what the visitor can do about the next season
// of a league.
func (v *visitor) SignUp(of season.LeagueView, at string, page int) registrationPart {
	return registrationPart{v, of, at, page}
}

// SystemTitle returns the name of a tournament system.
func (v *visitor) SystemTitle(system string) string {
	return v.speech.Render(bot.System(system).Title())
}

// VerbWord returns the label of the button with which an organiser tells a tournament to do
// something.
func (v *visitor) VerbWord(verb string) string {
	switch verb {
	case "open":
		return v.Say("Announce it")
	case "start":
		return v.Say("Begin it")
	case "pause":
		return v.Say("Pause it")
	case "resume":
		return v.Say("Go on with it")
	case "finish":
		return v.Say("Finish it")
	}
	return v.Say("Call it off")
}

// DailyState describes how the visitor stands with the puzzle of the day.
func (v *visitor) DailyState(p *coach.DailyView) string {
	streak := ""
	if p.Streak > 0 {
		streak = " " + v.speech.Render(phrase.Count(p.Streak, "%d day in a row.", "%d days in a row."))
	}
	switch {
	case p.Solved:
		return v.Say("You have solved it.") + streak
	case p.Over:
		return v.Say("You have no tries left.") + streak
	case p.Tries > 0:
		return v.speech.Render(phrase.Count(p.Tries, "You have used %d try.", "You have used %d tries.")) + streak
	case streak != "":
		return v.Say("You have not solved it yet.") + streak
	}
	return ""
}

// State describes how the visitor stands with the puzzle.
func (p puzzlePage) State() string { return p.DailyState(&p.Daily) }

// Place returns the place in a ranking with an index.
func (p rankingsPage) Place(i int) int { return i + 1 }

// Plural reports whether a number takes the plural.
func (v *visitor) Plural(n int) bool { return n != 1 }

// Left describes how much time is left until a time in RFC 3339. It is empty if the time is
// malformed.
func (v *visitor) Left(until string) string {
	at, err := time.Parse(time.RFC3339, until)
	if err != nil {
		return ""
	}
	left := max(time.Until(at), 0)
	days, hours, minutes := int(left.Hours())/24, int(left.Hours())%24, int(left.Minutes())%60
	if days > 0 {
		return v.Say("%d d %s h", days, strconv.Itoa(hours))
	}
	return v.Say("%d h %s min", hours, strconv.Itoa(minutes))
}

// watching describes how many others watch a game. seated is whether the reader is one of its
// players.
func (v *visitor) watching(others int, seated bool) string {
	switch {
	case seated && others == 0:
		return ""
	case seated:
		return v.speech.Render(phrase.Count(others, "%d is watching", "%d are watching"))
	case others == 0:
		return v.Say("Watching")
	}
	return v.speech.Render(phrase.Count(others, "Watching, %d other", "Watching, %d others"))
}

// levelPart is the data of a level's template.
type levelPart struct {
	Page *boardPage
	level
}

// On returns the data of a level's template.
func (p *boardPage) On(l level) levelPart { return levelPart{p, l} }

// OfLevel returns the address that shows a level large.
func (p *boardPage) OfLevel(name string) template.URL {
	if p.Chosen != nil {
		return p.Query("level", name, "cell", p.Chosen.Cell)
	}
	return p.Query("level", name)
}

// seatPart is the data of a player's template.
type seatPart struct {
	Page *gamePage
	player
}

// Seat returns the data of a player's template; 0 is the player at the top of the board.
func (p *gamePage) Seat(i int) seatPart { return seatPart{p, p.Players[i]} }

// At returns the address of the position after ply plies.
func (p *gamePage) At(ply int) template.URL { return p.Step(ply - p.Ply) }

// MenURL returns the path under which scripts find the pictures of the men.
func (p *boardPage) MenURL() template.URL {
	return template.URL("/men/" + url.PathEscape(p.Layout.Variant) + "/")
}

// Targeted describes how many cells the chosen man can reach.
func (p *boardPage) Targeted() string {
	switch c := p.Chosen; {
	case c.Count == 0:
		return p.Say("It cannot move.")
	case c.Count == 1:
		return p.Say("1 target, %d on level %s.", c.Here, p.level(c.cell))
	default:
		return p.Say("%d targets, %d on level %s.", c.Count, c.Here, p.level(c.cell))
	}
}

// level returns the name of the level of a cell.
func (p *boardPage) level(cell int) string {
	place, _ := p.Layout.Place(cell)
	return p.Layout.Levels[place.Level].Name
}

// KindClass returns the number of a kind in the CSS classes of its pictures, which count from 1.
func (p rulesPage) KindClass(i int) int { return i + 1 }
