package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/storage"
)

var kills = flag.Int("kills", 6, "how often TestCrash kills the program")

// crashPlies is how long the games of TestCrash are.
const crashPlies = 40

// TestCrash runs the program on a script of two games and kills it at random
// moments. No move that was answered may be lost, and none may be played twice.
func TestCrash(t *testing.T) {
	dir := t.TempDir()
	binary, db := filepath.Join(dir, "raumbot"), filepath.Join(dir, "games.db")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	script, games := crashScript(t)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	answered := [3]int{} // plies of each game
	runUntil(t, binary, db, script[:beginnings], &answered, -1)
	for round := 0; ; round++ {
		killAfter := time.Duration(-1)
		if round < *kills {
			killAfter = time.Duration(random.IntN(60)) * time.Millisecond
		}
		runUntil(t, binary, db, script[done(script, answered):], &answered, killAfter)
		for id := range 2 {
			if kept := kept(t, db, bot.GameID(id+1)); len(kept) < answered[id+1] || !slices.Equal(kept, games[id][:len(kept)]) {
				t.Fatalf("round %d: %d moves of game %d were answered, kept are %v of %v", round, answered[id+1], id+1, kept, games[id])
			}
		}
		if killAfter < 0 {
			break
		}
	}
	if answered[1] != crashPlies || answered[2] != crashPlies {
		t.Errorf("answered are %v", answered)
	}
	if code, out, errs := command(t, db, "", "db", "check"); code != 0 {
		t.Error(out, errs)
	}
}

// beginnings is how many lines of the script begin its games: said twice,
// they would begin others.
const beginnings = 4

// crashLine is a line of the script, and the ply that it plays.
type crashLine struct {
	text      string
	game, ply int
}

// crashScript writes two games of random legal moves down, one move of each in turn.
func crashScript(t *testing.T) (script []crashLine, games [2][]string) {
	v, err := rules.Find("stockschach216")
	if err != nil {
		t.Fatal(err)
	}
	script = []crashLine{
		{text: "alice: challenge bob stockschach216 white"}, {text: "bob: accept 1"},
		{text: "bob: challenge alice stockschach216 white"}, {text: "alice: accept 2"},
	}
	random := rand.New(rand.NewPCG(7, 7))
	positions := [2]*rules.Position{v.Start(), v.Start()}
	players := [2]string{"alice", "bob"}
	for ply := range crashPlies {
		for g := range 2 {
			legal := positions[g].Legal()
			m := legal[random.IntN(len(legal))]
			text := positions[g].Text(m)
			games[g] = append(games[g], text)
			script = append(script, crashLine{fmt.Sprintf("%s: move %d %s", players[(ply+g)%2], g+1, text), g + 1, ply + 1})
			if positions[g], err = positions[g].Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return script, games
}

// done returns how many lines of the script have been answered: a line that
// is not sure to have been is said again.
func done(script []crashLine, answered [3]int) int {
	for i, l := range script {
		if i >= beginnings && l.ply > answered[l.game] {
			return i
		}
	}
	return len(script)
}

var moveAnswer = regexp.MustCompile(`game-([12])-([0-9]{3})\.png$`)

// runUntil runs the program on lines, kills it after a while unless that is
// negative, and notes which plies were answered.
func runUntil(t *testing.T, binary, db string, lines []crashLine, answered *[3]int, kill time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, binary, "console", "--json", "--db", db)
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for _, l := range lines {
			fmt.Fprintln(stdin, l.text) // fails when the program is killed
		}
		stdin.Close()
	}()
	if kill >= 0 {
		time.AfterFunc(kill, func() { _ = c.Process.Kill() })
	}
	for out := bufio.NewReader(stdout); ; {
		line, err := out.ReadBytes('\n')
		if err != nil { // a line that was cut off was not an answer
			break
		}
		var m struct{ Image string }
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if parts := moveAnswer.FindStringSubmatch(m.Image); parts != nil {
			game, _ := strconv.Atoi(parts[1])
			ply, _ := strconv.Atoi(parts[2])
			answered[game] = max(answered[game], ply)
		}
	}
	_, _ = io.Copy(io.Discard, stdout)
	if err := c.Wait(); err != nil && kill < 0 {
		t.Fatal(err)
	}
}

// kept returns the moves of a game that are on disk.
func kept(t *testing.T, db string, id bot.GameID) (moves []string) {
	t.Helper()
	store, err := storage.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	err = store.View(context.Background(), func(tx bot.Tx) error {
		log, err := tx.Log(id)
		for _, e := range log {
			if e.What == bot.Moved {
				moves = append(moves, e.Move)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return moves
}
