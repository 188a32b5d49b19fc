package web

import (
	"context"
	"net/http"
	"time"

	"raumbot/bot/service"
)

// Handler returns the handler of the site, for requests without a network.
func (s *Site) Handler(ctx context.Context, svc *service.Service) (http.Handler, error) {
	s.service = svc
	if s.Local() {
		if err := s.openRoom(ctx); err != nil {
			return nil, err
		}
	}
	return s.handler(), nil
}

// Pass wakes streams at changes of games until ctx ends.
func (s *Site) Pass(ctx context.Context) { s.hub.run(s.service.Watch(ctx)) }

// The limits that tests reach.
const (
	GuestsEach       = guestsEach
	GuestsWide       = guestsWide
	MostStreams      = maxStreamsEach
	MostStreamsInAll = maxStreams
	MostSent         = sendBurst
	MostTried        = maxTried
	MaxBody          = maxBody
	Policy           = policy
)

// StartURL returns the address that opens the room.
func (s *Site) StartURL() string { return s.startURL(s.host()) }

// Streams returns the number of open streams.
func (s *Site) Streams() int {
	s.limits.mu.Lock()
	defer s.limits.mu.Unlock()
	return s.limits.streamCount
}

// SetKeepAlive sets the interval of the comments that keep a stream from timing out.
func (s *Site) SetKeepAlive(d time.Duration) { s.keepAlive = d }

// SetListPause sets the least time between two wake-ups of the streams of a list.
func (s *Site) SetListPause(d time.Duration) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.listPause = d
}

// SetCountPause sets the least time between two events that report how many watch a game. It must
// be called before Pass.
func (s *Site) SetCountPause(d time.Duration) { s.hub.countPause = d }

// Crowd fills the queues, until the returned function is called.
func (s *Site) Crowd() (end func()) {
	queues := []*queue{s.reading, s.sending}
	free := make([]int, len(queues))
	for i, q := range queues {
		q.mu.Lock()
		free[i], q.free, q.waiting, q.lines = q.free, 0, maxWaiting, []*queueLine{{owner: "somebody"}}
		q.mu.Unlock()
	}
	return func() {
		for i, q := range queues {
			q.mu.Lock()
			q.free, q.waiting, q.lines = free[i], 0, nil
			q.mu.Unlock()
		}
	}
}
