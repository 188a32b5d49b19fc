package command

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"raumbot/bot"
)

// stripped is a text without the additions that may surround a command or a move.
type stripped struct {
	text string
	// addressed is the text including the mentions around it, which may be names that the command
	// needs.
	addressed string
	asked     bool // the text ends with a question mark or another sign of a question
	doubted   bool // the additions put the text in doubt, so all of it is talk
	remarked  bool // there is a remark that is more than polite words
	hidden    bool // the text is a quotation, struck out or hidden
	table     Table
}

// clean removes everything that is not part of the message: invisible characters, marks of emphasis
// and code around it, and prefixes that address a bot.
func clean(text string) string {
	text = strings.TrimSpace(bot.Visible(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) && r != '\n' || r == '\u2060' {
			return ' '
		}
		return r
	}, text)))
	for {
		before := text
		text = unmarked(text)
		if rest := address.ReplaceAllString(text, ""); rest != "" {
			text = strings.TrimSpace(rest)
		}
		if text == before {
			return text
		}
	}
}

// address matches prefixes that other bots expect: "!help", "/help", "raumbot: help".
var address = regexp.MustCompile(`(?i)^(?:[!/]+\s?|@?raumbot\s*[:,]\s*|@?raumbot\s+)`)

// emphasis lists the marks for emphasis and code in Discord and Matrix, the longest first. They
// surround a text.
var emphasis = []string{"```", "``", "`", "***", "**", "*", "___", "__", "_"}

// unmarked returns a text without the marks of emphasis around it and around its first words.
func unmarked(text string) string {
	for _, mark := range emphasis {
		rest, ok := strings.CutPrefix(text, mark)
		if !ok {
			continue
		}
		inner, behind, closed := strings.Cut(rest, mark)
		if closed && strings.TrimSpace(inner) != "" && (behind == "" || strings.ContainsAny(behind[:1], " \n,.!")) {
			return strings.TrimSpace(strings.TrimSpace(inner) + behind)
		}
	}
	return text
}

// isHidden reports whether a text quotes another one, or has words that are struck out or hidden.
func isHidden(text string) bool {
	return strings.ContainsAny(text, ">~|") && // quicker than the patterns
		(quotation.MatchString(text) || struck.MatchString(text) || spoiler.MatchString(text))
}

var (
	quotation = regexp.MustCompile(`(?m)^\s*>+(\s|\S)`)
	struck    = regexp.MustCompile(`~~[^~]+~~`)
	spoiler   = regexp.MustCompile(`\|\|[^|]+\|\|`)
)

// fold replaces full-width letters and digits, and typographic dashes and quotes, by ASCII
// characters.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case strings.ContainsRune("‐‑‒–—−", r):
			return '-'
		case strings.ContainsRune("“”„‟»«", r):
			return '"'
		case strings.ContainsRune("’‘‚‛‹›", r):
			return '\''
		}
		return r
	}, text)
}

// quotes are the marks that quote a word or a text, also as a platform may write them.
const quotes = "\"'`“”„‟»«’‘‚‛‹›"

// unquotedText returns a text without the quotes around all of it, or without a single one.
func unquotedText(text string) string {
	n := strings.Count(text, `"`)
	if n%2 == 1 || n == 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return strings.Trim(text, `"`)
	}
	return text
}

// cutQuoted cuts words in quotes off a text. A quote closes the words if no letter follows it. ok
// is false if the text does not begin with such words.
func cutQuoted(text string) (words, behind string, ok bool) {
	_, size := utf8.DecodeRuneInString(text)
	if !strings.ContainsAny(text[:size], quotes) {
		return "", "", false
	}
	for i, r := range text {
		if i <= size || !strings.ContainsRune(quotes, r) {
			continue
		}
		behind := text[i+utf8.RuneLen(r):]
		if rest := strings.TrimLeft(behind, ".,:;!?"); rest == "" || rest[0] == ' ' {
			return strings.TrimSpace(text[size:i]), strings.TrimSpace(rest), true
		}
	}
	return "", "", false
}

