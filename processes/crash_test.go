package processes

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"raumbot/storage/storagetest"
)

var kills = flag.Int("kills", 3, "how often TestCrash and the tests like it kill the program")

// crashGames are the variants played in TestCrash, all by alice and bob.
var crashGames = []string{"stockschach216", "raumschach", "gutenschach", "octhex146"}

// TestCrash runs the program on a script of several games and kills it at random moments: while it
// starts, reads, commits, draws, writes pictures and prints. In the end the database must be as
// without crashes, and only messages marked as repeats may be printed twice.
func TestCrash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	crash(t, filepath.Join(dir, "calm.db"), filepath.Join(dir, "killed.db"))
}

// TestCrashServer is TestCrash with the database on a server, of which a restarted program takes
// over ownership from the killed one.
func TestCrashServer(t *testing.T) {
	t.Parallel()
	crash(t, storagetest.Postgres(t), storagetest.Postgres(t))
}

// crash compares runs on two databases, with kills on the second.
func crash(t *testing.T, calmDB, killedDB string) {
	dir := t.TempDir()
	script := crashScript(t, max(10, *kills/2))
	calm := &crashRun{t: t, db: calmDB, pictures: filepath.Join(dir, "calm-pictures"), answered: map[int]int{}}
	calm.run(script, never)
	killed := &crashRun{t: t, db: killedDB, pictures: filepath.Join(dir, "killed-pictures"), answered: map[int]int{}}
	killed.run(script[:2*len(crashGames)], never) // repeating the challenges would begin other games
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for range *kills {
		kill := crashMoment{after: time.Duration(random.IntN(150)) * time.Millisecond}
		if random.IntN(2) == 0 { // soon after some output
			kill = crashMoment{lines: 1 + random.IntN(3), after: time.Duration(random.IntN(4000)) * time.Microsecond}
		}
		killed.run(script, kill)
		kept := killed.kept()
		for g, plies := range killed.answered {
			if kept[g] < plies {
				t.Fatalf("%d moves of game %d were answered, %d are kept", plies, g, kept[g])
			}
		}
	}
	killed.run(script, never)
	killed.compare(calm)
}

// crashMoment is when the program is killed: after a number of lines of output, and a
// delay.
type crashMoment struct {
	lines int
	after time.Duration
}

var never = crashMoment{after: -1}

// crashLine is a line of the script, with the game and ply that it plays.
type crashLine struct {
	text      string
	game, ply int
}

// crashScript begins the games, and then plays random legal moves, one in each game
// in turn.
func crashScript(t *testing.T, plies int) (script []crashLine) {
	var games []*walk
	for n, variant := range crashGames {
		script = append(script, crashLine{text: "alice: challenge bob " + variant + " white none"}, crashLine{text: fmt.Sprintf("bob: accept %d", n+1)})
		games = append(games, newWalk(t, variant, uint64(n)))
	}
	players := [2]string{"alice", "bob"}
	for ply := range plies {
		for n, w := range games {
			if text := w.step(); text != "" {
				script = append(script, crashLine{fmt.Sprintf("%s: move %d %s", players[ply%2], n+1, text), n + 1, ply + 1})
			}
		}
	}
	return script
}

// crashRun is a database with the program's output over several runs.
type crashRun struct {
	t        *testing.T
	db       string
	pictures string      // folder for pictures
	answered map[int]int // number of answered plies, by game
	said     []printedLine
}

// printedLine is a line of the output with --json.
type printedLine struct {
	Text, Image string
	Private     bool
}

const repeated = "(You may have seen this already.) "

var moveAnswer = regexp.MustCompile(`game-([0-9]+)-([0-9]{3})\.png$`)

