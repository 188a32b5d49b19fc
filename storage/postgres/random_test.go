package postgres_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"raumbot/storage/kv"
	"raumbot/storage/memory"
	"raumbot/storage/postgres"
	"raumbot/storage/storagetest"
)

// TestSmallCache compares random transactions with those in memory, with a cache that forgets most
// of what is read.
func TestSmallCache(t *testing.T) {
	e := mustOpen(t, storagetest.Postgres(t), nil)
	postgres.LimitCache(e, 1000, 10)
	compareWithMemory(t, e, 60)
}

// compareWithMemory runs random transactions on an empty engine, every fourth of them as a view,
// and compares what they read with the same in memory.
func compareWithMemory(t *testing.T, engine kv.Engine, count uint64) {
	t.Helper()
	both := [2]kv.Engine{engine, memory.New()}
	for seed := range count {
		var outcome [2]string
		for i, engine := range both {
			run := engine.Update
			if seed%4 == 0 {
				run = engine.View
			}
			err := run(func(tx kv.Tx) (err error) { // which may run again
				outcome[i], err = randomTransaction(tx, seed)
				return err
			})
			outcome[i] += fmt.Sprint(err)
		}
		if outcome[0] != outcome[1] {
			t.Fatalf("transaction %d: the server says\n%s\nmemory says\n%s", seed, outcome[0], outcome[1])
		}
	}
}

var errOnPurpose = errors.New("failed on purpose")

// randomTransaction reads and writes at random, and says what it has read; every third fails.
func randomTransaction(tx kv.Tx, seed uint64) (outcome string, err error) {
	random := rand.New(rand.NewPCG(seed, 5))
	for range 30 {
		k := []byte{byte(random.IntN(40))}
		switch random.IntN(4) {
		case 0:
			_ = tx.Put(table, k, fmt.Append(nil, random.IntN(1000))) // a view refuses
		case 1:
			_ = tx.Delete(table, k)
		case 2:
			if random.IntN(4) == 0 {
				k = nil
			}
			outcome += fmt.Sprintf("%x: %s\n", k, tx.Get(table, k))
		case 3:
			n := 1 + random.IntN(50)
			for k, v := range tx.Scan(table, k) {
				outcome += fmt.Sprintf("%x=%s ", k, v)
				if n--; n == 0 {
					break
				}
			}
		}
	}
	if random.IntN(3) == 0 {
		return outcome, errOnPurpose
	}
	return outcome, nil
}
