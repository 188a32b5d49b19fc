package service

import (
	"context"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// VariantView is a game as a page explains it, in the language of whoever asks.
type VariantView struct {
	ID, Name, Title, Author, Blurb, Source string
	Story                                  string // in Markdown
	Cells                                  int
	Kinds                                  []KindView
}

// KindView is a kind of piece as a page explains it.
type KindView struct {
	Code, Name string
	Moves      []string
	Promotion  string
}

// ViewVariants returns the games that can be played, in the order of their list.
func (s *Service) ViewVariants(ctx context.Context, r bot.Request) (all []VariantView, err error) {
	err = s.look(ctx, r, func(c *call) error {
		all = nil
		for _, v := range rules.Variants() {
			all = append(all, c.viewVariant(v))
		}
		return nil
	})
	return all, err
}

// viewVariant returns a game without its rules.
func (c *call) viewVariant(v *rules.Variant) VariantView {
	return VariantView{
		ID: v.ID(), Name: v.Name, Title: v.Title, Author: v.Author, Source: v.Source,
		Blurb: c.reader.Render(phrase.Term(v.Blurb)), Cells: v.Board.Len(),
	}
}
