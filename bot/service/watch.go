package service

import (
	"context"
	"strings"
	"sync"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/people"
	"raumbot/bot/vote"
)

// watchers are the subscribers to changes of games.
type watchers struct {
	mu  sync.Mutex
	all map[chan bot.GameID]struct{}
}

// watchBuffer is the number of changes that are buffered for a watcher. A watcher that falls behind
// receives a game ID of zero, which means that any game may have changed.
const watchBuffer = 256

// Lists stands among changed games for a change of no game, but of something else that lists show.
const Lists = ^bot.GameID(0)

// Watch returns a channel of the games whose logs have grown or in which people have voted, and of
// [Lists] when a tournament has changed. Each is sent after the commit, until ctx ends; then the
// channel is closed. It is buffered, and a zero stands for changes that did not fit.
func (s *Service) Watch(ctx context.Context) <-chan bot.GameID {
	changes := make(chan bot.GameID, watchBuffer)
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

// tell sends the IDs of changed games to the watchers.
func (w *watchers) tell(games []bot.GameID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for changes := range w.all {
		for _, id := range games {
			if len(changes) < watchBuffer-1 {
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

// changedGames tells the watchers and the computer which games have changed; zero stands for any
// game.
func (s *Service) changedGames(games []bot.GameID) {
	s.watchers.tell(games)
	s.computers.Resume(games)
}

// SessionsEnd returns a channel that is closed after the commit of a transaction that ends a
// browser session. It is not closed when a session expires.
func (s *Service) SessionsEnd() <-chan struct{} { return s.sessionsEnd.Next() }

// watchedTx records the games whose logs grow or whose ballots change in a transaction, whether
// tournaments change, and whether browser sessions end.
type watchedTx struct {
	bot.Tx
	grown *[]bot.GameID
	ends  *bool
}

// PutMemo implements [bot.Tx].
func (tx watchedTx) PutMemo(p bot.Platform, key string, data []byte) error {
	*tx.ends = *tx.ends || p == action.OwnMemos && data == nil && strings.HasPrefix(key, people.WebSessionMemo)
	if id, ok := vote.Changed(p, key, data); ok {
		*tx.grown = append(*tx.grown, id)
	}
	return tx.Tx.PutMemo(p, key, data)
}

// PutTournament implements [bot.Tx].
func (tx watchedTx) PutTournament(t bot.Tournament) error {
	*tx.grown = append(*tx.grown, Lists)
	return tx.Tx.PutTournament(t)
}

// AppendLog implements [bot.Tx].
func (tx watchedTx) AppendLog(id bot.GameID, e bot.Entry) error {
	*tx.grown = append(*tx.grown, id)
	return tx.Tx.AppendLog(id, e)
}
