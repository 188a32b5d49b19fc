package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"raumbot/adapters/web/board"
	"raumbot/bot"
	"raumbot/bot/coach"
)

// puzzlesPage is the data of the page of all puzzles.
type puzzlesPage struct {
	frame
	coach.PuzzlesView
	Daily *coach.DailyView // nil if there is none
}

// puzzles serves the page of all puzzles.
func (s *Site) puzzles(w http.ResponseWriter, r *http.Request, v *visitor) {
	all, err := s.service.ViewPuzzles(r.Context(), v.request(""))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p := puzzlesPage{frame: frame{visitor: v, Title: v.Say("Puzzles")}, PuzzlesView: all}
	switch daily, err := s.daily(r.Context(), v); {
	case err == nil:
		p.Daily = &daily
	case !errors.Is(err, bot.ErrNotFound):
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "puzzles", p)
}

// openPuzzle opens a puzzle for the visitor: what follows `puzzle` is in the form. It leads to the
// page of the puzzle.
func (s *Site) openPuzzle(w http.ResponseWriter, r *http.Request, v *visitor) {
	if !s.acceptForm(w, r, v) {
		return
	}
	if _, ok := s.handle(w, r, v, v.request("puzzle "+strings.TrimSpace(r.PostFormValue("which")))); !ok {
		return
	}
	all, err := s.service.ViewPuzzles(r.Context(), v.request(""))
	switch {
	case err != nil:
		s.fail(w, r, err)
	case all.Current == "":
		http.Redirect(w, r, string(v.Path("puzzles")), http.StatusSeeOther)
	default:
		http.Redirect(w, r, string(v.Path("puzzle", all.Current)), http.StatusSeeOther)
	}
}

// handle has the service carry out a request that a form has sent, and returns the answer in words.
// If ok is false, the request was refused or failed, and has been answered.
func (s *Site) handle(w http.ResponseWriter, r *http.Request, v *visitor, request bot.Request) (told string, ok bool) {
	request.Event = eventOf(r, request)
	reply, err := s.service.Handle(r.Context(), request)
	if problem := (*bot.Problem)(nil); errors.As(err, &problem) {
		s.explain(w, r, v, statuses[problem.Kind], v.plainText(bot.Complain(request, err).Answer))
		return "", false
	}
	if err != nil {
		s.fail(w, r, err)
		return "", false
	}
	return v.plainText(reply.Answer), true
}

// solvePage is the data of the page of one puzzle.
type solvePage struct {
	taskPage
	Puzzle coach.PuzzleView
}

// puzzleOf returns the page of the puzzle in a request's path. If ok is false, it has answered the
// request.
func (s *Site) puzzleOf(w http.ResponseWriter, r *http.Request, v *visitor) (p *solvePage, m board.Moment, ok bool) {
	id := r.PathValue("id")
	view, err := s.service.ViewPuzzle(r.Context(), v.request(""), id)
	if err != nil {
		s.fail(w, r, err)
		return nil, m, false
	}
	p = &solvePage{Puzzle: view}
	title := v.Say("Puzzle %s", id)
	if p.taskPage, m, err = newTaskPage(frame{visitor: v, Title: title}, view.Scene, v.Path("puzzle", id)); err != nil {
		s.fail(w, r, err)
		return nil, m, false
	}
	p.Status, p.Key, p.Step, p.Answered = title, id, view.Step, true
	p.Fields = []field{{"step", strconv.Itoa(view.Step)}}
	switch {
	case view.Line != nil:
		p.showSolved()
	case !view.Open:
		p.moves = false
	}
	return p, m, true
}

// solve serves the page of one puzzle.
func (s *Site) solve(w http.ResponseWriter, r *http.Request, v *visitor) {
	s.showSolve(w, r, v, "")
}

// showSolve shows the page of one puzzle, and what became of an answer, if that is not empty.
func (s *Site) showSolve(w http.ResponseWriter, r *http.Request, v *visitor, told string) {
	p, m, ok := s.puzzleOf(w, r, v)
	if !ok {
		return
	}
	p.Told = told
	p.draw()
	p.show(r, m, s.answerReader(r, v, m))
	s.show(w, r, http.StatusOK, "solve", p)
}

// solveJSON serves the position of a puzzle to scripts.
func (s *Site) solveJSON(w http.ResponseWriter, r *http.Request, v *visitor) {
	if p, _, ok := s.puzzleOf(w, r, v); ok {
		s.sendTask(w, r, &p.taskPage)
	}
}

// solveCell serves to scripts how the man on a cell of a puzzle may move.
func (s *Site) solveCell(w http.ResponseWriter, r *http.Request, v *visitor) {
	if p, m, ok := s.puzzleOf(w, r, v); ok {
		s.sendCell(w, r, v, p.Layout, m)
	}
}

// maxAnswers is the number of answers to puzzles that are remembered, and answersFor for how long.
const (
	maxAnswers = 1000
	answersFor = 10 * time.Minute
)

// toldAnswers are what the bot has lately told about answers to puzzles, by their events. An answer
// that is sent again, because its response was lost or slow, is told the same again.
type toldAnswers = expirable.LRU[bot.EventID, string]

func newToldAnswers() *toldAnswers {
	return expirable.NewLRU[bot.EventID, string](maxAnswers, nil, answersFor)
}

// answerSolve takes a move as the answer to a puzzle, or gives it up if the word is "solution". The
// page of the puzzle tells what the bot answers, but has no buttons with moves to choose from. A
// move from a page that shows an earlier step, as in another window, is refused and costs nothing.
func (s *Site) answerSolve(w http.ResponseWriter, r *http.Request, v *visitor) {
	if !s.acceptForm(w, r, v) {
		return
	}
	move := strings.TrimSpace(r.PostFormValue("move"))
	if move == "" {
		s.refuse(w, r, http.StatusBadRequest)
		return
	}
	request := v.request("puzzle " + r.PathValue("id") + " " + move)
	event := eventOf(r, request)
	if event != "" {
		end, ok := s.alone(r.Context(), "answer "+string(event))
		if !ok {
			return
		}
		defer end()
	}
	told, known := s.answers.Get(event)
	if step := r.PostFormValue("step"); step != "" && !known {
		if p, _, ok := s.puzzleOf(w, r, v); !ok {
			return
		} else if step != strconv.Itoa(p.Step) {
			s.explain(w, r, v, http.StatusConflict, v.Say("That position is not there any more."))
			return
		}
	}
	if !known {
		var ok bool
		if told, ok = s.handle(w, r, v, request); !ok {
			return
		}
		if event != "" {
			s.answers.Add(event, told)
		}
	}
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, result{OK: true, Text: told})
		return
	}
	s.showSolve(w, r, v, told)
}

// Solution returns the moves that solve the puzzle; empty if the visitor may not know them.
func (p *solvePage) Solution() string { return strings.Join(p.Puzzle.Line, ", ") }

// TellsLater says when the solution of a puzzle of the day is told.
func (p *solvePage) TellsLater() string {
	return p.Say("It is the puzzle of the day: the solution is told after %s UTC.", p.Puzzle.Ends.UTC().Format("2006-01-02 15:04"))
}

// Became says what became of a puzzle that the visitor has tried.
func (v *visitor) Became(try coach.PuzzleTried) string {
	switch {
	case try.Solved && !try.Missed:
		return v.Say("solved at once")
	case try.Solved:
		return v.Say("solved later")
	}
	return v.Say("not solved")
}

// PuzzleProgress says how many puzzles of a game the visitor has done.
func (v *visitor) PuzzleProgress(of coach.PuzzleGame) string {
	return v.Say("%d of %d done", of.Done, of.All)
}
