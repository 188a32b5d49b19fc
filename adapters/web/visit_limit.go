package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"
	"golang.org/x/time/rate"
)

// The limits of one address: requests to read and to send (per second, and at once), open streams; and all open streams.
const (
	readRate, readBurst = 20, 200
	sendRate, sendBurst = 1, 30
	streamsEach         = 24
	streamsInAll        = 2000
)

// limits limits the requests and streams of each address. The service limits commands itself.
type limits struct {
	buckets *expirable.LRU[netip.Addr, *bucket]
	mu      sync.Mutex
	streams map[netip.Addr]int
	all     int
}

type bucket struct{ read, send *rate.Limiter }

func newLimits() *limits {
	return &limits{
		buckets: expirable.NewLRU[netip.Addr, *bucket](10000, nil, 10*time.Minute),
		streams: map[netip.Addr]int{},
	}
}

// take returns zero if a request is admitted, else how long its address has to wait.
func (l *limits) take(r *http.Request) time.Duration {
	from := network(address(r))
	l.mu.Lock()
	b, known := l.buckets.Get(from)
	if !known {
		b = &bucket{rate.NewLimiter(readRate, readBurst), rate.NewLimiter(sendRate, sendBurst)}
		l.buckets.Add(from, b)
	}
	l.mu.Unlock()
	limiter := b.read
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		limiter = b.send
	}
	reservation := limiter.Reserve()
	wait := reservation.Delay()
	if wait > 0 {
		reservation.Cancel()
	}
	return wait
}

// stream admits a stream, unless there are too many. The caller calls leave when it ends.
func (l *limits) stream(r *http.Request) (leave func(), ok bool) {
	from := network(address(r))
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.streams[from] >= streamsEach || l.all >= streamsInAll {
		return nil, false
	}
	l.streams[from]++
	l.all++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		if l.streams[from]--; l.streams[from] == 0 {
			delete(l.streams, from)
		}
	}, true
}

// network returns what counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address.
func network(a netip.Addr) netip.Addr {
	if a = a.Unmap(); a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}

// address returns the address that a request comes from. Behind a proxy on this machine or its private network it is the last one in
// X-Forwarded-For, which the proxy has added: clients could forge the others.
func address(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	peer, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	if noted := r.Header.Values("X-Forwarded-For"); len(noted) > 0 && (peer.IsLoopback() || peer.IsPrivate()) {
		list := strings.Split(noted[len(noted)-1], ",")
		if a, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			return a
		}
	}
	return peer
}
