package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// listVariants lists the games.
func listVariants(c *call) (bot.Reply, error) {
	lines := []string{phrase.Of("These games can be played; `rules NAME` explains one.")}
	for _, v := range rules.Variants() {
		lines = append(lines, fmt.Sprintf("`%s`: %s. %s.", v.Name, v.Title, phrase.Term(v.Blurb)))
	}
	return c.answer(strings.Join(lines, "\n")), nil
}
