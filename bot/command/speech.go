package command

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"raumbot/bot"
)

// clean takes from a text what is no part of what is meant: signs that nobody
// sees, the quotes of code, and the ways in which other bots are addressed.
func clean(text string) string {
	text = strings.TrimSpace(bot.Visible(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) && r != '\n' || r == '\u2060' {
			return ' '
		}
		return r
	}, text)))
	for {
		before := text
		if inner, ok := unquoted(text); ok {
			text = inner
		}
		if rest := address.ReplaceAllString(text, ""); rest != "" {
			text = strings.TrimSpace(rest)
		}
		if text == before {
			return text
		}
	}
}

// unquoted returns what stands between backticks, where nothing stands outside them.
func unquoted(text string) (string, bool) {
	inner := strings.Trim(text, "`")
	if inner == text || strings.Contains(inner, "`") || strings.TrimSpace(inner) == "" {
		return text, false
	}
	return strings.TrimSpace(inner), true
}

// address is how people begin who are used to other bots: "!help", "/help", "raumbot: help".
var address = regexp.MustCompile(`(?i)^(?:[!/]+\s?|@?raumbot\s*[:,]\s*|@?raumbot\s+)`)

// edges are marks that surround words and mean nothing to the bot.
const edges = "?!.,;:…\"“”„»«()*_~"

//go:embed words.txt
var wordLines string

// idle are the words that mean nothing to the bot.
type idle struct {
	fillers    map[string]bool // may stand anywhere
	polite     map[string]bool // may stand at either end of a command
	beginnings [][]string      // say that something is wanted, and not what; the longest first
	endings    [][]string
}

// readIdle reads the lists of words.txt.
var readIdle = sync.OnceValue(func() idle {
	lists := map[string][]string{}
	for _, line := range strings.Split(wordLines, "\n") {
		if name, words, ok := strings.Cut(line, " = "); ok && line[0] != '#' {
			for _, w := range strings.Split(words, "|") {
				lists[name] = append(lists[name], strings.TrimSpace(w))
			}
		}
	}
	set := func(name string) map[string]bool {
		all := map[string]bool{}
		for _, w := range lists[name] {
			all[w] = true
		}
		return all
	}
	split := func(name string) [][]string {
		var all [][]string
		for _, w := range lists[name] {
			all = append(all, strings.Fields(w))
		}
		slices.SortStableFunc(all, func(a, b []string) int { return len(b) - len(a) })
		return all
	}
	return idle{set("fillers"), set("polite"), split("beginnings"), split("endings")}
})

// normal returns what is said in small letters, without marks at the edges of
// words, apostrophes, politeness and articles, so that many ways to say the
// same thing become one.
func normal(text string) string {
	for range 8 { // what has been taken away may have hidden more
		next := normalOnce(text)
		if next == text {
			break
		}
		text = next
	}
	return text
}

// normalOnce does so once.
func normalOnce(text string) string {
	text = strings.NewReplacer("’", "'", "‘", "'", "`", " ").Replace(strings.ToLower(text))
	var all []string
	for _, w := range strings.Fields(text) {
		w = strings.Trim(strings.ReplaceAll(w, "'", ""), edges)
		if w != "" {
			all = append(all, w)
		}
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return readIdle().fillers[w] })
	if len(kept) == 0 {
		kept = all
	}
	for {
		rest := kept
		for _, b := range readIdle().beginnings {
			if len(rest) > len(b) && slices.Equal(rest[:len(b)], b) {
				rest = rest[len(b):]
				break
			}
		}
		for _, e := range readIdle().endings {
			if len(rest) > len(e) && slices.Equal(rest[len(rest)-len(e):], e) {
				rest = rest[:len(rest)-len(e)]
				break
			}
		}
		if len(rest) == len(kept) {
			return strings.Join(kept, " ")
		}
		kept = rest
	}
}

// politely takes the same beginnings and endings from a text whose words keep
// their form, and marks from the ends of its words: "Can you accept 1, please?" is "accept 1".
func politely(text string) string {
	fields := strings.Fields(text)
	bare := func(w string) string { return strings.Trim(strings.ReplaceAll(strings.ToLower(w), "'", ""), edges) }
	polite := func(w string) bool { return readIdle().polite[bare(w)] }
	for before := -1; before != len(fields) && len(fields) > 1; {
		before = len(fields)
		if polite(fields[len(fields)-1]) {
			fields = fields[:len(fields)-1]
		}
		if len(fields) > 1 && polite(fields[0]) {
			fields = fields[1:]
		}
		for _, b := range readIdle().beginnings {
			if len(fields) > len(b) && slices.EqualFunc(fields[:len(b)], b, func(w, x string) bool { return bare(w) == x }) {
				fields = fields[len(b):]
				break
			}
		}
	}
	for i, w := range fields {
		if trimmed := strings.Trim(w, "?!.,;:…"); trimmed != "" {
			fields[i] = trimmed
		}
	}
	return strings.Join(fields, " ")
}

// numbered finds the number of a game before what is said: "1 aa2-aa3", "game 2: resign".
var numbered = regexp.MustCompile(`(?i)^(?:in )?(?:game |partie |spiel )?#?([1-9][0-9]{0,9})[.:,)]?\s+(\S.*)$`)

// numberBefore finds a number before what is said.
func numberBefore(text string) []string {
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	return numbered.FindStringSubmatch(text)
}

// withNumber puts the number of a game behind the command that a text gives, if it is
// one that takes such a number: "2 resign" is "resign 2". A move needs no command.
func (t Table) withNumber(number, rest string) string {
	if said, ok := phrased(rest); ok {
		rest = said
	}
	word, behind := cutWord(politely(rest))
	c := t.Find(strings.ToLower(word))
	switch {
	case c != nil && !c.Hidden && len(c.Params) > 0 && c.Params[0].Kind == Number:
		return strings.TrimSpace(c.Name + " " + number + " " + behind)
	case c == nil && looksLikeMove(rest):
		return "move " + number + " " + rest
	}
	return ""
}

// readings are what a text may stand for, the most likely first.
func (t Table) readings(text string) []string {
	var all []string
	if said, ok := phrased(text); ok {
		all = append(all, said)
	}
	all = append(all, text)
	if found := numberBefore(text); found != nil {
		if said := t.withNumber(found[1], found[2]); said != "" {
			all = append(all, said)
		}
	}
	if plain := politely(text); plain != text {
		all = append(all, plain)
	}
	if strings.HasSuffix(text, "?") { // a question answers nothing, "sure?", and moves nothing: "can I play ab1-cc1?"
		all = slices.DeleteFunc(all, func(reading string) bool {
			word, _ := cutWord(strings.ToLower(reading))
			c := t.Find(strings.Trim(word, edges))
			return c != nil && (c.Replies || c.Name == "move" && !strings.HasSuffix(reading, "?"))
		})
	}
	return all
}
