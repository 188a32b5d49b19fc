package matrix

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.mau.fi/util/exsync"
	"maunium.net/go/mautrix"
	"maunium.net/go/mautrix/id"

	"raumbot/bot"
)

// session is the bot while it is logged in.
type session struct {
	options Options
	log     *slog.Logger
	service *bot.Service
	store   *store
	api     *mautrix.Client
	bearer  *bearer
	cipher  cipher // nil in a build without encryption
	draws   chan struct{}
	flood   *flood
	door    *door
	late    *late
	// harmless holds events that changed nothing, so that an edit may try again.
	harmless *lru.Cache[id.EventID, bool]
	// heard holds events of this run, so that none is answered twice. What it
	// forgets, and what was before, the service knows.
	heard   *lru.Cache[id.EventID, bool]
	answers *answers
	names   map[string]bool // what the words of the commands are
	synced  atomic.Bool     // whether it is known what has become of the rooms
	uploads *lru.Cache[string, uploaded]
	// alone is held while a chat with somebody, or the room of a game, is opened.
	alone exsync.KeyedMutex[string]
	// pressing is held from a message with buttons in a room until they are kept.
	pressing exsync.KeyedMutex[id.RoomID]
}

const (
	// drawAtOnce bounds the pictures that are drawn at a time.
	drawAtOnce = 2
	// remembersEvents is how many events are known to have been heard, or to have been harmless.
	remembersEvents = 4096
)

func newSession(o Options, log *slog.Logger, service *bot.Service, store *store) *session {
	harmless, err := lru.New[id.EventID, bool](remembersEvents)
	heard, other := lru.New[id.EventID, bool](remembersEvents)
	uploads, third := lru.New[string, uploaded](remembersUploads)
	if err := errors.Join(err, other, third); err != nil {
		panic(err) // the size is a constant
	}
	s := &session{options: o, log: log, service: service, store: store, draws: make(chan struct{}, drawAtOnce),
		flood: newFlood(), harmless: harmless, heard: heard, uploads: uploads, names: map[string]bool{}}
	s.answers = newAnswers(s)
	s.door = newDoor(s)
	s.late = newLate(s)
	for _, c := range service.Commands() {
		s.names[c.Name] = true
		for _, alias := range c.Aliases {
			s.names[alias] = true
		}
	}
	return s
}

// open logs in, however long the homeserver keeps silent.
func (s *session) open(ctx context.Context) error {
	for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, time.Minute) {
		err := s.logIn(ctx)
		if err == nil || !passes(err) {
			return err
		}
		s.log.Warn("cannot log in, trying again", "pause", pause, "err", err)
		sleep(ctx, pause)
	}
	return nil
}

// address makes ready to speak to a homeserver.
func (s *session) address(url string) (err error) {
	if s.api, err = mautrix.NewClient(url, "", ""); err != nil {
		return err
	}
	s.bearer = &bearer{host: s.api.HomeserverURL.Host, next: http.DefaultTransport}
	s.api.Client = &http.Client{Timeout: 2 * time.Minute, Transport: s.bearer}
	s.api.StateStore = s.store
	s.api.IgnoreRateLimit = true // the outbox waits, not the request
	s.api.UserAgent = "raumbot"
	return nil
}

// logIn finds the homeserver, logs in and loads the keys. A login with a
// password takes up the device of the last one, so that its keys stay of use.
func (s *session) logIn(ctx context.Context) error {
	url, err := s.homeserver(ctx)
	if err != nil {
		return err
	}
	if err := s.address(url); err != nil {
		return fmt.Errorf("the homeserver %q is no URL: %w", s.options.Homeserver, err)
	}
	s.become(s.options.Token)
	device, err := s.store.note(ctx, "device")
	if err != nil {
		return err
	}
	if s.options.Token != "" {
		err = s.byToken(ctx)
	} else {
		err = s.resume(ctx, id.DeviceID(device))
	}
	if err != nil {
		return err
	}
	if device != "" && device != string(s.api.DeviceID) && encrypts {
		return fmt.Errorf("the token is that of the device %s, but %s holds the keys of %s: use the token of that device, or move the file away to begin anew",
			s.api.DeviceID, s.options.Store, device)
	}
	if err := s.store.putNote(ctx, "device", string(s.api.DeviceID)); err != nil {
		return err
	}
	if s.cipher, err = startCipher(ctx, s); err != nil {
		return err
	}
	s.log.Info("logged in", "user", s.api.UserID, "device", s.api.DeviceID, "encryption", s.cipher != nil)
	return nil
}

