// Package matrix lets people play in Matrix rooms, encrypted ones included
// where the program is built with the tag goolm.
//
//	!challenge @bob:example.org stockschach216   a command, in any room
//	!raum games                                  with the configured prefix
//	raumbot: games                               by name, or by a mention
//	ve2-ve4                                      a bare move, in a game's thread or room
//	games                                        anything, in a direct chat
//
// A [Client] is an adapter of the bot:
//
//	c, err := matrix.New(matrix.Options{Homeserver: "https://example.org", User: "raumbot", Password: password, Store: "raumbot-matrix.db"})
//	go service.Run(ctx, c)
//	err = c.Listen(ctx, service)
package matrix

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"raumbot/bot"
)

// Platform is the name of Matrix among the platforms.
const Platform bot.Platform = "matrix"

// DefaultPrefix is what commands begin with where nothing else is configured.
const DefaultPrefix = "!raum"

// Options are what a Client needs. Homeserver, User and Store must be given, and
// Password or Token.
type Options struct {
	// Homeserver is a URL, or the name of a server whose URL is looked up.
	Homeserver string
	// User is a Matrix ID, or its local part.
	User     string
	Password string
	Token    string // an access token, in place of Password
	// Device names the bot's session among those of the account.
	Device string
	// RecoveryKey opens the account's secret storage, so that the bot can sign
	// its device. RecoveryKeyFile is where a key is written that the bot makes
	// itself, for an account that has none; it is read, too, where RecoveryKey is empty.
	RecoveryKey     string
	RecoveryKeyFile string
	// Store is the SQLite file of keys, sessions and the state of rooms.
	Store string
	// Prefix is the word that commands begin with.
	Prefix string
	// Invites says whose invitations are accepted: "all", Matrix IDs, names of servers.
	Invites []string
	// GameRooms opens a room for each game in place of a thread.
	GameRooms bool
	Log       *slog.Logger
}

// Client is an adapter for one Matrix account.
type Client struct {
	options Options
	log     *slog.Logger
	mu      sync.Mutex     // guards session
	session *session       // nil while there is none
	busy    sync.WaitGroup // deliveries under way; begun under mu
}

// New returns a client. The error says what is missing.
func New(o Options) (*Client, error) {
	switch {
	case o.Homeserver == "":
		return nil, errors.New("matrix needs a homeserver, as in homeserver = \"https://matrix.example.org\", or MATRIX_HOMESERVER")
	case o.User == "" && o.Token == "":
		return nil, errors.New("matrix needs the bot's user, as in user = \"@raumbot:example.org\", or MATRIX_USER")
	case o.Password == "" && o.Token == "":
		return nil, errors.New("matrix needs a password or an access token: set MATRIX_PASSWORD or MATRIX_ACCESS_TOKEN, or password_file or token_file in the section [matrix]")
	}
	if o.Prefix = strings.TrimSpace(o.Prefix); o.Prefix == "" {
		o.Prefix = DefaultPrefix
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Client{options: o, log: o.Log.With("platform", string(Platform))}, nil
}

// Encrypts reports whether this build can take part in encrypted rooms.
func Encrypts() bool { return encrypts }

// Platform implements [bot.Adapter].
func (c *Client) Platform() bot.Platform { return Platform }

// Listen logs in and carries what users say to the service until ctx ends. A homeserver
// that does not answer is waited for; a wrong password is an error.
func (c *Client) Listen(ctx context.Context, service *bot.Service) error {
	service.Report(Platform, false)
	defer service.Report(Platform, false)
	store, err := openStore(ctx, c.options.Store)
	if ctx.Err() != nil { // who is stopped while they begin have nothing to complain of
		if err == nil {
			store.close()
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer store.close()
	s := newSession(c.options, c.log, service, store)
	err = s.open(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	defer s.close()
	defer c.busy.Wait() // what is being said is finished
	c.set(s)
	defer c.set(nil)
	return s.run(ctx)
}

func (c *Client) set(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session = s
}

// notYet is how long a message waits for a login.
const notYet = 2 * time.Second

// deliverWithin bounds the delivery of one message: others wait behind it.
const deliverWithin = time.Minute

// Deliver implements [bot.Adapter].
func (c *Client) Deliver(ctx context.Context, m bot.Message) (bot.Receipt, error) {
	c.mu.Lock()
	s := c.session
	if s != nil && !s.synced.Load() { // it would take rooms for lost that it has not heard of yet
		s = nil
	}
	if s != nil {
		c.busy.Add(1)
	}
	c.mu.Unlock()
	if s == nil {
		return bot.Receipt{}, &bot.TooSoon{Wait: notYet, Err: errors.New("the bot does not know its rooms yet")}
	}
	defer c.busy.Done()
	// A bot that is being stopped says to the end what it has begun to say, lest
	// it be said again.
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), deliverWithin)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(finishWithin, cancel) })()
	return s.deliver(whole, m)
}
