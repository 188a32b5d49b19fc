package command

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"raumbot/rules"
)

// word is a word of a sentence, with its possible meanings.
type word struct {
	text     string // as typed
	senses   []sense
	misspelt bool
	unknown  bool // not in the vocabulary, so perhaps a name
	named    bool // in a name's position, or written like a name
	end      int  // index of the field after it
}

// sentence is a text, analysed word by word.
type sentence struct {
	words  []word
	fields []string // as typed
	has    set      // the concepts of all words
	game   string   // the number of a game, if one is named
	asked  bool     // it ends with a question mark
	player bool     // it has the computer's name as its games show it: "Computer, level 4"
	people []string // the names, of those in [Names], of people who are known; nil if nobody has looked
	now    Situation
	likely []candidate // what classify has found, nil before
}

// set is a set of concepts.
type set [6]uint64

func (s *set) add(c concept)     { s[c/64] |= 1 << (c % 64) }
func (s set) has(c concept) bool { return s[c/64]>>(c%64)&1 == 1 }

// within reports whether a set is a subset of another.
func (s set) within(other set) bool {
	for i := range s {
		if s[i]&^other[i] != 0 {
			return false
		}
	}
	return true
}

// gameNamed matches a game's number in a sentence: "in game 2", "2: ...".
var gameNamed = regexp.MustCompile(`(?i)\b(?:(?:in|of|for|from|von|bei) )?(?:game|partie|spiel) (?:no\.? |nr\.? )?#?([1-9][0-9]{0,9})\b[:.,]?|^#?([1-9][0-9]{0,9})[:.)] `)

// levelJoined matches a strength of the computer whose number is joined to the word: "lvl8".
var levelJoined = regexp.MustCompile(`(?i)\b(level|lvl|lv|stufe)([1-8])\b`)

// fromTo matches a move from one cell to another, in the ways in which people write it.
var fromTo = regexp.MustCompile(`(?i)\b([a-z]{1,2}[0-9]{1,2})(?: ?(?:-+>?|–|—|→|>|:|/|x) ?| to | nach | auf | takes | )?([a-z]{1,2}[0-9]{1,2})(=[a-z]{1,3})?\b`)

// cellForm matches the form of a cell's name.
var cellForm = regexp.MustCompile(`^[a-z]{1,2}[0-9]{1,2}$`)

// pieceBefore matches the letter of an orthodox piece before a cell: "Ncc1".
var pieceBefore = regexp.MustCompile(`^([KQRBN])[-x:]?([a-z]{1,2}[0-9]{1,2})$`)

// nameForm matches what may be a user's name.
var nameForm = regexp.MustCompile(`^@?[\pL][\pL\pN_.-]{1,31}$`)

// readSentence analyses a text. One longer than longestSentence has no words.
func readSentence(text string) sentence {
	s := sentence{asked: strings.HasSuffix(text, "?")}
	if len(text) > longestSentence {
		return s
	}
	if !strings.ContainsAny(text, "0123456789") {
		return s.read(text)
	}
	text = levelJoined.ReplaceAllString(text, "$1 $2")
	if found := gameNamed.FindStringSubmatchIndex(text); found != nil {
		for _, at := range []int{2, 4} {
			if found[at] >= 0 {
				s.game = text[found[at]:found[at+1]]
			}
		}
		text = text[:found[0]] + " " + text[found[1]:]
	}
	text = fromTo.ReplaceAllStringFunc(text, func(move string) string {
		part := fromTo.FindStringSubmatch(move)
		return " " + strings.ToLower(part[1]+"-"+part[2]) + strings.ToUpper(part[3]) + " "
	})
	return s.read(text)
}

// plainMarks unifies apostrophes, and drops backticks and ellipses.
var plainMarks = strings.NewReplacer("’", "'", "‘", "'", "`", " ", "…", " ")

// read returns s with the fields and words of a text added.
func (s sentence) read(text string) sentence {
	s.fields = strings.Fields(plainMarks.Replace(text))
	plain := make([]string, len(s.fields))
	for i, field := range s.fields {
		plain[i] = strings.Trim(strings.ReplaceAll(strings.ToLower(field), "'", ""), edges)
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
			for _, sense := range w.senses {
				s.has.add(sense.concept)
			}
			s.words = append(s.words, w)
		}
	}
	if s.says("ZONEWORD") {
		s.readZone()
	}
	s.readDay()
	if s.game != "" && !slices.ContainsFunc(s.words, func(w word) bool { return w.weight() > weights[light] }) { // the number was all, so it is about the game itself
		s.words = append(s.words, word{text: "game", senses: []sense{{known("GAME"), ""}}, end: len(s.fields)})
		s.has.add(known("GAME"))
	}
	return s
}

