package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports checks which way knowledge flows: rules <- render <- bot <-
// {storage, adapters} <- main.
func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		for _, dep := range p.deps {
			if complaint := forbidden(p.path, dep, p.direct(dep)); complaint != "" {
				t.Errorf("%s imports %s: %s", p.path, dep, complaint)
			}
		}
	}
}

// forbidden says why a package may not depend on another, or nothing if it
// may. direct tells that it imports it itself.
func forbidden(path, dep string, direct bool) string {
	ours := func(p string) bool { return p == "raumbot" || strings.HasPrefix(p, "raumbot/") }
	library := strings.Contains(strings.Split(dep, "/")[0], ".")
	adapter := strings.HasPrefix(path, "raumbot/adapters/")
	switch {
	case !ours(path):
		return ""
	case path == "raumbot/rules" && (library || ours(dep)):
		return "the rules stand on the standard library alone"
	case path == "raumbot/rules" && direct && slices.Contains([]string{"os", "context", "net", "math/rand", "math/rand/v2", "log", "log/slog"}, dep):
		return "the rules know no files, networks or chance"
	case direct && strings.HasPrefix(dep, "github.com/fogleman/gg") && path != "raumbot/render":
		return "only render draws"
	case direct && strings.HasPrefix(dep, "go.etcd.io/bbolt") && path != "raumbot/storage":
		return "only storage knows its technology"
	case path == "raumbot/render" && ours(dep) && dep != "raumbot/rules":
		return "render knows the rules alone"
	case path == "raumbot/bot" && ours(dep) && dep != "raumbot/rules" && dep != "raumbot/render" && !strings.HasPrefix(dep, "raumbot/bot/"):
		return "the service knows no store, platform or configuration"
	case path == "raumbot/storage" && direct && ours(dep) && dep != "raumbot/bot":
		return "storage decides nothing"
	case path == "raumbot/adapters/monitor" && direct && ours(dep) && dep != "raumbot/bot":
		return "the monitor watches the service, and knows nothing else"
	case direct && strings.HasPrefix(dep, "github.com/prometheus/") && path != "raumbot/adapters/monitor":
		return "only the monitor knows how metrics are written"
	case path == "raumbot/config" && ours(dep):
		return "the configuration serves all and knows none"
	case adapter && direct && ours(dep) && !slices.Contains([]string{"raumbot/bot", "raumbot/bot/phrase", "raumbot/render"}, dep) && !strings.HasPrefix(dep, path+"/"):
		return "an adapter carries requests and messages, nothing else"
	case direct && strings.HasPrefix(dep, "raumbot/adapters/") && path != "raumbot" && !strings.HasPrefix(dep, path+"/") && !strings.HasPrefix(path, dep+"/"):
		return "only main knows the adapters"
	}
	return ""
}

// TestForbidden makes sure that the rules can fail.
func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		path, dep string
		ok        bool
	}{
		{"raumbot/rules", "strings", true},
		{"raumbot/rules", "os", false},
		{"raumbot/rules", "github.com/fogleman/gg", false},
		{"raumbot/bot", "github.com/fogleman/gg", false},
		{"raumbot/bot", "raumbot/storage", false},
		{"raumbot/bot", "raumbot/render", true},
		{"raumbot/storage", "raumbot/rules", false},
		{"raumbot/storage", "raumbot/bot", true},
		{"raumbot/adapters/monitor", "raumbot/bot", true},
		{"raumbot/adapters/monitor", "raumbot/storage", false},
		{"raumbot/bot", "github.com/prometheus/client_golang/prometheus", false},
		{"raumbot/adapters/console", "raumbot/bot/phrase", true},
		{"raumbot/adapters/console", "raumbot/bot/pairing", false},
		{"raumbot/adapters/console", "raumbot/rules", false},
		{"raumbot/adapters/console", "raumbot/storage", false},
		{"raumbot/adapters/matrix", "raumbot/adapters/console", false},
		{"raumbot/adapters/matrix", "raumbot/adapters/matrix/crypto", true},
		{"raumbot", "raumbot/adapters/console", true},
	} {
		if got := forbidden(c.path, c.dep, true) == ""; got != c.ok {
			t.Errorf("%s imports %s: allowed is %v, should be %v", c.path, c.dep, got, c.ok)
		}
	}
}

// pkg is a package, what it imports and all that it depends on.
type pkg struct {
	path          string
	imports, deps []string
}

func (p pkg) direct(dep string) bool { return slices.Contains(p.imports, dep) }

// packages lists the packages of this module, tests left out.
func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-f",
		`{{if .Module}}{{if .Module.Main}}{{.ImportPath}}|{{join .Imports " "}}|{{join .Deps " "}}{{end}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if parts := strings.Split(line, "|"); len(parts) == 3 {
			all = append(all, pkg{parts[0], strings.Fields(parts[1]), strings.Fields(parts[2])})
		}
	}
	if len(all) < 6 {
		t.Fatalf("go list found %d packages only", len(all))
	}
	return all
}
