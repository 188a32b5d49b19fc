package storage_test

import (
	"os"
	"testing"

	"raumbot/storage/storagetest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	storagetest.StopShared()
	os.Exit(code)
}
