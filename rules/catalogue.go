package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// builtIn is the list of the games that this package defines: one line for
// each.
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

// catalogue holds all games that can be found by name, and the versions of games from files by their IDs.
var catalogue = struct {
	sync.RWMutex
	variants []*Variant
	versions map[string]*Variant
}{variants: builtIn, versions: map[string]*Variant{}}

// Variants returns all games in the order in which they are shown to people.
func Variants() []*Variant {
	catalogue.RLock()
	defer catalogue.RUnlock()
	return catalogue.variants
}

// Add makes a game known to [Variants] and [Find], for games from files. A
// program adds them when it starts. The error says that the name is taken.
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
		catalogue.versions[v.ID()] = v
	}
	return nil
}

// AddVersion makes a version of a game known to [Find] by its ID alone, for games that were begun
// before their file was changed or taken away.
func AddVersion(v *Variant) {
	catalogue.Lock()
	defer catalogue.Unlock()
	if catalogue.versions[v.ID()] == nil {
		catalogue.versions[v.ID()] = v
	}
}

// Find returns the game of that name, in capitals or not, or the version of that ID. The error names all games.
func Find(name string) (*Variant, error) {
	for _, v := range Variants() {
		if strings.EqualFold(v.Name, name) {
			return v, nil
		}
	}
	catalogue.RLock()
	v := catalogue.versions[strings.ToLower(name)]
	catalogue.RUnlock()
	if v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("there is no variant %.40q; choose one of: %s", name, variantNames())
}

// variantNames lists the names of all games.
func variantNames() string {
	var names []string
	for _, v := range Variants() {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}
