package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// listVariants lists the games, or those that match some words, by author, since each has a style. A single game is
// shown with its starting position.
func listVariants(c *call) (bot.Reply, error) {
	filter := c.args.Word("filter")
	var found []*rules.Variant
	var authors []string
	for _, v := range c.variants() {
		if described(v, filter) {
			found = append(found, v)
			if !slices.Contains(authors, v.Author) {
				authors = append(authors, v.Author)
			}
		}
	}
	switch len(found) {
	case 0:
		return bot.Reply{}, bot.Problemf(bot.Unknown, "No game is described by %s. `variants small` and `variants gilman` are examples; `variants` lists them all.", bot.QuoteWord(filter))
	case 1:
		return c.showVariant(found[0]), nil
	}
	lines := []string{phrase.Of("These games can be played; `variants NAME` shows one, and `rules NAME` explains it.")}
	for _, author := range authors {
		lines = append(lines, authorWords(author)+":")
		for _, v := range found {
			if v.Author == author {
				lines = append(lines, fmt.Sprintf("`%s`: %s. %s.", v.Name, versionTitle(v), blurb(v)))
			}
		}
	}
	return c.answer(strings.Join(lines, "\n")), nil
}

// showVariant describes a game to somebody who is choosing one.
func (c *call) showVariant(v *rules.Variant) bot.Reply {
	text := fmt.Sprintf("`%s`: %s. %s.", v.Name, versionTitle(v), blurb(v))
	if v.Author != "" {
		text += " " + phrase.Of("By %s.", bot.CleanText(v.Author))
	}
	reply := c.answer(text,
		bot.Button{Label: phrase.Of("Rules"), Command: "rules " + c.variantWord(v)},
		bot.Button{Label: phrase.Of("Seek an opponent"), Command: "seek " + v.Name},
		bot.Button{Label: phrase.Of("Move both sides"), Command: "study " + v.Name})
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID()}
	return reply
}

// versionTitle returns the title of a game, with its version if it comes from a file.
func versionTitle(v *rules.Variant) string {
	if v.Version == "" {
		return v.Title
	}
	return phrase.Of("%s, version %s", v.Title, v.Version)
}

// authorWords names who devised some games.
func authorWords(author string) string {
	if author == "" {
		return phrase.Of("Others")
	}
	return bot.CleanText(author)
}

// The most cells of a small game, and of a medium one.
const (
	smallCells  = 144
	mediumCells = 288
)

// described reports whether every word matches a game: its size (small, medium or large), or part of its name, title,
// author or source.
func described(v *rules.Variant, words string) bool {
	for _, word := range strings.Fields(strings.ToLower(words)) {
		cells, fits := v.Board.Len(), false
		switch word {
		case "small":
			fits = cells <= smallCells
		case "medium":
			fits = cells > smallCells && cells <= mediumCells
		case "large":
			fits = cells > mediumCells
		default:
			fits = strings.Contains(strings.ToLower(strings.Join([]string{v.Name, v.Title, v.Author, v.Source}, " ")), word)
		}
		if !fits {
			return false
		}
	}
	return true
}
