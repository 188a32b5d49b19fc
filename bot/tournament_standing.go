package bot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// place is a line of the standings.
type place struct {
	pairing.Standing
	Group int // of a round robin, from 0 on
}

// standings returns how the tournament stands, the best first; of a round
// robin in groups, group by group.
func (t Tournament) standings() ([]place, error) {
	switch t.System {
	case Knockout:
		return t.knockoutStandings(), nil
	case Ladder:
		return t.ladderStandings(), nil
	}
	s := t.state()
	s.Byes = nil
	if t.System != RoundRobin || len(t.Groups) < 2 {
		return t.rank(s, 0)
	}
	var all []place
	for i, group := range t.Groups {
		places, err := t.rank(s.Only(group), i)
		if err != nil {
			return nil, err
		}
		all = append(all, places...)
	}
	return all, nil
}

// rank orders the entrants of a state. Those whom an organiser has removed come last: what they have played
// counts for their opponents, but takes no place from anybody.
func (t Tournament) rank(s pairing.State, group int) ([]place, error) {
	rows, err := pairing.Rank(s, t.TieBreaks)
	var stay, removed []place
	for _, row := range rows {
		if t.removed(row.Entrant) {
			removed = append(removed, place{row, group})
		} else {
			stay = append(stay, place{row, group})
		}
	}
	before := func(all []place, p int) int {
		return len(slices.DeleteFunc(slices.Clone(all), func(o place) bool { return o.Place >= p }))
	}
	all := slices.Concat(stay, removed)
	for i := range all {
		if i < len(stay) {
			all[i].Place -= before(removed, stay[i].Place)
		} else {
			all[i].Place = len(stay) + 1 + before(removed, removed[i-len(stay)].Place)
		}
	}
	return all, err
}

// tally counts the games of an entrant that were won, drawn and lost.
func (t Tournament) tally(number int) (s pairing.Standing) {
	s.Entrant = number
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			if !g.has(number) || g.Result == pairing.Pending {
				continue
			}
			own, other := g.Result.Halves()
			if g.Black == number {
				own, other = other, own
			}
			switch {
			case own > other:
				s.Wins++
			case own == 1:
				s.Draws++
			case other > 0:
				s.Losses++
			}
			s.Points += float64(own) / 2
		}
	}
	return s
}

// knockoutStandings orders the entrants by how far they have come: the winner, the
// loser of the final, those of the semi-finals and so on.
func (t Tournament) knockoutStandings() []place {
	reached := func(number int) (n int) {
		for i, r := range t.Rounds {
			for _, g := range r.Games {
				if g.has(number) && g.Match < t.matches(i+1) {
					n = i + 1
				}
			}
			for _, b := range r.Byes {
				if b.Entrant == number && b.Kind == pairing.Allocated && b.Match < t.matches(i+1) {
					n = i + 1
				}
			}
			for match := range t.matches(i + 1) { // also who has left since
				if i+1 < t.total() && t.through(i+1, match) == number {
					n = i + 2
				}
			}
		}
		n *= 4
		switch last := len(t.Rounds); {
		case last < t.total() || t.total() == 0:
		case t.through(last, 0) == number:
			n += 2
		case t.Third && last > 1 && t.through(last, 1) == number:
			n++
		}
		return n
	}
	var all []place
	score := map[int]int{}
	for i := range t.Entrants {
		s := t.tally(i + 1)
		score[s.Entrant] = reached(s.Entrant)
		all = append(all, place{Standing: s})
	}
	slices.SortStableFunc(all, func(a, b place) int { return score[b.Entrant] - score[a.Entrant] })
	for i := range all {
		all[i].Place = i + 1
		if i > 0 && score[all[i].Entrant] == score[all[i-1].Entrant] {
			all[i].Place = all[i-1].Place
		}
	}
	if last := len(t.Rounds); last > 0 && last == t.total() && t.Rounds[last-1].Closed && t.through(last, 0) == 0 {
		withoutWinner(all)
	}
	return all
}

// withoutWinner takes the first place away: who would share it are second, and if that is one alone,
// all others move down.
func withoutWinner(all []place) {
	alone := len(all) > 1 && all[1].Place > 1
	for i := range all {
		if all[i].Place == 1 || alone {
			all[i].Place++
		}
	}
}

