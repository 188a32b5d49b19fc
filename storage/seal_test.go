package storage

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"raumbot/bot"
	"raumbot/storage/kv"
)

// oneOfEach returns a store with records of every kind.
func oneOfEach(t *testing.T) *Store {
	t.Helper()
	s := Memory()
	at := time.Unix(1e9, 0).UTC()
	err := s.Update(t.Context(), func(tx bot.Tx) error {
		_, err := tx.AddPlayer(bot.Player{Name: "Ann", Puzzles: bot.PuzzleRecord{Days: bot.DailyRecord{Results: []bot.DailyResult{{Day: 5, ID: "a-1", Solved: true}}}}, Users: []bot.User{{UserID: bot.UserID{Platform: "console", ID: "ann"}, Name: "Ann"}}})
		_, merr := tx.Enqueue(bot.Message{Platform: "console", Text: "a"})
		for n := range 6 {
			_, gerr := tx.NextGame()
			_, terr := tx.NextTournament()
			err = errors.Join(err, gerr, terr)
			if n == 5 {
				break // five log entries
			}
			err = errors.Join(err, tx.AppendLog(3, bot.Entry{At: at, By: 1, What: bot.Moved, Move: fmt.Sprint("we", n)}), tx.AppendLog(4, bot.Entry{At: at, What: bot.Accepted}))
		}
		return errors.Join(err, merr,
			tx.PutGame(bot.Game{ID: 3, Board: bot.Board{0, 0, 0, 0, 0, 0, 0, 9, 1}, Seats: [2]bot.Seat{{Player: 1}, {Player: 2}}, Deadline: 700, Pace: bot.Pace{PerMove: time.Hour}}),
			tx.PutGame(bot.Game{ID: 4, Seats: [2]bot.Seat{{Player: 1}, {Player: 2}}, Deadline: 600, Pace: bot.Pace{PerMove: time.Hour}}),
			tx.PutChallenge(bot.Challenge{ID: 5, From: bot.Seat{Player: 1}, Expires: 900}),
			tx.PutRating(bot.Rating{Player: 1, Variant: "a"}), tx.PutPuzzleRating(bot.PuzzleRating{ID: "a-1"}), tx.PutPlan(bot.Plan{Game: 3, Player: 1, Lines: [][]string{{"x"}}}),
			tx.PutAnalysis(bot.Analysis{Game: 4, Wanted: 1, Followers: []bot.Follower{{Player: 1}}}), tx.PutNotes(bot.Notes{Game: 3, Player: 1, Lines: []bot.Note{{At: at, Text: "x"}}}), tx.PutRoom(bot.Room{ID: bot.RoomID{Platform: "console", ID: "bar"}, Puzzle: &bot.DailyPuzzle{Next: at}}),
			tx.PutTournament(bot.Tournament{ID: 6, Phase: bot.Entering, Made: 5}), tx.PutMemo("matrix", "next", []byte("s1")),
			tx.PutGameFile(bot.GameFile{ID: "tiny@0a1b", Text: "format = 1", Added: at}),
			tx.MarkApplied("console", "e1", at, at), tx.PutUptime(bot.Uptime{Beat: at}))
	})
	if err != nil {
		t.Fatal(err)
	}
	mustHaveFaults(t, s, false, "as it was written")
	if faults, err := s.CheckNumbers(); err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	return s
}

func mustHaveFaults(t *testing.T, s *Store, some bool, when string) {
	t.Helper()
	if faults, err := s.Check(t.Context()); err != nil || (len(faults) > 0) != some {
		t.Errorf("%s: the check finds %q, %v", when, faults, err)
	}
}

// alter writes to the engine directly, bypassing checksums.
func alter(t *testing.T, s *Store, do func(kv.Tx) error) {
	t.Helper()
	if err := s.engine.Update(do); err != nil {
		t.Fatal(err)
	}
}

// TestFlippedBits flips bits of all keys and values: the check must find each.
func TestFlippedBits(t *testing.T) {
	s := oneOfEach(t)
	type pair struct {
		table kv.Table
		k, v  []byte
	}
	var pairs []pair
	alter(t, s, func(tx kv.Tx) error {
		for _, name := range append(append(recordTables(), chainTable), indexTables...) {
			n := len(pairs)
			for k, v := range tx.Scan(name, nil) {
				// a changed schema number is refused or migrated, which reports what is wrong
				if !bytes.Equal(k, schemaKey) {
					pairs = append(pairs, pair{name, bytes.Clone(k), bytes.Clone(v)})
				}
			}
			if len(pairs) == n && name != unpairedTournament && name != leaderIndex && name != placeTournament && name != playerTournament && name != roomGame && name != placePlayer {
				t.Errorf("%s is empty", name)
			}
		}
		return nil
	})
	random := rand.New(rand.NewPCG(2, 2))
	for _, p := range pairs {
		for range 6 {
			k, v := bytes.Clone(p.k), bytes.Clone(p.v)
			if bit := random.IntN(8 * (len(k) + len(v))); bit < 8*len(k) {
				k[bit/8] ^= 1 << (bit % 8)
			} else {
				v[bit/8-len(k)] ^= 1 << (bit % 8)
			}
			alter(t, s, func(tx kv.Tx) error { return errors.Join(tx.Delete(p.table, p.k), tx.Put(p.table, k, v)) })
			mustHaveFaultsOrNumbers(t, s, fmt.Sprintf("%s %x=%q became %x=%q", p.table, p.k, p.v, k, v))
			alter(t, s, func(tx kv.Tx) error { return errors.Join(tx.Delete(p.table, k), tx.Put(p.table, p.k, p.v)) })
		}
	}
	mustHaveFaults(t, s, false, "mended")
}

