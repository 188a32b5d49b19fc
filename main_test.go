package main

import (
	"os"
	"testing"

	"raumbot/storage/storagetest"
)

func TestMain(m *testing.M) {
	stopGrace = hangs
	code := m.Run()
	storagetest.StopShared()
	if programFolder != "" {
		_ = os.RemoveAll(programFolder)
	}
	os.Exit(code)
}
