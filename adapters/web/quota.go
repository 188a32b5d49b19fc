package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// maxConnections limits the open connections of all browsers. There is room for maxStreams streams
	// and for as many requests.
	maxConnections = 4096
	// maxUnsent limits the answers that are being sent to all browsers, in bytes. Slow browsers leave
	// them in memory.
	maxUnsent = 64 << 20
)

// quota limits something that all browsers take at once. If they take too much, the network that
// takes most loses what it took last.
type quota struct {
	mu     sync.Mutex
	limit  int
	shares map[netip.Addr]*quotaShare
	taken  int
}

// quotaShare is what one network takes.
type quotaShare struct {
	parts []quotaPart
	taken int
}

// quotaPart is one thing that is taken. If it is lost, end is called.
type quotaPart struct {
	key  any
	size int
	end  func()
}

func newQuota(limit int) *quota { return &quota{limit: limit, shares: map[netip.Addr]*quotaShare{}} }

// take takes a part for a network. The caller must call giveBack with the same key when it needs
// the part no longer, even if end has been called.
func (q *quota) take(network netip.Addr, key any, size int, end func()) {
	for _, lost := range q.add(network, quotaPart{key, size, end}) {
		lost.end()
	}
}

// add adds a part, and returns those that are lost for it.
func (q *quota) add(network netip.Addr, p quotaPart) (lost []quotaPart) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.shares[network]
	if s == nil {
		s = &quotaShare{}
		q.shares[network] = s
	}
	s.parts = append(s.parts, p)
	s.taken += p.size
	q.taken += p.size
	for q.taken > q.limit {
		most := network // of several that take as much, the one that takes more now
		for n, s := range q.shares {
			if q.shares[most] == nil || s.taken > q.shares[most].taken {
				most = n
			}
		}
		last := len(q.shares[most].parts) - 1
		lost = append(lost, q.shares[most].parts[last])
		q.remove(most, last)
	}
	return lost
}

// giveBack gives back a part, unless it has been lost.
func (q *quota) giveBack(network netip.Addr, key any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if s := q.shares[network]; s != nil {
		if at := slices.IndexFunc(s.parts, func(p quotaPart) bool { return p.key == key }); at >= 0 {
			q.remove(network, at)
		}
	}
}

// remove removes the part of a network with an index.
func (q *quota) remove(network netip.Addr, at int) {
	s := q.shares[network]
	q.taken -= s.parts[at].size
	s.taken -= s.parts[at].size
	if s.parts = slices.Delete(s.parts, at, at+1); len(s.parts) == 0 {
		delete(q.shares, network)
	}
}

// countConnection is the ConnState function of the server. It limits the open connections, because
// each takes memory before it has asked for anything.
func (s *Site) countConnection(c net.Conn, state http.ConnState) {
	var from netip.Addr
	if a, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		from = network(a.AddrPort().Addr())
	}
	switch state {
	case http.StateNew:
		s.connections.take(from, c, 1, func() { _ = c.Close() })
	case http.StateClosed, http.StateHijacked:
		s.connections.giveBack(from, c)
	}
}

// send sends an answer. It is cut off if slow browsers leave too much in memory.
func (s *Site) send(w http.ResponseWriter, r *http.Request, data []byte) {
	from, cut := network(address(r)), http.NewResponseController(w)
	s.unsent.take(from, r, len(data), func() { _ = cut.SetWriteDeadline(time.Unix(1, 0)) })
	defer s.unsent.giveBack(from, r)
	_, _ = w.Write(data) // the browser may have gone
}
