package service

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// solvePuzzle shows a puzzle to the asker only, or takes their answer to the open one.
func solvePuzzle(c *call) (bot.Reply, error) {
	if err := c.sameStep(); err != nil {
		return bot.Reply{}, err
	}
	open, ok := puzzle.Find(c.me.Puzzles.Current)
	variant := lessonVariant
	if ok {
		variant = open.Variant
	}
	if v := c.args.Variant; v != nil {
		ok = ok && v.Name == open.Variant
		variant = v.Name
	}
	word := strings.TrimSpace(c.args.Word("answer"))
	switch strings.ToLower(word) {
	case "next", "skip":
		if ok {
			c.me.Puzzles.Finish(open.Variant, puzzleIndex(open))
		}
		return c.nextPuzzle(variant, "")
	case "":
		if ok {
			return c.showPuzzle(open, "")
		}
		return c.nextPuzzle(variant, "")
	}
	if dailyWords.MatchString(word) {
		if reply, found, err := c.roomsPuzzle(); found || err != nil {
			return reply, err
		}
		if ok {
			return c.showPuzzle(open, "")
		}
		return c.nextPuzzle(variant, "")
	}
	if p, named := puzzle.Find(strings.ToLower(word)); named {
		return c.openDaily(p)
	}
	if strings.EqualFold(word, "text") {
		if !ok {
			if _, err := c.nextPuzzle(variant, ""); err != nil {
				return bot.Reply{}, err
			}
			open, _ = puzzle.Find(c.me.Puzzles.Current)
		}
		return c.showPuzzleText(open)
	}
	if at := strings.LastIndexByte(word, '-'); at > 0 && len(puzzle.Of(strings.ToLower(word[:at]))) > 0 {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There is no puzzle %s. `puzzle %s` gives you one of that game.", bot.QuoteWord(word), strings.ToLower(word[:at]))
	}
	if !ok {
		if strings.EqualFold(word, "solution") {
			return bot.Reply{}, bot.Problemf(bot.NotNow, "You have no puzzle open. `puzzle` gives you one.")
		}
		if nearVariant(word) {
			_, err := command.FindVariant(word)
			return bot.Reply{}, err
		}
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is not a game, and you have no puzzle open for it to answer. `puzzle` gives you one, and `variants` lists the games.", bot.QuoteWord(word))
	}
	if strings.EqualFold(word, "solution") {
		return c.showSolution(open)
	}
	return c.answerPuzzle(open, word)
}

// dailyWords matches words for the puzzle of the day.
var dailyWords = regexp.MustCompile(`(?i)^(?:daily|today|of the day|of today|des tages|von heute|heute)[.!?]?$`)

// puzzleIndex returns the index of a puzzle among those of its variant.
func puzzleIndex(p *puzzle.Puzzle) int { return slices.Index(puzzle.Of(p.Variant), p) }

// nearPuzzles is from how many puzzles near the asker's rating the next one is drawn.
const nearPuzzles = 5

// nextPuzzle opens a puzzle of a variant that the asker has not done, near their rating. When all are done they start
// again.
func (c *call) nextPuzzle(variant, before string) (bot.Reply, error) {
	all := puzzle.Of(variant)
	if len(all) == 0 {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There are no puzzles of %s. `puzzle raumschach` has some.", bot.Title(variant))
	}
	record := &c.me.Puzzles
	fresh := c.puzzlesLeft(all)
	if len(fresh) == 0 {
		record.Again(variant)
		fresh = c.puzzlesLeft(all)
	}
	if err := c.sortByRating(variant, fresh, c.puzzleRating().Value); err != nil {
		return bot.Reply{}, err
	}
	near, err := c.solvableOf(fresh, nearPuzzles)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(near) == 0 {
		return bot.Reply{}, errContested()
	}
	next := near[c.service.dice(len(near))]
	c.openPuzzle(next)
	reply, err := c.showPuzzle(next, before)
	return reply, errors.Join(err, c.tx.PutPlayer(c.me))
}

// openPuzzle makes a puzzle the open one of the asker. One that they leave after a wrong answer is done, so that another try at it counts for
// nothing.
func (c *call) openPuzzle(p *puzzle.Puzzle) {
	record := &c.me.Puzzles
	if left, ok := puzzle.Find(record.Current); ok && record.Missed {
		record.Finish(left.Variant, puzzleIndex(left))
	}
	record.Current, record.Step, record.Missed, record.Trying, record.Daily = p.ID, 0, false, "", bot.RoomID{}
}

