package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"raumbot/bot"
	"raumbot/bot/engine"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// An answer to a puzzle that is not the solution's may win as fast, or as much. Whether it does is searched after the transaction of the command has been
// given up, and the command carried out once more, by what has been found. Meanwhile the record names the answer, so that of several
// given at once this one counts first. Nothing else is written before it is known: after a kill the answer can be given again.

// mostProof bounds the nodes of the search for a win as fast as the solution, mostWeighed those of the comparison of an answer with a solution that
// wins material. One counts as good that is worse by at most asGood, in hundredths of a Pawn.
const (
	mostProof   = 5_000
	mostWeighed = 60_000
	asGood      = 50
)

// proofs are the answers to a step of a puzzle that have been searched, and whether they win in time.
type proofs struct {
	puzzle string
	step   int
	wins   map[string]bool
}

// unproven is the error of a transaction that has to know whether an answer wins.
type unproven struct {
	player bot.PlayerID
	puzzle string
	step   int
	move   string
	game   *rules.Game // that ends with the move, or where material is won, before it
	left   int         // in how many moves it has to win
	// choices are the answer and the solution where these are compared, as both win material.
	choices []rules.Move
}

func (u *unproven) Error() string {
	return fmt.Errorf("%s, step %d: it is not known whether %s wins", u.puzzle, u.step, u.move).Error() // which nobody reads
}

// sameStep refuses an answer that has been searched while its puzzle was solved, or left.
func (c *call) sameStep() error {
	record := c.me.Puzzles
	if c.proofs.wins == nil || c.proofs.puzzle == record.Current && c.proofs.step == record.Step {
		return nil
	}
	return bot.Problemf(bot.NotNow, "The puzzle moved on while I was checking your answer, so it doesn't count. `puzzle` shows where you are.")
}

// settleTrying counts the answer that was given before a move, if there is one of which it was not known whether it wins. It returns the reply
// if that answer has solved the puzzle.
func (c *call) settleTrying(p *puzzle.Puzzle, position *rules.Position, m rules.Move) (reply bot.Reply, over bool, err error) {
	record := &c.me.Puzzles
	text := record.Trying
	record.Trying = ""
	if text == "" || text == position.Text(m) {
		return bot.Reply{}, false, nil
	}
	earlier, err := position.ReadText(text)
	if err != nil {
		return bot.Reply{}, false, nil // the puzzle was another one in an earlier version
	}
	game, err := p.Game(record.Step)
	if err == nil {
		err = game.Play(earlier)
	}
	if err != nil {
		return bot.Reply{}, false, err
	}
	if over, err = c.winsToo(p, game, text); err != nil {
		return bot.Reply{}, false, err
	}
	if over {
		reply, err = c.puzzleSolved(p, position, earlier)
		return reply, true, err
	}
	return bot.Reply{}, false, c.missPuzzle(p)
}

// winsToo reports whether a move other than the solution's forces a win just as fast, or wins about as much material; game ends with that
// move. The first move of a forced win is the only one. The error is *unproven if that takes a search.
func (c *call) winsToo(p *puzzle.Puzzle, game *rules.Game, move string) (bool, error) {
	if o := game.Outcome(); o.Over() {
		return o.Won && o.Winner != game.Position().Turn(), nil
	}
	step := c.me.Puzzles.Step
	left := p.Wins - step - 1
	if p.Wins > 0 && (step == 0 || left < 1) {
		return false, nil
	}
	if wins, known := c.proofs.wins[move]; known {
		return wins, nil
	}
	if p.Wins == 0 {
		before, err := p.Game(0)
		if err != nil {
			return false, err
		}
		solution, err := before.Position().ReadText(p.Line[0])
		if err != nil {
			return false, err
		}
		choices := []rules.Move{game.Moves()[game.Ply()-1], solution}
		return false, &unproven{player: c.me.ID, puzzle: p.ID, step: step, move: move, game: before, choices: choices}
	}
	return false, &unproven{player: c.me.ID, puzzle: p.ID, step: step, move: move, game: game, left: left}
}

// prove finds out whether an answer wins in time, in the pool of all searches.
func (c *call) prove(ctx context.Context, u *unproven) (proofs, error) {
	known := c.proofs
	if known.wins == nil || known.puzzle != u.puzzle || known.step != u.step {
		known = proofs{u.puzzle, u.step, map[string]bool{}}
	}
	if err := c.service.noteTrying(ctx, u); err != nil {
		return known, err
	}
	limits := engine.Limits{Nodes: mostProof}
	if u.choices != nil {
		limits = engine.Limits{Nodes: mostWeighed, Moves: u.choices, Lines: len(u.choices)}
	}
	info, cut, err := c.search(ctx, u.game, limits)
	if err != nil {
		return known, err
	}
	wins := u.wins(info)
	if cut && !wins {
		return known, cmp.Or(ctx.Err(), error(errNoTime()))
	}
	known.wins[u.move] = wins
	return known, nil
}

// wins reports whether what the engine has found means that the answer wins.
func (u *unproven) wins(info engine.Info) bool {
	switch {
	case u.choices != nil:
		if info.Depth == 0 || len(info.Lines) < len(u.choices) {
			return false
		}
		answer, solution := info.Lines[0], info.Lines[1]
		if answer.Moves[0] != u.choices[0] {
			answer, solution = solution, answer
		}
		return answer.Score >= solution.Score-asGood
	case len(info.Lines) > 0:
		n, mate := info.Lines[0].Score.Mate()
		return mate && n <= 0 && -n <= u.left
	}
	return false
}

// noteTrying records that an answer is being searched, unless its puzzle has gone on, or an earlier one is.
func (s *Service) noteTrying(ctx context.Context, u *unproven) error {
	return s.store.Update(ctx, func(tx bot.Tx) error {
		me, err := tx.Player(u.player)
		if errors.Is(err, bot.ErrNotFound) {
			return nil
		}
		if record := &me.Puzzles; err == nil && record.Current == u.puzzle && record.Step == u.step && record.Trying == "" {
			record.Trying = u.move
			return tx.PutPlayer(me)
		}
		return err
	})
}
