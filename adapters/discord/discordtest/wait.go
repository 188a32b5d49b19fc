package discordtest

import (
	"strings"
	"time"
)

// Look runs something while nothing changes.
func (s *Server) Look(at func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at()
}

// patience is how long a test waits for what must come.
const patience = 60 * time.Second

// Wait waits until a condition holds. It fails the test if that takes longer
// than anything should.
func (s *Server) Wait(what string, condition func() bool) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	deadline := time.Now().Add(patience)
	for !condition() {
		if time.Now().After(deadline) {
			s.t.Fatalf("waited in vain: %s\n%s", what, s.screens())
		}
		timer := time.AfterFunc(100*time.Millisecond, s.changed.Broadcast)
		s.changed.Wait()
		timer.Stop()
	}
}

// screens writes down all channels, for tests that have failed.
func (s *Server) screens() string {
	var lines []string
	for _, c := range s.Channels {
		lines = append(lines, "#"+c.Name+" "+c.ID)
		for _, m := range c.Messages {
			lines = append(lines, "  "+m.Screen())
		}
	}
	return strings.Join(lines, "\n")
}
