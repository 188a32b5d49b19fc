package rules

import (
	"slices"
	"strings"
)

// letters maps the letters of orthodox notation to the names of pieces, for
// games that have a piece of that name.
var letters = map[string]string{"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "u": "unicorn", "p": "pawn"}

// KindsNamed returns the kinds that a player may mean by a name. These are the kind with that code
// or name; else those whose name, or a word of it, starts with it; else those whose name ends in
// it. "king" also means the royal piece, and "pawn" all Pawns. Case is ignored, and a plural is
// read as the singular. It returns nil if there are none.
func (v *Variant) KindsNamed(name string) []KindID {
	if id, ok := v.KindByCode(strings.ToUpper(strings.TrimSpace(name))); ok {
		return []KindID{id}
	}
	name = plainName(name)
	if full, ok := letters[name]; ok {
		return v.kindsWhere(func(k *Kind) bool { return plainName(k.Name) == full })
	}
	one := strings.TrimSuffix(name, "s")
	for _, matches := range []func(k *Kind, full string) bool{
		func(_ *Kind, full string) bool { return name == full || name == full+"s" || name == plural(full) },
		func(_ *Kind, full string) bool { return len(name) >= 3 && beginsAt(full, one) },
		func(k *Kind, _ string) bool { return k.Royal && one == "king" || k.Pawn && one == "pawn" },
		func(_ *Kind, full string) bool { return len(name) >= 5 && strings.HasSuffix(full, one) },
	} {
		if found := v.kindsWhere(func(k *Kind) bool { return matches(k, plainName(k.Name)) }); found != nil {
			return found
		}
	}
	return nil
}

func (v *Variant) kindsWhere(holds func(*Kind) bool) []KindID {
	var found []KindID
	for id := range v.Kinds {
		if id > 0 && holds(&v.Kinds[id]) {
			found = append(found, KindID(id))
		}
	}
	return found
}

// plainName lower-cases a name and drops filler words.
func plainName(name string) string {
	words := slices.DeleteFunc(strings.Fields(strings.ToLower(name)), func(word string) bool {
		return slices.Contains(fillers, word)
	})
	return strings.Join(words, " ")
}

// beginsAt reports whether part begins full, or follows a space or hyphen in it.
func beginsAt(full, part string) bool {
	return strings.HasPrefix(full, part) || strings.Contains(full, " "+part)
}

// Plural returns the plural of the kind's name: Stockbrokers of sets 1 and 2.
func (k *Kind) Plural() string {
	head, rest, of := strings.Cut(k.Name, " of ")
	if of {
		rest = " of " + rest
	}
	return plural(head) + rest
}

// plural returns the English plural of a piece's name.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "arch"), strings.HasSuffix(name, "uch"): // this ch sounds like a k
		return name + "s"
	case strings.HasSuffix(name, "ief"), strings.HasSuffix(name, "arf"):
		return strings.TrimSuffix(name, "f") + "ves"
	case strings.HasSuffix(name, "ero"):
		return name + "es"
	case strings.HasSuffix(name, "y") && !strings.ContainsRune("aeiou", rune(name[max(len(name)-2, 0)])):
		return strings.TrimSuffix(name, "y") + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "x"):
		return name + "es"
	}
	return name + "s"
}

// suggestKinds lists kinds for an unknown name: all of them if there are
// few, else those with the most similar names.
func (v *Variant) suggestKinds(name string) wording {
	const few = 8
	kinds := slices.Clone(v.Kinds[1:])
	all := len(kinds) <= few
	if !all {
		near := func(k Kind) int {
			return min(distance(name, plainName(k.Name)), distance(name, strings.ToLower(k.Code)))
		}
		slices.SortStableFunc(kinds, func(a, b Kind) int { return near(a) - near(b) })
		kinds = kinds[:few/2]
	}
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name+" ("+k.Code+")")
	}
	list := strings.Join(names, ", ")
	return func(say Say) string {
		if all {
			return say("its pieces are %s", list)
		}
		return say("the nearest names are %s", list)
	}
}

// distance is the Levenshtein distance between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
