package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPeer measures a program that answers as UCI programs do: what counts are the last nodes that
// it tells.
func TestPeer(t *testing.T) {
	script := filepath.Join(t.TempDir(), "peer")
	text := "#!/bin/sh\nwhile read word rest; do case $word in\n" +
		"go) echo info depth 1 nodes 20 pv e2e4; echo info depth 2 nodes 5000 time 1; echo info string nodes unknown; echo bestmove e2e4;;\n" +
		"quit) exit 0;; esac; done\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	nodes, spent, err := peerNodes("sh "+script, time.Millisecond)
	if err != nil || nodes != 5000 || spent < 0 {
		t.Errorf("%v nodes in %s: %v", nodes, spent, err)
	}
	if _, _, err := peerNodes(filepath.Join(t.TempDir(), "none"), time.Millisecond); err == nil {
		t.Error("a program that does not exist was measured")
	}
}
