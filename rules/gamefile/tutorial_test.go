package gamefile_test

import (
	"os"
	"strings"
	"testing"

	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// tutorial returns the game that docs/variants.md develops step by step.
func tutorial(t testing.TB) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/variants.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, begun := strings.Cut(string(page), "```toml\n")
	text, _, ended := strings.Cut(text, "```\n")
	if !begun || !ended {
		t.Fatal("docs/variants.md has no game")
	}
	return text
}

func TestTutorial(t *testing.T) {
	g, err := gamefile.Read("pocketcube.toml", []byte(tutorial(t)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range g.Perft {
		if got := rules.Perft(g.Variant.Start(), i+1); got != want {
			t.Errorf("perft %d is %d, but the page says %d", i+1, got, want)
		}
	}
	if len(g.Perft) == 0 {
		t.Error("the page's game has no counts")
	}
}
