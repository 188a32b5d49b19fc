package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// Question is a question of the bot, or the buttons that it has offered, with the commands that
// answers stand for.
type Question struct {
	Yes string `json:",omitzero"` // the command that a yes gives, empty if it is no question that a yes answers
	No  string `json:",omitzero"`
	// Moves is the command that takes a bare move as its argument. It is empty if a bare move is
	// played in a game.
	Moves   string   `json:",omitzero"`
	Options []Option `json:",omitzero"`
}

// Option is a command that can be chosen.
type Option struct {
	Label   phrase.Text
	Command string
	// Listed means that the question asks to choose one of several options, this one among them. A
	// text then chooses it by its number, or by a word that no other option has. An option that is not
	// listed is chosen by its label. It is also chosen by its number if no option is listed and the
	// question cannot be answered by a yes.
	Listed bool `json:",omitzero"`
	// About describes the option. A listed one is also chosen by a word of it that no other has, such
	// as a name.
	About string `json:",omitzero"`
}

// Described returns options, each with what a text says about it, in all languages: the line that
// begins with the option's command, or the words that end with its label, such as "Knight ab1-ac3".
// A text that describes fewer than two describes none.
func Described(options []Option, text phrase.Text) []Option {
	if len(options) < 2 {
		return options
	}
	described, found := slices.Clone(options), 0
	for i, o := range options {
		about := aboutOption(phrase.English(text), phrase.English(o.Label), o.Command)
		for _, language := range locale.Languages() {
			about += " " + aboutOption(locale.Render(language, text), locale.Render(language, o.Label), o.Command)
		}
		if described[i].About = strings.TrimSpace(about); described[i].About != "" {
			found++
		}
	}
	if found < 2 {
		return options
	}
	return described
}

// aboutOption returns the part of a text that is about the option with a label and a command. It is
// empty if there is none.
func aboutOption(text, label, command string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "`"+command+"`") {
			return line
		}
		for _, item := range betweenItems.Split(strings.TrimRight(line, ". "), -1) {
			if strings.HasSuffix(item, " "+label) {
				return item
			}
		}
	}
	return ""
}

// betweenItems matches what stands before and between the items of a list in a sentence.
var betweenItems = regexp.MustCompile(`[?:,;] `)

// Open reports whether anything can be answered.
func (q Question) Open() bool { return q.Yes != "" || q.Moves != "" || len(q.Options) > 0 }

// longestAnswer is the maximum number of words in an answer.
const longestAnswer = 8

// Answer returns the command that a text gives as an answer to the question: a plain yes or no, or
// the number, cell, name or label of an option. ok is false if the text is not an answer. An empty
// command with ok is a no without consequences. said means that the text is a command other than a
// move, so its words choose no option.
func (q Question) Answer(t Table, text string, said bool) (command string, ok bool) {
	p := t.pare(text, nil)
	if !q.Open() || p.hidden {
		return "", false
	}
	m, moves := readMoveText(p.text, nil)
	if moves && m.cells && !p.asked && !p.doubted {
		return q.moved(p.text)
	}
	if command, ok := q.exactly(text); ok || p.asked || p.doubted {
		return command, ok
	}
	if command, ok := Labelled(q.Options, p.text); ok || len(strings.Fields(p.text)) > longestAnswer {
		return command, ok
	}
	switch {
	case q.Yes != "" && t.PlainYes(text):
		return q.Yes, t.Settles(text, q.Yes)
	case q.Yes != "" && t.PlainNo(text):
		return q.No, true
	}
	if command, ok := q.chosen(p.text, said); ok || !moves {
		return command, ok
	}
	return q.moved(p.text)
}

// moved returns the command that a bare move stands for.
func (q Question) moved(move string) (said string, ok bool) {
	if q.Moves == "" {
		return "", false
	}
	return q.Moves + " " + move, true
}

// Asks returns the command that a move with a question mark would give as an answer. It returns ""
// for any other text, or if the question is not answered by moves.
func (q Question) Asks(t Table, text string) string {
	p := t.pare(text, nil)
	_, moves := readMoveText(p.text, nil)
	if !moves || !p.asked || p.hidden || p.doubted || q.Moves == "" {
		return ""
	}
	return q.Moves + " " + p.text
}

// Unfit reports whether a text has the form of an answer to the question, although it fits none of
// its options: a number, a yes to a question that asks which of several things is meant, a weak yes
// to one that needs more, or words that several options have.
func (q Question) Unfit(t Table, text string) bool {
	p := t.pare(text, nil)
	if p.hidden || p.asked || p.doubted {
		return false
	}
	_, moves := readMoveText(p.text, nil)
	return (q.AskedWhich() || q.Yes != "") && t.PlainYes(text) || !moves && len(q.worded(p.text)) > 1 || (q.Yes != "" || len(q.Options) > 0) && numberIn(unlabelled(p.text)) > 0
}

// AskedWhich reports whether the question asks which of several things is meant. A bare yes does
// not answer it.
func (q Question) AskedWhich() bool {
	return q.Yes == "" && len(slices.DeleteFunc(slices.Clone(q.Options), func(o Option) bool { return !o.Listed })) > 1
}

// exactly returns the command of the option whose label, in any language, is written out as it
// stands, with its punctuation.
func (q Question) exactly(text string) (said string, ok bool) {
	for _, o := range q.Options {
		if slices.ContainsFunc(o.labels(), func(label string) bool { return strings.EqualFold(label, strings.TrimSpace(text)) }) {
			return o.Command, true
		}
	}
	return "", false
}

