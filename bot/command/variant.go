package command

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/bot/when"
	"raumbot/rules"
)

// severalVariants is the error of a word that stands for several variants.
type severalVariants struct {
	word string
	all  []*rules.Variant
}

func (e *severalVariants) Error() string { return e.problem(e.word).Error() }

// Unwrap returns the problem that asks which one is meant.
func (e *severalVariants) Unwrap() error { return e.problem(e.word) }

// problem returns the problem that asks which variant is meant. text is the whole command, which
// contains the word.
func (e *severalVariants) problem(text string) *bot.Problem {
	which := bot.Problemf(bot.Ambiguous, "Which game do you mean?")
	for _, v := range e.all {
		said := v.Name
		if plainWords.MatchString(text) {
			said = strings.Replace(text, e.word, v.Name, 1)
		}
		which.Text += phrase.Sprintf("\n`%s`: %s", said, v.Title)
		if text != e.word && len(said) <= bot.MaxButton { // a name by itself is not a command
			which.Buttons = append(which.Buttons, bot.Button{Label: phrase.Said(v.Name), Command: said})
		}
	}
	return which
}

// misspeltVariant is the error of a word that is not the name of a game, but similar to one.
type misspeltVariant struct{ word, near string }

func (e *misspeltVariant) Error() string { return e.problem(e.word).Error() }

// Unwrap returns the problem that asks whether the similar name is meant.
func (e *misspeltVariant) Unwrap() error { return e.problem(e.word) }

// problem returns the problem that asks whether the similar name is meant. text is the whole
// command, which contains the word. The question's button is the command with the right name.
func (e *misspeltVariant) problem(text string) *bot.Problem {
	p := noGame(e.word, " "+phrase.Of("Did you mean `%s`?", e.near))
	if said := strings.Replace(text, e.word, e.near, 1); text != e.word && plainWords.MatchString(text) && len(said) <= bot.MaxButton {
		p.Buttons, p.Yes = []bot.Button{{Label: phrase.Said(said), Command: said}}, said
	}
	return p
}

// noGame returns the problem of a word that is not a game, followed by a hint.
func noGame(word string, hint phrase.Text) *bot.Problem {
	return bot.Problemf(bot.Unknown, "There is no game called %s.%s `variants` lists them all.", bot.QuoteWord(word), hint)
}

// plainWords matches texts without markup and invisible characters, which can be repeated in a
// command.
var plainWords = regexp.MustCompile(`^[\pL\pN #@+-]{1,100}$`)

// variantError is an error about the name of a game. Its message includes the whole command.
type variantError interface {
	error
	problem(text string) *bot.Problem
}

// completed returns the question of a variantError about the whole text. It returns other errors
// unchanged.
func completed(text string, err error) error {
	if named := variantError(nil); errors.As(err, &named) {
		return named.problem(text)
	}
	return err
}

// FindVariant returns the variant whose name or title is word or contains it, in any case. It
// searches the variants known everywhere and the local ones. If word fits several, the error asks
// which one is meant.
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

// alsoCalled maps names of games in other languages, in lower case, to names by which the games are
// found.
var alsoCalled = map[string]string{
	"drachenschach": "dragonchess", "alice-schach": "alicechess", "kubik-schach": "cubicchess", "tunnelschach": "tunnelchess", "blockschach": "blocschach",
}

// usualNames is alsoCalled with its keys reduced by [letters].
var usualNames = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for name, usual := range alsoCalled {
		all[letters(name)] = usual
	}
	return all
})

// variantsMeant returns the variants that words stand for: the one with that name or title, else
// all whose name or title begins with the words, else all that contain each of them.
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

// Taken reports whether commands use a word themselves, so that it cannot be the name of a game.
func (t Table) Taken(word string) bool {
	if t.Find(word) != nil || when.Until.Is(word) || Joins(word) || isPieceName(word) {
		return true
	}
	for _, c := range t {
		for _, p := range c.Params {
			if p.Name == word || slices.Contains(p.Choices, word) {
				return true
			}
		}
	}
	_, rest, pace := when.CutPace(word)
	return pace && rest == ""
}

// AlsoCalled returns names of games in other languages, in lower case, with the names by which the
// games are found.
func AlsoCalled() map[string]string { return alsoCalled }

// Games returns the games known everywhere that words stand for. There are several if their names
// begin with the words.
func Games(words string) []*rules.Variant { return variantsMeant(words) }

// letters returns the ASCII letters and digits of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}

// hasAll reports whether a text contains each of some words, at least one of which has 5 letters or
// more.
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
