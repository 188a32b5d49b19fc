package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"raumbot/render"
	"raumbot/rules"
)

// renderUsage is shown for a wrong command line.
const renderUsage = `write: raumbot render VARIANT [MOVE...] -o FILE [--position LINE] [--view VIEW] [--slice NAME] [--side white|black] [--theme NAME] [--pieces busts|badges] [--four-colours] [--moves-from CELL] [--text] [--gif FILE] [--pace N] [--variants GLOB]`

// renderOptions are the flags and arguments of "raumbot render".
type renderOptions struct {
	words                                                        []string
	out, gif, position, view, slice, side, theme, pieces, chosen string
	text, fourColours                                            bool
	pace                                                         float64
}

// readRenderOptions parses the flags, which may stand before, between and after the
// arguments.
func readRenderOptions(args []string) (*renderOptions, error) {
	d := &renderOptions{}
	flags := newFlags("render")
	flags.StringVar(&d.out, "o", "", "the PNG file to write, - for standard output")
	flags.StringVar(&d.gif, "gif", "", "an animated replay of the moves to write")
	flags.Float64Var(&d.pace, "pace", 0, "moves a second of the replay, 0 for as long as each takes to see")
	flags.StringVar(&d.position, "position", "", "the position line to begin from")
	flags.StringVar(&d.view, "view", render.DefaultView.String(), "the arrangement of the boards")
	flags.StringVar(&d.slice, "slice", "", "the level or rank of the single view")
	flags.StringVar(&d.side, "side", "white", "whose side is at the bottom")
	flags.StringVar(&d.theme, "theme", render.Light.String(), "the colours")
	flags.StringVar(&d.pieces, "pieces", render.Busts.String(), "the style of the pieces")
	flags.StringVar(&d.chosen, "moves-from", "", "a cell whose piece's moves are shown")
	flags.BoolVar(&d.text, "text", false, "print the board as text")
	flags.BoolVar(&d.fourColours, "four-colours", false, "colour cubic cells by Unicorn binding")
	var err error
	if d.words, err = readFlags(flags, args, renderUsage); err != nil {
		return nil, err
	}
	switch {
	case len(d.words) == 0:
		return nil, usageError("which variant? " + renderUsage)
	case d.out == "" && d.gif == "" && !d.text:
		return nil, usageError("say where the picture goes with -o FILE, or ask for --text")
	}
	return d, nil
}

// runRender draws a position: after some moves, from a position line, or the
// starting position.
func runRender(_ context.Context, env environment, args []string) error {
	args, err := withVariants(env, args)
	if err != nil {
		return err
	}
	d, err := readRenderOptions(args)
	if err != nil {
		return err
	}
	scenes, err := d.play()
	if err != nil {
		return err
	}
	scene := scenes[len(scenes)-1]
	if d.text {
		fmt.Fprint(env.stdout, render.Text(scene))
	}
	if d.out != "" {
		picture, err := render.PNG(scene)
		if err != nil {
			return usageError(err.Error())
		}
		if err := writeOutput(env, d.out, picture); err != nil {
			return err
		}
	}
	if d.gif != "" {
		replay, err := render.ReplayGIF(scenes, render.Replay{MovesASecond: d.pace})
		if err != nil {
			return usageError(err.Error())
		}
		return writeOutput(env, d.gif, replay)
	}
	return nil
}

// play returns the scenes of the game given by the arguments, beginning with the start.
func (d *renderOptions) play() ([]render.Scene, error) {
	variant, err := rules.Find(d.words[0])
	if err != nil {
		return nil, usageError(err.Error())
	}
	position := variant.Start()
	if d.position != "" {
		if position, err = rules.ReadPosition(variant, d.position); err != nil {
			return nil, usageError(err.Error())
		}
	}
	scene, err := d.scene(position)
	if err != nil {
		return nil, usageError(err.Error())
	}
	scenes := []render.Scene{scene}
	for i, word := range d.words[1:] {
		move, err := scene.Position.ReadMove(word)
		if err != nil {
			return nil, usageError(fmt.Sprintf("move %d, %.40q: %v", i+1, word, err))
		}
		next, err := scene.Position.Play(move)
		if err != nil {
			return nil, usageError(fmt.Sprintf("move %d, %.40q: %v", i+1, word, err))
		}
		scene.Before, scene.Last, scene.Position = scene.Position, move, next
		scenes = append(scenes, scene)
	}
	return scenes, d.choose(&scenes[len(scenes)-1])
}

// scene returns the scene of a position with the flags applied.
func (d *renderOptions) scene(p *rules.Position) (render.Scene, error) {
	s := render.NewScene(p)
	s.Slice, s.FourColours = d.slice, d.fourColours
	var problems [4]error
	s.View, problems[0] = render.ParseView(d.view)
	s.Theme, problems[1] = render.ParseTheme(d.theme)
	s.Pieces, problems[2] = render.ParsePieces(d.pieces)
	switch d.side {
	case "white":
	case "black":
		s.Side = rules.Black
	default:
		problems[3] = fmt.Errorf("there is no side %.40q; choose white or black", d.side)
	}
	if d.slice != "" {
		s.View = render.Single
	}
	return s, errors.Join(problems[:]...)
}

// choose shows the moves of the piece on a cell.
func (d *renderOptions) choose(s *render.Scene) error {
	if d.chosen == "" {
		return nil
	}
	board := s.Position.Variant().Board
	cell, ok := board.Cell(d.chosen)
	if !ok {
		return usageError(fmt.Sprintf("there is no cell %.40q on this board; cells are named like %s", d.chosen, board.Name(board.Center())))
	}
	if s.Position.At(cell) == rules.NoPiece {
		return usageError(fmt.Sprintf("%s is empty; name the cell of a piece", d.chosen))
	}
	s.Chosen, s.Targets = cell, s.Position.LegalFrom(cell)
	return nil
}

// writeOutput writes a file, or to standard output for "-".
func writeOutput(env environment, path string, content []byte) error {
	if path == "-" {
		_, err := env.stdout.Write(content)
		return err
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return fmt.Errorf("the picture cannot be written to %s: %v; choose another file with -o", path, err)
	}
	return nil
}
