package pairing

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/gnutterts/chesspairing/trf"

	"raumbot/bot/letter"
)

// Report is a tournament as FIDE's report file tells it.
type Report struct {
	Name, Type, Pace, Arbiter string
	From, To                  time.Time // To is zero while it goes on
	State                     State
	// Names, Points and Places are by the numbers of entrants.
	Names  map[int]string
	Points map[int]float64
	Places map[int]int
}

const reportDate = "2006/01/02"

// TRF writes the report as a Tournament Report File (TRF16, FIDE Handbook
// C.04, annex 2). Its start numbers are in the order of ratings. The format
// knows no letters outside of ASCII: names lose their accents, and whose name has other letters is
// called by the start number, "Player 12".
func (r Report) TRF() (string, error) {
	doc := &trf.Document{
		Name: ascii(r.Name, "Tournament"), TournamentType: ascii(r.Type, ""), TimeControl: ascii(r.Pace, ""), ChiefArbiter: ascii(r.Arbiter, ""),
		StartDate: r.From.Format(reportDate), NumPlayers: len(r.State.Entrants), NumRated: len(r.State.Entrants), TotalRounds: r.State.Total,
	}
	if !r.To.IsZero() {
		doc.EndDate = r.To.Format(reportDate)
	}
	entrants := slices.Clone(r.State.Entrants)
	slices.SortStableFunc(entrants, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Number, b.Number))
	})
	start := map[int]int{}
	for i, e := range entrants {
		start[e.Number] = i + 1
	}
	for i, e := range entrants {
		doc.Players = append(doc.Players, trf.PlayerLine{
			StartNumber: i + 1, Name: ascii(r.Names[e.Number], fmt.Sprintf("Player %d", i+1)), Rating: min(max(e.Rating, 0), 9999),
			Points: math.Round(2*r.Points[e.Number]) / 2, Rank: r.Places[e.Number], Rounds: r.rounds(e.Number, start),
		})
	}
	var out bytes.Buffer
	if err := trf.Write(&out, doc); err != nil {
		return "", fmt.Errorf("writing the report: %w", err)
	}
	return unfinished(out.String()), nil
}

// unfinished leaves the results of games that go on blank, as the format has them: the library writes stars.
func unfinished(report string) string {
	const rounds = 89 // the column where they begin
	lines := strings.Split(report, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "001 ") && len(line) > rounds {
			lines[i] = strings.TrimRight(line[:rounds]+strings.ReplaceAll(line[rounds:], "*", " "), " ")
		}
	}
	return strings.Join(lines, "\n")
}

// rounds returns what an entrant has in each round.
func (r Report) rounds(number int, start map[int]int) (all []trf.RoundResult) {
	for _, round := range r.State.Rounds {
		at := trf.RoundResult{Result: trf.ResultZeroBye}
		for _, b := range round.Byes {
			if b.Entrant == number {
				at.Result = map[ByeKind]trf.ResultCode{Allocated: trf.ResultUnpaired, Half: trf.ResultHalfBye, Zero: trf.ResultZeroBye}[b.Kind]
			}
		}
		for _, g := range round.Games {
			switch number {
			case g.White:
				at = trf.RoundResult{Opponent: start[g.Black], Color: trf.ColorWhite, Result: g.Result.code(false)}
			case g.Black:
				at = trf.RoundResult{Opponent: start[g.White], Color: trf.ColorBlack, Result: g.Result.code(true)}
			}
		}
		all = append(all, at)
	}
	return all
}

// code returns the letter of a result for one of the sides.
func (r Result) code(black bool) trf.ResultCode {
	own, other := r.Halves()
	if black {
		own, other = other, own
	}
	switch {
	case r == Pending:
		return trf.ResultNotPlayed
	case !r.Played() && own > other:
		return trf.ResultForfeitWin
	case !r.Played():
		return trf.ResultForfeitLoss
	case own > other:
		return trf.ResultWin
	case own < other:
		return trf.ResultLoss
	}
	return trf.ResultDraw
}

// ascii writes a text in ASCII, or returns another if that cannot be done.
func ascii(text, otherwise string) string {
	if fitted, whole := letter.Fit(text, func(r rune) bool { return r >= ' ' && r <= '~' }); whole {
		return fitted
	}
	return otherwise
}
