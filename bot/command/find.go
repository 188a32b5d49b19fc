package command

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// Names returns the names of a command in all languages.
func (c *Command) Names() []string {
	return slices.Concat([]string{c.Name}, c.Aliases, german[c.Name])
}

// Find returns the command with a name or an alias, or nil if there is none.
func (t Table) Find(name string) *Command {
	translated := namedInGerman()[name]
	for _, c := range t {
		if c.Name == name || slices.Contains(c.Aliases, name) || slices.Contains(translated, c.Name) {
			return c
		}
	}
	return nil
}

// namedInGerman maps the German names of commands to the names of these commands.
var namedInGerman = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for command, names := range german {
		for _, name := range names {
			all[name] = append(all[name], command)
		}
	}
	return all
})

// labelled returns the command whose button has a text as its label, or nil if there is none.
func (t Table) labelled(text string) *Command {
	text = unlabelled(text)
	for _, c := range t {
		if c.Button != "" && slices.Contains(buttonLabels(c.Button), text) {
			return c
		}
	}
	return nil
}

// labelsOfButtons has the results of [buttonLabels]. Every message is compared with all buttons,
// and to translate them each time takes longer than the rest of reading it.
var labelsOfButtons sync.Map // map[string][]string

// buttonLabels returns the label of a command's button in all languages, as [unlabelled] writes it.
func buttonLabels(button string) []string {
	if known, ok := labelsOfButtons.Load(button); ok {
		return known.([]string)
	}
	labels := Option{Label: phrase.Term(button)}.labels()
	for i, label := range labels {
		labels[i] = unlabelled(label)
	}
	labelsOfButtons.Store(button, labels)
	return labels
}

// Names returns all words that name a command: the names and aliases of the commands, and their
// German names.
func (t Table) Names() (all []string) {
	for _, c := range t {
		all = append(all, c.Names()...)
	}
	return all
}

// IsGerman reports whether a word is one of the command's German names.
func (c *Command) IsGerman(name string) bool { return slices.Contains(german[c.Name], name) }

// NoCommand returns the problem that a word is not a command, and suggests a command that it may
// misspell.
func (t Table) NoCommand(word string) *bot.Problem {
	names := t.Names()
	if near := Nearest(strings.ToLower(word), names); near != "" {
		p := bot.Problemf(bot.Misunderstood, "I don't know %s. Did you mean `%s`?", bot.QuoteWord(word), near)
		p.Yes, p.Buttons = near, []bot.Button{{Label: phrase.Said(near), Command: near}}
		return p
	}
	return NotUnderstood(word)
}

// Corrected returns a text whose first word misspells a command with that word corrected. It
// returns "" if there is no such command or the corrected text cannot be read.
func (t Table) Corrected(text string) string {
	word, rest := cutWord(clean(text))
	word = strings.ToLower(word)
	if utf8.RuneCountInString(word) < 4 || t.Find(word) != nil || Joins(word) {
		return ""
	}
	near := t.NoCommand(word).Yes
	if near == "" {
		return ""
	}
	said := strings.TrimSpace(near + " " + rest)
	if _, _, err := t.Read(bot.Request{Text: said}); err != nil {
		return ""
	}
	return said
}

// readable returns the text nearest to a misused command that can be read: with one word corrected
// to a choice or, if shorter is set, without its last words. It shortens a text only to a command
// that changes nothing. It returns "" if there is no such text.
func (t Table) readable(text string, shorter bool) string {
	fields := strings.Fields(text)
	c := t.Find(strings.ToLower(fields[0]))
	if c == nil || !plainWords.MatchString(text) || len(text) > bot.MaxButton {
		return ""
	}
	for i, w := range fields[1:] {
		if near := c.near(w); near != "" && !c.uses(w) {
			corrected := slices.Clone(fields)
			corrected[i+1] = near
			if _, _, err := t.readWords(strings.Join(corrected, " ")); err == nil {
				return strings.Join(corrected, " ")
			}
		}
	}
	for n := len(fields) - 1; n > 0 && shorter; n-- {
		said := strings.Join(fields[:n], " ")
		if c, args, err := t.readWords(said); c != nil && err == nil {
			if c.Alters(args) {
				return ""
			}
			return said
		}
	}
	return ""
}

// Swapped returns a text of the names of two commands in the other order, "cancel draw" for "draw
// cancel", if it can be read only so. It returns "" for other texts.
func (t Table) Swapped(text string) string {
	fields := strings.Fields(strings.ToLower(clean(text)))
	if len(fields) != 2 || t.Find(fields[0]) == nil || t.Find(fields[1]) == nil {
		return ""
	}
	said := fields[1] + " " + fields[0]
	if _, _, err := t.Read(bot.Request{Text: said}); err != nil {
		return ""
	}
	return said
}

// NotUnderstood returns the problem of a text that is not a command.
func NotUnderstood(text string) *bot.Problem {
	return bot.Problemf(bot.Misunderstood, "I didn't understand %s. `start` shows what you can do here, and `help` lists what you can say.", bot.QuoteText(text))
}

// Nearest returns the name that a word misspells, or "" if there is none. The edit distance must be
// 1, or at most 2 if the word has 6 letters or more. Two swapped neighbouring letters count as 1.
func Nearest(word string, names []string) string {
	length := utf8.RuneCountInString(word)
	if length > bot.MaxName {
		return ""
	}
	limit := 1
	if length >= 6 {
		limit = 2
	}
	best, distance := "", limit+1
	for _, name := range names {
		d := levenshtein.ComputeDistance(word, name)
		if d == 2 && swapped(word, name) {
			d = 1
		}
		if d < min(distance, len(name)) {
			best, distance = name, d
		}
	}
	return best
}

// swapped reports whether two words of ASCII letters differ only in the order of two neighbouring
// letters.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}
