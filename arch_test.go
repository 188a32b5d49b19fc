package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestImports checks the direction of imports: rules <- render <- bot <- bot/... <-
// {storage, adapters} <- main.
func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		for _, dep := range p.imports {
			if complaint := forbidden(p.path, dep); complaint != "" {
				t.Errorf("%s imports %s: %s", p.path, dep, complaint)
			}
		}
	}
}

// mayImport lists the packages of the module that each part may import, besides itself and packages
// below it. A package belongs to the part with the longest matching path prefix; parts that are
// not listed may import everything.
var mayImport = map[string][]string{
	"rules":           {},
	"rules/gamefile":  {"rules"},
	"rules/games":     {"rules", "rules/gamefile"},
	"rules/rulestest": {"rules"},
	"render":          {"rules"},
	"render/cmd":      {"rules", "rules/gamefile", "rules/games", "render"},
	"config":          {},

	"bot":              {"rules", "render", "bot/phrase", "bot/locale", "bot/letter", "bot/pairing", "bot/rating", "bot/signal", "bot/daily"},
	"bot/phrase":       {},
	"bot/letter":       {},
	"bot/locale":       {"bot/phrase"},
	"bot/pairing":      {"bot/letter"},
	"bot/rating":       {},
	"bot/daily":        {},
	"bot/puzzle":       {"rules"},
	"bot/engine":       {"rules"},
	"bot/engine/uci":   {"rules", "bot/engine"},
	"bot/engine/match": {"rules", "bot/engine"},
	// A search as a value, which another process can carry out: nothing of the bot is known there.
	"bot/engine/search": {"rules", "rules/gamefile", "bot/engine"},
	"bot/tournament":    {"rules", "render", "bot", "bot/phrase", "bot/letter", "bot/pairing"},
	"bot/league":        {"rules", "bot", "bot/pairing", "bot/rating", "bot/tournament"},
	"bot/command":       {"rules", "render", "bot", "bot/phrase", "bot/locale"},
	"bot/talk":          {"rules", "bot", "bot/command"},
	"bot/throttle":      {"bot", "bot/phrase", "bot/command", "bot/signal"},
	"bot/tongue":        {"bot", "bot/command", "bot/locale"},
	"bot/signal":        {},
	"bot/quiet":         {"bot"},
	"bot/outbox":        {"bot", "bot/phrase", "bot/signal"},
	"bot/engine/pool":   {"bot/signal"},
	"bot/variants":      {"rules", "rules/gamefile", "bot"},
	// One command, carried out. Features stand on it, and on play below them, but never on each other.
	"bot/action": {"rules", "render", "bot", "bot/phrase", "bot/locale", "bot/engine", "bot/engine/pool", "bot/engine/search", "bot/puzzle",
		"bot/tournament", "bot/league", "bot/command", "bot/talk", "bot/throttle", "bot/tongue", "bot/signal", "bot/variants"},
	"bot/play":        {"rules", "render", "bot", "bot/phrase", "bot/rating", "bot/engine", "bot/tournament", "bot/throttle", "bot/command", "bot/action"},
	"bot/play/look":   {"rules", "render", "bot", "bot/phrase", "bot/command", "bot/action", "bot/play"},
	"bot/play/record": {"rules", "rules/gamefile", "bot", "bot/phrase", "bot/variants", "bot/command", "bot/action", "bot/play"},
	"bot/play/watch":  {"bot", "bot/phrase", "bot/command", "bot/action", "bot/play"},
	"bot/coach": {"rules", "render", "bot", "bot/phrase", "bot/letter", "bot/rating", "bot/engine", "bot/engine/pool", "bot/engine/search", "bot/puzzle", "bot/tournament",
		"bot/daily", "bot/teach", "bot/command", "bot/action", "bot/play", "bot/play/watch"},
	"bot/tournament/desk": {"rules", "render", "bot", "bot/phrase", "bot/pairing", "bot/tournament", "bot/league", "bot/command", "bot/action", "bot/play"},
	"bot/vote":            {"rules", "bot", "bot/phrase", "bot/throttle", "bot/command", "bot/action", "bot/play"},
	"bot/league/season":   {"rules", "bot", "bot/phrase", "bot/pairing", "bot/tournament", "bot/league", "bot/command", "bot/action", "bot/play"},
	"bot/people":          {"render", "bot", "bot/phrase", "bot/locale", "bot/tournament", "bot/command", "bot/action", "bot/play"},
	"bot/rooms": {"rules", "rules/gamefile", "render", "bot", "bot/phrase", "bot/locale", "bot/variants", "bot/tournament", "bot/command", "bot/action", "bot/play",
		"bot/play/record"},
	"bot/teach": {"rules", "bot/phrase"},
	"bot/pages": {"rules", "render", "bot", "bot/teach", "bot/phrase", "bot/engine", "bot/command", "bot/action", "bot/play"},
	"bot/service": {"rules/gamefile", "bot", "bot/phrase", "bot/locale", "bot/engine/pool", "bot/engine/search", "bot/command", "bot/talk", "bot/throttle", "bot/tongue", "bot/outbox", "bot/signal", "bot/variants", "bot/action",
		"bot/play", "bot/play/look", "bot/play/record", "bot/play/watch", "bot/coach", "bot/tournament/desk", "bot/vote", "bot/league/season", "bot/people", "bot/rooms", "bot/pages"},

	"storage":        {"bot", "bot/daily", "bot/tournament", "bot/phrase"}, // bot/phrase: phrases stored by earlier schemas
	"storage/backup": {"bot", "storage"},
	// Searches that other processes carry out. The package does not use the bot's records.
	"storage/postgres/jobs": {"bot/engine/search", "bot/signal", "storage"},

	"adapters/web/board": {"rules", "render"},

	"adapters": {"render", "bot", "bot/phrase", "bot/locale", "bot/variants", "bot/command", "bot/action", "bot/service", "bot/signal"},
	// The web hands positions from the service to its boards, and looks at none itself.
	"adapters/web": {"render", "bot", "bot/phrase", "bot/locale", "bot/service", "bot/pages", "bot/play", "bot/coach", "bot/tournament/desk", "bot/vote", "bot/league/season", "bot/signal", "adapters/web/board"},
}

