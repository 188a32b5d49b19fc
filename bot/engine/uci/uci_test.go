package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"raumbot/rules"
)

// converse sends the lines to a session and returns its output.
func converse(t *testing.T, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := Run(context.Background(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, "test"); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

func TestIntroduction(t *testing.T) {
	said := strings.Join(converse(t, "uci", "isready"), "\n")
	for _, want := range []string{"id name raumbot test", "option name UCI_Variant type combo", "var gutenschach", "option name MultiPV", "option name Hash", "option name Threads", "uciok\nreadyok"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

// TestSearchEveryVariant checks that in every variant a program can search from the start, from a
// position line and after moves, and that the best lines are different.
func TestSearchEveryVariant(t *testing.T) {
	for _, v := range rules.Variants() {
		p := v.Start()
		first := p.Legal()[0]
		next, err := p.Play(first)
		if err != nil {
			t.Fatal(err)
		}
		said := converse(t, "setoption name UCI_Variant value "+v.Name, "setoption name MultiPV value 2",
			"position startpos moves "+v.Text(first), "go nodes 600",
			"position line "+next.Line(), "go nodes 600",
			"position line "+p.Line()+" moves "+v.Text(first), "go depth 1")
		var best []string
		seconds := 0
		for _, line := range said {
			if move, ok := strings.CutPrefix(line, "bestmove "); ok {
				best = append(best, move)
				if m, err := next.ReadMove(move); err != nil || v.Text(m) != move {
					t.Errorf("%s: %q is no move in canonical text: %v", v.Name, move, err)
				}
			}
			if strings.Contains(line, " multipv 2 score ") {
				seconds++
			}
		}
		if len(best) != 3 || seconds == 0 {
			t.Errorf("%s: best moves %v, %d second lines", v.Name, best, seconds)
		}
	}
}

func TestBadInputIsAnswered(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  []string // the expected beginnings of the output lines
	}{
		{[]string{"position"}, []string{"info string say position"}},
		{[]string{"position fen 8/8"}, []string{"info string a position begins with"}},
		{[]string{"position line w KINaa1 - - -"}, []string{"info string a position line has 8 fields"}},
		{[]string{"position startpos moves zz9-zz8", "go nodes 5"}, []string{"info string move 1", "info string there is no position", "bestmove (none)"}},
		{[]string{"setoption name UCI_Variant value chess"}, []string{"info string there is no variant"}},
		{[]string{"setoption name MultiPV value many"}, []string{"info string MultiPV is a number"}},
		{[]string{"setoption name Hash value 0"}, []string{"info string Hash is a number"}},
		{[]string{"setoption name Threads value 8"}, []string{"info string Threads is a number"}},
		{[]string{"setoption name Colour value red"}, []string{"info string there is no option"}},
		{[]string{"go nodes lots"}, []string{"info string go nodes wants", "bestmove (none)"}},
		{[]string{"go depth -3"}, []string{"info string go depth wants", "bestmove (none)"}},
		{[]string{"go searchmoves zz9-zz8 depth 1"}, []string{"info string go searchmoves, \"zz9-zz8\": ", "bestmove (none)"}},
		{[]string{"go searchmoves depth 1"}, []string{"info string go searchmoves wants", "bestmove (none)"}},
		{[]string{"ponderhit", "isready"}, []string{"readyok"}},
		{[]string{"xyzzy", "", "joho isready"}, []string{"readyok"}},
		{[]string{"stop", "stop", "isready"}, []string{"readyok"}},
		{[]string{"quit", "isready"}, []string{""}},
		{[]string{"position startpos ab1-ac3"}, []string{"info string startpos is followed by moves"}},
		{[]string{"setoption " + strings.Repeat("x", maxLine+1), "isready"}, []string{"info string a line has at most", "readyok"}},
	} {
		said := converse(t, c.lines...)
		ok := len(said) == len(c.want)
		for i := range min(len(said), len(c.want)) {
			ok = ok && strings.HasPrefix(said[i], c.want[i])
		}
		if !ok {
			t.Errorf("%q is answered by %q", c.lines, said)
		}
	}
}

// TestScript checks that each of several consecutive searches is completed, that a program whose
// clock has run out gets a move, and that stop and quit do not wait for the searches.
func TestScript(t *testing.T) {
	const mate = "position line b KINda1 BIScd5,KINdb5,PAWca2,PAWea4,QUEcc3 - - - 17 75"
	said := converse(t, mate, "go mate 2", "setoption name MultiPV value 2", "position startpos", "go depth 2", "isready",
		"setoption name MultiPV value 1", "position startpos moves ab1-ac3", "go nodes 500", "go wtime -20 btime -20 winc -1 binc -1")
	var best []string
	for _, line := range said {
		if move, ok := strings.CutPrefix(line, "bestmove "); ok {
			best = append(best, move)
		}
	}
	if len(best) != 4 || best[0] != "cd5-cb3" || best[3] == "(none)" {
		t.Errorf("best moves %q of %q", best, said)
	}
	k := begin(t)
	k.say("setoption name UCI_Variant value stockschach512")
	k.say("go depth 60")
	k.say("go infinite")
	k.say("go depth 60")
	k.say("isready")
	k.await("readyok")
	k.say("stop") // ends those that wait, too
	for range 3 {
		if best := k.await("bestmove "); best == "bestmove (none)" {
			t.Error(best)
		}
	}
	k.say("isready")
	k.await("readyok")
	k.say("quit")
	if err := <-k.done; err != nil {
		t.Error(err)
	}
}

// TestEveryAnswerIsSearched checks that the last move reported to a program is the one that it then
// gets, however little time there is.
func TestEveryAnswerIsSearched(t *testing.T) {
	for _, order := range []string{"movetime 1", "movetime 5", "wtime 300 btime 300", "wtime -20 btime -20", "nodes 1000", "movetime 1 depth 1"} {
		said := converse(t, "setoption name UCI_Variant value raumschach", "position startpos", "go "+order)
		if len(said) < 2 {
			t.Errorf("go %s is answered by %q", order, said)
			continue
		}
		info, best := said[len(said)-2], strings.TrimPrefix(said[len(said)-1], "bestmove ")
		if words := strings.Fields(info + " "); !strings.HasPrefix(info, "info depth ") || !strings.Contains(info+" ", " pv "+best+" ") || words[2] == "0" {
			t.Errorf("go %s ends with %q, %q", order, info, best)
		}
	}
}

// TestDeadline checks that a time limit ends no search before its first iteration is complete.
func TestDeadline(t *testing.T) {
	for _, late := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		d := deadline{stop: stop, begins: true}
		if late {
			d.iterated()
			if ctx.Err() != nil {
				t.Error("a search was stopped before its time was over")
			}
		}
		d.start(0)
		if !late {
			for over := false; !over; time.Sleep(time.Millisecond) {
				d.mu.Lock()
				over = d.over
				d.mu.Unlock()
			}
			if ctx.Err() != nil {
				t.Error("a search was stopped before its first iteration was complete")
			}
			d.iterated()
		}
		<-ctx.Done()
		d.close()
	}
}

// TestSearchMoves checks that the best one of the wanted moves is found, with other words of go
// before and behind them.
func TestSearchMoves(t *testing.T) {
	said := converse(t, "setoption name UCI_Variant value raumschach", "setoption name MultiPV value 5", "go depth 2 searchmoves ab1-ac3 bb1-cc2", "go searchmoves ab1-ac3 depth 1")
	var best []string
	for _, line := range said {
		if move, ok := strings.CutPrefix(line, "bestmove "); ok {
			best = append(best, move)
		}
		if strings.Contains(line, " multipv 3 ") || strings.HasPrefix(line, "info string") {
			t.Error(line)
		}
	}
	if len(best) != 2 || best[0] != "ab1-ac3" && best[0] != "bb1-cc2" || best[1] != "ab1-ac3" {
		t.Errorf("best moves %q", best)
	}
}

// TestPonder checks that a pondering search does not answer until the move has been played or the
// search is stopped, and that its time begins then.
func TestPonder(t *testing.T) {
	k := begin(t)
	for _, end := range []string{"ponderhit", "stop"} {
		k.say("go ponder depth 1")
		k.await("info depth 1")
		if k.say("isready"); k.out.Scan() && k.out.Text() != "readyok" {
			t.Errorf("%q while it ponders", k.out.Text())
		}
		k.say(end)
		k.await("bestmove ")
	}
	k.say("go ponder movetime 20")
	k.await("info depth 3")
	k.say("ponderhit")
	k.await("bestmove ")
	k.say("go ponder")
	k.await("info depth 1")
	k.say("ponderhit") // it has no time of its own
	k.say("stop")
	k.await("bestmove ")
	k.say("quit")
	if err := <-k.done; err != nil {
		t.Error(err)
	}
}

// TestPreparation checks that an engine that says that it is ready has prepared the variant, and
// that an engine that is preparing a variant for a search answers other commands.
func TestPreparation(t *testing.T) {
	prepared, resume := make(chan string, 1), make(chan struct{})
	k := beginWith(t, func(s *session) {
		s.prepare = func(v *rules.Variant) {
			prepared <- v.Name
			<-resume
		}
	})
	k.say("setoption name UCI_Variant value octhex146")
	k.say("go depth 1")
	<-prepared
	k.say("isready")
	k.await("readyok")
	resume <- struct{}{}
	k.await("bestmove ")
	k.say("setoption name UCI_Variant value raumschach")
	k.say("isready")
	if name := <-prepared; name != "raumschach" {
		t.Errorf("it prepared %s", name)
	}
	resume <- struct{}{}
	k.await("readyok")
	k.say("quit")
	if err := <-k.done; err != nil {
		t.Error(err)
	}
}

// TestGameOver checks that a finished position has no best move.
func TestGameOver(t *testing.T) {
	line := "b KINaa1,QUEdd4,ROOcd4 KINee5 - - - 0 1"
	said := converse(t, "setoption name UCI_Variant value raumschach", "position line "+line, "go infinite", "stop")
	if len(said) != 2 || said[0] != "info depth 0 score mate 0" || said[1] != "bestmove (none)" {
		t.Errorf("%q", said)
	}
}

// talk is a session whose output can be waited for.
type talk struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Scanner
	done chan error
}

func begin(t *testing.T) *talk { return beginWith(t, func(*session) {}) }

// beginWith is begin with a change of the session.
func beginWith(t *testing.T, change func(*session)) *talk {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	k := &talk{t: t, in: inWrite, out: bufio.NewScanner(outRead), done: make(chan error, 1)}
	s := newSession(context.Background(), outWrite, "test")
	change(s)
	go func() {
		k.done <- s.run(inRead)
		outWrite.Close()
	}()
	t.Cleanup(func() { inWrite.Close(); outRead.Close() })
	return k
}

func (k *talk) say(line string) {
	if _, err := fmt.Fprintln(k.in, line); err != nil {
		k.t.Fatal(err)
	}
}

// await reads up to a line with a prefix.
func (k *talk) await(beginning string) string {
	for k.out.Scan() {
		if strings.HasPrefix(k.out.Text(), beginning) {
			return k.out.Text()
		}
	}
	k.t.Fatalf("it ended before it said %q", beginning)
	return ""
}

func TestSearchDoesNotBlock(t *testing.T) {
	k := begin(t)
	k.say("go infinite")
	k.await("info depth 3")
	k.say("isready")
	k.await("readyok")
	k.say("position line nonsense")
	k.await("info string")
	k.say("stop")
	k.await("bestmove ")
	k.say("position startpos")
	k.say("go infinite")
	k.say("go depth 2") // ends the first search, which reports its move
	k.await("bestmove ")
	k.await("bestmove ")
	k.say("go movetime 50")
	k.await("bestmove ")
	k.say("go wtime 1000 btime 1000 winc 0 binc 0 movestogo 20")
	k.await("bestmove ")
	k.say("go infinite")
	k.say("quit")
	k.await("bestmove ")
	select {
	case err := <-k.done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("quit does not end it")
	}
}

// TestEndOfInputWaits checks that the search running at the end of the input is completed.
func TestEndOfInputWaits(t *testing.T) {
	said := converse(t, "go nodes 3000")
	if last := said[len(said)-1]; !strings.HasPrefix(last, "bestmove ") || last == "bestmove (none)" {
		t.Errorf("%q", said)
	}
	if said := converse(t, "go infinite"); !strings.HasPrefix(said[len(said)-1], "bestmove ") {
		t.Errorf("%q", said)
	}
}
