package service_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"raumbot/bot/command"
)

// sightLines make one of each thing in the table of docs/security.md, in the lobby of the server
// inn.
var sightLines = []string{
	"alice@lobby.inn: challenge bob raumschach white", "bob@lobby.inn: accept 1",
	"alice@lobby.inn: challenge bob raumschach white private", "bob@: accept 2",
	"alice@: challenge bob raumschach white public", "bob@: accept 3",
	"alice@lobby.inn: study raumschach",
	`alice@: import [Variant "raumschach"] [White "X"] [Black "Y"] 1. ab2-ab3 eb4-eb3 1-0`,
	"alice@lobby.inn!: create roundrobin raumschach room", "alice@lobby.inn: tournament 1 open", "alice@lobby.inn: join 1", "bob@lobby.inn: join 1", "alice@lobby.inn: tournament 1 start",
	"alice@lobby.inn!: create roundrobin raumschach server", "alice@lobby.inn: tournament 2 open", "alice@lobby.inn: join 2", "bob@lobby.inn: join 2", "alice@lobby.inn: tournament 2 start",
	"alice@lobby.inn!: create roundrobin raumschach everywhere", "alice@lobby.inn: tournament 3 open", "alice@lobby.inn: join 3", "bob@lobby.inn: join 3", "alice@lobby.inn: tournament 3 start",
	"alice@lobby.inn!: create roundrobin raumschach everywhere",
	"alice@lobby.inn: challenge bob raumschach white", "bob@lobby.inn: accept 9", "alice@lobby.inn: publish 9", "bob@lobby.inn: publish 9",
	"alice@lobby.inn: challenge bob raumschach white", "bob@lobby.inn: accept 10", "erik@lobby.inn!: publish 10",
	"alice@: challenge bob raumschach white public", "bob@: accept 11", "bob@: publish 11 off",
	"alice@lobby.inn!: create roundrobin raumschach room", "alice@lobby.inn: tournament 5 open", "alice@lobby.inn: join 5", "bob@lobby.inn: join 5", "alice@lobby.inn: tournament 5 start",
	"erik@lobby.inn!: publish tournament 5",
	"alice@staff.inn: challenge bob raumschach white", "bob@staff.inn: accept 13",
	"alice@lobby.inn: vote challenge computer raumschach white 1d known 0", "alice@lobby.inn: ab2-ab3",
	"alice@lobby.inn!: league create raumschach room", "alice@lobby.inn: league 1 join", "alice@lobby.inn!: league create raumschach server", "alice@lobby.inn: league 2 join",
	"alice@lobby.inn!: league create raumschach everywhere", "alice@lobby.inn: league 3 join",
}

// sights has the rows of the table: the number of the game, tournament or league that each is about.
var sights = map[string]struct {
	game, tournament, league int
	room                     string // if it is not the lobby
}{
	"game played in a room": {game: 1}, "`private` game": {game: 2}, "`public` game": {game: 3}, "study in a room": {game: 4}, "imported record": {game: 5},
	"game of a tournament of scope `room`": {game: 6}, "game of a tournament of scope `server`": {game: 7}, "game of a tournament of scope `everywhere`": {game: 8},
	"tournament of scope `room`": {tournament: 1}, "tournament of scope `server`": {tournament: 2}, "tournament of scope `everywhere`": {tournament: 3},
	"draft of a tournament":  {tournament: 4},
	"league of scope `room`": {league: 1}, "league of scope `server`": {league: 2}, "league of scope `everywhere`": {league: 3},
	"game that a room plays by vote, for those who have voted in it":        {game: 14},
	"game in a private thread, or a channel that not all of its server see": {game: 13, room: "staff"},
	"game published by its players":                                         {game: 9}, "game published by an organiser of its room": {game: 10}, "`public` game that a player has taken back": {game: 11},
	"game of a tournament of scope `room` whose organisers have published its games": {game: 12},
}

// viewers are the columns of the table after the first.
var viewers = []string{"alice@den", "carol@lobby.inn", "carol@hall.inn", "carol@den", "carol@"}

