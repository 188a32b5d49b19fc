package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"raumbot/bot"
	"raumbot/bot/service"
	"raumbot/storage"
	"raumbot/storage/backup"
)

// compare measures concurrent moves, including their delivery, against bare
// bbolt in the same run: on a copy of the same database, with the same number of writers,
// each move being two transactions that write what a move and the delivery of its message
// write, with other game numbers in the keys.
func compare(ctx context.Context, svc *service.Service, store *storage.Store, p plan) error {
	bare, err := copyOf(ctx, store, p.db+".bare")
	if err != nil {
		return err
	}
	defer os.Remove(p.db + ".bare")
	defer bare.Close()
	sample, err := sampleOf(ctx, p)
	if err != nil {
		return err
	}
	moves, took, spreadOf, err := sustained(ctx, svc, store, p)
	if err != nil {
		return err
	}
	rate := float64(moves) / took.Seconds()
	fmt.Printf("  %d people at once: %.0f moves/s with their messages delivered; each %s\n", p.atOnce, rate, spreadOf)
	bare.MaxBatchDelay = time.Millisecond // the default of 10 ms is slower
	for name, transact := range map[string]func(func(*bbolt.Tx) error) error{"Update": bare.Update, "Batch": bare.Batch} {
		begun := time.Now()
		if err := writeAll(p, sample, transact); err != nil {
			return err
		}
		other := float64(p.moves) / time.Since(begun).Seconds()
		fmt.Printf("  bare bbolt, db.%s: %.0f/s, ratio %.2f\n", name, other, rate/other)
	}
	return nil
}

// sustained measures many players moving concurrently, each in their own games.
func sustained(ctx context.Context, svc *service.Service, store *storage.Store, p plan) (moves int, took time.Duration, each string, err error) {
	running, cancel := context.WithCancel(ctx)
	platform := &silent{}
	var all sync.WaitGroup
	all.Go(func() { svc.Run(running, platform) })
	for heard := int64(-1); heard != platform.heard.Load(); { // deliveries of previous measurements
		heard = platform.heard.Load()
		time.Sleep(500 * time.Millisecond)
	}
	left := platform.heard.Load()
	pl := newPlayer(svc, p)
	if err := pl.catchUp(ctx, store); err != nil {
		cancel()
		return 0, 0, "", err
	}
	begun := time.Now()
	flat, err := pl.moveAll(ctx)
	for platform.heard.Load()-left < int64(len(flat)) {
		time.Sleep(time.Millisecond)
	}
	took = time.Since(begun)
	cancel()
	all.Wait()
	return len(flat), took, spread(flat), err
}

// moveAll has all players move concurrently, and returns how long each move took.
func (pl *player) moveAll(ctx context.Context) (all []time.Duration, err error) {
	times := make([][]time.Duration, pl.atOnce)
	failures := make([]error, pl.atOnce)
	var movers sync.WaitGroup
	for w := range pl.atOnce {
		movers.Go(func() {
			for n := 0; n < pl.moves/pl.atOnce && failures[w] == nil; n++ {
				id := bot.GameID(1 + w + pl.atOnce*(n%max(pl.games/pl.atOnce, 1)))
				if int(id) > pl.games {
					continue
				}
				var took time.Duration
				if took, failures[w] = pl.move(ctx, id); took > 0 && failures[w] == nil {
					times[w] = append(times[w], took)
				}
			}
		})
	}
	movers.Wait()
	for _, t := range times {
		all = append(all, t...)
	}
	return all, errors.Join(failures...)
}

