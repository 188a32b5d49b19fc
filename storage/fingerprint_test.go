package storage

import (
	"path/filepath"
	"testing"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// TestSampleRecordsMeetEveryIndex checks that the sample records have entries in every index.
// Otherwise a change in an index without any would go unnoticed.
func TestSampleRecordsMeetEveryIndex(t *testing.T) {
	seen := map[kv.Table]map[string]bool{}
	for _, kd := range kinds {
		kd.probe(func(r ref) {
			if seen[r.table] == nil {
				seen[r.table] = map[string]bool{}
			}
			seen[r.table][string(r.key)] = true
		})
	}
	for _, name := range indexTables {
		if n := len(seen[name]); n < 2 {
			t.Errorf("%s has %d different entries", name, n)
		}
	}
}

// TestFingerprint checks that the fingerprint changes with small changes of rules, such as a change
// in bot may cause.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	if once, again := fingerprintOf(kinds), fingerprintOf(kinds); once != again {
		t.Fatal("two fingerprints of the same rules differ")
	}
	for name, changed := range map[string]records{
		"a ladder sleeps":     change(tournaments, func(t *bot.Tournament) { t.Quiet = 0 }),
		"a pause has no end":  change(tournaments, func(t *bot.Tournament) { t.Paused = 0 }),
		"no reminders":        change(games, func(g *bot.Game) { g.Remind = nil }),
		"not a wider place":   change(games, func(g *bot.Game) { g.Seats[1].Within = nil }),
		"nothing stands":      change(games, func(g *bot.Game) { g.Board = nil }),
		"imported games":      change(games, func(g *bot.Game) { g.Imported = false }),
		"a rating is certain": change(ratings, func(r *bot.Rating) { r.Deviation = 0 }),
		"names as they are":   change(players, func(p *bot.Player) { p.Name += "x" }),
	} {
		all := append([]records{changed}, kinds...)
		for i, kd := range kinds {
			if kd.name() == changed.name() {
				all = append(append([]records{}, kinds[:i]...), append([]records{changed}, kinds[i+1:]...)...)
			}
		}
		if fingerprintOf(all) == fingerprintOf(kinds) {
			t.Errorf("%s: the fingerprint is the same", name)
		}
	}
}

// change returns a kind whose index entries are those of records modified by do.
func change[T any](kd kind[T], do func(*T)) records {
	refs := kd.refs
	kd.refs = func(k []byte, record T) []ref {
		do(&record)
		return refs(k, record)
	}
	return kd
}

// TestStaleIndexes opens a database whose indexes were built by other rules.
func TestStaleIndexes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	err = s.engine.Update(func(kv kv.Tx) error {
		t := tx{kv: kv}
		if err := t.PutGame(bot.Game{ID: 1, Deadline: 5}); err != nil {
			return err
		}
		if err := kv.Delete(dueIndex, key(bot.Moment(5), bot.GameID(1))); err != nil {
			return err
		}
		if err := kv.Put(dueIndex, key(bot.Moment(7), bot.GameID(1)), nil); err != nil {
			return err
		}
		return t.setMeta(fingerprintKey, fingerprint()+1)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if s, err = OpenAsIs(path); err != nil {
		t.Fatal(err)
	}
	if err := s.Current(); err == nil {
		t.Error("nobody tells the operator that the indexes are of another raumbot")
	}
	s.Close()
	if s, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if faults, err := s.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("it was opened with %q, %v", faults, err)
	}
}
