// Package choice lets the programs beside it choose games.
package choice

import (
	"strings"

	"raumbot/rules"
)

// Variants returns the variants with the given names, which are separated by commas, or all
// built-in variants if names is empty. It fails if there is no such variant.
func Variants(names string) (all []*rules.Variant, err error) {
	if names == "" {
		return rules.Variants(), nil
	}
	for name := range strings.SplitSeq(names, ",") {
		v, err := rules.Find(name)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}
