package discordtest

import (
	"strings"

	"raumbot/bot/signal/signaltest"
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
	signaltest.Wait(s.t, s.changed, s.Patience, what, condition, s.screens)
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
