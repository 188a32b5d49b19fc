package main

import (
	"bytes"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// renderRun runs a render command line and returns its output.
func renderRun(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	code, stdout, stderr = runWith(t, nil, "", append([]string{"render"}, args...)...)
	return stdout, stderr, code
}

func TestRenderWritesPictures(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name  string
		args  []string
		width int
	}{
		{"the opening", []string{"raumschach", "-o", "FILE"}, 0},
		{"flags first", []string{"-o", "FILE", "--view", "levels", "gutenschach"}, 1669},
		{"flags between", []string{"gutenschach", "--view=ranks", "ve2-vd3", "-o", "FILE", "vf7-uf6-uf5"}, 738},
		{"one rank for Black", []string{"stockschach216", "-o", "FILE", "--slice", "3", "--side", "black", "--theme", "dark"}, 0},
		{"moves of a piece", []string{"stockschach216", "--moves-from", "wd1", "-o", "FILE", "--pieces", "badges"}, 0},
		{"a position", []string{"octhex146", "-o", "FILE", "--position", "w CAVve1,ROOua1 CAVta6,QUEuf6 - - w 0 30"}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(test.name, " ", "-")+".png")
			for i, arg := range test.args {
				if arg == "FILE" {
					test.args[i] = path
				}
			}
			_, stderr, code := renderRun(t, test.args...)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			picture, err := png.DecodeConfig(bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			if test.width > 0 && picture.Width != test.width {
				t.Errorf("the picture is %d wide, want %d", picture.Width, test.width)
			}
		})
	}
}

func TestRenderPrintsText(t *testing.T) {
	stdout, stderr, code := renderRun(t, "stockschach216", "wd2-wd3", "--text", "--moves-from", "we5")
	for _, want := range []string{"Black to move", "White's Stockbroker from wd2 to wd3", "Black's Stockbroker on we5 can go to", "Level z."} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, %q; the text does not say %q:\n%s", code, stderr, want, stdout)
		}
	}
}

func TestRenderExplainsItself(t *testing.T) {
	if stdout, _, code := renderRun(t, "--help"); code != 0 || !strings.Contains(stdout, "--moves-from CELL") {
		t.Errorf("exit code %d, %q; want the flags", code, stdout)
	}
}

func TestRenderFilmsAGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.gif")
	_, stderr, code := renderRun(t, "stockschach216", "wd2-wd3", "we5-we4", "--gif", path, "--pace", "4")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != 3 || film.Delay[0] != 25 {
		t.Errorf("%d frames of %d hundredths, want 3 of 25", len(film.Image), film.Delay[0])
	}
}

// TestRenderRefusesWithAdvice checks that a mistake is answered with advice and that nothing is
// written.
func TestRenderRefusesWithAdvice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "picture.png")
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"nothing", nil, 2, "which variant?"},
		{"no file", []string{"raumschach"}, 2, "-o FILE"},
		{"no such variant", []string{"chess", "-o", path}, 2, "choose one of: raumschach"},
		{"no such view", []string{"raumschach", "-o", path, "--view", "round"}, 2, "choose one of: default, glance, levels"},
		{"no such theme", []string{"raumschach", "-o", path, "--theme", "pink"}, 2, "choose one of: light"},
		{"no such pieces", []string{"raumschach", "-o", path, "--pieces", "lego"}, 2, "choose one of: busts"},
		{"no such side", []string{"raumschach", "-o", path, "--side", "red"}, 2, "choose white or black"},
		{"no such slice", []string{"raumschach", "-o", path, "--slice", "z"}, 2, "choose one of: e, d"},
		{"no such cell", []string{"raumschach", "-o", path, "--moves-from", "zz9"}, 2, "cells are named like"},
		{"an empty cell", []string{"raumschach", "-o", path, "--moves-from", "cc3"}, 2, "name the cell of a piece"},
		{"an illegal move", []string{"stockschach216", "wd1-wd6", "-o", path}, 2, "move 1"},
		{"a broken position", []string{"raumschach", "-o", path, "--position", "rubbish"}, 2, "raumbot: "},
		{"no such flag", []string{"raumschach", "-o", path, "--colour"}, 2, "write: raumbot render"},
		{"no such directory", []string{"raumschach", "-o", filepath.Join(path, "no", "x.png")}, 1, "choose another file with -o"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, stderr, code := renderRun(t, test.args...)
			if code != test.code || !strings.Contains(stderr, test.says) {
				t.Errorf("exit code %d, %q; want %d and %q", code, stderr, test.code, test.says)
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("a picture was written all the same")
			}
		})
	}
}
