package matrix

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.mau.fi/util/exsync"
	"golang.org/x/sync/semaphore"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
	"raumbot/bot/service"
)

// session is the bot while it is logged in.
type session struct {
	options     Options
	log         *slog.Logger
	service     *service.Service
	store       *store
	api         *mautrix.Client
	bearer      *bearer
	cipher      cipher // nil in a build without encryption
	drawLimit   *semaphore.Weighted
	rateLimiter *rateLimiter
	roomTasks   *roomTasks
	undecrypted *undecrypted
	peers       *peers
	// ineffective holds the IDs of commands that changed nothing. An edit of such a command is
	// carried out.
	ineffective *lru.Cache[id.EventID, bool]
	// seen holds the IDs of the events of this run, so that none is handled twice. The service
	// recognises events of earlier runs.
	seen    *lru.Cache[id.EventID, bool]
	answers *answers
	names   map[string]bool // the words that name a command
	synced  atomic.Bool     // whether the first sync has been processed
	onSync  func()          // called after each sync; may be nil
	held    context.Context // ends when the store is lost
	// greetingDelay is defaultGreetingDelay, except in tests.
	greetingDelay time.Duration
	figures       *figures // nil if they are disabled
	uploads       *lru.Cache[string, uploaded]
	sending       *sendLimiter
	creating      roomLimit
	deliveries    *lru.Cache[bot.MessageID, *delivery] // those in progress
	// lastRead maps each room to the [id.EventID] of the last command that was read there.
	lastRead sync.Map
	// openLocks are held while a user's direct chat or a game's room is created.
	openLocks exsync.KeyedMutex[string]
	// buttonLocks are held, by room, from sending a message with buttons until they are stored.
	buttonLocks exsync.KeyedMutex[id.RoomID]
}

const (
	// maxDrawing limits the pictures that are drawn in parallel.
	maxDrawing = 2
	// eventMemory is the size of seen, of ineffective, of deliveries and of the starters of threads.
	eventMemory = 4096
)

func newSession(o Options, log *slog.Logger, service *service.Service, store *store) *session {
	ineffective, err := lru.New[id.EventID, bool](eventMemory)
	seen, other := lru.New[id.EventID, bool](eventMemory)
	uploads, third := lru.New[string, uploaded](uploadMemory)
	deliveries, fourth := lru.New[bot.MessageID, *delivery](eventMemory)
	if err := errors.Join(err, other, third, fourth); err != nil {
		panic(err) // the size is a constant
	}
	s := &session{options: o, log: log, service: service, store: store, drawLimit: semaphore.NewWeighted(maxDrawing),
		held: context.Background(), greetingDelay: defaultGreetingDelay, rateLimiter: newRateLimiter(), sending: newSendLimiter(), ineffective: ineffective, seen: seen, uploads: uploads, deliveries: deliveries, names: map[string]bool{}}
	s.answers = newAnswers(s)
	s.roomTasks = newRoomTasks(s)
	s.undecrypted = newUndecrypted(s)
	s.peers = newPeers(s)
	if o.Emoji {
		s.figures = newFigures(s)
	}
	for _, name := range service.Commands().Names() {
		s.names[name] = true
	}
	return s
}

// open logs in, and retries while the homeserver does not respond.
func (s *session) open(ctx context.Context) error {
	for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, time.Minute) {
		err := s.logIn(ctx)
		if err == nil || !transient(err) && !s.store.away(err) {
			return err
		}
		s.log.Warn("cannot log in, trying again", "pause", pause, "err", err)
		sleep(ctx, pause)
	}
	return nil
}

// address prepares the client for a homeserver.
func (s *session) address(url string) (err error) {
	if s.api, err = mautrix.NewClient(url, "", ""); err != nil {
		return err
	}
	s.bearer = &bearer{host: s.api.HomeserverURL.Host, next: fence{s.store, http.DefaultTransport}}
	s.api.Client = &http.Client{Timeout: 2 * time.Minute, Transport: s.bearer}
	s.api.StateStore = s.store
	s.api.IgnoreRateLimit = true // the sendLimiter waits, not the request
	s.api.UserAgent = "raumbot"
	return nil
}

// logIn discovers the homeserver, logs in and loads the keys. A login with a password uses the same
// device as the last one, so that its keys remain valid.
func (s *session) logIn(ctx context.Context) error {
	url, err := s.homeserver(ctx)
	if err != nil {
		return err
	}
	if err := s.address(url); err != nil {
		return fmt.Errorf("the homeserver %q is not a URL: %w", s.options.Homeserver, err)
	}
	s.setToken(s.options.Token)
	device, err := s.store.note(ctx, deviceNote)
	if err != nil {
		return err
	}
	if s.options.Token != "" {
		err = s.loginWithToken(ctx)
	} else {
		err = s.resume(ctx, id.DeviceID(device))
	}
	if err != nil {
		return err
	}
	if device != "" && device != string(s.api.DeviceID) && encrypts {
		return fmt.Errorf("the token is that of the device %s, but %s holds the keys of %s: use the token of that device, or move the file away to start over",
			s.api.DeviceID, s.store.name, device)
	}
	if err := s.store.putNote(ctx, deviceNote, string(s.api.DeviceID)); err != nil {
		return err
	}
	if err := s.noteDevice(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("cannot note the bot's device", "err", err)
	}
	if s.cipher, err = startCipher(ctx, s); err != nil {
		return err
	}
	if err := s.logOutOldDevices(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("cannot log out the devices that the bot has used before", "err", err)
	}
	s.log.Info("logged in", "user", s.api.UserID, "device", s.api.DeviceID, "encryption", s.cipher != nil)
	return nil
}

