package service_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/bot/puzzle"
)

// silent is part of the refusal to judge a position that people are playing from.
const silent = "People are playing from this position"

// playOn has two players say moves of a game by turns, as bare texts.
func playOn(s *stage, game int, white, black string, moves []string) {
	for i, move := range moves {
		s.say(fmt.Sprintf("%s: move %d %s", []string{white, black}[i%2], game, move))
	}
}

// imported is what a player says to import a finished record.
func imported(player, tags string, moves []string) string {
	return fmt.Sprintf("%s@den: import %s %s 1-0", player, tags, strings.Join(moves, " "))
}

// opening is the beginning of a game of Raumschach, as long as makes it count.
var opening = strings.Fields("ab1-ac3 eb5-ec3 ad1-cc1 ed5-cc5 bc2-bc3 dd4-dd3 bb2-cb2 dc4-dc3")

// TestBentRules has a cheat import the record of a game that others are playing, with rules that
// differ from theirs in something that makes no difference: a leap from one corner to another.
func TestBentRules(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	s.say("alice: challenge bob raumschach white")
	s.say("bob: accept 1")
	playOn(s, 1, "alice", "bob", opening)
	text, err := os.ReadFile("testdata/games/hall2.toml")
	if err != nil {
		t.Fatal(err)
	}
	bent := string(text)
	for _, moves := range []string{`ride = ["rook"] }`, `ride = ["bishop"] }`, `leap = ["knight"] }`} {
		more := strings.Replace(bent, `[{ `+moves, `[{ `+moves+`, { step = [], vectors = [[4, 4, 4]], signs = [[1, 1, 1]] }`, 1)
		if more == bent {
			t.Fatalf("nobody moves by %s", moves)
		}
		bent = more
	}
	rules := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(bent)
	if got := said(s, imported("cheat", `[Variant "hallspiel"] [Rules "`+rules+`"]`, opening)); !strings.Contains(got, "Hallenspiel") {
		t.Fatalf("imported: %s", got)
	}
	for line, judged := range map[string]bool{"cheat@: evaluate 2": false, "cheat@: evaluate 2 at 7": false, "cheat@: evaluate 2 at 1": true} {
		if got := said(s, line); strings.Contains(got, silent) == judged {
			t.Errorf("%s: %s", line, got)
		}
	}
	said(s, "cheat@: analyse 2")
	if got := said(s, "cheat@: analyse 2"); !strings.Contains(got, "are left out") {
		t.Errorf("analysed: %s", got)
	}
	s.say("bob: resign 1 confirm")
	if got := said(s, "cheat@: evaluate 2"); strings.Contains(got, silent) {
		t.Errorf("after the game: %s", got)
	}
}

// endgame is a game of Raumschach down to ten men.
var endgame = strings.Fields(`
	be1-cd2 dd4-dd3 cd2-be3 dc5-cc5 ab1-ac3 de5-dc3 bb1-cc2 eb5-ec3 ad1-cc1 dc3-dd4 ba1-cb1 da5-cb4 cc2-bd3 cb4-da3 bc1-ab1 dd5-cc4 cc1-bc3
	cc5-dd5 bd3-cc4 db4-cc4 bc3-cc1 de4-ce4 be3-dc1 ed5-cc5 ba2-ca2 cc4-bc4 ac3-cc2 da3-cb4 cc2-bc4 dd4-cc4 dc1-cb2 dd5-cd5 bb2-bb3 cb4-dc3
	bc2-bc3 cc4-dd4 bc4-dd4 cd5-dd4 cb1-db2 eb4-eb3 db2-bb4 dd4-ed5 bc3-bc4 cc5-eb5 bd1-bc2 eb5-db3 bb4-bc3 dc3-cb2 bc2-cb2 ce4-be4 bc3-bd4
	ed5-dd4 be2-be3 dc4-cc4 cb2-db3 da4-db3 bd4-bb2 ec4-dc4 ab1-bc2 be4-ae4 bc2-ac3 dc4-dc3 ac2-bc2 dc3-dc2 cc1-ac2 db5-dc4 ae2-be2 dd4-de4
	be3-ce3 dd3-ce3 be2-ce3 de4-ce4 bb3-cb3 cc4-cb3 ca2-cb3 db3-db2 cb3-cb4 dc4-db3 bc2-bc3 db2-cb2 bc3-cc3 ec3-cc4 ac3-bb3 db3-ec3 ae1-ce1
	ee4-de4 bb2-bc3 ed4-dd4 bc3-cc2 ce4-ce5 ce3-ce4 ce5-dd5 cc2-bc3 eb3-db3 ce4-dd4 ec5-dd4 ce1-ae1 cc4-ce3 bc3-bb4 dd4-ec5 bb3-dd5 ec5-dd5
	bd2-bd3 ce3-cc2 ac1-bc1 cc2-ca3 ae1-ae4 dc2-cc2 bc1-cd2 ec3-dc2 cd2-cd3 ea4-ea3 cb4-db4 ea5-ec5 bc4-cc4 de4-de3 cd3-bc4 de3-de2 cc4-dc4
	dd5-ed5 dc4-ec5=QUE ed5-ec5 bc4-cb3 de2-ce2 bd3-cd3 ec5-db5 cd3-cd4 ce2-ce1 cc3-cc4 dc2-dd3 cd4-dd4 dd3-dc4 ac2-cb2 db3-cb2 cb3-ca3
	dc4-cc3 ca3-cb3 cc3-cb4 cb3-cc2 cb4-ab2 dd4-dd5 ee5-ed5 aa1-ab1 ab2-cb4 cc2-cb2 ed5-dd5 cb2-cb3 db5-cc5 ae4-ae1 ea3-da3 cb3-bc3 cc5-dc4
	ab1-cb1 cb4-db3 ae1-ce1 da3-da2 cb1-cb3 db3-dd1 ce1-cd1 dd1-dc2 bb4-ba3 dc2-dd3 cd1-dd1 dd3-cd4 dd1-dd5 cd4-dd5 ba3-bb2 da2-da1 ad2-bd2
	da1-ca1 bd2-bd3 dd5-cc5 bd3-cd3 cc5-bd5 aa2-aa3 bd5-cd4 aa3-ba3 cd4-cc5 ba3-ba4 cc5-ce3 ba4-ba5 dc4-db5 cb3-ca3 db5-dc4`)

