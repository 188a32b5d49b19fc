package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"raumbot/bot"
)

// Spectators of a game who have not signed in all see the same, and ask for it at once after each move. What has been made for one of them
// is kept for the others while the game stands as it did.

// keptShared and sharedFor bound what is kept: files, and for how long. Pages tell how much time is left.
const (
	keptShared = 256
	sharedFor  = 15 * time.Second
)

type sharedFiles = expirable.LRU[string, *file]

func newShared() *sharedFiles { return expirable.NewLRU[string, *file](keptShared, nil, sharedFor) }

// sharedKey returns the key of what a request asks for, if it is the same for all who have not signed in and may see the game.
func (s *Site) sharedKey(r *http.Request, v *visitor, log int) (key string, ok bool) {
	if v.Known() || v.Local() || len(r.URL.RawQuery) > maxSharedQuery {
		return "", false
	}
	return strings.Join([]string{v.Lang(), strconv.Itoa(log), r.URL.Path, r.URL.RawQuery}, " "), true
}

// maxSharedQuery is the length of the longest query whose answer is kept, in bytes.
const maxSharedQuery = 100

// sendShared answers a request for a page or data of a game with what has been made for another visitor, if it can. Whether the visitor
// may see the game is looked up each time. If it cannot, the caller answers and then calls done: others who want the same wait until then.
func (s *Site) sendShared(w http.ResponseWriter, r *http.Request, v *visitor) (sent bool, done func()) {
	id, ok := bot.ParseGameID(r.PathValue("id"))
	if !ok || v.Known() || v.Local() {
		return false, func() {}
	}
	for {
		log, _, err := s.service.LogNumber(r.Context(), v.request(""), id)
		key, ok := s.sharedKey(r, v, log)
		if err != nil || !ok {
			return false, func() {} // the answer says why
		}
		if f, ok := s.shared.Get(key); ok {
			f.send(w, r)
			return true, func() {}
		}
		own := make(chan struct{})
		other, others := s.making.LoadOrStore(key, own)
		if !others {
			return false, func() {
				s.making.Delete(key)
				close(own)
			}
		}
		select {
		case <-other.(chan struct{}):
		case <-r.Context().Done():
			return true, func() {} // whoever asked has gone
		}
	}
}

// share sends what has been made for a visitor, and keeps it for others if it is the same for them.
func (s *Site) share(w http.ResponseWriter, r *http.Request, v *visitor, log int, kind string, body []byte) {
	key, ok := s.sharedKey(r, v, log)
	if !ok {
		w.Header().Set("Content-Type", kind)
		write(w, r, http.StatusOK, body)
		return
	}
	f := newFile(body, kind)
	s.shared.Add(key, f)
	f.send(w, r)
}
