// Package choice is how the programs beside it choose games.
package choice

import "raumbot/rules"

// Variants returns the variant of a name, or all that are built in if it is empty. A name that no variant has is an error.
func Variants(name string) ([]*rules.Variant, error) {
	if name == "" {
		return rules.Variants(), nil
	}
	v, err := rules.Find(name)
	if err != nil {
		return nil, err
	}
	return []*rules.Variant{v}, nil
}