// Labelled returns the command of the first option whose label, in any language, is a text. The
// part of a label after a colon may be left out if no other option has the same beginning.
func Labelled(options []Option, text string) (said string, ok bool) {
	text = unlabelled(text)
	var begun []string
	for _, o := range options {
		labels := o.labels()
		if slices.ContainsFunc(labels, func(label string) bool { return unlabelled(label) == text }) {
			return o.Command, true
		}
		if slices.ContainsFunc(labels, func(label string) bool {
			beginning, _, cut := strings.Cut(label, ": ")
			return cut && unlabelled(beginning) == text
		}) {
			begun = append(begun, o.Command)
		}
	}
	if len(begun) == 1 {
		return begun[0], true
	}
	return "", false
}

// unlabelled returns a label in the form used for comparison: in lower case and without
// punctuation at its ends. A question mark stays, because a label with one behind it asks.
func unlabelled(label string) string {
	return strings.Join(strings.Fields(strings.Trim(strings.ToLower(label), " .!,;:`")), " ")
}

// labels returns the label in all languages.
func (o Option) labels() []string {
	all := []string{phrase.English(o.Label)}
	for _, language := range locale.Languages() {
		all = append(all, locale.Render(language, o.Label))
	}
	return all
}

var numberForm = regexp.MustCompile(`^(?:(?:the|number|nummer|nr|no|option|level|stufe|game|partie)\.?\s+)?#?([1-9][0-9]{0,9})(?:st|nd|rd|th)?(?:\s+one)?[.)]?$`)

// chosen returns the command of the option that a text chooses by its number or, unless the text is
// a command, by words that no other option has.
func (q Question) chosen(text string, isCommand bool) (said string, ok bool) {
	text = unlabelled(text)
	listed := slices.DeleteFunc(slices.Clone(q.Options), func(o Option) bool { return !o.Listed })
	n := numberIn(text)
	if n > 0 && !isCommand {
		if len(listed) == 0 && q.Yes == "" {
			listed = q.Options // buttons alone
		}
		if said, all := identified(listed, n); all {
			return said, said != ""
		}
		return numberedOption(listed, n)
	}
	if meant := q.worded(text); len(meant) == 1 && (!isCommand || n > 0) { // "game 2" is a command too
		return meant[0].Command, true
	}
	return "", false // too little or too much is said
}

// worded returns the listed options that have all words of a text.
func (q Question) worded(text string) (all []Option) {
	words := pointed(strings.FieldsFunc(unlabelled(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }))
	if len(words) == 0 || len(words) > longestAnswer || slices.ContainsFunc(words, Joins) {
		return nil
	}
	for _, o := range q.Options {
		if o.Listed && o.hasAll(words) {
			all = append(all, o)
		}
	}
	return all
}

// identified returns the command of the option that is about the game, challenge or tournament with
// a number, or "" if there is none. all is false unless the options are the same command about
// different ones: "draw 2", "draw 1".
func identified(options []Option, n int) (said string, all bool) {
	name, numbers := "", map[string]bool{}
	for _, o := range options {
		fields := strings.Fields(o.Command)
		if len(fields) < 2 || !aNumber.MatchString(fields[1]) || numbers[fields[1]] || name != "" && fields[0] != name {
			return "", false
		}
		name, numbers[fields[1]] = fields[0], true
		if fields[1] == strconv.Itoa(n) {
			said = o.Command
		}
	}
	return said, len(options) > 1
}

// numberIn returns the number that a text consists of, in digits or as an ordinal. It returns 0 if
// there is none.
func numberIn(text string) int {
	if level := Level(text); level != "" {
		text = level
	}
	if found := numberForm.FindStringSubmatch(text); found != nil {
		n, _ := strconv.Atoi(found[1])
		return n
	}
	return readWordLists().ordinals[strings.Join(pointed(strings.Fields(text)), " ")]
}

// pointed returns some words without those that only point at something: "the one on ab1". A noun
// such as "game" may also be the first word of a command.
func pointed(words []string) (rest []string) {
	lists := readWordLists()
	for i, w := range words {
		noun := lists.nouns[w] && (i > 0 || len(words) > 1 && lists.pointing[words[1]])
		if !lists.pointing[w] && !noun {
			rest = append(rest, w)
		}
	}
	return rest
}

// firstNumber matches a number at the beginning of a label or after its first word: "Level 2".
var firstNumber = regexp.MustCompile(`^\pL*\s*([1-9][0-9]*)\b`)

// numberedOption returns the option whose label begins with a number, or else the option at that
// position.
func numberedOption(listed []Option, n int) (said string, ok bool) {
	for _, o := range listed {
		if found := firstNumber.FindStringSubmatch(phrase.English(o.Label)); found != nil && found[1] == strconv.Itoa(n) {
			return o.Command, true
		}
	}
	if n > len(listed) {
		return "", false
	}
	return listed[n-1].Command, true
}

// hasAll reports whether an option's label in some language, its command or its description
// contains all of some words.
func (o Option) hasAll(words []string) bool {
	return slices.ContainsFunc(append(o.labels(), o.Command, o.About), func(label string) bool {
		has := strings.FieldsFunc(strings.ToLower(label), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
		return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(has, w) })
	})
}

// MovesIn returns the moves from cell to cell among the words of a text, in English. It returns
// none if the text is quoted, hidden or struck out.
func MovesIn(text string) []string {
	text = clean(text)
	if len(text) > maxText || isHidden(text) {
		return nil
	}
	found := movesForm.FindAllString(fold(text), -1)
	for i := range found {
		found[i] = inEnglish(found[i], nil)
	}
	return found
}

var movesForm = regexp.MustCompile(`(?i)\b[a-z]{1,2}[0-9]{1,2}(?:\s?(?:-+>?|→|[:/x])\s?|\s+(?:to|nach|auf|takes)\s+|)[a-z]{1,2}[0-9]{1,2}(?:=[a-z]{1,3})?\b`)
