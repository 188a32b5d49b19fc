// Package storagetest has stores for the tests of those who use one.
package storagetest

import (
	"context"
	"errors"

	"raumbot/bot"
)

// Twice returns a store that runs every function given to Update twice: it
// rolls the first run back, whatever its outcome, and returns what the second
// one does. Every [bot.Store] may do so, and some only do it under load.
//
//	store := storagetest.Twice(storage.Memory())
func Twice(store bot.Store) bot.Store { return twice{store} }

type twice struct{ bot.Store }

// errFirstRun rolls back a first run that did not fail by itself.
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
