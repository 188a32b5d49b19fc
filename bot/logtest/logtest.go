// Package logtest has a log for tests, which they can read while it is written.
package logtest

import (
	"bytes"
	"strings"
	"sync"
)

// Buffer keeps what is logged. It is safe for concurrent use.
type Buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements [io.Writer].
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// String returns everything that was logged.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Count returns how often the log contains some words.
func (b *Buffer) Count(words string) int { return strings.Count(b.String(), words) }
