package processes

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gameFile writes the game of docs/variants.md to a file, with changes.
func gameFile(t *testing.T, name string, changes ...string) string {
	t.Helper()
	page, err := os.ReadFile("../docs/variants.md")
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

func TestRulesCheck(t *testing.T) {
	t.Parallel()
	picture := filepath.Join(t.TempDir(), "array.png")
	code, out, errs := runCommand(t, "", "", "rules", "check", gameFile(t, "pocket.toml"), "-o", picture)
	if code != 0 || !strings.Contains(out, "Pocket Cube (pocketcube)") || !strings.Contains(out, "Rides any distance orthogonally") || !strings.Contains(out, "perft 2: 756, as the file says") {
		t.Errorf("code %d, said\n%s%s", code, out, errs)
	}
	if f, err := os.Open(picture); err != nil {
		t.Error(err)
	} else if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
	code, _, errs = runCommand(t, "", "", "rules", "check", gameFile(t, "pocket.toml", `ride = "rook"`, `ride = "rok"`, `"KIN"`, `"Kin"`))
	if code != 1 || !strings.Contains(errs, "piece[1].moves[0]: ") || !strings.Contains(errs, "piece[0].code: ") {
		t.Errorf("code %d, said\n%s", code, errs)
	}
	if code, out, errs = runCommand(t, "", "", "rules", "check", gameFile(t, "pocket.toml", "756", "757")); code != 1 || !strings.Contains(out, "756, but the file says 757") {
		t.Errorf("code %d, said\n%s%s", code, out, errs)
	}
	if code, _, errs = runCommand(t, "", "", "rules", "check", t.TempDir()); code != 1 || errs == "" {
		t.Errorf("a directory: code %d, said %s", code, errs)
	}
	if code, _, _ = runCommand(t, "", "", "rules", "check"); code != 2 {
		t.Errorf("no file: code %d", code)
	}
}

func TestVariantsFlag(t *testing.T) {
	t.Parallel()
	path := gameFile(t, "quickcube.toml", "pocketcube", "quickcube", "Pocket Cube", "Quick Cube")
	broken := gameFile(t, "broken.toml", `royal  = true`, ``)
	if code, out, errs := runCommand(t, "", "", "rules", "perft", "quickcube", "2", "--variants", path); code != 0 || strings.TrimSpace(out) != "756" {
		t.Errorf("perft: code %d, said %s%s", code, out, errs)
	}
	if code, _, errs := runCommand(t, "", "", "rules", "perft", "quickcube", "2", "--variants", broken); code != 1 || !strings.Contains(errs, "royal piece") {
		t.Errorf("a broken game: code %d, said %s", code, errs)
	}
	if code, _, errs := runCommand(t, "", "", "rules", "perft", "quickcube", "2", "--variants", path+"*none"); code != 2 || !strings.Contains(errs, "no file matches") {
		t.Errorf("no file: code %d, said %s", code, errs)
	}
	taken := gameFile(t, "taken.toml", `"pocketcube"`, `"raumschach"`)
	if code, _, errs := runCommand(t, "", "", "rules", "legal", "raumschach", "--variants="+taken); code != 1 || !strings.Contains(errs, "already a game raumschach") {
		t.Errorf("a name that is taken: code %d, said %s", code, errs)
	}
}

// TestBadGameFiles checks that a faulty game is reported in one sentence and affects nothing else.
func TestBadGameFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	large := write("large.toml", "")
	if err := os.Truncate(large, 100<<20); err != nil {
		t.Fatal(err)
	}
	changed := func(before, after string) string { return gameFile(t, "bad.toml", before, after) }
	for _, test := range []struct{ what, path, says string }{
		{"a folder", folder, "this is a folder"},
		{"a device", "/dev/zero", "no file that can be read"},
		{"100 MB", large, "has 104857600 bytes; the most is 262144"},
		{"another encoding", write("latin.toml", "format = 1\ntitle = \"Sch\xf6n\"\n"), "not UTF-8"},
		{"no TOML", write("prose.toml", "once upon a time\n"), "not TOML"},
		{"arrays that overlap", changed("rank = 2\n", "rank = 1\n"), "two pieces stand on"},
		{"no royal piece", changed(`royal  = true`, ``), "needs a royal piece"},
		{"a board of one cell", changed("levels   = \"dcba\"\nfiles    = 4\nranks    = 4", "levels   = \"a\"\nfiles    = 1\nranks    = 1"), "board: "},
		{"promotion to nothing", changed(`menu = [{ to = ["ROO", "BIS", "KNI"] }]`, `menu = []`), "what it may become"},
		{"a movement that goes nowhere", changed(`{ ride = "bishop" }`, `{ ride = [], vectors = [[0, 0, 0]] }`), "leads nowhere"},
		{"a partner that is not there", changed(`[check]`, "[rules]\ncastling = [\"cc3\"]\n[check]"), "no partner"},
	} {
		code, _, errs := runCommand(t, "", "", "rules", "check", test.path)
		if code != 1 || !strings.Contains(errs, test.says) || !strings.Contains(errs, filepath.Base(test.path)) {
			t.Errorf("%s: code %d, said %s", test.what, code, errs)
		}
	}
}

