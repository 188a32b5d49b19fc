package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
)

// TestTournamentInGerman checks that the picture of a tournament and the suggestions for its number
// are in the user's language, and that its files, which programs read, are not translated.
func TestTournamentInGerman(t *testing.T) {
	for format, want := range map[string]string{
		"swiss raumschach 1d":    "Schweizer System, läuft, Runde 1 von 3",
		"knockout raumschach 1d": "K.-o.-System, läuft, Halbfinale",
		"ladder raumschach 1d":   "Leiter, läuft",
	} {
		t.Run(format, func(t *testing.T) {
			e := newEvent(t, 1, 3, format)
			e.must("boss", "tournament 1 start")
			asked := saying("p01", "crosstable 1")
			asked.Event, asked.Locale = "picture", "de-AT"
			drawing := e.answer(asked).Drawing
			var note string
			if b := drawing.Bracket; b != nil {
				note = b.Note
			} else {
				note = drawing.Crosstable.Note
			}
			if note != want {
				t.Errorf("the picture says %q, not %q", note, want)
			}
			typing := saying("p01", "standings")
			typing.Locale = "de"
			suggested, err := e.service.Suggest(context.Background(), typing, "id", "läuft")
			if err != nil || len(suggested) != 1 {
				t.Errorf("suggested is %q, %v", suggested, err)
			}
			for _, form := range []string{"csv", "json", "trf"} {
				asked.Text, asked.Event = "report 1 "+form, bot.EventID(form)
				if form == "trf" && !strings.HasPrefix(format, "swiss") {
					continue
				}
				text := e.answer(asked).File.Text
				if strings.Contains(text, "Schweizer System\n") || form == "json" && !json.Valid([]byte(text)) {
					t.Errorf("the file is not for programs:\n%s", text)
				}
			}
		})
	}
}

// answer returns the first message of the answer to a request.
func (e *event) answer(r bot.Request) bot.RenderedMessage {
	e.t.Helper()
	reply, err := e.service.Handle(context.Background(), r)
	if err != nil || len(reply.Answer) == 0 {
		e.t.Fatalf("%s: %d answers, %v", r.Text, len(reply.Answer), err)
	}
	return reply.Answer[0]
}

// TestNamesWithoutGlyphs checks that pictures have no empty boxes where the font lacks the letters
// of a name, but other text that tells who it is, and that the report to FIDE has no question
// marks.
func TestNamesWithoutGlyphs(t *testing.T) {
	for _, format := range []string{"swiss", "knockout"} {
		t.Run(format, func(t *testing.T) {
			e := newEvent(t, 1, 0, format+" raumschach 1d 夏の大会")
			for i, name := range []string{"李明", "Žofia 🎉", "Иван", "bob 李"} {
				r := saying(fmt.Sprint("p", i), "join 1")
				r.From.Name, r.Event = name, bot.EventID(name)
				if _, err := e.service.Handle(context.Background(), r); err != nil {
					t.Fatal(err)
				}
			}
			e.must("boss", "tournament 1 start")
			r := saying("p1", "crosstable 1")
			r.Event = "picture"
			m := e.answer(r)
			for _, want := range []string{"No. 1 李明", "No. 4 bob 李"} {
				if !strings.Contains(m.Text, want) {
					t.Errorf("%q does not say %q", m.Text, want)
				}
			}
			var names []string
			if table := m.Drawing.Crosstable; table != nil {
				names = append(names, table.Title)
				for _, row := range table.Rows {
					names = append(names, row.Name)
				}
			} else {
				names = append(names, m.Drawing.Bracket.Title)
				for _, match := range m.Drawing.Bracket.Rounds[0].Matches {
					names = append(names, match[0].Name, match[1].Name)
				}
			}
			slices.Sort(names)
			want := []string{"No. 1", "No. 4", "Tournament 1", "Žofia", "Иван"}
			if !slices.Equal(names, want) {
				t.Errorf("the picture says %q, not %q", names, want)
			}
			if format == "swiss" {
				r.Text, r.Event = "report 1 trf", "file"
				text := e.answer(r).File.Text
				for _, want := range []string{" Player 1 ", " Zofia ", " Ivan ", " Player 4 ", "012 Tournament"} {
					if !strings.Contains(text, want) {
						t.Errorf("the report lacks %q:\n%s", want, text)
					}
				}
			}
		})
	}
}
