package coach

import (
	"context"
	"errors"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// Lessons reads the lessons for the pages of the site. It changes nothing.
type Lessons struct{ *action.Bot }

// CourseView describes the lessons on a variant to a page, in the asker's language.
type CourseView struct {
	Name, ID, Title, Blurb string
	// Solved has an element for each lesson: whether the asker has solved its task.
	Solved []bool
}

// Done returns the number of lessons that the asker has solved.
func (v CourseView) Done() (n int) {
	for _, solved := range v.Solved {
		if solved {
			n++
		}
	}
	return n
}

// Next returns the number of the first lesson that the asker has not solved, or else of the first
// one; lessons count from 1.
func (v CourseView) Next() int {
	for i, solved := range v.Solved {
		if !solved {
			return i + 1
		}
	}
	return 1
}

// ViewCourses returns the lessons on all variants that have some, Raumschach first.
func (s *Lessons) ViewCourses(ctx context.Context, r bot.Request) (all []CourseView, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		all = nil
		for _, v := range rules.Variants() {
			if of := viewCourse(c, v); len(of.Solved) == 0 {
				continue
			} else if v.Name == action.LessonVariant {
				all = append([]CourseView{of}, all...)
			} else {
				all = append(all, of)
			}
		}
		return nil
	})
	return all, err
}

func viewCourse(c *action.Call, v *rules.Variant) CourseView {
	of := CourseView{Name: v.Name, ID: v.ID(), Title: v.Title, Blurb: c.ReaderLanguage().Render(bot.Blurb(v))}
	for i := range course(v) {
		of.Solved = append(of.Solved, c.Me.HasLearned(v.Name, i))
	}
	return of
}

// LessonView describes a lesson to a page, in the asker's language.
type LessonView struct {
	CourseView
	Step             int // from 1
	Text, Task, Hint string
	// Scene is the position of the task or, if an answer solves it, the one after that.
	Scene render.Scene
	// Told says what became of the answer, if there is one; Right is whether it solves the task.
	Told  string
	Right bool
	// Figures are what the page can show in space.
	Figures []FigureView
}

// FigureView is a set of cells that has a name.
type FigureView struct {
	Name  string
	Cells []string
}

// ViewLesson returns a lesson on a variant, and what becomes of an answer to its task unless that
// is empty; the answer "solution" shows the solution. The error is [bot.ErrNotFound] if there is no
// such lesson.
func (s *Lessons) ViewLesson(ctx context.Context, r bot.Request, variant string, step int, answer string) (view LessonView, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		v, err := rules.Find(variant)
		if err != nil {
			return bot.ErrNotFound
		}
		all := course(v)
		if step < 1 || step > len(all) {
			return bot.ErrNotFound
		}
		l, say := all[step-1], c.ReaderLanguage().Render
		view = LessonView{CourseView: viewCourse(c, v), Step: step, Text: say(l.text), Task: say(l.task), Hint: say(l.hint)}
		p, err := rules.ReadPosition(v, l.position)
		if err != nil {
			return err
		}
		view.Scene = render.NewScene(p)
		for _, f := range l.figures(p) {
			shown := FigureView{Name: say(phrase.Upper(f.name))}
			for _, c := range f.cells {
				shown.Cells = append(shown.Cells, v.Board.Name(c))
			}
			view.Figures = append(view.Figures, shown)
		}
		if answer == "" {
			return nil
		}
		m, fault, err := l.try(p, answer)
		praise := phrase.Of("Well done!")
		if strings.EqualFold(answer, "solution") {
			m, err = l.solution(p)
			fault, praise = "", phrase.Of("%s solves it.", p.Text(m))
		}
		if err != nil || fault != "" {
			view.Told = say(fault)
			return err
		}
		after, err := p.Play(m)
		if err == nil {
			view.Right, view.Told = true, say(praise)
			view.Scene = render.NewScene(after)
			view.Scene.Before, view.Scene.Last = p, m
		}
		return err
	})
	return view, err
}

// RuleLessons returns the numbers of the lessons on a variant that are about a rule, by the names
// of the rules: see [raumbot/rules/compose.Rule].
func (s *Lessons) RuleLessons(variant string) map[string]int {
	all := map[string]int{}
	if v, err := rules.Find(variant); err == nil {
		for i, l := range course(v) {
			if l.rule != nil {
				all[l.rule.String()] = i + 1
			}
		}
	}
	return all
}

// ReadAnswer reads a move as typed in a position of a lesson or a puzzle, and returns it in
// standard notation. If the move is refused, the error is a translated [*bot.Problem] that says
// why.
func (s *Lessons) ReadAnswer(ctx context.Context, r bot.Request, p *rules.Position, text string) (move string, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		m, err := p.ReadMove(text)
		if refused := (*rules.MoveError)(nil); errors.As(err, &refused) {
			words := c.ReaderLanguage().Render(phrase.Sentence(bot.Unmarked(phrase.Compose(refused.Words))))
			return &bot.Problem{Kind: bot.IllegalMove, Text: phrase.Said(words)}
		}
		move = p.Text(m)
		return err
	})
	return move, err
}
