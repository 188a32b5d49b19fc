package storagetest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Proxy passes connections to a PostgreSQL server on. It reads what clients say, and can cut a
// connection at one of their statements.
type Proxy struct {
	// URL leads to the database through the proxy.
	URL string

	mu     sync.Mutex
	in     int // statements until the cut; 0 for none
	how    Cut
	counts func(sql string) bool
	at     string // the statement at which it was cut
}

// Cut says what becomes of the statement at which a connection is cut.
type Cut string

// The ways to cut a connection.
const (
	// Undelivered means that the statement and what follows it do not reach the server, which has
	// got all before.
	Undelivered Cut = "the statement is lost"
	// Unanswered means that the server carries the statement out, and nothing that follows, and
	// that the answer is lost.
	Unanswered Cut = "the answer is lost"
)

// NewProxy returns a proxy of a server, given the URL of a database there. It passes connections on
// until the test ends.
func NewProxy(t testing.TB, to string) *Proxy {
	t.Helper()
	p := &Proxy{}
	p.URL = Relay(t, to, Socket, func(client, server net.Conn) {
		(&proxied{proxy: p, client: client, server: server}).pass()
	})
	return p
}

// Relay listens for connections to the server of a database, given its URL, until the test ends.
// pass passes each on to the server at the path that socket returns for the URL. Relay returns the
// URL that leads there.
func Relay(t testing.TB, to string, socket func(to string) string, pass func(client, server net.Conn)) (through string) {
	t.Helper()
	folder := t.TempDir()
	through = strings.Replace(to, filepath.Dir(Socket(to)), folder, 1)
	listener, err := net.Listen("unix", Socket(through))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", socket(to))
			if err != nil {
				client.Close()
				continue
			}
			go pass(client, server)
		}
	}()
	return through
}

// Socket returns the path of the socket of the server at a URL.
func Socket(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		panic(err)
	}
	return filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432")
}

// Arm cuts the connection that sends the n-th statement from now on, of those for which counts
// returns true.
func (p *Proxy) Arm(n int, how Cut, counts func(sql string) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in, p.how, p.counts, p.at = n, how, counts, ""
}

// Disarm returns the statement at which a connection was cut, and false if none was, and cuts none
// any more.
func (p *Proxy) Disarm() (sql string, cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	cut = p.in == 0
	p.in = 0
	return p.at, cut
}

// cuts reports whether a statement is the one to cut at, and how.
func (p *Proxy) cuts(sql string) Cut {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.in == 0 || !p.counts(sql) {
		return ""
	}
	if p.in--; p.in > 0 {
		return ""
	}
	p.at = sql
	return p.how
}

// proxied is a connection through a proxy.
type proxied struct {
	proxy          *Proxy
	client, server net.Conn
	prepared       map[string]string // statements by their names
	portals        map[string]string // statements to be carried out
	last           string            // the last one that was, since what was sent at once has ended
	watches        bool              // it listens to notifications; its statements do not count
	answered       chan struct{}     // receives when the server has said something

	mu   sync.Mutex
	mute bool // the server's answers are lost
}

// pass passes messages on until the connection ends.
func (c *proxied) pass() {
	defer c.client.Close()
	defer c.server.Close()
	c.prepared, c.portals, c.answered = map[string]string{}, map[string]string{}, make(chan struct{}, 1)
	go c.answer()
	if err := c.forward(0); err != nil { // the first message has no kind
		return
	}
	for {
		kind := make([]byte, 1)
		if _, err := io.ReadFull(c.client, kind); err != nil {
			return
		}
		if err := c.forward(kind[0]); err != nil {
			return
		}
	}
}

var errCut = errors.New("the connection is cut")

// forward passes a message on, unless the connection is cut there.
func (c *proxied) forward(kind byte) error {
	length := make([]byte, 4)
	if _, err := io.ReadFull(c.client, length); err != nil {
		return err
	}
	body := make([]byte, binary.BigEndian.Uint32(length)-4)
	if _, err := io.ReadFull(c.client, body); err != nil {
		return err
	}
	message := append(length, body...)
	if kind != 0 {
		message = append([]byte{kind}, message...)
	}
	how := Cut("")
	if sql, ok := c.statement(kind, body); ok {
		c.watches = c.watches || strings.HasPrefix(sql, "listen ")
		if !c.watches {
			how = c.proxy.cuts(sql)
		}
	}
	switch how {
	case Undelivered:
		return errCut
	case Unanswered:
		c.mu.Lock()
		c.mute = true
		c.mu.Unlock()
		select {
		case <-c.answered: // an earlier answer
		default:
		}
		_, _ = c.server.Write(append(message, 'H', 0, 0, 0, 4)) // and flush
		select {
		case <-c.answered:
		case <-time.After(time.Second): // it waits for another process
		}
		return errCut
	}
	_, err := c.server.Write(message)
	return err
}

// statement returns the statement that a message has carried out.
func (c *proxied) statement(kind byte, body []byte) (sql string, ok bool) {
	words := bytes.SplitN(body, []byte{0}, 3)
	word := func(n int) string {
		if n < len(words) {
			return string(words[n])
		}
		return ""
	}
	switch kind {
	case 'P': // parse: a name, and the statement
		c.prepared[word(0)] = word(1)
	case 'B': // bind: the portal, and the name of the statement
		c.portals[word(0)] = c.prepared[word(1)]
	case 'E': // execute: the portal
		c.last = c.portals[word(0)]
		return c.last, true
	case 'S': // sync: the end of what is sent at once, with which a transaction is committed
		last := c.last
		c.last = ""
		return "end of: " + last, last != ""
	case 'Q':
		return word(0), true
	}
	return "", false
}

// answer passes the server's answers on.
func (c *proxied) answer() {
	defer c.client.Close()
	part := make([]byte, 64<<10)
	for {
		n, err := c.server.Read(part)
		c.mu.Lock()
		mute := c.mute
		c.mu.Unlock()
		if n > 0 && !mute {
			_, _ = c.client.Write(part[:n])
		}
		select {
		case c.answered <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}
