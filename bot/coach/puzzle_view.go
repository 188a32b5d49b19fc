package coach

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/daily"
	"raumbot/bot/puzzle"
	"raumbot/render"
	"raumbot/rules"
)

// PuzzlesView describes to a page the puzzles that there are, and how the asker has done.
type PuzzlesView struct {
	// Current is the ID of the puzzle that the asker has open; empty for none.
	Current string
	// Words are sentences about the asker's results; nil if there are none.
	Words []string
	Games []PuzzleGame
	// Days are the asker's results with the latest puzzles of the day, the latest first.
	Days []PuzzleDay
	// Course is the course of the asker's rating, and Tries are the latest puzzles that they have
	// tried, the latest first.
	Course []bot.RatingPoint
	Tries  []PuzzleTried
}

// PuzzleGame is a variant that has puzzles, and how many of them the asker has done.
type PuzzleGame struct {
	Name, ID, Title string
	All, Done       int
}

// PuzzleDay is a result with a puzzle of the day.
type PuzzleDay struct {
	Day, Title string
	Solved     bool
	Tries      int
}

// PuzzleTried is what became of a puzzle that the asker has tried. Open means that it has a page
// for them: see [Dailies.ViewPuzzle].
type PuzzleTried struct {
	bot.PuzzleTry
	Title string
	Open  bool
}

// ViewPuzzles returns the puzzles that there are, and how the asker has done.
func (s *Dailies) ViewPuzzles(ctx context.Context, r bot.Request) (view PuzzlesView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		record, say := c.Me.Puzzles, c.ReaderLanguage().Render
		view = PuzzlesView{Current: record.Current, Course: record.Rating.Course()}
		for _, try := range slices.Backward(record.Tries) {
			if p, ok := puzzle.Find(try.ID); ok {
				view.Tries = append(view.Tries, PuzzleTried{try, say(bot.Title(p.Variant)), hasPage(c, p)})
			}
		}
		for _, words := range puzzleWords(c, c.Me) {
			view.Words = append(view.Words, say(words))
		}
		for _, name := range puzzle.Games() {
			v, err := rules.Find(name)
			if err != nil {
				return err
			}
			of := PuzzleGame{Name: name, ID: v.ID(), Title: v.Title, All: len(puzzle.Of(name))}
			for n := range of.All {
				if record.Has(name, n) {
					of.Done++
				}
			}
			view.Games = append(view.Games, of)
		}
		for i := len(record.Days.Results) - 1; i >= 0; i-- {
			result := record.Days.Results[i]
			if p, ok := puzzle.Find(result.ID); ok && result.Answered() {
				view.Days = append(view.Days, PuzzleDay{result.Day.String(), say(bot.Title(p.Variant)), result.Solved, result.Tries()})
			}
		}
		return nil
	})
	return view, err
}

// PuzzleView is a puzzle that the asker has open, or has finished.
type PuzzleView struct {
	ID, Variant, Title string
	Task               string // what to find, in the asker's language
	Rating             int
	// Scene is the position to solve, at the step that the asker has reached. If the asker may know
	// the solution, it is the position after that.
	Scene render.Scene
	Step  int
	// Open means that the asker can answer. Line is the solution, if the asker may know it.
	Open bool
	Line []string
	// Daily means that it is a puzzle of today, whose day ends at Ends. Left is the number of tries
	// that the asker has left at it.
	Daily bool
	Ends  time.Time
	Left  int
}

// ViewPuzzle returns a puzzle that the asker has open or has finished. The error is
// [bot.ErrNotFound] for all others, and a [*bot.Problem] if the puzzle has to wait.
func (s *Dailies) ViewPuzzle(ctx context.Context, r bot.Request, id string) (view PuzzleView, err error) {
	err = s.Look(ctx, r, func(c *action.Call) error {
		p, ok := puzzle.Find(id)
		if !ok || c.Me.ID == 0 || !hasPage(c, p) {
			return bot.ErrNotFound
		}
		view, err = viewPuzzle(c, p)
		return err
	})
	return view, err
}

// hasPage reports whether a puzzle has a page for the asker, who has it open or has finished it.
func hasPage(c *action.Call, p *puzzle.Puzzle) bool {
	record := c.Me.Puzzles
	return p.ID == record.Current || record.Has(p.Variant, puzzleIndex(p))
}

func viewPuzzle(c *action.Call, p *puzzle.Puzzle) (view PuzzleView, err error) {
	record := c.Me.Puzzles
	today, err := isDaily(c, p)
	if err != nil {
		return view, err
	}
	view = PuzzleView{ID: p.ID, Variant: p.Variant, Title: c.ReaderLanguage().Render(bot.Title(p.Variant)), Open: p.ID == record.Current, Daily: today, Ends: dayEnds(c)}
	result := record.Days.On(daily.Of(c.Uptime.Beat))
	if view.Left = bot.DailyTries; result.ID == p.ID {
		view.Left -= len(result.Wrong)
	}
	tells := false // whether the asker may know the solution
	switch err := solvable(c, p); {
	case isContested(err) && view.Open:
		return view, errPuzzleWaits(p)
	case err != nil && !isContested(err):
		return view, err
	case err == nil && !view.Open:
		tells = !today || result.ID == p.ID && result.Solved
	}
	rated, err := ratingOfPuzzle(c, p)
	if err != nil {
		return view, err
	}
	view.Rating = int(math.Round(rated.Value))
	if view.Open {
		view.Step = record.Step
	}
	game, err := p.Game(view.Step)
	if err != nil {
		return view, err
	}
	view.Task = c.ReaderLanguage().Render(puzzleTaskFrom(p, game.Position().Turn(), view.Step))
	if tells {
		view.Line = p.Line
		game, err = solvedGame(p)
	}
	if err == nil {
		view.Scene = render.NewScene(game.Position())
		view.Scene.Before, view.Scene.Last = game.PositionAt(game.Ply()-1), game.Moves()[game.Ply()-1]
	}
	return view, err
}

// solvedGame returns the game up to the last move that has to be found.
func solvedGame(p *puzzle.Puzzle) (*rules.Game, error) {
	game, err := p.Game(p.Asked() - 1)
	if err != nil {
		return nil, err
	}
	m, err := game.Position().ReadText(p.Line[2*p.Asked()-2])
	if err == nil {
		err = game.Play(m)
	}
	return game, err
}

// errPuzzleWaits says that a puzzle cannot be solved while people play from its position.
func errPuzzleWaits(p *puzzle.Puzzle) error {
	return bot.Problemf(bot.NotAllowed, "People are playing from the position of %s, or one much like it, in an ongoing game, so it has to wait. `puzzle %s next` gives you another one.", p.ID, p.Variant)
}

// cutPuzzle returns an answer that names its puzzle without that name: "raumschach-7 aa1-ab1". It
// returns an error if that is not the puzzle that the asker has open.
func cutPuzzle(answer string, open *puzzle.Puzzle) (string, error) {
	name, rest, _ := strings.Cut(answer, " ")
	if named, ok := puzzle.Find(strings.ToLower(name)); !ok || rest == "" {
		return answer, nil
	} else if named != open {
		return "", bot.Problemf(bot.NotNow, "Puzzle %s is not the one that you have open. `puzzle` shows yours.", named.ID)
	}
	return rest, nil
}
