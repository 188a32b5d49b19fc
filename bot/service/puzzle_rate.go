package service

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/puzzle"
	"raumbot/bot/rating"
	"raumbot/rules"
)

// A puzzle that nobody has tried has a rating deviation of puzzleDeviation. Its rating never moves farther than
// puzzleReach from what the miner gave it, however many fail on purpose.
const (
	puzzleDeviation = 150
	puzzleReach     = 400
)

// puzzleRating returns the asker's puzzle rating as of now.
func (c *call) puzzleRating() bot.Rating {
	r := c.me.Puzzles.Rating
	if r.At.IsZero() {
		r.Rating, r.At = rating.New(), c.uptime.Beat.UTC()
	}
	r.Age(c.uptime.Beat)
	return r
}

// ratingOfPuzzle returns the rating that a puzzle has earned, or what the miner gave it if nobody has tried it.
func (c *call) ratingOfPuzzle(p *puzzle.Puzzle) (bot.PuzzleRating, error) {
	r, err := c.tx.PuzzleRating(p.ID)
	if errors.Is(err, bot.ErrNotFound) {
		return bot.PuzzleRating{ID: p.ID, Rating: rating.Rating{Value: float64(p.Rating), Deviation: puzzleDeviation, Volatility: rating.New().Volatility}}, nil
	}
	return r, err
}

// sortByRating sorts puzzles of a variant by how far their ratings are from one.
func (c *call) sortByRating(variant string, puzzles []*puzzle.Puzzle, near float64) error {
	earned, err := c.tx.PuzzleRatings(variant + "-")
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
func (c *call) practice(p *puzzle.Puzzle) bool {
	return c.me.Puzzles.Practice(p.Variant, puzzleIndex(p))
}

// dailyRoom returns the room whose puzzle the asker has opened. ok is false if they have opened none's, or if the room has another one by now, or
// none, so that it has been told the solution.
func (c *call) dailyRoom(p *puzzle.Puzzle) (r bot.Room, ok bool, err error) {
	if c.me.Puzzles.Daily == (bot.RoomID{}) {
		return r, false, nil
	}
	r, err = c.tx.Room(c.me.Puzzles.Daily)
	if errors.Is(err, bot.ErrNotFound) {
		return r, false, nil
	}
	return r, err == nil && r.Puzzle != nil && r.Puzzle.ID == p.ID, err
}

// unrated returns why a try at a puzzle counts for nothing, empty if it counts.
func (c *call) unrated(p *puzzle.Puzzle) (why string, err error) {
	if c.practice(p) {
		return phrase.Of("You have done this one before, so it does not count for your rating."), nil
	}
	if _, open, err := c.dailyRoom(p); err != nil || open || c.me.Puzzles.Daily == (bot.RoomID{}) {
		return "", err
	}
	return phrase.Of("Its solution has been told in the room, so it does not count for your rating."), nil
}

// ratePuzzle rates the asker and a puzzle against each other, and counts the result, unless it is practice.
func (c *call) ratePuzzle(p *puzzle.Puzzle, score rating.Score) error {
	if why, err := c.unrated(p); err != nil || why != "" {
		c.me.Puzzles.Missed = score != rating.Win
		return err
	}
	mine := c.puzzleRating()
	theirs, err := c.ratingOfPuzzle(p)
	if err != nil {
		return err
	}
	before := mine.Rating
	mine.Rating = rating.Rate(mine.Rating, []rating.Result{{Against: theirs.Rating, Score: score}})
	theirs.Rating = rating.Rate(theirs.Rating, []rating.Result{{Against: before, Score: rating.Win - score}})
	theirs.Value = min(max(theirs.Value, float64(p.Rating-puzzleReach)), float64(p.Rating+puzzleReach))
	if score == rating.Win {
		theirs.Solved++
	} else {
		theirs.Failed++
	}
	c.me.Puzzles.Rating = mine
	c.me.Puzzles.Score(score == rating.Win)
	return c.tx.PutPuzzleRating(theirs)
}

// missPuzzle counts the open puzzle as failed, unless it already is.
func (c *call) missPuzzle(p *puzzle.Puzzle) error {
	if c.me.Puzzles.Missed {
		return nil
	}
	return c.ratePuzzle(p, rating.Loss)
}

// puzzleSolved closes the open puzzle after the move that solves it.
func (c *call) puzzleSolved(p *puzzle.Puzzle, position *rules.Position, m rules.Move) (bot.Reply, error) {
	text := phrase.Of("%s is the move.", position.Words(m, phrase.Of))
	if position.Text(m) == p.Line[0] && p.Wins == 0 && len(p.Line) > 1 {
		text = phrase.Of("%s is the move. Best play goes on with %s.", position.Words(m, phrase.Of), lineTexts(p.Line[1:]))
	}
	if err := c.noteSolver(p); err != nil {
		return bot.Reply{}, err
	}
	if !c.me.Puzzles.Missed {
		before := c.puzzleRating().Value
		if err := c.ratePuzzle(p, rating.Win); err != nil {
			return bot.Reply{}, err
		}
		standing, err := c.puzzleStanding(p, before)
		if err != nil {
			return bot.Reply{}, err
		}
		text = phrase.Of("Solved!") + " " + text + " " + standing
	}
	return c.closePuzzle(p, text, &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: []string{position.Text(m)}, Side: c.me.Look.From(position.Turn())})
}