// homeserver returns the URL of the homeserver. It discovers the URL if only the server name
// is configured.
func (s *session) homeserver(ctx context.Context) (string, error) {
	name := s.options.Homeserver
	if strings.Contains(name, "://") {
		return name, nil
	}
	found, err := mautrix.DiscoverClientAPI(ctx, name)
	if err != nil {
		return "", fmt.Errorf("discovering the homeserver of %s: %w", name, err)
	}
	if found == nil || found.Homeserver.BaseURL == "" {
		return "https://" + name, nil
	}
	return found.Homeserver.BaseURL, nil
}

func (s *session) loginWithToken(ctx context.Context) error {
	who, err := s.api.Whoami(ctx)
	if errors.Is(err, mautrix.MUnknownToken) {
		return fmt.Errorf("the homeserver does not know the access token any more: create another, or configure the password: %w", err)
	}
	if err != nil {
		return err
	}
	s.api.UserID, s.api.DeviceID = who.UserID, who.DeviceID
	return nil
}

// resume continues the login of the last run, or logs in with the password. Keeping the login lets
// the homeserver recognise repeated transaction IDs.
func (s *session) resume(ctx context.Context, device id.DeviceID) error {
	token, err := s.store.note(ctx, tokenNote)
	if err != nil {
		return err
	}
	if token == "" {
		return s.loginWithPassword(ctx, device)
	}
	s.setToken(token)
	who, err := s.api.Whoami(ctx)
	switch {
	case err == nil && who.DeviceID == device && (s.options.User == string(who.UserID) || s.options.User == localpart(who.UserID)):
		s.api.UserID, s.api.DeviceID = who.UserID, who.DeviceID
		return nil
	case err != nil && !errors.Is(err, mautrix.MUnknownToken):
		return err
	}
	s.setToken("")
	return s.loginWithPassword(ctx, device)
}

// loginWithPassword logs in with a device, or with a new one if device is empty.
func (s *session) loginWithPassword(ctx context.Context, device id.DeviceID) error {
	login, err := s.login(ctx, device)
	if err != nil {
		return err
	}
	s.api.UserID, s.api.DeviceID = login.UserID, login.DeviceID
	s.setToken(login.AccessToken)
	return s.store.putNote(ctx, tokenNote, login.AccessToken)
}

// setToken sets the token of future requests. It may be called while requests are in progress.
func (s *session) setToken(token string) { s.bearer.token.Store(token) }

func (s *session) login(ctx context.Context, device id.DeviceID) (*mautrix.RespLogin, error) {
	name := s.options.Device
	if name == "" {
		name = "raumbot"
	}
	login, err := s.api.Login(ctx, &mautrix.ReqLogin{
		Type:                     mautrix.AuthTypePassword,
		Identifier:               mautrix.UserIdentifier{Type: mautrix.IdentifierTypeUser, User: s.options.User},
		Password:                 s.options.Password,
		DeviceID:                 device,
		InitialDeviceDisplayName: name,
	})
	if errors.Is(err, mautrix.MForbidden) {
		return nil, fmt.Errorf("the homeserver refuses the user %s with this password: %w", s.options.User, err)
	}
	if err == nil && login.AccessToken == "" {
		err = errIncomplete
	}
	return login, err
}

// relogin logs in again with the same device, while other goroutines use the session.
func (s *session) relogin(ctx context.Context) error {
	login, err := s.login(ctx, s.api.DeviceID)
	if err != nil {
		return err
	}
	if login.UserID != s.api.UserID || login.DeviceID != s.api.DeviceID {
		return fmt.Errorf("the homeserver logs the bot in as %s on the device %s, and not as %s on %s as before",
			login.UserID, login.DeviceID, s.api.UserID, s.api.DeviceID)
	}
	s.setToken(login.AccessToken)
	return s.store.putNote(ctx, tokenNote, login.AccessToken)
}

// close stops the cipher.
func (s *session) close() {
	if s.cipher != nil {
		s.cipher.stop()
	}
}

// errIncomplete is a response without the requested data, as from a server that is shutting down.
var errIncomplete = errors.New("the homeserver's response is incomplete")

// transient reports whether an error is likely to go away: the homeserver is down or overloaded, or
// the network has failed.
func transient(err error) bool {
	var answer mautrix.HTTPError
	if errors.As(err, &answer) && answer.Response != nil {
		code := answer.Response.StatusCode
		return code >= 500 || code == http.StatusTooManyRequests
	}
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errIncomplete) || errors.As(err, &answer)
}

// sleep waits, or returns when ctx ends.
func sleep(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
