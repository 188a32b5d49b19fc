package service

import (
	"context"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// VariantView is a game as a page explains it, in the asker's language.
type VariantView struct {
	ID, Name, Title, Author, Blurb, Source string
	Story                                  []string // paragraphs
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
		mine, err := c.localPlayed()
		for _, v := range mine {
			all = append(all, c.viewVariant(v))
		}
		return err
	})
	return all, err
}

// localPlayed returns the games of single places that the asker may know: those of the place, and those of their ongoing games, because a
// page is in no place.
func (c *call) localPlayed() ([]*rules.Variant, error) {
	all := slices.Clone(c.request.Games)
	if c.me.ID == 0 {
		return all, nil
	}
	games, err := c.tx.GamesOf(c.me.ID, false, bot.Page{})
	for _, g := range games {
		if !strings.Contains(g.Variant, "@") {
			continue
		}
		if v, err := g.Rules(); err == nil && v.Local && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all, err
}

// viewVariant returns a game without its rules.
func (c *call) viewVariant(v *rules.Variant) VariantView {
	return VariantView{
		ID: v.ID(), Name: c.variantWord(v), Title: v.Title, Author: v.Author, Source: v.Source,
		Blurb: c.reader.Render(blurb(v)), Cells: v.Board.Len(),
	}
}

// ViewVariant returns a game by its name, with its rules, and its starting position as a game without players.
func (s *Service) ViewVariant(ctx context.Context, r bot.Request, name string) (view VariantView, start GameView, err error) {
	err = s.look(ctx, r, func(c *call) error {
		v, err := rules.Find(name)
		if err != nil {
			return bot.ErrNotFound
		}
		view = c.viewVariant(v)
		view.Story = strings.Split(c.reader.Render(plainStory(v)), "\n")
		for i := range v.Kinds[1:] {
			k := &v.Kinds[i+1]
			kind := KindView{Code: k.Code, Name: k.Name}
			for _, words := range k.MoveWords() {
				kind.Moves = append(kind.Moves, c.reader.Render(phrase.Term(words)))
			}
			if words := k.PromotionWords(); words != "" {
				kind.Promotion = c.reader.Render(phrase.Term(words))
			}
			view.Kinds = append(view.Kinds, kind)
		}
		start = GameView{Game: bot.Game{Variant: v.ID()}, Scene: render.NewScene(v.Start())}
		return nil
	})
	return view, start, err
}

// ViewPiece returns the diagram of how a piece of a game moves.
func (s *Service) ViewPiece(ctx context.Context, r bot.Request, variant, code string) (d *bot.Drawing, err error) {
	err = s.look(ctx, r, func(c *call) error {
		v, err := rules.Find(variant)
		if err != nil {
			return bot.ErrNotFound
		}
		if _, ok := v.KindByCode(code); !ok {
			return bot.ErrNotFound
		}
		if d, err = s.drawing(c.tx, bot.Picture{Variant: variant, Piece: code}); err == nil {
			d.Speak(c.reader)
		}
		return err
	})
	return d, err
}
