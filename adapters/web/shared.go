package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"raumbot/bot"
)

// Spectators who have not signed in all see the same pages of a game, and all request them right
// after each move. A page or data that was made for one of them is sent to the others, until the
// game changes.

// The limits of the cache.
const (
	maxSharedFiles = 256              // files
	sharedTTL      = 15 * time.Second // short, as pages show how much time is left
)

type sharedFiles = expirable.LRU[string, *file]

func newShared() *sharedFiles { return expirable.NewLRU[string, *file](maxSharedFiles, nil, sharedTTL) }

// cacheKey returns the key of the answer to a request in the cache. ok is false if the answer is
// not the same for all visitors, or is not cached.
func (s *Site) cacheKey(r *http.Request, v *visitor, log int) (key string, ok bool) {
	if v.Known() || v.Local() || len(r.URL.RawQuery) > maxSharedQuery {
		return "", false
	}
	return strings.Join([]string{v.Lang(), strconv.Itoa(log), r.URL.Path, r.URL.RawQuery}, " "), true
}

// maxSharedQuery is the length in bytes of the longest query whose answer is cached.
const maxSharedQuery = 100

// sendShared answers a request for a page or data of a game with a cached answer, if there is one.
// It checks each time whether the visitor may see the game. If sent is false, the caller must
// answer and then call done: other requests for the same wait until then.
func (s *Site) sendShared(w http.ResponseWriter, r *http.Request, v *visitor) (sent bool, done func()) {
	id, ok := bot.ParseGameID(r.PathValue("id"))
	if !ok || v.Known() || v.Local() {
		return false, func() {}
	}
	for {
		p, err := s.service.Progress(r.Context(), v.request(""), id)
		key, ok := s.cacheKey(r, v, p.Log)
		if err != nil || !ok {
			return false, func() {} // the caller reports the error
		}
		if f, ok := s.shared.Get(key); ok {
			f.send(w, r)
			return true, func() {}
		}
		end, other := s.claim(key)
		if other == nil {
			return false, end
		}
		select {
		case <-other:
		case <-r.Context().Done():
			return true, func() {} // the visitor has gone
		}
	}
}

// claim claims a key of inProgress. It returns a function that frees the key or, if another request
// has it, a channel that is closed when that one frees it.
func (s *Site) claim(key string) (end func(), other <-chan struct{}) {
	own := make(chan struct{})
	if held, others := s.inProgress.LoadOrStore(key, own); others {
		return nil, held.(chan struct{})
	}
	return func() {
		s.inProgress.Delete(key)
		close(own)
	}, nil
}

// alone waits until no other request has a key of inProgress, and claims it. ok is false if the
// visitor has gone before.
func (s *Site) alone(ctx context.Context, key string) (end func(), ok bool) {
	for {
		end, other := s.claim(key)
		if other == nil {
			return end, true
		}
		select {
		case <-other:
		case <-ctx.Done():
			return nil, false
		}
	}
}

// requestedUncached is like [Site.requested], but ok is false, too, if the request could be
// answered from the cache. The caller must call done after it has answered.
func (s *Site) requestedUncached(w http.ResponseWriter, r *http.Request, v *visitor) (g requestedGame, done func(), ok bool) {
	sent, done := s.sendShared(w, r, v)
	if !sent {
		g, ok = s.requested(w, r, v)
	}
	return g, done, ok
}

// share sends an answer, and caches it for other visitors if it is the same for them.
func (s *Site) share(w http.ResponseWriter, r *http.Request, v *visitor, log int, kind string, body []byte) {
	key, ok := s.cacheKey(r, v, log)
	if !ok {
		w.Header().Set("Content-Type", kind)
		write(w, r, http.StatusOK, body)
		return
	}
	f := newFile(body, kind)
	s.shared.Add(key, f)
	f.send(w, r)
}
