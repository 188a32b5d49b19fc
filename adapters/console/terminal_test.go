package console

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestHistory checks that lines are saved in a file that only its owner can read, without
// control characters.
func TestHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "raumbot", "history")
	h := mustOpenHistory(t, file)
	for _, text := range []string{"games", "games", "", "  ", " secret", "ab2-ab3", "\xff"} {
		h.Add(text)
	}
	h = mustOpenHistory(t, file)
	if want := []string{"games", "ab2-ab3"}; !slices.Equal(h.lines, want) || h.At(0) != "ab2-ab3" || h.At(1) != "games" || h.Len() != 2 {
		t.Errorf("kept: %q, want %q", h.lines, want)
	}
	if err := os.WriteFile(file, []byte("one\n\x1b[2Jtwo\nthree"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	h = mustOpenHistory(t, file)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || !slices.Equal(h.lines, []string{"one", "three"}) {
		t.Errorf("%v %v %q", info.Mode(), err, h.lines)
	}
	for i := range 2 * maxHistory {
		h.Add(fmt.Sprint("line ", i))
	}
	if h = mustOpenHistory(t, file); h.Len() != maxHistory || h.At(0) != fmt.Sprint("line ", 2*maxHistory-1) {
		t.Errorf("%d lines are kept, the last %q", h.Len(), h.At(0))
	}
}

func mustOpenHistory(t *testing.T, file string) *history {
	t.Helper()
	h, err := openHistory(file)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHistoryElsewhere checks that the history is kept in memory if there is no file for it.
func TestHistoryElsewhere(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "blocked")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for file, fails := range map[string]bool{"": false, filepath.Join(blocked, "history"): true} {
		h, err := openHistory(file)
		if h.Add("games"); (err != nil) != fails || h.Len() != 1 {
			t.Errorf("%q: %d lines, %v", file, h.Len(), err)
		}
	}
}

// TestOpenCommand checks that the command works for files of any name.
func TestOpenCommand(t *testing.T) {
	for _, c := range []struct{ system, path, want string }{
		{"linux", "a/b.png", "xdg-open a/b.png"},
		{"freebsd", "a/b.png", "xdg-open a/b.png"},
		{"darwin", "my games/it's.png", `open 'my games/it'\''s.png'`},
		{"windows", `C:\a b.png`, `explorer C:\a b.png`},
	} {
		if got := openCommand(c.system, c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.system, got, c.want)
		}
	}
}

// TestKey checks that words are completed up to their common prefix.
func TestKey(t *testing.T) {
	for _, c := range []struct {
		text string // with | at the cursor
		all  string // the completions
		want string
	}{
		{"ga|", "game games", "game|"},
		{"ga|", "games", "games |"},
		{"move a|b", "ab2-ab3", "move ab2-ab3 |b"},
		{"bo| games", "bob", "bob |games"},
		{"Ga|", "games", "games |"},
		{"xy|", "", "xy|"},
	} {
		terminal := &Terminal{complete: func(string) []string { return strings.Fields(c.all) }}
		at := strings.Index(c.text, "|")
		text, pos, ok := terminal.key(strings.Replace(c.text, "|", "", 1), at, tab)
		if got := text[:pos] + "|" + text[pos:]; !ok || got != c.want {
			t.Errorf("%s with %s is %s, want %s", c.text, c.all, got, c.want)
		}
	}
	if got := commonPrefix([]string{"äß", "äö"}); got != "ä" {
		t.Errorf("the common prefix is %q", got)
	}
	if _, _, ok := (&Terminal{complete: func(string) []string { return nil }}).key("x", 1, 'y'); ok {
		t.Error("a letter completes")
	}
}
