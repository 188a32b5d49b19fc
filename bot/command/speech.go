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

// clean removes what is not part of the message from a text: invisible characters,
// backticks around it, and prefixes with which bots are addressed.
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

// unquoted returns a text without the backticks around it, and false if it is not quoted as a whole.
func unquoted(text string) (string, bool) {
	inner := strings.Trim(text, "`")
	if inner == text || strings.Contains(inner, "`") || strings.TrimSpace(inner) == "" {
		return text, false
	}
	return strings.TrimSpace(inner), true
}

// address matches prefixes that other bots expect: "!help", "/help", "raumbot: help".
var address = regexp.MustCompile(`(?i)^(?:[!/]+\s?|@?raumbot\s*[:,]\s*|@?raumbot\s+)`)

// edges are punctuation marks that are trimmed from words.
const edges = "?!.,;:…\"“”„»«()*_~"

//go:embed words.txt
var wordLines string

// wordLists are words that say little by themselves, by what they do in a text.
type wordLists struct {
	fillers    map[string]bool // ignored anywhere
	polite     map[string]bool // ignored at either end of a command
	puttingOff map[string]bool // in a yes, make it none
	asking     [][]string      // begin a question, which is no yes; the longest first
	plainYes   [][]string      // surely mean yes; the longest first
	beginnings [][]string      // ignored at the beginning, such as "can you"; the longest first
	endings    [][]string      // ignored at the end; the longest first
	defining   [][]string      // ask what the words behind them mean; the longest first
	articles   map[string]bool // make the words behind them something that there is here: "the"
	indefinite map[string]bool // may stand before words of which the meaning is asked: "a"
	meaning    map[string]bool // may stand behind them
	timeless   map[string]bool // stand in place of a time
	until      map[string]bool // stand before the day on which something ends
	from       map[string]bool // stand before the day on which something begins
	unreal     map[string]bool // say that something is over, or only thought of
	against    map[string]bool // stand before the name of an opponent
	joining    map[string]bool // stand between two names
}

// readWordLists reads the lists of words.txt.
var readWordLists = sync.OnceValue(func() wordLists {
	lists := readLists(wordLines)
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
	return wordLists{
		fillers: set("fillers"), polite: set("polite"), puttingOff: set("postponing"), asking: split("asking"), plainYes: split("agreeing"),
		beginnings: split("beginnings"), endings: split("endings"),
		defining: split("defining"), articles: set("articles"), indefinite: set("indefinite"), meaning: set("meaning"),
		timeless: set("timeless"), until: set("until"), from: set("from"), unreal: set("unreal"), against: set("against"), joining: set("joining"),
	}
})

// readLists reads lines of the form "name = words | words". Those that begin with # are comments.
func readLists(lines string) map[string][]string {
	lists := map[string][]string{}
	for _, line := range strings.Split(lines, "\n") {
		if name, words, ok := strings.Cut(line, " = "); ok && line[0] != '#' {
			for _, w := range strings.Split(words, "|") {
				lists[name] = append(lists[name], strings.TrimSpace(w))
			}
		}
	}
	return lists
}

// normal returns the normal form of a text, in which phrases are looked up:
// in lower case, without punctuation around words, apostrophes, politeness
// and articles.
func normal(text string) string {
	for range 8 { // removing words may expose others to remove
		next := normalOnce(text)
		if next == text {
			break
		}
		text = next
	}
	return text
}

