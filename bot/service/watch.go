package service

import (
	"context"
	"strings"
	"sync"

	"raumbot/bot"
)

// watchers are the subscribers to changes of games.
type watchers struct {
	mu  sync.Mutex
	all map[chan bot.GameID]struct{}
}

// watchRoom is how many changes may wait for a watcher. One that falls behind receives a game ID of zero: any game
// may have changed.
const watchRoom = 256

// Watch returns a channel of the games whose logs have grown, sent once that is on disk, until ctx ends. It is
// buffered; a zero stands for changes that did not fit.
func (s *Service) Watch(ctx context.Context) <-chan bot.GameID {
	changes := make(chan bot.GameID, watchRoom)
	s.watchers.mu.Lock()
	defer s.watchers.mu.Unlock()
	if s.watchers.all == nil {
		s.watchers.all = map[chan bot.GameID]struct{}{}
	}
	s.watchers.all[changes] = struct{}{}
	context.AfterFunc(ctx, func() {
		s.watchers.mu.Lock()
		defer s.watchers.mu.Unlock()
		delete(s.watchers.all, changes)
		close(changes)
	})
	return changes
}

// tell sends the games that have changed to the watchers.
func (w *watchers) tell(games []bot.GameID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for changes := range w.all {
		for _, id := range games {
			if len(changes) < watchRoom-1 {
				changes <- id
				continue
			}
			select {
			case changes <- 0: // in the last slot
			default: // a zero is already there
			}
			break
		}
	}
}

// changedGames tells of games that have changed, here or in another process; zero stands for any.
func (s *Service) changedGames(games []bot.GameID) {
	s.current.hear(games) // before those who look at it then
	s.watchers.tell(games)
	s.computers.resume(games)
}

// SessionsEnd returns a channel that is closed once the end of a browser's session is on disk, unless it has expired.
func (s *Service) SessionsEnd() <-chan struct{} { return s.sessionsEnd.Next() }

// watchedTx records the games whose logs grow in a transaction, and whether it ends sessions of browsers.
type watchedTx struct {
	bot.Tx
	grown *[]bot.GameID
	ends  *bool
}

// PutMemo implements [bot.Tx].
func (tx watchedTx) PutMemo(p bot.Platform, key string, data []byte) error {
	*tx.ends = *tx.ends || p == ownMemos && data == nil && strings.HasPrefix(key, webSessionMemo)
	return tx.Tx.PutMemo(p, key, data)
}

// AppendLog implements [bot.Tx].
func (tx watchedTx) AppendLog(id bot.GameID, e bot.Entry) error {
	*tx.grown = append(*tx.grown, id)
	return tx.Tx.AppendLog(id, e)
}
