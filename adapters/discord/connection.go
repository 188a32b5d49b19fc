package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"raumbot/bot"
)

// connection keeps one shard connected to the gateway. DEVELOPING.md explains why no library
// does this.
type connection struct {
	*Discord
	shard, count int

	session   string // ID of the session that can be resumed, "" for none
	sequence  int64  // of the last event of that session
	resumeURL string // the gateway at which Discord wants it resumed, "" for any

	handled *progress // which events of the session have been handled
	// inherited means that an earlier run of the bot may have begun to handle the events that come.
	// It is set until its session is resumed.
	inherited bool
	notes     *sessionNotes

	failedResumes int // RESUMEs in a row that Discord did not confirm
	failures      int // connections in a row on which no session began or was resumed
	flaps         int // connections in a row that broke within flapTime
}

// The operations of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// frame is what the gateway sends.
type frame struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int64           `json:"s"`
	Kind     string          `json:"t"`
}

var (
	errInvalidSession = errors.New("the session is invalid")
	errReconnect      = errors.New("Discord asked to reconnect")
)

// maxFailedResumes is how many RESUMEs in a row may fail before a new session is begun.
const maxFailedResumes = 3

// run keeps the shard connected until ctx ends. It returns only errors that the operator must fix.
func (c *connection) run(ctx context.Context) error {
	for {
		uptime, err := c.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err := fatalError(err); err != nil {
			return err
		}
		c.countUptime(uptime)
		delay := c.delay(err)
		level := slog.LevelWarn
		if uptime > 0 && c.flaps == 0 {
			level = slog.LevelInfo // this happens every few hours
		}
		c.log.Log(ctx, level, "the connection to Discord is lost", "shard", c.shard, "err", err, "reconnecting_in", delay)
		c.sleep(ctx, delay)
	}
}

// Delays before reconnecting. Discord does not limit RESUMEs, so a lost session is resumed almost
// at once. IDENTIFYs are limited, and wait in the identifyLimiter.
const (
	// resumeJitter spreads the shards that a restart of the gateway disconnects together.
	resumeJitter = 250 * time.Millisecond
	// flapTime is the time within which a connection that breaks counts as flapping.
	flapTime  = 5 * time.Second
	maxJitter = 5 * time.Second // for connections that keep flapping
)

// countUptime counts failures and flaps, given for how long a connection had a session: 0 means
// that none began or was resumed.
func (c *connection) countUptime(uptime time.Duration) {
	switch {
	case uptime == 0:
		c.failures++
		c.resumeURL = "" // any gateway can resume the session
	case uptime < flapTime:
		c.failures = 0
		c.flaps++
	default:
		c.failures, c.flaps = 0, 0
	}
	if c.failedResumes >= maxFailedResumes {
		c.endSession()
		c.failedResumes = 0
	}
}

// delay returns how long to wait before connecting again.
func (c *connection) delay(err error) time.Duration {
	if errors.Is(err, errInvalidSession) {
		// Discord asks for 1 to 5 seconds.
		return max(time.Second+rand.N(4*time.Second), backoff(c.failures-1))
	}
	if c.failures > 1 {
		return backoff(c.failures - 2)
	}
	return rand.N(min(resumeJitter<<min(c.flaps, 8), maxJitter))
}

// endSession forgets the session, so that the next connection begins a new one.
func (c *connection) endSession() {
	c.session, c.sequence, c.resumeURL = "", 0, ""
	c.notes.set(c.shard, sessionNote{})
}

// continueFrom takes over the session that an earlier run of the bot has noted.
func (c *connection) continueFrom(note sessionNote) {
	c.session, c.sequence, c.resumeURL = note.Session, note.Sequence, note.URL
	c.handled, c.inherited = newProgress(note.Sequence), true
	c.log.Info("a session is taken over", "shard", c.shard, "of", c.count, "sequence", note.Sequence)
}

// awaitDatabase waits while the server of the database cannot be reached. That does not count as a
// failure of the connection.
func (c *connection) awaitDatabase(ctx context.Context) {
	for errors.Is(c.ready().AtWork(ctx), bot.ErrAway) && ctx.Err() == nil {
		c.sleep(ctx, time.Second)
	}
}

// connect opens a connection and handles events until it breaks. It returns for how long it had
// a session.
func (c *connection) connect(ctx context.Context) (uptime time.Duration, err error) {
	c.awaitDatabase(ctx)
	var slot *identifySlot
	if c.session == "" {
		if slot, err = c.identifies.acquire(ctx, c.shard); err != nil {
			return 0, err
		}
		defer slot.release()
	}
	s, err := c.dial(ctx)
	if err != nil {
		return 0, err
	}
	// The next run of the bot resumes it.
	stop := context.AfterFunc(ctx, func() { s.close(closeResumable) })
	defer stop()
	defer s.close(closeResumable)
	interval, err := s.hello()
	if err != nil {
		return 0, err
	}
	if err := c.ready().AtWork(ctx); err != nil {
		return 0, err
	}
	s.sequence.Store(c.sequence)
	if slot == nil {
		err = c.resume(s)
	} else {
		slot.identified()
		err = c.identify(s)
		slot.release()
	}
	if err != nil {
		return 0, err
	}
	beating, stopBeating := context.WithCancel(ctx)
	defer stopBeating()
	go s.sendHeartbeats(beating, interval)
	return c.read(ctx, s, interval)
}

