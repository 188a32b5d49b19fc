package coach_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"raumbot/bot"
	"raumbot/bot/coach"
	"raumbot/bot/engine"
	"raumbot/bot/engine/search"
	"raumbot/bot/puzzle"
	"raumbot/bot/service"
	"raumbot/rules"
	"raumbot/storage"
)

// foundTwoWays keeps what twoWays has found.
var foundTwoWays = sync.OnceValues(lookForTwoWays)

// twoWays returns a puzzle whose second move is not the only one that wins in time, with another
// move that does and one that does not.
func twoWays(t *testing.T) (p *puzzle.Puzzle, wins, fails string) {
	t.Helper()
	p, moves := foundTwoWays()
	if p == nil {
		t.Fatal("there is no such puzzle")
	}
	return p, moves[0], moves[1]
}

func lookForTwoWays() (*puzzle.Puzzle, [2]string) {
	for _, v := range rules.Variants() {
		for _, p := range puzzle.Of(v.Name) {
			if p.Wins != 3 || v.Board.Len() > 150 {
				continue
			}
			game, err := p.Game(1)
			if err != nil {
				panic(err)
			}
			wins, fails := "", ""
			for _, m := range game.Position().Legal() {
				text := game.Position().Text(m)
				after, err := coach.CopyGame(game, game.Ply())
				if err == nil {
					err = after.Play(m)
				}
				if err != nil {
					panic(err)
				}
				if text == p.Line[2] || after.Outcome().Over() || wins != "" && fails != "" {
					continue
				}
				info := engine.New(1<<20).Search(context.Background(), after, engine.Limits{Nodes: coach.MaxProofNodes / 2}, nil)
				if n, mate := info.Lines[0].Score.Mate(); mate && n == -1 {
					wins = text
				} else if !mate {
					fails = text
				}
			}
			if wins != "" && fails != "" {
				return p, [2]string{wins, fails}
			}
		}
	}
	return nil, [2]string{}
}

// atStep has a player stand at the second move of a puzzle, which they have got right so far.
func atStep(t *testing.T, s *service.Service, name string, p *puzzle.Puzzle) {
	t.Helper()
	mustSay(t, s, name, "puzzle "+p.Variant)
	err := s.Store.Update(t.Context(), func(tx bot.Tx) error {
		me, err := tx.PlayerOf(user(name).UserID)
		if err != nil {
			return err
		}
		me.Puzzles.Current, me.Puzzles.Step = p.ID, 1
		return tx.PutPlayer(me)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// said is what a request was answered with.
type said struct {
	text    string
	outcome bot.Outcome
	err     error
}

// answers handles an answer to a puzzle.
func answers(ctx context.Context, s *service.Service, name, event, move string) said {
	reply, err := s.Handle(ctx, bot.Request{From: user(name), Event: bot.EventID(event), Text: "puzzle " + move})
	one := said{outcome: reply.Outcome, err: err}
	if len(reply.Answer) > 0 {
		one.text = reply.Answer[0].Text
	}
	return one
}

// TestPuzzleAnswersWait gives two answers at once while the pool of searches is busy: first one
// that may win too, then the right one. Others are served meanwhile, and only the first answer
// counts.
func TestPuzzleAnswersWait(t *testing.T) { synctest.Test(t, puzzleAnswersWait) }

func puzzleAnswersWait(t *testing.T) {
	p, _, fails := twoWays(t)
	s := service.New(service.Ports{Store: storage.Memory(), Searcher: search.NewLocal(1), Advice: time.Hour})
	atStep(t, s, "alice", p)
	pool := keepBusy(t, s)
	first, second := make(chan said, 1), make(chan said, 1)
	go func() { first <- answers(t.Context(), s, "alice", "first", fails) }()
	pool.awaitAsking(t, 1, first)
	mustSay(t, s, "bob", "seek raumschach")
	if r := playerNow(t, s, "alice").Puzzles; r.Trying != fails || r.Failed != 0 || r.Missed || r.Step != 1 {
		t.Errorf("while the answer is searched: %+v", r)
	}
	go func() { second <- answers(t.Context(), s, "alice", "second", p.Line[2]) }()
	pool.awaitAsking(t, 2, second)
	pool.release()
	wrong, right := <-first, <-second
	if wrong.err == nil && !strings.Contains(wrong.text, "is not the move") || wrong.err != nil && !strings.Contains(wrong.err.Error(), "moved on while I was checking") {
		t.Errorf("the wrong answer: %+v", wrong)
	}
	if right.err != nil || !strings.Contains(right.text, "Right!") {
		t.Errorf("the right answer: %+v", right)
	}
	if r := playerNow(t, s, "alice").Puzzles; r.Failed != 1 || r.Solved != 0 || r.Step != 2 || r.Trying != "" {
		t.Errorf("after both: %+v", r)
	}
	mustSay(t, s, "alice", "puzzle "+p.Line[4])
	if r := playerNow(t, s, "alice").Puzzles; r.Failed != 1 || r.Solved != 0 || r.Current != "" {
		t.Errorf("at the end: %+v", r)
	}
}

// TestPuzzleAnswerWinsToo gives an answer that is not the solution's and wins as fast.
func TestPuzzleAnswerWinsToo(t *testing.T) {
	p, wins, fails := twoWays(t)
	s := service.New(service.Ports{Store: storage.Memory(), Advice: time.Hour})
	atStep(t, s, "alice", p)
	if one := answers(t.Context(), s, "alice", "one", wins); one.err != nil || !strings.Contains(one.text, "Solved!") {
		t.Errorf("%+v", one)
	}
	if r := playerNow(t, s, "alice").Puzzles; r.Solved != 1 || r.Current != "" || r.Trying != "" {
		t.Errorf("%+v", r)
	}
	atStep(t, s, "bob", p)
	if one := answers(t.Context(), s, "bob", "two", fails); one.err != nil || !strings.Contains(one.text, "is not the move") {
		t.Errorf("%+v", one)
	}
	if one := answers(t.Context(), s, "bob", "three", wins); one.err != nil || !strings.Contains(one.text, "is the move") {
		t.Errorf("%+v", one)
	}
	if r := playerNow(t, s, "bob").Puzzles; r.Solved != 0 || r.Failed != 1 || r.Current != "" {
		t.Errorf("after a wrong answer: %+v", r)
	}
}

// cutOff is an answer that is cut off, the one that is given in the next run, and what comes of it.
type cutOff struct {
	before, then   string
	solved, failed int
	text           string
}

// TestPuzzleAnswerIsCutOff ends the bot while it searches an answer. The next run counts the answer
// once, however often it comes, and first, also if another one comes instead.
func TestPuzzleAnswerIsCutOff(t *testing.T) {
	p, wins, fails := twoWays(t)
	for name, c := range map[string]cutOff{
		"again":               {fails, fails, 0, 1, "is not the move"},
		"then the right one":  {fails, p.Line[2], 0, 1, "Right!"},
		"then another":        {fails, wins, 0, 1, "is the move"},
		"a winning one again": {wins, wins, 1, 0, "Solved!"},
		"a winning one, then": {wins, fails, 1, 0, "Solved!"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.test(t, p) })
		})
	}
}

