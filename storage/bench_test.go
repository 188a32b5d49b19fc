package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"raumbot/bot"
	"raumbot/storage/kv"
	"raumbot/storage/memory"
)

// writers is the number of concurrent writers in BenchmarkUpdate.
const writers = 64

// BenchmarkUpdate compares updates like those of a move with bbolt writing the same keys and values
// with the same concurrency: in one transaction each, and with bbolt's own Batch.
func BenchmarkUpdate(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "store.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	bare, err := bbolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	bare.MaxBatchDelay = time.Millisecond // the default of 10 ms is slower
	moves := make([]func(*bbolt.Tx) error, writers*rounds)
	for n := range moves {
		moves[n] = bareMove(b, n)
	}
	var grouped, single, batch time.Duration
	for b.Loop() {
		grouped += atOnce(b, func(n int) error {
			return s.Update(context.Background(), func(tx bot.Tx) error { return likeMove(tx, n) })
		})
		single += atOnce(b, func(n int) error { return bare.Update(moves[n]) })
		batch += atOnce(b, func(n int) error { return bare.Batch(moves[n]) })
	}
	b.ReportMetric(float64(b.N*rounds*writers)/grouped.Seconds(), "updates/s")
	b.ReportMetric(single.Seconds()/grouped.Seconds(), "x-bare-update")
	b.ReportMetric(batch.Seconds()/grouped.Seconds(), "x-bare-batch")
}

// rounds is the number of consecutive updates of each writer.
const rounds = 20

// atOnce runs all writers concurrently, and returns the time they took.
func atOnce(b *testing.B, write func(n int) error) time.Duration {
	begun := time.Now()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for round := range rounds {
				if err := write(w*rounds + round); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	return time.Since(begun)
}

// likeMove writes what a move in game n writes.
func likeMove(tx bot.Tx, n int) error {
	id := bot.GameID(n + 1)
	g := bot.Game{ID: id, Variant: "stockschach216", Moves: 20, Deadline: bot.Moment(1e9 + n)}
	g.Seats[0].Player, g.Seats[1].Player = bot.PlayerID(n+1), bot.PlayerID(n+2)
	at := time.Unix(1e9, 0).UTC()
	user := bot.User{UserID: bot.UserID{Platform: "matrix", ID: "@somebody:example.org"}, Name: "Somebody"}
	steps := []func() error{
		func() error { return tx.PutUptime(bot.Uptime{Beat: at}) },
		func() error {
			return tx.MarkApplied("matrix", bot.EventID(fmt.Sprint("$event", n)), at, at.Add(-time.Hour))
		},
		func() error { return tx.AppendLog(id, bot.Entry{At: at, By: 1, What: bot.Moved, Move: "we1-we4"}) },
		func() error { return tx.PutGame(g) },
		func() error {
			message, err := tx.Enqueue(bot.Message{Platform: "matrix", To: []bot.User{user}, Game: id, Text: "Game 7: somebody plays Rook we1-we4.", Picture: &bot.Picture{Game: id, Ply: 20}})
			if err != nil {
				return err
			}
			return tx.Dequeue("matrix", message)
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// write is a key and value written by an update; a nil value is a deletion.
type write struct {
	table      kv.Table
	key, value []byte
}

// recorder records the writes that pass through it.
type recorder struct {
	kv.Tx
	writes []write
}

func (r *recorder) Put(t kv.Table, k, v []byte) error {
	r.writes = append(r.writes, write{t, k, append([]byte{}, v...)})
	return r.Tx.Put(t, k, v)
}

func (r *recorder) Delete(t kv.Table, k []byte) error {
	r.writes = append(r.writes, write{table: t, key: k})
	return r.Tx.Delete(t, k)
}

// bareMove returns a function that writes to bbolt, byte for byte, what likeMove writes.
func bareMove(b *testing.B, n int) func(*bbolt.Tx) error {
	r := &recorder{}
	err := memory.New().Update(func(kv kv.Tx) error {
		r.Tx = kv
		return likeMove(tx{kv: r}, n)
	})
	if err != nil {
		b.Error(err)
	}
	return func(tx *bbolt.Tx) error {
		for _, w := range r.writes {
			bucket, err := tx.CreateBucketIfNotExists([]byte(w.table))
			if err != nil {
				return err
			}
			if w.value == nil {
				err = bucket.Delete(w.key)
			} else {
				err = bucket.Put(w.key, w.value)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// BenchmarkRefused is BenchmarkUpdate with every fourth update failing after it has written, like a
// refused command.
func BenchmarkRefused(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "store.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	bare, err := bbolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	bare.MaxBatchDelay = time.Millisecond
	refused := errors.New("a mistake")
	refuse := func(n int, err error) error {
		if err == nil && n%4 == 0 {
			return refused
		}
		return err
	}
	expected := func(err error) error {
		if errors.Is(err, refused) {
			return nil
		}
		return err
	}
	moves := make([]func(*bbolt.Tx) error, writers*rounds)
	for n := range moves {
		moves[n] = bareMove(b, n)
	}
	var grouped, batch time.Duration
	for b.Loop() {
		grouped += atOnce(b, func(n int) error {
			return expected(s.Update(context.Background(), func(tx bot.Tx) error { return refuse(n, likeMove(tx, n)) }))
		})
		batch += atOnce(b, func(n int) error {
			return expected(bare.Batch(func(tx *bbolt.Tx) error { return refuse(n, moves[n](tx)) }))
		})
	}
	b.ReportMetric(batch.Seconds()/grouped.Seconds(), "x-bare-batch")
}
