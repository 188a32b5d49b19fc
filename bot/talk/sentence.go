package talk

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/rules"
)

// longestSentence is the maximum length, in bytes, of a text that is analysed.
const longestSentence = 400

// word is a word of a sentence, with its possible meanings.
type word struct {
	text    string // as typed
	senses  []sense
	unknown bool // not in the dictionary, so perhaps a name
	named   bool // in a name's position, or written like a name
	end     int  // index of the field after it
}

// sentence is a text, analysed word by word.
type sentence struct {
	dictionary *dictionary
	words      []word
	fields     []string // as typed
	game       string   // the number of a game, if one is named
	asked      bool     // the text ends with a question mark
	now        Situation
}

// edges are punctuation marks that are trimmed from words.
const edges = "?!.,;:…\"“”„»«()*_~"

// bare returns a word in lower case, without apostrophes and the punctuation around it.
func bare(w string) string {
	return undrawn(strings.Trim(strings.ReplaceAll(strings.ToLower(w), "'", ""), edges))
}

// undrawn returns a word with letters that are drawn out written once: "hiii" is "hi". No word of
// either language has the same letter three times in a row.
func undrawn(word string) string {
	var out []rune
	letters := []rune(word)
	same := func(i, j int) bool {
		return i >= 0 && j < len(letters) && letters[i] == letters[j] && unicode.IsLetter(letters[i])
	}
	for i, r := range letters {
		if !same(i-1, i) || !same(i-2, i) && !same(i, i+1) {
			out = append(out, r)
		}
	}
	return string(out)
}

// plainMarks unifies apostrophes, and replaces backticks and ellipses by spaces.
var plainMarks = strings.NewReplacer("’", "'", "‘", "'", "`", " ", "…", " ")

var (
	// gameNamed matches a game's number in a sentence: "in game 2", "2: ...".
	gameNamed = regexp.MustCompile(`(?i)\b(?:(?:in|of|for|from|von|bei) )?(?:game|partie|spiel) (?:no\.? |nr\.? )?#?([1-9][0-9]{0,9})\b[:.,]?|^#?([1-9][0-9]{0,9})[:.)] `)
	// levelJoined matches a computer level whose number is joined to the word: "lvl8".
	levelJoined = regexp.MustCompile(`(?i)\b(level|lvl|lv|stufe)([1-8])\b`)
	// fromTo matches a move from one cell to another in the forms that people write.
	fromTo = regexp.MustCompile(`(?i)\b([a-z]{1,2}[0-9]{1,2})(?: ?(?:-+>?|–|—|→|>|:|/|x) ?| to | nach | auf | takes | )?([a-z]{1,2}[0-9]{1,2})(=[a-z]{1,3})?\b`)
	// cellForm matches the form of a cell's name.
	cellForm = regexp.MustCompile(`^[a-z]{1,2}[0-9]{1,2}$`)
	// pieceBefore matches the letter of an orthodox piece before a cell: "Ncc1".
	pieceBefore = regexp.MustCompile(`^([KQRBN])[-x:]?([a-z]{1,2}[0-9]{1,2})$`)
	// nameForm matches words that may be a user's name.
	nameForm = regexp.MustCompile(`^@?[\pL][\pL\pN_.-]{1,31}$`)
)

// readSentence analyses a text in a place with games of its own. If the text is longer than
// longestSentence, the result has no words.
func (d *dictionary) readSentence(text string, games []*rules.Variant) *sentence {
	s := &sentence{dictionary: d, asked: strings.HasSuffix(strings.TrimSpace(text), "?")}
	if len(text) > longestSentence {
		return s
	}
	if strings.ContainsAny(text, "0123456789") {
		text = s.numbered(text)
	}
	s.fields = strings.Fields(plainMarks.Replace(text))
	plain := make([]string, len(s.fields))
	for i, field := range s.fields {
		plain[i] = bare(field)
	}
	if last := len(plain) - 1; last >= 0 && plain[last] == "do" { // "what can it do"
		plain[last] = "doing"
	}
	for i := 0; i < len(plain); {
		if plain[i] == "" {
			i++
			continue
		}
		for _, w := range s.readWords(plain, i) {
			i = w.end
			s.words = append(s.words, w)
		}
	}
	s.know(games)
	s.readZone()
	s.readDay()
	return s
}

// numbered removes the number of a game from a text, and joins the cells of its moves.
func (s *sentence) numbered(text string) string {
	text = levelJoined.ReplaceAllString(text, "$1 $2")
	if found := gameNamed.FindStringSubmatchIndex(text); found != nil {
		for _, at := range []int{2, 4} {
			if found[at] >= 0 {
				s.game = text[found[at]:found[at+1]]
			}
		}
		text = text[:found[0]] + " " + text[found[1]:]
	}
	return fromTo.ReplaceAllStringFunc(text, func(move string) string {
		part := fromTo.FindStringSubmatch(move)
		return " " + strings.ToLower(part[1]+"-"+part[2]) + strings.ToUpper(part[3]) + " "
	})
}

// know gives a meaning to the words that name one of some games.
func (s *sentence) know(games []*rules.Variant) {
	for i, w := range s.words {
		for _, v := range games {
			if strings.EqualFold(w.text, v.Name) {
				s.words[i].mean(sense{isVariant, v.Name})
			}
		}
	}
}

