package command

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// maxText is the maximum length of a text in characters. A longer text is refused without being
// read.
const maxText = 4000

// maxLongText is the maximum length for commands with Long set.
const maxLongText = 60000

// Talk is the error of a text that is not a command. Misused is the refusal if the text begins with
// a command's name and may have been meant as that command, else nil. Sentence means that the words
// form a sentence. Perhaps is the command that the text would be without its question mark or its
// remarks, or "". It is never one that can't be taken back.
type Talk struct {
	Misused  *bot.Problem
	Sentence bool
	Perhaps  string
}

func (t *Talk) Error() string {
	if t.Misused != nil {
		return t.Misused.Error()
	}
	return "talk"
}

// Unwrap returns Misused, if there is one.
func (t *Talk) Unwrap() error {
	if t.Misused == nil {
		return nil
	}
	return t.Misused
}

// Read reads a request as a command: a word of the table whose arguments can all be read, or a
// move. Around it there may be only additions that [pare] removes. The error is a *[Talk] if the
// request is not a command, or else a *[bot.Problem] that says what is wrong with its arguments. A
// remark in a person's own words may stand beside a move and beside what only shows something.
func (t Table) Read(r bot.Request) (*Command, Args, error) {
	t = t.With(r.Games)
	if r.Params != nil {
		return t.readForm(r)
	}
	problem := t.legible(r.Text)
	if problem != nil {
		return nil, Args{}, problem
	}
	text := clean(r.Text)
	if text == "" {
		return t.Find("start"), Args{Words: map[string]string{}}, nil
	}
	if c, args, err := t.readVerbatim(text); c != nil {
		return c, args, err
	}
	said := t.pare(text, r.Mentions)
	if said.hidden {
		return nil, Args{}, &Talk{}
	}
	c, args, err := t.readPared(said)
	switch {
	case !said.doubted && !(said.remarked && err == nil && !c.Plays && c.Alters(args)):
	case err == nil && !c.IsFinal(args):
		err = &Talk{Perhaps: said.text}
	case errors.As(err, &problem):
		err = &Talk{Misused: problem, Sentence: true}
	default:
		err = &Talk{}
	}
	return c, args, err
}

// legible returns the problem of a text that is too long or not a text at all, or nil if the text
// can be read.
func (t Table) legible(text string) *bot.Problem {
	word, _ := cutWord(text)
	if most := t.maxText(strings.ToLower(word)); utf8.RuneCountInString(text) > most {
		return bot.Problemf(bot.Misunderstood, "That is too long: a command has at most %d characters.", most)
	}
	if !utf8.ValidString(text) {
		return bot.Problemf(bot.Misunderstood, "I can't read that text. `help` lists what you can say.")
	}
	return nil
}

// maxText returns the maximum length, in characters, of a text that begins with a word.
func (t Table) maxText(word string) int {
	if command := t.Find(word); command != nil && command.Long {
		return maxLongText
	}
	return maxText
}

// readVerbatim reads a text that begins with a command which takes words as they are written,
// including pleasantries. All of the text belongs to the command. The command is nil if the text
// has another form.
func (t Table) readVerbatim(text string) (*Command, Args, error) {
	fields := strings.Fields(text)
	n := leading(fields[:len(fields)-1], readWordLists().pleasantries)
	for range n {
		_, text = cutWord(text)
	}
	word, rest := cutWord(text)
	c := t.Find(strings.ToLower(fold(word)))
	if c == nil || !slices.ContainsFunc(c.Params, func(p Param) bool { return p.Verbatim }) {
		return nil, Args{}, nil
	}
	c, args, err := t.readWords(text)
	asksOthers := func(p Param) bool { return p.Verbatim && args.has(p) && (!p.Optional || p.Form != nil) }
	if err == nil && (endsAsking(rest) || endsHesitantly(rest)) && !slices.ContainsFunc(c.Params, asksOthers) {
		return nil, Args{}, nil // "set 1 start friday?" asks, and "say how are you?" is a question to somebody else
	}
	if err == nil || rest != "" && !c.numbered(rest) && (joinsWords(rest) || strings.HasSuffix(rest, "?")) {
		if err != nil {
			c = nil
		}
		return c, args, nil
	}
	problem := (*bot.Problem)(nil)
	errors.As(completed(text, err), &problem)
	return c, args, problem
}

