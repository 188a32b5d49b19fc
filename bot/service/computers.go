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

// computers let the computer do what it has to do in its games. What it does goes through
// [Service.Handle] as if a person had said it. Nothing of it is kept: after a crash
// its games are resumed, and an event's name keeps a move from being made twice.
type computers struct {
	service *Service

	mu    sync.Mutex
	games map[bot.GameID]*waiting
}

// waiting is where a game is on its way to the computer.
type waiting struct {
	thinking bool
	again    bool // it was asked for while it was being thought about
	whose    any
}

func newComputers(s *Service) *computers {
	return &computers{service: s, games: map[bot.GameID]*waiting{}}
}

// takeUp asks for all games of the computer that go on: what an earlier run left.
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
				c.ask(g.ID, lineOf(bot.Request{Room: human.Room, From: human.User}))
			}
		}
	}
	return nil
}

// ask puts a game into a line, unless it waits already.
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

// begin notes that a game is being thought about.
func (c *computers) begin(id bot.GameID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.games[id].thinking = true
}

// finish ends the work on a game, which goes back into its line if it was asked for meanwhile.
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

// PlayComputer lets the computer do all that it has to do now, and returns when that is done.
func (s *Service) PlayComputer(ctx context.Context) error { return s.thinkers.drain(ctx) }

// computerRetry is how long a game rests in which the computer could not act.
const computerRetry = 10 * time.Second

// work lets the computer act in one game until it has nothing to do there.
func (c *computers) work(ctx context.Context, id bot.GameID) {
	for ctx.Err() == nil {
		acted, err := c.act(ctx, id)
		if err != nil && ctx.Err() == nil {
			c.service.log.Error("the computer cannot play", "game", id, "err", err)
			time.AfterFunc(computerRetry, func() { c.ask(id, lineOf(bot.Request{From: bot.ComputerUser(1)})) })
		}
		if !acted || err != nil {
			return
		}
	}
}

// turn is what the computer must know of a game to act in it.
type turn struct {
	game   bot.Game
	side   rules.Side
	record *rules.Game
	// event names what the computer does next: it is the same until somebody does something.
	event bot.EventID
}

// act carries out one thing that the computer has to do; false if there is nothing.
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
	words := c.decide(ctx, t)
	if words == "" || ctx.Err() != nil {
		return false, nil // what was not thought through is thought about anew
	}
	reply, err := c.service.Handle(ctx, bot.Request{Event: t.event, From: t.game.Seats[t.side].User, Text: words})
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) && problem.Kind == bot.NotNow {
		return false, nil // the game has ended meanwhile
	}
	return err == nil && reply.Outcome == bot.Done, err
}

// look reads a game; nil if the computer has nothing to do in it.
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
		log, err := tx.Log(id)
		if err != nil {
			return err
		}
		t.event = bot.EventID(fmt.Sprintf("%d/%d", id, len(log)))
		record, err := c.service.replay(tx, g)
		if err != nil {
			return err
		}
		// The record belongs to the cache again before the search begins.
		t.record = rules.NewGame(record.Position().Variant())
		for _, m := range record.Moves() {
			if err := t.record.Play(m); err != nil {
				return err
			}
		}
		c.service.keep(id, record)
		found = t
		return nil
	})
	return found, err
}

// longestThought ends a search that takes far longer than it should.
const longestThought = 2 * time.Minute

// decide returns the command that the computer gives.
func (c *computers) decide(ctx context.Context, t *turn) string {
	id := t.game.ID
	if o := t.game.Offer; o != nil && o.By != t.side {
		switch o.What {
		case bot.TakebackOffered, bot.AbortOffered:
			return fmt.Sprintf("%s %d accept", o.Command(), id)
		}
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
	case engine.Hopeless(scores):
		return fmt.Sprintf("resign %d", id)
	case t.record.Claimable() != rules.NotEnded && score <= 0:
		return fmt.Sprintf("draw %d claim", id)
	}
	return fmt.Sprintf("move %d %s", id, t.record.Position().Text(choice.Move))
}

// pastScores evaluates the positions in which a side was to move before, the
// latest last.
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
