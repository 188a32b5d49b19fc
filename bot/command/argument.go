package command

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/when"
)

// cutWord returns the first word of a text and the rest.
func cutWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " \t\r\n"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// readArgs reads the words after a command's name. Required parameters come in their order. An
// optional one may come anywhere before the next required one.
func (c *Command) readArgs(t Table, text string) (Args, error) {
	args := Args{Words: map[string]string{}}
	open := slices.Clone(c.Params)
	for text != "" {
		i, rest, err := c.readArg(t, &args, open, text)
		if err != nil {
			return args, err
		}
		open = afterwards(open, i)
		text = rest
	}
	for _, p := range open {
		if !p.Optional {
			return args, c.Misused("")
		}
	}
	return args, nil
}

// afterwards returns the parameters that remain open once open[read] has been read. A required
// parameter closes the optional ones before it, except those with Anywhere set. One of two
// alternatives closes the other: see [Param.Instead].
func afterwards(open []Param, read int) []Param {
	if !open[read].Optional {
		before := slices.DeleteFunc(slices.Clone(open[:read]), func(p Param) bool { return !p.Anywhere })
		return append(before, open[read+1:]...)
	}
	from, to := read, read+1
	if open[read].Instead {
		from--
	}
	if to < len(open) && open[to].Instead {
		to++
	}
	return slices.Delete(open, max(from, 0), to)
}

// readBehind reads the value of a parameter whose name has just been read, as in "puzzle 18:00". It
// returns the rest of the text.
func (c *Command) readBehind(args *Args, p Param, name, rest string) (string, error) {
	if p.Alone {
		return rest, p.read(args, name)
	}
	value := strings.TrimSpace(rest)
	if value == "" {
		return "", c.valueless(p)
	}
	args.Words[p.Name] = value
	return "", nil
}

// valueless returns the error of a parameter's name without a value.
func (c *Command) valueless(p Param) error {
	return &outside{bot.Problemf(bot.Misunderstood, "`%s %s` needs more words. %s.", c.Name, p.Name, phrase.Term(p.Help))}
}

// cutWords cuts off the words that a parameter takes from the beginning of a text, if it may take
// more than one. Otherwise it returns the given first word and rest.
func (c *Command) cutWords(t Table, p Param, text, word, rest string) (string, string) {
	var words, behind string
	var ok bool
	switch p.Kind {
	case PaceWord:
		words, behind, ok = when.CutPace(text)
	case VariantName:
		words, behind, ok = cutVariant(text, p.Games)
	case Person:
		if _, behind, ok := cutQuoted(text); ok {
			return strings.TrimSpace(text[:len(text)-len(behind)]), behind
		}
		words, behind, ok = cutComputer(text)
		ok = ok && !c.named()
	case CommandName:
		if first := t.Find(strings.ToLower(word)); first != nil {
			if pair, behind := t.paired(first, rest); pair != nil {
				return pair.Name, behind
			}
		}
		var term Term
		if term, ok = FindTerm(text); ok {
			words, ok = term.Name, rest != ""
		}
	}
	if !ok {
		return word, rest
	}
	return words, behind
}

// mayBeLater reports whether a word that the parameter has refused may be the value of a later one.
// That holds for the optional name of a game, unless the word fits several games and free text
// follows.
func (p Param) mayBeLater(later []Param, err error) bool {
	several := len(later) > 0 && later[0].Kind == Rest && errors.As(err, new(*severalVariants))
	return p.Optional && p.Kind == VariantName && !several
}