// showSolution gives up the open puzzle, and shows its solution.
func (c *call) showSolution(p *puzzle.Puzzle) (bot.Reply, error) {
	if err := c.solvable(p); err != nil {
		return bot.Reply{}, err
	}
	position, err := p.Position(0)
	if err != nil {
		return bot.Reply{}, err
	}
	text := phrase.Of("The solution of %s: %s.", p.ID, lineTexts(p.Line))
	if !c.me.Puzzles.Missed {
		before := c.puzzleRating().Value
		if err := c.missPuzzle(p); err != nil {
			return bot.Reply{}, err
		}
		standing, err := c.puzzleStanding(p, before)
		if err != nil {
			return bot.Reply{}, err
		}
		text += " " + standing
	}
	return c.closePuzzle(p, text, &bot.Picture{Variant: p.Variant, Position: position.Line(), Line: p.Line[:1], Side: c.me.Look.From(position.Turn())})
}

// lineTexts writes a line of moves as text.
func lineTexts(line []string) string { return strings.Join(line, ", ") }

// puzzleStanding says how the asker's rating has changed, and how many puzzles they have solved in a row.
func (c *call) puzzleStanding(p *puzzle.Puzzle, before float64) (string, error) {
	if why, err := c.unrated(p); err != nil || why != "" {
		return why, err
	}
	record := c.me.Puzzles
	change := fmt.Sprintf("%+.0f", math.Round(record.Rating.Value)-math.Round(before))
	text := phrase.Of("Your puzzle rating is %s (%s).", record.Rating, change)
	if record.Streak > 1 {
		text += " " + phrase.Of("%d in a row!", record.Streak)
	}
	return text, nil
}

// closePuzzle closes the open puzzle.
func (c *call) closePuzzle(p *puzzle.Puzzle, text string, picture *bot.Picture) (bot.Reply, error) {
	c.me.Puzzles.Finish(p.Variant, puzzleIndex(p))
	m := c.message(bot.Private, text, bot.Button{Label: phrase.Of("Another puzzle"), Command: commandText("puzzle", p.Variant, "next")})
	m.Picture = picture
	return bot.Reply{Answer: []bot.Message{m}}, c.tx.PutPlayer(c.me)
}

// puzzleWords describes how a player has done with puzzles, nil if they have tried none.
func (c *call) puzzleWords(p bot.Player) []string {
	r := p.Puzzles
	if r.Solved+r.Failed == 0 {
		return nil
	}
	r.Rating.Age(c.uptime.Beat)
	return []string{phrase.Of("Puzzles: %s; %d of %d solved at the first try, at most %d in a row.", r.Rating, r.Solved, r.Solved+r.Failed, r.Longest)}
}
