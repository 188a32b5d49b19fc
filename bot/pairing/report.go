package pairing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

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

// TRF writes the report as a Tournament Report File (FIDE Handbook C.04, annex 2), in the columns
// of 2016 with the lines for the number of rounds and the initial colour of 2026 (142, 152) beside
// the older one that pairing programs read (XXR). Lines end in CR LF. Start numbers are in order of
// rating. The format is ASCII only: names lose their accents, Cyrillic and Greek are
// transliterated, and a name in any other script is replaced by the start number, "Player 12".
func (r Report) TRF() string {
	entrants := slices.Clone(r.State.Entrants)
	slices.SortStableFunc(entrants, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Number, b.Number))
	})
	start := map[int]int{}
	for i, e := range entrants {
		start[e.Number] = i + 1
	}
	lines := r.head(start)
	for i, e := range entrants {
		lines = append(lines, fmt.Sprintf("%-13s %-33.33s %4s %31.1f %4d%s", fmt.Sprintf("001 %4d", i+1), ascii(r.Names[e.Number], fmt.Sprintf("Player %d", i+1)),
			rating(e.Rating), math.Round(2*r.Points[e.Number])/2, r.Places[e.Number], r.rounds(e.Number, start)))
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ") + "\r\n"
	}
	return strings.Join(lines, "")
}

// rating returns a rating in the column for it, which is empty for none.
func rating(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprint(min(n, 9999))
}

// head returns the lines about the tournament.
func (r Report) head(start map[int]int) (lines []string) {
	add := func(code, value string) {
		if value != "" {
			lines = append(lines, code+" "+value)
		}
	}
	entrants := fmt.Sprint(len(r.State.Entrants))
	add("012", ascii(r.Name, "Tournament"))
	add("022", ascii(r.City, ""))
	add("032", ascii(r.Federation, ""))
	if len(r.Rounds) > 0 {
		add("042", r.Rounds[0].Format(reportDate))
	}
	if !r.To.IsZero() {
		add("052", r.To.Format(reportDate))
	}
	add("062", entrants)
	add("072", entrants)
	add("092", ascii(r.Type, ""))
	add("102", ascii(r.Arbiter, ""))
	add("122", ascii(r.Pace, ""))
	if len(r.Rounds) > 0 {
		days := ""
		for _, began := range r.Rounds {
			days += "  " + began.Format("06/01/02")
		}
		add(fmt.Sprintf("%-88s", "132"), days) // above the columns of the rounds
	}
	add("142", fmt.Sprint(r.State.Total))
	add("152", r.initialColour(start))
	add("XXR", fmt.Sprint(r.State.Total))
	return lines
}

// initialColour returns the colour of the highest ranked entrant who was paired in the first round,
// W or B. As long as nobody was, it is the one that [Swiss] gives.
func (r Report) initialColour(start map[int]int) string {
	colour, best := "W", 0
	if len(r.State.Rounds) == 0 {
		return colour
	}
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

// rounds returns an entrant's opponent, colour and result in each round, in columns of ten. An
// ongoing game has no result.
func (r Report) rounds(number int, start map[int]int) (columns string) {
	for _, round := range r.State.Rounds {
		column := "0000 - Z"
		for _, b := range round.Byes {
			if b.Entrant == number {
				column = "0000 - " + map[ByeKind]string{Allocated: "U", Half: "H", Zero: "Z"}[b.Kind]
			}
		}
		for _, g := range round.Games {
			white, black := g.Result.Halves()
			switch number {
			case g.White:
				column = fmt.Sprintf("%04d w %s", start[g.Black], g.Result.code(white, black))
			case g.Black:
				column = fmt.Sprintf("%04d b %s", start[g.White], g.Result.code(black, white))
			}
		}
		columns += "  " + column
	}
	return columns
}

// code returns the code of a result for one side, which has scored own half points.
func (r Result) code(own, other int) string {
	switch {
	case r == Pending:
		return " "
	case !r.Played() && own > other:
		return "+"
	case !r.Played():
		return "-"
	}
	return [...]string{"0", "=", "1"}[own]
}

// ascii returns a text in ASCII, or otherwise if it cannot be transliterated.
func ascii(text, otherwise string) string {
	if fitted, whole := letter.Fit(text, func(r rune) bool { return r >= ' ' && r <= '~' }); whole {
		return fitted
	}
	return otherwise
}
