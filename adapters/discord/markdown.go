package discord

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"raumbot/bot"
)

// maxContent is Discord's limit of a message, in UTF-16 code units.
const maxContent = 2000

// specialChars escapes the characters of Markdown, mentions and links.
var specialChars = strings.NewReplacer(
	`\`, `\\`, `*`, `\*`, `_`, `\_`, `~`, `\~`, `|`, `\|`, "`", "\\`", `<`, `\<`, `[`, `\[`, `]`, `\]`,
	`://`, `\://`, `/`, `\/`, // invitations to servers are links even without ://
	`@`, "@\u200b", // a name that contains a mention notifies nobody
)

// lineStart matches the beginning of a heading, a list item or a quotation.
var lineStart = regexp.MustCompile(`(?m)^(\s*)(#|-|>|[0-9]+\.)`)

// escape escapes all markup of a text.
func escape(text string) string {
	return lineStart.ReplaceAllStringFunc(specialChars.Replace(text), func(begin string) string {
		return begin[:len(begin)-1] + `\` + begin[len(begin)-1:]
	})
}

// style returns the style of texts on Discord. hint formats commands. A time after now is followed
// by a countdown.
func style(hint func(words string) (string, bool), now time.Time) bot.Style {
	return bot.Style{
		Plain: escape,
		Code: func(words string) string {
			if text, isCommand := hint(words); isCommand {
				return text
			}
			return "`" + words + "`"
		},
		Spoiler: func(words string) string { return "||" + escape(words) + "||" },
		Time: func(at time.Time) string {
			if at.After(now) {
				return fmt.Sprintf("<t:%d:f> (<t:%d:R>)", at.Unix(), at.Unix())
			}
			return fmt.Sprintf("<t:%d:f>", at.Unix())
		},
	}
}

// length returns the length of a text as Discord counts it, in UTF-16 code units.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// split cuts a text into parts of at most limit UTF-16 code units. It cuts between lines if
// possible, otherwise between words. It does not cut within code, a mention or an escape sequence,
// unless that is too long by itself.
func split(text string, limit int) []string {
	var parts []string
	for length(text) > limit {
		at := cutAt(text, limit)
		parts = append(parts, strings.TrimRight(text[:at], " \n"))
		text = strings.TrimLeft(text[at:], " \n")
	}
	if text != "" || parts == nil {
		parts = append(parts, text)
	}
	return parts
}

// markupState is the state of a reader of a text with markup.
type markupState struct{ inCode, inMention, escaped bool }

// read updates the state after a character.
func (m *markupState) read(r rune) {
	switch {
	case r == '\n':
		m.inCode, m.inMention = false, false
	case r == '`' && !m.escaped:
		m.inCode = !m.inCode
	case r == '<' && !m.escaped && !m.inCode:
		m.inMention = true
	case r == '>':
		m.inMention = false
	}
	m.escaped = r == '\\' && !m.escaped && !m.inCode
}

// cutAt returns the byte offset at which to cut a text that is longer than limit.
func cutAt(text string, limit int) int {
	// The last offsets of the end of a line, of the end of a word, and of any allowed cut.
	line, word, sign := 0, 0, 0
	n, state := 0, markupState{}
	for i, r := range text {
		if n += max(utf16.RuneLen(r), 1); n > limit {
			break
		}
		switch {
		case r == '\n':
			line = i
		case r == ' ' && !state.inCode && !state.inMention:
			word = i
		}
		state.read(r)
		if state == (markupState{}) {
			sign = i + utf8.RuneLen(r)
		}
	}
	for _, at := range []int{line, word, sign} {
		if at > 0 && (at >= len(text[:max(sign, 1)])/2 || at == sign) {
			return at
		}
	}
	return hardCut(text, limit)
}

// hardCut returns the last byte offset within the limit. It is used if no better cut is possible.
func hardCut(text string, limit int) int {
	n := 0
	for i, r := range text {
		if n += max(utf16.RuneLen(r), 1); n > limit {
			return i
		}
	}
	return len(text)
}

// shorten cuts a label or a title to at most limit UTF-16 code units, and then ends it with "…".
func shorten(text string, limit int) string {
	if length(text) <= limit {
		return text
	}
	n := 0
	for i, r := range text {
		if n += max(utf16.RuneLen(r), 1); n > limit-1 {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}
