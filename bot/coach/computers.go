package coach

import (
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
	"raumbot/rules"
)

// Computers makes the computer act in its games. It acts through Handle of [action.Bot], like a
// person. Its state is not stored: after a crash TakeUp resumes the games, and the ID of the
// event prevents a move from being made twice.
type Computers struct {
	core *action.Bot

	mu    sync.Mutex
	games map[bot.GameID]*waiting
	held  map[bot.GameID]held
	// pause before the next try, for games in which the last action failed
	pauses map[bot.GameID]time.Duration
}

// waiting is the state of a game that waits for the computer.
type waiting struct {
	cancel context.CancelFunc // ends the search; nil while the computer does not think
	again  bool               // Ask was called while thinking, so the game must be queued again
	owner  any
}

// NewComputers returns the computer players of a bot.
func NewComputers(s *action.Bot) *Computers {
	return &Computers{core: s, games: map[bot.GameID]*waiting{}, held: map[bot.GameID]held{}, pauses: map[bot.GameID]time.Duration{}}
}

// TakeUp queues all ongoing games of the computer when the bot starts.
func (c *Computers) TakeUp(tx bot.Tx) error {
	for level := 1; level <= engine.Levels; level++ {
		p, err := tx.PlayerOf(bot.ComputerUser(level).UserID)
		if errors.Is(err, bot.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		games, err := tx.GamesOf(p.ID, false, bot.Page{})
		if err != nil {
			return err
		}
		for _, g := range games {
			if side, ok := g.Computer(); ok {
				human := g.Seats[1-side]
				c.Ask(g.ID, human.Address().Line())
			}
		}
	}
	return nil
}

// Ask queues a game in the line of owner, unless it waits already. If the computer is thinking
// about it, the game has changed, so the search is cancelled.
func (c *Computers) Ask(id bot.GameID, owner any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.games[id]
	switch {
	case w == nil:
		c.games[id] = &waiting{owner: owner}
		c.enter(id, owner)
	case w.cancel != nil:
		w.again = true
		w.cancel()
	}
}

// enter adds the work on a game to the line of owner.
func (c *Computers) enter(id bot.GameID, owner any) {
	c.core.Thinkers.Add(owner, func(ctx context.Context) {
		searching := c.begin(ctx, id)
		defer c.finish(id)
		c.work(ctx, searching, id)
	})
}

// begin marks a game as being thought about. It returns the context for the search, which ends when
// the game changes.
func (c *Computers) begin(ctx context.Context, id bot.GameID) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	ctx, c.games[id].cancel = context.WithCancel(ctx)
	delete(c.held, id)
	return ctx
}

// finish ends the work on a game, and queues it again if Ask was called meanwhile.
func (c *Computers) finish(id bot.GameID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.games[id]
	w.cancel()
	if w.again {
		w.cancel, w.again = nil, false
		c.enter(id, w.owner)
	} else {
		delete(c.games, id)
	}
}

// engineRetry is the pause before the engine continues after an error in a game. For each further
// error in a row the computer's pause is twice as long, up to longestRetry.
const (
	engineRetry  = 10 * time.Second
	longestRetry = time.Hour
)

// askLater queues a game again after a pause.
func (c *Computers) askLater(id bot.GameID, pause time.Duration) {
	time.AfterFunc(pause, func() { c.Ask(id, bot.Address{User: bot.ComputerUser(1)}.Line()) })
}

// work lets the computer act in one game until it has nothing left to do there. searching is the
// context for searches.
func (c *Computers) work(ctx, searching context.Context, id bot.GameID) {
	for ctx.Err() == nil {
		acted, err := c.act(ctx, searching, id)
		if err != nil && ctx.Err() == nil {
			pause := c.pause(id)
			c.core.Log.Error("the computer cannot play", "game", id, "err", err, "again_in", pause)
			c.askLater(id, pause)
		}
		if err == nil {
			c.resetPause(id)
		}
		if !acted || err != nil {
			return
		}
	}
}

// pause returns how long to wait after one more error in a game.
func (c *Computers) pause(id bot.GameID) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	pause := min(max(2*c.pauses[id], engineRetry), longestRetry)
	c.pauses[id] = pause
	return pause
}

// resetPause forgets the errors in a game.
func (c *Computers) resetPause(id bot.GameID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pauses, id)
}

// task is what the computer needs to know about a game to act in it.
type task struct {
	game   bot.Game
	side   rules.Side
	record *rules.Game
	// contest is an ongoing game between people that a move of the computer could influence; 0
	// for none.
	contest bot.GameID
	// event identifies the computer's next action. It stays the same until the game's log grows.
	event bot.EventID
}

