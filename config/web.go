package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// Web configures the pages for browsers.
type Web struct {
	// Listen is an address with a port, such as 127.0.0.1:8420: RAUMBOT_WEB_LISTEN. If it is empty,
	// only a bot without chat platforms has a page, for its own machine.
	Listen string `toml:"listen"`
	// Public is the URL under which everybody can reach the pages, such as https://chess.example.org:
	// RAUMBOT_WEB_PUBLIC. TLS is provided by a proxy in front of Listen.
	Public string `toml:"public"`
	// Guests is what people without an account may do on public pages: "computer" to play the
	// computer, "people" to also play people, or "none": RAUMBOT_WEB_GUESTS.
	Guests string `toml:"guests"`
}

// guestsAlone is the setting for guests who play only the computer.
const guestsAlone = "computer"

// GuestsMay returns what guests may do on the pages; "none" if the pages are not public.
func (w Web) GuestsMay() string {
	if w.Public == "" {
		return "none"
	}
	return w.Guests
}

// URL returns the parsed form of Public, which Load has validated, or nil if there is none. Its
// host is normalised as browsers do.
func (w Web) URL() *url.URL {
	u, err := url.Parse(w.Public)
	if w.Public == "" || err != nil {
		return nil
	}
	host, err := browserHost(u)
	if err != nil {
		return nil
	}
	return &url.URL{Scheme: u.Scheme, Host: host}
}

// browserHost returns the host of a URL as browsers send it: in lower case, with characters beyond
// ASCII encoded, and without the default port.
func browserHost(u *url.URL) (string, error) {
	host, port := u.Hostname(), u.Port()
	if ip, err := netip.ParseAddr(host); err == nil {
		host = ip.String()
	} else if host, err = idna.Lookup.ToASCII(host); err != nil {
		return "", err
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" || u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		return host, nil
	}
	return host + ":" + port, nil
}

// check returns an error if the address cannot be used. It must be encrypted, because people sign
// in there.
func (w Web) check() error {
	if !slices.Contains([]string{guestsAlone, "people", "none"}, w.Guests) {
		return fmt.Errorf("guests in the section [web] is \"computer\", \"people\" or \"none\", not %q", w.Guests)
	}
	if w.Public == "" {
		return nil
	}
	u, err := url.Parse(w.Public)
	if err == nil {
		_, err = browserHost(u)
	}
	switch {
	case w.Listen == "":
		return errors.New("the section [web] has a public address and nothing that listens: set listen, such as \"127.0.0.1:8420\"")
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Path != "" && u.Path != "/":
		return fmt.Errorf("public in the section [web] is a URL without a path, such as \"https://chess.example.org\", not %q", w.Public)
	case u.Scheme != "https" && (u.Scheme != "http" || !loopback(w.Public)):
		return fmt.Errorf("public in the section [web] must begin with https://, as people sign in there: %q does not", w.Public)
	}
	return nil
}