// pare removes the additions that may surround a command or a move: pleasantries, emoji, mentions,
// and remarks in brackets or on further lines.
func (t Table) pare(text string, mentions map[string]bot.User) stripped {
	text = clean(text)
	p := stripped{hidden: isHidden(text), table: t}
	first, remarks, _ := strings.Cut(fold(text), "\n")
	p.remark(remarks)
	first = p.withoutRemarks(first)
	if mayHaveEmoji(first) {
		first = emoji.ReplaceAllString(first, " $0 ")
	}
	fields := strings.Fields(first)
	fields = p.trim(fields, func(w string) bool { return false })
	beside := strings.Join(fields, " ") // a remark may stand before pleasantries, too
	fields = p.trim(strings.Fields(p.withoutRemarks(beside)), func(w string) bool { return false })
	p.addressed = unquotedText(strings.Join(fields, " "))
	fields = p.trim(fields, func(w string) bool { return isMention(w, mentions) })
	p.text = unquotedText(strings.Join(fields, " "))
	if marks := p.text[len(strings.TrimRight(p.text, "?!. ")):]; strings.Contains(marks, "?") && p.text != "?" {
		p.asked = true
		p.text = strings.TrimRight(p.text, "?!. ")
		p.addressed = strings.TrimRight(p.addressed, "?!. ")
	}
	return p
}

// trim removes pleasantries, emoji and fields that more accepts from both ends of a text. It keeps
// at least one field.
func (p *stripped) trim(fields []string, more func(string) bool) []string {
	nothing := func(w string) bool { return isEmoji(w) || isSmiley(w) || more(strings.Trim(w, ",.!:")) }
	for before := -1; before != len(fields); {
		before = len(fields)
		if n := leading(fields, readWordLists().pleasantries); n > 0 && n < len(fields) {
			fields = fields[n:]
		}
		if n := trailing(fields, readWordLists().pleasantries); n > 0 && n < len(fields) {
			p.asked = p.asked || strings.Contains(fields[len(fields)-1], "?")
			fields = fields[:len(fields)-n]
		}
		if len(fields) > 1 && nothing(fields[0]) {
			p.asked = p.asked || asking.MatchString(fields[0])
			fields = fields[1:]
		}
		if last := len(fields) - 1; last > 0 && nothing(fields[last]) {
			p.asked = p.asked || asking.MatchString(fields[last])
			fields = fields[:last]
		}
		if last := len(fields) - 1; last >= 0 {
			fields[last] = strings.TrimRight(fields[last], ",;")
		}
	}
	return slices.DeleteFunc(fields, func(w string) bool { return w == "" || w == "," })
}

// remarkForm matches a remark: in brackets at the beginning or the end of a text, or at its end
// behind a dash or a comma, or on a line of its own.
var remarkForm = regexp.MustCompile(`^\(([^()=]+)\)\s+|\s+\(([^()=]+)\)[\s.!]*$|(?:\s+-+|,)\s+([^-,()]+)$|\n([^\n()]+)$`)

// mayHaveRemark reports whether a text has what remarkForm asks for: a closing bracket, a comma,
// the end of a line, or a dash behind a space. It is much quicker than the pattern.
func mayHaveRemark(text string) bool {
	if strings.ContainsAny(text, "),\n") {
		return true
	}
	for i := 1; i < len(text); i++ {
		if text[i] == '-' && text[i-1] <= ' ' {
			return true
		}
	}
	return false
}

// cutRemark cuts a remark off a text. loose means that it stands behind a dash or a comma, so that
// its words may belong to the command. The remark is empty if there is none.
func cutRemark(text string) (rest, remark string, loose bool) {
	if !mayHaveRemark(text) {
		return text, "", false
	}
	at := remarkForm.FindStringSubmatchIndex(text)
	for n := 2; n < len(at); n += 2 {
		if at[n] >= 0 {
			remark, loose = strings.Trim(text[at[n]:at[n+1]], " .!"), n == 6
		}
	}
	if remark == "" {
		return text, "", false
	}
	return text[:at[0]] + text[at[1]:], remark, loose
}

// withoutRemarks returns a text without its remarks. It keeps one in brackets that names a piece,
// because it may belong to a move, and a loose one that neither is a pleasantry nor has words of
// doubt.
func (p *stripped) withoutRemarks(text string) string {
	for range maxRemarks {
		rest, remark, loose := cutRemark(text)
		fields := strings.Fields(remark)
		switch {
		case remark == "", loose && !doubts(fields) && !arePhrases(fields, readWordLists().pleasantries):
			return text
		case !loose && (moveNote.MatchString(strings.ToLower(remark)) || isPieceName(remark)):
			return text
		case loose:
			p.doubted = p.doubted || doubts(fields)
		default:
			p.remark(remark)
		}
		text = rest
	}
	return text
}

// maxRemarks limits the number of remarks that are removed from a text, because each takes a search
// through all of it.
const maxRemarks = 10

