// Package deploy tests the files from which raumbot is deployed.
package deploy

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"raumbot/config"
)

// TestContainer checks that the image runs without a shell, as a user other than root, and on a
// read-only file system except for its volume.
func TestContainer(t *testing.T) {
	stages := strings.Split(read(t, "../../Dockerfile"), "\nFROM ")
	last := stages[len(stages)-1]
	if !strings.HasPrefix(last, "scratch\n") || strings.Contains(last, "\nRUN ") || !strings.Contains(last, "\nUSER 65532:65532\n") {
		t.Errorf("the image is made so:\n%s", last)
	}
	compose := read(t, "compose.yaml")
	for _, want := range []string{"read_only: true", `user: "65532:65532"`, "cap_drop: [ALL]", "no-new-privileges:true", "- data:/data\n"} {
		if !strings.Contains(compose, want) {
			t.Errorf("compose.yaml lacks %q", want)
		}
	}
	// A volume belongs to the container's user if the image has its folder.
	for _, volume := range regexp.MustCompile(`(?m)^ +- [a-z]+:(/[a-z]+)$`).FindAllStringSubmatch(compose, -1) {
		if !strings.Contains(last, "--chown=65532:65532 /out"+volume[1]+" "+volume[1]+"\n") {
			t.Errorf("the image has no folder %s for user 65532", volume[1])
		}
	}
}

// TestProfile checks that the services of the profile postgres have all that docs/scaling.md tells,
// and that none of them starts without it.
func TestProfile(t *testing.T) {
	_, text, _ := strings.Cut(read(t, "compose.yaml"), "\nservices:\n")
	text, _, _ = strings.Cut(text, "\nvolumes:\n")
	services := map[string]string{}
	for _, part := range regexp.MustCompile(`(?m)^  [a-z]+:`).FindAllStringIndex(text, -1) {
		name := strings.Trim(text[part[0]:part[1]], " :")
		rest := text[part[1]:]
		if next := regexp.MustCompile(`(?m)^  [a-z]+:`).FindStringIndex(rest); next != nil {
			rest = rest[:next[0]]
		}
		services[name] = rest
	}
	const profile, bot = "\n    profiles: [postgres]\n", "\n    <<: *bot\n"
	for name, wants := range map[string][]string{
		"raumbot":  {" &bot\n", `command: ["serve"`},
		"standby":  {profile, bot},
		"worker":   {profile, bot, `command: ["worker"]`, "env_file: worker.env", "replicas: 2", "volumes: []"},
		"postgres": {profile, "image: postgres:", "POSTGRES_USER: raumbot", "postgres:/var/lib/postgresql/data"},
	} {
		for _, want := range wants {
			if !strings.Contains(services[name], want) {
				t.Errorf("the service %s lacks %q:%s", name, want, services[name])
			}
		}
	}
	if strings.Contains(services["raumbot"], profile) || len(services) != 4 {
		t.Errorf("without the profile more is started than the bot, or it is not: %v", services)
	}
}

// installed returns the path of a program. If it is not installed the test is skipped, or fails if
// RAUMBOT_NEED_SYSTEMD is set.
func installed(t *testing.T, name string) (path string) {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
	case os.Getenv("RAUMBOT_NEED_SYSTEMD") != "":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
	return path
}