// puzzlesLeft returns the puzzles that the asker has not done.
func (c *call) puzzlesLeft(all []*puzzle.Puzzle) (left []*puzzle.Puzzle) {
	for n, p := range all {
		if !c.me.Puzzles.Has(p.Variant, n) {
			left = append(left, p)
		}
	}
	return left
}

// answerPuzzle takes a move for the open puzzle.
func (c *call) answerPuzzle(p *puzzle.Puzzle, word string) (bot.Reply, error) {
	record := &c.me.Puzzles
	game, err := p.Game(record.Step)
	if err == nil {
		err = c.solvable(p)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	position := game.Position()
	m, err := position.ReadMove(word)
	if refused := (*rules.MoveError)(nil); errors.As(err, &refused) {
		if refused.Reason == rules.NoSuchPiece && likeVariant(word) {
			if _, err := command.FindVariant(word); err != nil {
				return bot.Reply{}, err
			}
		}
		return c.showPuzzle(p, phrase.Sentence(bot.Unmarked(refused.Words(phrase.Of))))
	}
	if err == nil {
		err = game.Play(m)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	if reply, over, err := c.settleTrying(p, position, m); over || err != nil {
		return reply, err
	}
	expected := position.Text(m) == p.Line[2*record.Step]
	over := expected && record.Step+1 == p.Asked()
	if !expected {
		if over, err = c.winsToo(p, game, position.Text(m)); err != nil {
			return bot.Reply{}, err
		}
	}
	switch {
	case over:
		return c.puzzleSolved(p, position, m)
	case expected:
		answer, err := game.Position().ReadText(p.Line[2*record.Step+1])
		if err != nil {
			return bot.Reply{}, err
		}
		record.Step++
		before := phrase.Of("Right! %s is answered by %s.", position.Text(m), game.Position().Words(answer, phrase.Of))
		reply, err := c.showPuzzle(p, before)
		return reply, errors.Join(err, c.tx.PutPlayer(c.me))
	}
	cost := ""
	if first := !record.Missed; first {
		before := c.puzzleRating().Value
		if err := c.missPuzzle(p); err != nil {
			return bot.Reply{}, err
		}
		if cost, err = c.puzzleStanding(p, before); err != nil {
			return bot.Reply{}, err
		}
	}
	c.deliberate = func(ctx context.Context) ([]bot.Message, error) { return c.refute(ctx, p, position, m, game, cost) }
	return bot.Reply{}, c.tx.PutPlayer(c.me)
}

// likeVariant reports whether a word that is no move may be the name of a variant, misspelt.
func likeVariant(word string) bool {
	return !strings.ContainsAny(word, "0123456789") || nearVariant(word)
}

// nearVariant reports whether a word is much like the name of a variant.
func nearVariant(word string) bool {
	var names []string
	for _, v := range rules.Variants() {
		names = append(names, v.Name)
	}
	return command.Nearest(strings.ToLower(word), names) != ""
}

// refute shows the reply to a wrong move; cost says what the move has cost, if anything.
func (c *call) refute(ctx context.Context, p *puzzle.Puzzle, position *rules.Position, m rules.Move, game *rules.Game, cost string) ([]bot.Message, error) {
	text := phrase.Of("%s is not the move.", position.Text(m))
	line := []string{position.Text(m)}
	if !game.Outcome().Over() {
		// The answer counts, so it is told what it was even if the engine has no time to show why.
		info, err := c.consult(ctx, game, 1)
		if err == nil {
			err = c.stillFair(ctx, game)
		}
		if problem := (*bot.Problem)(nil); err != nil && ctx.Err() == nil && !errors.As(err, &problem) {
			return nil, err
		}
		if best, ok := info.Best(); ok && err == nil {
			after := game.Position()
			line = append(line, after.Text(best))
			score := info.Lines[0].Score
			text += " " + phrase.Of("That is answered by %s.", after.Words(best, phrase.Of)) + " " + judgement(score, after.Turn())
			if _, wins := score.Mate(); wins && score < 0 && p.Wins > 0 {
				text += " " + phrase.Of("There is a faster win.")
			} else if score < -evenUpTo {
				text += " " + phrase.Of("There is a better move.")
			}
		}
	}
	if cost != "" {
		text += " " + cost
	}
	message := c.message(bot.Private, text+" "+phrase.Of("Try again!"), c.puzzleButtons(p, position)...)
	message.Picture = &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: line, Side: c.me.Look.From(position.Turn())}
	message.Answers = "puzzle"
	return []bot.Message{message}, nil
}
