package tournament_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// unplayed is a Swiss tournament of five with a bye of each kind and a forfeit. Its first entrant
// was removed.
func unplayed() *tournament.Tournament {
	record := bot.Tournament{ID: 1, Entrants: entrants("abcde"), Phase: bot.Running}
	record.Name, record.System = "Cup", bot.Swiss
	record.Rounds = []bot.Round{
		{Games: []bot.TournamentGame{game(1, 2, pairing.WhiteWins), game(3, 4, pairing.WhiteForfeits)}, Byes: []bot.TournamentBye{{Bye: pairing.Bye{Entrant: 5, Kind: pairing.Allocated}}}},
		{Games: []bot.TournamentGame{game(5, 1, pairing.BlackWins)}, Byes: []bot.TournamentBye{{Bye: pairing.Bye{Entrant: 2, Kind: pairing.Half}},
			{Bye: pairing.Bye{Entrant: 3, Kind: pairing.Zero}}, {Bye: pairing.Bye{Entrant: 4, Kind: pairing.Zero}}}},
	}
	record.Entrants[0].Gone, record.Barred = true, []bot.PlayerID{record.Entrants[0].Player}
	return tournament.Of(record)
}

// TestUnplayedReadsTheSame checks that byes and forfeits have the same value in text, tables and
// files.
func TestUnplayedReadsTheSame(t *testing.T) {
	cup := unplayed()
	words, err := cup.CrosstableText()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"e: bye (1 point)", "b: lost to a as Black, half-point bye", "d: won by forfeit against c as Black, zero-point bye", "c: forfeited against d as White, zero-point bye"} {
		if !strings.Contains(phrase.English(words), want) {
			t.Errorf("the words lack %q:\n%s", want, phrase.English(words))
		}
	}
	text, err := cup.CSV()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	table, err := cup.Table(tournament.Picture, phrase.Language{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"e": "bye 1", "b": "bye ½", "c": "bye 0", "d": "bye 0"}
	for _, row := range rows[1:] {
		if bye := want[row[3]]; bye != "" && bye != row[len(row)-1] && bye != row[len(row)-2] {
			t.Errorf("%s has %q in the table for spreadsheets, want %q", row[3], row[len(row)-2:], bye)
		}
	}
	for _, row := range table.Rows {
		cells := fmt.Sprint(row.Cells[0].Text, row.Cells[1].Text)
		if !strings.Contains(cells, want[row.Name]) {
			t.Errorf("%s has %q in the picture, want %q", row.Name, cells, want[row.Name])
		}
	}
	file, err := cup.JSON()
	if err != nil {
		t.Fatal(err)
	}
	file = strings.Join(strings.Fields(file), "")
	for _, want := range []string{`{"player":5,"kind":"allocated","points":1}`, `{"player":2,"kind":"half","points":0.5}`, `{"player":3,"kind":"zero","points":0}`, `"result":"-/+"`} {
		if !strings.Contains(file, want) {
			t.Errorf("the JSON lacks %s", want)
		}
	}
}

// TestReportRanks checks that the ranks in the report file follow the points, also for somebody who
// has no place in the standings.
func TestReportRanks(t *testing.T) {
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	text, err := unplayed().TRF([]time.Time{day, day.AddDate(0, 0, 9)}, "ada")
	if err != nil {
		t.Fatal(err)
	}
	last := map[int]float64{}
	for _, line := range strings.Split(text, "\r\n") {
		if !strings.HasPrefix(line, "001") {
			continue
		}
		var points float64
		var rank int
		if _, err := fmt.Sscan(line[80:89], &points, &rank); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		last[rank] = points
	}
	for rank := 1; rank <= 5; rank++ {
		if points, ok := last[rank]; !ok || rank > 1 && points > last[rank-1] {
			t.Errorf("the ranks have points %v", last)
		}
	}
	if last[1] != 2 {
		t.Errorf("the first has %v points, want the 2 of whoever was removed", last[1])
	}
}

// TestReportBeforeTheFirstRound checks that the report names the number of rounds and the initial
// colour before anybody is paired, which pairing programs need.
func TestReportBeforeTheFirstRound(t *testing.T) {
	cup := unplayed()
	cup.Tournament.Rounds = nil
	text, err := cup.TRF(nil, "ada")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"142 4", "152 W", "XXR 4"} {
		if !slices.Contains(strings.Split(text, "\r\n"), want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
}

// TestReportDates has organisers name dates of rounds: they take the place of those on which rounds
// began, also of rounds to come, and the tournament does not end before them.
func TestReportDates(t *testing.T) {
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		dates []string
		over  bool
		want  []string
	}{
		{nil, false, []string{"042 2026/03/04", fmt.Sprintf("%-91s26/03/04  26/03/13", "132"), "142 4", "152 W"}},
		{[]string{"2026-03-01"}, false, []string{"042 2026/03/01", fmt.Sprintf("%-91s26/03/01  26/03/13", "132")}},
		{[]string{"2026-03-01", "2026-03-02", "2026-04-09", "2026-05-09", "2026-06-09"}, false, []string{"042 2026/03/01", fmt.Sprintf("%-91s26/03/01  26/03/02  26/04/09  26/05/09", "132")}},
		{[]string{"2026-03-01", "2026-03-02"}, true, []string{"052 2026/03/20"}},
		{[]string{"2026-03-01", "2026-03-31"}, true, []string{"052 2026/03/31"}},
	} {
		cup := unplayed()
		cup.Dates = c.dates
		if c.over {
			cup.Phase, cup.Ended = bot.Completed, day.AddDate(0, 0, 16)
		}
		text, err := cup.TRF([]time.Time{day, day.AddDate(0, 0, 9)}, "ada")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(text, "\r\n")
		for _, want := range c.want {
			if !slices.Contains(lines, want) {
				t.Errorf("%v: no line %q in\n%s", c.dates, want, text)
			}
		}
	}
}
