package command

import (
	"cmp"
	"maps"
	"strings"
)

// Former describes a command of an earlier version that has become a form of another one: "climb
// bob 3" is "challenge bob ladder 3" now. The parameter was the second one and not announced, and
// had a name of its own in forms.
type Former struct {
	Command string // an alias of the command now
	Param   string
}

// formerWords returns the words after the name or an alias of the command in their present form.
func (c *Command) formerWords(word, rest string) string {
	for _, p := range c.Params {
		first, behind := cutWord(rest)
		second, _ := cutWord(behind)
		if p.Former.Command == word && first != "" && !strings.EqualFold(second, p.Name) {
			rest = first + " " + p.Name + " " + behind
		}
	}
	return rest
}

// formerParams returns the parameters of a form in their present form. word is the name or an alias
// of the command.
func (c *Command) formerParams(word string, params map[string]string) map[string]string {
	for _, p := range c.Params {
		if p.Former.Command == word {
			params = maps.Clone(params)
			params[p.Name] = cmp.Or(params[p.Former.Param], p.Name)
		}
	}
	return params
}
