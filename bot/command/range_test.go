package command_test

import (
	"fmt"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/when"
)

// TestRangesAreTold gives every parameter of every command that is a number ones that it cannot be,
// as forms do and in words: each refusal says from where to where it goes.
func TestRangesAreTold(t *testing.T) {
	counts, paces := 0, 0
	for _, c := range table {
		for _, p := range c.Params {
			var wrong []string
			var want string
			switch p.Kind {
			case command.Count:
				counts++
				least, most := p.Bounds()
				wrong, want = []string{fmt.Sprint(least - 1), "-3", "1.5", "10000", fmt.Sprint(most + 1)}, fmt.Sprintf("from %d to %d", least, most)
			case command.PaceWord:
				paces++
				wrong, want = []string{"0d", "31d", "1m", "15+10", "90s", "9999d", "40 days", "5 minutes"}, "from `1h` to `30d`"
			default:
				continue
			}
			values := map[string]string{}
			for _, other := range c.Params {
				if !other.Optional {
					values[other.Name] = map[command.ParamKind]string{command.Person: "bob", command.VariantName: "raumschach", command.Number: "1", command.TournamentNumber: "1"}[other.Kind]
					if other.Kind == command.Choice {
						values[other.Name] = other.Choices[0]
					} else if values[other.Name] == "" {
						values[other.Name] = "vc2-vc3"
					}
				}
			}
			for _, word := range wrong {
				if !strings.Contains(word, " ") {
					values[p.Name] = word
					_, _, err := table.Read(bot.Request{Text: c.Name, Params: values})
					if err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("%s, %s %s in a form: %v, want %q", c.Name, p.Name, word, err, want)
					}
				}
				text := c.Name
				for _, before := range c.Params {
					switch {
					case before.Name == p.Name && p.Kind == command.PaceWord:
						text += " " + word
					case before.Name == p.Name:
						text += " " + p.Name + " " + word
					case !before.Optional && before.Kind != command.Rest:
						text += " " + values[before.Name]
					}
				}
				if _, _, err := table.Read(bot.Request{Text: text}); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%q: %v, want %q", text, err, want)
				}
				if last := c.Params[len(c.Params)-1]; p.Anywhere && last.Kind == command.Rest {
					if _, _, err := table.Read(bot.Request{Text: c.Name + " vc2 " + p.Name + " " + word}); err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("%s vc2 %s %s: %v, want %q", c.Name, p.Name, word, err, want)
					}
				}
			}
		}
	}
	if counts < 14 || paces < 4 {
		t.Errorf("only %d numbers and %d paces were found", counts, paces)
	}
}

// TestPacesInWords reads paces as people write them.
func TestPacesInWords(t *testing.T) {
	for text, want := range map[string]string{
		"3 days": "3d", "1 day": "1d", "3days": "3d", "12 hours": "12h", "12h": "12h", "1 week": "7d", "2 Wochen": "14d", "3 Tage": "3d", "5d+12h/10d": "", "3d": "3d",
	} {
		c, args, err := table.Read(bot.Request{Text: "challenge bob raumschach white " + text + " rated"})
		if err != nil || c.Name != "challenge" || args.Pace == nil || args.Word("stakes") != "rated" {
			t.Errorf("%q: %v, %+v", text, err, args)
			continue
		}
		pace, _ := when.ParsePace(want)
		if want != "" && *args.Pace != pace {
			t.Errorf("%q is the pace %v, want %v", text, *args.Pace, pace)
		}
	}
}

// TestNoLevel names levels that the computer does not have, in words and in a form: one sentence
// says which it has.
func TestNoLevel(t *testing.T) {
	for _, r := range []bot.Request{
		{Text: "challenge computer level x"}, {Text: "challenge computer raumschach level tough"}, {Text: "challenge computer stufe 9"}, {Text: "challenge computer 9"}, {Text: "/challenge computer level 0"},
		{Text: "challenge", Params: map[string]string{"name": "computer", "level": "9"}}, {Text: "challenge", Params: map[string]string{"name": "computer", "level": "x"}},
	} {
		if _, _, err := table.Read(r); err == nil || !strings.HasPrefix(err.Error(), "The computer plays at levels from 1 to 8, not “") {
			t.Errorf("%q %v: %v", r.Text, r.Params, err)
		}
	}
}
