package coach

import (
	"context"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/rules"
)

const (
	AnalysedPlies  = analysedPlies
	AnalysesADay   = analysesADay
	AnalysesAtOnce = analysesAtOnce
	MaxAnalyses    = maxAnalyses
	MaxFollowers   = maxFollowers
	MaxProofNodes  = maxProofNodes
	PastOpening    = pastOpening
	ProgressPause  = progressPause
)

var (
	CopyGame     = copyGame
	ErrOutOfTime = errOutOfTime
	IsContested  = isContested
	WeekTable    = weekTable
)

// Run is an analysis that a test takes forward by itself.
type Run = analysisRun

// NewRun returns a run that analyses a game.
func NewRun(id bot.GameID) *Run { return &Run{id: id} }

// Found returns what has been found so far.
func (r *Run) Found() []bot.Judged { return r.found }

func (w *Analysts) Step(ctx context.Context, run *Run) (more bool, err error) {
	return w.step(ctx, run)
}

func (w *Analysts) Save(ctx context.Context, run *Run) (more bool, err error) {
	return w.save(ctx, run)
}

func (w *Analysts) GiveUp(ctx context.Context, run *Run, why error) error {
	return w.giveUp(ctx, run, why)
}

// Running returns how many analyses are in progress.
func (w *Analysts) Running() int { return len(w.running) }

// Lose forgets that an analysis is in progress.
func (w *Analysts) Lose(id bot.GameID) { delete(w.running, id) }

// Decide returns what the computer says in a game in which it has something to do.
func (c *Computers) Decide(ctx context.Context, id bot.GameID) (r bot.Request, ok bool, err error) {
	t, err := c.look(ctx, id)
	if t == nil || err != nil {
		return r, false, err
	}
	user := t.game.Seats[t.side].User
	words, err := c.decide(ctx, t)
	return bot.Request{Event: t.event, From: user, Text: words}, true, err
}

// Thinks reports whether the computer thinks about a game.
func (c *Computers) Thinks(id bot.GameID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.games[id] != nil && c.games[id].cancel != nil
}

// Alike returns the game whose board is like a position.
func Alike(c *action.Call, p *rules.Position, passed bool) (bot.GameID, error) {
	games, err := contestedGames(c, p.Variant())
	if err != nil {
		return 0, err
	}
	return alike(c, games, p, passed)
}
