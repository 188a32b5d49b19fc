package discordtest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// The opcodes of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// event is a gateway event.
type event struct {
	Op   int    `json:"op"`
	Data any    `json:"d"`
	Seq  int    `json:"s,omitempty"`
	Kind string `json:"t,omitempty"`
	raw  string // sent instead of the other fields
}

// connection is a client's connection. Its events are sent in order.
type connection struct {
	ws      *websocket.Conn
	out     chan event
	session *session
	opened  time.Time
	first   int // the opcode expected first; -1 after that
}

// serveIdentify serves a connection that identifies.
func (s *Server) serveIdentify(w http.ResponseWriter, r *http.Request) {
	s.serveGateway(w, r, opIdentify)
}

// serveResume serves a connection that resumes a session.
func (s *Server) serveResume(w http.ResponseWriter, r *http.Request) { s.serveGateway(w, r, opResume) }

// serveGateway serves a connection whose first opcode must be the given one.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request, first int) {
	if q := r.URL.Query(); q.Get("v") != "10" || q.Get("encoding") != "json" || q.Has("compress") {
		s.t.Errorf("a gateway is opened with %s", r.URL.RawQuery)
	}
	ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &connection{ws: ws, out: make(chan event, 10000), opened: time.Now(), first: first}
	s.mu.Lock()
	mute := s.Mute && first == opResume
	s.mu.Unlock()
	if mute {
		ws.Close()
		return
	}
	go c.write()
	c.out <- event{Op: opHello, Data: map[string]any{"heartbeat_interval": s.Heartbeats.Milliseconds()}}
	c.out <- event{Op: opHeartbeat} // Discord may request a heartbeat at any time
	s.read(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.session != nil && c.session.conn == c {
		c.session.conn = nil
	}
	close(c.out)
	ws.Close()
	s.changed.Broadcast()
}

func (c *connection) write() {
	for e := range c.out {
		var err error
		if e.raw != "" {
			err = c.ws.WriteMessage(websocket.TextMessage, []byte(e.raw))
		} else {
			err = c.ws.WriteJSON(e)
		}
		if err != nil {
			c.ws.Close()
		}
	}
}

// read handles a client's events until the connection breaks.
func (s *Server) read(c *connection) {
	for {
		var said struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"`
		}
		if c.ws.ReadJSON(&said) != nil {
			return
		}
		s.mu.Lock()
		switch said.Op {
		case opHeartbeat:
			if string(said.Data) == "0" {
				s.t.Error("a heartbeat names event 0, which does not exist")
			}
			if !s.NoHeartbeatACK {
				c.out <- event{Op: opHeartbeatAck}
			}
		case opIdentify, opResume:
			s.startSession(c, said.Op, said.Data)
		}
		s.changed.Broadcast()
		s.mu.Unlock()
	}
}

// startSession identifies or resumes a session. A client that does either twice on a connection
// fails the test, because after an invalid session Discord requires it to wait and connect again.
func (s *Server) startSession(c *connection, op int, data json.RawMessage) {
	if c.first < 0 || c.first == opResume && op != opResume {
		s.t.Errorf("operation %d on a connection for operation %d, or the second of its kind", op, c.first)
	}
	c.first = -1
	if op == opIdentify {
		s.Begun++
	}
	switch {
	case s.InvalidSessions > 0:
		s.InvalidSessions--
		c.out <- event{Op: opInvalidSession, Data: false}
	case op == opIdentify:
		s.identify(c, data)
	default:
		s.resume(c, data)
	}
}

// refuse closes a connection with one of Discord's close codes.
func (c *connection) refuse(code int, text string) {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, text), time.Now().Add(time.Second))
	c.ws.Close()
}

// contentIntent is the privileged message content intent.
const contentIntent = 1 << 15

