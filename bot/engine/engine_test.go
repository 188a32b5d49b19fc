package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"raumbot/rules"
)

// eachVariant runs a test for every variant.
func eachVariant(t *testing.T, check func(t *testing.T, v *rules.Variant)) {
	for _, v := range rules.Variants() {
		t.Run(v.Name, func(t *testing.T) { check(t, v) })
	}
}

func search(t *testing.T, g *rules.Game, limits Limits) Info {
	t.Helper()
	info := New(1<<20).Search(context.Background(), g, limits, nil)
	legal := g.Position().Legal()
	if len(info.Lines) == 0 {
		if len(legal) > 0 {
			t.Fatalf("no move in %s", g.Position().Line())
		}
		return info
	}
	for i, line := range info.Lines {
		p := g.Position()
		for _, m := range line.Moves {
			next, err := p.Play(m)
			if err != nil {
				t.Fatalf("line %d: %v in %s", i, err, p.Line())
			}
			p = next
		}
	}
	return info
}

// wonAtOnce returns the moves that win at once.
func wonAtOnce(p *rules.Position) []rules.Move {
	var wins []rules.Move
	for _, m := range p.Legal() {
		next, err := p.Play(m)
		if err != nil {
			continue
		}
		if _, won := next.Winner(); won {
			wins = append(wins, m)
		}
	}
	return wins
}

func TestMateInOne(t *testing.T) {
	t.Parallel()
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		random := rand.New(rand.NewPCG(7, 7))
		found := 0
		for games := 0; games < 60 && found < 3; games++ {
			g := rules.NewGame(v)
			for !g.Outcome().Over() && g.Ply() < 240 && found < 3 {
				// Captures lead to tactical positions.
				legal := g.Position().Legal()
				m := legal[random.IntN(len(legal))]
				for range 8 {
					if _, victim := g.Position().Capture(m); victim != rules.NoPiece {
						break
					}
					m = legal[random.IntN(len(legal))]
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
				if !near(g) {
					continue
				}
				wins := wonAtOnce(g.Position())
				if len(wins) == 0 || len(wins) == len(g.Position().Legal()) {
					continue
				}
				found++
				info := search(t, g, Limits{Nodes: 2000})
				best, _ := info.Best()
				if !slices.Contains(wins, best) || info.Lines[0].Score != won-1 {
					t.Errorf("%s, %s is not the win in %s", v.Text(best), info.Lines[0].Score, g.Position().Line())
				}
			}
		}
		if found == 0 {
			t.Error("no position with a win was found")
		}
	})
}

// near reports whether an immediate win is likely enough to try all moves.
func near(g *rules.Game) bool {
	s := g.SearchPosition()
	for _, m := range s.Legal(nil) {
		s.Make(m)
		over := s.Position().Status().Finished() || s.Checked() && !s.HasMove()
		s.Unmake()
		if over {
			return true
		}
	}
	return false
}

func TestSameQuestionSameAnswer(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		g := BenchGames(v)[1]
		e := New(1 << 20)
		first := e.Search(context.Background(), g, Limits{Nodes: 3000}, nil)
		e.Search(context.Background(), rules.NewGame(v), Limits{Nodes: 500}, nil)
		again := e.Search(context.Background(), g, Limits{Nodes: 3000}, nil)
		if first.Nodes != again.Nodes || !slices.Equal(first.Lines[0].Moves, again.Lines[0].Moves) {
			t.Errorf("%v, then %v", first, again)
		}
	})
}

// TestLinesHaveScores stops multi-line searches at arbitrary points. A line that has not been
// searched yet must not be reported as lost.
func TestLinesHaveScores(t *testing.T) {
	for nodes := uint64(500); nodes <= 8000; nodes += 500 {
		for _, line := range search(t, rules.NewGame(rules.Variants()[0]), Limits{Nodes: nodes, Lines: 3}).Lines {
			if max(line.Score, -line.Score) > 1000 {
				t.Errorf("after %d nodes a first move is worth %s", nodes, line.Score)
			}
		}
	}
}

func TestLinesAreDifferentAndInOrder(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		info := search(t, BenchGames(v)[1], Limits{Depth: 2, Lines: 4})
		if len(info.Lines) != 4 {
			t.Fatalf("%d lines", len(info.Lines))
		}
		seen := map[rules.Move]bool{}
		for i, line := range info.Lines {
			if seen[line.Moves[0]] || i > 0 && line.Score > info.Lines[i-1].Score {
				t.Errorf("line %d: %v", i, info.Lines)
			}
			seen[line.Moves[0]] = true
		}
	})
}

func TestStoppedSearchHasAMove(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, v := range rules.Variants() {
		g := BenchGames(v)[1]
		m, ok := New(1<<20).Search(ctx, g, Limits{}, nil).Best()
		if !ok || !slices.Contains(g.Position().Legal(), m) {
			t.Errorf("%s: %v, %v", v.Name, m, ok)
		}
	}
}