// fenced lists packages and modules, with everything below them, that only the given packages may
// import.
var fenced = []struct {
	what string
	only []string
	why  string
}{
	{"github.com/fogleman/gg", []string{"render"}, "only render draws"},
	{"go.etcd.io/bbolt", []string{"storage/bolt"}, "only storage/bolt knows bbolt"},
	{"github.com/jackc/pgx/v5", []string{"storage/postgres"}, "only storage/postgres knows PostgreSQL"},
	{"github.com/riverqueue", []string{"storage/postgres/jobs"}, "only storage/postgres/jobs knows River"},
	{"github.com/prometheus", []string{"adapters/monitor"}, "only the monitor knows how metrics are written"},
	{"github.com/bwmarrin/discordgo", []string{"adapters/discord"}, "only its adapter knows Discord"},
	{"maunium.net/go/mautrix", []string{"adapters/matrix"}, "only its adapter knows Matrix"},
	{
		"github.com/pelletier/go-toml",
		[]string{"rules/gamefile", "config", "bot/phrase", "adapters/discord"},
		"only files of games, settings and words are TOML",
	},
}

// outside lists what the rules and the engine must not import: files, networks, processes and
// randomness. TestNoClock checks for clocks.
var outside = []string{"os", "io/ioutil", "context", "net", "math/rand", "crypto/rand", "log", "syscall", "plugin", "unsafe"}

// forbidden returns the reason why a package may not import another, or "" if it may.
func forbidden(path, dep string) string {
	from, ours := part(path)
	to, internal := part(dep)
	switch {
	case !ours:
		return ""
	case from == "rules" && strings.Contains(strings.Split(dep, "/")[0], "."):
		return "the rules stand on the standard library alone"
	case (from == "rules" || from == "bot/engine" && dep != "context") && below(dep, outside...):
		return "the rules and the engine know no files, networks or chance"
	}
	for _, f := range fenced {
		if below(dep, f.what) && !below(strings.TrimPrefix(path, module), f.only...) {
			return f.why
		}
	}
	if below(to, "adapters") && path != "raumbot" && !below(dep, path) && !below(path, dep) {
		return "only main knows the adapters"
	}
	if !internal || to == from {
		return ""
	}
	allowed, bound := mayImport[from]
	if bound && !slices.Contains(allowed, to) {
		return "it is not among what " + from + " stands on"
	}
	return ""
}

