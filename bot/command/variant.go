package command

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// severalVariants is the error of a word that stands for several variants.
type severalVariants struct {
	word string
	all  []*rules.Variant
}

func (e *severalVariants) Error() string { return e.problem(e.word).Error() }

// Unwrap returns the question which one is meant.
func (e *severalVariants) Unwrap() error { return e.problem(e.word) }

// problem asks which of the variants is meant. text is the whole command, which contains the word.
func (e *severalVariants) problem(text string) *bot.Problem {
	which := bot.Problemf(bot.Ambiguous, "Which game do you mean?")
	for _, v := range e.all {
		said := v.Name
		if plainWords.MatchString(text) {
			said = strings.Replace(text, e.word, v.Name, 1)
		}
		which.Text += "\n`" + said + "`: " + v.Title
		if text != e.word && len(said) <= bot.MaxButton { // a name by itself is no command
			which.Buttons = append(which.Buttons, bot.Button{Label: v.Name, Command: said})
		}
	}
	return which
}

// misspeltVariant is the error of a word that is no game, but much like the name of one.
type misspeltVariant struct{ word, near string }

func (e *misspeltVariant) Error() string { return e.problem(e.word).Error() }

// Unwrap returns the question whether that one is meant.
func (e *misspeltVariant) Unwrap() error { return e.problem(e.word) }

// problem asks whether that game is meant. text is the whole command, which contains the word: the question's button is the command with the
// right name.
func (e *misspeltVariant) problem(text string) *bot.Problem {
	p := noGame(e.word, " "+phrase.Of("Did you mean `%s`?", e.near))
	if said := strings.Replace(text, e.word, e.near, 1); text != e.word && plainWords.MatchString(text) && len(said) <= bot.MaxButton {
		p.Buttons, p.Yes = []bot.Button{{Label: said, Command: said}}, said
	}
	return p
}

// noGame is the problem of a word that is no game, with a hint behind it.
func noGame(word, hint string) *bot.Problem {
	return bot.Problemf(bot.Unknown, "There is no game called %s.%s `variants` lists them all.", bot.QuoteWord(word), hint)
}

// plainWords matches texts that can be repeated in a command: without markup and invisible characters.
var plainWords = regexp.MustCompile(`^[\pL\pN #@+-]{1,100}$`)

// variantError is an error about the name of a game, which is told with the whole command around it.
type variantError interface {
	error
	problem(text string) *bot.Problem
}

// completed turns an error about the name of a game into its question about the whole text, and returns other errors unchanged.
func completed(text string, err error) error {
	if named := variantError(nil); errors.As(err, &named) {
		return named.problem(text)
	}
	return err
}

// FindVariant finds a variant by its name or title, or an unambiguous part of them,
// in any case, among those known everywhere and those of the place. A word that fits several is an error that asks which.
func FindVariant(word string, local ...*rules.Variant) (*rules.Variant, error) {
	switch meant := variantsMeant(word, local...); len(meant) {
	case 0:
	case 1:
		return meant[0], nil
	default:
		return nil, &severalVariants{word, meant}
	}
	var names []string
	for _, v := range slices.Concat(rules.Variants(), local) {
		names = append(names, v.Name)
	}
	if near := Nearest(strings.ToLower(word), names); near != "" {
		return nil, &misspeltVariant{word, near}
	}
	return nil, noGame(word, "")
}

// alsoCalled has the names of games in other languages, in small letters, each with a name that games are found by.
var alsoCalled = map[string]string{
	"drachenschach": "dragonchess", "alice-schach": "alicechess", "kubik-schach": "cubicchess", "tunnelschach": "tunnelchess", "blockschach": "blocschach",
}

// usualNames has the same by [letters].
var usualNames = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for name, usual := range alsoCalled {
		all[letters(name)] = usual
	}
	return all
})

// variantsMeant returns the variants that words stand for: the one of that name or title, else all whose
// name or title begins with the words, else all that contain each of them.
func variantsMeant(said string, local ...*rules.Variant) []*rules.Variant {
	if v, err := rules.Find(strings.ToLower(said)); err == nil {
		return []*rules.Variant{v}
	}
	for _, v := range local {
		if strings.EqualFold(said, v.Name) {
			return []*rules.Variant{v}
		}
	}
	bare := letters(said)
	if usual := usualNames()[bare]; usual != "" {
		return variantsMeant(usual, local...)
	}
	if len(bare) < 4 || bare == "chess" || bare == "schach" { // too unspecific
		return nil
	}
	var begin, have []*rules.Variant
	for _, v := range slices.Concat(rules.Variants(), local) {
		name, title := letters(v.Name), letters(v.Title)
		switch {
		case bare == name || bare == title:
			return []*rules.Variant{v}
		case strings.HasPrefix(name, bare) || strings.HasPrefix(title, bare):
			begin = append(begin, v)
		case hasAll(v.Name+" "+v.Title, said):
			have = append(have, v)
		}
	}
	if begin != nil {
		return begin
	}
	return have
}

// Taken reports whether commands or sentences have a use of their own for a word, so that it cannot be the name of a game.
func (t Table) Taken(word string) bool {
	senses, misspelt := readVocabulary().senses(word)
	if senses != nil && !misspelt || t.Find(word) != nil || noTime(word) {
		return true
	}
	for _, c := range t {
		for _, p := range c.Params {
			if p.Name == word || slices.Contains(p.Choices, word) {
				return true
			}
		}
	}
	return bot.PaceForm.MatchString(word)
}

// letters returns the ASCII letters and digits of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}

// hasAll reports whether a text contains each of some words, at least one of which has 5 letters or more.
func hasAll(text, words string) bool {
	split := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == '-' })
	}
	long := false
	for _, w := range split(words) {
		found := false
		for _, x := range split(text) {
			found = found || w == x
		}
		if !found && w != "of" {
			return false
		}
		long = long || len(w) >= 5
	}
	return long
}
