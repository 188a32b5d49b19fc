package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// analysts run analyses of games, one position at a time. They share the pool of searches and yield to every search that a person waits for.
// Results are stored every few seconds and at the end, in one transaction with the messages that report them, so that an analysis interrupted
// by the end of the process continues in the next one.
type analysts struct {
	service *Service
	nodes   uint64 // searched per position; 0 for as many as the advisor level

	mu      sync.Mutex
	running map[bot.GameID]*analysisRun
}

// analysisRun is an analysis in progress.
type analysisRun struct {
	id     bot.GameID
	whose  any
	record *rules.Game // nil until the first step
	found  []bot.Judged
	saved  time.Time // when found was last stored
	// release lets another process do it; nil until it is claimed, and where there is no other.
	release func()
}

// progressPause is the minimum time between two edits of a progress message.
const progressPause = 5 * time.Second

// errOutOfTime means that the engine has found nothing about a position within the time limit.
var errOutOfTime = errors.New("the engine ran out of time")

func newAnalysts(s *Service, nodes uint64) *analysts {
	return &analysts{service: s, nodes: nodes, running: map[bot.GameID]*analysisRun{}}
}

// takeUp resumes the analyses that an earlier run of the bot has left unfinished.
func (w *analysts) takeUp(tx bot.Tx) error {
	waiting, err := tx.WaitingAnalyses(0)
	for _, a := range waiting {
		w.ask(a.Game, lineFor(a.Followers[0].Where))
	}
	return err
}

// ask queues an analysis in the line of whose, unless it is in progress already.
func (w *analysts) ask(id bot.GameID, whose any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running[id] == nil {
		run := &analysisRun{id: id, whose: whose}
		w.running[id] = run
		w.service.thinkers.addLater(whose, func(ctx context.Context) { w.work(ctx, run) })
	}
}

// work judges one position, and queues the rest again.
func (w *analysts) work(ctx context.Context, run *analysisRun) {
	more, err := false, error(nil)
	if w.claim(ctx, run) {
		more, err = w.step(ctx, run)
	}
	switch {
	case ctx.Err() != nil: // the next run of the bot continues
	case err != nil:
		w.service.log.Error("an analysis has failed", "game", run.id, "err", err)
		if err := w.giveUp(ctx, run, err); err != nil {
			w.service.log.Error("an analysis cannot be given up", "game", run.id, "err", err)
			time.AfterFunc(engineRetry, func() { w.ask(run.id, run.whose) })
		}
	case more:
		w.service.thinkers.addLater(run.whose, func(ctx context.Context) { w.work(ctx, run) })
		return
	}
	if run.release != nil {
		run.release()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, run.id)
}

// claim makes sure that no other process does the same analysis. If one does, it is asked for again later, should that process die.
func (w *analysts) claim(ctx context.Context, run *analysisRun) bool {
	if !w.service.shared || run.release != nil {
		return true
	}
	if run.release = w.service.claimSearch(ctx, run.id); run.release == nil {
		time.AfterFunc(engineRetry, func() { w.ask(run.id, run.whose) })
		return false
	}
	return true
}

// step judges the next position of an analysis; more is false if none remains after it or nobody waits any longer.
func (w *analysts) step(ctx context.Context, run *analysisRun) (more bool, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			more, err = false, fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	if run.record == nil {
		if err := w.begin(ctx, run); err != nil || run.record == nil {
			return false, err
		}
	}
	if len(run.found) <= run.record.Ply() {
		judged, err := w.judge(ctx, run.record, len(run.found))
		if err != nil || ctx.Err() != nil {
			return false, err
		}
		run.found = append(run.found, judged)
	}
	if done := len(run.found) > run.record.Ply(); !done && w.service.clock.Now().Sub(run.saved) < progressPause {
		return true, nil
	}
	return w.save(ctx, run)
}

