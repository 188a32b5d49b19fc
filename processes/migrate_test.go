package processes

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// oldDatabases are databases and exports of every released schema, with lines to type
// and the answers expected.
var oldDatabases = map[string]struct {
	say   string
	wants []string
}{
	"schema-1-first.db": {
		"alice: log 1\nalice: export 1\nbob: ec4-ec3\nbob: game 2\nbob: seek\ncarol@: accept 4\ncarol: remind\n",
		[]string{
			"6. ve3xuf5#", "1-0", // a finished game
			"alice has planned the answer: Pawn ab2-ab3", "3 days per move without vacations, rated", // an ongoing one, with a conditional move
			"3, from alice: Gutenschach", "Game 4 begins", "1 day, 2 hours before the deadline",
		},
	},
	"schema-1-full.db":    {fullSay, fullWants},
	"schema-1-export.txt": {fullSay, fullWants},
	"schema-2-prose.txt":  {proseSay, proseWants},
	"schema-4-games.txt": {
		"carol@: study raumschach\ncarol@: ad1-cc1\nbob@: evaluate 2\nalice: log 1\n",
		[]string{"Game 3: carol plays Knight ad1-cc1", "Game 2, after move 1 of 1, counting both sides, Black to move.", "2. ad1-cc1 ed5-cc5"},
	},
	// The engine says nothing of a game that has not been played on since games recorded what
	// stands on their boards.
	"schema-6-games.txt": {
		"carol@: import [Variant \"raumschach\"] 1. ab1-ac3 eb5-ec3 2. ad1-cc1 ed5-cc5 3. bc2-bc3 dd4-dd3 4. bb2-cb2 dc4-dc3 1-0\ncarol@: evaluate 2\ncarol@: evaluate 2 at 1\n",
		[]string{"People are playing from this position", "Game 2, after move 1 of 8, counting both sides, Black to move."},
	},
}

// Sentences stored by schema 2 read as before, also in German.
const proseSay = "alice@: log 1\ncarol: log 2\nalice: log 5\nbob: export 5\ngus@: log 6\ngus@: log 7\nalice: log 8\nbob: log 9\ndora: log 10\nfrida: tournament 2\n" +
	"heidi: log 11\nalice: log 12\nbob@: prefer language deutsch\nbob@: log 1\nbob@: log 9\nbob@: tournament 2\n"

var proseWants = []string{
	"alice challenges: Raumschach, as White, 3 days per move with vacations, private, rated\n", "2. ac2-ac3 (as planned)\n", "The end: alice (White) won by resignation\n",
	"carol challenges: Stockschach 216, as Black, 2 days per move with vacations, weekends off, casual\n",
	"alice challenges: Gutenschach, colours by lot, 5 days each plus 12 hours per move up to 10 days with vacations, casual\n",
	"The end, by erik: a draw by an organiser's decision (they have left)\n", `[Termination "an organiser's decision (they have left)"]`,
	"The end: Ben (Black) won by a 'quarrel'\n", "The end: Ben (Black) won by resignation\n", "The end: aborted: study ended\n",
	"raumbot begins the game: tournament 1, Old Cup (round 1 of 1)\n", "The end: bob (White) won by withdrawal\n",
	"raumbot begins the game: tournament 2, Old Ladder\n", "The end, by frida: aborted: the tournament is called off\n", "Tournament 2, Old Ladder is called off: its organisers have decided so.",
	"The end: a draw by agreement\n", "Challenge 12",
	"alice fordert heraus: Raumschach, als Weiß, 3 Tage je Zug mit Urlaub, privat, gewertet\n", "2. ac2-ac3 (wie geplant)\n", "raumbot beginnt die Partie: Turnier 1 „Old Cup“ (Runde 1 von 1)\n",
	"abgesagt – so hat die Leitung entschieden.",
}

const fullSay = "alice: notes 1\nalice: profile\nbob: block\nalice: draw 7 accept\ndora: vacation\ncarol: games\nalice@: log 6\ngus: game 8\nerik@den: cancel 5\ndora: board 2\nalice@den: leaders raumschach here\n"

