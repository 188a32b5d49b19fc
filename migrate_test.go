package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOldDatabases opens a database of every schema that ever landed: it
// migrates, is sound, and is played on.
func TestOldDatabases(t *testing.T) {
	databases, err := filepath.Glob("testdata/schema-*.db")
	if err != nil || len(databases) == 0 {
		t.Fatal("no old databases", err)
	}
	for _, old := range databases {
		t.Run(filepath.Base(old), func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "old.db")
			if err := os.WriteFile(db, []byte(mustRead(t, old)), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, task := range []string{"migrate", "check"} {
				if code, out, errs := command(t, db, "", "db", task); code != 0 {
					t.Fatalf("%s: %s%s", task, out, errs)
				}
			}
			code, out, errs := command(t, db, "alice: log 1\nalice: export 1\nbob: ec4-ec3\nbob: game 2\nbob: seek\ncarol@: accept 4\ncarol: remind\n", "console")
			for _, want := range []string{
				"alice 6. ve3-uf5", "1-0", // a game that is over
				"alice has planned the answer: Pawn ab2-ab3", "3 days per move without vacations, rated", // one that goes on, with a plan
				"3, from alice: Gutenschach", "Game 4 begins", "1 day, 2 hours before the deadline",
			} {
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
