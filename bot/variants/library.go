// Package variants keeps the games that come from files: those of the operator, in every version
// that was ever current, and those that the organisers of a place have added. It makes
// [rules.Find] find them.
//
//	library.go   which games there are, and where they are known
//	versions.go  every version of the operator's games
//	read.go      reads and checks a file from the chat
package variants

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"raumbot/bot"
	"raumbot/rules"
	"raumbot/rules/gamefile"
)

// MaxLocal is the maximum number of local games of all places together. Each may need up to 64 MB
// of tables.
const MaxLocal = 100

// VersionsKept is the average number of versions that a place may keep of each game, including
// those that are still in use.
const VersionsKept = 5

// Limits limits the games that the organisers of a place may add from the chat.
type Limits struct {
	// Size is the maximum size of a file in bytes. Zero means that no game may be added.
	Size int
	// Count is the maximum number of games of one place.
	Count int
}

// Library holds the games from files. It is safe for concurrent use.
type Library struct {
	Store bot.Store
	Clock bot.Clock
	Log   *slog.Logger
	// Operator holds the games from the operator's files. They are registered already.
	Operator []*gamefile.Game
	// Reserved reports whether a word cannot be the name of a game because commands use it.
	Reserved func(word string) bool
	Limits   Limits
	// reading serializes the reading of files, because one may take a second and 64 MB.
	reading   *semaphore.Weighted
	reloading sync.Mutex // held so that the newest reading of the store is applied last
	mu        sync.RWMutex
	local     map[bot.RoomID][]string // IDs, in the order in which they were added
	sources   map[string]func() (*rules.Variant, error)
}

// New returns a library without local games.
func New() *Library { return &Library{reading: semaphore.NewWeighted(1)} }

// IDs returns the IDs of all local games, sorted.
func (l *Library) IDs() []string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return slices.Sorted(maps.Keys(l.sources))
}

// At returns the games of the widest place in a list.
func (l *Library) At(places []bot.RoomID) (all []*rules.Variant) {
	if len(places) == 0 {
		return nil
	}
	l.mu.RLock()
	ids, sources := l.local[places[len(places)-1]], l.sources
	l.mu.RUnlock()
	for _, id := range ids {
		rules.AddVersion(id, sources[id]) // another service in this process may have dropped it
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

// load registers the local and imported versions among the stored files, and drops versions
// that are no longer stored.
func (l *Library) load(files []bot.GameFile) {
	local, sources := map[bot.RoomID][]string{}, map[string]func() (*rules.Variant, error){}
	slices.SortStableFunc(files, func(a, b bot.GameFile) int { return a.Added.Compare(b.Added) })
	for _, f := range files {
		if !f.Local() {
			continue
		}
		sources[f.ID] = func() (*rules.Variant, error) {
			v, err := l.Version(f)
			if err != nil {
				l.Log.Error("a version of a game cannot be read: games by it stand still", "game", f.ID, "because", err)
			}
			return v, err
		}
		rules.AddVersion(f.ID, sources[f.ID])
		if !f.Removed && f.Place != (bot.RoomID{}) {
			local[f.Place] = append(local[f.Place], f.ID)
		}
	}
	l.mu.Lock()
	before := l.sources
	l.local, l.sources = local, sources
	l.mu.Unlock()
	for id := range before {
		if sources[id] == nil { // perhaps dropped by another process
			rules.DropVersion(id)
		}
	}
}

// Reload reads the local games again after a change has been committed, and drops some
// versions.
func (l *Library) Reload(ctx context.Context, dropped []string) {
	l.reloading.Lock()
	defer l.reloading.Unlock()
	files, err := l.stored(context.WithoutCancel(ctx))
	if err != nil { // the change has been committed all the same
		l.Log.Error("the games that organisers have added are known as they were until the next change of them, or start", "because", err)
		return
	}
	l.load(files)
	for _, id := range dropped {
		rules.DropVersion(id)
	}
}
