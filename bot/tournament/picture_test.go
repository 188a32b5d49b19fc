package tournament_test

import (
	"bytes"
	"image/png"
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

// TestTableShowsTieBreaks checks that the table of a Swiss tournament has a column for each
// tie-break, and that an absence does not look like a forfeit.
func TestTableShowsTieBreaks(t *testing.T) {
	record := bot.Tournament{ID: 1, Entrants: entrants("abcde"), Phase: bot.Running}
	record.Name, record.System, record.TieBreaks = "Cup", bot.Swiss, []pairing.TieBreak{pairing.Buchholz, pairing.SonnebornBerger}
	record.Rounds = []bot.Round{{
		Games: []bot.TournamentGame{game(1, 2, pairing.WhiteWins), game(3, 4, pairing.WhiteForfeits)},
		Byes:  []bot.TournamentBye{{Bye: pairing.Bye{Entrant: 5, Kind: pairing.Zero}}},
	}}
	table, err := tournament.Of(record).Table(tournament.Picture, phrase.Language{})
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
		cells[row.Name] = row.Cells[0].Text
	}
	if cells["e"] != "bye 0" || !strings.HasSuffix(cells["c"], "-") {
		t.Errorf("who is absent has %q, who has forfeited %q", cells["e"], cells["c"])
	}
	key := strings.Join(table.Key, "; ")
	for _, want := range []string{"BH: Buchholz", "SB: Sonneborn-Berger", "+ or -: won or lost by forfeit"} {
		if !strings.Contains(key, want) {
			t.Errorf("the key %q lacks %q", key, want)
		}
	}
	if _, err := table.PNG(); err != nil {
		t.Error(err)
	}
}

// TestLadderHasNoColumnOfZeros checks that a ladder's table leaves out columns that are all zero.
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
		table, err := tournament.Of(record).Table(tournament.Picture, phrase.Language{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(table.Heads, step.heads) {
			t.Errorf("with %q the columns are %q, want %q", step.result, table.Heads, step.heads)
		}
		if _, err := table.PNG(); err != nil {
			t.Error(err)
		}
	}
}

// TestPicturesOfLargeTournamentsFitTheBoxes checks that the table of 40 players after two rounds
// and the tree of 32 are not higher than wide, so that no client shows them as a narrow strip, and
// say what they leave out; a page leaves out nothing.
func TestPicturesOfLargeTournamentsFitTheBoxes(t *testing.T) {
	swiss := bot.Tournament{ID: 1, Phase: bot.Running}
	swiss.Name, swiss.System, swiss.TieBreaks = "Cup", bot.Swiss, []pairing.TieBreak{pairing.Buchholz, pairing.SonnebornBerger}
	for i := range 40 {
		swiss.Entrants = append(swiss.Entrants, bot.Entrant{Player: bot.PlayerID(i + 1), User: bot.User{Name: "Somebody with a name"}})
	}
	for shift := range 2 {
		var round bot.Round
		for i := range 20 {
			round.Games = append(round.Games, game(i+1, (i+shift)%20+21, pairing.Drawn))
		}
		swiss.Rounds = append(swiss.Rounds, round)
	}
	knockout := swiss
	knockout.System, knockout.Entrants, knockout.Rounds = bot.Knockout, swiss.Entrants[:32], nil

	table, err := tournament.Of(swiss).Table(tournament.Picture, phrase.Language{})
	if err != nil {
		t.Fatal(err)
	}
	tree := tournament.Of(knockout).Tree(tournament.Picture, phrase.Language{})
	for _, test := range []struct {
		draw       func() ([]byte, error)
		note, want string
	}{
		{table.PNG, table.Note, "20 more players are in the text"},
		{tree.PNG, tree.Note, "the first round is in the text"},
	} {
		picture, err := test.draw()
		if err != nil {
			t.Fatal(err)
		}
		size, err := png.DecodeConfig(bytes.NewReader(picture))
		if err != nil || size.Height > size.Width {
			t.Errorf("the picture is %d by %d (%v)", size.Width, size.Height, err)
		}
		if !strings.HasSuffix(test.note, test.want) {
			t.Errorf("the note %q does not end in %q", test.note, test.want)
		}
	}
	if table, err := tournament.Of(swiss).Table(tournament.Page, phrase.Language{}); err != nil || len(table.Rows) != 40 {
		t.Errorf("a page has %d rows (%v)", len(table.Rows), err)
	}
	if tree := tournament.Of(knockout).Tree(tournament.Page, phrase.Language{}); len(tree.Rounds) != 5 {
		t.Errorf("a page has %d rounds", len(tree.Rounds))
	}
}
