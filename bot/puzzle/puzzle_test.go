package puzzle_test

import (
	"io/fs"
	"os"
	"testing"

	"raumbot/bot/puzzle"
	"raumbot/rules"
	"raumbot/rules/games"
)

func TestMain(m *testing.M) {
	if err := games.Install(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// TestPuzzles plays the solution of every puzzle.
func TestPuzzles(t *testing.T) {
	const least = 100
	for _, v := range rules.Variants() {
		all := puzzle.Of(v.Name)
		if len(all) < least {
			t.Errorf("%s has %d puzzles", v.Name, len(all))
		}
		seen := map[string]bool{}
		for _, p := range all {
			if found, ok := puzzle.Find(p.ID); !ok || found != p {
				t.Errorf("%s is not found by its ID", p.ID)
			}
			g, err := p.Game(0)
			if err != nil {
				t.Fatal(err)
			}
			if line := g.Position().Line(); seen[line] {
				t.Errorf("%s is there twice", p.ID)
			} else {
				seen[line] = true
			}
			solver := g.Position().Turn()
			if p.Rating < 800 || p.Rating > 2200 || p.Wins > 3 {
				t.Errorf("%s wins in %d and is rated %d", p.ID, p.Wins, p.Rating)
			}
			if p.Wins > 0 && len(p.Line) != 2*p.Wins-1 {
				t.Errorf("%s wins in %d with %d moves", p.ID, p.Wins, len(p.Line))
			}
			for _, text := range p.Line {
				m, err := g.Position().ReadText(text)
				if err == nil {
					err = g.Play(m)
				}
				if err != nil {
					t.Fatalf("%s: %v", p.ID, err)
				}
			}
			outcome := g.Outcome()
			if p.Wins > 0 && (!outcome.Won || outcome.Winner != solver) {
				t.Errorf("%s does not end with a win: %v", p.ID, outcome)
			}
		}
	}
}

func TestFindRefuses(t *testing.T) {
	for _, id := range []string{"", "raumschach", "raumschach-", "raumschach-0", "raumschach-9999", "chess-1", "-1", "../x-1"} {
		if p, ok := puzzle.Find(id); ok {
			t.Errorf("%q is %s", id, p.ID)
		}
	}
}

// TestDataIsSmall limits how much the puzzles add to the size of the program.
func TestDataIsSmall(t *testing.T) {
	total := int64(0)
	err := fs.WalkDir(os.DirFS("data"), ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		total += info.Size()
		return err
	})
	if err != nil || total > 1<<20 {
		t.Errorf("the puzzles take %d bytes: %v", total, err)
	}
}
