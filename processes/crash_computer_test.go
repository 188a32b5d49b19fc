package processes

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// computerMoves is how many moves alice makes in TestCrashComputer, in which the program is killed
// equally often about each.
const computerMoves = 2

// TestCrashComputer plays against the computer, kills the program while that thinks about its
// moves, and starts it again. In the end everything must be as without crashes: the same moves,
// each made once, and only messages marked as repeats printed twice.
func TestCrashComputer(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	calm := newComputerRun(t)
	lines := calm.playFreely()
	each := max(1, *kills/computerMoves)
	const tries = 10 // a kill may come too late if this test is paused
	for range tries {
		killed := newComputerRun(t)
		thinking := killed.playKilled(lines, each, random)
		killed.compare(calm.crashRun)
		if thinking > 0 || t.Failed() {
			t.Logf("killed %d times, %d of them between a move and the computer's answer", len(lines)*each, thinking)
			return
		}
	}
	t.Errorf("%d times, the computer was never killed before it had moved", tries)
}

// computerLine is a move that alice makes in her game against the computer.
type computerLine struct {
	text string
	ply  int
	took time.Duration // until the computer's answer was printed
}

// computerRun is a game against the computer, over several runs of the program.
type computerRun struct {
	*crashRun
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan []byte
}

// newComputerRun begins a game.
func newComputerRun(t *testing.T) *computerRun {
	t.Helper()
	dir := t.TempDir()
	r := &computerRun{crashRun: &crashRun{t: t, db: filepath.Join(dir, "games.db"), pictures: filepath.Join(dir, "pictures"), answered: map[int]int{}}}
	r.answered[1] = -1
	r.start()
	r.say("alice: challenge computer raumschach level 6 white")
	r.hearUntil(0)
	return r
}

// playFreely makes some random moves, waits for the computer's answer to each, and returns them.
func (r *computerRun) playFreely() (lines []computerLine) {
	r.t.Helper()
	w := newWalk(r.t, "raumschach", 1)
	for ply := 1; ply < 2*computerMoves; ply += 2 {
		l := computerLine{text: "alice: move 1 " + w.step(), ply: ply}
		began := time.Now()
		r.say(l.text)
		r.hearUntil(ply + 1)
		l.took = time.Since(began)
		lines = append(lines, l)
		w.follow(r.answer(ply + 1))
	}
	r.end()
	return lines
}

// playKilled makes the moves of another game, kills the program so often about each, when it is
// shown and at random moments, and returns how often that came before the computer's move.
func (r *computerRun) playKilled(lines []computerLine, each int, random *rand.Rand) (thinking int) {
	r.t.Helper()
	for _, l := range lines {
		r.say(l.text)
		for n := range each {
			if n == 0 {
				r.hearUntil(l.ply) // most likely it still thinks
			} else {
				r.hearFor(time.Duration(random.Int64N(int64(3*l.took/2) * int64(n+1) / int64(each)))) // sooner at first, as it thinks anew each time
			}
			r.kill()
			kept := r.kept()[1]
			r.start()
			switch kept {
			case l.ply - 1:
				r.say(l.text)
			case l.ply:
				thinking++
			case l.ply + 1:
			default:
				r.t.Fatalf("%d plies are kept after the program was killed about ply %d", kept, l.ply)
			}
		}
		r.hearUntil(l.ply + 1)
	}
	r.end()
	return thinking
}

// start starts the program.
func (r *computerRun) start() {
	r.t.Helper()
	r.cmd = prepared(r.t, nil, "console", "--json", "--db", r.db, "--pictures", r.pictures)
	var err error
	if r.stdin, err = r.cmd.StdinPipe(); err != nil {
		r.t.Fatal(err)
	}
	stdout, err := r.cmd.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.lines = make(chan []byte)
	go func(lines chan<- []byte) {
		defer close(lines)
		for out := bufio.NewReader(stdout); ; {
			line, err := out.ReadBytes('\n')
			if err != nil { // a truncated line does not count
				return
			}
			lines <- line
		}
	}(r.lines)
}

func (r *computerRun) say(line string) {
	r.t.Helper()
	if _, err := io.WriteString(r.stdin, line+"\n"); err != nil {
		r.t.Fatalf("%s: %v", line, err)
	}
}

// hearUntil records output until the board after a ply has been shown.
func (r *computerRun) hearUntil(ply int) {
	r.t.Helper()
	for enough := time.After(hangs); r.answered[1] < ply; {
		if !r.hearNext(enough) {
			r.t.Fatalf("ply %d is not shown, but %v", ply, r.said)
		}
	}
}

// hearFor records output for some time.
func (r *computerRun) hearFor(d time.Duration) {
	r.t.Helper()
	for enough := time.After(d); r.hearNext(enough); {
	}
}

// hearNext records the next line of output, unless it is enough first.
func (r *computerRun) hearNext(enough <-chan time.Time) bool {
	r.t.Helper()
	select {
	case line, ok := <-r.lines:
		if !ok {
			r.t.Fatal("the program has ended")
		}
		r.hear(line)
		return true
	case <-enough:
		return false
	}
}

// kill kills the program.
func (r *computerRun) kill() {
	r.t.Helper()
	if err := r.cmd.Process.Kill(); err != nil {
		r.t.Fatal(err)
	}
	_ = r.hearRest()
}

// end ends the program's input, after which it ends by itself.
func (r *computerRun) end() {
	r.t.Helper()
	r.stdin.Close()
	if err := r.hearRest(); err != nil {
		r.t.Error(err)
	}
}

// hearRest records what an ending program has printed, and returns how it ended.
func (r *computerRun) hearRest() error {
	r.t.Helper()
	for line := range r.lines {
		r.hear(line)
	}
	return r.cmd.Wait()
}

var computerAnswer = regexp.MustCompile(`Computer, level 6 plays [A-Za-z]+ ([a-z]+[0-9])[-x]([a-z]+[0-9])`)

// answer returns the computer's move of a ply, which was shown.
func (r *computerRun) answer(ply int) string {
	r.t.Helper()
	for _, p := range r.said {
		if parts := computerAnswer.FindStringSubmatch(p.Text); parts != nil && p.Image == fmt.Sprintf("game-1-%03d.png", ply) {
			return parts[1] + "-" + parts[2]
		}
	}
	r.t.Fatalf("no move of the computer is in %v", r.said)
	return ""
}
