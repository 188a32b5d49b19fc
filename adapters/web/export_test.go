package web

import (
	"context"
	"net/http"
	"time"

	"raumbot/bot/service"
)

// Handler returns what serves the site, for requests that no network carries.
func (s *Site) Handler(ctx context.Context, svc *service.Service) (http.Handler, error) {
	s.service = svc
	if s.Local() {
		if err := s.openRoom(ctx); err != nil {
			return nil, err
		}
	}
	return s.guard(s.paths()), nil
}

// Pass passes the changes of games on until ctx ends.
func (s *Site) Pass(ctx context.Context) { s.hub.run(s.service.Watch(ctx)) }

// The limits that tests reach.
const (
	MostStreams      = streamsEach
	MostStreamsInAll = streamsInAll
	MostSent         = sendBurst
	MostTried        = mostTried
	MaxBody          = maxBody
	Policy           = policy
)

// StartURL is what opens the room.
func (s *Site) StartURL() string { return s.startURL() }

// Streams returns the number of open streams.
func (s *Site) Streams() int {
	s.limits.mu.Lock()
	defer s.limits.mu.Unlock()
	return s.limits.all
}

// SetKeepAlive sets the interval of the comments that keep a stream from timing out.
func (s *Site) SetKeepAlive(d time.Duration) { s.keepAlive = d }

// SetListPause sets the pause between two times that the streams of a list are woken.
func (s *Site) SetListPause(d time.Duration) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.listPause = d
}

// SetCountPause sets the pause between two events that tell how many watch a game. The site does not pass changes on yet.
func (s *Site) SetCountPause(d time.Duration) { s.hub.countPause = d }
