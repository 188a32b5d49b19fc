package service

import (
	"testing"

	"raumbot/storage"
)

// TestCommandsAreDistinct checks that each command has a handler, and a name and an order of its
// own.
func TestCommandsAreDistinct(t *testing.T) {
	s := New(Ports{Store: storage.Memory()})
	for i, c := range s.Table {
		if s.Actions[c.Name].Do == nil {
			t.Errorf("nothing carries out %q", c.Name)
		}
		for _, other := range s.Table[:i] {
			if c.Name == other.Name || c.Order == other.Order {
				t.Errorf("%q and %q share their name or order", c.Name, other.Name)
			}
		}
	}
}
