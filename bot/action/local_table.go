package action

import (
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"raumbot/bot"
	"raumbot/rules"
)

// LocalGames limits the games that the organisers of a place may add from the chat.
type LocalGames struct {
	// Size is the maximum size of a file in bytes. Zero means that no game may be added.
	Size int
	// Count is the maximum number of games of one place.
	Count int
}

// Local holds the games that are known in one place only.
type Local struct {
	Limits LocalGames
	// reading serializes the reading of files, because one may take a second and 64 MB.
	Reading   *semaphore.Weighted
	reloading sync.Mutex
	mu        sync.RWMutex
	places    map[bot.RoomID][]string // IDs, in the order in which they were added
	load      map[string]func() (*rules.Variant, error)
}

// IDs returns the IDs of all local games, sorted.
func (l *Local) IDs() []string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.Sorted(maps.Keys(l.load))
}

// At returns the games of the widest place in a list.
func (l *Local) At(places []bot.RoomID) (all []*rules.Variant) {
	if len(places) == 0 {
		return nil
	}
	l.mu.RLock()
	ids, load := l.places[places[len(places)-1]], l.load
	l.mu.RUnlock()
	for _, id := range ids {
		rules.AddVersion(id, load[id]) // another service in this process may have dropped it
		if v, err := rules.Find(id); err == nil && !hidden(v) {
			all = append(all, v)
		}
	}
	return all
}

// hidden reports whether a local game can no longer be named, because the operator has added one
// with the same name.
func hidden(v *rules.Variant) bool {
	other, err := rules.Find(v.Name)
	return err == nil && !other.Local
}
