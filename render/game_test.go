package render

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/rules"
)

// recorded returns the moves of a variant's n-th recorded game. A variant
// without any gets a random game that is always the same.
func recorded(t testing.TB, v *rules.Variant, n int) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "rules", "testdata", "vectors", v.Name+"-[0-9]*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		return random(v, 60)
	}
	content, err := os.ReadFile(files[n])
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[2:] {
		moves = append(moves, strings.Split(line, "\t")[1])
	}
	return moves
}

// random plays a number of random plies, preferring captures.
func random(v *rules.Variant, plies int) []string {
	dice := rand.New(rand.NewSource(1))
	var moves []string
	for p := v.Start(); len(moves) < plies && !p.Status().Finished(); {
		legal := p.Legal()
		m := legal[dice.Intn(len(legal))]
		for range 4 {
			if _, victim := p.Capture(m); victim == rules.NoPiece {
				m = legal[dice.Intn(len(legal))]
			}
		}
		moves = append(moves, p.Text(m))
		p, _ = p.Play(m)
	}
	return moves
}

// played returns the scenes of a recorded game, beginning with the start, for a number of
// plies or to its end if plies is negative.
func played(t testing.TB, v *rules.Variant, n, plies int) []Scene {
	t.Helper()
	scene := NewScene(v.Start())
	scenes := []Scene{scene}
	for i, text := range recorded(t, v, n) {
		if i == plies {
			break
		}
		m, err := scene.Position.ReadMove(text)
		if err != nil {
			t.Fatalf("%s: %s: %v", v.Name, text, err)
		}
		next, err := scene.Position.Play(m)
		if err != nil {
			t.Fatalf("%s: %s: %v", v.Name, text, err)
		}
		scene.Before, scene.Last, scene.Position = scene.Position, m, next
		scenes = append(scenes, scene)
	}
	return scenes
}

// afterMoves returns the last scene of [played].
func afterMoves(t testing.TB, name string, n, plies int) Scene {
	t.Helper()
	v, err := rules.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	scenes := played(t, v, n, plies)
	return scenes[len(scenes)-1]
}

// at returns the scene for a position line.
func at(t testing.TB, name, line string) Scene {
	t.Helper()
	v, err := rules.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.ReadPosition(v, line)
	if err != nil {
		t.Fatal(err)
	}
	return NewScene(p)
}
