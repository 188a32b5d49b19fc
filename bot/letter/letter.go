// Package letter rewrites text for fonts and file formats with a limited character set.
//
//	letter.Fit("Žofia 🎉", func(r rune) bool { return r < 128 }) // "Zofia", true
package letter

import (
	"maps"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainer maps letters that do not decompose into a base letter and a mark to their common
// replacements.
var plainer = merged(latin, cyrillic, greek)

func merged(scripts ...map[rune]string) map[rune]string {
	all := map[rune]string{}
	for _, script := range scripts {
		maps.Copy(all, script)
	}
	return all
}

var latin = map[rune]string{
	'ß': "ss", 'ẞ': "SS", 'æ': "ae", 'Æ': "AE", 'œ': "oe", 'Œ': "OE", 'ø': "o", 'Ø': "O", 'đ': "d", 'Đ': "D", 'ð': "d", 'Ð': "D",
	'þ': "th", 'Þ': "Th", 'ł': "l", 'Ł': "L", 'ı': "i", 'ħ': "h", 'Ħ': "H", 'ŋ': "n", 'Ŋ': "N", '’': "'", '‘': "'", '–': "-", '—': "-", '“': "\"", '”': "\"",
}

// Fit rewrites a text with the characters for which has returns true. Other letters lose their
// accents, and other symbols are dropped. whole is false if letters or digits were lost, or if
// nothing meaningful is left.
func Fit(text string, has func(rune) bool) (fitted string, whole bool) {
	var b strings.Builder
	whole = true
	put := func(text string) {
		for _, r := range text {
			switch {
			case has(r):
				b.WriteRune(r)
			case unicode.Is(unicode.Mn, r):
			case unicode.In(r, unicode.L, unicode.N):
				whole = false
			case unicode.IsSpace(r):
				b.WriteByte(' ')
			}
		}
	}
	for _, r := range norm.NFC.String(text) {
		switch plain, known := plainer[r]; {
		case has(r):
			b.WriteRune(r)
		case known:
			put(plain)
		default:
			for _, part := range norm.NFKD.String(string(r)) {
				if plain, known = plainer[part]; known && !has(part) {
					put(plain)
				} else {
					put(string(part))
				}
			}
		}
	}
	fitted = strings.Join(strings.Fields(b.String()), " ")
	return fitted, whole && strings.ContainsFunc(fitted, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) })
}
