package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"raumbot/bot"
)

// buttonForm matches a button as [stage.hear] writes it.
var buttonForm = regexp.MustCompile(`\[[^\[\]=]+ = ([^\[\]]+)\]`)

// TestButtonsAreNotBelieved plays each transcript, and has strangers press every button that the
// bot has shown in it, as it is and tampered with. That must change nothing of anybody else's.
// Unless -long is given it plays a third of them, and tampers in one of 32 ways.
func TestButtonsAreNotBelieved(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	kinds := map[string]bool{}
	for i, file := range files {
		if !sampled(i+2, 3) {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			s := newStage(t, "")
			buttons := playForButtons(t, s, file)
			before := exportedLines(t, s)
			tried := map[string]bool{} // most buttons have no number to tamper with, or one that others have
			for _, command := range buttons {
				kinds[strings.Fields(command)[0]] = true
				for i, text := range append(tampered(command), command) {
					usual := i == len(tampered(command)) || sampled(len(tried)+i, 32)
					if !tried[text] && usual {
						tried[text] = true
						press(t, s, text)
					}
				}
			}
			mustStillBe(t, s, before)
		})
	}
	for _, kind := range []string{"accept", "decline", "moves", "board", "resign", "draw", "takeback", "abort", "move", "rematch"} {
		if !kinds[kind] && *long {
			t.Errorf("no transcript shows a button for %s, so that none is tried", kind)
		}
	}
}

// playForButtons plays a transcript and returns the commands of all buttons that were shown.
func playForButtons(t *testing.T, s *stage, file string) (buttons []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		s.said = nil
		if strings.HasPrefix(line, "@ ") {
			if err := s.direct(line[2:]); err != nil {
				t.Fatal(err)
			}
		} else {
			s.say(line)
		}
		for _, m := range buttonForm.FindAllStringSubmatch(strings.Join(s.said, "\n"), -1) {
			if !slices.Contains(buttons, m[1]) {
				buttons = append(buttons, m[1])
			}
		}
	}
	return buttons
}

var digits = regexp.MustCompile(`[0-9]+`)

// tampered returns variants of a button's command, with other numbers and additional words.
func tampered(command string) (all []string) {
	for _, number := range []string{"0", "-1", "2", "18446744073709551616", "1 2", "1\n2", "1\x00", "١", "#1"} {
		all = append(all, digits.ReplaceAllString(command, number))
	}
	return append(all, command+" confirm", command+" accept", command+"!", strings.ToUpper(command), strings.Repeat(command+" ", 20))
}

// press has strangers give a command: one in the room, one in private, and one on another platform
// with the name and the ID of a player.
func press(t *testing.T, s *stage, text string) {
	t.Helper()
	stranger := saying("mallory", text)
	alone := stranger
	alone.Room = bot.RoomID{}
	namesake := saying("alice", text)
	namesake.From.Platform, namesake.Room.Platform = "irc", "irc"
	for _, r := range []bot.Request{stranger, alone, namesake} {
		if takesOpen(s, r.Text) || enters(r.Text) {
			continue
		}
		_, err := s.service.Handle(context.Background(), r)
		var p *bot.Problem
		if errors.As(err, &p) && p.Kind == bot.Internal {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// enters reports whether a text enters a tournament, which anybody may do.
func enters(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	return len(words) > 0 && words[0] == "join"
}

// takesOpen reports whether a text accepts an open challenge.
func takesOpen(s *stage, text string) (open bool) {
	words := strings.Fields(text)
	if len(words) == 0 || strings.ToLower(words[0]) != "accept" {
		return false
	}
	_ = s.store.View(context.Background(), func(tx bot.Tx) error {
		all, err := tx.OpenChallenges(1)
		open = len(all) > 0
		return err
	})
	return open
}

// record is a line of an export.
type record struct {
	Table, Key string
	Value      json.RawMessage
}

// exportedLines returns the records of people and games.
func exportedLines(t *testing.T, s *stage) map[string]string {
	t.Helper()
	all := map[string]string{}
	for line := range strings.Lines(exported(t, s.store)) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Table != "" && r.Table != "meta" && r.Table != "outbox" && r.Table != "events" {
			all[r.Table+" "+r.Key] = string(r.Value)
		}
	}
	return all
}

// wrongTries is the prefix of the keys, in an export, that count wrong link codes.
var wrongTries = fmt.Sprintf("memos %x", "raumbot\x00tries/")

// mustStillBe checks that no record has changed, and that no log has become longer.
func mustStillBe(t *testing.T, s *stage, before map[string]string) {
	t.Helper()
	after := exportedLines(t, s)
	for key, value := range before {
		if strings.HasPrefix(key, wrongTries) {
			continue // which count for a quarter of an hour, and are forgotten with the next
		}
		if strings.HasPrefix(key, "puzzles ") {
			continue // what a puzzle is worth changes with everybody who tries it
		}
		if after[key] != value {
			t.Errorf("%s was\n%s\nand is\n%s", key, value, after[key])
		}
	}
	for key, value := range after {
		if _, known := before[key]; known || !strings.HasPrefix(key, "logs ") {
			continue
		}
		game := strings.TrimPrefix(key, "logs ")[:16]
		if _, known := before["games "+game]; known {
			t.Errorf("the log of an old game has a new entry %s", value)
		}
	}
	if len(before) == 0 {
		t.Error("there is nothing to protect")
	}
}
