package storage

import (
	"context"
	"path/filepath"
	"testing"
	"time"
)

// TestEraseCutOff interrupts erasing: it must not be recorded as completed.
func TestEraseCutOff(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.Unix(1e9, 0)
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := s.Erase(ended, now); err == nil {
		t.Error("it came to its end")
	}
	if at, err := s.Erased(); err != nil || at.Equal(now) {
		t.Errorf("erased at %s, %v", at, err)
	}
	if _, err := s.Erase(t.Context(), now); err != nil {
		t.Error(err)
	}
	if at, err := s.Erased(); err != nil || !at.Equal(now) {
		t.Errorf("erased at %s, %v", at, err)
	}
}
