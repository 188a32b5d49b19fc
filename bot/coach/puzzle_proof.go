package coach

import (
	"cmp"
	"context"
	"errors"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/engine"
	"raumbot/bot/engine/search"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// An answer other than the solution may win as fast, or as much. A search decides that: the
// transaction of the command is given up, the answer is searched, and the command runs again with
// the result. Meanwhile the record names the answer, so that it counts first if the asker gives
// several at once. Nothing else is stored before the result is known, so the answer can be given
// again if the process is killed.

// maxProofNodes bounds the search for a win as fast as the solution, and maxCompareNodes the
// comparison of an answer with a solution that wins material. An answer counts as good if it is
// worse by at most asGood, in hundredths of a Pawn.
const (
	maxProofNodes   = 5_000
	maxCompareNodes = 60_000
	asGood          = 50
)

// proofs are the answers to a step of a puzzle that have been searched, and whether they win in
// time.
type proofs struct {
	puzzle string
	step   int
	wins   map[string]bool
}

// answerToProve is an answer that must be searched to know whether it wins.
type answerToProve struct {
	player bot.PlayerID
	puzzle string
	step   int
	move   string
	game   *rules.Game // ends with the move, or before it if material is won
	left   int         // the number of moves in which it has to win
	// choices are the answer and the solution, if both win material and are compared.
	choices []rules.Move
}

// proofsKey is the key of the [proofs] in Found of the call.
const proofsKey = "proofs"

// knownProofs returns the proofs that earlier runs of the command have found.
func knownProofs(c *action.Call) proofs {
	known, _ := c.Found[proofsKey].(proofs)
	return known
}

// awaitProof returns the error that lets the command run again after an answer has been searched.
func awaitProof(c *action.Call, u *answerToProve) error {
	return &action.Restart{Key: proofsKey, Find: func(ctx context.Context) (any, error) { return prove(c, ctx, u) }}
}

// sameStep returns an error if the asker's puzzle has moved on while their answer was searched.
func sameStep(c *action.Call) error {
	record := c.Me.Puzzles
	if known := knownProofs(c); known.wins == nil || known.puzzle == record.Current && known.step == record.Step {
		return nil
	}
	return bot.Problemf(bot.NotNow, "The puzzle moved on while I was checking your answer, so it doesn't count. `puzzle` shows where you are.")
}

// settleTrying counts the earlier answer that was still being searched when the asker gave the
// move m, if there is one. If that answer solves the puzzle, over is true and reply says so.
func settleTrying(c *action.Call, p *puzzle.Puzzle, position *rules.Position, m rules.Move) (reply bot.Reply, over bool, err error) {
	record := &c.Me.Puzzles
	text := record.Trying
	record.Trying = ""
	if text == "" || text == position.Text(m) {
		return bot.Reply{}, false, nil
	}
	earlier, err := position.ReadText(text)
	if err != nil {
		return bot.Reply{}, false, nil // an earlier version had another puzzle of this name
	}
	game, err := p.Game(record.Step)
	if err == nil {
		err = game.Play(earlier)
	}
	if err != nil {
		return bot.Reply{}, false, err
	}
	if over, err = winsToo(c, p, game, text); err != nil {
		return bot.Reply{}, false, err
	}
	if over {
		reply, err = puzzleSolved(c, p, position, earlier)
		return reply, true, err
	}
	if err := errors.Join(missPuzzle(c, p), missDaily(c, p, text)); err != nil {
		return bot.Reply{}, false, err
	}
	return bot.Reply{}, false, beginDaily(c, p)
}

// winsToo reports whether a move other than the solution forces a win as fast, or wins about as
// much material. game ends with that move. The first move of a forced win has no alternative. The
// error is an [*action.Again] if a search is needed.
func winsToo(c *action.Call, p *puzzle.Puzzle, game *rules.Game, move string) (bool, error) {
	if o := game.Outcome(); o.Over() {
		return o.Won && o.Winner != game.Position().Turn(), nil
	}
	step := c.Me.Puzzles.Step
	left := p.Wins - step - 1
	if p.Wins > 0 && (step == 0 || left < 1) {
		return false, nil
	}
	if wins, known := knownProofs(c).wins[move]; known {
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
		return false, awaitProof(c, &answerToProve{player: c.Me.ID, puzzle: p.ID, step: step, move: move, game: before, choices: choices})
	}
	return false, awaitProof(c, &answerToProve{player: c.Me.ID, puzzle: p.ID, step: step, move: move, game: game, left: left})
}

// prove searches whether an answer wins in time, in the pool of searches.
func prove(c *action.Call, ctx context.Context, u *answerToProve) (proofs, error) {
	known := knownProofs(c)
	if known.wins == nil || known.puzzle != u.puzzle || known.step != u.step {
		known = proofs{u.puzzle, u.step, map[string]bool{}}
	}
	if err := noteTrying(c.Bot, ctx, u); err != nil {
		return known, err
	}
	job := search.About(search.Proof, u.game)
	job.Nodes = maxProofNodes
	if u.choices != nil {
		job.Nodes, job.Lines = maxCompareNodes, len(u.choices)
		for _, m := range u.choices {
			job.Choices = append(job.Choices, u.game.Position().Text(m))
		}
	}
	info, cut, err := consult(c, ctx, u.game, job)
	if err != nil {
		return known, err
	}
	wins := u.wins(info)
	if cut && !wins {
		return known, cmp.Or(ctx.Err(), errNoTime())
	}
	known.wins[u.move] = wins
	return known, nil
}

// wins reports whether the result of a search means that the answer wins.
func (u *answerToProve) wins(info engine.Info) bool {
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

// noteTrying stores that an answer is being searched, unless the puzzle has moved on or an
// earlier answer is being searched.
func noteTrying(s *action.Bot, ctx context.Context, u *answerToProve) error {
	return s.Store.Update(ctx, func(tx bot.Tx) error {
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
