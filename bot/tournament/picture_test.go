package tournament_test

import (
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/pairing"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
)

// entrants returns players named by single letters.
func entrants(names string) (all []bot.Entrant) {
	for i, name := range strings.Split(names, "") {
		all = append(all, bot.Entrant{Player: bot.PlayerID(i + 1), User: bot.User{Name: name}})
	}
	return all
}

func game(white, black int, result pairing.Result) bot.TournamentGame {
	return bot.TournamentGame{Game: pairing.Game{White: white, Black: black, Result: result}}
}

// TestTableShowsTieBreaks checks that the table of a Swiss tournament has a column for each tie-break, and that an absence
// does not look like a forfeit.
func TestTableShowsTieBreaks(t *testing.T) {
	record := bot.Tournament{ID: 1, Entrants: entrants("abcde"), Phase: bot.Running}
	record.Name, record.System, record.TieBreaks = "Cup", bot.Swiss, []pairing.TieBreak{pairing.Buchholz, pairing.SonnebornBerger}
	record.Rounds = []bot.Round{{
		Games: []bot.TournamentGame{game(1, 2, pairing.WhiteWins), game(3, 4, pairing.WhiteForfeits)},
		Byes:  []bot.TournamentBye{{Bye: pairing.Bye{Entrant: 5, Kind: pairing.Zero}}},
	}}
	table, err := tournament.Of(record).Table(tournament.Picture)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"BH", "SB"}; !slices.Equal(table.TieBreaks, want) {
		t.Errorf("the tie-breaks are %q, want %q", table.TieBreaks, want)
	}
	cells := map[string]string{}
	for _, row := range table.Rows {
		if len(row.TieBreaks) != 2 || row.TieBreaks[0] == "" {
			t.Errorf("%s has the tie-breaks %q", row.Name, row.TieBreaks)
		}
		cells[row.Name] = phrase.English(row.Cells[0].Text)
	}
	if cells["e"] != "bye 0" || !strings.HasSuffix(cells["c"], "-") {
		t.Errorf("who is absent has %q, who has forfeited %q", cells["e"], cells["c"])
	}
	key := phrase.English(strings.Join(table.Key, "; "))
	for _, want := range []string{"BH: Buchholz", "SB: Sonneborn-Berger", "+ or -: won or lost by forfeit"} {
		if !strings.Contains(key, want) {
			t.Errorf("the key %q lacks %q", key, want)
		}
	}
	if _, err := table.PNG(); err != nil {
		t.Error(err)
	}
}

// TestLadderHasNoColumnOfZeros checks that a ladder's table leaves out columns in which nothing has happened.
func TestLadderHasNoColumnOfZeros(t *testing.T) {
	record := bot.Tournament{ID: 1, Entrants: entrants("abc"), Rungs: []int{1, 2, 3}, Phase: bot.Running}
	record.Name, record.System = "Ladder", bot.Ladder
	record.Rounds = []bot.Round{{}}
	for _, step := range []struct {
		result pairing.Result
		heads  []string
	}{{pairing.Pending, nil}, {pairing.WhiteWins, []string{"won", "lost"}}, {pairing.Drawn, []string{"won", "drawn", "lost"}}} {
		if step.result != pairing.Pending {
			record.Rounds[0].Games = append(record.Rounds[0].Games, game(1, 2, step.result))
		}
		table, err := tournament.Of(record).Table(tournament.Picture)
		if err != nil {
			t.Fatal(err)
		}
		var heads []string
		for _, head := range table.Heads {
			heads = append(heads, phrase.English(head))
		}
		if !slices.Equal(heads, step.heads) {
			t.Errorf("with %q the columns are %q, want %q", step.result, heads, step.heads)
		}
		if _, err := table.PNG(); err != nil {
			t.Error(err)
		}
	}
}
