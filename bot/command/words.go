package command

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"raumbot/bot"
)

//go:embed words.txt
var wordLines string

// wordLists holds words that say little by themselves, grouped by their function in a text.
type wordLists struct {
	pleasantries, yes, no                  phrases
	weak, acknowledging                    phrases
	doubt, unmeant                         map[string]bool
	joins                                  map[string]bool // words that join those of a sentence
	against, joining, articles, indefinite map[string]bool
	pronouns, told, myself                 map[string]bool
	pointing, nouns                        map[string]bool
	ordinals                               map[string]int
	steps                                  map[string]string // the step of a task that each word stands for
}

// phrases holds phrases by their first and by their last word, the longest first.
type phrases struct{ byFirst, byLast map[string][][]string }

// newPhrases returns the phrases with the given texts.
func newPhrases(texts []string) phrases {
	var all [][]string
	for _, text := range texts {
		all = append(all, strings.Fields(text))
	}
	slices.SortStableFunc(all, func(a, b []string) int { return len(b) - len(a) })
	p := phrases{map[string][][]string{}, map[string][][]string{}}
	for _, words := range all {
		first, last := words[0], words[len(words)-1]
		p.byFirst[first], p.byLast[last] = append(p.byFirst[first], words), append(p.byLast[last], words)
	}
	return p
}

// readWordLists reads the lists of words.txt on first use.
var readWordLists = sync.OnceValue(func() wordLists {
	lists := readLists(wordLines)
	set := func(name string) map[string]bool {
		all := map[string]bool{}
		for _, w := range lists[name] {
			all[w] = true
		}
		return all
	}
	ordinals := map[string]int{}
	for _, name := range []string{"ordinals", "ordnungszahlen"} {
		for i, w := range lists[name] {
			ordinals[w] = i + 1
			if name == "ordnungszahlen" {
				ordinals[w+"n"], ordinals[w+"r"], ordinals[w+"s"] = i+1, i+1, i+1
			}
		}
	}
	steps := map[string]string{}
	for _, step := range []string{"next", "solution", "again", "leave", "back", "restart"} {
		for _, w := range lists[step] {
			steps[w] = step
		}
	}
	return wordLists{
		pleasantries: newPhrases(lists["pleasantries"]), yes: newPhrases(slices.Concat(lists["yes"], lists["weak"])), no: newPhrases(lists["no"]),
		weak: newPhrases(lists["weak"]), acknowledging: newPhrases(lists["acknowledging"]),
		doubt: set("doubt"), unmeant: set("unmeant"), joins: set("joins"),
		against: set("against"), joining: set("joining"), articles: set("articles"), indefinite: set("indefinite"),
		pronouns: set("pronouns"), told: set("told"), myself: set("myself"), pointing: set("pointing"), nouns: set("nouns"), ordinals: ordinals, steps: steps,
	}
})

// readLists reads lines of the form "name = words | words". Lines that begin with # are comments.
func readLists(lines string) map[string][]string {
	lists := map[string][]string{}
	for line := range strings.SplitSeq(lines, "\n") {
		if name, words, ok := strings.Cut(line, " = "); ok && line[0] != '#' {
			for w := range strings.SplitSeq(words, "|") {
				lists[name] = append(lists[name], strings.TrimSpace(w))
			}
		}
	}
	return lists
}

// edges are punctuation marks that are trimmed from words.
const edges = "?!.,;:…\"“”„»«()*_~"

// bare returns a word in lower case, without apostrophes, the variations of an emoji and the
// punctuation around the word.
func bare(w string) string {
	plain := true // as nearly all words are
	for i := range len(w) {
		plain = plain && ('a' <= w[i] && w[i] <= 'z' || '0' <= w[i] && w[i] <= '9')
	}
	if plain {
		return w
	}
	return strings.Trim(unvaried.Replace(strings.ToLower(w)), edges)
}

var unvaried = strings.NewReplacer("'", "", "’", "", "‘", "", "\uFE0F", "", "🏻", "", "🏼", "", "🏽", "", "🏾", "", "🏿", "")

// leading returns the number of words of the first phrase with which fields begin, or 0 if there is
// none.
func leading(fields []string, all phrases) int {
	if len(fields) == 0 {
		return 0
	}
	for _, p := range all.byFirst[bare(fields[0])] {
		if len(fields) >= len(p) && isPhrase(fields[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

// trailing returns the number of words of the first phrase with which fields end, or 0 if there is
// none.
func trailing(fields []string, all phrases) int {
	if len(fields) == 0 {
		return 0
	}
	for _, p := range all.byLast[bare(fields[len(fields)-1])] {
		if len(fields) >= len(p) && isPhrase(fields[len(fields)-len(p):], p) {
			return len(p)
		}
	}
	return 0
}

// isPhrase reports whether fields are the words of a phrase.
func isPhrase(fields, phrase []string) bool {
	return slices.EqualFunc(fields, phrase, func(w, x string) bool { return bare(w) == x })
}

// Joins reports whether a word joins the words of a sentence. It is then neither a name nor another
// value of a command.
func Joins(word string) bool { return readWordLists().joins[bare(word)] }

// Pronoun reports whether a word stands for a person without naming them: "him", "opponent".
func Pronoun(word string) bool { return readWordLists().pronouns[bare(word)] }

// Myself reports whether a word stands for the one who says it: "me".
func Myself(word string) bool { return readWordLists().myself[bare(word)] }

// PlainYes reports whether a text plainly means yes, and says nothing else.
func (t Table) PlainYes(text string) bool { return t.consistsOf(text, readWordLists().yes) }

// Settles reports whether a plain yes is enough to carry out a command. "k" and "ok thanks" may
// only acknowledge what was said. They do not carry out what can't be taken back.
func (t Table) Settles(yes, command string) bool {
	c, args, err := t.Read(bot.Request{Text: command})
	if err != nil || !c.IsFinal(args) {
		return true
	}
	lists := readWordLists()
	beside := len(strings.Fields(t.pare(yes, nil).text)) < len(strings.Fields(yes))
	return !t.consistsOf(yes, lists.weak) && !(beside && t.consistsOf(yes, lists.acknowledging))
}

// PlainNo reports whether a text plainly means no, and says nothing else.
func (t Table) PlainNo(text string) bool { return t.consistsOf(text, readWordLists().no) }

// Step returns the step of a task that a text asks for, or "" if it asks for none.
func (t Table) Step(text string) string {
	p := t.pare(text, nil)
	if p.hidden || p.doubted {
		return ""
	}
	return readWordLists().steps[bare(p.text)]
}

// Hedged reports whether a text is a question, or has a remark that is more than polite words.
func (t Table) Hedged(text string) bool {
	p := t.pare(text, nil)
	return p.asked || p.remarked
}

// Pleasant reports whether a text consists of pleasantries.
func (t Table) Pleasant(text string) bool { return t.consistsOf(text, readWordLists().pleasantries) }

// consistsOf reports whether a text consists of some phrases, ignoring pleasantries.
func (t Table) consistsOf(text string, all phrases) bool {
	said := t.pare(text, nil)
	if said.hidden || said.asked || said.doubted {
		return false
	}
	return arePhrases(strings.Fields(said.text), all)
}

// arePhrases reports whether fields consist of some phrases. It reports false if there are none.
func arePhrases(fields []string, all phrases) bool {
	for rest := fields; len(rest) > 0; {
		n := leading(rest, all)
		if n == 0 {
			return false
		}
		rest = rest[n:]
	}
	return len(fields) > 0
}
