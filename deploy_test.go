package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"raumbot/config"
)

// TestContainer checks that the image runs without a shell, as a user other than root, and on a read-only file system except for its volume.
func TestContainer(t *testing.T) {
	stages := strings.Split(mustRead(t, "Dockerfile"), "\nFROM ")
	last := stages[len(stages)-1]
	if !strings.HasPrefix(last, "scratch\n") || strings.Contains(last, "\nRUN ") || !strings.Contains(last, "\nUSER 65532:65532\n") {
		t.Errorf("the image is made so:\n%s", last)
	}
	compose := mustRead(t, "docs/deploy/compose.yaml")
	for _, want := range []string{"read_only: true", `user: "65532:65532"`, "cap_drop: [ALL]", "no-new-privileges:true", "- data:/data\n"} {
		if !strings.Contains(compose, want) {
			t.Errorf("compose.yaml lacks %q", want)
		}
	}
}

// TestSystemdUnit has systemd verify the unit, where it is installed.
func TestSystemdUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze here")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "raumbot")
	if err := os.WriteFile(program, []byte("#!/bin/true\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	// A panicking Go program exits with code 2, as does one with a wrong command line.
	if text := mustRead(t, "docs/deploy/raumbot.service"); !strings.Contains(text, "\nRestart=on-failure\n") || strings.Contains(text, "RestartPreventExitStatus") {
		t.Error("the unit does not start the bot again after every failure")
	}
	unit := strings.ReplaceAll(mustRead(t, "docs/deploy/raumbot.service"), "/usr/local/bin/raumbot", program)
	path := filepath.Join(dir, "raumbot.service")
	if err := os.WriteFile(path, []byte(unit), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(analyze, "verify", path).CombinedOutput()
	if err != nil || strings.Contains(string(out), "raumbot.service:") {
		t.Errorf("%v: %s", err, out)
	}
}

// variableOf finds the variables that a unit, an image or a compose file sets by itself.
var variableOf = regexp.MustCompile(`(?m)\b([A-Z_]+)(?:=|: )"?([^\s"]+)`)

// TestDeployedDatabase checks which database the bot has under the unit and in the image: the file in the folder of its data, or the server
// that the operator names in one of the ways that docs/scaling.md tells.
func TestDeployedDatabase(t *testing.T) {
	stages := strings.Split(mustRead(t, "Dockerfile"), "\nFROM ")
	image := stages[len(stages)-1]
	_, shared, _ := strings.Cut(mustRead(t, "docs/scaling.md"), "```yaml\nservices:\n")
	shared, _, found := strings.Cut(shared, "```")
	if !found {
		t.Fatal("docs/scaling.md has no compose file")
	}
	for name, c := range map[string]struct{ sets, folder, data string }{
		"unit":            {mustRead(t, "docs/deploy/raumbot.service"), "WorkingDirectory=", "/var/lib/raumbot"},
		"image":           {image, "WORKDIR ", "/data"},
		"compose":         {image + mustRead(t, "docs/deploy/compose.yaml"), "WORKDIR ", "/data"},
		"several at work": {image + mustRead(t, "docs/deploy/compose.yaml") + shared, "WORKDIR ", "/data"},
	} {
		t.Run(name, func(t *testing.T) {
			_, folder, _ := strings.Cut(c.sets, "\n"+c.folder)
			if folder, _, _ = strings.Cut(folder, "\n"); folder != c.data {
				t.Errorf("it runs in %q", folder)
			}
			variables := map[string]string{}
			for _, v := range variableOf.FindAllStringSubmatch(c.sets, -1) {
				variables[v[1]] = v[2]
			}
			if variables["GOMEMLIMIT"] == "" && variables["RAUMBOT_MONITOR"] == "" {
				t.Errorf("its variables are not found: %v", variables)
			}
			database := func(file, variable, value string) config.Config {
				t.Helper()
				path := ""
				if file != "" {
					path = filepath.Join(t.TempDir(), "raumbot.toml")
					if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				loaded, err := config.Load(path, func(name string) string {
					if name == variable {
						return value
					}
					return variables[name]
				})
				if err != nil {
					t.Fatal(err)
				}
				return loaded
			}
			if got := database("", "", ""); got.Database != config.DefaultDatabase || got.ShareDatabase != (name == "several at work") {
				t.Errorf("if nobody names one, the database is %s, shared: %t", got.Database, got.ShareDatabase)
			}
			const url = "postgres://raumbot:secret@host/raumbot"
			if got := database("", "DATABASE_URL", url); got.Database != url {
				t.Errorf("with DATABASE_URL the database is %s", got.Database)
			}
			if got := database("[database]\nurl = \"postgres://raumbot@host/raumbot\"\n", "", ""); got.Database != "postgres://raumbot@host/raumbot" {
				t.Errorf("with a URL in the configuration the database is %s", got.Database)
			}
			if got := database("database = \"other.db\"\n", "", ""); got.Database != "other.db" {
				t.Errorf("with a file in the configuration the database is %s", got.Database)
			}
		})
	}
}
