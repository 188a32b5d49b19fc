package coach

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/daily"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/puzzle"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// puzzleDeviation is the rating deviation of a puzzle that nobody has tried. puzzleReach is how
// far a puzzle's rating can move from its initial rating, however many players fail on purpose.
const (
	puzzleDeviation = 150
	puzzleReach     = 400
)

// puzzleRating returns the asker's current puzzle rating.
func puzzleRating(c *action.Call) bot.Rating {
	r := c.Me.Puzzles.Rating
	if r.At.IsZero() {
		r.Rating, r.At = rating.New(), c.Uptime.Beat.UTC()
	}
	r.Age(c.Uptime.Beat)
	return r
}

// ratingOfPuzzle returns the current rating of a puzzle, or its initial rating if nobody has
// tried it.
func ratingOfPuzzle(c *action.Call, p *puzzle.Puzzle) (bot.PuzzleRating, error) {
	r, err := c.Tx.PuzzleRating(p.ID)
	if errors.Is(err, bot.ErrNotFound) {
		return bot.PuzzleRating{ID: p.ID, Rating: rating.Rating{Value: float64(p.Rating), Deviation: puzzleDeviation, Volatility: rating.New().Volatility}}, nil
	}
	return r, err
}

// sortByRating sorts puzzles of a variant by the distance of their ratings from near.
func sortByRating(c *action.Call, variant string, puzzles []*puzzle.Puzzle, near float64) error {
	earned, err := c.Tx.PuzzleRatings(variant + "-")
	if err != nil {
		return err
	}
	values := map[string]float64{}
	for _, p := range puzzles {
		values[p.ID] = float64(p.Rating)
	}
	for _, r := range earned {
		values[r.ID] = r.Value
	}
	far := func(p *puzzle.Puzzle) float64 { return math.Abs(values[p.ID] - near) }
	slices.SortStableFunc(puzzles, func(a, b *puzzle.Puzzle) int { return cmp.Compare(far(a), far(b)) })
	return nil
}

// practice reports whether the asker knows the solution of a puzzle already.
func practice(c *action.Call, p *puzzle.Puzzle) bool {
	return c.Me.Puzzles.Practice(p.Variant, puzzleIndex(p))
}

// unrated returns why a try at a puzzle is not rated. It is empty if the try is rated.
func unrated(c *action.Call, p *puzzle.Puzzle) (why phrase.Text) {
	if practice(c, p) {
		return phrase.Of("You have done this one before, so it does not count for your rating.")
	}
	day := daily.Of(c.Uptime.Beat)
	for _, r := range c.Me.Puzzles.Days.Results {
		if r.ID == p.ID && r.Day < day {
			return phrase.Of("Its day is over, so it does not count for your rating.")
		}
	}
	return ""
}

// ratePuzzle rates the asker and a puzzle against each other and counts the result, unless the try
// is unrated. A guest's result does not change the puzzle's rating.
func ratePuzzle(c *action.Call, p *puzzle.Puzzle, score rating.Score) error {
	if unrated(c, p) != "" {
		c.Me.Puzzles.Missed = score != rating.Win
		return nil
	}
	mine := puzzleRating(c)
	theirs, err := ratingOfPuzzle(c, p)
	if err != nil {
		return err
	}
	before := mine.Rating
	after := rating.Rate(before, []rating.Result{{Against: theirs.Rating, Score: score}})
	theirs.Rating = rating.Rate(theirs.Rating, []rating.Result{{Against: before, Score: rating.Win - score}})
	theirs.Value = min(max(theirs.Value, float64(p.Rating-puzzleReach)), float64(p.Rating+puzzleReach))
	if score == rating.Win {
		theirs.Solved++
	} else {
		theirs.Failed++
	}
	c.Me.Puzzles.Rate(after, c.Uptime.Beat)
	c.Me.Puzzles.Score(score == rating.Win)
	if c.Me.Guest() {
		return nil // the same person can come as many guests
	}
	return c.Tx.PutPuzzleRating(theirs)
}

// missPuzzle counts the open puzzle as failed, unless it has been counted already.
func missPuzzle(c *action.Call, p *puzzle.Puzzle) error {
	c.Me.Puzzles.Try(p.ID, daily.Of(c.Uptime.Beat), false)
	if c.Me.Puzzles.Missed {
		return nil
	}
	return ratePuzzle(c, p, rating.Loss)
}

