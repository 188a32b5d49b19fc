package storage_test

import (
	"testing"

	"raumbot/storage"
	"raumbot/storage/storagetest"
)

// TestLocalLeases checks the leases of a database that has one process.
func TestLocalLeases(t *testing.T) {
	l := storage.Memory().Leases()
	storagetest.CheckLeases(t, l, l)
}
