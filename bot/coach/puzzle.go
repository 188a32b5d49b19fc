package coach

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/puzzle"
	"raumbot/rules"
)

// solvePuzzle shows a puzzle to the asker only, or takes their answer to the open one.
func solvePuzzle(c *action.Call) (bot.Reply, error) {
	if err := sameStep(c); err != nil {
		return bot.Reply{}, err
	}
	open, ok := puzzle.Find(c.Me.Puzzles.Current)
	word := strings.TrimSpace(c.Args.Word("answer"))
	if c.Args.Variant == nil {
		word, c.Args.Variant = cutGame(c, word)
	}
	word, err := cutPuzzle(word, open)
	if err != nil {
		return bot.Reply{}, err
	}
	variant := action.LessonVariant
	if ok {
		variant = open.Variant
	}
	if v := c.Args.Variant; v != nil {
		ok = ok && v.Name == open.Variant
		variant = v.Name
	}
	switch strings.ToLower(word) {
	case "next", "skip":
		if ok {
			c.Me.Puzzles.Finish(open.Variant, puzzleIndex(open))
		}
		return nextPuzzle(c, variant, "")
	case "":
		if ok {
			return showPuzzle(c, open, "")
		}
		return nextPuzzle(c, variant, "")
	}
	if dailyWords.MatchString(word) {
		return showDaily(c)
	}
	if weekWords.MatchString(word) {
		return showWeek(c)
	}
	if p, named := puzzle.Find(strings.ToLower(word)); named {
		return openDaily(c, p)
	}
	if strings.EqualFold(word, "text") {
		if !ok {
			if _, err := nextPuzzle(c, variant, ""); err != nil {
				return bot.Reply{}, err
			}
			open, _ = puzzle.Find(c.Me.Puzzles.Current)
		}
		return showPuzzleText(c, open)
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
		return showSolution(c, open)
	}
	return answerPuzzle(c, open, word)
}

// cutGame splits an answer that asks for another puzzle, or for that of the day, from the name of a
// game at its end: "daily raumschach". v is nil if there is no such name.
func cutGame(c *action.Call, answer string) (rest string, v *rules.Variant) {
	words := strings.Fields(answer)
	for n := 1; n < len(words); n++ {
		rest := strings.Join(words[:n], " ")
		if !strings.EqualFold(rest, "next") && !dailyWords.MatchString(rest) {
			continue
		}
		if v, err := command.FindVariant(strings.Join(words[n:], " "), c.Request.Games...); err == nil {
			return rest, v
		}
	}
	return answer, nil
}

// weekWords matches the words that ask for the table of the week.
var weekWords = regexp.MustCompile(`(?i)^(?:(?:of )?(?:the |this )?week|(?:der |diese |dieser )?woche)[.!?]?$`)

// dailyWords matches the words that ask for the puzzle of the day.
var dailyWords = regexp.MustCompile(`(?i)^(?:daily|today|of the day|of today|des tages|von heute|heute)[.!?]?$`)

// puzzleIndex returns the index of a puzzle among those of its variant.
func puzzleIndex(p *puzzle.Puzzle) int { return slices.Index(puzzle.Of(p.Variant), p) }

// nearPuzzles is how many puzzles near the asker's rating the next one is drawn from.
const nearPuzzles = 5

// nextPuzzle opens a puzzle of a variant that the asker has not done, near their rating. After
// all puzzles are done they start again.
func nextPuzzle(c *action.Call, variant string, before phrase.Text) (bot.Reply, error) {
	all := puzzle.Of(variant)
	if len(all) == 0 {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "There are no puzzles of %s. `puzzle raumschach` has some.", bot.Title(variant))
	}
	record := &c.Me.Puzzles
	fresh, err := withoutDaily(c, puzzlesLeft(c, all))
	if err != nil {
		return bot.Reply{}, err
	}
	if len(fresh) == 0 {
		record.Again(variant)
		if fresh, err = withoutDaily(c, puzzlesLeft(c, all)); err != nil {
			return bot.Reply{}, err
		}
	}
	if err := sortByRating(c, variant, fresh, puzzleRating(c).Value); err != nil {
		return bot.Reply{}, err
	}
	near, err := solvableOf(c, fresh, nearPuzzles)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(near) == 0 {
		return bot.Reply{}, errContested()
	}
	next := near[c.Bot.Dice(len(near))]
	openPuzzle(c, next)
	reply, err := showPuzzle(c, next, before)
	return reply, errors.Join(err, c.Tx.PutPlayer(c.Me))
}

