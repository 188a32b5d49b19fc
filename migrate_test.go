package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// oldDatabases are databases and exports of every schema that ever landed: what is said to
// them, and what they must answer.
var oldDatabases = map[string]struct {
	say   string
	wants []string
}{
	"schema-1-first.db": {
		"alice: log 1\nalice: export 1\nbob: ec4-ec3\nbob: game 2\nbob: seek\ncarol@: accept 4\ncarol: remind\n",
		[]string{
			"alice 6. ve3-uf5", "1-0", // a game that is over
			"alice has planned the answer: Pawn ab2-ab3", "3 days per move without vacations, rated", // one that goes on, with a plan
			"3, from alice: Gutenschach", "Game 4 begins", "1 day, 2 hours before the deadline",
		},
	},
	"schema-1-full.db":    {fullSay, fullWants},
	"schema-1-export.txt": {fullSay, fullWants},
}

const fullSay = "alice: notes 1\nalice: profile\nbob: block\nalice: draw 7 accept\ndora: vacation\ncarol: games\nalice@: log 6\ngus: game 8\nerik@den: cancel 5\ndora: board 2\nalice@den: leaders raumschach here\n"

var fullWants = []string{
	"the Stockbroker on vd4 is strong", "Stockschach 216: 1662?", "You have blocked erik", "alice accepts the draw",
	"You are on vacation until", "Game 2, Raumschach, carol (White) against dora (Black): your move", "The end: Ada (White) won by the record",
	"Stockchaturanga 512, gus (White) against frida (Black)", "erik withdraws", "game-2-000-ranks-dark-black.png", "Nobody of those who play here",
}

// TestOldDatabases opens every old database: it migrates, is sound, and is played on.
func TestOldDatabases(t *testing.T) {
	files, err := filepath.Glob("testdata/schema-*")
	if err != nil || len(files) != len(oldDatabases) {
		t.Fatalf("%d old databases are kept, and %d tested: %v", len(files), len(oldDatabases), err)
	}
	for name, old := range oldDatabases {
		t.Run(name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "old.db")
			tasks := [][]string{{"migrate"}, {"check"}}
			if strings.HasSuffix(name, ".txt") {
				tasks = [][]string{{"import", filepath.Join("testdata", name)}, {"check"}}
			} else if err := os.WriteFile(db, []byte(mustRead(t, filepath.Join("testdata", name))), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, task := range tasks {
				if code, out, errs := command(t, db, "", append([]string{"db"}, task...)...); code != 0 {
					t.Fatalf("%s: %s%s", task, out, errs)
				}
			}
			code, out, errs := command(t, db, old.say, "console")
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
			if code, out, errs := command(t, db, "", "db", "check"); code != 0 {
				t.Errorf("afterwards: %s%s", out, errs)
			}
		})
	}
}
