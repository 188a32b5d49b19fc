package command

import (
	"errors"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// cutWord returns the first word of a text and the rest.
func cutWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " \t\r\n"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// readArgs reads the words after a command's name. Required parameters come
// in their order; an optional one may come anywhere before the next required one.
func (c *Command) readArgs(text string) (Args, error) {
	args := Args{Words: map[string]string{}}
	open := slices.Clone(c.Params)
	for text != "" {
		i, rest, err := c.readArg(&args, open, text)
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

// afterwards returns the parameters that remain open once open[read] has been
// read. A required one closes the optional ones before it, except those
// Anywhere; one of two alternatives (see Param.Instead) closes the other.
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

// readArg gives the next word of a text to the first of the open parameters
// that accepts it, and returns the index of that parameter and the rest of the text.
func (c *Command) readArg(args *Args, open []Param, text string) (taken int, rest string, err error) {
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
			switch value := strings.TrimSpace(rest); {
			case !strings.EqualFold(word, p.Name):
			case p.Alone:
				return i, rest, p.read(args, word)
			case value == "":
				return 0, "", &outside{bot.Problemf(bot.Misunderstood, "`%s %s` needs more words. %s.", c.Name, p.Name, phrase.Term(p.Help))}
			default:
				args.Words[p.Name] = value
				return i, "", nil
			}
			continue
		}
		switch p.Kind {
		case Rest, MoveText:
			if wrong := c.outsideAtEnd(open, text); wrong != nil {
				return -1, "", wrong
			}
			word, rest = cutAnywhere(open, text)
			if plain := unthanked(word); !p.Verbatim && (plain != "" || p.Optional) {
				word = plain
			}
			if p.Optional && (word == "" || p.Verbatim && unthanked(word) == "") { // "create swiss raumschach please"
				return i, rest, nil
			}
		case PaceWord:
			if pace, behind, ok := cutPace(text); ok {
				word, rest = pace, behind
			}
		case VariantName:
			if name, behind, ok := p.cutLinked(text); ok {
				word, rest = name, behind
			}
		case Number:
			if name, behind, ok := cutOpponent(text); ok && p.Against && !verbatimNext(open[i+1:]) {
				args.Against = name
				return i, behind, nil
			}
		case Person:
			if name, behind, ok := cutComputer(text); ok && !c.named() {
				word, rest = name, behind
			}
		}
		err := p.read(args, word)
		if joined, _ := cutWord(unlinked(text)); err != nil && p.Kind == VariantName && joined != "" && !c.uses(joined) {
			err = p.read(args, joined) // "rules of checkers": no game is called checkers
		}
		if another, behind, ok := cutAnother(rest); ok && err == nil && p.Kind == Person && p.Name == c.Params[0].Name {
			return -1, "", c.oneByOne(word, another, behind)
		}
		switch {
		case err == nil && misused != nil && p.Named && !goesOn(open, rest): // "level x"
			return -1, "", misused
		case err == nil:
			return i, rest, nil
		case errors.Is(err, errNotThis):
		case !p.Optional || p.Kind != VariantName || i+1 < len(open) && open[i+1].Kind == Rest && errors.As(err, new(*severalVariants)):
			return -1, "", err
		case misused == nil && !c.uses(word): // no variant, but perhaps the value of a later parameter
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

// nameEdges are the marks that are trimmed from names. Others may be part of them: "bob_".
const nameEdges = "?!.,;:…\"“”„»«"

// cutOpponent cuts the opponent of the game that is meant off a text: "against bob". Of two opponents neither is meant.
func cutOpponent(text string) (name, behind string, ok bool) {
	word, rest := cutWord(text)
	if !readWordLists().against[bare(word)] {
		return "", "", false
	}
	word, behind = cutWord(rest)
	if (readWordLists().articles[bare(word)] || readWordLists().indefinite[bare(word)]) && behind != "" {
		word, behind = cutWord(behind)
	}
	name = strings.Trim(word, nameEdges)
	next, _ := cutWord(behind)
	return name, behind, name != "" && !readWordLists().joining[strings.ToLower(next)]
}

// cutAnother cuts "and" and another name off a text. Words that are known are no names there.
func cutAnother(text string) (name, behind string, ok bool) {
	word, rest := cutWord(text)
	name, behind = cutWord(rest)
	return name, behind, readWordLists().joining[strings.ToLower(word)] && perhapsName(name)
}

// perhapsName reports whether a word can be somebody's name and is no word that is known.
func perhapsName(word string) bool {
	senses, misspelt := readVocabulary().senses(bare(word))
	return nameForm.MatchString(word) && (senses == nil || misspelt) && All().Find(bare(word)) == nil && len(variantsMeant(word)) == 0
}

// oneByOne returns the problem of two names for a command that takes one first, with a button for each. behind is what follows them.
func (c *Command) oneByOne(name, another, behind string) error {
	if _, err := c.readArgs(name + " " + behind); err != nil || unlinked(behind) == "" {
		behind = ""
	}
	problem := &bot.Problem{Kind: bot.Misunderstood}
	said := []string{name, another}
	for i, n := range said {
		said[i] = strings.TrimSpace(c.Name + " " + n + " " + behind)
		if !plainWords.MatchString(said[i]) {
			said[i] = c.Name + " NAME"
		} else if len(said[i]) <= bot.MaxButton {
			problem.Buttons = append(problem.Buttons, bot.Button{Label: said[i], Command: said[i]})
		}
	}
	problem.Text = phrase.Of("One name at a time: `%s`, then `%s`.", said[0], said[1])
	return &outside{problem}
}

// verbatimNext reports whether the first of some parameters takes a text as it is written, in which all words may occur.
func verbatimNext(open []Param) bool { return len(open) > 0 && open[0].Verbatim }

// readAnnounced gives the first word of a text to the open parameter with a name, and returns the index of that parameter
// and the rest of the text. The index is -1 if there is no such parameter, or if it does not accept the word; the error
// then says why, and is an *[outside] if the word can be for no other parameter.
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

// announced returns the index of the parameter whose name precedes its value, as in "page 2" or "view ranks",
// and the text after both.
func announced(open []Param, name, text string) (which int, behind string, ok bool) {
	value, behind := cutWord(text)
	for i, p := range open {
		switch {
		case value == "" || !p.isNamed(name):
			if !p.Optional {
				return 0, "", false
			}
		case p.Kind == Number && (!aNumber.MatchString(strings.TrimLeft(value, "#")) || restOpen(open)): // "game" is another word, or the beginning of what is said
		case p.Kind == Choice || p.Kind == Count || p.Kind == Number || p.Kind == VariantName || p.Kind == PaceWord || p.Kind == LevelName || p.Kind == TournamentNumber || p.Kind == ZoneName:
			return i, behind, true
		}
	}
	return 0, "", false
}

// restOpen reports whether the rest of the text is for one of some parameters: "say game 2 was fun".
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

// joined parts a word into the name of an open parameter and the number behind it: "level3".
func joined(open []Param, word string) (name, number string, ok bool) {
	name = strings.TrimRight(word, "0123456789")
	number = word[len(name):]
	return name, number, number != "" && slices.ContainsFunc(open, func(p Param) bool { return p.Named && p.isNamed(name) })
}

// named reports whether a command has a parameter that is Named.
func (c *Command) named() bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool { return p.Named })
}

// outside is the error of an invalid value after its parameter's name. The command is certain, so no other reading is tried.
type outside struct{ problem *bot.Problem }

func (e *outside) Error() string { return e.problem.Error() }

func (e *outside) Unwrap() error { return e.problem }

// cutAnywhere cuts the values of parameters that are Anywhere off the end of a text: "page 2", "here".
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

// anywhereAtEnd returns how many of the last words are the value of a parameter that is Anywhere, its name included; never
// all of them.
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

// outsideAtEnd returns the error of a number out of range after the name of a parameter that is Anywhere, at the end of a
// text: "vc2 page 0"; nil if there is none.
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

// uses reports whether a word begins with a digit, or is the name or a choice of one of the command's parameters.
func (c *Command) uses(word string) bool {
	word = strings.ToLower(word)
	return word[0] >= '0' && word[0] <= '9' || slices.ContainsFunc(c.Params, func(p Param) bool { return p.Name == word || p.Said[word] != "" || slices.Contains(p.Choices, word) })
}

// Misused returns the problem of wrong arguments, with the usage of the command.
// word is the one that fits nowhere, "" if something is missing.
func (c *Command) Misused(word string) *bot.Problem {
	if word == "" {
		return bot.Problemf(bot.Misunderstood, "`%s` needs more words. Write `%s`, for example `%s`.", c.Name, c.Usage(), c.Example)
	}
	var choices []string
	for _, p := range c.Params {
		choices = append(choices, p.Choices...)
	}
	if near := Nearest(strings.ToLower(word), choices); near != "" && near != strings.ToLower(word) {
		return bot.Problemf(bot.Misunderstood, "`%s` does not know what to do with %s (did you mean `%s`?). Write `%s`, for example `%s`.",
			c.Name, bot.QuoteWord(word), near, c.Usage(), c.Example)
	}
	return bot.Problemf(bot.Misunderstood, "`%s` does not know what to do with %s. Write `%s`, for example `%s`.", c.Name, bot.QuoteWord(word), c.Usage(), c.Example)
}

// misfit returns the problem of a word that none of the open parameters accepts.
func (c *Command) misfit(open []Param, word string) *bot.Problem {
	if aNumber.MatchString(word) {
		for _, p := range open {
			if p.Kind == Count {
				return c.outOfRange(p, word)
			}
		}
	}
	return c.Misused(word)
}
