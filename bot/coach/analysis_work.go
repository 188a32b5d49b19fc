package coach

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/engine"
	"raumbot/bot/engine/search"
	"raumbot/bot/phrase"
	"raumbot/bot/play/watch"
	"raumbot/rules"
)

// Analysts analyse games, one position at a time. They share the pool of searches and give way to
// every search that a person waits for. Results are stored every few seconds and at the end, in
// one transaction with the messages that report them. An analysis that is interrupted by the end
// of the process continues in the next one.
type Analysts struct {
	core  *action.Bot
	nodes uint64 // nodes searched per position; 0 for as many as the level advisor

	mu      sync.Mutex
	running map[bot.GameID]*analysisRun
}

// analysisRun is an analysis in progress.
type analysisRun struct {
	id     bot.GameID
	owner  any
	record *rules.Game // nil until the first step
	found  []bot.Judged
	saved  time.Time // when found was last stored
}

// progressPause is the minimum time between two edits of a progress message.
const progressPause = 5 * time.Second

// errOutOfTime means that the engine has found nothing about a position within the time limit.
var errOutOfTime = errors.New("the engine ran out of time")

// NewAnalysts returns the analysts of a bot. They search nodes nodes per position, or as many as
// the level advisor if nodes is 0.
func NewAnalysts(s *action.Bot, nodes uint64) *Analysts {
	return &Analysts{core: s, nodes: nodes, running: map[bot.GameID]*analysisRun{}}
}

// TakeUp resumes the analyses that an earlier run of the bot has left unfinished.
func (w *Analysts) TakeUp(tx bot.Tx) error {
	waiting, err := tx.WaitingAnalyses(0)
	for _, a := range waiting {
		w.enqueue(a.Game, a.Followers[0].Where.Line())
	}
	return err
}

// enqueue queues an analysis in the line of owner, unless it is in progress.
func (w *Analysts) enqueue(id bot.GameID, owner any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running[id] == nil {
		run := &analysisRun{id: id, owner: owner}
		w.running[id] = run
		w.core.Thinkers.AddLater(owner, func(ctx context.Context) { w.work(ctx, run) })
	}
}

// work judges one position, and queues the rest of the analysis.
func (w *Analysts) work(ctx context.Context, run *analysisRun) {
	more, err := w.step(ctx, run)
	switch {
	case ctx.Err() != nil: // the next run of the bot continues the analysis
	case err != nil:
		w.core.Log.Error("an analysis has failed", "game", run.id, "err", err)
		if err := w.giveUp(ctx, run, err); err != nil {
			w.core.Log.Error("an analysis cannot be given up", "game", run.id, "err", err)
			time.AfterFunc(engineRetry, func() { w.enqueue(run.id, run.owner) })
		}
	case more:
		w.core.Thinkers.AddLater(run.owner, func(ctx context.Context) { w.work(ctx, run) })
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, run.id)
}

// step judges the next position of an analysis. more is false if that was the last position or
// nobody waits any longer.
func (w *Analysts) step(ctx context.Context, run *analysisRun) (more bool, err error) {
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
	if done := len(run.found) > run.record.Ply(); !done && w.core.Clock.Now().Sub(run.saved) < progressPause {
		return true, nil
	}
	return w.save(ctx, run)
}

// begin loads the stored part of an analysis. It leaves run.record nil if nobody waits for the
// analysis.
func (w *Analysts) begin(ctx context.Context, run *analysisRun) error {
	return w.core.Store.View(ctx, func(tx bot.Tx) error {
		run.record, run.found, run.saved = nil, nil, w.core.Clock.Now()
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
		c := &action.Call{Bot: w.core, Tx: tx, Subject: action.Subject{Game: g}}
		run.found = append(run.found, a.Positions...)
		run.record, err = copyRecord(c, a.Wanted-1)
		return err
	})
}

