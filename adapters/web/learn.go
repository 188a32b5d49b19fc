package web

import (
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"raumbot/adapters/web/board"
	"raumbot/bot/coach"
	"raumbot/render"
)

// taskPage is the data of a page with a task that is solved on a board: a lesson or a puzzle.
type taskPage struct {
	boardPage
	// Status is the line above the board.
	Status string
	// Key names the board in the browser, which keeps how it was turned.
	Key string
	// Step is the number of answers that the position has needed, for scripts.
	Step int
	// Told says what became of an answer; Right is whether it solves the task.
	Told  string
	Right bool
}

// newTaskPage returns the page of a task in a scene, at self. The visitor is the side to move.
func newTaskPage(f frame, scene render.Scene, self template.URL) (p taskPage, m board.Moment, err error) {
	layout, err := layouts.of(scene.Position.Variant().ID())
	if err != nil {
		return p, m, err
	}
	m = board.Of(scene)
	f.Class = "playing tasked"
	p.boardPage = newBoardPage(f, layout, m)
	p.Self, p.Data, p.Send = self, self, self+"/move"
	p.moves, p.own, p.Fixed = !p.Position.Over, p.Position.Turn, true
	p.Bottom, p.home, p.rival = p.own, p.own, 1-p.own
	return p, m, nil
}

// showSolved shows the position after the answer that solves the task, in which nobody moves.
func (p *taskPage) showSolved() {
	p.Right, p.moves = true, false
	p.own, p.rival = p.rival, -1
	p.Bottom, p.home = p.own, p.own
}

// lessonPage is the data of the page of a lesson.
type lessonPage struct {
	taskPage
	Lesson coach.LessonView
	Hint   string // empty unless it was asked for
	Drawn  int    // the number of the figure that is shown, from 1; 0 for none
}

// courses serves the list of all lessons.
func (s *Site) courses(w http.ResponseWriter, r *http.Request, v *visitor) {
	showAll(s, w, r, "courses", frame{visitor: v, Title: v.Say("Learn three-dimensional chess")}, s.service.ViewCourses)
}

// lessonOf returns the page of the lesson in a request's path, with what became of the answer in
// its query. If ok is false, it has answered the request.
func (s *Site) lessonOf(w http.ResponseWriter, r *http.Request, v *visitor) (p *lessonPage, m board.Moment, ok bool) {
	name, step := r.PathValue("variant"), int(numberOf(r, "step"))
	l, err := s.service.ViewLesson(r.Context(), v.request(""), name, step, r.URL.Query().Get("played"))
	if err != nil {
		s.fail(w, r, err)
		return nil, m, false
	}
	p = &lessonPage{Lesson: l}
	title := v.Say("%s, lesson %d of %d", l.Title, step, len(l.Solved))
	if p.taskPage, m, err = newTaskPage(frame{visitor: v, Title: title}, l.Scene, v.Path("learn", name, step)); err != nil {
		s.fail(w, r, err)
		return nil, m, false
	}
	p.Status, p.Key, p.Told = title, "learn "+name, l.Told
	p.Explains, p.AtOnce = true, true
	if l.Right {
		p.showSolved()
	}
	return p, m, true
}

// lesson serves the page of a lesson.
func (s *Site) lesson(w http.ResponseWriter, r *http.Request, v *visitor) {
	p, m, ok := s.lessonOf(w, r, v)
	if !ok {
		return
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("figure")); err == nil && n >= 1 && n <= len(p.Lesson.Figures) {
		p.Drawn, p.Figure = n, p.Lesson.Figures[n-1].Cells
	}
	p.draw()
	p.show(r, m, s.answerReader(r, v, m))
	if r.URL.Query().Has("hint") {
		p.Hint = p.Lesson.Hint
	}
	s.show(w, r, http.StatusOK, "lesson", p)
}

