package discordtest

// session is what the gateway knows of a connection, also while it is broken.
type session struct {
	server  *Server
	id      string
	shard   [2]int
	content bool // the intent was asked for
	sent    []event
	conn    *connection // nil while it is broken
	// invalid sessions cannot be resumed.
	invalid bool
	resumed int
}

// Connected reports how many connections stand. It is for [Server.Look] and [Server.Wait].
func (s *Server) Connected() (n int) {
	for _, session := range s.sessions {
		if session.conn != nil && !session.invalid {
			n++
		}
	}
	return n
}

// Resumed reports how often a session has been resumed. It is for [Server.Look] and [Server.Wait].
func (s *Server) Resumed() (n int) {
	for _, session := range s.sessions {
		n += session.resumed
	}
	return n
}

// Shard returns which shard the newest connection is, of how many. It is for [Server.Look].
func (s *Server) Shard() (shard [2]int) {
	for _, n := range s.sessions {
		shard = n.shard
	}
	return shard
}

// Drop cuts every connection without a close frame.
func (s *Server) Drop() { s.each(func(n *session) { n.conn.ws.Close() }) }

// Reconnect asks every client to connect again.
func (s *Server) Reconnect() { s.each(func(n *session) { n.conn.out <- event{Op: opReconnect} }) }

// Garble says something to every client that no gateway says.
func (s *Server) Garble(text string) { s.each(func(n *session) { n.conn.out <- event{raw: text} }) }

// Invalidate breaks every connection; none can be resumed.
func (s *Server) Invalidate() {
	s.each(func(n *session) {
		n.invalid = true
		n.conn.ws.Close()
	})
}

// Expire lets the time go by in which broken connections can be resumed.
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
