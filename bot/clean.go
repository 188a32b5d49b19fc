package bot

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the greatest length of a displayed name, in characters.
const MaxName = 32

// CleanName makes a name safe to show in a sentence on any platform. The result has one line
// without control characters, markup or invisible characters. It is at most [MaxName] characters
// long, and never empty.
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

// FirstRunes returns up to n characters of a text.
func FirstRunes(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), n)])
}

// cutBefore returns the greatest index, at most end, at which a text can be cut without splitting a
// combined character or emoji.
func cutBefore(runes []rune, end int) int {
	for at := end; at > 0; at-- {
		if r := runes[at]; !unicode.IsMark(r) && r != zeroWidthJoiner && !skinTone(r) && !tag(r) && runes[at-1] != zeroWidthJoiner {
			return at
		}
	}
	return end
}

// CleanText makes a text of any length safe to show in a sentence on any platform, as CleanName
// does. It keeps everything visible except the bot's own markup: backquotes become apostrophes, and
// a space is inserted into whatever looks like a timestamp.
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

// likeMoment matches the beginning of a [Markup] timestamp or spoiler.
var likeMoment = regexp.MustCompile(`<(t:-?[0-9]|s:)`)

func breakMoments(text string) string { return likeMoment.ReplaceAllString(text, "< $1") }

// FoldName returns the form in which names are compared. Case and invisible characters make no
// difference.
func FoldName(name string) string { return strings.ToLower(withoutShapers(CleanName(name))) }

// withoutShapers removes the invisible characters of a clean name that change the shape of others.
func withoutShapers(name string) string {
	return strings.Map(func(r rune) rune {
		if r == zeroWidthJoiner || r == zeroWidthNonJoiner || tag(r) || unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		return r
	}, name)
}

// Visible removes control characters, unusual spaces and invisible characters from a text. It keeps
// line ends, joiners within emojis, and joiners that shape the letters of a script.
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

// joins reports whether a joiner between two characters changes how they are displayed.
func joins(r, before, after rune) bool {
	switch r {
	case zeroWidthJoiner:
		return pictograph(before) && (pictograph(after) || unicode.Is(unicode.Sm, after)) || shaped(before) && shaped(after)
	case zeroWidthNonJoiner:
		return shaped(before) && shaped(after)
	}
	return false
}

// pictograph reports whether a character can be at the beginning or end of an emoji that a joiner
// puts together.
func pictograph(r rune) bool {
	return unicode.Is(unicode.So, r) || r == '\ufe0f' || skinTone(r) || laterEmoji(r)
}

func skinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// laterEmoji reports whether a character is in one of the blocks to which versions of Unicode add
// emojis.
func laterEmoji(r rune) bool { return r >= 0x1F300 && r <= 0x1FAFF }

// shaped reports whether a character belongs to a script in which joiners change the shape of
// letters.
func shaped(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
		unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Myanmar, unicode.Khmer)
}

// tag reports whether a character is a tag character, which spells the region of a flag emoji.
func tag(r rune) bool { return r >= 0xE0020 && r <= cancelTag }

// tagsOfFlag returns the number of characters after a black flag that make it a regional flag: up
// to 6 tags and the cancel tag. It returns 0 if they do not.
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

// blank reports whether a character shows nothing although it counts as printable: Hangul fillers,
// default-ignorable characters, the blank Braille pattern, and the musical null notehead.
func blank(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == '\u2800' || r == '\U0001D159'
}

// ProperName reports whether a word is acceptable as the name of a user or room, on a platform
// where people choose these themselves.
func ProperName(name string) bool {
	return CleanName(name) == name && strings.ContainsFunc(name, unicode.IsLetter) &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.-", r)
		})
}

// link matches what chats show as a link, or what people type for one.
var link = regexp.MustCompile(`(?i)://|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}`)

// HasLink reports whether a text contains an address of the web.
func HasLink(text string) bool { return link.MatchString(text) }
