package service

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/rules"
)

// computers makes the computer act in its games. It acts through [Service.Handle], like a
// person. No state is stored: after a crash takeUp resumes the games, and the ID of the
// event keeps a move from being made twice.
type computers struct {
	service *Service

	mu     sync.Mutex
	games  map[bot.GameID]*waiting
	held   map[bot.GameID]held
	pauses map[bot.GameID]time.Duration // before the next try in each game whose last action failed
}

// waiting is the state of a game that waits for the computer.
type waiting struct {
	thinking bool
	again    bool // asked for while thinking: to be queued again
	whose    any
}

func newComputers(s *Service) *computers {
	return &computers{service: s, games: map[bot.GameID]*waiting{}, held: map[bot.GameID]held{}, pauses: map[bot.GameID]time.Duration{}}
}

// takeUp queues all ongoing games of the computer, at the start of the bot.
func (c *computers) takeUp(tx bot.Tx) error {
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
				c.ask(g.ID, lineFor(human.Address()))
			}
		}
	}
	return nil
}

// ask queues a game in the line of whose, unless it waits already.
func (c *computers) ask(id bot.GameID, whose any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.games[id]
	switch {
	case w == nil:
		c.games[id] = &waiting{whose: whose}
		c.enter(id, whose)
	case w.thinking:
		w.again = true
	}
}

func (c *computers) enter(id bot.GameID, whose any) {
	c.service.thinkers.add(whose, func(ctx context.Context) {
		c.begin(id)
		defer c.finish(id)
		c.work(ctx, id)
	})
}

// begin marks a game as being thought about.
func (c *computers) begin(id bot.GameID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.games[id].thinking = true
	delete(c.held, id)
}

// finish ends the work on a game, and queues it again if it was asked for in the meantime.
func (c *computers) finish(id bot.GameID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.games[id]
	if w.again {
		w.thinking, w.again = false, false
		c.enter(id, w.whose)
	} else {
		delete(c.games, id)
	}
}

// PlayComputer carries out all queued searches, the computer's moves among them, and returns when none is left.
func (s *Service) PlayComputer(ctx context.Context) error { return s.thinkers.drain(ctx) }

// engineRetry is the pause before the engine goes on after an error in a game, or where another process thinks about it. For each further error in a
// row the computer's pause in the game is twice as long, up to longestRetry.
const (
	engineRetry  = 10 * time.Second
	longestRetry = time.Hour
)

// askLater queues a game again after a pause.
func (c *computers) askLater(id bot.GameID, pause time.Duration) {
	time.AfterFunc(pause, func() { c.ask(id, lineFor(bot.Address{User: bot.ComputerUser(1)})) })
}

// work lets the computer act in one game until it has nothing left to do there.
func (c *computers) work(ctx context.Context, id bot.GameID) {
	for ctx.Err() == nil {
		acted, err := c.act(ctx, id)
		if err != nil && ctx.Err() == nil {
			pause := c.pause(id)
			c.service.log.Error("the computer cannot play", "game", id, "err", err, "again_in", pause)
			c.askLater(id, pause)
		}
		if err == nil {
			c.forgive(id)
		}
		if !acted || err != nil {
			return
		}
	}
}

// pause returns how long to wait after one more error in a game.
func (c *computers) pause(id bot.GameID) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	pause := min(max(2*c.pauses[id], engineRetry), longestRetry)
	c.pauses[id] = pause
	return pause
}

// forgive forgets the errors in a game.
func (c *computers) forgive(id bot.GameID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pauses, id)
}

// turn is what the computer needs to know about a game to act in it.
type turn struct {
	game   bot.Game
	side   rules.Side
	record *rules.Game
	// contest is an ongoing game between people that a move of the computer could help in; 0 for none.
	contest bot.GameID
	// event identifies the computer's next action: it stays the same until the game's log grows.
	event bot.EventID
}