// module is the path prefix of this module's packages.
const module = "raumbot/"

// below reports whether a path is one of others or lies below one.
func below(path string, others ...string) bool {
	return slices.ContainsFunc(others, func(o string) bool { return path == o || strings.HasPrefix(path, o+"/") })
}

// part returns the part of the module that a package belongs to; ours is false for packages of
// other modules.
func part(path string) (name string, ours bool) {
	if path == "raumbot" {
		return "", true
	}
	path, ours = strings.CutPrefix(path, module)
	if !ours {
		return "", false
	}
	name = path
	for {
		if _, known := mayImport[name]; known {
			return name, true
		}
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return path, true
		}
		name = name[:i]
	}
}

// importCases are imports, with whether they are allowed.
var importCases = []struct {
	path, dep string
	ok        bool
}{
	{"raumbot/rules", "strings", true},
	{"raumbot/rules", "os", false},
	{"raumbot/rules", "os/exec", false},
	{"raumbot/rules", "net/http", false},
	{"raumbot/rules", "syscall", false},
	{"raumbot/rules", "math/rand/v2", false},
	{"raumbot/rules", "golang.org/x/text/unicode/norm", false},
	{"raumbot/rules", "raumbot/rules/gamefile", false},
	{"raumbot/rules/gamefile", "raumbot/rules", true},
	{"raumbot/rules/games", "raumbot/rules/gamefile", true},
	{"raumbot/render", "raumbot/rules/games", false},
	{"raumbot/render/cmd/reading", "raumbot/rules/games", true},
	{"raumbot/render/cmd/reading", "raumbot/bot", false},
	{"raumbot/rules/gamefile", "github.com/pelletier/go-toml/v2", true},
	{"raumbot/config", "github.com/pelletier/go-toml/v2", true},
	{"raumbot/rules/gamefile", "raumbot/bot", false},
	{"raumbot/render", "raumbot/rules", true},
	{"raumbot/render", "raumbot/bot", false},
	{"raumbot/bot", "github.com/fogleman/gg", false},
	{"raumbot/bot", "raumbot/storage", false},
	{"raumbot/bot", "raumbot/render", true},
	{"raumbot/bot", "raumbot/bot/service", false},
	{"raumbot/bot/pairing", "raumbot/config", false},
	{"raumbot/bot/pairing", "raumbot/bot/pairing/dutch", true},
	{"raumbot/bot/daily", "raumbot/bot", false},
	{"raumbot/bot/puzzle", "raumbot/rules", true},
	{"raumbot/bot/puzzle", "raumbot/bot", false},
	{"raumbot/bot/engine", "os", false},
	{"raumbot/bot/engine", "context", true},
	{"raumbot/bot/engine", "raumbot/bot", false},
	{"raumbot/bot/tournament", "raumbot/bot/service", false},
	{"raumbot/bot/command", "raumbot/bot/service", false},
	{"raumbot/bot/command", "raumbot/bot/talk", false},
	{"raumbot/bot/talk", "raumbot/bot/service", false},
	{"raumbot/bot/outbox", "raumbot/bot/signal", true},
	{"raumbot/bot/outbox", "raumbot/bot/service", false},
	{"raumbot/bot/outbox", "raumbot/bot/tournament", false},
	{"raumbot/bot/signal", "raumbot/bot", false},
	{"raumbot/bot/tongue", "raumbot/bot/action", false},
	{"raumbot/bot/variants", "raumbot/rules/gamefile", true},
	{"raumbot/bot/variants", "raumbot/bot/action", false},
	{"raumbot/bot/quiet", "raumbot/bot", true},
	{"raumbot/bot/quiet", "raumbot/bot/action", false},
	{"raumbot/bot/engine/pool", "raumbot/bot", false},
	{"raumbot/bot/engine/search", "raumbot/bot", false},
	{"raumbot/bot/engine/search", "raumbot/bot/engine", true},
	{"raumbot/bot/action", "raumbot/bot/play", false},
	{"raumbot/bot/play", "raumbot/bot/play/record", false},
	{"raumbot/bot/play/look", "raumbot/bot/play", true},
	{"raumbot/bot/play/look", "raumbot/bot/play/record", false},
	{"raumbot/bot/play/record", "raumbot/bot/play", true},
	{"raumbot/bot/play/record", "raumbot/bot/coach", false},
	{"raumbot/bot/play/watch", "raumbot/bot/play/record", false},
	{"raumbot/bot/coach", "raumbot/bot/tournament/desk", false},
	{"raumbot/bot/tournament/desk", "raumbot/bot/people", false},
	{"raumbot/bot/vote", "raumbot/bot/coach", false},
	{"raumbot/bot/league", "raumbot/bot/action", false},
	{"raumbot/bot/league/season", "raumbot/bot/tournament/desk", false},
	{"raumbot/bot/people", "raumbot/bot/rooms", false},
	{"raumbot/bot/rooms", "raumbot/bot/coach", false},
	{"raumbot/bot/pages", "raumbot/bot/coach", false},
	{"raumbot/bot/teach", "raumbot/rules/compose", true},
	{"raumbot/bot/teach", "raumbot/bot", false},
	{"raumbot/bot/service", "raumbot/config", false},
	{"raumbot/bot/service", "raumbot/storage/bolt", false},
	{"raumbot/bot/service", "raumbot/adapters/console", false},
	{"raumbot/bot/service", "github.com/prometheus/client_golang/prometheus", false},
	{"raumbot/storage", "raumbot/rules", false},
	{"raumbot/storage", "raumbot/bot", true},
	{"raumbot/storage/bolt", "raumbot/bot", true},
	{"raumbot/storage/bolt", "raumbot/bot/service", false},
	{"raumbot/storage/memory", "go.etcd.io/bbolt", false},
	{"raumbot/storage/bolt", "go.etcd.io/bbolt", true},
	{"raumbot/storage/postgres", "github.com/jackc/pgx/v5/pgxpool", true},
	{"raumbot/storage/postgres", "raumbot/bot/service", false},
	{"raumbot/storage", "github.com/jackc/pgx/v5", false},
	{"raumbot/storage/backup", "raumbot/config", false},
	{"raumbot/storage/postgres/jobs", "raumbot/bot", false},
	{"raumbot/storage/postgres/jobs", "raumbot/bot/engine/search", true},
	{"raumbot/bot/service", "github.com/riverqueue/river", false},
	{"raumbot/storage/postgres/jobs", "github.com/riverqueue/river", true},
	{"raumbot/config", "raumbot/bot", false},
	{"raumbot/adapters/monitor", "raumbot/bot", true},
	{"raumbot/adapters/monitor", "raumbot/storage", false},
	{"raumbot/adapters/console", "raumbot/rules", false},
	{"raumbot/adapters/console", "raumbot/storage", false},
	{"raumbot/adapters/web/board", "raumbot/rules", true},
	{"raumbot/adapters/web", "raumbot/adapters/web/board", true},
	{"raumbot/adapters/web", "raumbot/rules", false},
	{"raumbot/adapters/web", "raumbot/adapters/console", false},
	{"raumbot/adapters/web/board", "raumbot/bot", false},
	{"raumbot/adapters/matrix", "raumbot/adapters/console", false},
	{"raumbot/adapters/matrix", "raumbot/adapters/matrix/matrixtest", true},
	{"raumbot/adapters/matrix", "github.com/bwmarrin/discordgo", false},
	{"raumbot/storage", "maunium.net/go/mautrix/id", false},
	{"raumbot/bot/service", "github.com/pelletier/go-toml/v2", false},
	{"raumbot", "raumbot/adapters/console", true},
	{"raumbot", "raumbot/storage", true},
	{"raumbot/rules", "io/ioutil", false},
	{"raumbot/rules", "context", false},
	{"raumbot/rules", "crypto/rand", false},
	{"raumbot/rules", "log/slog", false},
	{"raumbot/rules", "plugin", false},
	{"raumbot/rules", "unsafe", false},
	{"raumbot/rules/games", "raumbot/render", false},
	{"raumbot/rules/rulestest", "os", true},
	{"raumbot/rules/rulestest", "raumbot/rules/games", false},
	{"raumbot/rules", "raumbot/rules/rulestest", false},
	{"raumbot/bot/phrase", "raumbot/bot", false},
	{"raumbot/bot/letter", "raumbot/bot/phrase", false},
	{"raumbot/bot/locale", "raumbot/bot", false},
	{"raumbot/bot/rating", "raumbot/bot/pairing", false},
	{"raumbot/bot/engine/uci", "raumbot/bot", false},
	{"raumbot/bot/engine/match", "raumbot/bot/engine/uci", false},
	{"raumbot/bot/throttle", "raumbot/bot/service", false},
	{"raumbot/adapters/console", "raumbot/bot/tournament", false},
}

