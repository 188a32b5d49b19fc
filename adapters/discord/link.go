package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// link is an open line to the gateway.
type link struct {
	ws    *websocket.Conn
	mu    sync.Mutex   // held while something is written
	heard atomic.Int64 // the sequence of the last event
}

// handshake is how long Discord may take to answer the first words.
const handshake = 20 * time.Second

// closeToResume is a code with which a line is closed whose session goes on: the usual ones would end that.
const closeToResume = 4000

// greeted waits for the first word, and returns how often to give a sign of life.
func (l *link) greeted() (interval time.Duration, err error) {
	if err := l.ws.SetReadDeadline(time.Now().Add(handshake)); err != nil {
		return 0, err
	}
	f, err := l.read()
	if err != nil {
		return 0, err
	}
	var hello struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	if err := json.Unmarshal(f.Data, &hello); f.Op != opHello || err != nil || hello.Interval <= 0 {
		return 0, fmt.Errorf("the gateway began with operation %d, error %v", f.Op, err)
	}
	interval = time.Duration(hello.Interval) * time.Millisecond
	return interval, l.ws.SetReadDeadline(time.Now().Add(3 * interval)) // as the first sign is at the end of one, at most
}

// errGarbled tells that something has come that is not in Discord's form. The line holds.
var errGarbled = errors.New("not in the form of the gateway")

func (l *link) read() (f frame, err error) {
	_, data, err := l.ws.ReadMessage()
	if err != nil {
		return frame{}, err
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return frame{}, fmt.Errorf("%w: %w", errGarbled, err)
	}
	return f, nil
}

// pulse gives a sign of life, with the last event that has come if there was one.
func (l *link) pulse() error {
	if heard := l.heard.Load(); heard > 0 {
		return l.send(opHeartbeat, heard)
	}
	return l.send(opHeartbeat, nil)
}

// send says something.
func (l *link) send(op int, data any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.ws.SetWriteDeadline(time.Now().Add(handshake)); err != nil {
		return err
	}
	return l.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

// beat gives signs of life until ctx ends. Where they are not answered, reading fails.
func (l *link) beat(ctx context.Context, interval time.Duration) {
	pause := rand.N(interval) // so that not all come at once
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		if l.pulse() != nil {
			return // which reading notices
		}
		pause = interval
	}
}

// close ends the line, with a word if there is still somebody to hear it.
func (l *link) close(code int) {
	_ = l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	_ = l.ws.Close()
}
