package service_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// TestDamagedGame flips a bit of a game, or of its log, on disk: the game is frozen, its players
// and the operator are told, and everything else continues.
func TestDamagedGame(t *testing.T) {
	for table, key := range map[string]string{
		"games": "\x00\x00\x00\x00\x00\x00\x00\x01",
		"logs":  "\x00\x00\x00\x00\x00\x00\x00\x01",
	} {
		t.Run(table, func(t *testing.T) {
			var log strings.Builder
			s := &stage{t: t, path: filepath.Join(t.TempDir(), "a.db"), now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), locales: map[string]string{}, log: &log}
			s.open()
			defer func() { s.store.Close() }()
			for _, line := range []string{"alice: challenge bob raumschach white 1d", "bob: accept", "alice: challenge carol raumschach white 3d", "carol: accept", "alice: move 1 ab2-ab3"} {
				s.say(line)
			}
			s.store.Close()
			flip(t, s.path, table, key)
			s.open()
			s.said = nil
			hears := func(line string, wants ...string) {
				t.Helper()
				s.said = nil
				s.say(line)
				all := strings.Join(s.said, "\n")
				for _, want := range wants {
					if !strings.Contains(all, want) {
						t.Errorf("%s: %q is not said, but\n%s", line, want, all)
					}
				}
				if strings.Contains(strings.ToLower(all), "try again") {
					t.Errorf("%s: said is\n%s", line, all)
				}
			}
			// A damaged log is found when it is read after the deadline; a damaged game when somebody names
			// it.
			if table == "logs" {
				hears("bob: log 1", "~> bob: Game 1 can no longer be read", "=> alice: Game 1 can no longer be read", "=> bob: Game 1 can no longer be read")
			} else if err := s.direct("wait 2d"); err != nil || !strings.Contains(strings.Join(s.said, "\n"), "=> alice: Game 1 can no longer be read") {
				t.Errorf("at its deadline: %v, %q", err, s.said)
			}
			if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "set aside") || !strings.Contains(log.String(), "game=1") {
				t.Errorf("the operator is told %q", &log)
			}
			hears("bob: move 1 bb4-bb3", "Game 1 can no longer be read", "nobody loses time")
			hears("alice: resign 1", "Game 1 can no longer be read")
			hears("alice: vote 1 accept", "Game 1 can no longer be read")
			hears("alice: games", "carol")
			if slices.ContainsFunc(s.said, func(text string) bool { return strings.Contains(text, "bob") }) {
				t.Errorf("the game is still listed: %q", s.said)
			}
			s.said = nil
			if err := s.direct("wait 10d"); err != nil {
				t.Fatal(err)
			}
			if all := strings.Join(s.said, "\n"); !strings.Contains(all, "ame 2: ") || strings.Contains(all, "ame 1") {
				t.Errorf("after ten days: %s", all)
			}
			if faults, err := s.store.Check(t.Context()); err != nil || len(faults) < 2 {
				t.Errorf("the check finds %q, %v", faults, err)
			}
		})
	}
}

// TestDamagedPlayer flips a bit of a player: they are told, and everybody else can still play.
func TestDamagedPlayer(t *testing.T) {
	s := &stage{t: t, path: filepath.Join(t.TempDir(), "a.db"), now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), locales: map[string]string{}}
	s.open()
	defer func() { s.store.Close() }()
	s.say("alice: challenge bob raumschach white 1d")
	s.say("carol: games")
	s.store.Close()
	flip(t, s.path, "players", "\x00\x00\x00\x00\x00\x00\x00\x03")
	s.open()
	s.said = nil
	s.say("carol: games")
	s.say("bob: accept")
	if all := strings.Join(s.said, "\n"); !strings.Contains(all, "carol: Part of what this needs is damaged") || !strings.Contains(all, "Game 1 begins") {
		t.Errorf("said is %s", all)
	}
}

// flip flips a bit in the middle of the first value in a table whose key begins with key.
func flip(t *testing.T, path, table, key string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte(table))
		k, v := bucket.Cursor().Seek([]byte(key))
		if !strings.HasPrefix(string(k), key) {
			t.Fatalf("%s has nothing under %x", table, key)
		}
		k, v = slices.Clone(k), slices.Clone(v)
		v[len(v)/2] ^= 1
		return bucket.Put(k, v)
	})
	if err != nil {
		t.Fatal(err)
	}
}