// TestForbidden checks that each rule can fail: every part of the module, every fenced library and
// everything outside the rules needs a case that is refused.
func TestForbidden(t *testing.T) {
	for _, c := range importCases {
		if got := forbidden(c.path, c.dep) == ""; got != c.ok {
			t.Errorf("%s imports %s: allowed is %v, should be %v", c.path, c.dep, got, c.ok)
		}
	}
	refused := func(rule string, matches func(path, dep string) bool) {
		for _, c := range importCases {
			if !c.ok && matches(c.path, c.dep) {
				return
			}
		}
		t.Errorf("no case breaks the rule of %s", rule)
	}
	for name := range mayImport {
		refused(name, func(path, dep string) bool {
			from, _ := part(path)
			_, internal := part(dep)
			return from == name && internal
		})
	}
	for _, f := range fenced {
		refused(f.what, func(_, dep string) bool { return below(dep, f.what) })
	}
	for _, o := range outside {
		refused(o, func(path, dep string) bool { return path == "raumbot/rules" && below(dep, o) })
	}
}

// clockless lists the parts that get all times as arguments and must not use a clock.
var clockless = []string{"rules", "rules/gamefile", "render", "bot/engine", "bot/tournament", "bot/pairing", "bot/rating", "bot/command", "bot/talk", "bot/phrase"}

