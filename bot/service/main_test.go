package service_test

import (
	"fmt"
	"os"
	"testing"

	"raumbot/rules/games"
)

// The shipped games are known here as they are in the program.
func TestMain(m *testing.M) {
	if err := games.Install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
