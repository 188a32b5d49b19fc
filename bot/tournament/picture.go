package tournament

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/letter"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/render"
)

// Medium is what a table or a tree is laid out for.
type Medium int

// A Picture must be legible. It names only entrants whose letters its font has, and is limited in
// size. A Page shows everything.
const (
	Picture Medium = iota
	Page
)

// Limits that keep a picture legible.
const (
	tableRows    = 20
	tableColumns = 16
	tableMeets   = 16 // the maximum number of players of a table with a column for each
	treeMatches  = 8  // in the first column of a tree
)

// shown returns the name of an entrant as a medium shows it. In a picture that is the number if the
// font lacks some letters.
func (t *Tournament) shown(on Medium, number int) phrase.Text {
	if on == Page { // where each name is an element of its own
		return phrase.Said(t.plainName(number))
	}
	if name, whole := letter.Fit(t.plainName(number), render.HasGlyph); whole {
		return phrase.Said(name)
	}
	return phrase.Of("No. %d", number)
}

// drawableTitle returns the name of the tournament as shown in a picture.
func (t *Tournament) drawableTitle() phrase.Text {
	switch {
	case t.Name != "":
	case t.System == bot.Simul:
		return SimulOf(t).title(t.shown(Picture, Host))
	default:
		return t.Title()
	}
	if name, whole := letter.Fit(t.Name, render.HasGlyph); whole {
		return phrase.Said(name)
	}
	return phrase.Of("Tournament %d", t.ID)
}

// NumberLegend returns a line that names the entrants shown by number; empty if there are none.
func (t *Tournament) NumberLegend() phrase.Text {
	var names []phrase.Text
	for i := range t.Entrants {
		if _, whole := letter.Fit(t.plainName(i+1), render.HasGlyph); !whole {
			names = append(names, phrase.Of("No. %d", i+1)+" "+t.EntrantName(i+1))
		}
	}
	if names == nil {
		return ""
	}
	if more := len(names) - Listed; more > 0 {
		names = append(names[:Listed], phrase.Of("and %d more", more))
	}
	return "\n" + phrase.Of("The picture cannot show these names: %s.", phrase.Join(names, ", "))
}

// Table lays the tournament out as a table, with its text in a language. A small round robin has a
// column for each player, other tournaments one for each round.
func (t *Tournament) Table(on Medium, l phrase.Language) (table render.Crosstable, err error) {
	places, err := t.Standings()
	if err != nil {
		return table, err
	}
	table.Say, table.Title = l.Say, l.Render(t.drawableTitle())
	table.Note = l.Render(phrase.Upper(t.System.Title()) + ", " + t.PhaseWords())
	shown := places
	if on == Picture {
		shown = places[:min(len(places), tableRows)]
	}
	if more := len(places) - len(shown); more > 0 {
		table.Note += "; " + l.Render(phrase.Count(more, "%d more player is in the text", "%d more players are in the text"))
	}
	switch {
	case t.System == bot.RoundRobin && len(t.Groups) < 2 && len(places) <= tableMeets:
		for i := range places {
			table.Heads = append(table.Heads, fmt.Sprint(i+1))
		}
		for i, p := range shown {
			row := t.row(on, p, l)
			row.Place = fmt.Sprint(i + 1)
			row.Cells = t.meetings(places, p.Entrant, l)
			table.Rows = append(table.Rows, row)
		}
		t.addTieBreaks(&table, shown, l)
		addSpans(t, &table, shown, l)
		return table, nil
	case t.System == bot.Ladder || t.System == bot.Simul:
		for _, p := range shown {
			table.Rows = append(table.Rows, t.row(on, p, l))
		}
		addCount(&table, shown, l.Say("won"), func(p Place) int { return p.Wins })
		addCount(&table, shown, l.Say("drawn"), func(p Place) int { return p.Draws })
		addCount(&table, shown, l.Say("lost"), func(p Place) int { return p.Losses })
		return table, nil
	}
	from := 0
	if on == Picture {
		from = max(len(t.Rounds)-tableColumns, 0)
	}
	for i := from; i < len(t.Rounds); i++ {
		table.Heads = append(table.Heads, fmt.Sprintf("%d", i+1))
	}
	line := map[int]int{} // the line of the table of each entrant number
	for i, p := range places {
		line[p.Entrant] = i + 1
	}
	for i, p := range shown {
		row := t.row(on, p, l)
		row.Place = fmt.Sprint(i + 1)
		row.Apart = i > 0 && p.Group != shown[i-1].Group
		for n := from; n < len(t.Rounds); n++ {
			row.Cells = append(row.Cells, t.roundCell(n+1, p.Entrant, line, l))
		}
		table.Rows = append(table.Rows, row)
	}
	t.addTieBreaks(&table, shown, l)
	return table, nil
}

