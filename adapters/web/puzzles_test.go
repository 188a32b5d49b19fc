package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

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
	t.Parallel()
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

// TestSkippedPuzzles skips puzzles. The solution of an ordinary one may then be read by whoever has
// skipped it, that of a puzzle of the day only after its day. It is the same for whoever has solved
// it as another puzzle before.
func TestSkippedPuzzles(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.clock.Set(time.Date(2026, 7, 6, 12, 0, 0, 0, time.UTC))
	h.comesAs("ana")
	tells := func(p *puzzle.Puzzle, want bool) {
		t.Helper()
		path := "/puzzle/" + p.ID
		for _, page := range []string{h.page(path), h.get(path + "/board.json").Body.String(), h.get("/puzzles").Body.String()} {
			if told := strings.Contains(page, "Solution: ") || strings.Contains(page, p.Line[0]); told && !want {
				t.Errorf("%s is told: %s", p.ID, text(page))
			}
		}
		if page := text(h.page(path)); strings.Contains(page, "Solution: "+strings.Join(p.Line, ", ")) != want {
			t.Errorf("the solution of %s is shown: %t\n%s", p.ID, !want, page)
		}
	}
	ordinary, path := h.opensPuzzle("raumschach")
	tells(ordinary, false)
	day, dayPath := h.opensPuzzle("daily")
	if w := h.get(path); w.Code != http.StatusNotFound { // left without an answer, it is as before
		t.Errorf("a puzzle that was left is shown: %d", w.Code)
	}
	h.opensPuzzle(day.Variant + " next") // skips the puzzle of the day
	tells(day, false)
	skipped, _ := h.opensPuzzle("raumschach")
	h.opensPuzzle("raumschach next")
	tells(skipped, true)
	cookies := h.cookies
	h.cookies = nil
	h.comesAs("ben")
	for _, path := range []string{dayPath, "/puzzle/" + skipped.ID} {
		if w := h.get(path); w.Code != http.StatusNotFound {
			t.Errorf("ben reads %s, which ana has skipped: %d", path, w.Code)
		}
	}
	h.cookies = cookies
	h.clock.Set(time.Date(2026, 7, 6, 23, 59, 59, 0, time.UTC))
	tells(day, false)
	if page := text(h.page(dayPath)); !strings.Contains(page, "the solution is told after 2026-07-07 00:00 UTC") {
		t.Errorf("the page does not say when: %s", page)
	}
	h.clock.Set(time.Date(2026, 7, 7, 0, 0, 1, 0, time.UTC))
	tells(day, true)
}

// TestPuzzleHistory tries puzzles on several days. Whoever tried them finds them on the page of all
// puzzles, with a chart of their rating, and nobody else does.
func TestPuzzleHistory(t *testing.T) {
	t.Parallel()
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	first, path := h.opensPuzzle("raumschach")
	position, err := first.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	if page := h.page("/puzzles"); strings.Contains(page, "Your last puzzles") {
		t.Errorf("an untried puzzle is listed: %s", text(page))
	}
	wrong := slices.DeleteFunc(position.LegalTexts(), func(m string) bool { return m == first.Line[0] })[0]
	h.do(form(path+"/move", "move", wrong))
	if page := text(h.page("/puzzles")); !regexp.MustCompile("(?s)Puzzle " + first.ID + ".*not solved").MatchString(page) {
		t.Errorf("after a wrong answer the list says %s", page)
	}
	solve := func(p *puzzle.Puzzle) {
		for step := range p.Asked() {
			h.do(form("/puzzle/"+p.ID+"/move", "move", p.Line[2*step]))
		}
	}
	solve(first)
	if page := text(h.page("/puzzles")); !regexp.MustCompile("(?s)Puzzle " + first.ID + ".*solved later").MatchString(page) {
		t.Errorf("after the solution the list says %s", page)
	}
	for range 6 {
		h.clock.Advance(24 * time.Hour)
		p, _ := h.opensPuzzle("raumschach next")
		solve(p)
		if page := text(h.page("/puzzles")); !regexp.MustCompile("(?s)Puzzle " + p.ID + ".*solved at once").MatchString(page) {
			t.Fatalf("after %s the list says %s", p.ID, page)
		}
	}
	page := h.page("/puzzles")
	if n := strings.Count(page, "solved at once"); n != 6 || strings.Count(page, "solved later") != 1 {
		t.Errorf("%d puzzles are listed", n)
	}
	if !strings.Contains(page, `<svg class="chart"`) || !strings.Contains(page, "Your puzzle rating") {
		t.Errorf("there is no chart: %s", page)
	}
	h.cookies = nil
	h.comesAs("ben")
	if page := h.page("/puzzles"); strings.Contains(page, "Your last puzzles") || strings.Contains(page, `<svg class="chart"`) {
		t.Errorf("ben sees what ana did: %s", text(page))
	}
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

// TestAnswerSentAgain sends an answer to a puzzle again, as a browser does that got no response. It is
// told the same, and the answer counts once; the same form sent by somebody else tells them nothing.
func TestAnswerSentAgain(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	p, path := h.opensPuzzle("raumschach")
	for range 20 {
		if p.Wins > 1 {
			break
		}
		p, path = h.opensPuzzle("raumschach next")
	}
	for step := range p.Asked() {
		again := func() *http.Request {
			return asScript(form(path+"/move", "move", p.Line[2*step], "step", strconv.Itoa(step), "event", "e"+strconv.Itoa(step)))
		}
		first := h.do(again())
		second := h.do(again())
		if first.Code != http.StatusOK || second.Code != http.StatusOK || first.Body.String() != second.Body.String() || !strings.Contains(first.Body.String(), "Right!") && !strings.Contains(first.Body.String(), "Solved!") {
			t.Errorf("%s: %d %s, then %d %s", p.Line[2*step], first.Code, first.Body, second.Code, second.Body)
		}
		cookies := h.cookies
		h.cookies = nil
		h.comesAs("ben" + strconv.Itoa(step))
		if w := h.do(again()); w.Code == http.StatusOK {
			t.Errorf("ben is told %s", w.Body)
		}
		h.cookies = cookies
	}
	if page := text(h.page("/puzzles")); !strings.Contains(page, "1 of 1 solved") {
		t.Errorf("it counts as %s", page)
	}
}

// TestAnswerSentTwiceAtOnce sends an answer to a puzzle several times at once. All are told the same.
func TestAnswerSentTwiceAtOnce(t *testing.T) {
	h := openToGuests(t, bot.GuestsAlone)
	h.comesAs("ana")
	p, path := h.opensPuzzle("raumschach")
	var told [4]*httptest.ResponseRecorder
	var wait sync.WaitGroup
	for i := range told {
		wait.Go(func() {
			told[i] = h.do(asScript(form(path+"/move", "move", p.Line[0], "step", "0", "event", "e")))
		})
	}
	wait.Wait()
	for _, w := range told {
		if w.Code != http.StatusOK || w.Body.String() != told[0].Body.String() {
			t.Errorf("%d %s, but %s", w.Code, w.Body, told[0].Body)
		}
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
