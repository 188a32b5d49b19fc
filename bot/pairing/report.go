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

// Report is a tournament with the data needed for FIDE's report file.
type Report struct {
	Name, Type, Pace, Arbiter string
	City, Federation          string      // empty if unknown
	Rounds                    []time.Time // the beginning of each
	To                        time.Time   // zero while the tournament is running
	State                     State
	// Names, Points and Places are indexed by entrant number.
	Names  map[int]string
	Points map[int]float64
	Places map[int]int
}

const reportDate = "2006/01/02"

// TRF writes the report as a Tournament Report File (FIDE Handbook C.04, annex 2), in the columns of 2016 with the lines for the
// number of rounds and the initial colour of 2026 (142, 152) beside the older one that pairing programs read (XXR). Lines end in CR LF. Start numbers are in order of rating. The format is ASCII only: names
// lose their accents, Cyrillic and Greek are transliterated, and a name in any other script is
// replaced by the start number, "Player 12".
func (r Report) TRF() (string, error) {
	doc := &trf.Document{
		Name: ascii(r.Name, "Tournament"), TournamentType: ascii(r.Type, ""), TimeControl: ascii(r.Pace, ""), ChiefArbiter: ascii(r.Arbiter, ""),
		City: ascii(r.City, ""), Federation: ascii(r.Federation, ""), NumPlayers: len(r.State.Entrants), NumRated: len(r.State.Entrants), TotalRounds: r.State.Total, TotalRounds26: r.State.Total,
	}
	if len(r.Rounds) > 0 {
		doc.StartDate = r.Rounds[0].Format(reportDate)
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
	doc.InitialColor26 = r.initialColour(start)
	var out bytes.Buffer
	if err := trf.Write(&out, doc); err != nil {
		return "", fmt.Errorf("writing the report: %w", err)
	}
	return r.byColumns(out.String()), nil
}

// initialColour returns the colour of the highest ranked entrant who was paired in the first round, W or B; empty if nobody was.
func (r Report) initialColour(start map[int]int) string {
	if len(r.State.Rounds) == 0 {
		return ""
	}
	colour, best := "", 0
	for _, g := range r.State.Rounds[0].Games {
		for _, seat := range []struct {
			entrant int
			colour  string
		}{{g.White, "W"}, {g.Black, "B"}} {
			if n := start[seat.entrant]; best == 0 || n < best {
				colour, best = seat.colour, n
			}
		}
	}
	return colour
}

// byColumns corrects the library's output: it adds the dates of the rounds, aligned with their columns, and
// replaces the asterisks of ongoing games by the blanks that the format requires.
func (r Report) byColumns(report string) string {
	const rounds, dates, width = 89, 91, 10 // the columns of the first round and its date, and the width of a round
	var lines []string
	dated := false
	for line := range strings.Lines(report) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "001 ") {
			if !dated && len(r.Rounds) > 0 {
				days := fmt.Sprintf("%-*s", dates, "132")
				for _, began := range r.Rounds {
					days += fmt.Sprintf("%-*s", width, began.Format("06/01/02"))
				}
				lines, dated = append(lines, strings.TrimRight(days, " ")), true
			}
			if len(line) > rounds {
				line = strings.TrimRight(line[:rounds]+strings.ReplaceAll(line[rounds:], "*", " "), " ")
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\r\n") + "\r\n"
}

// rounds returns an entrant's result in each round.
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

// code returns the code of a result for one side.
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

// ascii returns a text in ASCII, or otherwise if it cannot be transliterated.
func ascii(text, otherwise string) string {
	if fitted, whole := letter.Fit(text, func(r rune) bool { return r >= ' ' && r <= '~' }); whole {
		return fitted
	}
	return otherwise
}