// readArg gives the next word of a text to the first open parameter that accepts it. It returns the
// index of that parameter and the rest of the text.
func (c *Command) readArg(t Table, args *Args, open []Param, text string) (taken int, rest string, err error) {
	word, rest := cutWord(text)
	if name, number, ok := joined(open, word); ok {
		word, rest = name, strings.TrimSpace(number+" "+rest)
	}
	taken, behind, misused := c.readAnnounced(args, open, word, rest)
	if certain := (*outside)(nil); taken >= 0 || errors.As(misused, &certain) {
		return taken, behind, misused
	}
	for i, p := range open {
		if p.Announced {
			if strings.EqualFold(word, p.Name) {
				behind, err := c.readBehind(args, p, word, rest)
				return i, behind, err
			}
			continue
		}
		switch p.Kind {
		case Rest, MoveText:
			if wrong := c.outsideAtEnd(open, text); wrong != nil {
				return -1, "", wrong
			}
			word, rest = cutAnywhere(open, text)
			if p.Optional && p.Verbatim && t.consistsOf(word, readWordLists().pleasantries) { // "create swiss raumschach please"
				return i, rest, nil
			}
		case Number:
			if name, behind, ok := cutOpponent(text); ok && p.Against && !verbatimNext(open[i+1:]) {
				args.Against = name
				return i, behind, nil
			}
		default:
			word, rest = c.cutWords(t, p, text, word, rest)
		}
		err := c.readSpoken(t, args, p, word)
		if another, behind, ok := t.cutAnother(rest); ok && err == nil && c.isAbout(p) {
			return -1, "", c.oneByOne(t, word, another, behind)
		}
		switch {
		case err == nil && misused != nil && p.Named && !goesOn(open, rest): // "level x"
			return -1, "", misused
		case err == nil:
			return i, rest, nil
		case errors.Is(err, errNotThis):
		case !p.mayBeLater(open[i+1:], err):
			return -1, "", err
		case misused == nil && !c.uses(word): // not a variant, but perhaps the value of a later parameter
			misused = err
		}
		if !p.Optional {
			break
		}
	}
	if misused == nil {
		misused = c.misfit(open, word)
	}
	return -1, "", misused
}

// stray is the error of a word that no parameter accepts. The text may then mean something else.
type stray struct{ problem *bot.Problem }

func (e *stray) Error() string { return e.problem.Error() }

func (e *stray) Unwrap() error { return e.problem }

// verbatimNext reports whether the first open parameter takes a text as it is written, in which any
// word may occur.
func verbatimNext(open []Param) bool { return len(open) > 0 && open[0].Verbatim }

// readAnnounced gives the first word of a text to the open parameter with a name. It returns the
// index of that parameter and the rest of the text. The index is -1 if there is no such parameter
// or it does not accept the word. The error then says why, and is an *[outside] if no other
// parameter can take the word.
func (c *Command) readAnnounced(args *Args, open []Param, name, text string) (taken int, behind string, err error) {
	taken, behind, ok := announced(open, name, text)
	if !ok {
		return -1, "", nil
	}
	p := open[taken]
	value, _ := cutWord(text)
	if p.Kind == ZoneName {
		value, behind = cutZone(text)
	}
	err = p.read(args, value)
	switch {
	case err == nil:
		return taken, behind, nil
	case !errors.Is(err, errNotThis):
	case p.Kind == ZoneName:
		err = &outside{bot.NoZone(value)}
	case p.Kind == Count && aNumber.MatchString(value):
		err = &outside{c.outOfRange(p, value)}
	case p.Refuse != nil:
		err = p.Refuse(value)
	default:
		err = c.Misused(value)
	}
	return -1, "", err
}

// announced returns the index of the parameter whose name precedes its value, as in "page 2" or
// "view ranks", and the text after both.
func announced(open []Param, name, text string) (which int, behind string, ok bool) {
	value, behind := cutWord(text)
	for i, p := range open {
		switch {
		case value == "" || !p.isNamed(name):
			if !p.Optional {
				return 0, "", false
			}
		case p.Kind == Number && (!aNumber.MatchString(strings.TrimLeft(value, "#")) || restOpen(open)): // "game" is then part of the text itself
		case p.Kind == Choice || p.Kind == Count || p.Kind == Number || p.Kind == VariantName || p.Kind == PaceWord || p.Kind == LevelName || p.Kind == TournamentNumber || p.Kind == ZoneName || p.Kind == RoleName:
			return i, behind, true
		}
	}
	return 0, "", false
}

// restOpen reports whether one of some parameters takes the rest of the text: "say game 2 was fun".
func restOpen(open []Param) bool {
	return slices.ContainsFunc(open, func(p Param) bool { return p.Kind == Rest })
}

// goesOn reports whether a text begins with a value of an open parameter.
func goesOn(open []Param, text string) bool {
	word, _ := cutWord(text)
	return slices.ContainsFunc(open, func(p Param) bool {
		if name, _, ok := cutVariant(text, p.Games); ok && p.Kind == VariantName {
			word = name
		}
		return p.accepts(word)
	})
}

// joined splits a word into the name of an open parameter and the number after it: "level3".
func joined(open []Param, word string) (name, number string, ok bool) {
	name = strings.TrimRight(word, "0123456789")
	number = word[len(name):]
	return name, number, number != "" && slices.ContainsFunc(open, func(p Param) bool { return p.Named && p.isNamed(name) })
}