// isHesitation reports whether a word shows that a remark is talk and not a command.
func isHesitation(word string) bool {
	return readWordLists().doubt[word] || readWordLists().unmeant[word]
}

// doubts reports whether one of some words is a word of doubt and not part of a pleasantry.
func doubts(fields []string) bool {
	for len(fields) > 0 {
		n := leading(fields, readWordLists().pleasantries)
		if n == 0 && isHesitation(bare(fields[0])) {
			return true
		}
		fields = fields[max(n, 1):]
	}
	return false
}

// endsHesitantly reports whether the last remark of a text, before pleasantries, has words of doubt
// alone. Unlike those that pare finds, it may belong to a text that people read.
func endsHesitantly(text string) bool {
	text = fold(text)
	for {
		fields := strings.Fields(text)
		n := trailing(fields, readWordLists().pleasantries)
		if n == 0 {
			break
		}
		text = strings.TrimSpace(text[:strings.LastIndex(text, fields[len(fields)-n])])
	}
	_, remark, _ := cutRemark(text)
	return allHesitation(remark, isHesitation)
}

// endsAsking reports whether a text ends with a question mark or another sign of a question.
func endsAsking(text string) bool {
	return strings.HasSuffix(text, "?") || asking.MatchString(lastWord(text))
}

// lastWord returns the last word of a text.
func lastWord(text string) string { return text[strings.LastIndexAny(text, " \n")+1:] }

// moveNote matches notes in brackets after a move that the bot has written.
var moveNote = regexp.MustCompile(`, in passing$|^castling|of sets? [0-9]`)

// remark handles a remark beside a command. The remark puts the command in doubt if it asks, names
// a cell or a piece, or contains a word of doubt.
func (p *stripped) remark(text string) {
	fields := strings.Fields(text)
	p.remarked = p.remarked || len(fields) > 0 && !p.table.Pleasant(text)
	if strings.Contains(text, "?") || asking.MatchString(text) || cellWord.MatchString(text) || isHidden(text) || doubts(fields) {
		p.doubted = true
	}
	for _, w := range fields {
		if len(bare(w)) > 3 && isPieceName(bare(w)) || p.table.changes(bare(w)) {
			p.doubted = true
		}
	}
}

// changes reports whether a word names a command that changes something. A remark with such a word
// may itself be meant as a command.
func (t Table) changes(word string) bool {
	c := t.Find(word)
	return c != nil && c.Changes
}

// cellWord matches the name of a cell within a text.
var cellWord = regexp.MustCompile(`(?i)(^|[^\pL0-9])[a-z]{1,2}[0-9]{1,2}([^\pL0-9]|x?[a-z]{1,2}[0-9]|$)`)

var (
	// emoji matches a sequence of symbols that are not part of a word, and the custom emoji of
	// Discord.
	emoji = regexp.MustCompile(`<a?:\w+:[0-9]+>|[\x{1F000}-\x{1FFFF}\x{2600}-\x{27BF}\x{2B00}-\x{2BFF}\x{2049}\x{203C}\x{FE0F}\x{200D}\x{E0020}-\x{E007F}]+`)
	// asking matches emoji that ask.
	asking = regexp.MustCompile(`[❓❔⁉🤔🤷]`)
	// shortcode matches an emoji written by its name.
	shortcode = regexp.MustCompile(`^:[a-z0-9_+-]+:$`)
	smiley    = regexp.MustCompile(`^(?:[:;=]['o^-]?[)(DPpOo3/\\|*]+|[8xX]['o^-]?[)(D]+|<3|\^_*\^)$`)
)

// mayHaveEmoji reports whether a text has a character with which emoji begin.
func mayHaveEmoji(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r == '<' || r >= utf8.RuneSelf })
}

// isEmoji reports whether a word consists of emoji. Words that begin with a letter or a digit are
// told apart without the patterns, as nearly all words do.
func isEmoji(w string) bool {
	if w != "" && w[0] < utf8.RuneSelf && (unicode.IsLetter(rune(w[0])) || unicode.IsDigit(rune(w[0]))) {
		return false
	}
	return emoji.ReplaceAllString(w, "") == "" || shortcode.MatchString(w)
}

func isSmiley(w string) bool {
	return w != "" && strings.Contains(":;=8xX<^", w[:1]) && smiley.MatchString(w)
}

// isMention reports whether a word mentions a user.
func isMention(w string, mentions map[string]bot.User) bool {
	_, known := mentions[w]
	return known || strings.HasPrefix(w, "@") && len(w) > 1
}