// numbered reports whether a text begins with the number that a command requires. It is then
// certainly meant as that command.
func (c *Command) numbered(text string) bool {
	number, _ := cutWord(text)
	return aNumber.MatchString(number) && !c.Params[0].Optional && (c.Params[0].Kind == Number || c.Params[0].Kind == TournamentNumber)
}

// readPared reads a text whose additions have been removed.
func (t Table) readPared(said stripped) (*Command, Args, error) {
	var misused *bot.Problem
	perhaps := ""
	certain, sentence := false, false // certain: the misused command is meant; sentence: the text is a sentence
	for _, text := range t.readings(said) {
		c, args, err := t.readWords(text)
		problem := (*bot.Problem)(nil)
		switch {
		case c == nil:
		case err == nil && (!said.asked || c.Plays):
			return t.asked(c, args, said)
		case err == nil && perhaps == "" && !c.IsFinal(args):
			perhaps = text
		case err != nil && misused == nil && errors.As(completed(text, err), &problem):
			misused, certain = problem, !errors.As(err, new(*stray))
			sentence = !errors.As(err, new(*outside)) && t.isSentence(text)
		}
	}
	if m, ok := readMoveText(said.text, t.games()); ok {
		return t.asked(t.Find("move"), m.args(), said)
	}
	if c := t.labelled(said.text); c != nil && !said.asked {
		return c, Args{Words: map[string]string{}}, nil
	}
	if misused != nil && misused.Buttons == nil {
		if near := t.readable(said.text, !certain); near != "" {
			misused.Buttons = []bot.Button{{Label: phrase.Said(near), Command: near}}
		}
	}
	if misused != nil && certain && !sentence && !said.asked {
		return nil, Args{}, misused
	}
	return nil, Args{}, &Talk{misused, sentence || said.asked, perhaps}
}

// args returns the arguments of the command that plays the move.
func (m moveText) args() Args {
	args := Args{Words: map[string]string{"move": m.text}}
	if m.offers {
		args.Words["offer"] = "draw"
	}
	return args
}

// asked returns the command that shows a move in place of one that plays it, if the text is a
// question. It returns other commands unchanged.
func (t Table) asked(c *Command, args Args, said stripped) (*Command, Args, error) {
	if move := args.Words["move"]; said.asked && c.Plays && !strings.HasSuffix(move, "?") {
		args.Words["move"] = move + "?"
	}
	return c, args, nil
}

