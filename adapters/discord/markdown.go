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

// maxContent is the length of a message, in characters as Discord counts them.
const maxContent = 2000

// specialChars escapes what Markdown, mentions and links are made of.
var specialChars = strings.NewReplacer(
	`\`, `\\`, `*`, `\*`, `_`, `\_`, `~`, `\~`, `|`, `\|`, "`", "\\`", `<`, `\<`, `[`, `\[`, `]`, `\]`,
	`://`, `\://`, `/`, `\/`, // invitations to servers are links even without ://
	`@`, "@\u200b", // a name that contains a mention notifies nobody
)

// lineStart matches what begins a heading, a list or a quotation.
var lineStart = regexp.MustCompile(`(?m)^(\s*)(#|-|>|[0-9]+\.)`)

// escape escapes all markup of a text.
func escape(text string) string {
	return lineStart.ReplaceAllStringFunc(specialChars.Replace(text), func(begin string) string {
		return begin[:len(begin)-1] + `\` + begin[len(begin)-1:]
	})
}

// style writes texts for Discord. hint writes commands; a future time also says how long it is until then.
func style(hint func(words string) (string, bool), now time.Time) bot.Style {
	return bot.Style{
		Plain: escape,
		Code: func(words string) string {
			if text, isCommand := hint(words); isCommand {
				return text
			}
			return "`" + words + "`"
		},
		Time: func(at time.Time) string {
			if at.After(now) {
				return fmt.Sprintf("<t:%d:f> (<t:%d:R>)", at.Unix(), at.Unix())
			}
			return fmt.Sprintf("<t:%d:f>", at.Unix())
		},
	}
}

// length counts characters as Discord does, in code units of UTF-16.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// split cuts a text into parts of at most limit characters: between lines if possible, else between words, and never within code or an
// escaped character.
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

// cutAt returns where to cut a text that is longer than limit.
func cutAt(text string, limit int) int {
	line, word, sign := 0, 0, 0
	n, inCode, inMention, escaped := 0, false, false, false
	for i, r := range text {
		if n += max(utf16.RuneLen(r), 1); n > limit {
			break
		}
		switch {
		case r == '\n':
			line, inCode, inMention = i, false, false
		case r == ' ' && !inCode && !inMention:
			word = i
		case r == '`' && !escaped:
			inCode = !inCode
		case r == '<' && !escaped && !inCode: // a mention
			inMention = true
		case r == '>':
			inMention = false
		}
		escaped = r == '\\' && !escaped && !inCode
		if !escaped && !inCode && !inMention {
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

// hardCut cuts a text that is one long piece of code.
func hardCut(text string, limit int) int {
	n := 0
	for i, r := range text {
		if n += max(utf16.RuneLen(r), 1); n > limit {
			return i
		}
	}
	return len(text)
}

// shorten cuts a label or a title to a number of characters.
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
