package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// builtIn lists the games defined in this package, one per
// line.
var builtIn = []*Variant{
	define(raumschach),
	define(stockschach216),
	define(stockschach512),
	define(stockchaturanga216),
	define(stockchaturanga512),
	define(blocschach),
	define(gutenschach),
	define(octhex146),
	define(tunnelPairedLinepiece),
	define(tunnelPairedEverything),
	define(tunnelOrdersOfKnighthood),
}

// catalogue holds all games that can be found by name, and versions of game files by ID.
var catalogue = struct {
	sync.RWMutex
	variants []*Variant
	versions map[string]func() (*Variant, error)
}{variants: builtIn, versions: map[string]func() (*Variant, error){}}

// Variants returns all games in the order in which they are listed for people.
func Variants() []*Variant {
	catalogue.RLock()
	defer catalogue.RUnlock()
	return catalogue.variants
}

// Add registers a game from a file, so that [Variants] and [Find] return it. Programs call it at
// startup. It returns an error if the name is taken.
func Add(v *Variant) error {
	catalogue.Lock()
	defer catalogue.Unlock()
	for _, other := range catalogue.variants {
		if strings.EqualFold(other.Name, v.Name) || strings.EqualFold(other.Title, v.Title) {
			return fmt.Errorf("there is already a game %s, %s", other.Name, other.Title)
		}
	}
	catalogue.variants = append(slices.Clip(catalogue.variants), v)
	if v.Version != "" {
		catalogue.versions[v.ID()] = func() (*Variant, error) { return v, nil }
	}
	return nil
}

// AddVersion registers a version of a game for [Find] by its ID only, for games that were begun
// before their file was changed or removed. load is called when the version is first looked up.
func AddVersion(id string, load func() (*Variant, error)) {
	catalogue.Lock()
	defer catalogue.Unlock()
	if catalogue.versions[id] == nil {
		catalogue.versions[id] = sync.OnceValues(load)
	}
}

// DropVersion makes [Find] forget a version. No game may be played by it any more.
func DropVersion(id string) {
	catalogue.Lock()
	defer catalogue.Unlock()
	delete(catalogue.versions, id)
}

// Find returns the game with a name, ignoring case, or the version with an ID. The error lists all
// games.
func Find(name string) (*Variant, error) {
	for _, v := range Variants() {
		if strings.EqualFold(v.Name, name) {
			return v, nil
		}
	}
	catalogue.RLock()
	load := catalogue.versions[strings.ToLower(name)]
	catalogue.RUnlock()
	if load != nil {
		return load()
	}
	return nil, fmt.Errorf("there is no variant %.40q; choose one of: %s", name, variantNames())
}

// variantNames returns the names of all games as a list.
func variantNames() string {
	var names []string
	for _, v := range Variants() {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}
