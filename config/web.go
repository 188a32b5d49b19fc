package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// Web is where browsers find the bot.
type Web struct {
	// Listen is an address and a port, as 127.0.0.1:8420: RAUMBOT_WEB_LISTEN. With none, only a bot without chat platforms has a
	// page, for its own machine.
	Listen string `toml:"listen"`
	// Public is the URL under which all can reach it, as https://chess.example.org: RAUMBOT_WEB_PUBLIC. A proxy in front
	// of Listen speaks TLS.
	Public string `toml:"public"`
}

// URL returns the parsed form of Public, nil if there is none. Its host is as browsers send it. Load has checked it.
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

// browserHost returns the host of a URL as browsers send it: in small letters, those beyond ASCII encoded, without the usual port.
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

// check makes sure that the address can be used. People sign in there, so that it must be encrypted on its way.
func (w Web) check() error {
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
