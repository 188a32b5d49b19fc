package web

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// CheckAddress checks that an address to listen on is a host and a port. Its error is for the
// operator.
func CheckAddress(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("listen in the section [web] is a host and a port, such as 127.0.0.1:8420, not %q", address)
	}
	return nil
}

// listen listens on the first free of several consecutive ports, beginning with the port of
// address. It fails if none of them is free.
func listen(address string, tries int) (listener net.Listener, err error) {
	host, port, _ := net.SplitHostPort(address)
	first, _ := strconv.Atoi(port)
	for n := range tries {
		if listener, err = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(first+n))); err == nil {
			return listener, nil
		}
	}
	return nil, err
}

// watchedListener is a listener that logs a warning when the process has no file left for a
// connection. [http.Server] tries again by itself.
type watchedListener struct {
	net.Listener
	log  *slog.Logger
	said time.Time
}

// Accept implements [net.Listener].
func (l *watchedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if (errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)) && time.Since(l.said) > time.Minute {
		l.said = time.Now()
		l.log.Warn("visitors of the pages have to wait: the process may open no more files; raise LimitNOFILE, or ulimit -n", "err", err)
	}
	return c, err
}

// bound returns the address that the site listens on.
func (s *Site) bound() netip.AddrPort {
	a := s.listener.Addr().(*net.TCPAddr).AddrPort()
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

// Reachable reports whether other machines may reach the site.
func (s *Site) Reachable() bool {
	return s.options.Public != nil || !s.bound().Addr().IsLoopback()
}

// URL returns the address of the site, without a slash at the end.
func (s *Site) URL() string {
	if s.options.Public != nil {
		return s.options.Public.Scheme + "://" + s.options.Public.Host
	}
	return "http://" + s.host()
}

// host returns the host and the port of a room. If it listens on all addresses of the machine, the
// host is one by which others can reach it.
func (s *Site) host() string {
	at := s.bound()
	if at.Addr().IsUnspecified() {
		at = netip.AddrPortFrom(machineAddress(), at.Port())
	}
	return at.String()
}

// machineAddress returns an address of this machine in its network, or a loopback address if it has
// none. It prefers IPv4, which people can type.
func machineAddress() netip.Addr {
	best := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	all, err := net.InterfaceAddrs()
	if err != nil {
		return best
	}
	for _, a := range all {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil || !prefix.Addr().IsGlobalUnicast() {
			continue
		}
		if prefix.Addr().Is4() {
			return prefix.Addr()
		}
		if best.IsLoopback() {
			best = prefix.Addr()
		}
	}
	return best
}

// accepts reports whether the Host header of a request is an address of this site. This prevents
// DNS rebinding, where the name of another site resolves to this address. A room that other
// machines can reach accepts all IP addresses, because it may be published under one that it does
// not know, for example by a container.
func (s *Site) accepts(header string) bool {
	header = strings.ToLower(header)
	if s.options.Public != nil {
		return header == s.options.Public.Host
	}
	host, port, err := net.SplitHostPort(header)
	if err != nil {
		host, port = strings.Trim(header, "[]"), "80"
	}
	at := s.bound()
	if s.Reachable() {
		_, err := netip.ParseAddr(host)
		return err == nil || host == "localhost" || slices.Contains(machineNames(), host)
	}
	return port == strconv.Itoa(int(at.Port())) && slices.Contains([]string{"127.0.0.1", "localhost", "::1", at.Addr().String()}, host)
}

// machineNames returns the names by which other machines in its network know this one.
func machineNames() []string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return nil
	}
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	return []string{name, name + ".local"}
}
