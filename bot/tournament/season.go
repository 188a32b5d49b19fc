package tournament

import (
	"fmt"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/render"
)

// Division is a tournament that is a division of a league.
type Division struct{ *Tournament }

// DivisionOf returns a tournament as a division.
func DivisionOf(t *Tournament) Division { return Division{t} }

// Startable returns the games that begin now: paired games in the order of the tables, whose
// players have fewer games than each may play at once. It returns none if the tournament is no
// division.
func (t Division) Startable() (all []*bot.TournamentGame) {
	if t.Season == nil || t.Phase != bot.Running || t.Paused != 0 {
		return nil
	}
	busy := map[int]int{}
	for _, g := range t.Running() {
		busy[g.White]++
		busy[g.Black]++
	}
	for _, g := range t.Unbegun() {
		if max(busy[g.White], busy[g.Black]) >= t.AtOnce {
			continue
		}
		busy[g.White]++
		busy[g.Black]++
		all = append(all, g)
	}
	return all
}

// Unbegun returns the paired games of a division that have neither begun nor been forfeited.
func (t Division) Unbegun() (all []*bot.TournamentGame) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.Result == pairing.Pending && g.ID == 0 {
				all = append(all, g)
			}
		}
	}
	return all
}

// Restore takes back that an entrant of a division has forfeited games that had not begun.
func (t Division) Restore(number int) {
	gone := func(n int) bool { return t.Entrants[n-1].Gone }
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.ID == 0 && g.Has(number) {
				g.Result = pairing.Forfeited(gone(g.White), gone(g.Black))
				t.Rounds[i].Closed = t.Rounds[i].Closed && g.Result != pairing.Pending
			}
		}
	}
	t.Season.Revised = true
}

// seasonTitle returns the name of a season of a league, or of one of its divisions.
func seasonTitle(t *Tournament) phrase.Text {
	s, name := t.Season, LeagueName(t.Name, t.Variants[0])
	if s.Division == 0 {
		return phrase.Of("%s, season %d", name, s.Number)
	}
	return phrase.Of("%s, season %d, division %d", name, s.Number, s.Division)
}

// LeagueName returns the name of a league: the one that its organiser has given it, or else that of
// its game.
func LeagueName(name, variant string) phrase.Text {
	if name == "" {
		return phrase.Of("league of %s", bot.Title(variant))
	}
	return phrase.Isolate(name)
}

// spanWords says in which places an entrant can still finish, as part of a line; "" if that is not
// known.
func spanWords(t *Tournament, number int) phrase.Text {
	if number > len(t.Spans) {
		return ""
	}
	s := t.Spans[number-1]
	switch {
	case s.Best == s.Worst && t.Entrants[number-1].Gone:
		return ""
	case s.Best == s.Worst:
		return phrase.Of("finishes %s", ordinal(s.Best))
	}
	return phrase.Of("can still finish %s to %s", ordinal(s.Best), ordinal(s.Worst))
}

// ordinal returns the number of a place: "2nd".
func ordinal(place int) phrase.Text {
	switch {
	case place%10 == 1 && place != 11:
		return phrase.Of("%dst", place)
	case place%10 == 2 && place != 12:
		return phrase.Of("%dnd", place)
	case place%10 == 3 && place != 13:
		return phrase.Of("%drd", place)
	}
	return phrase.Of("%dth", place)
}

// addSpans adds a column with the places in which each player can still finish.
func addSpans(t *Tournament, table *render.Crosstable, shown []Place, l phrase.Language) {
	if t.Spans == nil {
		return
	}
	head := l.Say("can be")
	table.TieBreaks = append(table.TieBreaks, head)
	table.Key = append(table.Key, l.Render(phrase.Of("%s: the places that can still be reached", head)))
	if t.Season != nil && t.Season.Revised {
		table.Key = append(table.Key, l.Render(revisedWords()))
	}
	for i, p := range shown {
		s := t.Spans[p.Entrant-1]
		text := fmt.Sprintf("%d–%d", s.Best, s.Worst)
		if s.Best == s.Worst {
			text = fmt.Sprint(s.Best)
		}
		table.Rows[i].TieBreaks = append(table.Rows[i].TieBreaks, text)
	}
}

// revisedWords says that ranges of places may have become wider.
func revisedWords() phrase.Text {
	return phrase.Of("A result has been taken back, so places may be possible again that were not.")
}

// Halve gives half a point to both players of each game of a division that has not begun, because
// its season is over.
func (t Division) Halve() {
	for _, g := range t.Unbegun() {
		g.Result = pairing.Drawn
	}
}