// run runs the program on the unanswered part of a script, kills it, and
// records its output.
func (r *crashRun) run(script []crashLine, kill crashMoment) {
	r.t.Helper()
	c := prepared(r.t, nil, "console", "--json", "--db", r.db, "--pictures", r.pictures)
	stdin, err := c.StdinPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	var left []string
	for _, l := range script {
		if l.ply > r.answered[l.game] || l.game == 0 && len(r.said) == 0 {
			left = append(left, l.text)
		}
	}
	if err := c.Start(); err != nil {
		r.t.Fatal(err)
	}
	go func() {
		_, _ = io.WriteString(stdin, strings.Join(left, "\n")+"\n") // fails once the program is killed
		stdin.Close()
	}()
	die := func() { time.AfterFunc(kill.after, func() { _ = c.Process.Kill() }) }
	if kill.lines == 0 && kill != never {
		die()
	}
	out := bufio.NewReader(stdout)
	for n := 1; ; n++ {
		line, err := out.ReadBytes('\n')
		if err != nil { // a truncated line does not count
			break
		}
		r.hear(line)
		if n == kill.lines {
			die()
		}
	}
	if err := c.Wait(); err != nil && kill == never {
		r.t.Fatal(err)
	}
}

// hear records a line of output.
func (r *crashRun) hear(line []byte) {
	var p printedLine
	if err := json.Unmarshal(line, &p); err != nil {
		r.t.Fatalf("%s: %v", line, err)
	}
	p.Image = filepath.Base(p.Image)
	r.said = append(r.said, p)
	if parts := moveAnswer.FindStringSubmatch(p.Image); parts != nil {
		game, _ := strconv.Atoi(parts[1])
		ply, _ := strconv.Atoi(parts[2])
		r.answered[game] = max(r.answered[game], ply)
	}
}

// told returns the public messages without repeats. Every repeat must be marked.
func (r *crashRun) told() (all []printedLine, repeats int) {
	for _, p := range r.said {
		if p.Private {
			continue // refusals of what has already been done
		}
		text, marked := strings.CutPrefix(p.Text, repeated)
		p.Text = text
		switch {
		case !slices.Contains(all, p):
			all = append(all, p)
		case !marked:
			r.t.Errorf("said twice: %q", p.Text)
		default:
			repeats++
		}
	}
	return all, repeats
}

// compare checks that a run with crashes has the same result as one without.
func (r *crashRun) compare(calm *crashRun) {
	r.t.Helper()
	want, _ := calm.told()
	got, repeats := r.told()
	if !slices.Equal(got, want) {
		r.t.Errorf("said were %d messages, without crashes %d", len(got), len(want))
	}
	r.t.Logf("%d messages, %d of them marked repeats", len(got), repeats)
	if a, b := r.export(), calm.export(); a != b {
		r.t.Errorf("kept is\n%s\nwithout crashes\n%s", a, b)
	}
	for _, p := range got {
		if p.Image == "." {
			continue
		}
		f, err := os.Open(filepath.Join(r.pictures, p.Image))
		if err == nil {
			_, err = png.DecodeConfig(f)
			f.Close()
		}
		if err != nil {
			r.t.Errorf("picture %s: %v", p.Image, err)
		}
	}
}

// timely matches the parts of an export that differ between two runs of one script.
var timely = regexp.MustCompile(`"(At|Since|Started|Beat|Down)":("[^"]*"|[0-9]+)|"value":"[-0-9]+T[^"]*"|\{"lines".*`)

// export returns the records of the database without their times, after checking that it is sound.
func (r *crashRun) export() string {
	r.t.Helper()
	text := r.pictures + ".txt"
	for _, args := range [][]string{{"db", "check"}, {"db", "export", text}} {
		if code, out, errs := runCommand(r.t, r.db, "", args...); code != 0 {
			r.t.Error(args, out, errs)
		}
	}
	defer os.Remove(text)
	return timely.ReplaceAllString(mustRead(r.t, text), "")
}

var keptGame = regexp.MustCompile(`"table":"games","key":"0*([0-9a-f]+)","value":.*"Moves":([0-9]+)`)

// kept returns the number of stored moves of each game.
func (r *crashRun) kept() map[int]int {
	r.t.Helper()
	text := r.pictures + ".txt"
	if code, _, errs := runCommand(r.t, r.db, "", "db", "export", text); code != 0 {
		r.t.Fatal(errs)
	}
	defer os.Remove(text)
	moves := map[int]int{}
	for _, found := range keptGame.FindAllStringSubmatch(mustRead(r.t, text), -1) {
		game, _ := strconv.ParseInt(found[1], 16, 32)
		moves[int(game)], _ = strconv.Atoi(found[2])
	}
	return moves
}