// clock matches calls that read the time or wait.
var clock = regexp.MustCompile(`\btime\.(Now|Since|Until|Sleep|After|AfterFunc|Tick|NewTicker|NewTimer)\b`)

// TestNoClock checks that pure packages do not use a clock.
func TestNoClock(t *testing.T) {
	if !clock.MatchString("began := time.Now()") || clock.MatchString("At time.Time") {
		t.Fatal("the test cannot tell a clock from a time")
	}
	for _, part := range clockless {
		files, err := filepath.Glob(filepath.Join(part, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if found := clock.Find(source); found != nil && !strings.HasSuffix(name, "_test.go") {
				t.Errorf("%s has %s", name, found)
			}
		}
	}
}

// maxRootFiles is how many Go files the root may have, tests included: it holds the command line
// and nothing else.
const maxRootFiles = 24

// TestRoot checks that the root stays small and that processes has only tests.
func TestRoot(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) > maxRootFiles {
		t.Errorf("the root has %d Go files, %d at most: what is not the command line belongs to a package", len(files), maxRootFiles)
	}
	files, err = filepath.Glob("processes/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("processes has no tests", err)
	}
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s is no test: processes runs the program as its users have it, and adds nothing to it", name)
		}
	}
}

// pkg is a package with its imports.
type pkg struct {
	path    string
	imports []string
}

// packages returns the packages of this module without their tests.
func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-f",
		`{{if .Module}}{{if .Module.Main}}{{.ImportPath}}|{{join .Imports " "}}{{end}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if parts := strings.Split(line, "|"); len(parts) == 2 {
			all = append(all, pkg{parts[0], strings.Fields(parts[1])})
		}
	}
	if len(all) < 6 {
		t.Fatalf("go list found %d packages only", len(all))
	}
	return all
}
