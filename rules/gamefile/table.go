package gamefile

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// reader collects the mistakes found while reading a document.
type reader struct {
	*document
	mistakes Mistakes
}

func (r *reader) mistake(path, format string, arguments ...any) {
	r.mistakes = append(r.mistakes, Mistake{r.file, r.line(path), path, fmt.Sprintf(format, arguments...)})
}

// table is a TOML table being read. Keys that are never asked for
// are mistakes.
type table struct {
	r      *reader
	path   string
	values map[string]any
	asked  map[string]bool
}

func (r *reader) table(path string, values map[string]any) *table {
	return &table{r: r, path: path, values: values, asked: map[string]bool{}}
}

func (t *table) at(key string) string { return join(t.path, key) }

func (t *table) mistake(key, format string, arguments ...any) {
	t.r.mistake(t.at(key), format, arguments...)
}

// done reports the keys that have not been asked for.
func (t *table) done() {
	for _, key := range slices.Sorted(maps.Keys(t.values)) {
		if !t.asked[key] {
			t.mistake(key, "there is no such key; the keys here are %s", strings.Join(slices.Sorted(maps.Keys(t.asked)), ", "))
		}
	}
}

// has reports whether the key is given.
func (t *table) has(key string) bool {
	t.asked[key] = true
	_, ok := t.values[key]
	return ok
}

// get returns a value of type T; zero if it is missing, or has another
// type, which is a mistake.
func get[T any](t *table, key, kind string) T {
	var value T
	if !t.has(key) {
		return value
	}
	value, ok := t.values[key].(T)
	if !ok {
		t.mistake(key, "must be %s, not %s", kind, kindOf(t.values[key]))
	}
	return value
}

// kindOf names the type of a value.
func kindOf(value any) string {
	switch value.(type) {
	case string:
		return "a text"
	case int64, float64:
		return "a number"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}

func (t *table) text(key string) string { return get[string](t, key, "a text") }
func (t *table) flag(key string) bool   { return get[bool](t, key, "true or false") }

// flagOr returns a boolean, or a default if it is missing.
func (t *table) flagOr(key string, otherwise bool) bool {
	if !t.has(key) {
		return otherwise
	}
	return t.flag(key)
}

// number returns an integer from 0 to most.
func (t *table) number(key string, most int) int {
	return readNumber(t.r, t.at(key), get[int64](t, key, "a whole number"), 0, most)
}

// readNumber checks a number. Its type may be uint64, because counts of positions do not fit an int
// of 32 bits.
func readNumber[N int | uint64](r *reader, path string, n int64, least, most N) N {
	if n < int64(least) || n > int64(most) {
		r.mistake(path, "must be from %d to %d, not %d", least, most, n)
		return least
	}
	return N(n)
}

// degrees returns an angle.
func (t *table) degrees(key string) float64 {
	if !t.has(key) {
		return 0
	}
	switch n := t.values[key].(type) {
	case int64:
		return float64(n)
	case float64:
		if !math.IsNaN(n) && !math.IsInf(n, 0) {
			return n
		}
	}
	t.mistake(key, "must be a number of degrees")
	return 0
}

// sub returns a table, empty if it is missing.
func (t *table) sub(key string) *table {
	return t.r.table(t.at(key), get[map[string]any](t, key, "a table"))
}

// tables returns a list of tables.
func (t *table) tables(key string) []*table {
	var all []*table
	for i, value := range get[[]any](t, key, "a list of tables") {
		path := fmt.Sprintf("%s[%d]", t.at(key), i)
		values, ok := value.(map[string]any)
		if !ok {
			t.r.mistake(path, "must be a table, not %s", kindOf(value))
			continue
		}
		all = append(all, t.r.table(path, values))
	}
	return all
}

// texts returns a list of texts. A single text counts as a list of one.
func (t *table) texts(key string) []string {
	if !t.has(key) {
		return nil
	}
	return t.r.texts(t.at(key), t.values[key])
}

func (r *reader) texts(path string, value any) []string {
	if text, ok := value.(string); ok {
		return []string{text}
	}
	list, ok := value.([]any)
	if !ok {
		r.mistake(path, "must be a list of texts, not %s", kindOf(value))
		return nil
	}
	var all []string
	for i, element := range list {
		if text, ok := element.(string); ok {
			all = append(all, text)
		} else {
			r.mistake(fmt.Sprintf("%s[%d]", path, i), "must be a text, not %s", kindOf(element))
		}
	}
	return all
}

// numbers returns a list of integers from least to most. A single number
// counts as a list of one.
func (t *table) numbers(key string, least, most int) []int {
	if !t.has(key) {
		return nil
	}
	return readNumbers(t.r, t.at(key), t.values[key], least, most)
}

func readNumbers[N int | uint64](r *reader, path string, value any, least, most N) []N {
	if n, ok := value.(int64); ok {
		return []N{readNumber(r, path, n, least, most)}
	}
	list, ok := value.([]any)
	if !ok {
		r.mistake(path, "must be a list of whole numbers, not %s", kindOf(value))
		return nil
	}
	var all []N
	for i, element := range list {
		if n, ok := element.(int64); ok {
			all = append(all, readNumber(r, path, n, least, most))
		} else {
			r.mistake(fmt.Sprintf("%s[%d]", path, i), "must be a whole number, not %s", kindOf(element))
		}
	}
	return all
}

// word returns the value for one of several words.
func word[T any](t *table, key string, words map[string]T) T {
	var value T
	if !t.has(key) {
		return value
	}
	text := t.text(key)
	value, ok := words[text]
	if !ok && text != "" {
		t.mistake(key, "%.40q is none of %s", text, strings.Join(slices.Sorted(maps.Keys(words)), ", "))
	}
	return value
}
