package phrase

import (
	"testing"
	"testing/fstest"
)

// TestArticles renders translations whose articles agree with the nouns in them.
func TestArticles(t *testing.T) {
	german, err := Read(fstest.MapFS{
		"a.toml": {Data: []byte(`
"the %s does not move to %s" = "der~%s zieht nicht nach %s"
"blocked on %s by the %s" = "dort steht auf %s der~%s"
"with the %s for the %s" = "mit dem~%[1]s für den~%[2]s"
"%s takes the %s" = "%s schlägt den~%s, 100~%%"
"The %s waits" = "Der~%s wartet"
"the %s beside the %s and %s" = "den~%[1]s, und %[1]s neben dem~%s, dann %s"
"take the black %s with the black %s" = "schlag den~schwarz~%s mit dem~schwarz~%s"
"Queen" = "Dame"
"Pawn" = "Bauer"
"Unicorn" = "Einhorn"
`)},
		"articles.txt": {Data: []byte("# how\nder dem den\ndie der die = Dame\ndas dem das = Einhorn\nadjective der dem den = e en en\nadjective die der die = e en e\nadjective das dem das = e en e\noblique = Bauer/Bauern\n")},
	}, "de")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text Text
		want string
	}{
		{Of("the %s does not move to %s", Term("Queen"), "a1"), "die Dame zieht nicht nach a1"},
		{Of("the %s does not move to %s", Term("Unicorn"), "a1"), "das Einhorn zieht nicht nach a1"},
		{Of("the %s does not move to %s", "Stockbroker von Satz 3", "a1"), "der Stockbroker von Satz 3 zieht nicht nach a1"},
		{Sentence(Of("the %s does not move to %s", Term("Pawn"), "a1")), "Der Bauer zieht nicht nach a1."},
		{Of("blocked on %s by the %s", "a1", Term("Queen")), "dort steht auf a1 die Dame"},
		{Of("with the %s for the %s", Term("Pawn"), Term("Queen")), "mit dem Bauern für die Dame"},
		{Of("with the %s for the %s", Term("Queen"), Term("Pawn")), "mit der Dame für den Bauern"},
		{Of("take the black %s with the black %s", Term("Pawn"), Term("Queen")), "schlag den schwarzen Bauern mit der schwarzen Dame"},
		{Of("take the black %s with the black %s", Term("Queen"), Term("Unicorn")), "schlag die schwarze Dame mit dem schwarzen Einhorn"},
		{Of("take the black %s with the black %s", Term("Unicorn"), Term("Pawn")), "schlag das schwarze Einhorn mit dem schwarzen Bauern"},
		// a name is left alone
		{Of("%s takes the %s", "der~%s", Term("Pawn")), "der~%s schlägt den Bauern, 100~%"},
		{Of("The %s waits", Term("Queen")), "Die Dame wartet"},
		{Of("the %s beside the %s and %s", Term("Pawn"), Term("Pawn"), "a1"), "den Bauern, und Bauer neben dem Bauern, dann a1"},
	} {
		if got := german.Render(c.text); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := English(Of("the %s does not move to %s", Term("Queen"), "a1")); got != "the Queen does not move to a1" {
		t.Errorf("in English: %q", got)
	}
}
