package service

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// showPuzzle shows a puzzle to the asker only, at the step they have reached, after a line of text. A bare move then
// answers it.
func (c *call) showPuzzle(p *puzzle.Puzzle, before string) (bot.Reply, error) {
	game, err := p.Game(c.me.Puzzles.Step)
	if err == nil {
		err = c.solvable(p)
	}
	if isContested(err) {
		err = bot.Problemf(bot.NotAllowed, "People are playing from the position of %s, or one much like it, in an ongoing game, so it has to wait. `puzzle %s next` gives you another one.", p.ID, p.Variant)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	rated, err := c.ratingOfPuzzle(p)
	if err != nil {
		return bot.Reply{}, err
	}
	position := game.Position()
	lines := []string{phrase.Of("Puzzle %s, rated %d.", p.ID, int(math.Round(rated.Value))) + " " + c.puzzleTask(p, position.Turn())}
	if before != "" {
		lines = slices.Insert(lines, 0, before)
	}
	m := c.message(bot.Private, strings.Join(lines, "\n"), c.puzzleButtons(p, position)...)
	m.Picture = puzzlePicture(game)
	m.Picture.Side = c.me.Look.From(position.Turn())
	m.Answers = "puzzle"
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// puzzlePicture shows the position of a game, and its last move.
func puzzlePicture(game *rules.Game) *bot.Picture {
	last := game.PositionAt(game.Ply() - 1)
	return &bot.Picture{Variant: last.Variant().Name, Position: last.Line(), Line: []string{last.Text(game.Moves()[game.Ply()-1])}}
}

// puzzleTask says what to find.
func (c *call) puzzleTask(p *puzzle.Puzzle, turn rules.Side) string {
	if p.Wins == 0 {
		return phrase.Of("%s is to move, and one move wins material. Which?", turn)
	}
	left := p.Wins - c.me.Puzzles.Step
	return phrase.Of("%s is to move and wins by force, %s. How?", turn, phrase.Count(left, "in %d move", "in %d moves"))
}

// puzzleChoices is how many moves get buttons.
const puzzleChoices = 4

// puzzleButtons returns the buttons of a puzzle: moves to choose from, and what else can be done with it.
func (c *call) puzzleButtons(p *puzzle.Puzzle, position *rules.Position) []bot.Button {
	solution := p.Line[2*c.me.Puzzles.Step]
	texts := []string{solution}
	for _, text := range decoys(p, position, solution) {
		if text != solution && len(texts) < puzzleChoices {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	var buttons []bot.Button
	for _, text := range texts {
		buttons = append(buttons, bot.Button{Label: text, Command: commandText("puzzle", text)})
	}
	return append(buttons,
		bot.Button{Label: phrase.Of("Show the solution"), Command: commandText("puzzle", "solution")},
		bot.Button{Label: phrase.Of("Another puzzle"), Command: commandText("puzzle", p.Variant, "next")})
}

// decoys returns legal moves in an order that is fixed for each puzzle: first those of the solution's kind, captures or not, and otherwise
// random.
func decoys(p *puzzle.Puzzle, position *rules.Position, solution string) (texts []string) {
	type decoy struct {
		text    string
		capture bool
		lot     uint64
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
		d.lot = h.Sum64()
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b decoy) int {
		switch {
		case a.capture == b.capture:
			return cmp.Compare(a.lot, b.lot)
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
func (c *call) showPuzzleText(p *puzzle.Puzzle) (bot.Reply, error) {
	reply, err := c.showPuzzle(p, "")
	if err == nil {
		reply.Answer[0].Picture.Form = "text"
	}
	return reply, err
}
