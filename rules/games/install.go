package games

import (
	"sync"

	"raumbot/rules"
)

// Install registers the shipped games with [rules.Find]. Every program calls
// it once at startup; further calls do nothing.
var Install = sync.OnceValue(func() error {
	all, err := All()
	if err != nil {
		return err
	}
	for _, g := range all {
		if err := rules.Add(g.Variant); err != nil {
			return err
		}
	}
	return nil
})
