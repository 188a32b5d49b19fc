package storage_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"raumbot/bot"
	"raumbot/storage"
)

// TestOpenFailures opens files that must be refused. Every error says what to do.
func TestOpenFailures(t *testing.T) {
	t.Parallel()
	fill := func(data []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		prepare func(*testing.T, string)
		say     string
	}{
		"text":      {fill([]byte(strings.Repeat("not a database\n", 4096))), "is damaged, or no raumbot database"},
		"short":     {fill([]byte("x")), "is damaged, or no raumbot database"},
		"truncated": {truncated(0.5), "is damaged"},
		"one page":  {truncated(0.005), "is damaged"},
		"foreign":   {foreign, "somebody else's data"},
		"newer":     {newer, "written by a newer raumbot"},
		"locked":    {func(t *testing.T, path string) { mustOpen(t, path) }, "is in use"},
		"a folder": {func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "is a folder"},
		"a device": {func(t *testing.T, path string) {
			if err := os.Symlink(os.DevNull, path); err != nil {
				t.Fatal(err)
			}
		}, "is no file"},
		"no folder": {func(t *testing.T, path string) {
			if err := os.Remove(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
		}, "there is no folder"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sub", "test.db")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			c.prepare(t, path)
			store, err := storage.Open(path)
			if err == nil {
				store.Close()
				t.Fatal("it opened")
			}
			if !strings.Contains(err.Error(), c.say) || strings.Contains(err.Error(), "runtime error") {
				t.Errorf("got %q, want a sentence with %q", err, c.say)
			}
		})
	}
}

// truncated leaves a part of a sound database.
func truncated(part float64) func(*testing.T, string) {
	return func(t *testing.T, path string) { truncate(t, path, part) }
}

func truncate(t *testing.T, path string, part float64) {
	t.Helper()
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx bot.Tx) {
		for id := bot.GameID(1); id < 2000; id++ {
			if err := tx.PutGame(game(id, 1, 2, "lobby")); err != nil {
				t.Fatal(err)
			}
		}
	})
	s.Close()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(part*float64(info.Size()))); err != nil {
		t.Fatal(err)
	}
}

// foreign creates a bbolt file of another program.
func foreign(t *testing.T, path string) {
	raw(t, path, "widgets", "a", "1")
}

// newer creates a database with a future schema.
func newer(t *testing.T, path string) {
	raw(t, path, "meta", "schema", "999")
}

// raw writes a value into a bbolt file.
func raw(t *testing.T, path, bucket, key, value string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte(bucket))
		if err != nil {
			return err
		}
		return b.Put([]byte(key), []byte(value))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpenExisting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.db")
	if _, err := storage.OpenExisting(path); err == nil || !strings.Contains(err.Error(), "there is no database") {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("it was made")
	}
}

// filled returns a store with a record of every kind.
func filled(t *testing.T) *storage.Store {
	s := mustOpen(t, filepath.Join(t.TempDir(), "full.db"))
	update(t, s, func(tx bot.Tx) {
		g := game(1, 1, 2, "lobby")
		g.Deadline = 77
		_, perr := tx.AddPlayer(bot.Player{Name: "Ünal <&>", Users: []bot.User{user("console", "ünal", "Ünal <&>")}})
		_, merr := tx.Enqueue(bot.Message{Platform: "console", Text: "a < b & \"c\"\n"})
		err := errors.Join(perr, merr, tx.PutGame(g), tx.AppendLog(1, bot.Entry{What: bot.Accepted}),
			tx.PutChallenge(bot.Challenge{ID: 2, From: bot.Seat{Player: 1}, To: bot.Seat{Player: 2}, Expires: 99}),
			tx.PutTournament(bot.Tournament{ID: 1, Phase: bot.Running, Awaits: true, Entrants: []bot.Entrant{{Player: 1}}}),
			tx.MarkApplied("console", "e1", start, start), tx.PutUptime(bot.Uptime{Beat: start, Down: 5}))
		if err != nil {
			t.Fatal(err)
		}
	})
	return s
}