var fullWants = []string{
	"the Stockbroker on vd4 is strong", "Stockschach 216: 1662?", "You have blocked erik", "alice accepts the draw",
	"You are on vacation until", "Game 2, Raumschach, carol (White) against dora (Black): your move", "The end: Ada (White) won by the record",
	"Stockchaturanga 512, gus (White) against frida (Black)", "erik withdraws", "game-2-000-ranks-dark-black.png", "Nobody of those who play here",
}

// writtenFile matches the path of a file written by the console.
var writtenFile = regexp.MustCompile(`(?m)^ *file: (.+)$`)

// TestOldDatabases opens every old database: it is migrated and sound, and its games can be
// continued.
func TestOldDatabases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/schema-*")
	if err != nil || len(files) != len(oldDatabases) {
		t.Fatalf("%d old databases are kept, and %d tested: %v", len(files), len(oldDatabases), err)
	}
	for name, old := range oldDatabases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := filepath.Join(t.TempDir(), "old.db")
			tasks := [][]string{{"migrate"}, {"check"}}
			if strings.HasSuffix(name, ".txt") {
				file, err := filepath.Abs(filepath.Join("testdata", name))
				if err != nil {
					t.Fatal(err)
				}
				tasks = [][]string{{"import", file}, {"check"}}
			} else if err := os.WriteFile(db, []byte(mustRead(t, filepath.Join("testdata", name))), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, task := range tasks {
				if code, out, errs := runCommand(t, db, "", append([]string{"db"}, task...)...); code != 0 {
					t.Fatalf("%s: %s%s", task, out, errs)
				}
			}
			code, out, errs := runCommand(t, db, old.say, "console")
			for _, file := range writtenFile.FindAllStringSubmatch(out, -1) {
				out += mustRead(t, file[1])
			}
			for _, want := range old.wants {
				if !strings.Contains(out, want) {
					t.Errorf("%q is not said", want)
				}
			}
			if code != 0 {
				t.Error(errs)
			}
			if t.Failed() {
				t.Log(out)
			}
			if code, out, errs := runCommand(t, db, "", "db", "check"); code != 0 {
				t.Errorf("afterwards: %s%s", out, errs)
			}
		})
	}
}

// TestOldDatabaseStays copies and checks an old database without changing it, so that
// one can go back to the older program.
func TestOldDatabaseStays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, old := filepath.Join(dir, "old.db"), mustRead(t, filepath.Join("testdata", "schema-1-full.db"))
	if err := os.WriteFile(db, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	backup, export := filepath.Join(dir, "copy.db"), filepath.Join(dir, "copy.txt")
	for _, c := range []struct {
		args []string
		code int
		say  string
	}{
		{[]string{"check"}, 1, "`raumbot db migrate` brings it to"},
		{[]string{"backup", backup}, 0, "Copied"},
		{[]string{"export", export}, 0, "Exported"},
		{[]string{"restore", export}, 1, "is not restored"},
	} {
		code, out, errs := runCommand(t, db, "", append([]string{"db"}, c.args...)...)
		if code != c.code || !strings.Contains(out+errs, c.say) {
			t.Errorf("%v: %d %s%s", c.args, code, out, errs)
		}
		if mustRead(t, db) != old {
			t.Fatalf("%v changes the database", c.args)
		}
	}
	if text := mustRead(t, export); !strings.HasPrefix(text, `{"table":"meta","key":"736368656d61","value":1}`) {
		t.Errorf("exported is %.60s", text)
	}
	if code, _, errs := runCommand(t, backup, "", "db", "check"); code != 1 || !strings.Contains(errs, "has schema 1") {
		t.Errorf("the copy: %d %s", code, errs)
	}
	if code, out, errs := runCommand(t, db, "", "db", "restore", backup); code != 0 {
		t.Errorf("the copy is not restored: %s%s", out, errs)
	}
	aside, _ := filepath.Glob(db + ".replaced-*")
	if len(aside) != 1 || mustRead(t, aside[0]) != old {
		t.Errorf("kept aside are %v", aside)
	}
}
