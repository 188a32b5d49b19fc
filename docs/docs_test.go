// Package docs tests the documents that speak of the program: what they name must exist, and what
// is made from the program must be up to date.
package docs

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"raumbot/bot/command"
	"raumbot/bot/service"
)

var regen = flag.Bool("regen", false, "write the documents that are made from the program")

// TestCommandDocument checks that docs/commands.md matches the command table.
func TestCommandDocument(t *testing.T) {
	const path = "commands.md"
	want := "# What to say to raumbot\n\nAt the console write your name before it, `alice: help`. A move needs no word at all. In place of a game's number you can mostly name your opponent in it: `board against bob`.\n\n" +
		command.Kinds() +
		command.Manual(service.New(service.Ports{}).Commands())
	if *regen {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, path); got != want {
		t.Errorf("%s is not what the commands say: go test ./docs -run CommandDocument -regen writes it anew", path)
	}
}

// TestSecurityDocument checks that the tests named on the page exist.
func TestSecurityDocument(t *testing.T) {
	out, err := exec.Command("git", "-C", "..", "grep", "-hoE", "^func (Test|Fuzz)[A-Za-z]+", "--", "*_test.go").Output()
	if err != nil {
		t.Skipf("not a clone: %v", err)
	}
	tests := string(out) + "\n"
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z]+)`").FindAllStringSubmatch(read(t, "security.md"), -1)
	if len(named) < 15 {
		t.Errorf("the page names %d tests only", len(named))
	}
	for _, name := range named {
		if !strings.Contains(tests, "func "+name[1]+"\n") {
			t.Errorf("the page names %s, which there is not", name[1])
		}
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