// know gives the words that name one of some games that meaning.
func (s *sentence) know(games []*rules.Variant) {
	names := false
	for i, w := range s.words {
		for _, v := range games {
			if strings.EqualFold(w.text, v.Name) {
				s.words[i].mean(sense{isVariant, v.Name})
				names = true
			}
		}
	}
	if names {
		s.count()
	}
}

// nobody reports whether a word of a command would be a name only because it is unknown, and it has been looked up that nobody has that name.
func (s *sentence) nobody(said string) bool {
	if s.people == nil {
		return false
	}
	return slices.ContainsFunc(s.words, func(w word) bool {
		return w.perhaps() && !s.knows(w.text) && slices.Contains(strings.Fields(said), w.text)
	})
}

// knows reports whether it has been looked up that somebody has a name.
func (s *sentence) knows(name string) bool {
	return slices.ContainsFunc(s.people, func(known string) bool { return strings.EqualFold(known, strings.TrimPrefix(name, "@")) })
}

// perhaps reports whether a word may be a name only because it is no other word that is known.
func (w *word) perhaps() bool { return w.unknown && !w.named && w.is(isName) }

// Names returns the words of a text that may be names, or else unknown words.
func Names(text string) (all []string) {
	s := readSentence(clean(text))
	for _, w := range s.words {
		if w.perhaps() {
			all = append(all, w.text)
		}
	}
	return all
}

// opponent returns whom a sentence names as the opponent, as in "my game against bob"; "" for nobody.
func (s *sentence) opponent() string {
	name, _, _ := s.against()
	return name
}

// against is opponent with the words that say it: those from one index to before another. Of two opponents neither is meant.
func (s *sentence) against() (name string, from, to int) {
	for i, w := range s.words {
		if !readWordLists().against[bare(w.text)] {
			continue
		}
		for at := i + 1; at < len(s.words); at++ {
			next := &s.words[at]
			several := at+1 < len(s.words) && readWordLists().joining[bare(s.words[at+1].text)]
			switch {
			case several:
				return "", 0, 0
			case next.is(known("COMPUTER")):
				return "computer", i, at + 1
			case next.is(isName):
				return strings.TrimSuffix(strings.Trim(s.fields[next.end-1], nameEdges), "'s"), i, at + 1
			case !readWordLists().fillers[bare(next.text)]:
				return "", 0, 0
			}
		}
	}
	return "", 0, 0
}

// count notes the concepts of all words.
func (s *sentence) count() {
	s.has = set{}
	for _, w := range s.words {
		for _, sense := range w.senses {
			s.has.add(sense.concept)
		}
	}
}

// joinsWords reports whether a text has joining words (see joining), or names an opponent.
func joinsWords(text string) bool {
	s := readSentence(text)
	return s.joining() > 0 || s.opponent() != ""
}

// joining returns how many words after the first are light, such as "how" or "the". They join the words of a sentence; commands
// have none.
func (s *sentence) joining() int {
	n := 0
	for i, w := range s.words {
		if i > 0 && w.weight() <= weights[light] {
			n++
		}
	}
	return n
}

// bareMove returns a text as a move if it says nothing else, with the names of pieces in English; else false. A single word is
// returned unchanged; the caller checks that it looks like a move.
func (s *sentence) bareMove(text string) (move string, ok bool) {
	if word, rest := cutWord(text); rest == "" && (!strings.HasSuffix(word, "?") || fromTo.MatchString(word)) {
		return word, true
	}
	if s.game != "" {
		return "", false
	}
	english := false
	var all []string
	for _, w := range s.words {
		switch {
		case w.is(isPiece):
			name := w.value(isPiece)
			english = english || w.misspelt || !strings.Contains(strings.ToLower(w.text), name) && len(w.text) != 3
			all = append(all, name)
		case w.is(isCell) || w.is(isFromTo) || w.is(known("CAPTURED")) || w.is(known("TAKE")):
			all = append(all, w.text)
		case !w.is(known("TO")) && strings.Trim(w.text, "+#!x") != "":
			return "", false
		}
	}
	if english {
		return strings.Join(all, " ") + text[len(strings.TrimRight(text, "!? ")):], true // a question shows the move
	}
	return text, true
}

