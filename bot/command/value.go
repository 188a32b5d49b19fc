package command

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"raumbot/bot"
	"raumbot/bot/locale"
	"raumbot/bot/when"
	"raumbot/rules"
)

// errNotThis is the error of [Param.read] for a word that belongs to another parameter.
var errNotThis = errors.New("the word is for another parameter")

// accepts reports whether a word is a value of the parameter.
func (p Param) accepts(word string) bool {
	return p.read(&Args{Words: map[string]string{}}, word) == nil
}

// read stores a word in args as the parameter's value. It returns errNotThis if the word is of
// another kind, or another error if the value is invalid.
func (p Param) read(args *Args, word string) error {
	if p.Alone && strings.EqualFold(word, p.Name) {
		args.Words[p.Name] = p.Name
		return nil
	}
	if value, said := p.Said[strings.ToLower(word)]; said {
		word = value
	}
	switch p.Kind {
	case Number, TournamentNumber:
		id, ok := bot.ParseGameID(strings.TrimRight(word, ".,:;!)"))
		switch {
		case !ok:
			return errNotThis
		case p.Kind == Number:
			args.Game = id
		default:
			args.Tournament = bot.TournamentID(id)
		}
		return nil
	case VariantName:
		v, err := FindVariant(word, p.Games...)
		args.Variant = v
		return err
	case PaceWord:
		return readPace(args, word)
	case FileValue:
		return errNotThis
	case Person:
		if name, behind, quoted := cutQuoted(word); quoted && behind == "" {
			word = name
		}
	case Count:
		if p.Named && p.isNamed(word) { // a name without a value asks for the value
			word = ""
			break
		}
		least, most := p.Bounds()
		if n, err := strconv.Atoi(word); err != nil || n < least || n > most {
			return errNotThis
		}
	case ZoneName:
		zone, ok := bot.ParseZone(word)
		if !ok {
			return errNotThis
		}
		word = zone
	case RoleName:
		if found := roleForm.FindStringSubmatch(word); found != nil {
			word = found[1]
		} else if word != EveryoneRole {
			return errNotThis
		}
	case LevelName:
		if !IsLevel(word) {
			return errNotThis
		}
		word = strings.ToLower(word)
	case Choice:
		if word = p.Choice(word); word == "" {
			return errNotThis
		}
	}
	args.Words[p.Name] = word
	return nil
}

// Choice returns the choice that a word stands for, in English or in another language. It returns
// "" if there is none.
func (p Param) Choice(word string) string {
	word = strings.ToLower(word)
	word = cmp.Or(p.Said[word], word)
	if slices.Contains(p.Choices, word) {
		return word
	}
	for _, language := range locale.Languages() {
		for _, choice := range p.Choices {
			if strings.ToLower(locale.Translate(language, choice)) == word {
				return choice
			}
		}
	}
	return ""
}

// readSpoken reads a word of a text that may be a sentence as the value of a parameter: see
// [Param.read].
func (c *Command) readSpoken(t Table, args *Args, p Param, word string) error {
	if (p.Kind == Person || p.Kind == Rest || p.Kind == MoveText) && p.speaks(t, word) {
		return errNotThis
	}
	if p.Verbatim && p.Optional && c.IsFinal(*args) && allHesitation(word, isOpen) { // "confirm maybe later", but not "confirm typo"
		return errNotThis
	}
	return p.read(args, word)
}

// isOpen reports whether a word shows that somebody has not decided yet.
func isOpen(word string) bool { return readWordLists().doubt[word] }

// allHesitation reports whether a text has words of doubt and, besides them, only words that join
// others or mean yes: "not sure".
func allHesitation(text string, isDoubt func(word string) bool) bool {
	doubted := false
	for w := range strings.FieldsSeq(text) {
		w = bare(w)
		doubted = doubted || isDoubt(w)
		known := isDoubt(w) || Joins(w) || arePhrases([]string{w}, readWordLists().yes)
		if !known && strings.ContainsFunc(w, unicode.IsLetter) {
			return false
		}
	}
	return doubted
}

