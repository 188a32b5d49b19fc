package main

import (
	"bytes"
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gameFile writes the game of docs/variants.md, changed, to a file.
func gameFile(t *testing.T, name string, changes ...string) string {
	t.Helper()
	page, err := os.ReadFile("docs/variants.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```toml\n")
	text, _, _ = strings.Cut(text, "```\n")
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.NewReplacer(changes...).Replace(text)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// commandLine runs a command line and returns its code and what it said.
func commandLine(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), environment{strings.NewReader(""), &out, &errs, func(string) string { return "" }}, args)
	return code, out.String(), errs.String()
}

func TestRulesCheck(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "array.png")
	code, out, errs := commandLine(t, "rules", "check", gameFile(t, "pocket.toml"), "-o", picture)
	if code != 0 || !strings.Contains(out, "Pocket Cube (pocketcube)") || !strings.Contains(out, "Rides any distance orthogonally") || !strings.Contains(out, "perft 2: 756, as the file says") {
		t.Errorf("code %d, said\n%s%s", code, out, errs)
	}
	if f, err := os.Open(picture); err != nil {
		t.Error(err)
	} else if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
	code, _, errs = commandLine(t, "rules", "check", gameFile(t, "pocket.toml", `ride = "rook"`, `ride = "rok"`, `"KIN"`, `"Kin"`))
	if code != 1 || !strings.Contains(errs, "piece[1].moves[0]: ") || !strings.Contains(errs, "piece[0].code: ") {
		t.Errorf("code %d, said\n%s", code, errs)
	}
	if code, out, errs = commandLine(t, "rules", "check", gameFile(t, "pocket.toml", "756", "757")); code != 1 || !strings.Contains(out, "756, but the file says 757") {
		t.Errorf("code %d, said\n%s%s", code, out, errs)
	}
	if code, _, errs = commandLine(t, "rules", "check", t.TempDir()); code != 1 || errs == "" {
		t.Errorf("a directory: code %d, said %s", code, errs)
	}
	if code, _, _ = commandLine(t, "rules", "check"); code != 2 {
		t.Errorf("no file: code %d", code)
	}
}

func TestVariantsFlag(t *testing.T) {
	path := gameFile(t, "quickcube.toml", "pocketcube", "quickcube", "Pocket Cube", "Quick Cube")
	broken := gameFile(t, "broken.toml", `royal  = true`, ``)
	if code, out, errs := commandLine(t, "rules", "perft", "quickcube", "2", "--variants", path); code != 0 || strings.TrimSpace(out) != "756" {
		t.Errorf("perft: code %d, said %s%s", code, out, errs)
	}
	if code, _, errs := commandLine(t, "rules", "perft", "quickcube", "2", "--variants", broken); code != 1 || !strings.Contains(errs, "royal piece") {
		t.Errorf("a broken game: code %d, said %s", code, errs)
	}
	if code, _, errs := commandLine(t, "rules", "perft", "quickcube", "2", "--variants", path+"*none"); code != 2 || !strings.Contains(errs, "no file matches") {
		t.Errorf("no file: code %d, said %s", code, errs)
	}
	taken := gameFile(t, "taken.toml", `"pocketcube"`, `"raumschach"`)
	if code, _, errs := commandLine(t, "rules", "legal", "raumschach", "--variants="+taken); code != 1 || !strings.Contains(errs, "already a game raumschach") {
		t.Errorf("a name that is taken: code %d, said %s", code, errs)
	}
}
