package command_test

import (
	"slices"
	"testing"

	"raumbot/bot/command"
	"raumbot/render"
)

// TestViewsAndThemes makes sure that every view, theme and style of pieces that people can choose
// is one that can be drawn, and that they can choose every theme and style, and every view of the
// whole board.
func TestViewsAndThemes(t *testing.T) {
	offered := map[string][]string{}
	for _, c := range table {
		for _, p := range c.Params {
			parse, ok := map[string]func(string) error{
				"view":   func(s string) error { _, err := render.ParseView(s); return err },
				"theme":  func(s string) error { _, err := render.ParseTheme(s); return err },
				"pieces": func(s string) error { _, err := render.ParsePieces(s); return err },
			}[p.Name]
			if !ok || p.Kind != command.Choice {
				continue
			}
			offered[p.Name] = append(offered[p.Name], p.Choices...)
			for _, choice := range p.Choices {
				if err := parse(choice); err != nil && choice != "text" { // which is no picture
					t.Errorf("%s: %v", c.Name, err)
				}
			}
		}
	}
	for theme := render.Light; theme <= render.Print; theme++ {
		if !slices.Contains(offered["theme"], theme.String()) {
			t.Errorf("nobody can choose the theme %s", theme)
		}
	}
	for view := render.DefaultView; view <= render.Stack; view++ {
		if whole := view != render.DefaultView && view != render.Single; slices.Contains(offered["view"], view.String()) != whole {
			t.Errorf("the view %s is offered: %v", view, !whole)
		}
	}
	for _, pieces := range []render.Pieces{render.Busts, render.Badges} {
		if !slices.Contains(offered["pieces"], pieces.String()) {
			t.Errorf("nobody can choose %s", pieces)
		}
	}
}