// addCount adds a column of numbers, unless they are all zero.
func addCount(table *render.Crosstable, places []Place, head string, count func(p Place) int) {
	if !slices.ContainsFunc(places, func(p Place) bool { return count(p) != 0 }) {
		return
	}
	table.Heads = append(table.Heads, head)
	for i, p := range places {
		table.Rows[i].Cells = append(table.Rows[i].Cells, render.CrosstableCell{Text: fmt.Sprint(count(p))})
	}
}

// tieBreakHeads are FIDE's abbreviations.
var tieBreakHeads = map[pairing.TieBreak]string{
	pairing.Buchholz: "BH", pairing.BuchholzCut1: "BH-C1", pairing.BuchholzMedian: "BH-M1", pairing.SonnebornBerger: "SB",
	pairing.DirectEncounter: "DE", pairing.MostWins: "WIN", pairing.Progressive: "PS", pairing.GamesAsBlack: "BPG",
}

// addTieBreaks adds a column for each tie-break. It explains the tie-breaks and the symbols for
// forfeits in the key.
func (t *Tournament) addTieBreaks(table *render.Crosstable, places []Place, l phrase.Language) {
	var heads []phrase.Text
	for k, by := range t.TieBreaks {
		table.TieBreaks = append(table.TieBreaks, tieBreakHeads[by])
		heads = append(heads, phrase.Of("%s: %s", tieBreakHeads[by], bot.TieBreakTitles[by]))
		for i, p := range places {
			value := ""
			if k < len(p.TieBreaks) {
				value = fmt.Sprintf("%g", p.TieBreaks[k])
			}
			table.Rows[i].TieBreaks = append(table.Rows[i].TieBreaks, value)
		}
	}
	if heads != nil {
		table.Key = append(table.Key, l.Render(phrase.Join(heads, ", ")))
	}
	for _, line := range forfeitKey(t.Rounds) {
		table.Key = append(table.Key, l.Render(line))
	}
}

// forfeitKey returns a line that explains the symbols for forfeits, if there are any.
func forfeitKey(rounds []bot.Round) []phrase.Text {
	for _, r := range rounds {
		if slices.ContainsFunc(r.Games, func(g bot.TournamentGame) bool { return g.Result != pairing.Pending && !g.Result.Played() }) {
			return []phrase.Text{phrase.Of("+ or -: won or lost by forfeit")}
		}
	}
	return nil
}

func (t *Tournament) row(on Medium, p Place, l phrase.Language) render.CrosstableRow {
	return render.CrosstableRow{Place: fmt.Sprint(p.Place), Name: l.Render(t.shown(on, p.Entrant)), Points: halves(int(math.Round(2 * p.Points))), Gone: t.Entrants[p.Entrant-1].Gone}
}

// meetings returns an entrant's cells against all others, in the order of places.
func (t *Tournament) meetings(places []Place, number int, l phrase.Language) (cells []render.CrosstableCell) {
	for _, other := range places {
		x := render.CrosstableCell{Score: render.Self}
		if other.Entrant != number {
			x.Score = render.NoScore
			for _, r := range t.Rounds {
				for _, g := range r.Games {
					if g.Has(number) && g.Has(other.Entrant) {
						met := cell{opponent: other.Entrant, black: g.Black == number, game: g}
						x.Text = strings.TrimSpace(x.Text + " " + l.Render(met.mark()))
						x.Score = met.score()
					}
				}
			}
			if strings.Contains(x.Text, " ") { // two games, possibly with different results
				x.Score = render.NoScore
			}
		}
		cells = append(cells, x)
	}
	return cells
}