// puzzleSolved closes the open puzzle after the move that solves it.
func puzzleSolved(c *action.Call, p *puzzle.Puzzle, position *rules.Position, m rules.Move) (bot.Reply, error) {
	text := phrase.Of("%s is the move.", play.Describe(position, m))
	if position.Text(m) == p.Line[0] && p.Wins == 0 && len(p.Line) > 1 {
		text = phrase.Of("%s is the move. Best play goes on with %s.", play.Describe(position, m), lineTexts(p.Line[1:]))
	}
	if !c.Me.Puzzles.Missed {
		before := puzzleRating(c).Value
		if err := ratePuzzle(c, p, rating.Win); err != nil {
			return bot.Reply{}, err
		}
		text = phrase.Of("Solved!") + " " + text + " " + puzzleStanding(c, p, before)
	}
	c.Me.Puzzles.Try(p.ID, daily.Of(c.Uptime.Beat), true)
	told, err := solveDaily(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	text += told
	return closePuzzle(c, p, text, &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: []string{position.Text(m)}, Side: c.Me.Look.From(position.Turn())})
}

// missCost counts the open puzzle as failed, unless it has been counted already. It returns a text
// about the change of the asker's rating, or "".
func missCost(c *action.Call, p *puzzle.Puzzle) (phrase.Text, error) {
	counted, before := c.Me.Puzzles.Missed, puzzleRating(c).Value
	if err := missPuzzle(c, p); err != nil || counted {
		return "", err
	}
	return puzzleStanding(c, p, before), nil
}

// showSolution gives up the open puzzle. It shows the solution unless it is a puzzle of the day.
func showSolution(c *action.Call, p *puzzle.Puzzle) (bot.Reply, error) {
	if err := solvable(c, p); err != nil {
		return bot.Reply{}, err
	}
	if today, err := isDaily(c, p); err != nil {
		return bot.Reply{}, err
	} else if today {
		return giveUpDaily(c, p)
	}
	position, err := p.Position(0)
	if err != nil {
		return bot.Reply{}, err
	}
	cost, err := missCost(c, p)
	if err != nil {
		return bot.Reply{}, err
	}
	text := joined(phrase.Of("The solution of %s: %s.", p.ID, lineTexts(p.Line)), cost)
	return closePuzzle(c, p, text, &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: p.Line[:1], Side: c.Me.Look.From(position.Turn())})
}

// lineTexts writes a line of moves as text.
func lineTexts(line []string) string { return strings.Join(line, ", ") }

// puzzleStanding says how the asker's rating has changed, and how many puzzles they have solved
// in a row.
func puzzleStanding(c *action.Call, p *puzzle.Puzzle, before float64) phrase.Text {
	if why := unrated(c, p); why != "" {
		return why
	}
	record := c.Me.Puzzles
	change := fmt.Sprintf("%+.0f", math.Round(record.Rating.Value)-math.Round(before))
	text := phrase.Of("Your puzzle rating is %s (%s).", record.Rating, change)
	if record.Streak > 1 {
		text += " " + phrase.Of("%d in a row!", record.Streak)
	}
	return text
}

// closePuzzle closes the open puzzle.
func closePuzzle(c *action.Call, p *puzzle.Puzzle, text phrase.Text, picture *bot.Picture) (bot.Reply, error) {
	c.Me.Puzzles.Finish(p.Variant, puzzleIndex(p))
	m := c.Message(bot.Private, text, bot.Button{Label: phrase.Of("Another puzzle"), Command: action.CommandText("puzzle", p.Variant, "next")})
	m.Picture = picture
	return bot.Reply{Answer: []bot.Message{m}}, c.Tx.PutPlayer(c.Me)
}

// puzzleWords describes a player's results with puzzles. It returns nil if they have tried none.
func puzzleWords(c *action.Call, p bot.Player) []phrase.Text {
	r := p.AdvanceStreak(c.Uptime).Puzzles
	var lines []phrase.Text
	if r.Solved+r.Failed > 0 {
		r.Rating.Age(c.Uptime.Beat)
		lines = append(lines, phrase.Of("Puzzles: %s; %d of %d solved at the first try, at most %d in a row.", r.Rating, r.Solved, r.Solved+r.Failed, r.Longest))
	}
	if s := r.Days.Streak; s.Longest > 0 {
		lines = append(lines, phrase.Of("Puzzles of the day: a streak of %s, at most %s, with %s.", bot.DayCount(s.Length), bot.DayCount(s.Longest), phrase.Count(s.Freezes, "%d freeze", "%d freezes")))
	}
	return lines
}
