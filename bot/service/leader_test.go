package service_test

import (
	"context"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/rating"
)

// TestLeadersHere ranks people who play in different rooms, or in private.
func TestLeadersHere(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{
		"alice: challenge bob raumschach", "bob: accept 1",
		"bob@den: challenge carol blocschach", "carol@den: accept 2", "carol@den: resign 2 confirm",
		"dora: study raumschach",
		"erik: challenge alice raumschach private", "alice: accept 4",
		"alice@attic: seek raumschach", "gus/matrix@attic: accept 5",
		"frida: challenge bob raumschach", "bob: accept 6",
		// two rooms of one place
		"hans@bar.inn: challenge ida raumschach", "ida@bar.inn: accept 7", "ida@pub.inn: challenge jan blocschach", "jan@pub.inn: accept 8",
	} {
		if !s.say(line) {
			t.Fatal(line)
		}
	}
	// frida's rating is the best, but still provisional.
	for name, value := range map[string]float64{"alice": 1600, "bob": 1700, "carol": 1800, "dora": 1900, "erik": 2000, "frida": 2100, "gus": 1400, "hans": 1300, "ida": 1250, "jan": 1350} {
		err := s.store.Update(context.Background(), func(tx bot.Tx) error {
			players, err := tx.PlayersNamed(name)
			if err != nil || len(players) != 1 {
				t.Fatal(name, players, err)
			}
			r := bot.Rating{Player: players[0].ID, Variant: "raumschach", Rating: rating.New(), At: s.now}
			if r.Value = value; name != "frida" {
				r.Deviation = 50
			}
			return tx.PutRating(r)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"zoe: leaders raumschach":                   "erik dora carol bob alice gus jan hans ida",
		"zoe: leaders raumschach here":              "bob alice",
		"zoe@den: leaders raumschach here":          "carol bob",
		"zoe@attic: leaders raumschach here":        "alice",
		"zoe/matrix@attic: leaders raumschach here": "gus",
		"zoe@bar.inn: leaders raumschach here":      "jan hans ida",
		"zoe@inn: leaders raumschach here":          "jan hans ida",
		"zoe@pub: leaders raumschach here":          "jan ida",
		"zoe@yard: leaders raumschach here":         "",
		"zoe@den: leaders blocschach here":          "",
	} {
		s.said = nil
		s.say(line)
		var got []string
		for _, l := range strings.Split(s.said[0], "\n")[1:] {
			got = append(got, strings.TrimSuffix(strings.Fields(l)[1], ","))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s:\n%s", line, got, want, s.said[0])
		}
	}
}
