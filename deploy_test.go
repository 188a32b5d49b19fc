package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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