// begin loads the stored part of an analysis. It leaves run.record nil if nobody waits for the analysis.
func (w *analysts) begin(ctx context.Context, run *analysisRun) error {
	return w.service.store.View(ctx, func(tx bot.Tx) error {
		run.record, run.found, run.saved = nil, nil, w.service.clock.Now()
		a, err := tx.Analysis(run.id)
		if errors.Is(err, bot.ErrNotFound) || err == nil && !a.Waits() {
			return nil
		}
		if err != nil {
			return err
		}
		g, err := tx.Game(run.id)
		if err != nil {
			return err
		}
		c := &call{service: w.service, tx: tx, game: g}
		run.found = append(run.found, a.Positions...)
		run.record, err = c.borrow(a.Wanted - 1)
		return err
	})
}

// judge has the engine search the position of a game after the given ply. Scores are from White's point of view.
func (w *analysts) judge(ctx context.Context, record *rules.Game, ply int) (bot.Judged, error) {
	game, err := copyGame(record, ply)
	if err != nil {
		return bot.Judged{}, err
	}
	if o := game.Outcome(); game.Position().Status().Finished() {
		switch {
		case !o.Won:
			return bot.Judged{}, nil
		case o.Winner == rules.White:
			return bot.Judged{Score: bot.DecidedScore}, nil
		}
		return bot.Judged{Score: -bot.DecidedScore}, nil
	}
	limited, cancel := context.WithTimeout(ctx, w.service.advice)
	defer cancel()
	info := engine.New(engine.DefaultHash).Search(limited, game, engine.Limits{Nodes: cmp.Or(w.nodes, engine.LevelNodes(game.Position().Variant(), advisor))}, nil)
	if info.Depth == 0 || len(info.Lines) == 0 {
		return bot.Judged{}, fmt.Errorf("position %d: %w", ply, errOutOfTime)
	}
	best := info.Lines[0]
	p := game.Position()
	judged := judgedOf(best.Score, p.Turn())
	for _, m := range best.Moves[:min(lineLength, len(best.Moves))] {
		judged.Best = append(judged.Best, p.Text(m))
		if p, err = p.Play(m); err != nil {
			return judged, err
		}
	}
	return judged, nil
}

// judgedOf returns a score for the player to move as one from White's point of view.
func judgedOf(score engine.Score, turn rules.Side) bot.Judged {
	sign := 1
	if turn == rules.Black {
		sign = -1
	}
	if n, ok := score.Mate(); ok {
		decided := bot.DecidedScore
		if score < 0 {
			decided = -decided
		}
		return bot.Judged{Score: sign * decided, Mate: sign * n}
	}
	return bot.Judged{Score: sign * min(max(int(score), 1-bot.DecidedScore), bot.DecidedScore-1)}
}

// save stores the results so far and reports them to the followers. more is false if the analysis is complete or nobody waits any longer.
func (w *analysts) save(ctx context.Context, run *analysisRun) (more bool, err error) {
	var result bot.Message
	if len(run.found) > run.record.Ply() {
		if result, err = w.result(ctx, run); err != nil {
			return false, err
		}
	}
	err = w.update(ctx, run.id, func(c *call, a bot.Analysis) error {
		if more = a.Waits() && a.Moves == c.game.MovesHash; !more {
			return nil
		}
		a.Positions = run.found
		if more = !a.Done(); !more {
			followers := a.Followers
			a.Followers = nil
			return errors.Join(c.tx.PutAnalysis(a), c.tellEnd(a, followers, result))
		}
		return c.tellProgress(a)
	})
	run.saved = w.service.clock.Now()
	return more, err
}

// result makes the message that shows an analysis that is complete, in a transaction that keeps nobody from writing.
func (w *analysts) result(ctx context.Context, run *analysisRun) (m bot.Message, err error) {
	err = w.service.store.View(ctx, func(tx bot.Tx) error {
		a, err := tx.Analysis(run.id)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		c, err := w.service.callAt(tx)
		if err != nil {
			return err
		}
		a.Positions = run.found
		m, err = c.analysisMessage(a, bot.Message{})
		return err
	})
	return m, err
}

