package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReading checks that a test has pictures in both sizes and questions without the answers;
// that it is all correct when completed with the answers, and that a wrong answer is found.
func TestReading(t *testing.T) {
	folder := t.TempDir()
	if err := (test{out: folder, only: "raumschach", seed: 3, positions: 1, cells: 10}).write(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, "raumschach-1-phone.png"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if _, grey := picture.(*image.Gray); !grey || picture.Bounds().Dx() != 400 {
		t.Errorf("the picture on a phone is %T of %v", picture, picture.Bounds())
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
	if got := marked(questions); !strings.Contains(got, "all: cells 0 of 10, moves and turns 0 of 2") {
		t.Errorf("questions without answers are marked\n%s", got)
	}
	answers := read(t, folder, answersFile)
	if got := marked(strings.ToLower(answers)); !strings.Contains(got, "all: cells 10 of 10, moves and turns 2 of 2") {
		t.Errorf("the right answers are marked\n%s", got)
	}
	wrong := strings.Replace(answers, "turn = b", "turn = w", 1)
	if wrong == answers {
		wrong = strings.Replace(answers, "turn = w", "turn = b", 1)
	}
	if got := marked(wrong); !strings.Contains(got, "moves and turns 1 of 2") {
		t.Errorf("a wrong answer is marked\n%s", got)
	}
	if empty := strings.Count(answers, "= -\n"); empty != 5 {
		t.Errorf("%d of 10 cells asked are empty, want 5", empty)
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