// TestResultIsReported checks that the last report is the result, wherever a search is stopped.
func TestResultIsReported(t *testing.T) {
	game := BenchGames(rules.Variants()[0])[1]
	for _, lines := range []int{1, 2} {
		for nodes := uint64(1); nodes < 4000; nodes = nodes*2 + 1 {
			var last Info
			info := New(1<<20).Search(context.Background(), game, Limits{Nodes: nodes, Lines: lines}, func(i Info) { last = i })
			if len(last.Lines) != lines || last.Nodes != info.Nodes || last.Lines[0].Score != info.Lines[0].Score || !slices.Equal(last.Lines[0].Moves, info.Lines[0].Moves) {
				t.Errorf("after %d nodes, %v was reported, not %v", nodes, last, info)
			}
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	reports := 0
	if New(1<<20).Search(stopped, game, Limits{}, func(Info) { reports++ }); reports != 1 {
		t.Errorf("%d reports of a search that was stopped before", reports)
	}
}

// TestWantedMoves searches only some first moves of a position that others win.
func TestWantedMoves(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.ReadPosition(v, "b KINda1 BIScd5,KINdb5,PAWca2,PAWea4,QUEcc3 - - - 17 75")
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGameFrom(p)
	info := search(t, g, Limits{Mate: 2})
	free, _ := info.Best()
	if info.Lines[0].Score != won-3 {
		t.Fatalf("%s has the score %s", v.Text(free), info.Lines[0].Score)
	}
	var wanted []rules.Move
	for _, m := range p.Legal() {
		if m != free && len(wanted) < 3 {
			wanted = append(wanted, m)
		}
	}
	for _, lines := range []int{1, 5} {
		info := search(t, g, Limits{Mate: 2, Lines: lines, Moves: append(wanted, noMove)})
		if len(info.Lines) != min(lines, len(wanted)) {
			t.Errorf("%d lines of %d moves", len(info.Lines), len(wanted))
		}
		for _, line := range info.Lines {
			if n, ok := line.Score.Mate(); !slices.Contains(wanted, line.Moves[0]) || ok && n > 0 {
				t.Errorf("%s was not wanted, or does not have the score %s", v.Text(line.Moves[0]), line.Score)
			}
		}
	}
	if info := search(t, g, Limits{Nodes: 50, Moves: wanted[:1]}); len(info.Lines) != 1 || info.Lines[0].Moves[0] != wanted[0] {
		t.Errorf("of one move: %v", info.Lines)
	}
	if info := New(1<<20).Search(context.Background(), g, Limits{Nodes: 50, Moves: []rules.Move{noMove}}, nil); len(info.Lines) != 0 {
		t.Errorf("of no legal move: %v", info.Lines)
	}
}

// TestWinIsShownToItsEnd checks that the line of a forced win ends with the win, even though the
// search remembers won positions without their moves.
func TestWinIsShownToItsEnd(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.ReadPosition(v, "w BISbd4,KINac1,KNIbc3,KNIbd3,PAWab2,PAWac3,PAWcd2,ROOae1,ROObb2,UNIcd4,UNIdb3 KINba3,PAWcb4,PAWec4 - - - 2 38")
	if err != nil {
		t.Fatal(err)
	}
	line := search(t, rules.NewGameFrom(p), Limits{Nodes: 20_000}).Lines[0]
	if n, ok := line.Score.Mate(); !ok || n < 1 || len(line.Moves) != 2*n-1 {
		t.Errorf("%s is shown in %d plies", line.Score, len(line.Moves))
	}
}

func TestNodesAreLimited(t *testing.T) {
	for _, v := range rules.Variants() {
		if info := search(t, rules.NewGame(v), Limits{Nodes: 777}); info.Nodes > 777 {
			t.Errorf("%s: %d nodes", v.Name, info.Nodes)
		}
	}
}

// TestBalance checks that the incrementally updated balance equals the one computed from scratch.
func TestBalance(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		ev := evaluatorOf(v, false)
		g := BenchGames(v)[2]
		s := rules.NewSearchPosition(v.Start())
		b := ev.balanceOf(v.Start())
		for i, m := range g.Moves() {
			s.Make(m)
			b = b.after(ev, s.Changes())
			if want := ev.balanceOf(g.PositionAt(i + 1)); b != want {
				t.Fatalf("after %d plies %v, not %v", i+1, b, want)
			}
		}
	})
}

// TestStartIsEven checks that the evaluation is symmetric: the start is even apart from the tempo.
// The middle of a board need not be that of the array, which tuned values for the centre notice.
func TestStartIsEven(t *testing.T) {
	for _, v := range rules.Variants() {
		for formula, most := range map[bool]Score{true: 3, false: 10} {
			ev := evaluatorOf(v, formula)
			if score := ev.evaluate(v.Start(), ev.balanceOf(v.Start())); max(score-Score(ev.tempo), Score(ev.tempo)-score) > most {
				t.Errorf("%s: the start is worth %s", v.Name, score)
			}
		}
	}
}

