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

// socket is an open websocket to the gateway.
type socket struct {
	ws       *websocket.Conn
	writing  sync.Mutex   // serialises writes of frames
	sequence atomic.Int64 // of the last event received, which heartbeats report
}

// handshakeTimeout is how long Discord may take to accept the connection and to send HELLO.
const handshakeTimeout = 20 * time.Second

// closeResumable is a close code that keeps the session resumable: 1000 and 1001 would end it.
const closeResumable = 4000

// hello waits for HELLO and returns the heartbeat interval.
func (s *socket) hello() (interval time.Duration, err error) {
	if err := s.ws.SetReadDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return 0, err
	}
	f, err := s.read()
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
	// The first heartbeat may be sent up to one interval from now.
	return interval, s.ws.SetReadDeadline(time.Now().Add(3 * interval))
}

// errMalformed means that a frame could not be parsed. The connection is still usable.
var errMalformed = errors.New("malformed gateway frame")

// read returns the next frame.
func (s *socket) read() (f frame, err error) {
	_, data, err := s.ws.ReadMessage()
	if err != nil {
		return frame{}, err
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return frame{}, fmt.Errorf("%w: %w", errMalformed, err)
	}
	return f, nil
}

// heartbeat sends one heartbeat, with the sequence of the last event if there was one.
func (s *socket) heartbeat() error {
	if sequence := s.sequence.Load(); sequence > 0 {
		return s.send(opHeartbeat, sequence)
	}
	return s.send(opHeartbeat, nil)
}

// send writes a frame.
func (s *socket) send(op int, data any) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.ws.SetWriteDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return err
	}
	return s.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

// sendHeartbeats sends heartbeats until ctx ends or one fails. If they are not acknowledged, the
// read deadline passes.
func (s *socket) sendHeartbeats(ctx context.Context, interval time.Duration) {
	wait := rand.N(interval) // Discord asks for jitter before the first
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if s.heartbeat() != nil {
			return // the reader fails, too
		}
		wait = interval
	}
}

// close closes the connection, with a close frame if it can still be written.
func (s *socket) close(code int) {
	_ = s.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	_ = s.ws.Close()
}