// homeserver returns the URL of the homeserver, looked up if only the server is named.
func (s *session) homeserver(ctx context.Context) (string, error) {
	name := s.options.Homeserver
	if strings.Contains(name, "://") {
		return name, nil
	}
	found, err := mautrix.DiscoverClientAPI(ctx, name)
	if err != nil {
		return "", fmt.Errorf("looking for the homeserver of %s: %w", name, err)
	}
	if found == nil || found.Homeserver.BaseURL == "" {
		return "https://" + name, nil
	}
	return found.Homeserver.BaseURL, nil
}

func (s *session) byToken(ctx context.Context) error {
	who, err := s.api.Whoami(ctx)
	if errors.Is(err, mautrix.MUnknownToken) {
		return fmt.Errorf("the homeserver does not know the access token any more: make another, or give the password: %w", err)
	}
	if err != nil {
		return err
	}
	s.api.UserID, s.api.DeviceID = who.UserID, who.DeviceID
	return nil
}

// resume takes up the login of the last run, or else logs in with the password. To
// the homeserver the bot is then who it was before: what is sent again is known to it.
func (s *session) resume(ctx context.Context, device id.DeviceID) error {
	token, err := s.store.note(ctx, "token")
	if err != nil {
		return err
	}
	if token == "" {
		return s.byPassword(ctx, device)
	}
	s.become(token)
	who, err := s.api.Whoami(ctx)
	switch {
	case err == nil && who.DeviceID == device && (s.options.User == string(who.UserID) || s.options.User == localpart(who.UserID)):
		s.api.UserID, s.api.DeviceID = who.UserID, who.DeviceID
		return nil
	case err != nil && !errors.Is(err, mautrix.MUnknownToken):
		return err
	}
	s.become("")
	return s.byPassword(ctx, device)
}

// byPassword logs in as a device, or as a new one if none is given.
func (s *session) byPassword(ctx context.Context, device id.DeviceID) error {
	login, err := s.login(ctx, device)
	if err != nil {
		return err
	}
	s.api.UserID, s.api.DeviceID = login.UserID, login.DeviceID
	s.become(login.AccessToken)
	return s.store.putNote(ctx, "token", login.AccessToken)
}

// become makes a token that of the requests to come. Others may be under way.
func (s *session) become(token string) { s.bearer.token.Store(token) }

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
		err = errVague
	}
	return login, err
}

// again logs in again as the device that the session is, while others use it.
func (s *session) again(ctx context.Context) error {
	login, err := s.login(ctx, s.api.DeviceID)
	if err != nil {
		return err
	}
	if login.UserID != s.api.UserID || login.DeviceID != s.api.DeviceID {
		return fmt.Errorf("the homeserver logs the bot in as %s on the device %s, and not as %s on %s as before",
			login.UserID, login.DeviceID, s.api.UserID, s.api.DeviceID)
	}
	s.become(login.AccessToken)
	return s.store.putNote(ctx, "token", login.AccessToken)
}

// close ends what the session does besides.
func (s *session) close() {
	if s.cipher != nil {
		s.cipher.stop()
	}
}

// errVague is an answer that lacks what was asked for, as from a server on its way down.
var errVague = errors.New("the homeserver's answer does not say what was asked")

// passes reports whether an error is one that time mends: a homeserver that is down
// or overloaded, a network that is not there.
func passes(err error) bool {
	var answer mautrix.HTTPError
	if errors.As(err, &answer) && answer.Response != nil {
		code := answer.Response.StatusCode
		return code >= 500 || code == http.StatusTooManyRequests
	}
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errVague) || errors.As(err, &answer)
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