// TestWhoSeesWhat checks the table in docs/security.md: it asks for each thing from each place.
func TestWhoSeesWhat(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, "")
	for _, line := range sightLines {
		s.said = nil
		if s.say(line); len(s.said) == 0 {
			t.Fatalf("%s: nothing is said", line)
		}
	}
	_, table, _ := strings.Cut(string(page), "| in private |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		thing, known := sights[strings.TrimSpace(cells[0])]
		switch {
		case strings.HasPrefix(line, "|--"):
			continue
		case !known || len(cells) != len(viewers)+1:
			t.Errorf("nothing is known of %q", line)
			continue
		}
		rows++
		for i, viewer := range viewers {
			seen := strings.TrimSpace(cells[i+1]) == "yes"
			if thing.room != "" {
				viewer = strings.Replace(viewer, "lobby", thing.room, 1)
			}
			for _, command := range asking(thing.game, thing.tournament, thing.league) {
				s.said = nil
				s.say(viewer + ": " + command)
				said := strings.Join(s.said, "\n")
				refused := strings.Contains(said, "that you may see") || strings.Contains(said, "is for those who are where") ||
					strings.Contains(said, "is shown only where") || strings.Contains(said, "There is no tournament") || strings.Contains(said, "There is no league")
				if refused == seen {
					t.Errorf("%s, %s: %s: seen is to be %v: %s", cells[0], viewer, command, seen, said)
				}
				if refused && (strings.Contains(said, "alice (") || strings.Contains(said, "bob (") || strings.Contains(said, "picture")) {
					t.Errorf("%s, %s: %s: the refusal tells more: %s", cells[0], viewer, command, said)
				}
			}
			if thing.game > 0 && thing.game != 5 {
				s.said = nil
				s.say(viewer + ": games all")
				if listed := strings.Contains(strings.Join(s.said, "\n"), fmt.Sprintf("Game %d,", thing.game)); listed != seen {
					t.Errorf("%s, %s: listed: %v", cells[0], viewer, listed)
				}
			}
		}
	}
	if rows != len(sights) {
		t.Errorf("the table has %d of %d rows", rows, len(sights))
	}
}

// asking returns the commands that show a game, a tournament or a league.
func asking(game, tournament, league int) (all []string) {
	for _, name := range []string{"game", "board", "log", "moves", "export", "replay", "analyse", "evaluate", "watch"} {
		all = append(all, fmt.Sprintf("%s %d", name, game))
	}
	switch {
	case league > 0:
		return []string{fmt.Sprintf("league %d", league)}
	case game == 0 && tournament == 4: // it has not begun
		return []string{"tournament 4"}
	case game == 0:
		all = nil
		for _, name := range []string{"tournament", "standings", "pairings", "crosstable"} {
			all = append(all, fmt.Sprintf("%s %d", name, tournament))
		}
	}
	return all
}

// TestOwnGameElsewhere has a player ask in another room for a game of theirs: nobody else there may
// see it.
func TestOwnGameElsewhere(t *testing.T) {
	s := newStage(t, "")
	for _, line := range sightLines[:2] {
		s.say(line)
	}
	for _, command := range []string{"board 1", "replay 1", "log 1", "moves 1", "game 1"} {
		s.said = nil
		s.say("alice@den: " + command)
		if said := strings.Join(s.said, "\n"); !strings.HasPrefix(said, "bot@den ~> alice") && !strings.HasPrefix(said, "bot@den => alice") {
			t.Errorf("%s is answered to all: %s", command, said)
		}
	}
}

