package tournament

import (
	"fmt"
	"math"
	"slices"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// Place is a line of the standings.
type Place struct {
	pairing.Standing
	Group int // the group of a round robin, from 0
}

// Standings returns the standings, the best place first. Those of a round robin in groups follow
// each other group by group.
func (t *Tournament) Standings() ([]Place, error) {
	switch t.System {
	case bot.Knockout:
		return t.knockoutStandings(), nil
	case bot.Ladder:
		return t.ladderStandings(), nil
	case bot.TeamMatch:
		return MatchOf(t).standings(), nil
	}
	s := t.State()
	s.Byes = nil
	if t.System != bot.RoundRobin || len(t.Groups) < 2 {
		return t.rank(s, 0)
	}
	var all []Place
	for i, group := range t.Groups {
		places, err := t.rank(s.Only(group), i)
		if err != nil {
			return nil, err
		}
		all = append(all, places...)
	}
	return all, nil
}

// rank orders the entrants of a state. Entrants removed by an organiser come last: their games
// count for their opponents, but they do not displace anybody.
func (t *Tournament) rank(s pairing.State, group int) ([]Place, error) {
	rows, err := pairing.Rank(s, t.TieBreaks)
	var stay, removed []Place
	for _, row := range rows {
		if t.removed(row.Entrant) {
			removed = append(removed, Place{row, group})
		} else {
			stay = append(stay, Place{row, group})
		}
	}
	before := func(all []Place, p int) int {
		return len(slices.DeleteFunc(slices.Clone(all), func(o Place) bool { return o.Place >= p }))
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

// tally counts an entrant's wins, draws and losses.
func (t *Tournament) tally(number int) (s pairing.Standing) {
	s.Entrant = number
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			if !g.Has(number) || g.Result == pairing.Pending {
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

// knockoutStandings orders the entrants by how far they got: the winner, the loser of the final,
// the losers of the semi-finals and so on.
func (t *Tournament) knockoutStandings() []Place {
	var all []Place
	score := map[int]int{}
	for i := range t.Entrants {
		s := t.tally(i + 1)
		score[s.Entrant] = t.reached(s.Entrant)
		all = append(all, Place{Standing: s})
	}
	slices.SortStableFunc(all, func(a, b Place) int { return score[b.Entrant] - score[a.Entrant] })
	for i := range all {
		all[i].Place = i + 1
		if i > 0 && score[all[i].Entrant] == score[all[i-1].Entrant] {
			all[i].Place = all[i-1].Place
		}
	}
	if last := len(t.Rounds); last > 0 && last == t.Total() && t.Rounds[last-1].Closed && t.MatchWinner(last, 0) == 0 {
		withoutWinner(all)
	}
	return all
}

// reached returns a number that is greater the farther an entrant of a knockout got.
func (t *Tournament) reached(number int) int {
	round := 0
	for i := range t.Rounds {
		switch {
		case t.advanced(i+1, number):
			round = i + 2
		case t.playedIn(i+1, number):
			round = i + 1
		}
	}
	last := len(t.Rounds)
	switch {
	case last < t.Total() || t.Total() == 0:
	case t.MatchWinner(last, 0) == number:
		return 4*round + 2
	case t.Third && last > 1 && t.MatchWinner(last, 1) == number:
		return 4*round + 1
	}
	return 4 * round
}

// playedIn reports whether an entrant had a match or a bye in a round of a knockout. The match for
// third place does not count.
func (t *Tournament) playedIn(round, number int) bool {
	matches, r := t.Matches(round), t.Rounds[round-1]
	return slices.ContainsFunc(r.Games, func(g bot.TournamentGame) bool {
		return g.Has(number) && g.Match < matches
	}) || slices.ContainsFunc(r.Byes, func(b bot.TournamentBye) bool {
		return b.Entrant == number && b.Kind == pairing.Allocated && b.Match < matches
	})
}

// advanced reports whether an entrant won a match of a round before the last, even if the entrant
// has left since.
func (t *Tournament) advanced(round, number int) bool {
	if round >= t.Total() {
		return false
	}
	for match := range t.Matches(round) {
		if t.MatchWinner(round, match) == number {
			return true
		}
	}
	return false
}

// withoutWinner vacates the first place. The entrants who would share it become second. If it is
// only one, all others move down.
func withoutWinner(all []Place) {
	alone := len(all) > 1 && all[1].Place > 1
	for i := range all {
		if all[i].Place == 1 || alone {
			all[i].Place++
		}
	}
}

// ladderStandings returns the rungs, the top first.
func (t *Tournament) ladderStandings() (all []Place) {
	for i, number := range t.Rungs {
		s := t.tally(number)
		s.Place = i + 1
		all = append(all, Place{Standing: s})
	}
	return all
}

// StandingLines returns the standings as lines of text.
func (t *Tournament) StandingLines(places []Place) (lines []phrase.Text) {
	group := -1
	for i, p := range places {
		if len(t.Groups) > 1 && p.Group != group {
			group = p.Group
			head := phrase.Of("Group %s:", groupName(group))
			if t.System == bot.TeamMatch {
				head = phrase.Upper(MatchOf(t).TeamName(group)) + ":"
			}
			lines = append(lines, head)
		}
		if i >= longList {
			return append(lines, phrase.Of("… and %d more.", len(places)-i))
		}
		line := phrase.Sprintf("%d. %s", p.Place, t.EntrantName(p.Entrant))
		switch {
		case t.removed(p.Entrant):
			line += " " + phrase.Of("(was removed)")
		case t.Entrants[p.Entrant-1].Gone:
			line += " " + phrase.Of("(has left)")
		}
		if t.System == bot.Swiss || t.System == bot.RoundRobin || t.System.OneTable() {
			line += ", " + PointWords(p.Points)
		}
		line += "; " + phrase.Of("won %d, drawn %d, lost %d", p.Wins, p.Draws, p.Losses)
		var ties []phrase.Text
		for k, by := range t.TieBreaks {
			if k < len(p.TieBreaks) {
				ties = append(ties, phrase.Sprintf("%s %s", bot.TieBreakTitles[by], p.TieBreaks[k]))
			}
		}
		if ties != nil && p.Points > 0 && t.shares(places, p) {
			line += "; " + phrase.Join(ties, ", ")
		}
		if span := spanWords(t, p.Entrant); span != "" {
			line += "; " + span
		}
		lines = append(lines, line)
	}
	if t.Spans != nil && t.Season.Revised {
		lines = append(lines, revisedWords())
	}
	return lines
}

// PointWords writes a number of points, as "2½".
func PointWords(points float64) phrase.Text {
	n := int(math.Round(2 * points))
	if n == 1 || n == 2 {
		return phrase.Of("%s point", halves(n))
	}
	return phrase.Of("%s points", halves(n))
}

// longList is the greatest number of lines in a list of players.
const longList = 100

// shares reports whether others have the same number of points, so that tie-breaks matter.
func (t *Tournament) shares(places []Place, p Place) bool {
	return slices.ContainsFunc(places, func(o Place) bool { return o.Group == p.Group && o.Entrant != p.Entrant && o.Points == p.Points })
}

// groupName returns the letter of a group, or a number after Z.
func groupName(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return fmt.Sprint(n + 1)
}