func TestTableKeepsMoves(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *rules.Variant) {
		for _, g := range BenchGames(v) {
			for _, m := range append(g.Position().Legal(), noMove) {
				if got := unpack(pack(m)); got != m {
					t.Errorf("%v became %v", m, got)
				}
			}
		}
	})
	tab := table{limit: 1 << 10}
	tab.prepare(0)
	for _, score := range []Score{0, 35, -700, won - 9, 9 - won} {
		want := found{noMove, score, 7, exact}
		tab.store(99, 4, want)
		if got, ok := tab.load(99, 4); !ok || got != want {
			t.Errorf("%v became %v", want, got)
		}
		// Two plies nearer to the root the same win is two plies farther off.
		if got, _ := tab.load(99, 2); score >= forced && got.score != score+2 {
			t.Errorf("%v is %v two plies before", want, got)
		}
	}
}

// TestSearchesAreIndependent makes more searches with one engine than its table has generations.
// Each answer must be that of a new engine.
func TestSearchesAreIndependent(t *testing.T) {
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	used := New(1 << 20)
	for n := range 2*lastGeneration + 3 {
		g := BenchGames(v)[n%3]
		limits := Limits{Nodes: uint64(200 + 600*(n%5))}
		got, want := used.Search(t.Context(), g, limits, nil), New(1<<20).Search(t.Context(), g, limits, nil)
		if got.Nodes != want.Nodes || !slices.Equal(got.Lines[0].Moves, want.Lines[0].Moves) || got.Lines[0].Score != want.Lines[0].Score {
			t.Errorf("search %d: %v, not %v", n, got, want)
		}
	}
}

// TestMateComesBeforeFiftyMoves checks that a checkmate by the hundredth move without a capture
// counts, and is found when several lines are wanted.
func TestMateComesBeforeFiftyMoves(t *testing.T) {
	v, err := rules.Find("tunnelchess-paired-everything")
	if err != nil {
		t.Fatal(err)
	}
	for _, halfmoves := range []string{"0", "98", "99"} {
		p, err := rules.ReadPosition(v, "w BISk2,BISk5,EPRk3,GOVd3,QUEg6,UNIj2,UNIj3,UNIp1 EPRo5 - - - "+halfmoves+" 112")
		if err != nil {
			t.Fatal(err)
		}
		for lines := 1; lines <= 3; lines++ {
			best := search(t, rules.NewGameFrom(p), Limits{Depth: 4, Lines: lines}).Lines[0]
			if n, ok := best.Score.Mate(); !ok || n != 1 {
				t.Errorf("after %s halfmoves, with %d lines: %s", halfmoves, lines, best.Score)
			}
		}
	}
}

// TestFarAheadIsNotTheSame checks that two leads beyond the range of scores still have different
// scores.
func TestFarAheadIsNotTheSame(t *testing.T) {
	for score := Score(0); score < 150_000; score += 100 {
		if a, b := moderate(score), moderate(score+100); a >= b || b >= forced || moderate(-score) != -a {
			t.Fatalf("%d and %d are %d and %d", int(score), int(score)+100, int(a), int(b))
		}
	}
}

func TestScoreWords(t *testing.T) {
	for score, want := range map[Score]string{17: "cp 17", -250: "cp -250", won - 1: "mate 1", won - 5: "mate 3", 2 - won: "mate -1", 4 - won: "mate -2", -won: "mate 0"} {
		if got := score.String(); got != want {
			t.Errorf("%d is %q, not %q", int(score), got, want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	bad := []Score{-1600, -1700, -1900, -2000}
	p := rules.Variants()[0].Start()
	if !Hopeless(bad, p, rules.White) || Hopeless(bad[:3], p, rules.White) || Hopeless(append(bad, -100), p, rules.White) {
		t.Error("a player resigns when its last four scores are lost, and only then")
	}
	v, err := rules.Find("raumschach")
	if err != nil {
		t.Fatal(err)
	}
	bare, err := rules.ReadPosition(v, "w KINac1,PAWaa2 KINec5,ROOda5,KNIed5 - - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if behind := []Score{-800, -800, -900, -800}; !Hopeless(behind, bare, rules.White) || Hopeless(behind, bare, rules.Black) || Hopeless(behind, p, rules.White) {
		t.Error("a player resigns sooner with less than half of the opponent's material, and only then")
	}
	even := []Score{10, 0, -30, 5}
	if !Even(even, 80) || Even(even, 10) || Even(append(even, 90), 80) {
		t.Error("a player agrees to a draw late, and when it is not better")
	}
}
