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

// The limits for one address: pages and files, forms, and streams at once; and streams of all.
const (
	readRate, readBurst = 20, 200
	sendRate, sendBurst = 1, 30
	streamsEach         = 24
	streamsInAll        = 2000
)

// limits bound what one address may ask for. The service has limits of its own for what people say.
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

// take admits a request, or returns how long its address has to wait.
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

// stream admits a stream. Whoever gets one calls leave when it ends.
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

// network returns what counts as one visitor: an address, of IPv6 the network that one customer gets.
func network(a netip.Addr) netip.Addr {
	if a = a.Unmap(); a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}

// address returns from where a request comes. A proxy in front of the bot, on this machine or its network, is believed the last address
// that it has noted; anybody else could note what they like.
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
