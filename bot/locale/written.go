package locale

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed written.txt
var writtenLines string

// longWord is the least number of letters of a word that tells the language by being in what the
// bot says in it. Shorter ones may be words of other languages, or names.
const longWord = 5

// readWritten returns the code of the language of each word: of those in written.txt, and of the
// long ones in what the bot says, unless written.txt says that languages share them.
var readWritten = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, code := range Languages() {
		for w := range All()[code].OwnWords() {
			if utf8.RuneCountInString(w) >= longWord {
				all[w] = code
			}
		}
	}
	for line := range strings.Lines(writtenLines) {
		if code, words, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && code[0] != '#' {
			for _, w := range strings.Fields(words) {
				if all[w] = code; code == "shared" {
					delete(all, w)
				}
			}
		}
	}
	return all
})

// Written returns the code of the language in which a text is written. It is the one from which the
// text has the most words, and empty if there are none or two have as many.
func Written(text string) string {
	count := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '-' }) {
		if code := readWritten()[w]; code != "" {
			count[code]++
		}
	}
	best, most, tie := "", 0, false
	for code, n := range count {
		switch {
		case n > most:
			best, most, tie = code, n, false
		case n == most:
			tie = true
		}
	}
	if tie {
		return ""
	}
	return best
}
