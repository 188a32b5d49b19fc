// Package web serves the bot to browsers: boards of games, lists, and a room for people without a chat platform.
// All pages work without scripts. Scripts, styles and pictures are embedded; nothing is loaded from other sites.
//
// A [Site] is an adapter of the bot. Without a public URL it is a room for the people at this machine, who say who they are, as at
// the console. With one it shows public games to everybody, and people of other platforms can sign in to see and play their own.
//
//	site, err := web.New(web.Options{Address: "127.0.0.1:8420"})
//	...
//	err = site.Listen(ctx, service)
//
//	web.go site.go            the adapter, and its paths
//	guard.go visit_limit.go   checks of every request: host, origin, limits; security headers
//	visitor.go words.go       the visitor and their language, and what templates call
//	page.go static.go         pages and files
//	home.go room.go chat.go   the first page, the room of this machine and what is said there
//	game.go grid.go men.go    a game: its page, its board as tables, the pictures of its men
//	game_address.go           where the links of a game's page lead
//	game_data.go games.go     a game as data for scripts and as a picture; lists of games
//	rules.go people.go        pages of games, players and tournaments
//	enter.go                  signing in and out
//	act.go live.go hub.go     commands from forms, streams of changes, and who wakes them
//	shared.go                 what is made once for all spectators of a game
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
)

// Platform is the platform's name.
const Platform bot.Platform = "web"

// Options configure a Site.
type Options struct {
	// Address is the address to listen on, such as "127.0.0.1:8420". Tries is how many ports from there on are tried; 0 means 1.
	Address string
	Tries   int
	// Public is the URL under which everybody can reach the site, without a path. If nil, the site is a room for this
	// machine and must listen on loopback.
	Public *url.URL
	Log    *slog.Logger
	// Started is called with the address to open in a browser once the site is being served; it may be nil.
	Started func(url string)
}

// Site is a web site, an adapter of the bot.
type Site struct {
	options  Options
	listener net.Listener
	hosts    []string // the values of the Host header that are accepted
	service  *service.Service
	chat     *chat // of the room; unused on a public site
	limits   *limits
	shared   *sharedFiles
	making   sync.Map // what is being made for the first who wants it: its key in shared, and a channel that is closed then
	hub      *hub
	token    string // admits browsers to the room
	// proxyAdvice is for what is said once of a proxy.
	proxyAdvice sync.Once
	slow        time.Duration
	// keepAlive is [keepAlive], except in tests.
	keepAlive time.Duration
}

// CheckAddress checks an address to listen on, which must be on loopback unless the site is public. Its error is for the operator.
func CheckAddress(address string, public bool) error {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("listen in the section [web] is a host and a port, such as 127.0.0.1:8420, not %q", address)
	}
	if ip, err := netip.ParseAddr(host); !public && host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return fmt.Errorf("listen in the section [web] is %q, which others can reach: set public as well, the URL under which they do", address)
	}
	return nil
}

// New returns a site that listens on its address; [Site.Listen] serves it. Its error is for the operator.
func New(o Options) (*Site, error) {
	if err := CheckAddress(o.Address, o.Public != nil); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	listener, err := listen(o.Address, max(o.Tries, 1))
	if err != nil {
		return nil, fmt.Errorf("the web cannot listen on %s: %w", o.Address, err)
	}
	s := &Site{options: o, listener: listener, chat: newChat(), limits: newLimits(), shared: newShared(), hub: newHub(), slow: 30 * time.Second, keepAlive: keepAlive}
	if o.Public != nil {
		s.hosts, s.limits.session = []string{o.Public.Host}, s.sessionName()
	} else {
		port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
		s.hosts = []string{"127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port}
		if own := listener.Addr().String(); !slices.Contains(s.hosts, own) {
			s.hosts = append(s.hosts, own)
		}
	}
	return s, nil
}

// listen listens on the first free port from that of an address on, of as many as tries.
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

// Close closes the listener of a site that is not being served.
func (s *Site) Close() error { return s.listener.Close() }

// Local reports whether the site is a room for this machine.
func (s *Site) Local() bool { return s.options.Public == nil }

// URL returns the address of the site, without a slash at the end.
func (s *Site) URL() string {
	if s.options.Public != nil {
		return s.options.Public.Scheme + "://" + s.options.Public.Host
	}
	return "http://" + s.listener.Addr().String()
}

// Platform implements [bot.Adapter].
func (s *Site) Platform() bot.Platform { return Platform }

// Deliver implements [bot.Adapter]. It adds the message to the room's chat.
func (s *Site) Deliver(_ context.Context, m bot.Message) (bot.Receipt, error) {
	s.chat.tell(m.MarkRepeat())
	return bot.Receipt{}, nil
}

// shutdownTimeout is how long requests in progress may take when the site stops.
const shutdownTimeout = 2 * time.Second

// Listen serves the site until ctx ends.
func (s *Site) Listen(ctx context.Context, svc *service.Service) error {
	s.service = svc
	if s.Local() {
		if err := s.openRoom(ctx); err != nil {
			return errors.Join(err, s.listener.Close())
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var running sync.WaitGroup
	running.Go(func() { s.hub.run(svc.Watch(ctx)) })
	streams, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	server := &http.Server{
		Handler:           s.guard(s.paths()),
		BaseContext:       func(net.Listener) context.Context { return streams },
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: s.slow, WriteTimeout: s.slow, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug), // mostly visitors' mistakes
	}
	if s.options.Started != nil {
		s.options.Started(s.startURL())
	}
	running.Go(func() {
		<-ctx.Done()
		cut() // Shutdown does not end streams
		grace, end := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer end()
		_ = server.Shutdown(grace) // requests still in progress are cut off
	})
	err := server.Serve(s.listener)
	cancel()
	running.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	if s.Local() {
		err = errors.Join(err, s.closeRoom(context.WithoutCancel(ctx)))
	}
	return err
}
