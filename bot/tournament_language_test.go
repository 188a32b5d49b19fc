package bot_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// TestTournamentInGerman makes sure that the picture of a tournament and what is suggested for its number
// are in the language of whoever asks, and that its files are for programs, whoever asks.
func TestTournamentInGerman(t *testing.T) {
	for format, want := range map[string]string{
		"swiss raumschach 1d":    "Schweizer System, läuft, Runde 1 von 3",
		"knockout raumschach 1d": "K.-o.-System, läuft, Halbfinale",
		"ladder raumschach 1d":   "Leiter, läuft",
	} {
		t.Run(format, func(t *testing.T) {
			e := newEvent(t, 1, 3, format)
			e.must("boss", "direct 1 start")
			asked := saying("p01", "crosstable 1")
			asked.Event, asked.Locale = "picture", "de-AT"
			drawing := e.answer(asked).Drawing
			var words []string
			if b := drawing.Bracket; b != nil {
				words = []string{b.Note, b.Title}
				for _, r := range b.Rounds {
					words = append(words, r.Name)
				}
			} else {
				words = append([]string{drawing.Crosstable.Note, drawing.Crosstable.Title}, drawing.Crosstable.Heads...)
				for _, row := range drawing.Crosstable.Rows {
					for _, cell := range row.Cells {
						words = append(words, cell.Text)
					}
				}
			}
			if words[0] != want {
				t.Errorf("the picture says %q, not %q", words[0], want)
			}
			if all := strings.Join(words, " "); strings.ContainsAny(all, phrase.Marks) {
				t.Errorf("marks are drawn: %q", all)
			}
			typing := saying("p01", "standings")
			typing.Locale = "de"
			suggested, err := e.service.Suggest(context.Background(), typing, "id", "läuft")
			if err != nil || len(suggested) != 1 || strings.ContainsAny(suggested[0].Label, phrase.Marks) {
				t.Errorf("suggested is %q, %v", suggested, err)
			}
			for _, form := range []string{"csv", "json", "trf"} {
				asked.Text, asked.Event = "report 1 "+form, bot.EventID(form)
				if form == "trf" && !strings.HasPrefix(format, "swiss") {
					continue
				}
				text := e.answer(asked).File.Text
				if strings.ContainsAny(text, phrase.Marks) || strings.Contains(text, "Schweizer System\n") || form == "json" && !json.Valid([]byte(text)) {
					t.Errorf("the file is not for programs:\n%s", text)
				}
			}
		})
	}
}

// answer returns the first message of the answer to a request.
func (e *event) answer(r bot.Request) bot.Message {
	e.t.Helper()
	reply, err := e.service.Handle(context.Background(), r)
	if err != nil || len(reply.Answer) == 0 {
		e.t.Fatalf("%s: %d answers, %v", r.Text, len(reply.Answer), err)
	}
	return reply.Answer[0]
}