// consoles runs a bot with a console in a process of its own, configured with a pattern of game
// files.
type consoles struct {
	t         *testing.T
	db, files string
}

func (g consoles) console(lines ...string) (answers, log string) {
	g.t.Helper()
	config := filepath.Join(g.t.TempDir(), "raumbot.toml")
	if err := os.WriteFile(config, []byte("[variants]\nfiles = ['"+g.files+"']\n"), 0o600); err != nil {
		g.t.Fatal(err)
	}
	code, out, errs := runCommand(g.t, g.db, strings.Join(lines, "\n")+"\n", "console", "--config", config)
	if code != 0 {
		g.t.Fatal(code, out, errs)
	}
	return out, errs
}

// TestGamesOutliveTheirFiles checks that a game goes on by the rules it began with when its file is
// changed or removed, that new games follow the current file, and that ratings are shared only by
// versions declared and found to be equivalent.
func TestGamesOutliveTheirFiles(t *testing.T) {
	t.Parallel()
	g := consoles{t: t, db: filepath.Join(t.TempDir(), "games.db")}
	path := gameFile(t, "a.toml", "pocketcube", "tinycube", "Pocket Cube", "Tiny Cube")
	g.files = filepath.Join(filepath.Dir(path), "*.toml")
	says := func(what, said, want string) {
		t.Helper()
		if !strings.Contains(said, want) {
			t.Errorf("%s: want %q in\n%s", what, want, said)
		}
	}
	answers, _ := g.console("ada: study tinycube", "ada: ab2-ab3", "ada: variants")
	says("the first version", answers, "Tiny Cube, version ")
	_, listed, _ := strings.Cut(answers, "Tiny Cube, version ")
	first := listed[:12]

	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The Rook becomes a piece that takes single steps.
	changed := strings.Replace(string(text), `ride = "rook"`, `step = "rook"`, 1)
	changed = strings.Replace(changed, "title  =", "same_as = \""+first+"\"\ntitle  =", 1)
	other := filepath.Join(filepath.Dir(path), "b.toml")
	for name, content := range map[string]string{path: changed, other: "format = 1\nextends = \"tinycube\"\nname = \"tinycube\"\n"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	answers, log := g.console("ada: piece ROO", "ada: variants", "ada: games", "ada: study tinycube", "ada: piece tinycube ROO")
	says("the running game", answers, "Rides any distance")
	says("a game of the new version", answers, "Steps one cell")
	says("the game list", answers, "Tiny Cube, version "+first)
	says("a game that is not the same", log, "same_as: ")
	says("two files of one name", log, "there is already a game tinycube")

	same := strings.Replace(string(text), "title  =", "same_as = \""+first+"\"\ntitle  =", 1)
	if err := os.WriteFile(path, []byte(same), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, log = g.console("ada: games"); strings.Contains(log, "same_as") {
		t.Errorf("a version that is the same is not taken for it:\n%s", log)
	}

	for _, file := range []string{path, other} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	answers, log = g.console("ada: 1 bb2-bb3", "ada: games", "ada: study tinycube")
	says("a game whose file has gone", answers, "Tiny Cube, version "+first)
	says("a game that cannot be begun any more", answers, "There is no game called")
	says("the log", log, "no file matches")
}
