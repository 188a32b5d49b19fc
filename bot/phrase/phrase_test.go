package phrase_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"raumbot/bot/phrase"
)

const german = `
"%s is to move." = "%s ist am Zug."
"%s takes the %s." = "Den %[2]s nimmt %[1]s."
"%d move" = "%d Zug"
"%d moves" = "%d Züge"
"White" = "Weiß"
"the end" = "das Ende"
`

func read(t *testing.T) phrase.Language {
	t.Helper()
	l, err := phrase.Read(fstest.MapFS{"all.toml": {Data: []byte(german)}}, "de")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

type side string

func (s side) String() string { return string(s) }

func TestRender(t *testing.T) {
	l := read(t)
	for _, c := range []struct{ text, english, german string }{
		{"plain", "plain", "plain"},
		{phrase.Of("%s is to move.", "alice"), "alice is to move.", "alice ist am Zug."},
		{phrase.Of("%s is to move.", side("White")), "White is to move.", "Weiß ist am Zug."},
		{phrase.Of("%s takes the %s.", "bob", "Rook"), "bob takes the Rook.", "Den Rook nimmt bob."},
		{phrase.Of("%s is to move.", phrase.Of("%s takes the %s.", "bob", "Rook")), "bob takes the Rook. is to move.", "Den Rook nimmt bob. ist am Zug."},
		{"(" + phrase.Count(1, "%d move", "%d moves") + ", " + phrase.Count(3, "%d move", "%d moves") + ")", "(1 move, 3 moves)", "(1 Zug, 3 Züge)"},
		{phrase.Term("the end") + phrase.Term("no end"), "the endno end", "das Endeno end"},
		{phrase.Upper(phrase.Term("the end")), "The end", "Das Ende"},
		{phrase.Sentence(phrase.Term("the end")), "The end.", "Das Ende."},
		{phrase.Sentence("why?"), "Why?", "Why?"},
		{phrase.Of("100%% of %s", "it"), "100% of it", "100% of it"},
		{phrase.Of("%s is to move.", "50% %s"), "50% %s is to move.", "50% %s ist am Zug."},
		{phrase.Term("") + phrase.Upper(""), "", ""},
	} {
		if got := phrase.English(c.text); got != c.english {
			t.Errorf("English of %q: %q, want %q", c.text, got, c.english)
		}
		if got := l.Render(c.text); got != c.german {
			t.Errorf("German of %q: %q, want %q", c.text, got, c.german)
		}
	}
}

// TestUntranslated checks that missing translations are reported.
func TestUntranslated(t *testing.T) {
	var missed []string
	l := read(t).Watched(func(english string) { missed = append(missed, english) })
	l.Render(phrase.Of("%s is to move.", "alice") + phrase.Of("%s: %s", "a", phrase.Term("no end")))
	if len(missed) != 1 || missed[0] != "no end" {
		t.Errorf("missed %q", missed)
	}
}

// TestDuplicateTranslation checks that a text translated in two files is refused.
func TestDuplicateTranslation(t *testing.T) {
	_, err := phrase.Read(fstest.MapFS{"a.toml": {Data: []byte(`"x" = "y"`)}, "b.toml": {Data: []byte(`"x" = "z"`)}}, "de")
	if err == nil || !strings.Contains(err.Error(), "before") {
		t.Errorf("the error is %v", err)
	}
}

// FuzzRender checks that the renderer survives any damaged text and leaves no marks.
func FuzzRender(f *testing.F) {
	f.Add(phrase.Of("%s is to move.", phrase.Upper("alice")))
	f.Add("\x0e\x0e\x1f\x0f\x0ef%d\x1fs\x1f")
	f.Add("\x0ef%s%!\x1fdx\x0f")
	f.Fuzz(func(t *testing.T, text string) {
		if got := phrase.English(text); strings.ContainsAny(got, phrase.Marks) {
			t.Errorf("%q keeps marks: %q", text, got)
		}
		safe := phrase.Plain(text)
		if got := phrase.English(phrase.Of("<%s>", safe)); got != fmt.Sprintf("<%s>", safe) {
			t.Errorf("%q became %q", safe, got)
		}
	})
}