// TestGamesOfThreads asks in a channel for its games: those of its threads are among them, but none
// of a private thread.
func TestGamesOfThreads(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{
		"alice@thread.lobby: challenge bob raumschach white", "bob@thread.lobby: accept 1",
		"alice@staff.lobby: challenge bob raumschach white", "bob@staff.lobby: accept 2",
	} {
		s.say(line)
	}
	for _, c := range []struct {
		line          string
		first, second bool
	}{
		{"carol: games room", true, false},
		{"carol: board", true, false},
		{"carol@thread.lobby: games room", true, false},
		{"carol@staff.lobby: games room", false, true},
		{"carol@den: games room", false, false},
		{"alice: games room", true, true},
	} {
		s.said = nil
		s.say(c.line)
		said := strings.Join(s.said, "\n")
		if strings.Contains(said, "Game 1, Raumschach") != c.first || strings.Contains(said, "Game 2, Raumschach") != c.second {
			t.Errorf("%s: %s", c.line, said)
		}
	}
	for _, line := range []string{"alice: resign 1 confirm", "alice@staff.lobby: resign 2 confirm"} {
		s.say(line)
	}
	s.said = nil
	if s.say("carol: games over room"); !strings.Contains(s.said[0], "Game 1") || strings.Contains(s.said[0], "Game 2") {
		t.Error(s.said)
	}
}

// TestNoNamesOfStrangers misspells names of people who play elsewhere, and of some who play here:
// only the latter are suggested.
func TestNoNamesOfStrangers(t *testing.T) {
	s := newStage(t, "")
	for _, line := range []string{
		"alice@attic: challenge bartholomew raumschach white", "bartholomew@attic: accept 1",
		"carol@den: challenge bartolomeo raumschach white", "bartolomeo@den: accept 2", "eve/matrix@den: help",
	} {
		s.say(line)
	}
	for line, want := range map[string]string{
		"eve@den: profile bartholomewx": "", "eve@: profile bartholomewx": "", "eve/matrix@attic: challenge bartholomewx raumschach": "", "eve@den: profile alicia": "",
		"eve@den: profile bartolomeox": "bartolomeo", "carol@: profile bartolomeox": "bartolomeo", "alice@: profile bartholomewx": "bartholomew", "eve@attic: profile bartholomewx": "bartholomew",
	} {
		s.said = nil
		s.say(line)
		said := strings.Join(s.said, "\n")
		if guessed := strings.Contains(said, "Did you mean"); guessed != (want != "") || want != "" && !strings.Contains(said, "Did you mean "+want+"?") {
			t.Errorf("%s: %s", line, said)
		}
	}
}

// TestPrivateIsMissing gives every command as a stranger, once with the number of a private game
// and once with a number that no game has. The answers must be the same.
func TestPrivateIsMissing(t *testing.T) {
	t.Parallel()
	s := newStage(t, "")
	for n := range 73 { // numbers that stand in no answer by themselves
		s.say("alice@: challenge bob raumschach private")
		s.say(fmt.Sprintf("alice@: cancel %d", n+1))
	}
	for _, line := range []string{
		"alice@lobby.inn: challenge bob raumschach white private", "bob@: accept 74",
		"alice@lobby.inn: challenge bob raumschach white private", "bob@: accept 75", "alice@: resign 75 yes",
		"carol@: hi", "alice@lobby.inn: challenge bob raumschach white private", // 76
	} {
		s.say(line)
	}
	asks := func(viewer, command string, number int) string {
		s.said = nil
		s.say(fmt.Sprintf("%s: %s", viewer, strings.ReplaceAll(command, "N", fmt.Sprint(number))))
		return strings.ReplaceAll(strings.Join(s.said, "\n"), fmt.Sprint(number), "N")
	}
	asked := 0
	for _, c := range s.service.Commands() {
		if !slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Kind == command.Number }) {
			continue // its numbers are not those of games
		}
		for _, words := range []string{"N", "N yes", "N x", "N ab2-ab3", "N bob", "x N", "game N", "N 1", "N e4 d5", "N white x", "N undo"} {
			line := c.Name + " " + words
			for _, viewer := range []string{"carol@", "carol@den", "carol@lobby.inn", "carol@den!"} {
				missing := asks(viewer, line, 79)
				for number := 74; number <= 76; number++ {
					if private := asks(viewer, line, number); private != missing {
						t.Errorf("%s: %s: of a private game it is said:\n%s\nand of none:\n%s", viewer, line, private, missing)
					}
				}
				asked++
			}
		}
	}
	if asked < 500 {
		t.Errorf("only %d commands were given", asked)
	}
}