// answerReader returns a function that reads a move as typed in a moment.
func (s *Site) answerReader(r *http.Request, v *visitor, m board.Moment) func(string) (string, error) {
	return func(text string) (string, error) {
		return s.service.ReadAnswer(r.Context(), v.request(""), m.Now(), text)
	}
}

// lessonJSON serves the position of a lesson to scripts.
func (s *Site) lessonJSON(w http.ResponseWriter, r *http.Request, v *visitor) {
	if p, _, ok := s.lessonOf(w, r, v); ok {
		s.sendTask(w, r, &p.taskPage)
	}
}

// sendTask serves the position of a task to scripts.
func (s *Site) sendTask(w http.ResponseWriter, r *http.Request, p *taskPage) {
	data := p.data()
	data.Log, data.Status, data.Over = p.Step, p.Status, p.Right
	writeJSON(w, r, http.StatusOK, data)
}

// lessonCell serves to scripts how the man on a cell of a lesson may move.
func (s *Site) lessonCell(w http.ResponseWriter, r *http.Request, v *visitor) {
	if p, m, ok := s.lessonOf(w, r, v); ok {
		s.sendCell(w, r, v, p.Layout, m)
	}
}

// answerLesson takes a move as the answer to a lesson. The page of the lesson shows what became of
// it. That somebody has solved a lesson is stored for those whom the bot knows.
func (s *Site) answerLesson(w http.ResponseWriter, r *http.Request, v *visitor) {
	if v.Known() && !s.acceptForm(w, r, v) {
		return
	}
	name, step, move := r.PathValue("variant"), int(numberOf(r, "step")), strings.TrimSpace(r.PostFormValue("move"))
	l, err := s.service.ViewLesson(r.Context(), v.request(""), name, step, move)
	if err == nil && l.Right && v.Known() && !strings.EqualFold(move, "solution") {
		request := v.request("learn")
		request.Params = map[string]string{"variant": name, "answer": strconv.Itoa(step) + " " + move}
		if _, ok := s.handle(w, r, v, request); !ok {
			return
		}
	}
	switch {
	case err != nil:
		s.fail(w, r, err)
	case wantsJSON(r):
		writeJSON(w, r, http.StatusOK, result{OK: true, Played: move})
	default:
		http.Redirect(w, r, string(v.Path("learn", name, step))+"?"+url.Values{"played": {move}}.Encode(), http.StatusSeeOther)
	}
}

// LessonNumbers returns the numbers of the lessons on a variant.
func (p *lessonPage) LessonNumbers() (all []int) {
	for i := range p.Lesson.Solved {
		all = append(all, i+1)
	}
	return all
}

// IsSolved reports whether the visitor has solved the lesson with a number.
func (p *lessonPage) IsSolved(n int) bool {
	return p.Lesson.Solved[n-1] || n == p.Lesson.Step && p.Right
}

// Following returns the number of the next lesson; 0 if there is none.
func (p *lessonPage) Following() int {
	if p.Lesson.Step == len(p.Lesson.Solved) {
		return 0
	}
	return p.Lesson.Step + 1
}

// FigureLink returns the address that shows a figure, counted from 0, or hides it if it is shown.
func (p *lessonPage) FigureLink(i int) template.URL {
	if p.Drawn == i+1 {
		return p.Query()
	}
	return p.Query("figure", strconv.Itoa(i+1))
}

// IsDrawn reports whether a figure, counted from 0, is shown.
func (p *lessonPage) IsDrawn(i int) bool { return p.Drawn == i+1 }

// FigureCells returns the cells of the figure that is shown, for scripts.
func (p *lessonPage) FigureCells() string { return strings.Join(p.Figure, " ") }

// Paragraphs returns what the lesson explains.
func (p *lessonPage) Paragraphs() []string { return strings.Split(p.Lesson.Text, "\n") }

// Progress says how many lessons of a course the visitor has solved.
func (v *visitor) Progress(of coach.CourseView) string {
	return v.Say("%d of %d solved", of.Done(), len(of.Solved))
}
