package discord

import (
	"context"
	"encoding/json"
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

func (l *link) read() (f frame, err error) {
	err = l.ws.ReadJSON(&f)
	return f, err
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
		if l.send(opHeartbeat, l.heard.Load()) != nil {
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
