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
)

// connection is one shard's way to Discord. It is kept here and not by the library, which begins a session anew at once
// whenever Discord declares it invalid, resumes none where Discord wants that, and cannot be told to stop meanwhile.
type connection struct {
	*Discord
	shard, count int
	// session is what can be resumed, empty for nothing, and sequence how far it has come.
	session  string
	sequence int64
	vain     int    // how often in a row it was not resumed
	resumeAt string // the gateway that knows the session
}

// The operations of Discord's gateway.
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
	errInvalid   = errors.New("the session is invalid")
	errReconnect = errors.New("asked to connect again")
)

// enoughInVain is how often in a row Discord is asked to resume a session before another is begun.
const enoughInVain = 3

// steady is how long a connection stands that is not one of many failures in a row.
const steady = time.Minute

// keep holds a connection, again whenever it has broken, until ctx ends. An error is one that the operator must mend.
func (c *connection) keep(ctx context.Context) error {
	for failures := 1; ; failures++ {
		stood, err := c.hold(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err := hopeless(err); err != nil {
			return err
		}
		if stood == 0 {
			c.resumeAt = "" // other gateways know the session, too
		}
		if c.vain == enoughInVain {
			c.session, c.sequence, c.vain = "", 0, 0
		}
		if stood > steady {
			failures = 1
		}
		pause := pauses[min(failures, len(pauses))-1]
		switch {
		case errors.Is(err, errInvalid): // as Discord wants it
			pause = max(time.Second+rand.N(4*time.Second), pause)
		case stood > 0 && failures < len(pauses):
			pause = 0
		}
		level := slog.LevelWarn
		if stood > 0 && failures == 1 {
			level = slog.LevelInfo // as happens every few hours
		}
		c.log.Log(ctx, level, "a connection is lost", "shard", c.shard, "err", err, "again_in", pause)
		c.sleep(ctx, pause)
	}
}

// hold opens the connection and handles what comes until it breaks. It returns how long it stood.
func (c *connection) hold(ctx context.Context) (stood time.Duration, err error) {
	identified := func() {}
	if c.session == "" {
		if identified, err = c.beginnings.turn(ctx, c.shard); err != nil {
			return 0, err
		}
		defer identified()
	}
	l, err := c.dial(ctx)
	if err != nil {
		return 0, err
	}
	parting := context.AfterFunc(ctx, func() { l.close(websocket.CloseNormalClosure) })
	defer parting()
	defer l.close(closeToResume)
	interval, err := l.greeted()
	if err != nil {
		return 0, err
	}
	if err := c.introduce(l); err != nil {
		return 0, err
	}
	identified()
	beating, still := context.WithCancel(ctx)
	defer still()
	go l.beat(beating, interval)
	return c.read(l, interval)
}

// introduce says who connects, or which session goes on.
func (c *connection) introduce(l *link) error {
	token := "Bot " + c.options.Token
	l.heard.Store(c.sequence)
	if c.session != "" {
		c.vain++ // until Discord says otherwise
		return l.send(opResume, map[string]any{"token": token, "session_id": c.session, "seq": c.sequence})
	}
	intents := discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	if c.options.MessageContent {
		intents |= discordgo.IntentMessageContent
	}
	return l.send(opIdentify, map[string]any{
		"token": token, "intents": intents, "shard": [2]int{c.shard, c.count}, "large_threshold": 50,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "raumbot", "device": "raumbot"},
	})
}

// read handles what comes until the connection breaks.
func (c *connection) read(l *link, interval time.Duration) (stood time.Duration, err error) {
	var since time.Time
	defer func() {
		if !since.IsZero() {
			stood = time.Since(since)
			c.online(c.shard, false)
		}
	}()
	for {
		f, err := l.read()
		if errors.Is(err, errGarbled) {
			c.log.Warn("something of the gateway's could not be read", "shard", c.shard, "err", err)
			continue
		}
		if err != nil {
			return 0, c.lost(err)
		}
		switch f.Op {
		case opDispatch:
			if f.Sequence > 0 {
				c.sequence = f.Sequence
				l.heard.Store(f.Sequence)
			}
			if c.begun(f) {
				since, c.vain = time.Now(), 0
				c.online(c.shard, true)
			}
			c.dispatch(f.Kind, f.Data)
		case opHeartbeat:
			err = l.pulse()
		case opHeartbeatAck:
			if !since.IsZero() { // a session must begin before the first deadline
				err = l.ws.SetReadDeadline(time.Now().Add(2 * interval))
			}
		case opReconnect:
			return 0, errReconnect
		case opInvalidSession:
			if string(f.Data) != "true" {
				c.session, c.sequence = "", 0
			}
			return 0, errInvalid
		}
		if err != nil {
			return 0, err
		}
	}
}

// begun reports whether an event says that the session stands, and notes how to resume it.
func (c *connection) begun(f frame) bool {
	if f.Kind != "READY" {
		return f.Kind == "RESUMED"
	}
	var ready struct {
		Session string `json:"session_id"`
		Resume  string `json:"resume_gateway_url"`
	}
	if err := json.Unmarshal(f.Data, &ready); err != nil {
		c.log.Error("an event could not be read", "kind", f.Kind, "err", err)
	}
	c.session, c.resumeAt = ready.Session, ready.Resume
	c.log.Info("connected", "shard", c.shard, "of", c.count)
	return true
}

// lost notes what the end of a connection means for its session.
func (c *connection) lost(err error) error {
	if websocket.IsCloseError(err, 4003, 4007, 4009) { // not authenticated, an invalid sequence, timed out
		c.session, c.sequence = "", 0
	}
	return err
}

// dial connects to the gateway.
func (c *connection) dial(ctx context.Context) (*link, error) {
	address := c.beginnings.gateway()
	if c.session != "" && c.resumeAt != "" {
		address = c.resumeAt
	}
	to, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("the gateway: %w", err)
	}
	query := to.Query()
	query.Set("v", "10")
	query.Set("encoding", "json")
	query.Del("compress")
	to.RawQuery = query.Encode()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: handshake}
	var ws *websocket.Conn
	for _, path := range []string{strings.TrimSuffix(to.Path, "/") + "/", strings.TrimSuffix(to.Path, "/")} { // proxies tell them apart
		to.Path = path
		if ws, _, err = dialer.DialContext(ctx, to.String(), nil); !errors.Is(err, websocket.ErrBadHandshake) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the gateway: %w", err)
	}
	return &link{ws: ws}, nil
}
