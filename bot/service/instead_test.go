package service_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSuggestedMovesAreShownFirst reads all transcripts: a button plays a move only if it is "Play
// it" below the move's picture, or if the user has typed the move and is asked in which game.
func TestSuggestedMovesAreShownFirst(t *testing.T) {
	button := regexp.MustCompile(`\[([^\]=]+) = ((?:move|play|m) [^\]]*)\]`)
	files, _ := filepath.Glob("testdata/transcripts/*.txt")
	seen := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range button.FindAllStringSubmatch(string(text), -1) {
			label, command := found[1], found[2]
			seen++
			switch {
			case strings.HasPrefix(label, "In game ") || strings.HasPrefix(label, "In Partie "):
			case label == command: // it is what the user has said among other words, and the button says what it does
			case strings.HasSuffix(command, "?") || strings.HasSuffix(command, "? draw"):
			case (label == "Play it" || label == "Spielen") && strings.HasSuffix(command, "!"):
			case label == "Play it and offer a draw" && strings.HasSuffix(command, "! draw"):
			default:
				t.Errorf("%s: a tap on [%s] plays: %s", file, label, command)
			}
		}
	}
	if seen < 12 {
		t.Errorf("only %d buttons with moves were found", seen)
	}
}
