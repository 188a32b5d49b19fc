package rooms

import (
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// listVariants lists the games, or those that match some words, grouped by author. A single game is
// shown with its starting position.
func listVariants(c *action.Call) (bot.Reply, error) {
	filter := c.Args.Word("filter")
	var found []*rules.Variant
	var authors []string
	for _, v := range c.Variants() {
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
		return showVariant(c, found[0]), nil
	}
	lines := []phrase.Text{phrase.Of("These games can be played; `variants NAME` shows one, and `rules NAME` explains it.")}
	for _, author := range authors {
		lines = append(lines, authorWords(author)+":")
		for _, v := range found {
			if v.Author == author {
				lines = append(lines, phrase.Sprintf("`%s`: %s. %s.", v.Name, versionTitle(v), bot.Blurb(v)))
			}
		}
	}
	return c.Answer(phrase.Join(lines, "\n")), nil
}

// showVariant describes a game to somebody who is choosing one.
func showVariant(c *action.Call, v *rules.Variant) bot.Reply {
	text := phrase.Sprintf("`%s`: %s. %s.", v.Name, versionTitle(v), bot.Blurb(v))
	if v.Author != "" {
		text += " " + phrase.Of("By %s.", bot.CleanText(v.Author))
	}
	reply := c.Answer(text,
		bot.Button{Label: phrase.Of("Rules"), Command: "rules " + action.VariantWord(c, v)},
		bot.Button{Label: phrase.Of("Seek an opponent"), Command: "seek " + v.Name},
		bot.Button{Label: phrase.Of("Move both sides"), Command: "study " + v.Name})
	reply.Answer[0].Picture = &bot.Picture{Variant: v.ID()}
	return reply
}

// versionTitle returns the title of a game, with its version if it comes from a file.
func versionTitle(v *rules.Variant) phrase.Text {
	if v.Version == "" {
		return phrase.Said(v.Title)
	}
	return phrase.Of("%s, version %s", v.Title, v.Version)
}

// authorWords returns the heading for the games of an author.
func authorWords(author string) phrase.Text {
	if author == "" {
		return phrase.Of("Others")
	}
	return phrase.Said(bot.CleanText(author))
}

// smallCells and mediumCells are the largest numbers of cells of a small and of a medium game.
const (
	smallCells  = 144
	mediumCells = 288
)

// described reports whether every word matches a game: its size (small, medium or large), or part
// of its name, title, author or source.
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
