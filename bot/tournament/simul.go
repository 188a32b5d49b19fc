package tournament

import (
	"slices"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
)

// Host is the entrant number of the host of a simul.
const Host = 1

// Simul is a tournament in which one player, the host, plays against all others.
type Simul struct{ *Tournament }

// SimulOf returns a tournament as a simul.
func SimulOf(t *Tournament) Simul { return Simul{t} }

// title returns the title of a simul whose host is shown by a name.
func (t Simul) title(host phrase.Text) phrase.Text {
	return phrase.Of("%s simul of %s", bot.Title(t.Variants[0]), host)
}

// HostBank returns the time with which the host of a simul begins each game: twice the bank of the
// others, but no more than the cap of the pace.
func (t Simul) HostBank() time.Duration { return t.Pace.Capped(2 * t.Pace.Bank) }

// boards returns the round of a simul: the host plays White against every other entrant.
func (t Simul) boards() (round bot.Round) {
	if t.Entrants[Host-1].Gone {
		return round
	}
	for i, e := range t.Entrants {
		if number := i + 1; number != Host && !e.Gone {
			round.Games = append(round.Games, bot.TournamentGame{Game: pairing.Game{White: Host, Black: number}})
		}
	}
	return round
}

// Results returns the results of a simul or a team match that has begun.
func Results(t *Tournament) phrase.Text {
	if t.System == bot.TeamMatch {
		return MatchOf(t).table()
	}
	return SimulOf(t).table()
}

// Halves returns the half points of the host and of all others, and how many games go on.
func (t Simul) Halves() (points [2]int, open int) {
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			white, black := g.Result.Halves()
			points[0], points[1] = points[0]+white, points[1]+black
			if g.Result == pairing.Pending {
				open++
			}
		}
	}
	return points, open
}

// Score returns the points of both sides of a simul or a team match, as part of a sentence.
func Score(t *Tournament) phrase.Text {
	if t.System == bot.TeamMatch {
		points, _ := MatchOf(t).Halves()
		return phrase.Of("%s %s, %s %s", MatchOf(t).TeamName(0), PointWords(float64(points[0])/2), MatchOf(t).TeamName(1), PointWords(float64(points[1])/2))
	}
	points, _ := SimulOf(t).Halves()
	return phrase.Of("%s %s, the others %s", t.EntrantName(Host), PointWords(float64(points[0])/2), PointWords(float64(points[1])/2))
}

// table returns the results of a simul that has begun: the points of both sides, and a line
// for each board with the points of the opponent.
func (t Simul) table() phrase.Text {
	points, open := t.Halves()
	var lines []phrase.Text
	for _, g := range t.Rounds[0].Games {
		line := phrase.Sprintf("%s: %s", t.EntrantName(g.Black), cell{opponent: g.White, black: true, game: g}.mark())
		if g.ID != 0 {
			line += " (" + bot.GameNumber(g.ID) + ")"
		}
		lines = append(lines, line)
	}
	head := phrase.Of("%s: %s. The others: %s.", t.EntrantName(Host), PointWords(float64(points[0])/2), PointWords(float64(points[1])/2))
	if open > 0 {
		head += " " + phrase.Count(open, "%d game goes on.", "%d games go on.")
	}
	lines = slices.Insert(lines, 0, head)
	return phrase.Join(append(lines, forfeitKey(t.Rounds)...), "\n")
}