// named reports whether a command has a parameter with Named set.
func (c *Command) named() bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool { return p.Named })
}

// outside is the error of an invalid value after its parameter's name. The command is certain then,
// so no other reading is tried.
type outside struct{ problem *bot.Problem }

func (e *outside) Error() string { return e.problem.Error() }

func (e *outside) Unwrap() error { return e.problem }

// cutAnywhere cuts the values of parameters with Anywhere set off the end of a text: "page 2",
// "here".
func cutAnywhere(open []Param, text string) (before, behind string) {
	for {
		words := strings.Fields(text)
		from := len(words) - anywhereAtEnd(open, words)
		if from == len(words) {
			return text, behind
		}
		behind = strings.TrimSpace(strings.Join(words[from:], " ") + " " + behind)
		text = strings.Join(words[:from], " ")
	}
}

// anywhereAtEnd returns how many of the last words are the value of a parameter with Anywhere set,
// including its name. It never returns the number of all words.
func anywhereAtEnd(open []Param, words []string) int {
	n, taken := len(words), 0
	for _, p := range open {
		probe := Args{Words: map[string]string{}}
		switch {
		case !p.Anywhere:
		case n > 1 && p.Kind == Choice && p.read(&probe, words[n-1]) == nil:
			taken = 1
		case n > 2 && p.Kind == Count && strings.EqualFold(words[n-2], p.Name) && p.read(&probe, words[n-1]) == nil:
			taken = 2
		}
	}
	return taken
}

// outsideAtEnd returns the error of a number out of range that follows the name of a parameter with
// Anywhere set at the end of a text: "vc2 page 0". It returns nil if there is none.
func (c *Command) outsideAtEnd(open []Param, text string) error {
	words := strings.Fields(text)
	if len(words) < 3 {
		return nil
	}
	name, value := words[len(words)-2], words[len(words)-1]
	for _, p := range open {
		probe := Args{Words: map[string]string{}}
		if p.Anywhere && p.Kind == Count && strings.EqualFold(name, p.Name) && aNumber.MatchString(value) && p.read(&probe, value) != nil {
			return &outside{c.outOfRange(p, value)}
		}
	}
	return nil
}

// uses reports whether a word begins with a digit, or is the name or a choice of one of the
// command's parameters.
func (c *Command) uses(word string) bool {
	word = strings.ToLower(word)
	return word[0] >= '0' && word[0] <= '9' || slices.ContainsFunc(c.Params, func(p Param) bool { return p.Name == word || p.Said[word] != "" || p.Choice(word) != "" })
}

// Misused returns the problem of wrong arguments, with the usage of the command. word is the word
// that fits no parameter, or "" if an argument is missing.
func (c *Command) Misused(word string) *bot.Problem {
	if word == "" {
		lacking := bot.Problemf(bot.Misunderstood, "`%s` needs more words. Write `%s`, for example `%s`.", c.Name, c.Usage(), c.Example)
		lacking.Lacks = true
		return lacking
	}
	if near := c.near(word); near != "" {
		return bot.Problemf(bot.Misunderstood, "`%s` does not know what to do with %s (did you mean `%s`?). Write `%s`, for example `%s`.",
			c.Name, bot.QuoteWord(word), near, c.Usage(), c.Example)
	}
	return bot.Problemf(bot.Misunderstood, "`%s` does not know what to do with %s. Write `%s`, for example `%s`.", c.Name, bot.QuoteWord(word), c.Usage(), c.Example)
}

// misfit returns the problem of a word that no open parameter accepts.
func (c *Command) misfit(open []Param, word string) error {
	for _, p := range open {
		if p.isNamed(word) && p.Optional && p.Kind != Number { // "abort game" needs no number
			return c.valueless(p)
		}
	}
	if aNumber.MatchString(word) {
		for _, p := range open {
			if p.Kind == Count {
				return c.outOfRange(p, word)
			}
		}
	}
	if c.near(word) != "" && !Joins(word) {
		return &outside{c.Misused(word)}
	}
	return &stray{c.Misused(word)}
}

// near returns the choice of one of the command's parameters that a word misspells, or "" if there
// is none.
func (c *Command) near(word string) string {
	var choices []string
	for _, p := range c.Params {
		choices = append(choices, p.Choices...)
	}
	near := Nearest(strings.ToLower(word), choices)
	if near == strings.ToLower(word) {
		return ""
	}
	return near
}
