package web

import (
	"html/template"
	"net/url"
	"strconv"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
)

// part is what a part of a page is given: the page, and what the part is about.
type gameList struct {
	Page  *visitor
	Games []service.Summary
}

// List gives a list of games to its part of a page.
func (v *visitor) List(games []service.Summary) gameList { return gameList{v, games} }

// TitleOf is what people call a game.
func (v *visitor) TitleOf(variant string) string { return v.speech.Render(bot.Title(variant)) }

// Against names the two who play.
func (v *visitor) Against(g service.Summary) string {
	white, black := g.Seats[0].User.Said(), g.Seats[1].User.Said()
	if g.Study() {
		return v.speech.Render(white)
	}
	return v.Say("%s against %s", white, black)
}

// InGame is the number of the game whose page it is, zero for none.
func (v *visitor) InGame() bot.GameID { return 0 }

// InGame is the number of the game whose page it is.
func (p *gamePage) InGame() bot.GameID { return p.Game.ID }

// Plural reports whether a number takes a plural.
func (v *visitor) Plural(n int) bool { return n != 1 }

// Left says how much time is left until a moment.
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

// levelPart is a level with its page.
type levelPart struct {
	Page *gamePage
	level
}

// On gives a level to its part of the page.
func (p *gamePage) On(l level) levelPart { return levelPart{p, l} }

// OfLevel is the address at which a level is shown large.
func (p *gamePage) OfLevel(name string) template.URL {
	if p.Chosen != nil {
		return p.Query("level", name, "cell", p.Chosen.Cell)
	}
	return p.Query("level", name)
}

// seatPart is a player with the page.
type seatPart struct {
	Page *gamePage
	player
}

// Seat gives a player to their part of the page, the one at the top first.
func (p *gamePage) Seat(i int) seatPart { return seatPart{p, p.Players[i]} }

// At is the address of the position after so many plies.
func (p *gamePage) At(ply int) template.URL { return p.Step(ply - p.Ply) }

// MenURL is where a script finds the pictures of the men.
func (p *gamePage) MenURL() template.URL {
	return template.URL("/men/" + url.PathEscape(p.Layout.Variant) + "/")
}

// Targeted says how many cells the chosen man can reach.
func (p *gamePage) Targeted() string {
	switch c := p.Chosen; {
	case c.Count == 0:
		return p.Say("It cannot move.")
	case c.Count == 1:
		return p.Say("1 target, %d on this level.", c.Here)
	default:
		return p.Say("%d targets, %d on this level.", c.Count, c.Here)
	}
}

// KindClass is the number of a kind in the classes of its pictures, which count from 1.
func (p rulesPage) KindClass(i int) int { return i + 1 }