func (c cutOff) test(t *testing.T, p *puzzle.Puzzle) {
	store := storage.Memory()
	s := service.New(service.Ports{Store: store, Searcher: search.NewLocal(1), Advice: time.Hour})
	atStep(t, s, "alice", p)
	pool := keepBusy(t, s)
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	killed := make(chan said, 1)
	go func() { killed <- answers(ctx, s, "alice", "before", c.before) }()
	pool.awaitAsking(t, 1, killed)
	kill()
	if one := <-killed; one.err == nil {
		t.Errorf("answered: %+v", one)
	}
	if r := playerNow(t, s, "alice").Puzzles; r.Failed != 0 || r.Solved != 0 || r.Step != 1 || r.Current != p.ID {
		t.Errorf("after the end: %+v", r)
	}
	next := service.New(service.Ports{Store: store, Advice: time.Hour})
	event := "then"
	if c.then == c.before {
		event = "before" // the platform delivers it again
	}
	if one := answers(t.Context(), next, "alice", event, c.then); one.err != nil || !strings.Contains(one.text, c.text) {
		t.Errorf("in the next run: %+v", one)
	}
	after := playerNow(t, next, "alice").Puzzles
	if after.Solved != c.solved || after.Failed != c.failed || after.Trying != "" {
		t.Errorf("counted: %+v", after)
	}
	if one := answers(t.Context(), next, "alice", event, c.then); one.err != nil || one.outcome != bot.Repeated {
		t.Errorf("delivered once more: %+v", one)
	}
	if r := playerNow(t, next, "alice").Puzzles; r.Solved != after.Solved || r.Failed != after.Failed || r.Rating.Value != after.Rating.Value {
		t.Errorf("counted twice: %+v", r)
	}
}

// TestPuzzleAnswerWithoutASearch gives an answer when too many wait for searches, and one whose
// search is cut off: neither counts yet, and both are told to come again.
func TestPuzzleAnswerWithoutASearch(t *testing.T) { synctest.Test(t, puzzleAnswerWithoutASearch) }

func puzzleAnswerWithoutASearch(t *testing.T) {
	p, _, fails := twoWays(t)
	store := storage.Memory()
	s := service.New(service.Ports{Store: store, Searcher: search.NewLocal(1), Advice: time.Hour})
	atStep(t, s, "alice", p)
	pool := keepBusy(t, s)
	waiting, got := pool.fill(t, t.Context())
	if one := answers(t.Context(), s, "alice", "one", fails); one.err == nil || !strings.Contains(one.err.Error(), "Many people are asking") {
		t.Errorf("with too many before it: %+v", one)
	}
	pool.release()
	for range waiting {
		if err := <-got; err != nil {
			t.Error(err)
		}
	}
	hurried := service.New(service.Ports{Store: store, Advice: -1})
	if one := answers(t.Context(), hurried, "alice", "two", fails); one.err == nil || !strings.Contains(one.err.Error(), "ran out of time") {
		t.Errorf("without time: %+v", one)
	}
	if r := playerNow(t, s, "alice").Puzzles; r.Failed != 0 || r.Missed || r.Trying != fails {
		t.Errorf("after both: %+v", r)
	}
}