// openPuzzle makes a puzzle the open one of the asker. A puzzle that they leave after a wrong
// answer counts as done, so that another try at it counts for nothing.
func openPuzzle(c *action.Call, p *puzzle.Puzzle) {
	record := &c.Me.Puzzles
	if left, ok := puzzle.Find(record.Current); ok && record.Missed {
		record.Finish(left.Variant, puzzleIndex(left))
	}
	record.Current, record.Step, record.Missed, record.Trying = p.ID, 0, false, ""
}

// puzzlesLeft returns the puzzles that the asker has not done.
func puzzlesLeft(c *action.Call, all []*puzzle.Puzzle) (left []*puzzle.Puzzle) {
	for n, p := range all {
		if !c.Me.Puzzles.Has(p.Variant, n) {
			left = append(left, p)
		}
	}
	return left
}

// withoutDaily returns the puzzles without today's puzzles of the day, which are given only to
// people who ask for them.
func withoutDaily(c *action.Call, all []*puzzle.Puzzle) ([]*puzzle.Puzzle, error) {
	set, err := dailies(c)
	return slices.DeleteFunc(slices.Clone(all), func(p *puzzle.Puzzle) bool { return set.IDs[p.Variant] == p.ID }), err
}

// answerPuzzle takes a move as the answer to the open puzzle.
func answerPuzzle(c *action.Call, p *puzzle.Puzzle, word string) (bot.Reply, error) {
	record := &c.Me.Puzzles
	game, err := p.Game(record.Step)
	if err == nil {
		err = solvable(c, p)
	}
	today := false
	if err == nil {
		today, err = isDaily(c, p)
	}
	if err == nil && today {
		err = beginDaily(c, p)
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
		return showPuzzle(c, p, phrase.Sentence(bot.Unmarked(phrase.Compose(refused.Words))))
	}
	if err == nil {
		err = game.Play(m)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	if reply, over, err := settleTrying(c, p, position, m); over || err != nil {
		return reply, err
	}
	expected := position.Text(m) == p.Line[2*record.Step]
	over := expected && record.Step+1 == p.Asked()
	if !expected {
		if over, err = winsToo(c, p, game, position.Text(m)); err != nil {
			return bot.Reply{}, err
		}
	}
	switch {
	case over:
		return puzzleSolved(c, p, position, m)
	case expected:
		answer, err := game.Position().ReadText(p.Line[2*record.Step+1])
		if err != nil {
			return bot.Reply{}, err
		}
		record.Step++
		before := phrase.Of("Right! %s is answered by %s.", position.Text(m), play.Describe(game.Position(), answer))
		reply, err := showPuzzle(c, p, before)
		return reply, errors.Join(err, c.Tx.PutPlayer(c.Me))
	}
	cost, err := missCost(c, p)
	if err = errors.Join(err, missDaily(c, p, position.Text(m))); err != nil {
		return bot.Reply{}, err
	}
	if today {
		return wrongDaily(c, p, position.Text(m), cost)
	}
	c.Deliberate(func(ctx context.Context) ([]bot.Message, error) { return refute(c, ctx, p, position, m, game, cost) })
	return bot.Reply{}, c.Tx.PutPlayer(c.Me)
}

// likeVariant reports whether a word that is no move may be the misspelt name of a variant.
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

// refute shows the reply to a wrong move. cost says what the move has cost, and may be empty.
func refute(c *action.Call, ctx context.Context, p *puzzle.Puzzle, position *rules.Position, m rules.Move, game *rules.Game, cost phrase.Text) ([]bot.Message, error) {
	text := phrase.Of("%s is not the move.", position.Text(m))
	line := []string{position.Text(m)}
	if !game.Outcome().Over() {
		// The answer counts, so the asker is told of it even if the engine has no time to show
		// why.
		info, err := advise(c, ctx, game, 1)
		if err == nil {
			err = stillFair(c, ctx, game)
		}
		if problem := (*bot.Problem)(nil); err != nil && ctx.Err() == nil && !errors.As(err, &problem) {
			return nil, err
		}
		if best, ok := info.Best(); ok && err == nil {
			after := game.Position()
			line = append(line, after.Text(best))
			score := info.Lines[0].Score
			text += " " + phrase.Of("That is answered by %s.", play.Describe(after, best)) + " " + judgement(score, after.Turn())
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
	message := c.Message(bot.Private, text+" "+phrase.Of("Try again!"), puzzleButtons(c, p, position, phrase.Of("Show the solution"))...)
	message.Picture = &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: line, Side: c.Me.Look.From(position.Turn())}
	message.Answers, message.Task = "puzzle", phrase.Of("Your puzzle is still open: %s", puzzleTask(c, p, position.Turn()))
	return []bot.Message{message}, nil
}
