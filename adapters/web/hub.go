package web

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/bot"
)

// topic is the subject of a stream: a game, a tournament, a league, or, if all are zero, the lists
// of games.
type topic struct {
	game       bot.GameID
	tournament bot.TournamentID
	league     int
}

// concerns reports whether a change of a game may change the topic. Game 0 stands for a change of
// anything, and [service.Lists] for one of lists alone.
func (t topic) concerns(id bot.GameID) bool { return id == 0 || t.game == 0 || t.game == id }

// hub wakes the streams of topics that may have changed, and counts the spectators of games. A slow
// stream is woken once for several changes.
type hub struct {
	mu        sync.Mutex
	audiences map[topic]*audience
	busy      atomic.Int64 // requests in progress, apart from streams
	// countPause and listPause are [countPause] and [listPause], except in tests.
	countPause, listPause time.Duration
	done                  chan struct{} // closed at the end of run
}

// audience is the streams of one topic.
type audience struct {
	// streams has the spectator of each stream; streams of players and of lists have none.
	streams    map[chan struct{}]string
	spectators map[string]int // the number of streams of each spectator
	announced  int            // the number of spectators when the streams were last woken for it
	changes    int            // how many changes there have been
	woken      int            // the value of changes when the streams were last woken
	waking     bool           // whether wake is running
	settled    bool           // whether the streams have been woken again a pause after the last change
	// notices has the newest notice in each language.
	notices map[string]*sharedNotice
}

// notice is what a stream sends when its topic has changed.
type notice struct {
	// log is the number of entries in a game's log, and logged the event that reports it.
	log    int
	logged string
	over   bool // whether the game is over
	// words say how many watch a game, and watched is the event that reports it.
	words, watched string
	// list is a digest of everything that a page of lists shows.
	list string
}

// sharedNotice is a notice that is made once for several streams.
type sharedNotice struct {
	once sync.Once
	of   int // the value of audience.woken for which it is made
	notice
	err error
}

// countPause is the shortest time between two events that report how many watch a game. Without it,
// each spectator who arrives would wake all others.
const countPause = 2 * time.Second

func newHub() *hub {
	return &hub{audiences: map[topic]*audience{}, countPause: countPause, listPause: listPause, done: make(chan struct{})}
}

// run wakes streams until changes is closed.
func (h *hub) run(changes <-chan bot.GameID) {
	defer close(h.done)
	count := time.NewTicker(h.countPause)
	defer count.Stop()
	for {
		select {
		case id, open := <-changes:
			if !open {
				return
			}
			h.change(func(of topic, _ *audience) bool { return of.concerns(id) })
		case <-count.C:
			h.change(func(_ topic, a *audience) bool {
				before := a.announced
				a.announced = len(a.spectators)
				return a.announced != before
			})
		}
	}
}

// changeLists begins to wake the streams of the first page.
func (h *hub) changeLists() {
	h.change(func(of topic, _ *audience) bool { return of == topic{} })
}

// change begins to wake the streams of the topics that which selects. Each topic has a goroutine of
// its own, which wakes its streams in groups.
func (h *hub) change(which func(topic, *audience) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for of, a := range h.audiences {
		if !which(of, a) {
			continue
		}
		a.changes++
		a.settled = false
		if !a.waking {
			a.waking = true
			pause := time.Duration(0)
			if of.game == 0 {
				pause = h.listPause
			}
			go h.wake(a, pause)
		}
	}
}

const (
	// wakeGroup is how many streams of a topic are woken at once. A pause of wakePause follows,
	// which leaves the processor to other work.
	wakeGroup = 16
	wakePause = 30 * time.Millisecond
	// longestPause limits such a pause, which is extended while more than wakeGroup requests are
	// in progress: a browser that is woken requests the page, and each request takes memory until
	// it has been answered.
	longestPause = 300 * time.Millisecond
)

// wake wakes the streams of a topic. If the topic has changed again in the meantime, it wakes them
// again after a pause. The streams of lists are woken once more a pause after the last change,
// because a list for strangers may come from a cache, which is kept for a shorter time.
func (h *hub) wake(a *audience, pause time.Duration) {
	for {
		h.mu.Lock()
		if a.woken == a.changes && pause > 0 && !a.settled {
			a.settled = true
			a.changes++
		}
		if a.waking = a.woken != a.changes; !a.waking {
			h.mu.Unlock()
			return
		}
		a.woken = a.changes
		all := slices.Collect(maps.Keys(a.streams))
		h.mu.Unlock()
		for i, wake := range all {
			if i > 0 && i%wakeGroup == 0 && !h.pauseWaking() {
				return
			}
			select {
			case wake <- struct{}{}:
			default: // the stream has been woken already and has not looked yet
			}
		}
		select {
		case <-h.done:
			return
		case <-time.After(pause):
		}
	}
}

// pauseWaking waits between two groups of streams. It returns false at the end of run.
func (h *hub) pauseWaking() bool {
	for waited := time.Duration(0); waited == 0 || waited < longestPause && h.busy.Load() > wakeGroup; waited += wakePause {
		select {
		case <-h.done:
			return false
		case <-time.After(wakePause):
		}
	}
	return true
}

// notice returns the newest notice of a topic in a language. It calls write to make the notice
// unless that has been done since the streams were last woken. The caller must have joined the
// topic.
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
	if n.err != nil { // the next caller tries again
		h.mu.Lock()
		defer h.mu.Unlock()
		if a.notices[language] == n {
			delete(a.notices, language)
		}
	}
	return n.notice, n.err
}

// join adds a stream to a topic. The channel receives after the topic may have changed, until leave
// is called. spectator identifies the visitor who watches; it is empty for players and lists.
func (h *hub) join(of topic, spectator string) (wake chan struct{}, leave func()) {
	wake = make(chan struct{}, 1)
	return wake, h.joinAs(wake, of, spectator)
}

// joinAs adds the stream that wake wakes to a topic, as [hub.join] does.
func (h *hub) joinAs(wake chan struct{}, of topic, spectator string) (leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.audiences[of]
	if a == nil {
		a = &audience{streams: map[chan struct{}]string{}, spectators: map[string]int{}, notices: map[string]*sharedNotice{}}
		h.audiences[of] = a
	}
	a.streams[wake] = spectator
	if spectator != "" {
		a.spectators[spectator]++
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(a.streams, wake)
		if a.spectators[spectator]--; a.spectators[spectator] <= 0 {
			delete(a.spectators, spectator)
		}
		if len(a.streams) == 0 {
			delete(h.audiences, of)
		}
	}
}

// spectators returns the number of spectators of a game, without the spectator but.
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
