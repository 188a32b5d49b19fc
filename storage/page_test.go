package storage_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raumbot/bot"
	"raumbot/storage"
)

const pageSize = 4096

// branching returns a database whose table of games has branch pages, and whose
// list of free pages is not empty.
func branching(t *testing.T) []byte {
	t.Helper()
	if os.Getpagesize() != pageSize {
		t.Skip("the pages of this system have another size")
	}
	path := filepath.Join(t.TempDir(), "sound.db")
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range bot.GameID(20) {
		update(t, s, func(tx bot.Tx) {
			for id := range bot.GameID(50) {
				if err := tx.PutGame(game(n*50+id+1, 1, 2, "lobby")); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	mustBeSound(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// sheet is a page of a file.
type sheet []byte

func (s sheet) id() uint64   { return binary.NativeEndian.Uint64(s) }
func (s sheet) kind() uint16 { return binary.NativeEndian.Uint16(s[8:]) }
func (s sheet) setCount(n int) {
	binary.NativeEndian.PutUint16(s[10:], uint16(n))
}
func (s sheet) count() int { return int(binary.NativeEndian.Uint16(s[10:])) }

// unused returns the free pages of the newest transaction, and the page that lists them.
func unused(data []byte) (free map[uint64]bool, list sheet) {
	meta := func(n, at int) uint64 { return binary.NativeEndian.Uint64(data[n*pageSize+16+at:]) }
	newest := 0
	if meta(1, 48) > meta(0, 48) {
		newest = 1
	}
	free = map[uint64]bool{}
	list = sheet(data[meta(newest, 32)*pageSize:])
	for n := range list.count() {
		free[binary.NativeEndian.Uint64(list[16+8*n:])] = true
	}
	for id := meta(newest, 40); id < uint64(len(data)/pageSize); id++ {
		free[id] = true
	}
	return free, list
}

// live returns the pages of a kind that are in use.
func live(data []byte, kind uint16) (all []sheet) {
	free, _ := unused(data)
	for id := range uint64(len(data) / pageSize) {
		if s := sheet(data[id*pageSize : (id+1)*pageSize]); id > 1 && s.kind() == kind && !free[id] {
			all = append(all, s)
		}
	}
	return all
}

// root returns the root page of the tree of tables.
func root(data []byte) sheet {
	for _, s := range live(data, 2) {
		if bytes.Contains(s, []byte("age-event")) || bytes.Contains(s, []byte("user-player")) || bytes.Contains(s, []byte("player-game")) {
			return s
		}
	}
	return nil
}

// TestCheckNamesPages damages pages in ways in which bbolt's own check runs forever, crashes or
// finds nothing. Each must be reported by number.
func TestCheckNamesPages(t *testing.T) {
	sound := branching(t)
	for name, c := range map[string]struct {
		damage func(data []byte)
		say    string
	}{
		"a branch that leads to itself": {func(data []byte) {
			branch := live(data, 1)[0]
			binary.NativeEndian.PutUint64(branch[16+8:], branch.id())
		}, "is pointed to twice"},
		"a leaf that two branches share": {func(data []byte) {
			branch := live(data, 1)[0]
			copy(branch[16+16+8:16+16+16], branch[16+8:16+16])
		}, "is pointed to twice"},
		"a branch that leads out of the file": {func(data []byte) {
			branch := live(data, 1)[0]
			binary.NativeEndian.PutUint64(branch[16+8:], 1<<20)
		}, "is pointed to, and the file has"},
		"a key that lies outside of its page": {func(data []byte) {
			leaf := live(data, 2)[1]
			binary.NativeEndian.PutUint32(leaf[16+4:], 1<<30)
		}, "lies outside"},
		"a page in use listed as free": {func(data []byte) {
			list := live(data, 16)[0]
			binary.NativeEndian.PutUint64(list[16:], live(data, 1)[0].id())
		}, "is listed as free, and is in use"},
		"a page that nobody knows": {func(data []byte) {
			list := live(data, 16)[0]
			list.setCount(list.count() - 1)
		}, "is neither in use nor listed as free"},
		"keys that have changed places": {func(data []byte) {
			leaf := live(data, 2)[1]
			first := bytes.Clone(leaf[16+4 : 16+16])
			copy(leaf[16+4:16+16], leaf[32+4:32+16])
			copy(leaf[32+4:32+16], first)
		}, "out"},
		"tables that lead to themselves": {func(data []byte) {
			s := root(data)
			binary.NativeEndian.PutUint16(s[8:], 1)
			s.setCount(1)
			binary.NativeEndian.PutUint32(s[16:], 16)
			binary.NativeEndian.PutUint32(s[20:], 4)
			binary.NativeEndian.PutUint64(s[24:], s.id())
		}, "is pointed to twice"},
	} {
		t.Run(name, func(t *testing.T) {
			data := bytes.Clone(sound)
			c.damage(data)
			path := filepath.Join(t.TempDir(), "damaged.db")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := storage.Open(path)
			said := fmt.Sprint(err)
			if err == nil {
				faults, err := s.Check(ctx)
				said = fmt.Sprint(faults, err)
				if err := s.Copy(ctx, toNowhere); err == nil {
					t.Error("a backup is made of it")
				}
				s.Close()
			}
			if !strings.Contains(said, c.say) {
				t.Errorf("said %q, want %q", said, c.say)
			}
		})
	}
}

// TestCheckNamesMetas damages each of the meta pages. bbolt silently falls back to the other one,
// so the check must report it.
func TestCheckNamesMetas(t *testing.T) {
	for n := range 2 {
		data := branching(t)
		data[n*pageSize+16+16] ^= 1
		path := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := storage.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		faults, err := s.Check(ctx)
		if want := fmt.Sprintf("page %d is damaged", n); err != nil || len(faults) != 1 || !strings.Contains(faults[0], want) {
			t.Errorf("got %q, %v, want %q", faults, err, want)
		}
		// The next two commits rewrite both.
		for range 2 {
			update(t, s, func(tx bot.Tx) {
				if err := tx.PutUptime(bot.Uptime{Beat: start}); err != nil {
					t.Fatal(err)
				}
			})
		}
		mustBeSound(t, s)
		s.Close()
	}
}

// TestOpenRefusesLoops makes each branch of a table refer to itself, so that a reader would loop
// forever.
func TestOpenRefusesLoops(t *testing.T) {
	sound := branching(t)
	branches := live(sound, 1)
	if len(branches) == 0 {
		t.Fatal("there are no branches")
	}
	for n, branch := range branches {
		for _, child := range []int{0, branch.count() - 1} {
			data := bytes.Clone(sound)
			damaged := live(data, 1)[n]
			binary.NativeEndian.PutUint64(damaged[16+16*child+8:], damaged.id())
			path := filepath.Join(t.TempDir(), "damaged.db")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := storage.Open(path)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), "is pointed to twice") {
				t.Errorf("page %d, child %d: %v", damaged.id(), child, err)
			}
		}
	}
}