// TestEndgameAround has a cheat ask about a game with few men: about its position, and about what
// follows on a move and its answer, which come in the record before the last two moves of the game,
// so that it never passes the position.
func TestEndgameAround(t *testing.T) {
	s := newStage(t, "")
	s.say("alice: challenge bob raumschach white")
	s.say("bob: accept 1")
	playOn(s, 1, "alice", "bob", endgame)
	before, last := endgame[:len(endgame)-2], endgame[len(endgame)-2:]
	const game = `[Variant "raumschach"]`
	for n, c := range []struct {
		name  string
		moves []string
	}{
		{"the position", endgame},
		{"a move and its answer, before the last ones", slices.Concat(before, []string{"ba5-ca5", last[1], last[0], "ca1-ba1"})},
		{"after it, and then on", slices.Concat(before, []string{"ba5-ca5", last[1], last[0], "ca1-ba1", "bb2-aa2", "ce3-dd3", "db4-db5"})},
	} {
		if got := said(s, imported("cheat", game, c.moves)); !strings.Contains(got, "imported") {
			t.Fatalf("%s: %s", c.name, got)
		}
		if got := said(s, fmt.Sprintf("cheat@: evaluate %d", n+2)); !strings.Contains(got, silent) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	if got := said(s, "cheat@: evaluate 2 at 150"); strings.Contains(got, silent) {
		t.Errorf("long before: %s", got)
	}
}

// openPuzzle makes a puzzle the open one of a player.
func openPuzzle(s *stage, player string, p *puzzle.Puzzle) {
	s.t.Helper()
	err := s.store.Update(s.t.Context(), func(tx bot.Tx) error {
		m, err := tx.PlayerOf(bot.UserID{Platform: "console", ID: player})
		if err != nil {
			return err
		}
		m.Puzzles.Current, m.Puzzles.Step, m.Puzzles.Missed = p.ID, 0, false
		return tx.PutPlayer(m)
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// puzzled has two players come to the position of a puzzle in a game of their own.
func puzzled(s *stage, p *puzzle.Puzzle) {
	s.say("alice: challenge bob " + p.Variant + " white")
	s.say("bob: accept 1")
	playOn(s, 1, "alice", "bob", p.Record)
}

// TestPuzzleOfAGame has people play the beginning of a game from which there is a puzzle: as long
// as they do, nobody is shown it, and whoever had it open before learns nothing about it.
func TestPuzzleOfAGame(t *testing.T) {
	p, ok := puzzle.Find("octhex146-8")
	if !ok {
		t.Fatal("no such puzzle")
	}
	s := newStage(t, "")
	said(s, "cheat@: puzzle octhex146")
	openPuzzle(s, "cheat", p)
	puzzled(s, p)
	for _, words := range []string{p.Line[0], "solution"} {
		if got := said(s, "cheat@: puzzle "+words); !strings.Contains(got, silent) {
			t.Errorf("%s: %s", words, got)
		}
	}
	for range len(puzzle.Of(p.Variant)) {
		if got := said(s, "cheat@: puzzle next"); strings.Contains(got, "Puzzle "+p.ID+",") {
			t.Fatalf("the puzzle is shown: %s", got)
		}
	}
	openPuzzle(s, "cheat", p)
	s.say("bob: resign 1 confirm")
	if got := said(s, "cheat@: puzzle solution"); !strings.Contains(got, "The solution of "+p.ID) {
		t.Errorf("after the game: %s", got)
	}
}

// TestPuzzleOfTheDayOfAGame has people play the position of a room's puzzle when its solution is
// due.
func TestPuzzleOfTheDayOfAGame(t *testing.T) {
	p, ok := puzzle.Find("octhex146-8")
	if !ok {
		t.Fatal("no such puzzle")
	}
	s := newStage(t, "")
	puzzled(s, p)
	s.say("olga!: room puzzle 18:00 UTC octhex146")
	err := s.store.Update(t.Context(), func(tx bot.Tx) error {
		r, err := tx.Room(bot.RoomID{Platform: "console", ID: "lobby"})
		if err == nil {
			d := *r.Puzzle
			d.ID, d.Posted = p.ID, 0
			r.Puzzle = &d
			err = tx.PutRoom(r)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.said = nil
	s.run(24*time.Hour, time.Hour, "lobby")
	if got := strings.Join(s.said, "\n"); !strings.Contains(got, "The solution of "+p.ID+" stays secret") || !strings.Contains(got, "The puzzle of the day is") || strings.Contains(got, "The solution of "+p.ID+":") {
		t.Errorf("said: %s", got)
	}
}
