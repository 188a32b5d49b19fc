package command

import (
	"cmp"
	"maps"
	"strings"
)

// Former says that a command of an earlier version has become a form of another one, which a parameter chooses: "climb bob 3" is
// "challenge bob ladder 3". It had the parameter as the second one, not announced, and in forms under a name of its own.
type Former struct {
	Command string // an alias of the command now
	Param   string
}

// formerWords returns the words behind the name or an alias of the command as they are written now.
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

// formerParams returns the parameters of a form, which has the name or an alias of the command, as they are given now.
func (c *Command) formerParams(word string, params map[string]string) map[string]string {
	for _, p := range c.Params {
		if p.Former.Command == word {
			params = maps.Clone(params)
			params[p.Name] = cmp.Or(params[p.Former.Param], p.Name)
		}
	}
	return params
}
