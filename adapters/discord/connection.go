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
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"raumbot/bot"
)

// connection keeps one shard connected to the gateway. DEVELOPING.md says why no library does this.
type connection struct {
	*Discord
	shard, count int

	session   string // ID of the session that can be resumed, "" for none
	sequence  int64  // of the last event of that session
	resumeURL string // the gateway at which Discord wants it resumed, "" for any

	// The following fields are nil, but for a shard that is one of several processes'.
	lease     bot.Lease
	handled   *progress // up to which event of the session all have been handled
	inherited bool      // what comes may have come to the shard's last owner, too, until the session is resumed
	reached   int64     // the last event that had come to one that has left politely, 0 if the last owner has not
	leaving   bool      // this process gives the shard up; guarded by noting

	noting    sync.Mutex                // held while the session is noted
	resumable atomic.Pointer[resumable] // the session; nil for none

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

// maxFailedResumes is how often in a row a session is resumed without success before a new one is begun.
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
		c.noteUptime(uptime)
		delay := c.delay(err)
		level := slog.LevelWarn
		if uptime > 0 && c.flaps == 0 {
			level = slog.LevelInfo // this happens every few hours
		}
		c.log.Log(ctx, level, "the connection to Discord is lost", "shard", c.shard, "err", err, "reconnecting_in", delay)
		c.sleep(ctx, delay)
	}
}

// Delays before reconnecting. Discord does not limit RESUMEs, so a lost session is resumed almost at once; IDENTIFYs are limited,
// and wait in the identifyLimiter.
const (
	resumeJitter = 250 * time.Millisecond // spreads the shards that a restart of the gateway disconnects together
	flapTime     = 5 * time.Second        // a connection that breaks within this time counts as flapping
	maxJitter    = 5 * time.Second        // for connections that keep flapping
)

// noteUptime records for how long a connection had a session, 0 if none began or was resumed.
func (c *connection) noteUptime(uptime time.Duration) {
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
		return max(time.Second+rand.N(4*time.Second), backoff(c.failures-1)) // 1 to 5 seconds, as Discord asks
	}
	if c.failures > 1 {
		return backoff(c.failures - 2)
	}
	return rand.N(min(resumeJitter<<min(c.flaps, 8), maxJitter))
}

// endSession forgets the session, so that the next connection begins a new one.
func (c *connection) endSession() {
	c.session, c.sequence, c.resumeURL = "", 0, ""
	c.note()
}

// note notes how the session is resumed by the next owner of the shard, if there are several processes.
func (c *connection) note() {
	if c.lease == nil {
		return
	}
	if c.session == "" {
		c.resumable.Store(nil)
	} else {
		c.resumable.Store(&resumable{sessionNote{Session: c.session, URL: c.resumeURL}, c.handled})
	}
	c.leaveNote()
}

// connect opens a connection and handles events until it breaks. It returns for how long it had a session.
func (c *connection) connect(ctx context.Context) (uptime time.Duration, err error) {
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
	farewell := websocket.CloseNormalClosure
	if c.lease != nil {
		farewell = closeResumable // for the next owner
	}
	stop := context.AfterFunc(ctx, func() { s.close(farewell) })
	defer stop()
	defer s.close(closeResumable)
	interval, err := s.hello()
	if err != nil {
		return 0, err
	}
	if !c.held() {
		return 0, bot.ErrLeaseLost
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
	return c.read(s, interval)
}

// held reports whether the shard is this process's. If it was suspended, the shard may be another's.
func (c *connection) held() bool { return c.lease == nil || c.lease.Valid() }

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
func (c *connection) read(s *socket, interval time.Duration) (uptime time.Duration, err error) {
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
			c.noteClose(err)
			return 0, err
		}
		if !c.held() {
			return 0, bot.ErrLeaseLost
		}
		switch f.Op {
		case opDispatch:
			if f.Sequence > 0 {
				c.sequence = f.Sequence
				s.sequence.Store(f.Sequence)
			}
			if c.sessionStands(f) {
				since, c.failedResumes = c.now(), 0
				c.reportShard(c.shard, true)
			}
			c.dispatch(f.Kind, f.Data, source{c.inherited, c.inherited && f.Sequence <= c.reached, c.held}, c.track(f.Sequence))
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

// source is how an event has come.
type source struct {
	inherited bool        // the shard's last owner may have begun to handle it
	leaving   bool        // and goes on with that: it is alive, and has given the shard up
	held      func() bool // reports whether the shard is still this process's; nil if it is nobody else's
}

// lost reports whether the shard may be another process's by now.
func (s source) lost() bool { return s.held != nil && !s.held() }

// track notes that an event has come, and returns what notes that it has been handled.
func (c *connection) track(sequence int64) (handled func()) {
	if c.lease == nil || sequence <= 0 {
		return func() {}
	}
	session := c.handled // the next session has its own
	session.begin(sequence)
	return func() {
		session.end(sequence)
		c.leaveNote()
	}
}

// sessionStands reports whether an event is READY or RESUMED. From READY it stores how to resume the session.
func (c *connection) sessionStands(f frame) bool {
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
	if c.lease != nil {
		c.handled = newProgress(f.Sequence)
		c.note()
		c.background.Go(func() { _ = c.lease.KeepNote(c.lease.Context()) }) // if this process dies now, the next one knows the session; if that fails, it is tried again
	}
	c.log.Info("connected", "shard", c.shard, "of", c.count)
	return true
}

// noteClose forgets the session if the close code says that it has ended.
func (c *connection) noteClose(err error) {
	if websocket.IsCloseError(err, 4003, 4007, 4009) { // not authenticated, invalid sequence, session timed out
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
	for _, path := range []string{strings.TrimSuffix(to.Path, "/") + "/", strings.TrimSuffix(to.Path, "/")} { // some proxies know only one form
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
