// Package commandtest collects the hints in the bot's texts: the words that they tell people to
// type.
package commandtest

import (
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/locale"
)

// Hint is what a text puts between backquotes, if it begins with a command.
type Hint struct {
	Text     string // the text, as its translators see it
	Language string // "" for English
	Words    string // the words to type, with verbs and placeholders: "set %d SETTING VALUE"
}

// code matches what a text puts between backquotes.
var code = regexp.MustCompile("`([^`\n]+)`")

// Hints returns the hints of all texts in all languages, in a fixed order. The translations are
// known to be complete, so that their keys are all the English texts.
func Hints(table command.Table) []Hint {
	var all []Hint
	for _, language := range locale.Languages() {
		for english, translated := range locale.All()[language].Texts() {
			for code, text := range map[string]string{"": english, language: translated} {
				all = append(all, hintsIn(table, code, text)...)
			}
		}
	}
	slices.SortFunc(all, func(a, b Hint) int {
		return strings.Compare(a.Words+"\n"+a.Language+"\n"+a.Text, b.Words+"\n"+b.Language+"\n"+b.Text)
	})
	return slices.CompactFunc(all, func(a, b Hint) bool { return a.Words == b.Words && a.Language == b.Language })
}

// hintsIn returns the hints of one text.
func hintsIn(table command.Table, language, text string) (all []Hint) {
	for _, found := range code.FindAllStringSubmatch(text, -1) {
		name, _, _ := strings.Cut(found[1], " ")
		if table.Find(name) != nil {
			all = append(all, Hint{text, language, found[1]})
		}
	}
	return all
}

// samples are words that the bot writes into its hints, or people in place of a placeholder.
var samples = []string{"bob", "raumschach", "1", "ab2-ab3", "white", "3d", "accept", "confirm", "18:00", "2", "resign", "english", "Berlin", "ab1", "computer"}

// verb matches the verbs of a format.
var verb = regexp.MustCompile(`%(\[[0-9]+\])?[sd]`)

// Placeholder reports whether the reader of a hint must replace a word of it, such as "NAME".
func Placeholder(word string) bool {
	return word == strings.ToUpper(word) && word != strings.ToLower(word)
}

// Said returns a hint as the bot shows it, with samples for its verbs, and as a person types it,
// with samples for its placeholders too. It chooses samples with which the table can read the typed
// text; ok is false if there are none. For a usage line such as "pick [ID]", it returns the line
// and its first word.
func (h Hint) Said(table command.Table) (said, typed string, ok bool) {
	words := strings.Fields(verb.ReplaceAllString(h.Words, "%s"))
	if strings.ContainsAny(h.Words, "[|") && !strings.Contains(h.Words, "%[") {
		return h.Words, words[0], true
	}
	var try func(at int, said, typed []string) bool
	try = func(at int, before, put []string) bool {
		if at == len(words) {
			said, typed = strings.Join(before, " "), strings.Join(put, " ")
			_, _, err := table.Read(bot.Request{Text: typed})
			return err == nil
		}
		w := words[at]
		if !strings.Contains(w, "%s") && (at == 0 || !Placeholder(w)) {
			return try(at+1, append(before[:at:at], w), append(put[:at:at], w))
		}
		for _, s := range samples {
			shown := strings.ReplaceAll(w, "%s", s)
			if Placeholder(w) {
				shown = w
			} else {
				s = shown
			}
			if try(at+1, append(before[:at:at], shown), append(put[:at:at], s)) {
				return true
			}
		}
		return false
	}
	ok = try(0, nil, nil)
	return said, typed, ok
}
