// Package matrix lets people play in Matrix rooms. If the program is built with
// the tag goolm, these can be encrypted rooms.
//
//	!challenge @bob:example.org stockschach216   a command, in any room
//	!raum games                                  with the configured prefix
//	raumbot: games                               by name, or by a mention
//	ve2-ve4                                      a bare move, in a game's thread or room
//	games                                        any command, in a direct chat
//
// A [Client] is an adapter of the bot:
//
//	c, err := matrix.New(matrix.Options{
//		Homeserver: "https://example.org", User: "raumbot", Password: password,
//		Store: "raumbot-matrix.db",
//	})
//	go service.Run(ctx, c)
//	err = c.Listen(ctx, service)
//
//	matrix.go session.go token.go device.go   the adapter, and the bot while it is logged in
//	sync.go backfill.go incoming.go lenient.go   events
//	parse.go name.go attachment.go   commands, names of users, and files that users send
//	structured.go describe.go   commands in the structured form of MSC4391, and their descriptions
//	answer.go deliver.go repeat.go edit.go outgoing.go   messages of the bot
//	format.go picture.go figure.go button.go typing.go   their parts, and typing notices
//	place.go topic.go invitation.go room_task.go upgrade.go peer.go   rooms and threads
//	rate_limit.go send_limit.go   limits of the commands of one user, and of the homeserver
//	fence.go   no requests by a process that has lost the store
//	store.go store_server.go key.go move.go   data that is stored outside the service's store
//	text.go profile.go   the adapter's own texts, and the account's picture and status
//	cipher*.go keystore_goolm.go fallback_goolm.go undecrypted.go   encryption
//	signature_goolm.go recovery_goolm.go newkeys_goolm.go   the signature of the bot's device
//	backup_goolm.go verification*.go   key backup, and verification of the bot
package matrix

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"raumbot/adapters/matrix/address"
	"raumbot/bot"
	"raumbot/bot/service"
)

// Platform is the platform's name.
const Platform bot.Platform = "matrix"

// Options configure a Client. Homeserver, User and Store are required, and Password or Token.
type Options struct {
	// Homeserver is a URL, or a server name whose URL is discovered.
	Homeserver string
	// User is a Matrix ID, or its local part.
	User     string
	Password string
	Token    string // an access token, instead of Password
	// Device is the display name of the bot's device.
	Device string
	// RecoveryKey opens the account's secret storage, so that the bot can cross-sign its device.
	RecoveryKey string
	// RecoveryKeyFile is where the bot writes the recovery key that it creates for an account
	// without one. It is read if RecoveryKey is empty.
	RecoveryKeyFile string
	// ResetKeys replaces the account's cross-signing keys, once, if the bot cannot use them.
	ResetKeys bool
	// Store is the SQLite file with the keys, the sync position and the state of rooms.
	Store string
	// Server holds these data instead of Store, if its Connect is set. At its first use, the
	// contents of Store are moved there.
	Server Location
	// Prefix is the word before commands.
	Prefix string
	// Invites lists whose invitations are accepted: Matrix IDs, server names, or "all".
	Invites []string
	// Operators are the Matrix IDs of the users who may verify the bot's device.
	Operators []string
	// AllowUnencrypted carries out commands that are sent unencrypted in an encrypted room. A
	// homeserver could forge these.
	AllowUnencrypted bool
	// GameRooms opens a room for each game instead of a thread.
	GameRooms bool
	// Emoji uploads pictures of men, once, and shows them in the texts of unencrypted rooms.
	Emoji bool
	// Grace is how long answers and deliveries in progress may take when the bot stops: 5 seconds
	// by default.
	Grace time.Duration
	Log   *slog.Logger
}

// Client is the adapter for one Matrix account.
type Client struct {
	options Options
	log     *slog.Logger
	mu      sync.Mutex     // guards session
	session *session       // nil while the bot is not logged in
	busy    sync.WaitGroup // deliveries in progress; added to under mu
	ready   chan struct{}  // closed after the first sync
	synced  func()         // closes ready
}

var _ bot.Adapter = (*Client)(nil)

// New returns a client. Its error is for the operator.
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
		o.Prefix = address.DefaultPrefix
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	ready := make(chan struct{})
	return &Client{options: o, log: o.Log.With("platform", string(Platform)), ready: ready, synced: sync.OnceFunc(func() { close(ready) })}, nil
}

// Platform implements [bot.Adapter].
func (c *Client) Platform() bot.Platform { return Platform }

