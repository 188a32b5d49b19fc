package action

import (
	"fmt"
)

// SweepAtOnce limits the items that one transaction of a sweep processes.
const SweepAtOnce = 50

// CheckAtOnce is the number of records that a walk through all of them reads in one transaction,
// which limits the memory they use.
const CheckAtOnce = 200

// EachDue calls do for the items that are due and not to be skipped, as long as there is room in
// the batch. what names the items in errors.
func EachDue[T any](b *Batch, due func(limit int) ([]T, error), key func(T) any, what string, do func(T) error) error {
	if b.Done == SweepAtOnce {
		return nil
	}
	items, err := due(SweepAtOnce - b.Done)
	if err != nil {
		return err
	}
	for _, item := range items {
		of := key(item)
		if b.Skip[of] {
			continue
		}
		b.Doing = of
		if err := do(item); err != nil {
			return fmt.Errorf("sweep of %s %v: %w", what, of, err)
		}
		b.Doing = nil
		b.Done++
	}
	return nil
}
