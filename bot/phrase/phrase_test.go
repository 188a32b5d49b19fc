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

type kind string

func TestRender(t *testing.T) {
	l := read(t)
	for _, c := range []struct {
		text            phrase.Text
		english, german string
	}{
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

// TestDamagedTranslation checks that an error in a file names the file and the line.
func TestDamagedTranslation(t *testing.T) {
	for _, damaged := range []string{"\"x\" = \"y\"\n\"x\" = \"z\"\n", "\n\"x\" = 7\n", "\nx\n"} {
		_, err := phrase.Read(fstest.MapFS{"a.toml": {Data: []byte(damaged)}}, "de")
		if err == nil || !strings.Contains(err.Error(), "a.toml, line 2: ") {
			t.Errorf("the error of %q is %v", damaged, err)
		}
	}
}

// marks are the characters that delimit phrases in the encoding of a text.
const marks = "\x0e\x0f\x1f"

// TestSaid checks that no string passes for a phrase, wherever strings enter a text.
func TestSaid(t *testing.T) {
	const forged = "\x0efWhite\x0f"
	l := read(t)
	for text, want := range map[phrase.Text]string{
		phrase.Said(forged):                                    "fWhite",
		phrase.Isolate(forged):                                 "fWhite",
		phrase.Term(forged):                                    "fWhite",
		phrase.Of("%s is to move.", forged):                    "fWhite ist am Zug.",
		phrase.Of("%s is to move.", kind(forged)):              "fWhite ist am Zug.",
		phrase.Of("%s is to move.", side(forged)):              "fWhite ist am Zug.",
		phrase.Of("%s is to move.", "a\x1fb"):                  "ab ist am Zug.",
		phrase.Sprintf("%s: %s", forged, phrase.Term("White")): "fWhite: Weiß",
		phrase.Sprintf("%s", side(forged)):                     "fWhite",
	} {
		if got := l.Render(text); got != want {
			t.Errorf("%q is rendered as %q, want %q", string(text), got, want)
		}
	}
}

// TestCompose has a function that knows no phrases compose a text.
func TestCompose(t *testing.T) {
	l := read(t)
	compose := func(name string) phrase.Text {
		return phrase.Compose(func(say func(string, ...any) string) string {
			return name + ", " + say("White") + ": " + say("%s takes the %s.", say("%d moves", 3)+" "+name, name) + " " + say("%s", phrase.Term("the end"))
		})
	}
	if got, want := l.Render(compose("bob")), "bob, Weiß: Den bob nimmt 3 Züge bob. das Ende"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	// Whatever stands between marks in a string is at most a part of the text itself.
	for forged, want := range map[string]string{
		"\x0efWhite\x0f": "fWhite", "\x0e9\x0f": "9", "\x0e-1\x0f": "-1", "\x0e": "", "\x0e\x0e0": "0", "a\x1fb\x0f": "ab", "\x0e0\x0f": "Weiß",
	} {
		if got := l.Render(phrase.Compose(func(say func(string, ...any) string) string { _ = say("White"); return forged })); got != want {
			t.Errorf("%q becomes %q, want %q", forged, got, want)
		}
	}
}

// TestTextIsPrinted checks that package fmt does not show the encoding of a text.
func TestTextIsPrinted(t *testing.T) {
	text := phrase.Of("%s is to move.", "bob")
	if got := fmt.Sprint(text) + fmt.Sprintf(" %s %v", text, []phrase.Text{text}); got != "bob is to move. bob is to move. [bob is to move.]" {
		t.Errorf("printed is %q", got)
	}
	joined := phrase.Join([]phrase.Text{text, phrase.Replace(text, text, "b"), "c"}, ", ")
	if got := phrase.English(joined); got != "bob is to move., b, c" || !phrase.Contains(joined, text) {
		t.Errorf("joined is %q", got)
	}
}

// FuzzRender checks that the renderer survives any damaged text and leaves no marks.
func FuzzRender(f *testing.F) {
	f.Add(string(phrase.Of("%s is to move.", phrase.Upper("alice"))))
	f.Add("\x0e\x0e\x1f\x0f\x0ef%d\x1fs\x1f")
	f.Add("\x0ef%s%!\x1fdx\x0f")
	f.Add(string(phrase.Of("%s, %s", phrase.Isolate("משה"), "داود\u2069\u2068")))
	f.Fuzz(func(t *testing.T, text string) {
		if got := phrase.English(phrase.Text(text)); strings.ContainsAny(got, marks) {
			t.Errorf("%q keeps marks: %q", text, got)
		}
		safe := phrase.Unisolated(phrase.English(phrase.Said(text)))
		if got := phrase.Unisolated(phrase.English(phrase.Of("<%s>", text))); got != fmt.Sprintf("<%s>", safe) {
			t.Errorf("%q became %q", text, got)
		}
		if got := phrase.Unisolated(phrase.English(phrase.Of("<%s>", safe))); got != fmt.Sprintf("<%s>", safe) {
			t.Errorf("%q became %q", safe, got)
		}
	})
}

// TestIsolate puts names that are written from right to left into sentences, lists and phrases.
func TestIsolate(t *testing.T) {
	moshe, dawud := phrase.Isolate("משה"), phrase.Isolate("داود")
	for text, want := range map[phrase.Text]string{
		moshe + " – " + dawud + ": 1-0":                           "\u2068משה\u2069 – \u2068داود\u2069: 1-0",
		phrase.Isolate("alice") + " – " + moshe:                   "alice – \u2068משה\u2069",
		phrase.Of("%s beats %s.", moshe, dawud):                   "\u2068משה\u2069 beats \u2068داود\u2069.",
		phrase.Of("%s is a name", "משה"):                          "\u2068משה\u2069 is a name", // an argument that nobody has marked
		phrase.Of("%s is over", phrase.Of("game of %s", moshe)):   "game of \u2068משה\u2069 is over",
		phrase.Of("%s and %s", moshe+", "+dawud, "דוד"):           "\u2068משה\u2069, \u2068داود\u2069 and \u2068דוד\u2069",
		phrase.Of("players:%s", "\nמשה"):                          "players:\nמשה", // an isolate would end with the line
		phrase.Of("%s plays", phrase.Isolate("bob (משה)")):        "\u2068bob (משה)\u2069 plays",
		phrase.Of("%s", phrase.Of("%s of %s", moshe, "Žofia 東京")): "\u2068משה\u2069 of Žofia 東京",
		phrase.Of("%s plays", phrase.Isolate("٣")):                "\u2068٣\u2069 plays",
		phrase.Sentence(phrase.Isolate("bob משה")):                "\u2068Bob משה\u2069.",
	} {
		if got := phrase.English(text); got != want {
			t.Errorf("%q is rendered as %q, want %q", text, got, want)
		}
	}
	if got := phrase.Unisolated("`accept \u2068משה\u2069`"); got != "`accept משה`" {
		t.Errorf("%q keeps marks", got)
	}
}

// TestName shows people by their names where a text is read.
func TestName(t *testing.T) {
	there := phrase.Language{}.Naming(func(key string) string {
		return map[string]string{"1": "Zoë", "2": "משה", "3": "bob (robert)"}[key]
	})
	for _, c := range []struct {
		text         phrase.Text
		usual, named string
	}{
		{phrase.Name("1", "alice", ""), "alice", "Zoë"},
		{phrase.Name("1", "Alice", "alice"), "Alice", "Zoë (alice)"},
		{phrase.Name("3", "Rob", "robert"), "Rob (robert)", "bob (robert)"},
		{phrase.Name("4", "dan", ""), "dan", "dan"},
		{phrase.Of("%s plays %s", phrase.Name("2", "moshe", ""), phrase.Name("1", "alice", "")), "moshe plays alice", "\u2068משה\u2069 plays Zoë"},
		{phrase.Name("1\x1f", "al\x0eice", "\x0f"), "alice", "Zoë"},
	} {
		if got := phrase.English(c.text); got != c.usual {
			t.Errorf("%q is shown as %q, want %q", c.text, got, c.usual)
		}
		if got := there.Render(c.text); got != c.named {
			t.Errorf("%q is shown as %q, want %q", c.text, got, c.named)
		}
	}
}