// Listen logs in and carries out what users send until ctx ends. It keeps trying while the
// homeserver does not respond, and returns an error if the homeserver refuses the login. If the
// store is on a server, one process at a time uses it: the others wait, and so does a process whose
// store was taken over.
func (c *Client) Listen(ctx context.Context, service *service.Service) error {
	service.Report(Platform, false)
	defer service.Report(Platform, false)
	for {
		store, err := c.openStore(ctx, func() { service.Report(Platform, false) })
		if ctx.Err() != nil { // stopped during the start
			if err == nil {
				store.close()
			}
			return nil
		}
		if away := c.options.Server.Away; err != nil && away != nil && away(err) {
			c.log.Warn("the keys of Matrix cannot be reached, trying again", "err", err)
			sleep(ctx, retryStore)
			continue
		}
		if err != nil {
			return err
		}
		err = c.runSession(ctx, service, store)
		switch {
		case ctx.Err() != nil:
			return nil
		case store.lost():
			c.log.Warn("another process has taken over Matrix, or the server of the database was replaced: this one stands by")
		case store.away(err):
			c.log.Warn("the keys of Matrix cannot be reached, trying again", "err", err)
		default:
			return err
		}
		service.Report(Platform, false)
		sleep(ctx, retryStore)
	}
}

// retryStore is the pause after a store was lost.
const retryStore = time.Second

// openStore opens the store. While another process has it, openStore calls standBy and waits.
func (c *Client) openStore(ctx context.Context, standBy func()) (*store, error) {
	at := c.options.Server
	if at.Connect == nil {
		return openStore(ctx, c.options.Store)
	}
	waiting := func(reason error) {
		c.log.Info("this process stands by for Matrix, and takes over when the one ends that is logged in", "reason", reason)
		standBy()
	}
	if err := c.importFile(ctx, waiting); err != nil {
		return nil, err
	}
	s, err := openServer(ctx, at.Name, at.Connect, waiting)
	if err != nil {
		return nil, err
	}
	if err := s.checkNotMoved(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// importFile moves the contents of the file Options.Store to the store on the server, unless that
// has keys already. It waits while another process has the store on the server, because only then
// is it known what that contains.
func (c *Client) importFile(ctx context.Context, waiting func(error)) error {
	file := Location{Name: c.options.Store}
	there, err := file.exists(ctx)
	if err != nil || !there {
		return err
	}
	to := c.options.Server
	connect := to.Connect
	to.Connect = func(ctx context.Context, _ func(error)) (Server, error) { return connect(ctx, waiting) }
	moving, err := Move(ctx, file, to)
	if errors.Is(err, errOccupied) {
		return nil // the keys on the server are newer
	}
	if moving == nil || err != nil {
		return err
	}
	c.log.Info("the keys of Matrix have been moved to the database", "from", file.Name)
	return moving.Finish(ctx)
}

// runSession logs in with a store and carries out what users send, until ctx ends or the store
// is lost.
func (c *Client) runSession(ctx context.Context, service *service.Service, store *store) error {
	defer store.close()
	defer service.ReportProblem(Platform, "")
	held, lose := context.WithCancel(context.WithoutCancel(ctx))
	defer lose()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-store.lostSignal():
			lose()
			cancel()
		case <-held.Done():
		}
	}()
	s := newSession(c.options, c.log, service, store)
	s.held = held
	err := s.open(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	defer s.close()
	defer c.busy.Wait() // finish the deliveries in progress
	s.onSync = c.synced
	c.setSession(s)
	defer c.setSession(nil)
	return s.run(ctx)
}

func (c *Client) setSession(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session = s
}

// firstSyncTimeout is how long a delivery waits for the first sync. Until then the rooms' state is
// not up to date, so rooms would appear to be closed.
const firstSyncTimeout = 30 * time.Second

// deliverRetry is the delay before a delivery is retried if the first sync did not come in time.
const deliverRetry = 2 * time.Second

// deliveryTimeout limits the delivery of one message, since others are queued behind it.
const deliveryTimeout = time.Minute

// Deliver implements [bot.Adapter].
func (c *Client) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	select {
	case <-c.ready:
	case <-ctx.Done():
		return bot.Receipt{}, ctx.Err()
	case <-time.After(firstSyncTimeout):
	}
	c.mu.Lock()
	s := c.session
	if s != nil && !s.synced.Load() {
		s = nil
	}
	if s != nil {
		c.busy.Add(1)
	}
	c.mu.Unlock()
	if s == nil {
		return bot.Receipt{}, &bot.TooSoon{Wait: deliverRetry, Err: errors.New("the first sync is not complete")}
	}
	defer c.busy.Done()
	// When the bot is stopped it finishes the deliveries in progress, so that they need not
	// be repeated.
	finishing, done := s.finishing(ctx)
	defer done()
	begun, cancel := context.WithTimeout(finishing, deliveryTimeout)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(c.options.Grace, cancel) })()
	return s.deliver(begun, m)
}
