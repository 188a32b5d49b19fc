package uci

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"raumbot/bot/engine"
	"raumbot/rules"
)

// search is a running search.
type search struct {
	stop     context.CancelFunc
	infinite bool
	answered atomic.Bool // set just before the answer is written
	done     chan struct{}
}

// begin starts a search.
func (s *session) begin(words []string) {
	if s.game == nil {
		s.say("info string there is no position to search: give one with position")
		s.say("bestmove (none)")
		return
	}
	o, err := s.readOrder(words)
	if err != nil {
		s.say("info string %v", err)
		s.say("bestmove (none)")
		return
	}
	game := s.game
	engine.Prepare(s.game.Position().Variant()) // not part of the measured time
	if !o.infinite && o.limits == (engine.Limits{Lines: s.lines}) && o.budget(game.Position().Turn()) == 0 {
		o.infinite = true
	}
	var ctx context.Context
	var cancel context.CancelFunc
	if limit := o.budget(game.Position().Turn()); limit > 0 && !o.infinite {
		ctx, cancel = context.WithTimeout(s.ctx, limit)
	} else {
		ctx, cancel = context.WithCancel(s.ctx)
	}
	running := &search{stop: cancel, infinite: o.infinite, done: make(chan struct{})}
	s.search = running
	hash := s.hash << 20
	go func() {
		defer close(running.done)
		defer cancel()
		s.think(ctx, game, hash, o, &running.answered)
	}()
}

// think searches and prints the result. It accesses nothing of the session except
// its output.
func (s *session) think(ctx context.Context, game *rules.Game, hash int, o order, answered *atomic.Bool) {
	began := time.Now()
	v := game.Position().Variant()
	result := engine.New(hash).Search(ctx, game, o.limits, func(info engine.Info) { s.tell(v, info, time.Since(began)) })
	if o.infinite {
		<-ctx.Done()
	}
	answered.Store(true)
	best, ok := result.Best()
	if !ok {
		s.say("info depth 0 score %s", ended(game.Position()))
		s.say("bestmove (none)")
		return
	}
	s.say("bestmove %s", v.Text(best))
}

// ended returns the score of a position without legal moves.
func ended(p *rules.Position) string {
	if _, won := p.Winner(); won {
		return "mate 0"
	}
	return "cp 0"
}

// tell prints the result of an iteration, a line for each of the moves.
func (s *session) tell(v *rules.Variant, info engine.Info, took time.Duration) {
	milliseconds := max(1, took.Milliseconds())
	for i, line := range info.Lines {
		var moves strings.Builder
		for _, m := range line.Moves {
			moves.WriteString(" " + v.Text(m))
		}
		s.say("info depth %d seldepth %d multipv %d score %s nodes %d nps %d time %d pv%s", info.Depth, info.Selective, i+1, line.Score,
			info.Nodes, info.Nodes*1000/uint64(milliseconds), milliseconds, moves.String())
	}
}

// finish ends the running search, if there is one: immediately if stop is set or it
// is unlimited, else when it is done.
func (s *session) finish(stop bool) {
	if s.search == nil {
		return
	}
	if stop || s.search.infinite {
		s.search.stop()
	}
	<-s.search.done
	s.search = nil
}