// act carries out one action of the computer; acted is false if there is none.
func (c *computers) act(ctx context.Context, id bot.GameID) (acted bool, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	t, err := c.look(ctx, id)
	if err != nil || t == nil {
		return false, err
	}
	if c.service.shared {
		release := c.service.claimSearch(ctx, id)
		if release == nil {
			c.askLater(id, engineRetry) // if the other process dies, it is done here
			return false, nil
		}
		defer release()
		if t, err = c.look(ctx, id); err != nil || t == nil { // the other one may have just finished
			return false, err
		}
	}
	words := c.decide(ctx, t)
	if words == "" && t.contest != 0 {
		return c.hold(ctx, t)
	}
	if words == "" || ctx.Err() != nil {
		return false, nil // an interrupted search is started again later
	}
	reply, err := c.service.Handle(ctx, bot.Request{Event: t.event, From: t.game.Seats[t.side].User, Text: words})
	if isContested(err) {
		now, failed := c.look(ctx, id)
		switch {
		case failed != nil || now == nil:
			return false, failed
		case now.contest == 0: // it is refused for another reason, or no more
			return false, err
		}
		return c.hold(ctx, now)
	}
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) && problem.Kind == bot.NotNow {
		return false, nil // the game has ended in the meantime
	}
	if err != nil || reply.Outcome != bot.Done {
		return false, err
	}
	if now, err := c.look(ctx, id); err != nil || now == nil || now.event != t.event {
		return err == nil, err
	}
	return false, fmt.Errorf("%q has changed nothing", words)
}

// look reads a game; found is nil if the computer has nothing to do in it.
func (c *computers) look(ctx context.Context, id bot.GameID) (found *turn, err error) {
	err = c.service.store.View(ctx, func(tx bot.Tx) error {
		g, err := tx.Game(id)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		side, ok := g.Computer()
		if err != nil || !ok || g.Over() {
			return err
		}
		t := &turn{game: g, side: rules.Side(side)}
		if asked := g.Offer != nil && g.Offer.By != t.side; !asked && g.Turn != t.side {
			return nil
		}
		entries, err := tx.LogLength(id)
		if err != nil {
			return err
		}
		// The end tells it from events of an earlier version, which have been applied in games where the computer asked whether to resign.
		t.event = bot.EventID(fmt.Sprintf("%d/%d/2", id, entries))
		record, err := c.service.replay(tx, g)
		if err != nil {
			return err
		}
		// A copy, because the record goes back to the cache before the search begins.
		t.record, err = copyGame(record, record.Ply())
		c.service.keep(id, record)
		if err == nil {
			t.contest, err = (&call{service: c.service, tx: tx}).contest(t.record, t.record.Ply())
		}
		found = t
		return err
	})
	return found, err
}

// longestThought is the time limit of a search, far above what one normally takes.
const longestThought = 2 * time.Minute

// decide returns the command that the computer gives, empty if its search was cut short, or if it waits for another game.
func (c *computers) decide(ctx context.Context, t *turn) string {
	id := t.game.ID
	if o := t.game.Offer; o != nil && o.By != t.side {
		switch o.What {
		case bot.TakebackOffered, bot.AbortOffered:
			return fmt.Sprintf("%s %d accept", o.Command(), id)
		}
		if t.contest != 0 {
			return fmt.Sprintf("draw %d decline", id)
		}
	}
	if t.contest != 0 {
		return ""
	}
	limited, cancel := context.WithTimeout(ctx, longestThought)
	defer cancel()
	choice, ok := engine.New(engine.DefaultHash).Choose(limited, t.record, t.game.Seats[t.side].User.Level(), uint64(id))
	if !ok {
		return ""
	}
	score := choice.Score
	if t.game.Turn != t.side {
		score = -score
	}
	scores := append(pastScores(t.record, t.side), score)
	if t.game.Offer != nil && t.game.Offer.By != t.side {
		if engine.Even(scores, t.record.Ply()) {
			return fmt.Sprintf("draw %d accept", id)
		}
		return fmt.Sprintf("draw %d decline", id)
	}
	switch {
	case engine.Hopeless(scores, t.record.Position(), t.side):
		return fmt.Sprintf("resign %d confirm", id)
	case t.record.Claimable() != rules.NotEnded && score <= 0:
		return fmt.Sprintf("draw %d claim", id)
	}
	return fmt.Sprintf("move %d %s", id, t.record.Position().Text(choice.Move))
}

// pastScores returns the static evaluations of the latest earlier positions in which
// a side was to move, the newest last.
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
