package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/render/cmd/box"
)

// TestReading checks that a test has pictures as boxes show them and questions without the
// answers; that it is all correct when completed with the answers, and that a wrong answer is
// found.
func TestReading(t *testing.T) {
	folder := t.TempDir()
	sheet := test{out: folder, only: "raumschach", seed: 3, positions: 2, box: "element", scale: 0.6, eye: box.Grey}
	if err := sheet.write(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, "raumschach-1.png"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	size := picture.Bounds().Size()
	if size.X > 194 || size.Y > 194 || max(size.X, size.Y) < 194 {
		t.Errorf("at 0.6 of 324 by 324 the picture is %v", size)
	}
	for y := range size.Y {
		for x := range size.X {
			if r, g, b, _ := picture.At(x, y).RGBA(); r != g || g != b {
				t.Fatalf("the pixel at %d, %d is not grey", x, y)
			}
		}
	}
	marked := func(answers string) string {
		if err := os.WriteFile(filepath.Join(folder, questionsFile), []byte(answers), 0o644); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := markFolder(folder, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	questions := read(t, folder, questionsFile)
	if got := marked(questions); !strings.Contains(got, "all games: all 0 of 20, moves and checks 0 of 14") {
		t.Errorf("questions without answers are marked\n%s", got)
	}
	answers := read(t, folder, answersFile)
	if got := marked(answers); !strings.Contains(got, "all games: all 20 of 20, moves and checks 14 of 14") {
		t.Errorf("the right answers are marked\n%s", got)
	}
	wrong := strings.Replace(answers, "turn = b", "turn = w", 1)
	if wrong == answers {
		wrong = strings.Replace(answers, "turn = w", "turn = b", 1)
	}
	if got := marked(wrong); !strings.Contains(got, "moves and checks 13 of 14") {
		t.Errorf("a wrong answer is marked\n%s", got)
	}
}

func TestAnswersAreComparedLeniently(t *testing.T) {
	for _, pair := range [][2]string{{"W que", "w QUE"}, {"xc3+ta1", "TA1+xc3"}, {"  -", "-"}} {
		if normal(pair[0]) != normal(pair[1]) {
			t.Errorf("%q and %q are not the same answer", pair[0], pair[1])
		}
	}
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
