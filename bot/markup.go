package bot

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"raumbot/bot/phrase"
)

// Markup matches the markup in the text of messages: words to type in
// backquotes, and timestamps as <t:SECONDS>.
var Markup = regexp.MustCompile("`[^`\n]*`|<t:-?[0-9]+>")

// Style says how a platform renders the parts of a text. A nil function leaves
// its part unchanged.
type Style struct {
	Plain func(text string) string      // ordinary words: escape them here
	Code  func(text string) string      // words to type, without their backquotes
	Time  func(moment time.Time) string // a timestamp
}

// Format renders the text of a message for a platform. User input contains none of this
// markup, because [CleanText] removes it on the way in. It may contain the platform's
// markup, which Style.Plain must escape.
func Format(text string, style Style) string {
	var out strings.Builder
	plain := func(s string) {
		if style.Plain != nil {
			s = style.Plain(s)
		}
		out.WriteString(s)
	}
	end := 0
	for _, at := range Markup.FindAllStringIndex(text, -1) {
		plain(text[end:at[0]])
		part := text[at[0]:at[1]]
		end = at[1]
		switch {
		case part[0] == '`' && style.Code != nil:
			part = style.Code(part[1 : len(part)-1])
		case part[0] == '<' && style.Time != nil:
			seconds, _ := strconv.ParseInt(part[3:len(part)-1], 10, 64)
			part = style.Time(time.Unix(seconds, 0).UTC())
		}
		out.WriteString(part)
	}
	plain(text[end:])
	return out.String()
}

// Timestamp returns the markup of a time.
func Timestamp(t time.Time) string { return "<t:" + strconv.FormatInt(t.Unix(), 10) + ">" }

// Unmarked removes the markup from a text: for messages from elsewhere
// that quote user input.
func Unmarked(text string) string {
	return breakMoments(strings.ReplaceAll(text, "`", "'"))
}

// Unlinked returns a text in which no platform recognises a link, a mention or a
// room name: for user input that is shown to others.
func Unlinked(text string) string {
	text = strings.NewReplacer("@", "", "#", "", "!", "! ", "://", ": //", ":", ": ").Replace(text)
	var out strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		out.WriteRune(r)
		if r == '.' && i > 0 && i+1 < len(runes) && wordRune(runes[i-1]) && unicode.IsLetter(runes[i+1]) {
			out.WriteByte(' ')
		}
	}
	return CleanText(out.String())
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' }

// mostQuoted is the number of characters that are quoted of a text.
const mostQuoted = 40

// QuoteText shows the beginning of what somebody said within a sentence, as long as it tells them what is meant, and harmless.
func QuoteText(text string) string {
	text = CleanText(text)
	if runes := []rune(text); len(runes) > mostQuoted {
		text = strings.TrimRight(string(runes[:cutBefore(runes, mostQuoted)]), " ") + "…"
	}
	return phrase.Of("“%s”", cmp.Or(text, CleanName(text)))
}

// QuoteWord shows what somebody typed within a sentence, shortened and harmless.
func QuoteWord(word string) string { return phrase.Of("“%s”", CleanName(word)) }
