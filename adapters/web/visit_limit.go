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

const (
	// The limits of GET and HEAD requests of one account, and of its other requests: how many a
	// second, and how many at once.
	readRate, readBurst = 20, 400
	sendRate, sendBurst = 1, 30

	maxStreamsEach = 24   // open streams of one account
	maxStreams     = 2000 // open streams of all accounts

	// These are the numbers of guests who may arrive in an hour, which may all arrive at once: from
	// one address, from one /48 network of IPv6, which a single customer of a provider may have,
	// and in total.
	guestsEach, guestsWide, guestsAll = 12, 36, 240
)

// limits limits the requests and the streams of each account. The service itself limits commands.
type limits struct {
	session     string // the name of the session cookie; empty in a room
	buckets     *expirable.LRU[account, *bucket]
	guests      *expirable.LRU[netip.Prefix, *rate.Limiter]
	allGuests   *rate.Limiter
	mu          sync.Mutex
	streams     map[account]int
	streamCount int
}

// account is what the limits apply to: a network address or, if that is the zero value, a session,
// which is identified by the digest of its secret.
type account struct {
	address netip.Addr
	session [sha256.Size]byte
	crowd   bool // the address is one of a proxy, which many share
}

type bucket struct{ read, send *rate.Limiter }

func newLimits() *limits {
	return &limits{
		buckets:   expirable.NewLRU[account, *bucket](10000, nil, 10*time.Minute),
		guests:    expirable.NewLRU[netip.Prefix, *rate.Limiter](10000, nil, time.Hour),
		allGuests: hourly(guestsAll),
		streams:   map[account]int{},
	}
}

// hourly returns a limiter that admits n guests an hour.
func hourly(n int) *rate.Limiter { return rate.NewLimiter(rate.Every(time.Hour/time.Duration(n)), n) }

// arrivals returns the limiters that apply to a new guest: those of the request's address and
// network, and that of all guests. The caller must hold the lock of [Site.takeIn].
func (l *limits) arrivals(r *http.Request) (near []*rate.Limiter, all *rate.Limiter) {
	from := network(address(r))
	near = append(near, l.arrivalsFrom(netip.PrefixFrom(from, from.BitLen()), guestsEach))
	if from.Is6() {
		wide := netip.PrefixFrom(from, 48).Masked()
		near = append(near, l.arrivalsFrom(wide, guestsWide))
	}
	return near, l.allGuests
}

// arrivalsFrom returns the limiter for guests from a network, which admits n guests an hour.
func (l *limits) arrivalsFrom(from netip.Prefix, n int) *rate.Limiter {
	limiter, known := l.guests.Get(from)
	if !known {
		limiter = hourly(n)
	}
	l.guests.Add(from, limiter) // keeps it for another hour
	return limiter
}

// waitFor returns how long it takes until all limiters admit another guest. It is zero if they
// admit one now.
func waitFor(all ...*rate.Limiter) (wait time.Duration) {
	for _, l := range all {
		missing := max(1-l.Tokens(), 0)
		wait = max(wait, time.Duration(missing/float64(l.Limit())*float64(time.Second)))
	}
	return wait
}

// accounts returns the accounts that a request is charged to: its address and, so that a user who
// is signed in gains nothing by using many addresses, its session. Inventing session cookies gains
// nothing either, since the address is always charged too.
func (l *limits) accounts(r *http.Request) []account {
	f := framedIn(r)
	all := []account{{address: network(address(r)), crowd: f != nil && !f.account.IsValid()}}
	if c, err := r.Cookie(l.session); err == nil {
		all = append(all, account{session: sha256.Sum256([]byte(c.Value))})
	}
	return all
}

// take charges a request to its accounts and returns zero. If one of them has used up its limit, it
// charges nothing and returns how long the visitor must wait.
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

// bucket returns the bucket of an account. An account that has not been seen for a while has a full
// one.
func (l *limits) bucket(who account) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets.Get(who)
	if !known {
		times := 1
		if who.crowd {
			times = crowdFactor
		}
		b = &bucket{rate.NewLimiter(rate.Limit(times)*readRate, times*readBurst), rate.NewLimiter(rate.Limit(times)*sendRate, times*sendBurst)}
		l.buckets.Add(who, b)
	}
	return b
}

// stream admits a stream unless there are too many. If ok, the caller must call leave when the
// stream ends.
func (l *limits) stream(r *http.Request) (leave func(), ok bool) {
	from := l.accounts(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.streamCount >= maxStreams || slices.ContainsFunc(from, func(who account) bool { return l.streams[who] >= maxStreamsEach }) {
		return nil, false
	}
	l.streamCount++
	for _, who := range from {
		l.streams[who]++
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.streamCount--
		for _, who := range from {
			if l.streams[who]--; l.streams[who] == 0 {
				delete(l.streams, who)
			}
		}
	}, true
}

// network returns the address by which a visitor is counted: an IPv4 address as it is, or the /64
// network of an IPv6 address.
func network(a netip.Addr) netip.Addr {
	if a = a.Unmap(); a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}

// address returns the address that a request comes from. Behind a proxy on this machine or its
// private network it is the last address in X-Forwarded-For, which the proxy has added: clients can
// forge the others. In the Activity it stands for the account, if that is known.
func address(r *http.Request) netip.Addr {
	if f := framedIn(r); f != nil && f.account.IsValid() {
		return f.account
	}
	a, _ := clientAddress(r)
	return a
}

// clientAddress returns the address that a request comes from. maybeProxy means that this may be
// the address of a proxy that has not passed on the address of its client.
func clientAddress(r *http.Request) (from netip.Addr, maybeProxy bool) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}, false
	}
	peer, err := netip.ParseAddr(host)
	if err != nil || !nearby(peer) {
		return peer, false
	}
	if forwarded := r.Header.Values("X-Forwarded-For"); len(forwarded) > 0 {
		list := strings.Split(forwarded[len(forwarded)-1], ",")
		if a, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			return a, false
		}
	}
	return peer, true
}

// nearby reports whether an address is on this machine or its private network. Only proxies there
// are trusted.
func nearby(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() }

// adviseProxy logs, once, that a proxy may not pass on the addresses of its clients.
func (s *Site) adviseProxy(r *http.Request) {
	if s.Local() {
		return
	}
	if peer, maybeProxy := clientAddress(r); maybeProxy {
		s.proxyAdvice.Do(func() {
			s.options.Log.Warn("a request from this machine or its network has no address in X-Forwarded-For: if it came through a proxy, have the proxy set it, "+
				"or all visitors share the limits of one (logged once; see docs/web.md)", "from", peer)
		})
	}
}
