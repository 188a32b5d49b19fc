package main

import (
	"flag"
	"os"
	"testing"

	"raumbot/bot"
)

var regen = flag.Bool("regen", false, "write the documents that are made from the program")

// TestCommandDocument keeps docs/commands.md what the table of commands says.
func TestCommandDocument(t *testing.T) {
	const path = "docs/commands.md"
	want := "# What to say to raumbot\n\nAt the console write your name before it, `alice: help`. A move needs no word at all.\n\n" +
		bot.Manual(bot.New(bot.Ports{}).Commands())
	if *regen {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := mustRead(t, path); got != want {
		t.Errorf("%s is not what the commands say: go test . -run CommandDocument -regen writes it anew", path)
	}
}
