// Package render draws positions as pictures and describes them as text
// boards and sentences.
//
//	scene := render.NewScene(game.Position())
//	scene.Theme = render.Dark
//	png, err := render.PNG(scene)
//
// A picture is a pure function of its [Scene]: the same scene gives the same
// bytes on every machine, because all points are snapped to a grid before
// filling, so that processors cannot round differently. Drawings of pieces are
// kept in bounded caches shared between goroutines.
//
//	render.go scene.go theme.go   the request: a Scene, and PNG
//	glance.go glance_layout.go glance_small.go glance_paint.go glance_head.go   pictures for chats
//	layout.go panel.go stack.go sheet.go diagram.go   the layouts of the other views
//	painter.go overlay.go frame.go arrow.go trail.go touch.go   boards and what is drawn on them
//	piece.go man.go distinct_men.go figure.go badge.go plate.go   pieces
//	mark.go mark_key.go   marks on pieces
//	heading.go subline.go caption.go foot.go key.go legend.go label.go   the words around the boards
//	crosstable.go bracket.go   tables and trees of tournaments
//	curve.go   how a game went
//	replay.go   animated games
//	text.go say.go question.go movement_words.go   boards in words
//	letters.go                                     boards of letters, for terminals
//	canvas.go pen.go path.go type.go sprite.go palette.go cache.go encode.go   drawing, and PNG
package render

import (
	"fmt"
	"strings"

	"raumbot/rules"
)

// PNG draws the scene. If a [Single] view names an unknown slice, the error
// lists the slices.
func PNG(s Scene) ([]byte, error) {
	c, err := s.draw()
	if err != nil {
		return nil, err
	}
	defer c.release()
	return c.encode()
}

// draw draws the scene on a new canvas.
func (s Scene) draw() (*canvas, error) {
	board := s.Position.Variant().Board
	levelsWide, ranksWide, largest := float64(levelsWidth), float64(ranksWidth), gridCell
	if s.replay {
		levelsWide, ranksWide, largest = replayWidth, replayWidth, replayCell
	}
	var l layout
	switch s.View.chosen() {
	case Ranks:
		l = ranksLayout(board, s.Side, ranksWide, largest)
	case Tall:
		l = tallLayout(board, s.Side)
	case Glance:
		g := newGlance(s)
		g.paint()
		return g.canvas, nil
	case Single:
		p, err := s.singlePanel()
		if err != nil {
			return nil, err
		}
		l = singleLayout(p)
	case Stack:
		return s.drawStack(), nil
	default:
		l = levelsLayout(board, s.Side, levelsWide, largest)
	}
	p := newPainter(s, l)
	p.paint()
	return p.canvas, nil
}

// singlePanel returns the panel of a Single view: the named slice, or else the level
// of the last move or of the royal piece.
func (s Scene) singlePanel() (*panel, error) {
	board := s.Position.Variant().Board
	levels := levelPanels(board, s.Side)
	if s.Slice == "" {
		c := s.Last.To
		if s.Before == nil {
			c = max(0, s.Position.Royal(s.Side))
		}
		if s.Chosen != rules.NoCell {
			c = s.Chosen
		}
		return levels[board.Place(c).Level], nil
	}
	all := append(levels, rankPanels(board, s.Side)...)
	for _, p := range all {
		if strings.EqualFold(p.Name, s.Slice) {
			return p, nil
		}
	}
	return nil, fmt.Errorf("there is no level or rank %.20q; choose one of: %s", s.Slice, strings.Join(SliceNames(board), ", "))
}

// SliceNames returns the names of a board's levels, then of its ranks.
func SliceNames(b *rules.Board) []string {
	var names []string
	for _, p := range append(levelPanels(b, rules.White), rankPanels(b, rules.White)...) {
		names = append(names, p.Name)
	}
	return names
}
