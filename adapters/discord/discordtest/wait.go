package discordtest

import (
	"strings"
	"time"
)

// Look calls at while the server is locked.
func (s *Server) Look(at func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at()
}

// Wait waits until a condition holds, and fails the test after Patience.
func (s *Server) Wait(what string, condition func() bool) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	deadline := time.Now().Add(s.Patience)
	for !condition() {
		if time.Now().After(deadline) {
			s.t.Fatalf("waited in vain: %s\n%s", what, s.screens())
		}
		timer := time.AfterFunc(100*time.Millisecond, s.changed.Broadcast)
		s.changed.Wait()
		timer.Stop()
	}
}

// screens returns the contents of all channels, for the output of failed tests.
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
