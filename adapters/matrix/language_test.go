package matrix

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// sentences reads from the source what the adapter may say.
func sentences(t *testing.T) (all []sentence) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "language.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := v.Type.(*ast.Ident); ok && kind.Name == "sentence" {
			text := ""
			ast.Inspect(v.Values[0], func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok {
					part, err := strconv.Unquote(literal.Value)
					if err != nil {
						t.Fatal(err)
					}
					text += part
				}
				return true
			})
			all = append(all, sentence(text))
		}
		return false
	})
	return all
}

// TestTranslated compares what the adapter may say with its translations: none is missing, shows other arguments or
// other commands, or is of nothing.
func TestTranslated(t *testing.T) {
	all := sentences(t)
	if len(all) < 10 || !slices.Contains(all, noKey) {
		t.Fatalf("only %d sentences are found", len(all))
	}
	shown := regexp.MustCompile("%[sd]|`[^`]*`")
	for code, translations := range languages() {
		for _, english := range all {
			translated := string(translations[english])
			if !slices.Equal(shown.FindAllString(string(english), -1), shown.FindAllString(translated, -1)) || translated == "" || translated == string(english) {
				t.Errorf("%s: %q for %q", code, translated, english)
			}
		}
		if len(translations) != len(all) {
			t.Errorf("%s: %d translations of %d sentences", code, len(translations), len(all))
		}
	}
}

// TestInGerman speaks with somebody who prefers German, and with somebody who does not.
func TestInGerman(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	asks(t, s, "prefer language deutsch") // bob
	for who, want := range map[id.UserID]string{"@bob:x": "Was du zuerst gesagt hast", "@alice:x": "What you said first counts"} {
		s.answers = newAnswers(s)
		s.tell(t.Context(), heard{event: id.EventID("$" + who), sender: who, place: place{room: "!den:x"}}, firstCounts)
		s.answers.start(t.Context())()
		if last := h.said[len(h.said)-1]; !strings.Contains(last, want) {
			t.Errorf("%s reads %q", who, last)
		}
	}
	for code, want := range map[string]string{"de": "kann ich nicht mehr schreiben", "": "I cannot write any more"} {
		m := news(bot.MessageID(10+len(code)), "one")
		m.Room.ID, m.Language = "!gone:x", code
		if _, err := s.deliver(t.Context(), m); err != nil || !strings.Contains(h.said[len(h.said)-1], want) {
			t.Errorf("%s: said %q, %v", code, h.said, err)
		}
	}
}

// TestGreetsInGerman comes to a direct chat with somebody who prefers German, and to a room that does.
func TestGreetsInGerman(t *testing.T) {
	h := &homeserver{}
	s := testSession(t, h)
	asks(t, s, "prefer language deutsch")
	for _, who := range []id.UserID{"@raumbot:x", "@bob:x"} {
		if err := s.store.SetMembership(t.Context(), "!chat:x", who, "join"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.service.Handle(t.Context(), bot.Request{From: bot.User{UserID: bot.UserID{Platform: Platform, ID: "@alice:x"}, Name: "alice"}, Organiser: true,
		Room: bot.RoomID{Platform: Platform, ID: "!den:x"}, Text: "room language deutsch"}); err != nil {
		t.Fatal(err)
	}
	s.greet(t.Context(), "!chat:x")
	s.greet(t.Context(), "!den:x")
	s.answers.start(t.Context())()
	if len(h.said) != 2 || !strings.Contains(strings.Join(h.said, "\n"), "!chat:x Hallo!") || !strings.Contains(strings.Join(h.said, "\n"), "!den:x Hallo!") {
		t.Errorf("said %q", h.said)
	}
}
