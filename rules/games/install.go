package games

import (
	"sync"

	"raumbot/rules"
)

// Install makes the shipped games known to [rules.Find]. Every program calls
// it once when it starts; further calls do nothing.
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