func (s *Server) identify(c *connection, data json.RawMessage) {
	var said struct {
		Token   string  `json:"token"`
		Intents int     `json:"intents"`
		Shard   *[2]int `json:"shard"`
	}
	if json.Unmarshal(data, &said) != nil || said.Token != "Bot "+s.Token {
		c.refuse(4004, "Authentication failed.")
		return
	}
	if said.Intents&contentIntent != 0 && !s.ContentIntent {
		c.refuse(4014, "Disallowed intent(s).")
		return
	}
	if said.Shard != nil && s.Rows {
		row := said.Shard[0] % s.AtOnce
		if since := time.Since(s.rows[row]); since < 5*time.Second {
			s.t.Errorf("two sessions of row %d begin within %v", row, since)
		}
		if s.rows == nil {
			s.rows = map[int]time.Time{}
		}
		s.rows[row] = c.opened // the client cannot have sent the IDENTIFY earlier than this
	}
	n := &session{server: s, id: s.id(), shard: [2]int{0, 1}, content: said.Intents&contentIntent != 0, conn: c}
	if said.Shard != nil {
		n.shard = *said.Shard
	}
	s.sessions[n.id] = n
	c.session = n
	var guilds []any
	for _, g := range s.Guilds {
		if n.serves(g.ID) && !g.Gone {
			guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
		}
	}
	n.send("READY", map[string]any{
		"v": 10, "user": userData(s.Bot), "guilds": guilds, "session_id": n.id, "resume_gateway_url": s.gateway("resume"),
		"shard": n.shard, "application": map[string]any{"id": s.App, "flags": 0},
	})
	if !s.Slow {
		s.describe(n)
	}
}

// describe sends a session a GUILD_CREATE for each of its guilds.
func (s *Server) describe(n *session) {
	for _, g := range s.Guilds {
		if n.serves(g.ID) && !g.Gone {
			n.send("GUILD_CREATE", s.guildData(g))
		}
	}
}

// Describe sends the GUILD_CREATE events withheld by Slow.
func (s *Server) Describe() {
	s.each(func(n *session) { s.describe(n) })
}

func (s *Server) resume(c *connection, data json.RawMessage) {
	var said struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(data, &said) != nil || said.Token != "Bot "+s.Token {
		c.refuse(4004, "Authentication failed.")
		return
	}
	n := &session{}
	if s.sessions[said.Session] != nil {
		n = s.sessions[said.Session]
	}
	if n.id == "" || n.invalid || said.Seq > len(n.sent) {
		c.out <- event{Op: opInvalidSession, Data: false}
		return
	}
	if s.RefuseResume {
		c.ws.Close()
		return
	}
	if n.conn != nil { // Discord keeps the newer of two connections
		n.conn.ws.Close()
		n.taken++
	}
	n.conn, c.session = c, n
	n.resumed++
	for _, e := range n.sent {
		if e.Seq > said.Seq {
			c.out <- e
		}
	}
	n.send("RESUMED", map[string]any{})
}

// send sends an event, now or when the session is resumed.
func (n *session) send(kind string, data any) {
	n.server.tamper(kind, data)
	e := event{Op: opDispatch, Data: data, Seq: len(n.sent) + 1, Kind: kind}
	n.sent = append(n.sent, e)
	if n.conn != nil {
		n.conn.out <- e
	}
}

// tamper lets Tamper change an event or response before it is sent.
func (s *Server) tamper(what string, data any) {
	if said, ok := data.(map[string]any); ok && s.Tamper != nil {
		s.Tamper(what, said)
	}
}

// serves reports whether a guild belongs to the session's shard. Private messages belong to
// the first shard.
func (n *session) serves(guild string) bool {
	id, _ := strconv.ParseUint(guild, 10, 64)
	return int(id>>22)%n.shard[1] == n.shard[0]
}

// dispatch sends an event about a guild, "" for none, to the session of its shard.
func (s *Server) dispatch(kind, guild string, data any) {
	for _, n := range s.sessions {
		if !n.invalid && n.serves(guild) {
			n.send(kind, data)
		}
	}
	s.changed.Broadcast()
}

// gateway returns the URL of the gateway for identifying or resuming.
func (s *Server) gateway(purpose string) string {
	return "ws" + strings.TrimPrefix(s.web.URL, "http") + "/" + purpose + "/"
}
