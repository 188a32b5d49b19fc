package pages

import (
	"context"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/bot/play/picture"
	"raumbot/bot/teach"
	"raumbot/render"
	"raumbot/rules"
	"raumbot/rules/compose"
)

// VariantView describes a variant to a page, in the asker's language.
type VariantView struct {
	ID, Name, Title, Author, Blurb, Source string
	Story                                  []string // paragraphs
	Cells, Men                             int
	Sorts                                  int // how many kinds of pieces there are
	Kinds                                  []KindView
	Examples                               []ExampleView // of rules other than how pieces move
}

// ExampleView describes to a page an example of a rule.
type ExampleView struct {
	Name string // in addresses
	Text string // explains the rule
	Move string // the move of the picture, in words
}

// KindView describes a kind of piece to a page.
type KindView struct {
	Code, Name string
	Moves      []string
	Promotion  string
}

// ViewVariants returns the variants that the asker can play, in the order of the list of
// variants.
func (s *Pages) ViewVariants(ctx context.Context, r bot.Request) (all []VariantView, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		all = nil
		for _, v := range rules.Variants() {
			all = append(all, viewVariant(c, v))
		}
		mine, err := localPlayed(c)
		for _, v := range mine {
			all = append(all, viewVariant(c, v))
		}
		return err
	})
	return all, err
}

// localPlayed returns the variants that single places have added and that the asker may know:
// those of the place where they ask, and those of their ongoing games, because a page belongs to
// no place.
func localPlayed(c *action.Call) ([]*rules.Variant, error) {
	all := slices.Clone(c.Request.Games)
	if c.Me.ID == 0 {
		return all, nil
	}
	games, err := c.Tx.GamesOf(c.Me.ID, false, bot.Page{})
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

// viewVariant describes a variant without its rules.
func viewVariant(c *action.Call, v *rules.Variant) VariantView {
	men, start := 0, v.Start()
	for cell := range rules.Cell(v.Board.Len()) {
		if start.At(cell) != rules.NoPiece {
			men++
		}
	}
	return VariantView{
		ID: v.ID(), Name: action.VariantWord(c, v), Title: v.Title, Author: v.Author, Source: v.Source,
		Blurb: c.ReaderLanguage().Render(bot.Blurb(v)), Cells: v.Board.Len(), Men: men, Sorts: len(v.Kinds) - 1,
	}
}

// ViewVariant returns a variant by its name, with its rules, and its starting position as a game
// without players. It returns [bot.ErrNotFound] if there is none.
func (s *Pages) ViewVariant(ctx context.Context, r bot.Request, name string) (view VariantView, start GameView, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		v, err := rules.Find(name)
		if err != nil {
			return bot.ErrNotFound
		}
		view = viewVariant(c, v)
		view.Story = strings.Split(c.ReaderLanguage().Render(bot.PlainStory(v)), "\n")
		for i := range v.Kinds[1:] {
			k := &v.Kinds[i+1]
			kind := KindView{Code: k.Code, Name: c.ReaderLanguage().Render(phrase.Term(k.Name))}
			for _, words := range k.MoveWords() {
				kind.Moves = append(kind.Moves, c.ReaderLanguage().Render(phrase.Term(words)))
			}
			if words := k.PromotionWords(); words != "" {
				kind.Promotion = c.ReaderLanguage().Render(phrase.Term(words))
			}
			view.Kinds = append(view.Kinds, kind)
		}
		for _, e := range compose.Examples(v) {
			view.Examples = append(view.Examples, ExampleView{Name: e.Rule.String(), Text: c.ReaderLanguage().Render(teach.Of(e).Rule), Move: c.ReaderLanguage().Render(play.Describe(e.Before, e.Move))})
		}
		start = GameView{Game: bot.Game{Variant: v.ID()}, Scene: render.NewScene(v.Start())}
		return nil
	})
	return view, start, err
}

// ViewPiece returns a diagram of how a piece of a variant moves. It returns [bot.ErrNotFound] if
// there is no such piece.
func (s *Pages) ViewPiece(ctx context.Context, r bot.Request, variant, code string) (d *bot.Drawing, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		v, err := rules.Find(variant)
		if err != nil {
			return bot.ErrNotFound
		}
		if _, ok := v.KindByCode(code); !ok {
			return bot.ErrNotFound
		}
		d, err = picture.Drawing(s.Bot, c.Tx, bot.Picture{Variant: variant, Piece: code}, c.ReaderLanguage())
		return err
	})
	return d, err
}

// ViewExample returns a picture of the move that shows a rule of a variant, by the rule's name. It
// returns [bot.ErrNotFound] if there is none.
func (s *Pages) ViewExample(ctx context.Context, r bot.Request, variant, name string) (d *bot.Drawing, err error) {
	err = s.Explain(ctx, r, func(c *action.Call) error {
		v, err := rules.Find(variant)
		if err != nil {
			return bot.ErrNotFound
		}
		e, ok := compose.Named(v, name)
		if !ok {
			return bot.ErrNotFound
		}
		shown := bot.Picture{Variant: v.ID(), Position: e.Before.Line(), Line: []string{e.Before.Text(e.Move)}, View: render.Glance.String()}
		if d, err = picture.Drawing(s.Bot, c.Tx, shown, c.ReaderLanguage()); err == nil {
			d.Scene.Composed = true
		}
		return err
	})
	return d, err
}
