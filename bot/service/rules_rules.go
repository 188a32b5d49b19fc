package service

import (
	"errors"
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// explainRules explains the rules of a game, with a picture of its starting position.
func explainRules(c *call) (bot.Reply, error) {
	v, err := c.playedVariant()
	if err != nil {
		return bot.Reply{}, err
	}
	var pieces []string
	for _, k := range v.Kinds[1:] {
		pieces = append(pieces, fmt.Sprintf("%s (%s)", k.Name, k.Code))
	}
	lines := []string{
		fmt.Sprintf("%s: %s.", v.Title, blurb(v)),
		plainStory(v),
		phrase.Of("Pieces: %s. `piece %s CODE` explains one.", strings.Join(pieces, ", "), c.variantWord(v)),
		phrase.Of("Source: %s.", v.Source),
	}
	reply := c.answer(strings.Join(lines, "\n"))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID()}
	return reply, nil
}

// playedVariant returns the variant that a command names, else the one that is being played here, else the room's
// usual one.
func (c *call) playedVariant() (*rules.Variant, error) {
	if c.args.Variant != nil {
		return c.args.Variant, nil
	}
	g, err := c.anyGame()
	if err == nil {
		return g.Rules()
	}
	if p := (*bot.Problem)(nil); !errors.As(err, &p) {
		return nil, err
	}
	here, err := decided(c.tx, c.request.Places())
	if err != nil {
		return nil, err
	}
	if v, err := c.find(here.Variant); err == nil && here.Variant != "" {
		return v, nil
	}
	return nil, c.whichVariant(c.variants())
}

// whichVariant asks which of some games the command is about.
func (c *call) whichVariant(games []*rules.Variant) *bot.Problem {
	about := c.args.Word("name")
	if bot.CleanName(about) != about { // only what may be shown again
		about = ""
	}
	which := bot.Problemf(bot.Misunderstood, "Which game? Write `%s` and its name; `variants` lists them all.", c.command.Name)
	for _, v := range games {
		which.Buttons = append(which.Buttons, bot.Button{Label: v.Name, Command: strings.TrimSpace(c.command.Name + " " + v.Name + " " + about)})
	}
	return which
}

// plainStory returns the story of a game without the line breaks within paragraphs and the emphasis of Markdown.
func plainStory(v *rules.Variant) string {
	var paragraphs []string
	for _, p := range strings.Split(strings.ReplaceAll(v.Story, "**", ""), "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			paragraphs = append(paragraphs, worded(v, p))
		}
	}
	return strings.Join(paragraphs, "\n")
}

// blurb returns the line that describes a game.
func blurb(v *rules.Variant) string { return worded(v, v.Blurb) }

// worded returns a text of a game, translated unless somebody in the chat has written it.
func worded(v *rules.Variant, text string) string {
	if v.Local {
		return text
	}
	return phrase.Term(text)
}
