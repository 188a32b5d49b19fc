package coach

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// showPuzzle shows a puzzle to the asker only, at the step that they have reached and after the
// line before. A bare move then answers it.
func showPuzzle(c *action.Call, p *puzzle.Puzzle, before phrase.Text) (bot.Reply, error) {
	game, err := p.Game(c.Me.Puzzles.Step)
	if err == nil {
		err = solvable(c, p)
	}
	if isContested(err) {
		err = errPuzzleWaits(p)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	rated, err := ratingOfPuzzle(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	position := game.Position()
	lines := []phrase.Text{phrase.Of("Puzzle %s, rated %d.", p.ID, int(math.Round(rated.Value))) + " " + puzzleTask(c, p, position.Turn())}
	if before != "" {
		lines = slices.Insert(lines, 0, before)
	}
	giveUp := phrase.Of("Show the solution")
	if today, err := isDaily(c, p); err != nil {
		return bot.Reply{}, err
	} else if today {
		giveUp = phrase.Of("Give up") // the solution is shown to nobody before the day is over
	}
	m := c.Message(bot.Private, phrase.Join(lines, "\n"), puzzleButtons(c, p, position, giveUp)...)
	m.Picture = puzzlePicture(game)
	m.Picture.Side = c.Me.Look.From(position.Turn())
	m.Answers, m.Task = "puzzle", phrase.Of("Your puzzle is still open: %s", puzzleTask(c, p, position.Turn()))
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// puzzlePicture returns a picture of the position of a game and its last move.
func puzzlePicture(game *rules.Game) *bot.Picture {
	last := game.PositionAt(game.Ply() - 1)
	return &bot.Picture{Variant: last.Variant().Name, Position: last.Line(), Line: []string{last.Text(game.Moves()[game.Ply()-1])}}
}

// puzzleTask says what the asker has to find.
func puzzleTask(c *action.Call, p *puzzle.Puzzle, turn rules.Side) phrase.Text {
	return puzzleTaskFrom(p, turn, c.Me.Puzzles.Step)
}

// puzzleTaskFrom says what is to be found from a step on.
func puzzleTaskFrom(p *puzzle.Puzzle, turn rules.Side, step int) phrase.Text {
	if p.Wins == 0 {
		return phrase.Of("%s is to move, and one move wins material. Which?", turn)
	}
	left := p.Wins - step
	return phrase.Of("%s is to move and wins by force, %s. How?", turn, phrase.Count(left, "in %d move", "in %d moves"))
}

// puzzleChoices is how many moves get buttons.
const puzzleChoices = 4

// puzzleButtons returns the buttons below a puzzle: the moves to choose from, the solution, with
// the label giveUp, and another puzzle.
func puzzleButtons(c *action.Call, p *puzzle.Puzzle, position *rules.Position, giveUp phrase.Text) []bot.Button {
	solution := p.Line[2*c.Me.Puzzles.Step]
	texts := []string{solution}
	for _, text := range decoys(p, position, solution) {
		if text != solution && len(texts) < puzzleChoices {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	var buttons []bot.Button
	for _, text := range texts {
		buttons = append(buttons, bot.Button{Label: phrase.Said(text), Command: action.CommandText("puzzle", text)})
	}
	return append(buttons,
		bot.Button{Label: giveUp, Command: action.CommandText("puzzle", "solution")},
		bot.Button{Label: phrase.Of("Another puzzle"), Command: action.CommandText("puzzle", p.Variant, "next")})
}

// decoys returns the legal moves in a random order that is fixed for each puzzle. If the solution
// is a capture, captures come first, else other moves.
func decoys(p *puzzle.Puzzle, position *rules.Position, solution string) (texts []string) {
	type decoy struct {
		text    string
		capture bool
		hash    uint64
	}
	captures := false // whether the solution is a capture
	var all []decoy
	for _, m := range position.Legal() {
		d := decoy{text: position.Text(m)}
		_, victim := position.Capture(m)
		d.capture = victim != rules.NoPiece
		if d.text == solution {
			captures = d.capture
		}
		h := fnv.New64a()
		h.Write([]byte(p.ID + " " + d.text))
		d.hash = h.Sum64()
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b decoy) int {
		switch {
		case a.capture == b.capture:
			return cmp.Compare(a.hash, b.hash)
		case a.capture == captures:
			return -1
		}
		return 1
	})
	for _, d := range all {
		texts = append(texts, d.text)
	}
	return texts
}

// showPuzzleText shows the board of the open puzzle in words.
func showPuzzleText(c *action.Call, p *puzzle.Puzzle) (bot.Reply, error) {
	reply, err := showPuzzle(c, p, "")
	if err == nil {
		reply.Answer[0].Picture.Form = "text"
	}
	return reply, err
}
