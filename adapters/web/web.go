// Package web serves the bot to browsers: boards of games, lists, and a room for people without a
// chat platform. All pages work without scripts. Scripts, styles and pictures are embedded; nothing
// is loaded from other sites.
//
// A [Site] is an adapter of the bot. Without a public URL it is a room for people who have the
// printed link, usually people at this machine. They enter their names, as at the console. With a
// public URL it shows public games to everybody, and users of other platforms can sign in to see
// and play their own games.
//
//	site, err := web.New(web.Options{Address: "127.0.0.1:8420"})
//	...
//	err = site.Listen(ctx, service)
//
//	web.go site.go            the adapter, and its paths
//	address.go                where the site listens, and by which addresses it can be reached
//	guard.go visit_limit.go   checks of every request: host, origin, limits; security headers
//	queue.go                  how many requests are answered at once, and who waits
//	quota.go                  how many connections are open, and how much is being sent
//	visitor.go words.go       the visitor and their language; the methods that templates call
//	page.go static.go         pages and files
//	home.go front.go room.go chat.go   the first page and its form, the room and its chat
//	lobby.go presence.go      the lists of the first page; who is on the site
//	board_page.go grid.go men.go   a board on a page: what is chosen, its tables, its men
//	game.go game_address.go   a game: its page, and where its links lead
//	learn.go puzzles.go       lessons and puzzles, which are solved on a board
//	game_data.go games.go     a game as data for scripts and as a picture; lists of games
//	search.go                 the form that selects games of a list, and the page of the search
//	rules.go explore.go people.go   pages of games, of how pieces move, of players and tournaments
//	chart.go                  a rating over time as a chart
//	preferences.go import.go  the visitor's settings; records from files
//	enter.go guest.go         signing in and out; guests
//	activity.go               the pages inside Discord
//	act.go live.go hub.go     commands from forms, event streams, and the hub that wakes the streams
//	shared.go                 pages and data that are made once for all spectators of a game
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/service"
)

// Platform is the platform's name.
const Platform bot.Platform = "web"

// Options configure a Site.
type Options struct {
	// Address is the address to listen on, such as "127.0.0.1:8420".
	Address string
	// Tries is how many consecutive ports to try, beginning with the port of Address; 0 means 1.
	Tries int
	// Public is the URL under which everybody can reach the site, without a path. If nil, the site
	// is a room, which only the address passed to Started opens.
	Public *url.URL
	Log    *slog.Logger
	// Started is called with the address to open in a browser once the site is being served; it may
	// be nil.
	Started func(url string)
	// Organisers names the organisers of the room.
	Organisers []string
	// Pages are further pages of a public site, by the patterns of [http.ServeMux].
	Pages map[string]http.Handler
	// Activity is what a public site needs to be shown inside Discord, too; nil if it is not.
	Activity *Activity
	// Grace is how long requests in progress may take when the site stops: 2 seconds by default.
	Grace time.Duration
}

// Site is a web site, an adapter of the bot.
type Site struct {
	options  Options
	listener net.Listener
	service  *service.Service
	chat     *chat // of the room; unused on a public site
	presence *presence
	limits   *limits
	guests   guests
	lobbies  lobbies
	frames   frames
	shared   *sharedFiles
	drawn    *sharedFiles // pictures of rules, see drawOnce
	answers  *toldAnswers
	// connections limits the connections, and unsent the bytes of the answers that are being sent.
	connections, unsent *quota
	// reading and sending are the queues of requests that show pages, and of those that change
	// something.
	reading, sending *queue
	// inProgress has an entry for each shared file that is being made, with its key in shared, and for
	// each event of an answer to a puzzle: a channel that is closed when that is done.
	inProgress sync.Map
	hub        *hub
	// token is part of the link that lets browsers into the room; they then get cookie. cookies holds
	// the hashes of this cookie and of the cookies of earlier starts. letIn guards cookies.
	token, cookie string
	letIn         sync.Mutex
	cookies       []cookieHash
	// welcoming lets one visitor at a time become a guest.
	welcoming sync.Mutex
	// proxyAdvice makes adviseProxy log only once.
	proxyAdvice sync.Once
	// ioTimeout is the time a browser has to send a request or to read a part of an answer.
	ioTimeout time.Duration
	// keepAlive is [keepAlive], except in tests.
	keepAlive time.Duration
}

// New returns a site that listens on its address; [Site.Listen] serves it. Its error is for the
// operator.
func New(o Options) (*Site, error) {
	if err := CheckAddress(o.Address); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	listener, err := listen(o.Address, max(o.Tries, 1))
	if err != nil {
		return nil, fmt.Errorf("the web cannot listen on %s: %w", o.Address, err)
	}
	s := &Site{options: o, listener: &watchedListener{Listener: listener, log: o.Log}, chat: newChat(), limits: newLimits(), guests: newGuests(), frames: newFrames(), lobbies: lobbies{all: map[string]cachedLobby{}}, connections: newQuota(maxConnections), unsent: newQuota(maxUnsent), shared: newShared(), drawn: newDrawn(), answers: newToldAnswers(), reading: newQueue(), sending: newQueue(), hub: newHub(), ioTimeout: 30 * time.Second, keepAlive: keepAlive}
	s.presence = newPresence(s.chat.appended.Send)
	if o.Public != nil {
		s.presence = newPresence(s.hub.changeLists)
		s.limits.session = s.sessionName()
	}
	return s, nil
}

// Close closes the listener of a site that is not being served.
func (s *Site) Close() error { return s.listener.Close() }

// Local reports whether the site is a room.
func (s *Site) Local() bool { return s.options.Public == nil }

// Platform implements [bot.Adapter].
func (s *Site) Platform() bot.Platform { return Platform }

// Deliver implements [bot.Adapter]. It adds the message to the room's chat.
func (s *Site) Deliver(_ context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	s.chat.addMessage(m.MarkRepeat())
	return bot.Receipt{}, nil
}

// RemoveButtons implements [bot.ButtonRemover].
func (s *Site) RemoveButtons(_ context.Context, m bot.RenderedMessage) error {
	s.chat.removeButtons(m.Game)
	return nil
}

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
		Handler:           s.handler(),
		BaseContext:       func(net.Listener) context.Context { return streams },
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: s.ioTimeout, WriteTimeout: s.ioTimeout, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ConnState: s.countConnection,
		// Most errors are caused by clients.
		ErrorLog: slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
	}
	if s.options.Started != nil {
		s.options.Started(s.startURL(s.host()))
	}
	running.Go(func() {
		<-ctx.Done()
		cut() // Shutdown does not end streams
		grace, end := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(s.options.Grace, 2*time.Second))
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
