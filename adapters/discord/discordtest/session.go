package discordtest

import "slices"

// session is a gateway session, which outlives its connection.
type session struct {
	server  *Server
	id      string
	shard   [2]int
	content bool // whether the message content intent was requested
	sent    []event
	conn    *connection // nil while disconnected
	// invalid sessions cannot be resumed.
	invalid bool
	resumed int
	taken   int // how often it was resumed while another connection had it
}

// Open returns the sorted numbers of the shards that have an open connection. A shard with two
// connections is listed twice. Call Open within [Server.Look] or [Server.Wait].
func (s *Server) Open() (all []int) {
	for _, n := range s.sessions {
		if n.conn != nil && !n.invalid {
			all = append(all, n.shard[0])
		}
	}
	slices.Sort(all)
	return all
}

// Connected returns the number of open connections. Call it within [Server.Look] or [Server.Wait].
func (s *Server) Connected() (n int) {
	for _, session := range s.sessions {
		if session.conn != nil && !session.invalid {
			n++
		}
	}
	return n
}

// Resumed returns how often sessions have been resumed. Call it within [Server.Look]
// or [Server.Wait].
func (s *Server) Resumed() (n int) {
	for _, session := range s.sessions {
		n += session.resumed
	}
	return n
}

// Shard returns the shard index and count of a session. Call it within [Server.Look].
func (s *Server) Shard() (shard [2]int) {
	for _, n := range s.sessions {
		shard = n.shard
	}
	return shard
}

// Drop cuts every connection without a close frame.
func (s *Server) Drop() { s.each(func(n *session) { n.conn.ws.Close() }) }

// Reconnect sends every client the RECONNECT opcode.
func (s *Server) Reconnect() { s.each(func(n *session) { n.conn.out <- event{Op: opReconnect} }) }

// SendRaw sends every client a text frame, which need not be a valid event.
func (s *Server) SendRaw(text string) { s.each(func(n *session) { n.conn.out <- event{raw: text} }) }

// Invalidate breaks every connection and makes its session impossible to resume.
func (s *Server) Invalidate() {
	s.each(func(n *session) {
		n.invalid = true
		n.conn.ws.Close()
	})
}

// Expire makes disconnected sessions impossible to resume.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, n := range s.sessions {
		if n.conn == nil {
			delete(s.sessions, id)
		}
	}
}

func (s *Server) each(do func(*session)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.sessions {
		if n.conn != nil {
			do(n)
		}
	}
}
