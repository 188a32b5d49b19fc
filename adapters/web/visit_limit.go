package web

import (
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"
	"golang.org/x/time/rate"
)

// The limits of one account: requests to read and to send (per second, and at once), open streams; and all open streams.
const (
	readRate, readBurst = 20, 200
	sendRate, sendBurst = 1, 30
	streamsEach         = 24
	streamsInAll        = 2000
)

// limits limits the requests and streams of each account. The service limits commands itself.
type limits struct {
	session string // the name of the cookie of whoever is signed in; empty in a room
	buckets *expirable.LRU[account, *bucket]
	mu      sync.Mutex
	streams map[account]int
	all     int
}

// account is an address or, if that is the zero value, a session, by the digest of its secret.
type account struct {
	address netip.Addr
	session [sha256.Size]byte
}

type bucket struct{ read, send *rate.Limiter }

func newLimits() *limits {
	return &limits{
		buckets: expirable.NewLRU[account, *bucket](10000, nil, 10*time.Minute),
		streams: map[account]int{},
	}
}

// accounts returns on whose account a request is: its address and, so that whoever is signed in gains nothing by many addresses, its session.
// Invented sessions gain nothing either, since the address pays too.
func (l *limits) accounts(r *http.Request) []account {
	all := []account{{address: network(address(r))}}
	if c, err := r.Cookie(l.session); err == nil {
		all = append(all, account{session: sha256.Sum256([]byte(c.Value))})
	}
	return all
}

// take returns zero if a request is admitted, else how long its address or session has to wait.
func (l *limits) take(r *http.Request) (wait time.Duration) {
	var reserved []*rate.Reservation
	for _, who := range l.accounts(r) {
		b := l.bucket(who)
		limiter := b.read
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			limiter = b.send
		}
		reservation := limiter.Reserve()
		reserved = append(reserved, reservation)
		wait = max(wait, reservation.Delay())
	}
	if wait > 0 {
		for _, reservation := range reserved {
			reservation.Cancel()
		}
	}
	return wait
}

// bucket returns what an account has left, all of it if it has not been seen for a while.
func (l *limits) bucket(who account) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets.Get(who)
	if !known {
		b = &bucket{rate.NewLimiter(readRate, readBurst), rate.NewLimiter(sendRate, sendBurst)}
		l.buckets.Add(who, b)
	}
	return b
}

// stream admits a stream, unless there are too many. The caller calls leave when it ends.
func (l *limits) stream(r *http.Request) (leave func(), ok bool) {
	from := l.accounts(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= streamsInAll || slices.ContainsFunc(from, func(who account) bool { return l.streams[who] >= streamsEach }) {
		return nil, false
	}
	l.all++
	for _, who := range from {
		l.streams[who]++
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		for _, who := range from {
			if l.streams[who]--; l.streams[who] == 0 {
				delete(l.streams, who)
			}
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
	a, _ := origin(r)
	return a
}

// origin returns the address that a request comes from, and whether that may be the address of a proxy instead, which has not said for whom it asks.
func origin(r *http.Request) (from netip.Addr, unsaid bool) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}, false
	}
	peer, err := netip.ParseAddr(host)
	if err != nil || !near(peer) {
		return peer, false
	}
	if noted := r.Header.Values("X-Forwarded-For"); len(noted) > 0 {
		list := strings.Split(noted[len(noted)-1], ",")
		if a, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			return a, false
		}
	}
	return peer, true
}

// near reports whether an address is on this machine or its private network, where the proxy is.
func near(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() }

// adviseProxy logs, once, that a proxy may not say for whom it asks.
func (s *Site) adviseProxy(r *http.Request) {
	if s.Local() {
		return
	}
	if peer, unsaid := origin(r); unsaid {
		s.proxyAdvice.Do(func() {
			s.options.Log.Warn("the proxy may not say who its visitors are: a request from this machine or its network has no address in X-Forwarded-For; "+
				"have the proxy set it, or all visitors share the limits of one (this is said once; see docs/web.md)", "from", peer)
		})
	}
}
