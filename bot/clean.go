package bot

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the number of characters that are kept of a display name.
const MaxName = 32

// CleanName makes any name safe to show in a sentence on any platform:
// on one line, without control characters, markup or signs that nobody sees,
// and at most 32 characters long. There is always something to see of it.
func CleanName(name string) string {
	name = CleanText(name)
	if runes := []rune(name); len(runes) > MaxName {
		name = strings.TrimRight(string(runes[:cutBefore(runes, MaxName)]), " ")
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsMark(r) && r != ' ' }) {
		return "someone"
	}
	return name
}

// cutBefore returns where to cut a text, at most at end, so that no character loses its marks and no emoji a part.
func cutBefore(runes []rune, end int) int {
	for at := end; at > 0; at-- {
		if r := runes[at]; !unicode.IsMark(r) && r != zeroWidthJoiner && !skinTone(r) && !tag(r) && runes[at-1] != zeroWidthJoiner {
			return at
		}
	}
	return end
}

// CleanText makes any text safe to show in a sentence on any platform, as
// CleanName does, of any length. All that can be seen is kept, but for what is markup in the texts of the bot:
// backquotes become apostrophes, and what would be a moment gets a space.
func CleanText(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
	return breakMoments(strings.Join(strings.Fields(Visible(text)), " "))
}

// likeMoment matches the beginning of what [Markup] takes for a moment.
var likeMoment = regexp.MustCompile(`<t:(-?[0-9])`)

func breakMoments(text string) string { return likeMoment.ReplaceAllString(text, "< t:$1") }

// FoldName returns the form in which names are compared: "Bob" and "bob" are
// one name, and so are two that differ by what nobody sees.
func FoldName(name string) string { return strings.ToLower(withoutShapers(CleanName(name))) }

// withoutShapers removes the signs of a clean name that change the shape of others, and are not seen themselves.
func withoutShapers(name string) string {
	return strings.Map(func(r rune) rune {
		if r == zeroWidthJoiner || r == zeroWidthNonJoiner || tag(r) || unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		return r
	}, name)
}

// Visible removes control characters, spaces of special kinds and what nobody sees from a text. Line ends stay, and so
// do the invisible characters that make one emoji of several, and those that shape the letters of a script.
func Visible(text string) string {
	runes := []rune(text)
	var out []rune
	before := ' '
	for i := 0; i < len(runes); i++ {
		r, after := runes[i], ' '
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		switch {
		case r == blackFlag:
			n := tagsOfFlag(runes[i+1:])
			out = append(out, runes[i:i+1+n]...)
			before, i = r, i+n
			continue
		case r == '\n' || joins(r, before, after):
		case unicode.Is(unicode.Variation_Selector, r) && unicode.IsLetter(before):
			continue
		case !unicode.IsPrint(r) && !laterEmoji(r) || r == utf8.RuneError || blank(r):
			continue
		}
		out = append(out, r)
		before = r
	}
	return string(out)
}

const (
	zeroWidthJoiner    = '\u200d'
	zeroWidthNonJoiner = '\u200c'
	blackFlag          = '\U0001F3F4'
	cancelTag          = '\U000E007F'
)

// joins reports whether a joiner between two characters changes what is seen of them.
func joins(r, before, after rune) bool {
	switch r {
	case zeroWidthJoiner:
		return pictograph(before) && (pictograph(after) || unicode.Is(unicode.Sm, after)) || shaped(before) && shaped(after)
	case zeroWidthNonJoiner:
		return shaped(before) && shaped(after)
	}
	return false
}

// pictograph reports whether an emoji may end, or begin, with a character.
func pictograph(r rune) bool {
	return unicode.Is(unicode.So, r) || r == '\ufe0f' || skinTone(r) || laterEmoji(r)
}

func skinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// laterEmoji reports whether a character is in the blocks of emojis, where each version of Unicode adds some.
func laterEmoji(r rune) bool { return r >= 0x1F300 && r <= 0x1FAFF }

// shaped reports whether a character belongs to a script whose letters take another shape by joiners.
func shaped(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
		unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Myanmar, unicode.Khmer)
}

// tag reports whether a character is one of those that name the region of a flag.
func tag(r rune) bool { return r >= 0xE0020 && r <= cancelTag }

// tagsOfFlag returns how many characters behind a black flag make it the flag of a region: at most 6 letters, and an end.
func tagsOfFlag(runes []rune) int {
	for i, r := range runes[:min(len(runes), 7)] {
		switch {
		case r == cancelTag && i > 0:
			return i + 1
		case !tag(r):
			return 0
		}
	}
	return 0
}

// blank reports whether a sign that counts as printable looks like nothing: the fillers of Hangul and others that Unicode
// has ignored where they cannot be shown, the Braille pattern without dots, and the head of no note.
func blank(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == '\u2800' || r == '\U0001D159'
}

// ProperName reports whether a word can be the name of somebody, or of a room,
// where people choose their names themselves.
func ProperName(name string) bool {
	return CleanName(name) == name && strings.ContainsFunc(name, unicode.IsLetter) &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.-", r)
		})
}