// speaks reports whether a value is part of a sentence: it contains a word that joins others or
// names a command, or it is not the required move or piece.
func (p Param) speaks(t Table, value string) bool {
	word, rest := cutWord(value)
	verb := t.Find(strings.ToLower(word)) != nil
	_, _, quoted := cutQuoted(value)
	switch {
	case p.Said[strings.ToLower(value)] != "":
		return false
	case p.Form != nil:
		return !p.Form(value)
	case p.Verbatim:
		return readWordLists().told[bare(word)] || p.Optional && readWordLists().joining[bare(word)]
	case p.Kind == Person && quoted:
		return false
	case p.Kind == MoveText:
		m, ok := readMoveText(strings.TrimRight(value, "?! "), p.Games)
		return !ok && (rest == "" || !looksLikeMove(m.text) || joinsWords(value))
	case p.Kind == Person:
		name, _, _ := strings.Cut(value, ".")
		return verb || Joins(name) && !Pronoun(value)
	case p.OfPieces && rest != "":
		return !isPiece(value, p.Games)
	}
	return verb || joinsWords(value)
}

// readPace stores a word in args as the pace. It returns the same errors as [Param.read].
func readPace(args *Args, word string) error {
	if _, behind, ok := when.CutPace(word); !ok || behind != "" {
		return errNotThis
	}
	pace, err := when.ParsePace(word)
	args.Pace = &pace
	return err
}

// cutVariant cuts the name or title of a game off a text: "alice chess". ok is false if the text
// does not begin with a name or title of several words.
func cutVariant(text string, local []*rules.Variant) (name, behind string, ok bool) {
	words := strings.Fields(text)
	for n := min(longestTitle, len(words)); n > 1; n-- {
		bare := letters(strings.Join(words[:n], ""))
		bare = cmp.Or(usualNames()[bare], bare)
		for _, v := range slices.Concat(rules.Variants(), local) {
			if bare == letters(v.Name) || bare == letters(v.Title) {
				return v.Name, strings.Join(words[n:], " "), true
			}
		}
	}
	return "", "", false
}

// longestTitle is the maximum number of words that are tried as the title of a game.
const longestTitle = 5

// cutZone cuts a time zone off a text: as many of the first words as name one, or else one word.
func cutZone(text string) (zone, behind string) {
	words := strings.Fields(text)
	for n := min(bot.LongestZone(), len(words)); n > 1; n-- {
		zone = strings.Join(words[:n], " ")
		if _, ok := bot.ParseZone(zone); ok {
			return zone, strings.Join(words[n:], " ")
		}
	}
	return cutWord(text)
}

// aNumber matches any number, including a signed, decimal or too large one.
var aNumber = regexp.MustCompile(`^[+-]?[0-9]+([.,][0-9]+)?$`)

// Bounds returns the minimum and the maximum of a Count.
func (p Param) Bounds() (least, most int) {
	if !p.FromZero {
		least = 1
	}
	return least, cmp.Or(p.Most, 9999)
}

// outOfRange returns the problem of a number that a Count does not accept.
func (c *Command) outOfRange(p Param, word string) *bot.Problem {
	if p.Refuse != nil {
		return p.Refuse(word)
	}
	least, most := p.Bounds()
	return bot.Problemf(bot.Misunderstood, "`%s` of `%s` is a whole number from %d to %d, not %s. Write `%s`, for example `%s`.", strings.ToUpper(p.Name), c.Name, least, most, bot.QuoteWord(word), c.Usage(), c.Example)
}

// NamedIn reports whether a word of a text is the parameter's name.
func (p Param) NamedIn(text string) bool { return slices.ContainsFunc(strings.Fields(text), p.isNamed) }

// IsLevel reports whether a word looks like the name of a level.
func IsLevel(word string) bool { return levelForm.MatchString(word) }

// roleForm matches a mention of a role.
var roleForm = regexp.MustCompile(`^<@&([0-9]{1,20})>$`)

var levelForm = regexp.MustCompile(`(?i)^[a-z](-[a-z])?$`)