// judge searches the position of a game after the given ply. Scores are from White's point of
// view.
func (w *Analysts) judge(ctx context.Context, record *rules.Game, ply int) (bot.Judged, error) {
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
	job := search.About(search.Analysis, game)
	job.Nodes, job.Within = cmp.Or(w.nodes, engine.LevelNodes(game.Position().Variant(), advisor)), w.core.Advice
	result, err := find(w.core, ctx, job)
	if err != nil {
		return bot.Judged{}, err
	}
	info, err := result.Info(game)
	if err != nil {
		return bot.Judged{}, err
	}
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

// judgedOf converts a score for the player to move into one from White's point of view.
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

// save stores the results so far and reports them to the followers. more is false if the analysis
// is complete or nobody waits any longer.
func (w *Analysts) save(ctx context.Context, run *analysisRun) (more bool, err error) {
	var result bot.Message
	if len(run.found) > run.record.Ply() {
		if result, err = w.result(ctx, run); err != nil {
			return false, err
		}
	}
	err = w.update(ctx, run.id, func(c *action.Call, a bot.Analysis) error {
		if more = a.Waits() && a.Moves == c.Game.MovesHash; !more {
			return nil
		}
		a.Positions = run.found
		if more = !a.Done(); !more {
			followers := a.Followers
			a.Followers = nil
			return errors.Join(c.Tx.PutAnalysis(a), tellEnd(c, a, followers, result))
		}
		return tellProgress(c, a)
	})
	run.saved = w.core.Clock.Now()
	return more, err
}

// result returns the message that shows a complete analysis. It reads in a transaction that does
// not block writers.
func (w *Analysts) result(ctx context.Context, run *analysisRun) (m bot.Message, err error) {
	err = w.core.Store.View(ctx, func(tx bot.Tx) error {
		a, err := tx.Analysis(run.id)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		c, err := w.core.CallAt(tx)
		if err != nil {
			return err
		}
		a.Positions = run.found
		m, err = analysisMessage(c, a, bot.Message{})
		return err
	})
	return m, err
}

// giveUp ends an analysis that has failed, and tells its followers. The results so far are kept,
// and a later analysis continues from there.
func (w *Analysts) giveUp(ctx context.Context, run *analysisRun, why error) error {
	return w.update(ctx, run.id, func(c *action.Call, a bot.Analysis) error {
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
		return errors.Join(c.Tx.PutAnalysis(a), c.EnqueueAll(all))
	})
}

// update changes an analysis in a transaction. It does nothing if the analysis has been deleted.
func (w *Analysts) update(ctx context.Context, id bot.GameID, change func(c *action.Call, a bot.Analysis) error) error {
	s := w.core
	err := s.Store.Update(ctx, func(tx bot.Tx) error {
		c, err := s.CallAt(tx)
		if err != nil {
			return err
		}
		a, err := tx.Analysis(id)
		if errors.Is(err, bot.ErrNotFound) { // deleted with its game
			return nil
		}
		if err == nil {
			c.Game, err = tx.Game(id)
		}
		if err != nil {
			return err
		}
		return change(c, a)
	})
	if err == nil {
		s.WakeUp()
	}
	return err
}

// tellProgress edits the followers' progress messages, except those whose previous edit has not
// been delivered yet.
func tellProgress(c *action.Call, a bot.Analysis) error {
	for i := range a.Followers {
		f := &a.Followers[i]
		waits, err := waitsInOutbox(c, f.Where, f.Latest)
		if err != nil {
			return err
		}
		if waits {
			continue
		}
		edit := []bot.Message{editOf(a.Game, *f, phrase.Of("%s is being analysed: %s.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a)), true)}
		if err := c.EnqueueAll(edit); err != nil {
			return err
		}
		f.Latest = edit[0].ID
	}
	return c.Tx.PutAnalysis(a)
}

// tellEnd sends each follower the result as a new message, because platforms do not notify
// anybody of an edit. Followers who may no longer see the game are told that instead.
func tellEnd(c *action.Call, a bot.Analysis, followers []bot.Follower, result bot.Message) error {
	var all []bot.Message
	for _, f := range followers {
		may, err := watch.Sees(c, watch.Spectator{Player: f.Player, User: f.Where.User, Room: f.Where.Room, Place: f.Place, Within: f.Within, Reach: f.Reach, Until: c.Uptime.Beat.Add(bot.Day)}, c.Game)
		if err != nil {
			return err
		}
		if !may {
			all = append(all, editOf(a.Game, f, action.NotShown(c.Game).Text, false))
			continue
		}
		m := f.Where.Message(result.Text)
		m.Game, m.Picture, m.Buttons = result.Game, result.Picture, result.Buttons
		all = append(all, editOf(a.Game, f, phrase.Of("%s has been analysed: %s.", phrase.Upper(bot.GameNumber(a.Game)), progressWords(a)), false), m)
	}
	return c.EnqueueAll(all)
}

// editOf returns an edit of a follower's progress message. more says whether the message will be
// edited again.
func editOf(game bot.GameID, f bot.Follower, text phrase.Text, more bool) bot.Message {
	m := f.Where.Message(text)
	m.Game, m.Edits, m.Editable = game, f.Progress, more
	return m
}

// waitsInOutbox reports whether a message has not been delivered yet.
func waitsInOutbox(c *action.Call, where bot.Address, id bot.MessageID) (bool, error) {
	first, err := c.Tx.Waiting(where.Message("").Platform, id-1, 1)
	return len(first) > 0 && first[0].ID == id, err
}

// Judge returns the engine's opinion of the current position of a game.
func (w *Analysts) Judge(ctx context.Context, g bot.Game) (bot.Judged, error) {
	var record *rules.Game
	err := w.core.Store.View(ctx, func(tx bot.Tx) (err error) {
		c := &action.Call{Bot: w.core, Tx: tx, Subject: action.Subject{Game: g}}
		record, err = copyRecord(c, g.Moves)
		return err
	})
	if err != nil {
		return bot.Judged{}, err
	}
	return w.judge(ctx, record, g.Moves)
}