// mean gives a word one definite meaning.
func (w *word) mean(x sense) { w.senses, w.unknown, w.named = []sense{x}, false, false }

// is reports whether a word has a meaning.
func (w *word) is(meaning string) bool {
	return slices.ContainsFunc(w.senses, func(x sense) bool { return x.meaning == meaning })
}

// among returns the first of the meanings that the word has, or "" if it has none of them.
func (w *word) among(meanings ...string) string {
	if at := slices.IndexFunc(meanings, w.is); at >= 0 {
		return meanings[at]
	}
	return ""
}

// says reports whether a word of a sentence has a meaning.
func (s *sentence) says(meaning string) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return w.is(meaning) })
}

// knows reports whether it has been looked up that somebody has a name.
func (s *sentence) knows(name string) bool {
	return slices.ContainsFunc(s.now.People, func(known string) bool { return strings.EqualFold(known, strings.TrimPrefix(name, "@")) })
}

// Names returns the words of a text that may be names.
func (u *Understanding) Names(text string) (all []string) {
	s := u.words.readSentence(text, nil)
	for i, w := range s.words {
		if w.is(isName) && (i == 0 || s.words[i-1].text != w.text) {
			all = append(all, w.text)
		}
	}
	return all
}

// readWords returns the longest known expression that begins at plain[i], word by word, or else a
// single word. Each word of an expression has the senses of the expression, and those of its own
// that carry information.
func (s *sentence) readWords(plain []string, i int) []word {
	d := s.dictionary
	for length := min(d.longest[plain[i]], len(plain)-i); length > 1; length-- {
		senses := d.words[strings.Join(plain[i:i+length], " ")]
		if senses == nil {
			continue
		}
		var all []word
		for at := i; at < i+length; at++ {
			w := word{text: s.fields[at], senses: slices.Clone(senses), end: at + 1}
			own, _ := d.senses(plain[at])
			for _, x := range own {
				if !d.light[x.meaning] {
					w.senses = append(w.senses, x)
				}
			}
			all = append(all, w)
		}
		return all
	}
	w, length := s.readWord(plain, i)
	w.end = i + length
	return []word{w}
}

// readWord returns the word at plain[i], or a number with its unit, and the number of fields that
// it takes.
func (s *sentence) readWord(plain []string, i int) (word, int) {
	said := plain[i]
	w := word{text: strings.Trim(s.fields[i], edges)}
	if name, mentioned := strings.CutPrefix(said, "@"); mentioned && name != "" {
		w.text, w.named = w.text[1:], true
		w.senses = []sense{{isName, w.text}}
		return w, 1
	}
	if length := s.readNumber(&w, plain, i); length > 0 {
		return w, length
	}
	switch found := pieceBefore.FindStringSubmatch(w.text); {
	case found != nil:
		w.senses = []sense{{isMove, found[1] + " " + found[2]}}
	case cellForm.MatchString(said):
		w.senses = []sense{{isCell, said}}
	case strings.Contains(said, "-") && fromTo.MatchString(said):
		w.senses = []sense{{isMove, said}}
	case command.IsLevel(said) && (s.lastIs("LEVELWORD") || i+1 < len(plain) && (plain[i+1] == "level" || plain[i+1] == "ebene") && said != "a"):
		w.senses = []sense{{isLevel, said}}
	default:
		s.readName(&w, said, s.fields[i], i)
	}
	return w, 1
}

// readName sets the senses of a single word from the dictionary. An unknown word may be a name.
func (s *sentence) readName(w *word, said, field string, i int) {
	misspelt := false
	if w.senses, misspelt = s.dictionary.senses(said); w.senses != nil && !misspelt {
		return
	}
	owner, owns := strings.CutSuffix(strings.TrimRight(field, "?!.,"), "'s")
	if !nameForm.MatchString(w.text) && !(owns && nameForm.MatchString(owner)) {
		w.unknown = w.senses == nil
		return
	}
	initial, _ := utf8.DecodeRuneInString(w.text)
	w.named = owns || i > 0 && unicode.IsUpper(initial) || slices.ContainsFunc([]string{"AGAINST", "CHALLENGE", "SAY", "BLOCK"}, s.lastIs)
	switch {
	case owns:
		if senses, _ := s.dictionary.senses(strings.ToLower(owner)); senses == nil || misspelt {
			w.text = owner
			w.senses = []sense{{isName, owner}}
		}
	case w.senses != nil && !w.named: // a misspelt word
	default:
		w.senses, w.unknown = []sense{{isName, w.text}}, true
	}
}

// lastIs reports whether the last word read has a meaning.
func (s *sentence) lastIs(meaning string) bool {
	return len(s.words) > 0 && s.words[len(s.words)-1].is(meaning)
}

// longestDay is the maximum number of words in the name of a day or a time zone: "10th of December
// 2026".
const longestDay = 4

// readZone finds the name of a time zone after a word for one.
func (s *sentence) readZone() {
	if !s.says("ZONEWORD") {
		return
	}
	for i := range s.words {
		for n := min(longestDay, len(s.words)-i); n > 0; n-- {
			var said []string
			for _, w := range s.words[i : i+n] {
				said = append(said, strings.Trim(w.text, edges))
			}
			if name, ok := bot.ParseZone(strings.Join(said, " ")); ok {
				for at := i; at < i+n; at++ {
					s.words[at].mean(sense{isZone, name})
				}
				return
			}
		}
	}
}