// TestSystemdUnit has systemd verify the units.
func TestSystemdUnit(t *testing.T) {
	analyze := installed(t, "systemd-analyze")
	for _, name := range []string{"raumbot.service", "raumbot-worker.service"} {
		dir := t.TempDir()
		program := filepath.Join(dir, "raumbot")
		if err := os.WriteFile(program, []byte("#!/bin/true\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		// A panicking Go program exits with code 2, as does one with a wrong command line.
		text := read(t, name)
		if !strings.Contains(text, "\nRestart=on-failure\n") || strings.Contains(text, "RestartPreventExitStatus") {
			t.Errorf("%s does not start the program again after every failure", name)
		}
		unit := strings.ReplaceAll(text, "/usr/local/bin/raumbot", program)
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(unit), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(analyze, "verify", path).CombinedOutput()
		if err != nil || strings.Contains(string(out), name+":") {
			t.Errorf("%v: %s", err, out)
		}
		// The threshold is in tenths: 0 is fully confined, and 100 is not confined at all.
		out, err = exec.Command(analyze, "security", "--offline=yes", "--threshold=15", path).CombinedOutput()
		if err != nil && !strings.Contains(string(out), "unrecognized option") {
			t.Errorf("systemd-analyze security of %s: %v: %s", name, err, out)
		}
	}
}

// TestSandbox runs the program with the access that the unit gives it: a read-only system, and
// writable folders for its data and its backups, as far as bwrap can set that up here.
func TestSandbox(t *testing.T) {
	bwrap := installed(t, "bwrap")
	dir := t.TempDir()
	program, data, copies := filepath.Join(dir, "raumbot"), filepath.Join(dir, "data"), filepath.Join(dir, "copies")
	if out, err := exec.Command("go", "build", "-tags", "goolm", "-o", program, "raumbot").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	settings := "database = \"raumbot.db\"\n[backup]\nfolder = \"/var/lib/raumbot-backups\"\nevery = \"1m\"\n"
	if err := errors.Join(os.Mkdir(data, 0o700), os.Mkdir(copies, 0o700), os.WriteFile(filepath.Join(dir, "raumbot.toml"), []byte(settings), 0o644)); err != nil {
		t.Fatal(err)
	}
	sandbox := []string{"--ro-bind", "/", "/", "--tmpfs", "/var/lib", "--bind", data, "/var/lib/raumbot", "--bind", copies, "/var/lib/raumbot-backups",
		"--dev", "/dev", "--proc", "/proc", "--tmpfs", "/home", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--new-session", "--chdir", "/var/lib/raumbot", "--cap-drop", "ALL", "--clearenv"}
	if out, err := exec.Command(bwrap, append(sandbox, "--", "/bin/true")...).CombinedOutput(); err != nil {
		t.Skipf("bwrap does not work here: %v: %s", err, out)
	}
	command := exec.Command(bwrap, append(sandbox, "--", program, "serve", "--config", filepath.Join(dir, "raumbot.toml"))...)
	command.Stdin = strings.NewReader("alice: challenge bob raumschach\nbob: accept\nalice: ab2-ab3\n")
	out, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Game 1 begins") || strings.Contains(string(out), "no copy of the database") {
		t.Errorf("%v: %s", err, out)
	}
	for folder, want := range map[string]string{data: "raumbot.db", copies: "raumbot-*.db"} {
		if found, err := filepath.Glob(filepath.Join(folder, want)); err != nil || len(found) == 0 {
			t.Errorf("%s is not in %s: %v\n%s", want, folder, err, out)
		}
	}
}

// variableOf finds the variables that a unit, an image or a compose file sets by itself.
var variableOf = regexp.MustCompile(`(?m)\b([A-Z_]+)(?:=|: )"?([^\s"]+)`)

// TestDeployedDatabase checks which database the bot has under the unit and in the image: the file
// in the folder of its data, or the server that the operator names in one of the ways that
// docs/scaling.md tells.
func TestDeployedDatabase(t *testing.T) {
	stages := strings.Split(read(t, "../../Dockerfile"), "\nFROM ")
	image := stages[len(stages)-1]
	for name, c := range map[string]struct{ sets, folder, data string }{
		"unit":    {read(t, "raumbot.service"), "WorkingDirectory=", "/var/lib/raumbot"},
		"image":   {image, "WORKDIR ", "/data"},
		"compose": {image + read(t, "compose.yaml"), "WORKDIR ", "/data"},
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
			if got := database("", "", ""); got.Database != config.DefaultDatabase {
				t.Errorf("if nobody names one, the database is %s", got.Database)
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

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
