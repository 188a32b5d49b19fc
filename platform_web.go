package main

import (
	"fmt"
	"log/slog"

	"raumbot/adapters/web"
)

// The address of the room for this machine, where nothing else is configured, and how many ports from there on are tried.
const (
	roomAddress = "127.0.0.1:8420"
	roomPorts   = 20
)

// site returns the pages for browsers, nil if there are none. At a terminal there is a room even if nothing is configured.
func (s *settings) site(env environment, log *slog.Logger, terminal bool) (*web.Site, error) {
	o := web.Options{Address: s.Web.Listen, Public: s.Web.URL(), Log: log}
	switch {
	case s.noWeb, o.Address == "" && !terminal:
		return nil, nil
	case o.Address == "":
		o.Address, o.Tries = roomAddress, roomPorts
	}
	o.Started = func(url string) {
		if o.Public == nil {
			fmt.Fprintf(env.stderr, "raumbot: in a browser on this machine: %s\n", url)
		} else {
			fmt.Fprintf(env.stderr, "raumbot: in a browser: %s\n", url)
		}
	}
	site, err := web.New(o)
	if err != nil && s.Web.Listen == "" {
		log.Warn("there is no page for browsers", "err", err) // the terminal does without
		return nil, nil
	}
	return site, err
}

// pages returns the address of the pages that all can reach, empty if there are none.
func (s *settings) pages() string {
	if u := s.Web.URL(); u != nil && !s.noWeb {
		return u.String()
	}
	return ""
}