// readWords returns the longest known expression that begins at plain[i], word by word, or else a single word. Each
// word of an expression has its senses, and the heavy ones of its own.
func (s *sentence) readWords(plain []string, i int) []word {
	v := readVocabulary()
	if all := s.readComputer(plain, i); all != nil {
		return all
	}
	for length := min(v.longest[plain[i]], len(plain)-i); length > 1; length-- {
		senses := v.words[strings.Join(plain[i:i+length], " ")]
		if senses == nil {
			continue
		}
		var all []word
		for at := i; at < i+length; at++ {
			w := word{text: s.fields[at], senses: slices.Clone(senses), end: at + 1}
			own, _ := v.senses(plain[at])
			for _, x := range own {
				if v.weights[x.concept] == heavy {
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

// readComputer returns the words of the computer's name if it stands at plain[i] as its games show it: "Computer, level 4". It is a name, too. nil
// if it does not.
func (s *sentence) readComputer(plain []string, i int) []word {
	if plain[i] != "computer" || i+2 >= len(plain) || !strings.HasSuffix(s.fields[i], ",") || plain[i+1] != "level" && plain[i+1] != "stufe" {
		return nil
	}
	if len(plain[i+2]) != 1 || plain[i+2] < "1" || plain[i+2] > "8" {
		return nil
	}
	s.player = true
	idle := sense{known("IDLE"), ""}
	return []word{
		{text: plain[i], senses: []sense{{known("COMPUTER"), ""}, {isName, strings.Join([]string{plain[i], "level", plain[i+2]}, " ")}}, named: true, end: i + 1},
		{text: plain[i+1], senses: []sense{{known("LEVELWORD"), ""}, idle}, end: i + 2},
		{text: plain[i+2], senses: []sense{{isStrength, "level " + plain[i+2]}, idle}, end: i + 3},
	}
}

// readWord returns the word at plain[i], or a number with its unit, and how many fields it takes.
func (s *sentence) readWord(plain []string, i int) (word, int) {
	said := plain[i]
	w := word{text: strings.Trim(s.fields[i], edges)}
	if strings.HasPrefix(said, "@") {
		w.text, w.named = w.text[1:], true
		w.senses = []sense{{isName, w.text}}
		return w, 1
	}
	if length := s.readNumber(&w, plain, i); length > 0 {
		return w, length
	}
	switch found := pieceBefore.FindStringSubmatch(w.text); {
	case found != nil:
		w.senses = []sense{{isFromTo, found[1] + " " + found[2]}}
	case cellForm.MatchString(said):
		w.senses = []sense{{isCell, said}}
	case strings.Contains(said, "-") && fromTo.MatchString(said):
		w.senses = []sense{{isFromTo, said}}
	case IsLevel(said) && (s.lastIs("LEVELWORD") || i+1 < len(plain) && (plain[i+1] == "level" || plain[i+1] == "ebene") && said != "a"):
		w.senses = []sense{{isLevel, said}}
	default:
		s.readName(&w, said, s.fields[i], i)
	}
	return w, 1
}

// readName sets the senses of a single word from the vocabulary. An unknown word may be a name.
func (s *sentence) readName(w *word, said, field string, i int) {
	v := readVocabulary()
	if w.senses, w.misspelt = v.senses(said); w.senses != nil && !w.misspelt {
		return
	}
	owner, owns := strings.CutSuffix(strings.TrimRight(field, "?!.,"), "'s")
	if !nameForm.MatchString(w.text) && !(owns && nameForm.MatchString(owner)) {
		w.unknown = w.senses == nil
		return
	}
	first, _ := utf8.DecodeRuneInString(w.text)
	w.named = owns || i > 0 && unicode.IsUpper(first) || s.lastIs("AGAINST") || s.lastIs("CHALLENGE") || s.lastIs("SAY") || s.lastIs("BLOCK")
	switch {
	case owns:
		if senses, _ := v.senses(strings.ToLower(owner)); senses == nil || w.misspelt {
			w.text = owner
			w.senses = []sense{{isName, owner}}
		}
	case w.senses != nil && !w.named: // a misspelt word
	default:
		w.senses, w.unknown = []sense{{isName, w.text}}, true
	}
}

// lastIs reports whether the word read last means the concept of a name.
func (s *sentence) lastIs(name string) bool {
	if len(s.words) == 0 {
		return false
	}
	id, ok := readVocabulary().concepts[name]
	return ok && slices.ContainsFunc(s.words[len(s.words)-1].senses, func(x sense) bool { return x.concept == id })
}
