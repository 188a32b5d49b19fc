package command

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"raumbot/bot"
)

// maxText is the length, in characters, beyond which a text is refused unread.
const maxText = 4000

// maxLongText is the same for commands that are Long.
const maxLongText = 60000

// Read finds the command that a request means and reads its arguments. The error is a *[bot.Problem].
func (t Table) Read(r bot.Request) (*Command, Args, error) {
	return t.With(r.Games).read(r, 0)
}

// read is Read in a situation.
func (t Table) read(r bot.Request, now Situation, people ...string) (*Command, Args, error) {
	if r.Params != nil {
		return t.readForm(r)
	}
	text, problem := t.legible(r.Text)
	switch {
	case problem != nil:
		return nil, Args{}, problem
	case text == "":
		return t.Find("start"), Args{Words: map[string]string{}}, nil
	case r.Overheard: // read only what is clearly meant for the bot
		return t.readOverheard(text)
	}
	if move, ok := moveWithOffer(text); ok {
		text = move
	}
	first, certain := t.readCommand(text)
	if certain {
		return first.command, first.args, first.err
	}
	return t.readFreely(text, now, people, first)
}

// legible returns the part of a text that is to be read, or the problem of one that is too long or not text at all.
func (t Table) legible(text string) (string, *bot.Problem) {
	word, _ := cutWord(text)
	if most := t.maxText(strings.ToLower(word)); utf8.RuneCountInString(text) > most {
		return "", bot.Problemf(bot.Misunderstood, "That is too long: a command has at most %d characters.", most)
	}
	if !utf8.ValidString(text) {
		return "", bot.Problemf(bot.Misunderstood, "I can't read that text. `help` lists what you can say.")
	}
	return clean(text), nil
}

// maxText returns the largest length, in characters, of a text that begins with a word.
func (t Table) maxText(word string) int {
	if command := t.Find(word); command != nil && command.Long {
		return maxLongText
	}
	return maxText
}

// attempt is a command as which a text was read. The error says why its arguments do not fit, nil if they do.
type attempt struct {
	command *Command
	args    Args
	err     error
}

// readCommand reads a text that begins with a command, in any of its readings. It returns the first one whose arguments
// fit beyond doubt, or else the first one at all, whose command is nil if there is none. certain means that the text can
// mean nothing else, even if the arguments do not fit.
func (t Table) readCommand(text string) (first attempt, certain bool) {
	for _, reading := range t.readings(text) {
		c, args, err := t.readWords(reading)
		switch {
		case c == nil:
		case err == nil && (c != first.command || first.err != nil) && !c.doubtful(args, reading):
			return attempt{c, args, nil}, true
		case c == first.command && first.err == nil: // a shorter reading of the same command
			return first, c.numbered(text)
		case first.command == nil:
			first = attempt{c, args, completed(reading, err)}
			if several := (*severalVariants)(nil); errors.As(err, &several) { // only the variant is ambiguous
				return first, true
			}
			if wrong := (*outside)(nil); errors.As(err, &wrong) {
				first.err = wrong.problem
				return first, true
			}
		}
	}
	return first, first.command != nil && (first.command.numbered(text) || first.command.chosen(text))
}

// readWords reads a text that begins with the name or an alias of a command. If it does not, the command and the error are nil.
func (t Table) readWords(text string) (*Command, Args, error) {
	word, rest := cutWord(text)
	word = strings.ToLower(word)
	c := t.Find(word)
	if c != nil && c.Answers() { // "yes :)"
		rest = unthanked(rest)
	}
	if c == nil || c.Everyday && word == c.Name && !c.begins(rest) && !(rest == "" && c.needsWords()) {
		return nil, Args{}, nil
	}
	if word != c.Name && slices.ContainsFunc(c.Params, func(p Param) bool { return slices.Contains(p.Choices, word) }) {
		rest = word + " " + rest // "level c" says which slice is meant
	}
	rest = c.formerWords(word, rest)
	c = t.reporting(c, rest)
	args, err := c.readArgs(rest)
	return c, args, err
}

// begins reports whether a text begins with a value of one of the command's optional parameters, or of its first required one.
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

// needsWords reports whether the command is nothing without arguments.
func (c *Command) needsWords() bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool { return !p.Optional })
}

// altersBy reports whether a word of a text is a value with which the command may write to the store: see [Param.Changes].
func (c *Command) altersBy(text string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(word string) bool {
		return slices.ContainsFunc(c.Params, func(p Param) bool { return p.Changes && slices.Contains(p.Choices, strings.Trim(word, edges)) })
	})
}

// reporting returns the command that a text with a command's name means: `report bob` and `report game 4` complain, other
// reports are of tournaments.
func (t Table) reporting(c *Command, rest string) *Command {
	word, behind := cutWord(strings.ToLower(rest))
	switch {
	case c.Name != "report" || word == "":
		return c
	case word == "game":
		number, _ := cutWord(behind)
		if _, err := strconv.Atoi(number); err == nil {
			return t.Find("complain")
		}
		return c
	}
	var forms []string
	for _, p := range c.Params {
		forms = append(forms, p.Choices...)
	}
	if aNumber.MatchString(word) || slices.Contains(forms, word) || Nearest(word, forms) != "" || isWord(word) {
		return c
	}
	return t.Find("complain")
}