// giveUp ends an analysis that has failed, and tells its followers. The results so far are kept: asking again continues from there.
func (w *analysts) giveUp(ctx context.Context, run *analysisRun, why error) error {
	return w.update(ctx, run.id, func(c *call, a bot.Analysis) error {
		if len(run.found) > len(a.Positions) {
			a.Positions = run.found
		}
		text := phrase.Of("The analysis of %s has failed after %s. `analyse %d` tries again from there.", bot.GameNumber(run.id), progressWords(a), run.id)
		if errors.Is(why, errOutOfTime) {
			text = phrase.Of("The engine ran out of time in %s, after %s. `analyse %d` goes on from there.", bot.GameNumber(run.id), progressWords(a), run.id)
		}
		var all []bot.Message
		for _, f := range a.Followers {
			all = append(all, editOf(run.id, f, text, false))
		}
		a.Followers = nil
		return errors.Join(c.tx.PutAnalysis(a), c.enqueueAll(all))
	})
}

// update changes an analysis in a transaction; it does nothing if the analysis has been deleted.
func (w *analysts) update(ctx context.Context, id bot.GameID, change func(c *call, a bot.Analysis) error) error {
	s := w.service
	err := s.store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.callAt(tx)
		if err != nil {
			return err
		}
		a, err := tx.Analysis(id)
		if errors.Is(err, bot.ErrNotFound) { // deleted with its game
			return nil
		}
		if err == nil {
			c.game, err = tx.Game(id)
		}
		if err != nil {
			return err
		}
		return change(c, a)
	})
	if err == nil {
		s.wakeUp()
	}
	return err
}

// tellProgress edits the followers' progress messages, except those whose previous edit has not been delivered yet.
func (c *call) tellProgress(a bot.Analysis) error {
	for i := range a.Followers {
		f := &a.Followers[i]
		waits, err := c.waitsInOutbox(f.Where, f.Latest)
		if err != nil {
			return err
		}
		if waits {
			continue
		}
		edit := []bot.Message{editOf(a.Game, *f, phrase.Of("%s is being analysed: %s.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a)), true)}
		if err := c.enqueueAll(edit); err != nil {
			return err
		}
		f.Latest = edit[0].ID
	}
	return c.tx.PutAnalysis(a)
}

// tellEnd sends each follower the result as a new message, because an edit notifies nobody. Those who may not see the game any more are told
// that instead.
func (c *call) tellEnd(a bot.Analysis, followers []bot.Follower, result bot.Message) error {
	var all []bot.Message
	for _, f := range followers {
		may, err := c.sees(spectator{Player: f.Player, User: f.Where.User, Room: f.Where.Room, Place: f.Place, Within: f.Within, Reach: f.Reach, Until: c.uptime.Beat.Add(bot.Day)}, c.game)
		if err != nil {
			return err
		}
		if !may {
			all = append(all, editOf(a.Game, f, notShown(c.game).Text, false))
			continue
		}
		m := f.Where.Message(result.Text)
		m.Game, m.Picture, m.Buttons = result.Game, result.Picture, result.Buttons
		all = append(all, editOf(a.Game, f, phrase.Of("%s has been analysed: %s.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a)), false), m)
	}
	return c.enqueueAll(all)
}

// editOf returns an edit of a follower's progress message; more says whether it will be edited again.
func editOf(game bot.GameID, f bot.Follower, text string, more bool) bot.Message {
	m := f.Where.Message(text)
	m.Game, m.Edits, m.Editable = game, f.Progress, more
	return m
}

// waitsInOutbox reports whether a message has not been delivered yet.
func (c *call) waitsInOutbox(where bot.Address, id bot.MessageID) (bool, error) {
	first, err := c.tx.Waiting(where.Message("").Platform, id-1, 1)
	return len(first) > 0 && first[0].ID == id, err
}