// catchUp reads how many moves the games have.
func (pl *player) catchUp(ctx context.Context, store *storage.Store) error {
	for id := bot.GameID(1); int(id) <= pl.games; id += fillAtOnce {
		err := store.View(ctx, func(tx bot.Tx) error {
			games, err := tx.GamesFrom(id, fillAtOnce)
			for _, g := range games {
				pl.next[g.ID].Store(int32(g.Moves))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// write is a key and value written to a table; a nil value is a deletion.
type write struct{ table, key, value []byte }

// sampleOf plays one move in a small database, and returns the writes of its two
// transactions: the move and the delivery.
func sampleOf(ctx context.Context, p plan) (sample [2][]write, err error) {
	path := p.db + ".sample"
	defer os.Remove(path)
	if err := fill(ctx, path, 1, p.users); err != nil {
		return sample, err
	}
	store, err := storage.Open(path)
	if err != nil {
		return sample, err
	}
	svc := service.New(service.Ports{Store: store})
	if err := svc.Start(ctx, platform); err != nil {
		return sample, err
	}
	pl := newPlayer(svc, plan{path, 1, p.users, 1, 1})
	var states [3]map[string]write
	for n := range states {
		switch n {
		case 1:
			_, err = pl.move(ctx, 1)
		case 2:
			err = svc.Deliver(ctx, &silent{})
		}
		if err == nil {
			states[n], err = everything(ctx, store, path+".copy")
		}
		if err != nil {
			return sample, err
		}
	}
	for n := range sample {
		before, after := states[n], states[n+1]
		for k, w := range after {
			if old, ok := before[k]; !ok || !bytes.Equal(old.value, w.value) {
				sample[n] = append(sample[n], w)
			}
		}
		for k, w := range before {
			if _, ok := after[k]; !ok {
				sample[n] = append(sample[n], write{w.table, w.key, nil})
			}
		}
	}
	return sample, store.Close()
}

// everything reads all keys of a store from a copy.
func everything(ctx context.Context, store *storage.Store, path string) (map[string]write, error) {
	db, err := copyOf(ctx, store, path)
	if err != nil {
		return nil, err
	}
	defer os.Remove(path)
	defer db.Close()
	all := map[string]write{}
	return all, db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				w := write{bytes.Clone(name), bytes.Clone(k), append([]byte{}, v...)}
				all[string(name)+"\x00"+string(k)] = w
				return nil
			})
		})
	})
}

func copyOf(ctx context.Context, store *storage.Store, path string) (*bbolt.DB, error) {
	os.Remove(path)
	if err := backup.Make(ctx, store, path); err != nil {
		return nil, err
	}
	return bbolt.Open(path, 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
}

// writeAll writes the sample once for each move, from as many concurrent writers.
func writeAll(p plan, sample [2][]write, transact func(func(*bbolt.Tx) error) error) error {
	var all sync.WaitGroup
	var n atomic.Uint64
	failures := make([]error, p.atOnce)
	for w := range p.atOnce {
		all.Go(func() {
			for i := n.Add(1); i <= uint64(p.moves) && failures[w] == nil; i = n.Add(1) {
				for _, writes := range sample {
					failures[w] = errors.Join(failures[w], transact(func(tx *bbolt.Tx) error { return writeOne(tx, writes, i, p.games) }))
				}
			}
		})
	}
	all.Wait()
	return errors.Join(failures...)
}

// writeOne writes the sample as a move in another game: in all keys except those of
// single records, game numbers are replaced, and the trailing eight bytes of append-only keys are
// counted up.
func writeOne(tx *bbolt.Tx, writes []write, n uint64, games int) error {
	game := (n * 7919) % uint64(games)
	for _, w := range writes {
		key := bytes.Clone(w.key)
		if len(key) >= 8 && string(w.table) != "meta" {
			for i := 0; i+8 <= len(key); i++ {
				if binary.BigEndian.Uint64(key[i:]) == 1 {
					binary.BigEndian.PutUint64(key[i:], game)
				} else if binary.BigEndian.Uint64(key[i:]) == ^uint64(1) {
					binary.BigEndian.PutUint64(key[i:], ^game)
				}
			}
			if t := string(w.table); t == "logs" || t == "outbox" || t == "events" || t == "age-event" {
				binary.BigEndian.PutUint64(key[len(key)-8:], n|1<<62)
			}
		}
		bucket, err := tx.CreateBucketIfNotExists(w.table)
		if err != nil {
			return err
		}
		if w.value == nil {
			err = bucket.Delete(key)
		} else {
			err = bucket.Put(key, w.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
