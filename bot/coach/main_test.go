package coach_test

import (
	"fmt"
	"os"
	"testing"

	"raumbot/rules/games"
)

// TestMain installs the shipped games, as the program does.
func TestMain(m *testing.M) {
	if err := games.Install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