// normalOnce is one pass of normal.
func normalOnce(text string) string {
	text = strings.NewReplacer("’", "'", "‘", "'", "`", " ").Replace(strings.ToLower(text))
	var all []string
	for _, w := range strings.Fields(text) {
		w = strings.Trim(strings.ReplaceAll(w, "'", ""), edges)
		if w != "" {
			all = append(all, w)
		}
	}
	if spoken := slices.DeleteFunc(slices.Clone(all), mute); len(spoken) > 0 {
		all = spoken
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return readWordLists().fillers[w] })
	if len(kept) == 0 {
		kept = all
	}
	for {
		rest := kept
		rest = rest[leading(rest[:max(0, len(rest)-1)], readWordLists().beginnings):]
		for _, e := range readWordLists().endings {
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

// mute reports whether a word has no letter and no digit, such as an emoji.
func mute(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// bare returns a word in small letters, without apostrophes and the marks around it.
func bare(w string) string {
	return strings.Trim(strings.ReplaceAll(strings.ToLower(w), "'", ""), edges)
}

// polite reports whether a word means nothing at either end of a command, such as "please".
func polite(w string) bool { return readWordLists().polite[bare(w)] }

// empty reports whether a word means nothing at the end of a command: it is polite, or has no letters.
func empty(w string) bool { return polite(w) || mute(w) }

// PlainYes reports whether a text surely means yes, and says nothing else.
func PlainYes(text string) bool {
	var fields []string
	for _, w := range strings.Fields(text) {
		if strings.Contains(w, "?") {
			return false
		}
		if !empty(w) {
			fields = append(fields, bare(w))
		}
	}
	if len(fields) == 0 {
		return false
	}
	for len(fields) > 0 {
		n := leading(fields, readWordLists().plainYes)
		if n == 0 {
			return false
		}
		fields = fields[n:]
	}
	return true
}

// leading returns how many words the first of some phrases has with which fields begin, 0 if they begin with none.
func leading(fields []string, phrases [][]string) int {
	for _, p := range phrases {
		if len(fields) >= len(p) && slices.EqualFunc(fields[:len(p)], p, func(w, x string) bool { return bare(w) == x }) {
			return len(p)
		}
	}
	return 0
}

// unthanked removes polite words and emoji from the end of a command's last argument. A mark that makes it a question stays.
func unthanked(text string) string {
	fields := strings.Fields(text)
	n := len(fields)
	for n > 0 && empty(fields[n-1]) && !strings.Contains(fields[n-1], "?") && fields[n-1] != "!" { // a move that ends in ! is not asked about
		n--
	}
	if n == len(fields) {
		return text
	}
	return strings.Join(fields[:n], " ")
}

// politely removes polite words and beginnings from a text, and punctuation around its words, but
// keeps their spelling: "Can you accept 1, please?" becomes "accept 1".
func politely(text string) string {
	fields := begun(strings.Fields(text))
	for n := len(fields); n > 1 && empty(fields[n-1]); n-- {
		fields = fields[:n-1]
	}
	for i, w := range fields {
		if trimmed := strings.Trim(w, "?!.,;:…"); trimmed != "" {
			fields[i] = trimmed
		}
	}
	return strings.Join(fields, " ")
}

// begun removes polite words and beginnings from the front of the fields of a text: "please can you say hi" is "say hi".
func begun(fields []string) []string {
	for before := -1; before != len(fields) && len(fields) > 1; {
		before = len(fields)
		if polite(fields[0]) {
			fields = fields[1:]
		}
		fields = fields[leading(fields[:len(fields)-1], readWordLists().beginnings):]
	}
	return fields
}

// numbered matches a game's number before a command or a move: "1 aa2-aa3", "game 2: resign".
var numbered = regexp.MustCompile(`(?i)^(?:in )?(?:game |partie |spiel )?#?([1-9][0-9]{0,9})[.:,)]?\s+(\S.*)$`)

// numberBefore returns the submatches of numbered, nil for none.
func numberBefore(text string) []string {
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	return numbered.FindStringSubmatch(text)
}

// withNumber moves the number of a game behind the command in rest, if that takes one: "2 resign"
// is "resign 2". A bare move becomes a move command. Anything else is "".
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

// helpAbout matches a cry for help with one word: "hilfe aufgeben", "help with resigning".
var helpAbout = regexp.MustCompile(`(?i)^(\S+)( (?:with|on|about|mit|zu|zum|zur|bei|beim|über))? (\S+)$`)

// helpOn returns the command that explains another, for a text that asks for help with what this one does; empty if it is none. A plain
// "help WORD" is left to that command, which also knows topics.
func (t Table) helpOn(text string) string {
	found := helpAbout.FindStringSubmatch(strings.Trim(text, edges))
	if found == nil || found[2] == "" && t.Find(strings.ToLower(found[1])) != nil {
		return ""
	}
	if cry := readSentence(found[1]); !cry.says("HELP") {
		return ""
	}
	if word := strings.ToLower(found[3]); word == "computer" { // a page of its own
		return "help " + word
	}
	if c := t.Meant(found[3]); c != nil {
		return "help " + c.Name
	}
	return ""
}

// readings returns the forms in which a text may be a command, the likeliest first.
func (t Table) readings(text string) []string {
	var all []string
	if said, ok := phrased(text); ok {
		all = append(all, said)
	}
	for _, said := range []string{t.termMeant(text), t.helpOn(text)} {
		if said != "" {
			all = append(all, said)
		}
	}
	all = append(all, text)
	if found := numberBefore(text); found != nil {
		if said := t.withNumber(found[1], found[2]); said != "" {
			all = append(all, said)
		}
	}
	if plain := politely(text); plain != text {
		word, _ := cutWord(plain)
		if c := t.Find(strings.ToLower(word)); c != nil && slices.ContainsFunc(c.Params, func(p Param) bool { return p.Verbatim }) {
			plain = strings.Join(begun(strings.Fields(text)), " ") // what is to be said keeps its marks
		}
		all = append(all, plain)
	}
	if strings.HasSuffix(text, "?") && !agreesAsking(text) { // a question is no answer, as in "sure?", and no move, as in "can I play ab1-cc1?"
		all = slices.DeleteFunc(all, func(reading string) bool {
			word, rest := cutWord(strings.ToLower(reading))
			c := t.Find(strings.Trim(word, edges))
			return c != nil && (c.altersBy(rest) || strings.Contains(rest, "confirm")) || c != nil && (c.Replies || answersOffer(reading) || c.Plays && !strings.HasSuffix(reading, "?"))
		})
	}
	return all
}

// agreesAsking reports whether a text is no more than "why not?".
func agreesAsking(text string) bool {
	if len(strings.Fields(text)) != 2 {
		return false
	}
	s := readSentence(text)
	return s.says("WHYNOT")
}