func TestExportImport(t *testing.T) {
	var first, second bytes.Buffer
	if err := filled(t).Export(&first); err != nil {
		t.Fatal(err)
	}
	copied := mustOpen(t, filepath.Join(t.TempDir(), "copy.db"))
	if err := copied.Import(bytes.NewReader(first.Bytes())); err != nil {
		t.Fatal(err)
	}
	mustBeSound(t, copied)
	if err := copied.Export(&second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("exported\n%s\nimported and exported again\n%s", &first, &second)
	}
	if err := copied.Import(bytes.NewReader(first.Bytes())); err == nil || !strings.Contains(err.Error(), "records already") {
		t.Errorf("import over records: %v", err)
	}
}

func TestImportFailures(t *testing.T) {
	schema := `{"table":"meta","key":"736368656d61","value":1}` + "\n"
	for text, say := range map[string]string{
		"":                                    "nothing to import",
		"hello\n":                             "no line of an export",
		schema + "{\n":                        "line 2",
		schema + schema:                       "names it once",
		`{"table":"games","key":"00"}`:        "begins with its schema",
		`{"table":"meta","key":"xx"}`:         "no key",
		schema + `{"table":"wid","key":"00"}`: "no table",
		strings.Replace(schema, ":1}", ":99}", 1):                                           "schema 99",
		strings.Replace(schema, ":1}", ":0}", 1):                                            "schema 0",
		sealed(schema + `{"table":"games","key":"0000000000000001","value":"none"}` + "\n"): "damaged",
		schema:                       "cut short",
		sealed(schema)[len(schema):]: "has been changed",
		strings.Replace(sealed(schema), `"lines":1`, `"lines":2`, 1): "has been changed",
	} {
		s := storage.Memory()
		err := s.Import(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%q: got error %v, want %q", text, err, say)
		}
		view(t, s, func(tx bot.Tx) { want(t, "games kept", len(must[[]bot.Game](t)(tx.GamesFrom(0, 9))), 0) })
	}
}

// sealed appends the last line to an export.
func sealed(text string) string {
	return text + fmt.Sprintf("{\"lines\":%d,\"crc32\":\"%08x\"}\n", strings.Count(text, "\n"), crc32.ChecksumIEEE([]byte(text)))
}

// TestDamagedPages checks that a damaged page is reported as such wherever it is read, without a
// panic.
func TestDamagedPages(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "sound.db")
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for batch := range bot.GameID(20) {
		update(t, s, func(tx bot.Tx) {
			for id := range bot.GameID(20) {
				if err := tx.PutGame(bot.Game{ID: 20*batch + id + 1, Variant: "raumschach", Seats: [2]bot.Seat{{Player: 1}, {Player: 2}}}); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	free, _ := unused(sound)
	random, opened := rand.New(rand.NewPCG(7, 7)), 0
	for n := range 60 {
		// bbolt does not release the lock of a file that it finds damaged while it opens it.
		path := filepath.Join(folder, fmt.Sprint(n, ".db"))
		damaged := bytes.Clone(sound)
		page := 2 + random.IntN(len(sound)/4096-2)
		for i := range 16 + 400*random.IntN(2) {
			damaged[page*4096+i] = byte(random.Uint32())
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := storage.Open(path)
		if err != nil {
			continue
		}
		opened++
		faults, err := s.Check(ctx)
		if found := err != nil || len(faults) > 0; found == free[uint64(page)] {
			t.Errorf("page %d, unused: %t, faults: %q %v", page, free[uint64(page)], faults, err)
		} else if err := s.Copy(ctx, toNowhere); found == (err == nil) {
			t.Errorf("page %d: backup of what the check says %q %v of: %v", page, faults, err, err)
		}
		s.Export(io.Discard)
		s.Close()
	}
	if opened < 20 {
		t.Errorf("only %d damaged databases could be opened", opened)
	}
}

// toNowhere begins a copy that is discarded.
func toNowhere(int64) (io.Writer, error) { return io.Discard, nil }

// TestCheckFindsFaults checks that missing and superfluous index entries are found.
func TestCheckFindsFaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	const seven = "\x00\x00\x00\x00\x00\x00\x00\x07"
	raw(t, path, "games", seven, storage.Sealed("games", seven, `{"ID":7,"Seats":[{"Player":1},{"Player":2}]}`))
	raw(t, path, "due-game", "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x08", "")
	s, err = storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	faults, err := s.Check(ctx)
	if err != nil || len(faults) != 4 {
		t.Fatalf("got %q, %v", faults, err)
	}
}
