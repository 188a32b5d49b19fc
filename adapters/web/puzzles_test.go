package web_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/bot/puzzle"
)

// opensPuzzle opens a puzzle by what follows `puzzle`, and returns it with the path of its page.
func (h *hall) opensPuzzle(which string) (*puzzle.Puzzle, string) {
	h.t.Helper()
	w := h.do(form("/puzzles", "which", which))
	path := w.Header().Get("Location")
	p, ok := puzzle.Find(strings.TrimPrefix(path, "/puzzle/"))
	if w.Code != http.StatusSeeOther || !ok {
		h.t.Fatalf("%s: %d %q %s", which, w.Code, path, text(w.Body.String()))
	}
	return p, path
}

// asScript marks a request as one of a script.
func asScript(r *http.Request) *http.Request {
	r.Header.Set("Accept", "application/json")
	return r
}

// TestPuzzlesTellNothing opens puzzles. Until they are solved or given up, neither their pages nor
// what scripts get nor the answer to a wrong move have the solution among what they show, and nobody
// else can open them. The solution of a puzzle of the day stays secret.
func TestPuzzlesTellNothing(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	for _, path := range []string{"/puzzle/raumschach-1", "/puzzle/raumschach-1/board.json"} {
		if w := h.get(path); w.Code != http.StatusNotFound {
			t.Errorf("a stranger opens %s: %d", path, w.Code)
		}
	}
	if w := h.do(form("/puzzle/raumschach-1/move", "move", "solution")); w.Code != http.StatusForbidden {
		t.Errorf("a stranger gives up a puzzle: %d", w.Code)
	}
	h.comesAs("ana")
	p, path := h.opensPuzzle("raumschach")
	position, err := p.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	secret := func(where, page string) {
		t.Helper()
		if strings.Contains(page, p.Line[0]) {
			t.Errorf("%s has the solution of %s, %s:\n%s", where, p.ID, p.Line[0], page)
		}
	}
	secret("the page", h.page(path))
	secret("the position", h.get(path+"/board.json").Body.String())
	wrong := position.LegalTexts()[0]
	if wrong == p.Line[0] {
		wrong = position.LegalTexts()[1]
	}
	for _, r := range []*http.Request{asScript(form(path+"/move", "move", wrong)), form(path+"/move", "move", wrong)} {
		w := h.do(r)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), wrong+" is not the move.") {
			t.Errorf("after a wrong answer: %d %s", w.Code, w.Body)
		}
		secret("the answer", w.Body.String())
	}
	if w := h.do(asScript(form("/puzzle/octhex146-1/move", "move", wrong))); w.Code == http.StatusOK {
		t.Errorf("an answer to another puzzle is taken: %s", w.Body)
	}
	cookies := h.cookies
	h.cookies = nil
	h.comesAs("ben")
	if w := h.get(path); w.Code != http.StatusNotFound {
		t.Errorf("ben opens ana's puzzle: %d", w.Code)
	}
	h.cookies = cookies
	h.do(form(path+"/move", "move", "solution"))
	if page := h.page(path); !strings.Contains(page, p.Line[0]) {
		t.Errorf("ana has given up, and reads %s", text(page))
	}
	p, path = h.opensPuzzle("daily")
	secret("the page of the day", h.page(path))
	h.do(form(path+"/move", "move", "solution"))
	secret("the page of a puzzle of the day that was given up", h.page(path))
}

// TestPuzzleInTwoWindows answers a step of a puzzle from a window that shows the step before. The
// answer is refused, and costs nothing.
func TestPuzzleInTwoWindows(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	p, path := h.opensPuzzle("raumschach")
	for range 40 {
		if p.Wins > 1 {
			break
		}
		p, path = h.opensPuzzle("raumschach next")
	}
	position, err := p.Position(0)
	if err != nil || p.Wins < 2 {
		t.Fatalf("%s wins in %d moves: %v", p.ID, p.Wins, err)
	}
	answers := func(step, move string, code int, want string) {
		t.Helper()
		w := h.do(asScript(form(path+"/move", "move", move, "step", step)))
		if w.Code != code || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s at step %s of %s: %d %s", move, step, p.ID, w.Code, w.Body)
		}
	}
	answers("0", p.Line[0], http.StatusOK, "Right!")
	for _, late := range position.LegalTexts()[:5] {
		answers("0", late, http.StatusConflict, "That position is not there any more.")
	}
	if page := h.page(path + "?move=" + p.Line[2]); !strings.Contains(page, `name="step" value="1"`) {
		t.Errorf("the page does not send its step: %s", text(page))
	}
	for step := 1; step < p.Asked(); step++ {
		want := "Right!"
		if step == p.Asked()-1 {
			want = "Solved!"
		}
		answers(strconv.Itoa(step), p.Line[2*step], http.StatusOK, want)
	}
}

// TestLessonsInBrowser answers lessons as a stranger and as a guest. What a guest has solved is
// remembered; a wrong answer is told why, and no answer leads elsewhere.
func TestLessonsInBrowser(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	answers := func(move string) string {
		t.Helper()
		w := h.do(form("/learn/raumschach/2/move", "move", move))
		to := w.Header().Get("Location")
		if w.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/learn/raumschach/2?played=") {
			t.Fatalf("%s: %d %q", move, w.Code, to)
		}
		return text(h.page(to))
	}
	solved := func() bool { return strings.Contains(h.page("/learn/raumschach/1"), `class="solved"`) }
	if page := answers("aa1-ea1"); !strings.Contains(page, "Well done!") || solved() {
		t.Errorf("a stranger solves a lesson, and reads %s", page)
	}
	h.comesAs("ana")
	for move, why := range map[string]string{"aa1-ba1": "it takes nothing", "aa1-bb1": "does not move from aa1 to bb1", `"><b>`: ""} {
		if page := answers(move); strings.Contains(page, "Well done!") || !strings.Contains(page, why) {
			t.Errorf("after %s ana reads %s", move, page)
		}
	}
	if solved() {
		t.Error("wrong answers solve a lesson")
	}
	if page := answers("aa1-ea1"); !strings.Contains(page, "Well done!") || !solved() {
		t.Errorf("ana solves a lesson, and reads %s", page)
	}
	if page := text(h.page("/learn/raumschach/3?played=solution")); !strings.Contains(page, "bb2-dd2 solves it.") {
		t.Errorf("the solution is shown as %s", page)
	}
	if page := h.page("/learn/stockschach512/1?figure=2"); strings.Count(page, "figure\"") == 0 || !strings.Contains(page, "data-figure=") {
		t.Error("a ring is not shown")
	}
	for _, path := range []string{"/learn/raumschach/0", "/learn/raumschach/13", "/learn/nothing/1", "/learn/raumschach/x"} {
		if w := h.get(path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
