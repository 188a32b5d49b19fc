package bot

import (
	"strings"

	"raumbot/bot/phrase"
	"raumbot/rules"
)

// PlainStory returns the story of a variant without Markdown emphasis and without line breaks
// within paragraphs.
func PlainStory(v *rules.Variant) phrase.Text {
	var paragraphs []phrase.Text
	for _, p := range strings.Split(strings.ReplaceAll(v.Story, "**", ""), "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			paragraphs = append(paragraphs, variantText(v, p))
		}
	}
	return phrase.Join(paragraphs, "\n")
}

// Blurb returns the line that describes a variant.
func Blurb(v *rules.Variant) phrase.Text { return variantText(v, v.Blurb) }

// variantText returns a variant's text, translated unless the variant is a local one.
func variantText(v *rules.Variant, text string) phrase.Text {
	if v.Local {
		return phrase.Said(text)
	}
	return phrase.Term(text)
}