// resume continues the session, so that Discord sends the events missed since the last connection.
func (c *connection) resume(s *socket) error {
	c.failedResumes++ // until Discord confirms it
	return s.send(opResume, map[string]any{"token": c.authorization(), "session_id": c.session, "seq": c.sequence})
}

// identify begins a new session.
func (c *connection) identify(s *socket) error {
	intents := discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	if c.options.MessageContent {
		intents |= discordgo.IntentMessageContent
	}
	return s.send(opIdentify, map[string]any{
		"token": c.authorization(), "intents": intents, "shard": [2]int{c.shard, c.count}, "large_threshold": 50,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "raumbot", "device": "raumbot"},
	})
}

func (c *connection) authorization() string { return "Bot " + c.options.Token }

// read handles frames until the connection breaks.
func (c *connection) read(ctx context.Context, s *socket, interval time.Duration) (uptime time.Duration, err error) {
	var since time.Time // when the session began or was resumed
	defer func() {
		if !since.IsZero() {
			uptime = max(c.now().Sub(since), 1)
			c.reportShard(c.shard, false)
		}
	}()
	for {
		f, err := s.read()
		if errors.Is(err, errMalformed) {
			c.log.Warn("a frame was skipped", "shard", c.shard, "err", err)
			continue
		}
		if err != nil {
			c.handleClose(err)
			return 0, err
		}
		if err := c.ready().AtWork(ctx); err != nil {
			return 0, err
		}
		switch f.Op {
		case opDispatch:
			if f.Sequence > 0 {
				c.sequence = f.Sequence
				s.sequence.Store(f.Sequence)
			}
			if c.sessionStarted(f) {
				since, c.failedResumes = c.now(), 0
				c.reportShard(c.shard, true)
			}
			c.dispatch(f.Kind, f.Data, c.inherited, c.track(f.Sequence))
		case opHeartbeat:
			err = s.heartbeat()
		case opHeartbeatAck:
			if !since.IsZero() { // until then, the read deadline set by hello applies
				err = s.ws.SetReadDeadline(time.Now().Add(2 * interval))
			}
		case opReconnect:
			return 0, errReconnect
		case opInvalidSession:
			if string(f.Data) != "true" {
				c.endSession()
			}
			return 0, errInvalidSession
		}
		if err != nil {
			return 0, err
		}
	}
}

// track records that an event has come. The caller must call handled when the event has
// been handled.
func (c *connection) track(sequence int64) (handled func()) {
	if sequence <= 0 {
		return func() {}
	}
	session, progress := c.session, c.handled // c may have another session when handled is called
	url := c.resumeURL
	progress.begin(sequence)
	return func() {
		progress.end(sequence)
		c.notes.advance(c.shard, sessionNote{Session: session, Sequence: progress.upTo(), URL: url})
	}
}

// sessionStarted reports whether an event is READY or RESUMED, so that the session has begun or was
// resumed. From READY it stores how to resume the session.
func (c *connection) sessionStarted(f frame) bool {
	stands := f.Kind == "READY" || f.Kind == "RESUMED"
	if stands {
		c.inherited = false
	}
	if f.Kind != "READY" {
		return stands
	}
	var ready struct {
		Session string `json:"session_id"`
		Resume  string `json:"resume_gateway_url"`
	}
	if err := json.Unmarshal(f.Data, &ready); err != nil {
		c.log.Error("an event could not be parsed", "kind", f.Kind, "err", err)
	}
	c.session, c.resumeURL = ready.Session, ready.Resume
	c.handled = newProgress(f.Sequence)
	c.notes.set(c.shard, sessionNote{Session: c.session, Sequence: f.Sequence, URL: c.resumeURL})
	// It is stored at once because this process may die soon. If that fails, it is tried again later.
	c.background.Go(func() { _ = c.notes.store(context.Background()) })
	c.log.Info("connected", "shard", c.shard, "of", c.count)
	return true
}

// handleClose forgets the session if the close code says that it has ended.
func (c *connection) handleClose(err error) {
	// The codes mean: not authenticated, invalid sequence, session timed out.
	if websocket.IsCloseError(err, 4003, 4007, 4009) {
		c.endSession()
	}
}

// dial opens a websocket to the gateway.
func (c *connection) dial(ctx context.Context) (*socket, error) {
	address := c.identifies.gatewayURL()
	if c.session != "" && c.resumeURL != "" {
		address = c.resumeURL
	}
	to, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("the gateway's address: %w", err)
	}
	query := to.Query()
	query.Set("v", "10")
	query.Set("encoding", "json")
	query.Del("compress")
	to.RawQuery = query.Encode()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: handshakeTimeout}
	var ws *websocket.Conn
	// Some proxies know only one form.
	for _, path := range []string{strings.TrimSuffix(to.Path, "/") + "/", strings.TrimSuffix(to.Path, "/")} {
		to.Path = path
		if ws, _, err = dialer.DialContext(ctx, to.String(), nil); !errors.Is(err, websocket.ErrBadHandshake) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("connecting to the gateway: %w", err)
	}
	return &socket{ws: ws}, nil
}
