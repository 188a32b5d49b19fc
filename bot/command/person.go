package command

import (
	"regexp"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// isAbout reports whether a parameter names the one person that the command is about.
func (c *Command) isAbout(p Param) bool { return p.Kind == Person && p.Name == c.Params[0].Name }

// namedComputer matches the computer's name in games at the beginning of a text: "Computer, level
// 4".
var namedComputer = regexp.MustCompile(`(?i)^@?computer,? (?:level|stufe) ?([1-8])(?:[.,:;!?]*\s+(.*)|[.,:;!?]*)$`)

// cutComputer cuts the computer's name off a text, and returns it in the bot's English form.
func cutComputer(text string) (name, behind string, ok bool) {
	parts := namedComputer.FindStringSubmatch(text)
	if parts == nil {
		return "", "", false
	}
	level, _ := strconv.Atoi(parts[1])
	return bot.ComputerUser(level).Name, parts[2], true
}

// nameEdges are the marks that are trimmed from names. Other marks may be part of a name: "bob_".
const nameEdges = "?!.,;:…\"“”„»«"

// cutOpponent cuts the opponent in the game that is meant off a text: "against bob". ok is false if
// there are two opponents.
func cutOpponent(text string) (name, behind string, ok bool) {
	word, rest := cutWord(text)
	if !readWordLists().against[bare(word)] {
		return "", "", false
	}
	if _, behind, ok := cutComputer(rest); ok {
		return "computer", behind, true
	}
	if name, behind, ok := cutQuoted(rest); ok {
		return name, behind, true
	}
	word, behind = cutWord(rest)
	if (readWordLists().articles[bare(word)] || readWordLists().indefinite[bare(word)]) && behind != "" {
		word, behind = cutWord(behind)
	}
	name = strings.Trim(word, nameEdges)
	next, _ := cutWord(behind)
	return name, behind, name != "" && !readWordLists().joining[strings.ToLower(next)]
}

// cutAnother cuts "and" and another name off a text. A known word does not count as a name there.
func (t Table) cutAnother(text string) (name, behind string, ok bool) {
	word, rest := cutWord(text)
	name, behind = cutWord(rest)
	return name, behind, readWordLists().joining[strings.ToLower(word)] && t.perhapsName(name)
}

// perhapsName reports whether a word can be a user's name and is not a known word.
func (t Table) perhapsName(word string) bool {
	return nameForm.MatchString(word) && !Joins(word) && t.Find(bare(word)) == nil && len(variantsMeant(word)) == 0
}

// nameForm matches words that may be a user's name.
var nameForm = regexp.MustCompile(`^@?[\pL][\pL\pN_.-]{1,31}$`)

// oneByOne returns the problem of two names for a command that takes one, with a button for each
// name. behind is the text after them.
func (c *Command) oneByOne(t Table, name, another, behind string) error {
	if _, err := c.readArgs(t, name+" "+behind); err != nil {
		behind = ""
	}
	problem := &bot.Problem{Kind: bot.Misunderstood}
	said := []string{name, another}
	for i, n := range said {
		said[i] = strings.TrimSpace(c.Name + " " + n + " " + behind)
		if !plainWords.MatchString(said[i]) {
			said[i] = c.Name + " NAME"
		} else if len(said[i]) <= bot.MaxButton {
			problem.Buttons = append(problem.Buttons, bot.Button{Label: phrase.Said(said[i]), Command: said[i]})
		}
	}
	problem.Text = phrase.Of("One name at a time: `%s`, then `%s`.", said[0], said[1])
	return &outside{problem}
}