// score returns the result of the cell's game, for its colour.
func (x cell) score() render.Score {
	switch x.mark() {
	case "1", "+":
		return render.Won
	case "½":
		return render.Drew
	case "0", "-":
		return render.Lost
	}
	return render.NoScore
}

// roundCell returns the cell of an entrant's round: the opponent's line, the
// colour and the result.
func (t *Tournament) roundCell(round, number int, line map[int]int, l phrase.Language) render.CrosstableCell {
	cells := t.cells(round, number)
	if len(cells) == 0 {
		return render.CrosstableCell{}
	}
	x := cells[0]
	if x.opponent == 0 {
		return render.CrosstableCell{Text: l.Render(x.byeMark())}
	}
	text := phrase.Of("%dw %s", line[x.opponent], x.mark())
	if x.black {
		text = phrase.Of("%db %s", line[x.opponent], x.mark())
	}
	return render.CrosstableCell{Text: l.Render(text), Score: x.score()}
}

// Tree lays a knockout out as a tree, with its text in a language. The picture of a large one has
// only the later rounds.
func (t *Tournament) Tree(on Medium, l phrase.Language) render.Bracket {
	b := render.Bracket{Say: l.Say, Title: l.Render(t.drawableTitle()), Note: l.Render(phrase.Upper(t.System.Title()) + ", " + t.PhaseWords())}
	from := 1
	for on == Picture && t.Matches(from) > treeMatches {
		from++
	}
	if from > 1 {
		b.Note += "; " + l.Render(phrase.Count(from-1, "the first round is in the text", "the first %d rounds are in the text"))
	}
	for n := from; n <= t.Total(); n++ {
		round := render.BracketRound{Name: l.Render(t.byRound(n, phrase.Of("final"), phrase.Of("semi-finals"), phrase.Of("quarter-finals"), phrase.Of("round %d of %d", n, t.Total())))}
		for match := range t.Matches(n) {
			round.Matches = append(round.Matches, t.treeMatch(on, n, match, l))
		}
		b.Rounds = append(b.Rounds, round)
	}
	if t.Third && t.Total() > 1 {
		third := t.treeMatch(on, t.Total(), 1, l)
		b.Third = &third
	}
	return b
}

// treeMatch returns a match of the tree, as far as its players are known.
func (t *Tournament) treeMatch(on Medium, round, match int, l phrase.Language) (m render.BracketMatch) {
	sides := t.treeSides(round, match)
	winner := 0
	points := map[int]int{}
	played := false
	if round <= len(t.Rounds) {
		winner = t.MatchWinner(round, match)
		for _, g := range t.Rounds[round-1].Match(match) {
			white, black := g.Result.Halves()
			points[g.White], points[g.Black] = points[g.White]+white, points[g.Black]+black
			played = played || g.Result != pairing.Pending
		}
	}
	for i, number := range sides {
		if number == 0 {
			continue
		}
		m[i] = render.BracketSide{Name: l.Render(t.shown(on, number)), Won: number == winner}
		if played {
			m[i].Score = halves(points[number])
		}
	}
	return m
}

// treeSides returns the two players of a match, the upper one first.
func (t *Tournament) treeSides(round, match int) (sides [2]int) {
	if third := match >= t.Matches(round); third {
		if round <= len(t.Rounds)+1 && round > 1 {
			return [2]int{t.loser(round-1, 0), t.loser(round-1, 1)}
		}
		return sides
	}
	if round == 1 {
		all := pairing.Bracket(len(t.Entrants))
		return [2]int{all[2*match], all[2*match+1]}
	}
	if round > len(t.Rounds)+1 {
		return sides
	}
	return [2]int{t.MatchWinner(round-1, 2*match), t.MatchWinner(round-1, 2*match+1)}
}

// loser returns the loser of a match, even if the loser has left since.
func (t *Tournament) loser(round, match int) int {
	winner, games := t.MatchWinner(round, match), t.Rounds[round-1].Match(match)
	if winner == 0 || len(games) == 0 {
		return 0
	}
	return games[0].Other(winner)
}