// readings returns the forms in which a text may be a command, the likeliest first.
func (t Table) readings(said stripped) []string {
	var all []string
	add := func(text string) {
		if text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for _, text := range []string{said.addressed, said.text} {
		for _, text := range []string{text, unpunctuated(text)} {
			add(text)
			if found := numbered.FindStringSubmatch(text); found != nil {
				add(t.withNumber(found[1], found[2]))
			}
		}
	}
	return all
}

// unpunctuated returns a text without punctuation at the ends of its words: "challenge bob,
// raumschach."
func unpunctuated(text string) string {
	fields := strings.Fields(text)
	for i, w := range fields {
		if trimmed := strings.TrimRight(w, "!.,;:…"); trimmed != "" {
			fields[i] = trimmed
		}
	}
	return strings.Join(fields, " ")
}

// numbered matches the number of a game before a command or a move: "1 aa2-aa3", "game 2: resign".
var numbered = regexp.MustCompile(`(?i)^(?:in )?(?:game |partie |spiel )?#?([1-9][0-9]{0,9})[.:,)]?\s+(\S.*)$`)

// withNumber moves the number of a game behind the command in rest, if the command takes a number:
// "2 resign" becomes "resign 2". It turns a move without a command into a move command. It returns
// "" for any other rest.
func (t Table) withNumber(number, rest string) string {
	word, behind := cutWord(rest)
	c := t.Find(strings.ToLower(word))
	if c != nil && len(c.Params) > 0 && c.Params[0].Kind == Number {
		return strings.TrimSpace(c.Name + " " + number + " " + behind)
	}
	if _, ok := readMoveText(rest, t.games()); ok && c == nil {
		return "move " + number + " " + rest
	}
	return ""
}

// readWords reads a text that begins with the name or an alias of a command. The command and the
// error are nil if the text does not.
func (t Table) readWords(text string) (*Command, Args, error) {
	word, rest := cutWord(text)
	word = strings.ToLower(fold(word))
	c := t.Find(word)
	if c == nil || c.Everyday && word == c.Name && !c.begins(rest) {
		return nil, Args{}, nil
	}
	if pair, behind := t.paired(c, rest); pair != nil {
		c, word, rest = pair, pair.Name, behind
	}
	if word != c.Name && slices.ContainsFunc(c.Params, func(p Param) bool { return slices.Contains(p.Choices, word) }) {
		rest = word + " " + rest // "level c" says which slice is meant
	}
	rest = c.formerWords(word, rest)
	c = t.otherwise(c, rest)
	if c.Plays {
		return t.readPlayed(c, rest)
	}
	args, err := c.readArgs(t, rest)
	return c, args, err
}

// paired returns the command whose [Command.Pair] consists of c's name and the first word of rest.
// behind is the text after that word.
func (t Table) paired(c *Command, rest string) (pair *Command, behind string) {
	word, behind := cutWord(rest)
	word = strings.ToLower(fold(word))
	if other := t.Find(word); other != nil {
		word = other.Name // the word may be in another language
	}
	both := c.Name + " " + word
	for _, pair := range t {
		if pair.Pair == both {
			return pair, behind
		}
	}
	return nil, rest
}

// readPlayed reads the words after the command that plays a move.
func (t Table) readPlayed(c *Command, rest string) (*Command, Args, error) {
	args, err := c.readArgs(t, rest)
	if err != nil {
		return c, args, err
	}
	mark := args.Words["move"]
	mark = mark[len(strings.TrimRight(mark, "?! ")):]
	m, ok := readMoveText(strings.TrimSuffix(args.Words["move"], mark), t.games())
	if !ok {
		return c, args, c.Misused(args.Words["move"])
	}
	args.Words["move"] = m.text + mark
	if m.offers {
		args.Words["offer"] = "draw"
	}
	return c, args, nil
}

// begins reports whether a text begins with a value of one of the command's optional parameters or
// of its first required one.
func (c *Command) begins(text string) bool {
	word, _ := cutWord(text)
	for _, p := range c.Params {
		if p.accepts(word) || strings.EqualFold(word, p.Name) && p.Kind == Count {
			return true
		}
		if !p.Optional {
			break
		}
	}
	return false
}

// otherwise returns the command that is meant by a text beginning with c's name: see
// [Command.Otherwise].
func (t Table) otherwise(c *Command, rest string) *Command {
	word, behind := cutWord(strings.ToLower(rest))
	switch {
	case c.Otherwise == "" || word == "":
		return c
	case word == "game":
		number, _ := cutWord(behind)
		if _, err := strconv.Atoi(number); err == nil {
			return t.Find(c.Otherwise)
		}
		return c
	}
	var forms []string
	form := func(p Param) bool { return p.Choice(word) != "" }
	for _, p := range c.Params {
		forms = append(forms, p.Choices...)
	}
	if aNumber.MatchString(word) || slices.ContainsFunc(c.Params, form) || Nearest(word, forms) != "" || Joins(word) {
		return c
	}
	return t.Find(c.Otherwise)
}

// takes reports whether a command has a parameter of a kind.
func (c *Command) takes(kind ParamKind) bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool { return p.Kind == kind })
}

// isSentence reports whether a text that begins with a command continues with words that are not
// values of it, such as conjunctions, pronouns or names of other commands.
func (t Table) isSentence(text string) bool {
	fields := strings.Fields(strings.ToLower(text))
	c := t.Find(fields[0])
	if c != nil && len(fields) > 1 {
		if pair, behind := t.paired(c, strings.Join(fields[1:], " ")); pair != nil {
			c, fields = pair, append(fields[:1], strings.Fields(behind)...)
		}
	}
	return joinsWords(text) || slices.ContainsFunc(fields[1:], func(w string) bool {
		return t.Find(bare(w)) != nil && (c == nil || !c.uses(w)) || Pronoun(w)
	})
}

// joinsWords reports whether a text contains a word that joins the words of a sentence.
func joinsWords(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), Joins)
}
