package service_test

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"raumbot/rules/games"
	"raumbot/storage/storagetest"
)

// TestMain installs the shipped games, as the program does.
func TestMain(m *testing.M) {
	if err := games.Install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	debug.SetGCPercent(400) // takes memory, and saves a tenth of the time
	code := m.Run()
	storagetest.StopShared()
	os.Exit(code)
}
