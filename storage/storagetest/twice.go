// Package storagetest provides stores for tests.
//
//	model.go model_*.go   a store made of maps, with which the real ones are compared: transactions and helpers, then what is stored, by subject
//	twice.go     a store that runs every change twice
//	postgres.go postgres_unix.go postgres_other.go   a PostgreSQL server
//	bouncer.go    PgBouncer before it
//	proxy.go     what cuts connections to it
package storagetest

import (
	"context"
	"errors"

	"raumbot/bot"
)

// Twice returns a store that runs every function given to Update twice: it
// rolls the first run back, whatever its result, and returns that of the second.
// Every [bot.Store] may do so, but some only do under load.
//
//	store := storagetest.Twice(storage.Memory())
func Twice(store bot.Store) bot.Store { return twice{store} }

type twice struct{ bot.Store }

// errFirstRun rolls back a first run that has succeeded.
var errFirstRun = errors.New("the first of two runs")

// Update implements [bot.Store].
func (t twice) Update(ctx context.Context, fn func(bot.Tx) error) error {
	ran := false
	err := t.Store.Update(ctx, func(tx bot.Tx) error {
		ran = true
		return errors.Join(errFirstRun, fn(tx))
	})
	if !ran {
		return err
	}
	return t.Store.Update(ctx, fn)
}
