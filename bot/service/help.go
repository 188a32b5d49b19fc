package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// help lists the commands, or explains one.
func help(c *call) (bot.Reply, error) {
	word := strings.ToLower(c.args.Word("command"))
	if word == "" {
		lines := []string{phrase.Of("What you can say; `help move` explains a word.")}
		for _, command := range c.service.commands {
			lines = append(lines, fmt.Sprintf("`%s`: %s", command.Usage(), phrase.Term(command.Brief)))
		}
		return c.answer(strings.Join(lines, "\n")), nil
	}
	command := c.service.commands.Find(word)
	if command == nil {
		return bot.Reply{}, c.service.commands.NoCommand(word)
	}
	lines := []string{fmt.Sprintf("`%s`: %s.", command.Usage(), phrase.Term(command.Brief))}
	if command.Detail != "" {
		lines = append(lines, phrase.Term(command.Detail))
	}
	for _, p := range command.Params {
		lines = append(lines, fmt.Sprintf("%s: %s.", strings.ToUpper(p.Name), phrase.Term(p.Help)))
	}
	lines = append(lines, phrase.Of("For example: `%s`", command.Example))
	if len(command.Aliases) > 0 {
		lines = append(lines, phrase.Of("Also: `%s`", strings.Join(command.Aliases, "`, `")))
	}
	return c.answer(strings.Join(lines, "\n")), nil
}
