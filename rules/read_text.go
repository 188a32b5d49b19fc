package rules

import (
	"regexp"
	"strings"
	"unicode"
)

// The patterns match text normalised by plainText.
var (
	moveNumbers = regexp.MustCompile(`^\s*\d+\s*\.+`)
	judgement   = regexp.MustCompile(`[+#!?]+|\b(?:check(?:mate)?|mate|ep|en passant|in passing)\b|\be\.\s?p\b\.?`)
	bracketed   = regexp.MustCompile(`\(([^()]*)\)`)
	arrows      = strings.NewReplacer("=>", " ", "->", " ", "→", " ", "⇒", " ")
	marks       = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-", "×", " x ", "*", " x ",
		"`", "", "'", "", "’", "", "\"", "", "“", "", "”", "", "[", "(", "]", ")", "{", "(", "}", ")")
	signs = strings.NewReplacer("-", " ", ">", " ", ",", " ", ".", " ", ":", " ", ";", " ", "_", " ", "(", " ", ")", " ")

	castle    = regexp.MustCompile(`\b(?:[o0]-?[o0](?:-?[o0])?|castl(?:es|e|ing)|cathedral(?:s|ling)?)\b`)
	cathedral = regexp.MustCompile(`\bcathedral`)
	promotion = regexp.MustCompile(`[=/]+|\b(?:promot(?:es|ed|e|ing|ion)|becom(?:es|ing|e)|turns)\b(?:\s+(?:in)?to\b|\s+as\b|\s*=)?|\b(?:as|into)\b`)
	article   = regexp.MustCompile(`^\s*an?\s`)
)

// plainText normalises a move: lower case, ASCII symbols, no annotation such as
// "!?" and no move number.
func plainText(text string) string {
	text = strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' { // full width
			return r - '！' + '!'
		}
		return r
	}, text)
	text = strings.ToLower(marks.Replace(arrows.Replace(text)))
	text = moveNumbers.ReplaceAllString(text, " ")
	return strings.TrimSpace(judgement.ReplaceAllString(text, " "))
}

// splitNote removes the part in brackets from a plain text: the note that
// [Position.Describe] adds, or a promotion. Brackets around the whole text are dropped.
func splitNote(text string) (rest, note string) {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && strings.Count(text, "(") == 1 {
		return text[1 : len(text)-1], ""
	}
	at := bracketed.FindStringSubmatchIndex(text)
	if at == nil {
		return text, ""
	}
	note = strings.TrimSpace(text[at[2]:at[3]])
	before := strings.TrimSpace(text[:at[0]])
	if strings.HasSuffix(before, "=") || strings.HasSuffix(before, "/") {
		return before + note + text[at[1]:], ""
	}
	return before + " " + text[at[1]:], note
}

// isJunk reports whether the text is too long or has control characters.
func isJunk(text string) bool {
	return len(text) > maxMoveText || strings.ContainsFunc(text, func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsPrint(r) && !unicode.IsSpace(r)
	})
}

// quoted quotes user input, shortened to a readable length.
func quoted(text string) wording {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	return func(say Say) string { return say("\"%s\"", text) }
}