// ladderStandings are the rungs.
func (t Tournament) ladderStandings() (all []place) {
	for i, number := range t.Rungs {
		s := t.tally(number)
		s.Place = i + 1
		all = append(all, place{Standing: s})
	}
	return all
}

// complete ends a tournament with a winner, or several who are equal.
func (c *call) complete(t *Tournament, why string) ([]Message, error) {
	t.Phase, t.Awaits, t.Paused, t.Ended, t.Why = Completed, false, 0, c.uptime.Beat.UTC(), why
	places, err := t.standings()
	if err != nil {
		return nil, err
	}
	t.Winners = nil
	if t.System == Knockout && t.through(len(t.Rounds), 0) == 0 {
		t.Why = phrase.Of("all who were left have forfeited")
	}
	for _, p := range places {
		won := p.Place == 1 && (t.System == Ladder || p.Points > 0)
		if t.System == Knockout {
			last := len(t.Rounds)
			won = last > 0 && last == t.total() && t.through(last, 0) == p.Entrant
		}
		if won {
			t.Winners = append(t.Winners, p.Entrant)
		}
	}
	return c.broadcast(*t, c.finalReport(*t, places)+t.numbered(), t.picture(), c.service.button("standings", t.ID.String()), c.service.button("report", t.ID.String())), nil
}

// finalReport tells how a tournament ended.
func (c *call) finalReport(t Tournament, places []place) string {
	lines := []string{phrase.Of("%s is over.", phrase.Upper(t.heading())) + " "}
	if t.Why != "" {
		lines[0] = phrase.Of("%s is over, because %s.", phrase.Upper(t.heading()), t.Why) + " "
	}
	switch n := len(t.Winners); {
	case n == 0:
		lines[0] += phrase.Of("Nobody has won.")
	case n == 1:
		lines[0] += phrase.Of("The winner is %s!", t.names(t.Winners))
	case len(t.Groups) > 1:
		lines[0] += phrase.Of("The winners of the groups are %s!", t.names(t.Winners))
	default:
		lines[0] += phrase.Of("%s are equal and share the first place!", t.names(t.Winners))
	}
	return strings.Join(append(lines, t.standingLines(places)...), "\n")
}

// standingLines writes the standings for reading.
func (t Tournament) standingLines(places []place) (lines []string) {
	group := -1
	for i, p := range places {
		if len(t.Groups) > 1 && p.Group != group {
			group = p.Group
			lines = append(lines, phrase.Of("Group %s:", groupName(group)))
		}
		if i >= longList {
			return append(lines, phrase.Of("… and %d more.", len(places)-i))
		}
		line := fmt.Sprintf("%d. %s", p.Place, t.name(p.Entrant))
		switch {
		case t.removed(p.Entrant):
			line += " " + phrase.Of("(was removed)")
		case t.Entrants[p.Entrant-1].Gone:
			line += " " + phrase.Of("(has left)")
		}
		if t.System == Swiss || t.System == RoundRobin {
			line += ", " + pointWords(p.Points)
		}
		line += "; " + phrase.Of("won %d, drawn %d, lost %d", p.Wins, p.Draws, p.Losses)
		var ties []string
		for k, by := range t.TieBreaks {
			if k < len(p.TieBreaks) {
				ties = append(ties, fmt.Sprintf("%s %g", tieBreakTitles[by], p.TieBreaks[k]))
			}
		}
		if ties != nil && p.Points > 0 && t.shares(places, p) {
			line += "; " + strings.Join(ties, ", ")
		}
		lines = append(lines, line)
	}
	return lines
}

// pointWords writes a number of points.
func pointWords(points float64) string {
	n := int(math.Round(2 * points))
	if n == 1 || n == 2 {
		return phrase.Of("%s point", halves(n))
	}
	return phrase.Of("%s points", halves(n))
}

// players writes a number of players.
func players(n int) string { return phrase.Count(n, "%d player", "%d players") }

// games writes a number of games.
func games(n int) string { return phrase.Count(n, "%d game", "%d games") }

// longList is how many lines a list of players has at most.
const longList = 100

// shares reports whether others have as many points, so that tie-breaks matter.
func (t Tournament) shares(places []place, p place) bool {
	return slices.ContainsFunc(places, func(o place) bool { return o.Group == p.Group && o.Entrant != p.Entrant && o.Points == p.Points })
}

// groupName names a group by a letter, or a number where letters end.
func groupName(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return fmt.Sprint(n + 1)
}