// mustHaveFaultsOrNumbers is like mustHaveFaults, but also accepts faults of counters and an error
// of the check.
func mustHaveFaultsOrNumbers(t *testing.T, s *Store, when string) {
	t.Helper()
	faults, err := s.Check(t.Context())
	more, err2 := s.CheckNumbers()
	if len(faults)+len(more) == 0 && err == nil && err2 == nil {
		t.Errorf("%s: nobody notices", when)
	}
}

// TestChain removes entries from a log, and moves others.
func TestChain(t *testing.T) {
	for name, spoil := range map[string]func(tx kv.Tx, keys, values [][]byte) error{
		"the last is gone":  func(tx kv.Tx, keys, _ [][]byte) error { return tx.Delete(entries.table, keys[4]) },
		"the first is gone": func(tx kv.Tx, keys, _ [][]byte) error { return tx.Delete(entries.table, keys[0]) },
		"one is gone":       func(tx kv.Tx, keys, _ [][]byte) error { return tx.Delete(entries.table, keys[2]) },
		"all are gone":      func(tx kv.Tx, keys, _ [][]byte) error { return errors.Join(remove(tx, keys)...) },
		"two are exchanged": func(tx kv.Tx, keys, values [][]byte) error {
			return errors.Join(tx.Put(entries.table, keys[1], values[2]), tx.Put(entries.table, keys[2], values[1]))
		},
		"the end is not kept": func(tx kv.Tx, keys, _ [][]byte) error { return tx.Delete(chainTable, keys[0][:8]) },
		"one without a checksum": func(tx kv.Tx, keys, values [][]byte) error {
			return tx.Put(entries.table, keys[2], values[2][sealLength:])
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := oneOfEach(t)
			alter(t, s, func(kv kv.Tx) error {
				var keys, values [][]byte
				for _, k := range (tx{kv: kv}).under(entries.table, key(bot.GameID(3)), nil, 0) {
					keys, values = append(keys, k), append(values, bytes.Clone(kv.Get(entries.table, k)))
				}
				return spoil(kv, keys, values)
			})
			mustHaveFaults(t, s, true, name)
			_ = s.View(t.Context(), func(tx bot.Tx) error {
				_, err := tx.Log(3)
				if d := new(bot.Damage); !errors.As(err, &d) || d.Game != 3 {
					t.Errorf("the log is read with %v", err)
				}
				if log, err := tx.Log(4); err != nil || len(log) != 5 {
					t.Errorf("the other log: %v, %v", log, err)
				}
				return nil
			})
		})
	}
}

func remove(tx kv.Tx, keys [][]byte) (errs []error) {
	for _, k := range keys {
		errs = append(errs, tx.Delete(entries.table, k))
	}
	return errs
}

// TestSetAside damages a game: lists fail because of it until it is set aside, and then skip it.
func TestSetAside(t *testing.T) {
	s := oneOfEach(t)
	alter(t, s, func(tx kv.Tx) error {
		v := bytes.Clone(tx.Get(games.table, key(bot.GameID(4))))
		v[len(v)/2] ^= 4
		return tx.Put(games.table, key(bot.GameID(4)), v)
	})
	lists := func(tx bot.Tx) (n int, err error) {
		all, err := tx.GamesOf(1, false, bot.Page{})
		due, derr := tx.Due(1000, 9)
		from, ferr := tx.GamesFrom(0, 9)
		before, berr := tx.ListedGames(false, bot.Page{Limit: 9})
		return len(all) + len(due) + len(from) + len(before), errors.Join(err, derr, ferr, berr)
	}
	var d *bot.Damage
	_ = s.View(t.Context(), func(tx bot.Tx) error {
		if _, err := lists(tx); !errors.As(err, &d) || d.Game != 4 || d.Aside {
			t.Fatalf("a damaged list: %v", err)
		}
		return nil
	})
	err := s.Update(t.Context(), func(tx bot.Tx) error { return tx.SetAside(d, time.Now()) })
	if err != nil {
		t.Fatal(err)
	}
	_ = s.View(t.Context(), func(tx bot.Tx) error {
		// Game 3 in four lists, and a due challenge.
		if n, err := lists(tx); n != 5 || err != nil {
			t.Errorf("%d are listed, %v", n, err)
		}
		if m, err := tx.NextDue(); m != 700 || err != nil {
			t.Errorf("the next is due at %d, %v", m, err)
		}
		if _, err := tx.Game(4); !errors.As(err, &d) || !d.Aside {
			t.Errorf("the game itself: %v", err)
		}
		if players, err := tx.PlayersOf(4); len(players) != 2 || err != nil {
			t.Errorf("its players: %v, %v", players, err)
		}
		return nil
	})
	mustHaveFaults(t, s, true, "set aside")
}
