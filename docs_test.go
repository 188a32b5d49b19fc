package main

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
	const path = "docs/commands.md"
	want := "# What to say to raumbot\n\nAt the console write your name before it, `alice: help`. A move needs no word at all. In place of a game's number you can mostly name your opponent in it: `board against bob`.\n\n" +
		command.Manual(service.New(service.Ports{}).Commands())
	if *regen {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := mustRead(t, path); got != want {
		t.Errorf("%s is not what the commands say: go test . -run CommandDocument -regen writes it anew", path)
	}
}

// TestUsageDocument checks that docs/command-line.md shows what raumbot help prints.
func TestUsageDocument(t *testing.T) {
	const path = "docs/command-line.md"
	_, commands, _ := strings.Cut(usage, "\n\n")
	commands, _, _ = strings.Cut(commands, "\n\n")
	if !strings.Contains(mustRead(t, path), "```\n"+commands+"\n```\n") {
		t.Errorf("%s has not the commands that raumbot help prints:\n%s", path, commands)
	}
}

// TestFlagsAreTold checks that every flag stands in the usage of its command, and in what raumbot help prints of it.
func TestFlagsAreTold(t *testing.T) {
	for _, command := range []string{"serve", "console", "render", "rules perft", "rules check", "engine bench", "engine match", "db", "health"} {
		code, out, errs := commandLine(t, append(strings.Fields(command), "-h")...)
		own, flags, _ := strings.Cut(out, "\n")
		names := regexp.MustCompile(`(?m)^  (--?[a-z-]+) `).FindAllStringSubmatch(flags, -1)
		if code != 0 || len(names) == 0 {
			t.Errorf("%s -h: exit code %d, %q, %s", command, code, out, errs)
		}
		entry := ""
		for _, e := range strings.Split(usage, "\n  raumbot ") {
			if strings.HasPrefix(strings.Trim(e, "[")+" ", command) {
				entry += e
			}
		}
		for _, name := range names {
			for where, text := range map[string]string{"its usage": own, "raumbot help": entry} {
				if !regexp.MustCompile(regexp.QuoteMeta(name[1]) + `\b`).MatchString(text) {
					t.Errorf("%s %s is not in %s", command, name[1], where)
				}
			}
		}
	}
}

// TestSecurityDocument checks that the tests named on the page exist.
func TestSecurityDocument(t *testing.T) {
	out, err := exec.Command("git", "grep", "-hoE", "^func (Test|Fuzz)[A-Za-z]+", "--", "*_test.go").Output()
	if err != nil {
		t.Skipf("not a clone: %v", err)
	}
	tests := string(out) + "\n"
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z]+)`").FindAllStringSubmatch(mustRead(t, "docs/security.md"), -1)
	if len(named) < 15 {
		t.Errorf("the page names %d tests only", len(named))
	}
	for _, name := range named {
		if !strings.Contains(tests, "func "+name[1]+"\n") {
			t.Errorf("the page names %s, which there is not", name[1])
		}
	}
}
