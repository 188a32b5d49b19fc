package web

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/bot"
)

// topic is what a stream tells of: a game, else a tournament, else the lists of games.
type topic struct {
	game       bot.GameID
	tournament bot.TournamentID
}

// concerns reports whether a change of a game may be one of the topic. A change of game 0 may be one of anything.
func (t topic) concerns(id bot.GameID) bool { return id == 0 || t.game == 0 || t.game == id }

// hub wakes the streams of topics that may have changed, and counts who watches a game. A slow stream is woken once for several changes.
type hub struct {
	mu        sync.Mutex
	audiences map[topic]*audience
	busy      atomic.Int64 // requests in progress, apart from streams
	// countPause and listPause are [countPause] and [listPause], except in tests.
	countPause, listPause time.Duration
}

// audience are the streams of a topic, each with its spectator, and the number of streams of each spectator. Streams of players and of lists have
// no spectator.
type audience struct {
	streams    map[chan struct{}]string
	spectators map[string]int
	told       int // the number of spectators that the streams were last woken for
	changes    int // how often there was something new to tell
	woken      int // for which of them all streams have been woken
	waking     bool
	notices    map[string]*sharedNotice // the newest of each language
}

// notice is what a stream tells of a game: its events, the number of entries in the game's log, and how many watch it, in words. Of a list it is
// what tells apart what the list has shown.
type notice struct {
	log             int
	words           string
	logged, watched string
	list            string
}

// sharedNotice is a notice that is made once.
type sharedNotice struct {
	once sync.Once
	of   int // the waking that it was made for
	notice
	err error
}

// countPause is the shortest time between two events that tell how many watch a game, so that a crowd that comes does not wake itself each time.
const countPause = 2 * time.Second

func newHub() *hub {
	return &hub{audiences: map[topic]*audience{}, countPause: countPause, listPause: listPause}
}

// run wakes streams until changes is closed.
func (h *hub) run(changes <-chan bot.GameID) {
	done := make(chan struct{})
	defer close(done)
	count := time.NewTicker(h.countPause)
	defer count.Stop()
	for {
		select {
		case id, open := <-changes:
			if !open {
				return
			}
			h.change(done, func(of topic, _ *audience) bool { return of.concerns(id) })
		case <-count.C:
			h.change(done, func(_ topic, a *audience) bool {
				before := a.told
				a.told = len(a.spectators)
				return a.told != before
			})
		}
	}
}

// change has the streams of some topics woken: those of each topic by turns, beside those of others.
func (h *hub) change(done <-chan struct{}, which func(topic, *audience) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for of, a := range h.audiences {
		if !which(of, a) {
			continue
		}
		a.changes++
		if !a.waking {
			a.waking = true
			pause := time.Duration(0)
			if of.game == 0 {
				pause = h.listPause
			}
			go h.wake(done, a, pause)
		}
	}
}

const (
	// wakeAtOnce is how many streams of a game are woken before a pause of wakePause: what the bot has to do besides comes in between.
	wakeAtOnce = 16
	wakePause  = 30 * time.Millisecond
	// longestPause is how long a pause may become while more requests are in progress than wakeAtOnce. Browsers that are woken ask for the page, and each
	// request takes memory until it has been answered.
	longestPause = 300 * time.Millisecond
)

// wake wakes the streams of a topic, and after a pause again for changes that have come meanwhile.
func (h *hub) wake(done <-chan struct{}, a *audience, pause time.Duration) {
	for {
		h.mu.Lock()
		if a.waking = a.woken != a.changes; !a.waking {
			h.mu.Unlock()
			return
		}
		a.woken = a.changes
		all := slices.Collect(maps.Keys(a.streams))
		h.mu.Unlock()
		for i, wake := range all {
			if i > 0 && i%wakeAtOnce == 0 && !h.rest(done) {
				return
			}
			select {
			case wake <- struct{}{}:
			default: // it will be woken already
			}
		}
		select {
		case <-done:
			return
		case <-time.After(pause):
		}
	}
}

// rest waits between two groups of streams. It returns false if there is nothing to wait for any more.
func (h *hub) rest(done <-chan struct{}) bool {
	for waited := time.Duration(0); waited == 0 || waited < longestPause && h.busy.Load() > wakeAtOnce; waited += wakePause {
		select {
		case <-done:
			return false
		case <-time.After(wakePause):
		}
	}
	return true
}

// notice returns the newest notice of a topic in a language, which write writes if nobody has since the streams were last woken. The caller has joined
// the topic.
func (h *hub) notice(of topic, language string, write func() (notice, error)) (notice, error) {
	h.mu.Lock()
	a := h.audiences[of]
	n := a.notices[language]
	if n == nil || n.of != a.woken {
		n = &sharedNotice{of: a.woken}
		a.notices[language] = n
	}
	h.mu.Unlock()
	n.once.Do(func() { n.notice, n.err = write() })
	if n.err != nil { // the next one tries again
		h.mu.Lock()
		defer h.mu.Unlock()
		if a.notices[language] == n {
			delete(a.notices, language)
		}
	}
	return n.notice, n.err
}

// join returns a channel that receives after a topic may have changed. leave ends that. The stream is that of a spectator, unless that is empty.
func (h *hub) join(of topic, spectator string) (wake <-chan struct{}, leave func()) {
	own := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.audiences[of]
	if a == nil {
		a = &audience{streams: map[chan struct{}]string{}, spectators: map[string]int{}, notices: map[string]*sharedNotice{}}
		h.audiences[of] = a
	}
	a.streams[own] = spectator
	if spectator != "" {
		a.spectators[spectator]++
	}
	return own, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(a.streams, own)
		if a.spectators[spectator]--; a.spectators[spectator] <= 0 {
			delete(a.spectators, spectator)
		}
		if len(a.streams) == 0 {
			delete(h.audiences, of)
		}
	}
}

// spectators returns how many watch a game, apart from one of them.
func (h *hub) spectators(id bot.GameID, but string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.audiences[topic{game: id}]
	if a == nil {
		return 0
	}
	n := len(a.spectators)
	if a.spectators[but] > 0 {
		n--
	}
	return n
}
