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

// Markup matches the markup in the text of messages: commands in backquotes, timestamps as
// <t:SECONDS>, and spoilers as <s:WORDS>.
var Markup = regexp.MustCompile("`[^`\n]*`|<t:-?[0-9]+>|<s:[^>\n]+>")

// Style says how a platform renders the parts of a text. A nil function leaves its part unchanged.
type Style struct {
	Plain func(text string) string      // ordinary words: escape them here
	Code  func(text string) string      // words to type, without their backquotes
	Time  func(moment time.Time) string // a timestamp
	// Spoiler returns a text in the platform's form for text that is hidden until the reader
	// uncovers it. If it is nil, the platform has no such form and the text is shown.
	Spoiler func(text string) string
}

// Format renders the text of a message for a platform. User input does not contain the bot's
// markup, because [CleanText] removes it on the way in. It may contain the platform's markup, which
// Style.Plain must escape.
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
		part := phrase.Unisolated(text[at[0]:at[1]]) // words to type hold no invisible marks
		end = at[1]
		switch {
		case part[0] == '`' && style.Code != nil:
			part = style.Code(part[1 : len(part)-1])
		case strings.HasPrefix(part, "<s:"):
			part = part[3 : len(part)-1]
			if style.Spoiler != nil {
				part = style.Spoiler(part)
			} else if style.Plain != nil {
				part = style.Plain(part)
			}
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
func Timestamp(t time.Time) phrase.Text {
	return phrase.Said("<t:" + strconv.FormatInt(t.Unix(), 10) + ">")
}

// Spoiler returns the markup that hides a text until the reader uncovers it.
func Spoiler(text string) phrase.Text {
	return phrase.Said("<s:" + strings.ReplaceAll(text, ">", "") + ">")
}

// Unmarked removes the markup from a text. It is for messages from elsewhere that quote user input.
func Unmarked[S ~string](text S) S {
	return S(breakMoments(strings.ReplaceAll(string(text), "`", "'")))
}

// Unlinked returns a text in which no platform recognises a link, a mention or a room name. It is
// for user input that is shown to others.
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

// maxQuoted is the number of characters of a text that are quoted.
const maxQuoted = 40

// QuoteText quotes the beginning of what a user said, for use within a sentence: as much as tells
// the user what is meant, and harmless.
func QuoteText(text string) phrase.Text {
	text = CleanText(text)
	if runes := []rune(text); len(runes) > maxQuoted {
		text = strings.TrimRight(string(runes[:cutBefore(runes, maxQuoted)]), " ") + "…"
	}
	return phrase.Of("“%s”", cmp.Or(text, CleanName(text)))
}

// QuoteWord quotes a word that a user typed, for use within a sentence, shortened and harmless.
func QuoteWord(word string) phrase.Text { return phrase.Of("“%s”", CleanName(word)) }
