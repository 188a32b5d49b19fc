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
		title := v.Title
		if v.Version != "" {
			title = phrase.Of("%s, version %s", v.Title, v.Version)
		}
		lines = append(lines, fmt.Sprintf("`%s`: %s. %s.", v.Name, title, phrase.Term(v.Blurb)))
	}
	return c.answer(strings.Join(lines, "\n")), nil
}
