package web

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"raumbot/bot"
)

// hub wakes the streams of games that have changed, and counts who watches them. A slow stream is woken once for several changes.
type hub struct {
	mu    sync.Mutex
	games map[bot.GameID]*audience // under game 0: streams about all games
	busy  atomic.Int64             // requests in progress, apart from streams
	// countPause is [countPause], except in tests.
	countPause time.Duration
}

// audience are the streams of a game, each with its spectator, and the number of streams of each spectator. Streams of players and of lists have
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

// notice is what a stream tells of a game: its events, the number of entries in the game's log, and how many watch it, in words.
type notice struct {
	log             int
	words           string
	logged, watched string
}

// sharedNotice is a notice that is made once.
type sharedNotice struct {
	once sync.Once
	of   int // the change that it tells of
	notice
	err error
}

// countPause is the shortest time between two events that tell how many watch a game, so that a crowd that comes does not wake itself each time.
const countPause = 2 * time.Second

func newHub() *hub { return &hub{games: map[bot.GameID]*audience{}, countPause: countPause} }

// run wakes streams until changes is closed. A change of game 0 wakes all of them.
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
			h.change(done, func(of bot.GameID, _ *audience) bool { return id == 0 || of == 0 || of == id })
		case <-count.C:
			h.change(done, func(_ bot.GameID, a *audience) bool {
				before := a.told
				a.told = len(a.spectators)
				return a.told != before
			})
		}
	}
}

// change has the streams of some games woken: those of each game by turns, beside those of others.
func (h *hub) change(done <-chan struct{}, which func(bot.GameID, *audience) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, a := range h.games {
		if !which(id, a) {
			continue
		}
		a.changes++
		if !a.waking {
			a.waking = true
			go h.wake(done, a)
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

// wake wakes the streams of a game, again for changes that come meanwhile.
func (h *hub) wake(done <-chan struct{}, a *audience) {
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

// notice returns the newest notice of a game in a language, which make makes if nobody has. The caller has joined the game.
func (h *hub) notice(id bot.GameID, language string, make func() (notice, error)) (notice, error) {
	h.mu.Lock()
	a := h.games[id]
	n := a.notices[language]
	if n == nil || n.of != a.changes {
		n = &sharedNotice{of: a.changes}
		a.notices[language] = n
	}
	h.mu.Unlock()
	n.once.Do(func() { n.notice, n.err = make() })
	if n.err != nil { // the next one tries again
		h.mu.Lock()
		defer h.mu.Unlock()
		if a.notices[language] == n {
			delete(a.notices, language)
		}
	}
	return n.notice, n.err
}

// join returns a channel that receives after a game has changed; for game 0, after any has. leave ends that. The stream is that of
// a spectator, unless that is empty.
func (h *hub) join(id bot.GameID, spectator string) (wake <-chan struct{}, leave func()) {
	own := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.games[id]
	if a == nil {
		a = &audience{streams: map[chan struct{}]string{}, spectators: map[string]int{}, notices: map[string]*sharedNotice{}}
		h.games[id] = a
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
			delete(h.games, id)
		}
	}
}

// spectators returns how many watch a game, apart from one of them.
func (h *hub) spectators(id bot.GameID, but string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.games[id]
	if a == nil {
		return 0
	}
	n := len(a.spectators)
	if a.spectators[but] > 0 {
		n--
	}
	return n
}
