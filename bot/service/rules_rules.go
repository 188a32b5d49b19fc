package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
)

// explainRules tells the rules of a game, with a picture of its start.
func explainRules(c *call) (bot.Reply, error) {
	v := c.args.Variant
	var pieces []string
	for _, k := range v.Kinds[1:] {
		pieces = append(pieces, fmt.Sprintf("%s (%s)", k.Name, k.Code))
	}
	lines := []string{
		fmt.Sprintf("%s: %s.", v.Title, phrase.Term(v.Blurb)),
		plainStory(v.Story),
		phrase.Of("Pieces: %s. `piece %s CODE` explains one.", strings.Join(pieces, ", "), v.Name),
		phrase.Of("Source: %s.", v.Source),
	}
	reply := c.answer(strings.Join(lines, "\n"))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.Name}
	return reply, nil
}

// plainStory takes the line breaks within paragraphs and the emphasis out of Markdown.
func plainStory(markdown string) string {
	var paragraphs []string
	for _, p := range strings.Split(strings.ReplaceAll(markdown, "**", ""), "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			paragraphs = append(paragraphs, phrase.Term(p))
		}
	}
	return strings.Join(paragraphs, "\n")
}