// takes reports whether a command has a parameter of a kind.
func (c *Command) takes(kind ParamKind) bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool { return p.Kind == kind })
}

// readFreely reads a text that is not certainly a command as a move or a sentence, unless it was meant as the command that
// was read first after all.
func (t Table) readFreely(text string, now Situation, people []string, first attempt) (*Command, Args, error) {
	s := readSentence(text)
	s.know(t.games())
	s.now = now
	s.people = people
	if move, ok := s.bareMove(text); ok && looksLikeMove(text) {
		return t.move(move)
	}
	if problem := t.misspelt(text, &s); problem != nil {
		return nil, Args{}, problem
	}
	said, about, question := t.understood(text, &s)
	if !s.player && (said == "" || about.Name == "chat") {
		switch clause, which := t.oneClause(text, &s); {
		case clause != "":
			return t.readSaid(clause)
		case which != nil:
			said, question = "", which
		}
	}
	switch {
	case t.intended(first, text, about, said == "", &s):
		return first.command, first.args, first.err
	case said != "":
		return t.readSaid(said)
	case first.command != nil && question == nil:
		return first.command, first.args, first.err
	case first.err != nil && first.command == about && !about.Final && len(s.words) == 2 && len(question.Buttons) < 2: // says less than what is wrong
		return first.command, first.args, first.err
	case question != nil && (about != nil || strings.Contains(text, " ") || t.NoCommand(text).Yes == ""):
		return nil, Args{}, question
	case looksLikeMove(text) || castling.MatchString(text):
		return t.move(text)
	}
	if term, ok := FindTerm(strings.Trim(text, edges)); ok {
		return t.readSaid("help " + term.Name)
	}
	return nil, Args{}, t.unknown(text)
}

// misspelt returns a question about the command that the first word of a text misspells, nil if there is none.
func (t Table) misspelt(text string, s *sentence) *bot.Problem {
	word, _ := cutWord(strings.ToLower(politely(text)))
	senses, wrong := readVocabulary().senses(word)
	if senses != nil && !wrong || utf8.RuneCountInString(word) < shortestMisspelt || s.joining() > 0 || len(s.words) > 0 && !s.words[0].misspelt && !s.words[0].unknown {
		return nil
	}
	if likely := mustReadClassifier().classify(s); len(s.words) > 2 && likely[0].command != small && likely[0].chance >= likelyToDoubt {
		return nil // the rest of the sentence tells
	}
	if problem := t.NoCommand(word); problem.Yes != "" && t.Find(word) == nil {
		return problem
	}
	return nil
}

// oneClause returns the command that exactly one clause of a text means, or a question about it if it changes something. Both are
// zero if there is no such clause, or the whole is more likely something else.
func (t Table) oneClause(text string, s *sentence) (said string, question *bot.Problem) {
	said, meant := t.clauseMeant(text, s.people)
	likely := mustReadClassifier().classify(s)
	switch {
	case said == "" || t.doubted(meant, likely):
		return "", nil
	case !meant.Changes:
		return said, nil
	}
	if whole := t.told(meant, s); strings.HasPrefix(whole, said) { // "computer, level 3, I take white"
		said = whole
	}
	return "", t.whichOf(s, []guess{{command: said, score: 1, share: 1}}, likely)
}

// readSaid reads a command that was made of a sentence.
func (t Table) readSaid(said string) (*Command, Args, error) {
	c, args, err := t.readWords(said)
	return c, args, completed(said, err)
}

// move returns the command that plays a move.
func (t Table) move(text string) (*Command, Args, error) {
	return t.Find("move"), Args{Words: map[string]string{"move": text}}, nil
}

// unknown returns the problem of a text that is neither a command nor understood as a sentence.
func (t Table) unknown(text string) *bot.Problem {
	word, rest := cutWord(politely(text))
	problem := t.NoCommand(word)
	if rest == "" || problem.Yes != "" && utf8.RuneCountInString(word) >= shortestMisspelt {
		return problem
	}
	return notUnderstood(text)
}

// readOverheard reads a text that was not addressed to the bot. Only a command in its exact form or a move is accepted.
func (t Table) readOverheard(text string) (*Command, Args, error) {
	if move, ok := moveWithOffer(text); ok {
		text = move
	} else if strings.HasSuffix(text, "?") && strings.Contains(text, " ") { // a question to somebody else
		return nil, Args{}, notUnderstood(text)
	}
	if found := numbered.FindStringSubmatch(text); found != nil && looksLikeMove(found[2]) {
		text = "move " + found[1] + " " + found[2]
	}
	c, args, err := t.readWords(text)
	switch {
	case c != nil:
		return c, args, completed(text, err)
	case looksLikeMove(text):
		return t.move(text)
	}
	return nil, Args{}, notUnderstood(text)
}