// act carries out one action of the computer. acted is false if there is nothing to do, or if the
// computer has to wait.
func (c *Computers) act(ctx, searching context.Context, id bot.GameID) (acted bool, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	t, err := c.look(ctx, id)
	if err != nil || t == nil {
		return false, err
	}
	words, err := c.decide(searching, t)
	if searching.Err() != nil {
		if ctx.Err() == nil {
			c.core.Log.Info("a search of the computer's move is given up, because the game has changed", "game", id)
		}
		return false, nil // it begins again later
	}
	if words == "" && t.contest != 0 {
		return c.hold(ctx, t)
	}
	if words == "" || err != nil {
		return false, err
	}
	reply, err := c.core.Handle(ctx, bot.Request{Event: t.event, From: t.game.Seats[t.side].User, Text: words})
	if isContested(err) {
		now, failed := c.look(ctx, id)
		switch {
		case failed != nil || now == nil:
			return false, failed
		case now.contest == 0: // the refusal has another reason, or none any more
			return false, err
		}
		return c.hold(ctx, now)
	}
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) && problem.Kind == bot.NotNow {
		return false, nil // the game has ended meanwhile
	}
	if err != nil || reply.Outcome != bot.Done {
		return false, err
	}
	if now, err := c.look(ctx, id); err != nil || now == nil || now.event != t.event {
		return err == nil, err
	}
	return false, fmt.Errorf("%q has changed nothing", words)
}

// look reads a game. found is nil if the computer has nothing to do in it.
func (c *Computers) look(ctx context.Context, id bot.GameID) (found *task, err error) {
	err = c.core.Store.View(ctx, func(tx bot.Tx) error {
		g, err := tx.Game(id)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		side, ok := g.Computer()
		if err != nil || !ok || g.Over() {
			return err
		}
		t := &task{game: g, side: rules.Side(side)}
		if asked := g.Offer != nil && g.Offer.By != t.side; !asked && g.Turn != t.side {
			return nil
		}
		entries, err := tx.LogLength(id)
		if err != nil {
			return err
		}
		// The suffix keeps this ID apart from those of an earlier version, in which the computer
		// asked for confirmation before it resigned.
		t.event = bot.EventID(fmt.Sprintf("%d/%d/2", id, entries))
		record, err := c.core.Replay(tx, g)
		if err != nil {
			return err
		}
		// The search needs a copy, because the record goes back to the cache before it begins.
		t.record, err = copyGame(record, record.Ply())
		c.core.PutBack(id, record)
		if err == nil {
			t.contest, err = contestAt((&action.Call{Bot: c.core, Tx: tx}), t.record, t.record.Ply())
		}
		found = t
		return err
	})
	return found, err
}

// longestThought is the time limit of a search, far above what one normally takes.
const longestThought = 2 * time.Minute

// decide returns the command that the computer gives. It is empty if the search was cut short, or
// if the computer has to wait for another game.
func (c *Computers) decide(ctx context.Context, t *task) (string, error) {
	id := t.game.ID
	if o := t.game.Offer; o != nil && o.By != t.side {
		switch o.What {
		case bot.TakebackOffered, bot.AbortOffered:
			return fmt.Sprintf("%s %d accept", o.Command(), id), nil
		}
		if t.contest != 0 {
			return fmt.Sprintf("draw %d decline", id), nil
		}
	}
	if t.contest != 0 {
		return "", nil
	}
	job := search.About(search.Move, t.record)
	job.Level, job.Seed, job.Within = t.game.Seats[t.side].User.Level(), uint64(id), longestThought
	result, err := find(c.core, ctx, job)
	if err != nil {
		return "", err
	}
	choice, ok, err := result.Choice(t.record)
	if !ok || err != nil {
		return "", err
	}
	score := choice.Score
	if t.game.Turn != t.side {
		score = -score
	}
	scores := append(pastScores(t.record, t.side), score)
	if t.game.Offer != nil && t.game.Offer.By != t.side {
		if engine.Even(scores, t.record.Ply()) {
			return fmt.Sprintf("draw %d accept", id), nil
		}
		return fmt.Sprintf("draw %d decline", id), nil
	}
	switch {
	case engine.Hopeless(scores, t.record.Position(), t.side):
		return fmt.Sprintf("resign %d confirm", id), nil
	case t.record.Claimable() != rules.NotEnded && score <= 0:
		return fmt.Sprintf("draw %d claim", id), nil
	}
	return fmt.Sprintf("move %d %s", id, t.record.Position().Text(choice.Move)), nil
}

// pastScores returns the static evaluations of the latest earlier positions in which a side was
// to move, the newest last.
func pastScores(record *rules.Game, side rules.Side) (scores []engine.Score) {
	const looked = 3
	last := record.Ply() - 1
	for ply := max(0, last-2*looked); ply <= last; ply++ {
		if p := record.PositionAt(ply); p.Turn() == side {
			scores = append(scores, engine.Evaluate(p))
		}
	}
	return scores
}
