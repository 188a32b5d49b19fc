package gamefile

import (
	"fmt"
	"slices"
)

// extend merges the document into the game that it extends, if it names one.
// Tables are merged key by key, pieces by code, ranks of the array by number;
// everything else replaces what the other game has. A piece without moves is
// removed.
func (r *reader) extend(find Find) error {
	value, ok := r.values["extends"]
	if !ok {
		return nil
	}
	name, ok := value.(string)
	if !ok {
		r.mistake("extends", "must be the name of a game, not %s", kindOf(value))
		return r.mistakes
	}
	base, err := find(name)
	if err != nil {
		r.mistake("extends", "%s", err)
		return r.mistakes
	}
	other, err := parse(name, Write(&Game{Variant: base}))
	if err != nil {
		return fmt.Errorf("the game %s as a file: %w", name, err)
	}
	delete(other.values, "check")
	for _, list := range []struct{ key, by string }{{"piece", "code"}, {"array", "rank"}} {
		r.renumber(list.key, list.by, other.values)
	}
	r.values = merge(other.values, r.values)
	return nil
}

// renumber merges a list of tables into that of the other game, and updates the
// paths of its elements' lines.
func (r *reader) renumber(key, by string, other map[string]any) {
	ours, ok := r.values[key].([]any)
	theirs, _ := other[key].([]any)
	if !ok {
		return
	}
	lines := map[string]int{}
	for i, element := range ours {
		table, ok := element.(map[string]any)
		if !ok {
			continue
		}
		at := slices.IndexFunc(theirs, func(t any) bool {
			same, ok := t.(map[string]any)
			return ok && same[by] == table[by]
		})
		if at < 0 {
			at = len(theirs)
			theirs = append(theirs, table)
		} else if before, ok := theirs[at].(map[string]any); ok {
			theirs[at] = merge(before, table)
		}
		from, to := fmt.Sprintf("%s[%d]", key, i), fmt.Sprintf("%s[%d]", key, at)
		for path, line := range r.lines {
			if len(path) >= len(from) && path[:len(from)] == from {
				lines[to+path[len(from):]] = line
			}
		}
	}
	for path, line := range lines {
		r.lines[path] = line
	}
	r.values[key] = theirs
}

// merge merges the table over into under.
func merge(under, over map[string]any) map[string]any {
	all := map[string]any{}
	for key, value := range under {
		all[key] = value
	}
	for key, value := range over {
		a, isTable := all[key].(map[string]any)
		b, too := value.(map[string]any)
		if isTable && too {
			value = merge(a, b)
		}
		all[key] = value
	}
	return all
}
