// Gallery draws the pictures of docs/gallery: for every variant its starting position, a middle
// game, also in the boxes of clients, a final position and a contact sheet, as chats show them.
// The games are the recorded ones used by the tests of the rules.
//
//	go run ./render/cmd/gallery
//
// Run it in the root of the module, after every change to how boards look.
package main

import (
	"bytes"
	"fmt"
	"image/png"
	"log"
	"math/rand"
	"os"
	"path/filepath"
	"strings"

	"raumbot/render"
	"raumbot/render/cmd/box"
	"raumbot/rules"
	"raumbot/rules/games"
)

const (
	gallery = "docs/gallery"
	records = "rules/testdata/vectors"
)

func main() {
	log.SetFlags(0)
	if err := games.Install(); err != nil {
		log.Fatalf("gallery: %v", err)
	}
	index := &bytes.Buffer{}
	fmt.Fprint(index, "# How the games look\n\nDrawn by `go run ./render/cmd/gallery`: the opening, a middle game and the end of a recorded game\n"+
		"of each variant (their moves are random), and the contact sheet of its pieces.\n")
	for _, v := range rules.Variants() {
		if err := draw(v, index); err != nil {
			log.Fatalf("gallery: %s: %v", v.Name, err)
		}
	}
	if err := drawViews(index); err != nil {
		log.Fatalf("gallery: views: %v", err)
	}
	if err := os.WriteFile(filepath.Join(gallery, "README.md"), index.Bytes(), 0o644); err != nil {
		log.Fatalf("gallery: %v", err)
	}
}

// draw writes the pictures of a variant and their lines of the index.
func draw(v *rules.Variant, index *bytes.Buffer) error {
	scenes, err := play(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(index, "\n## %s\n", v.Title)
	last := len(scenes) - 1
	for i, ply := range []int{0, last / 2, last} {
		scene := scenes[ply]
		scene.Theme = []render.Theme{render.Light, render.Light, render.Dark}[i]
		picture, err := render.PNG(scene)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s-%s.png", v.Name, []string{"opening", "middle", "end"}[i])
		if err := save(name, picture); err != nil {
			return err
		}
		fmt.Fprintf(index, "\n![%s](%s)\n", render.Alt(scene), name)
		if i != 1 {
			continue
		}
		for _, shown := range []struct {
			frame box.Box
			eye   box.Eye
			words string
		}{
			{box.Element, box.Colour, "The middle game in Element's box, 324 by 324"},
			{box.Discord, box.Grey, "The middle game in Discord's box, 550 by 350, in grey"},
		} {
			small, err := box.Shown(picture, shown.frame, shown.eye)
			if err != nil {
				return err
			}
			name := fmt.Sprintf("%s-%s.png", v.Name, shown.frame.Name)
			if err := save(name, small); err != nil {
				return err
			}
			fmt.Fprintf(index, "\n![%s](%s)\n", shown.words, name)
		}
	}
	sheet, err := render.Sheet(v, render.Light)
	if err != nil {
		return err
	}
	fmt.Fprintf(index, "\n![The pieces of %s](%s-pieces.png)\n", v.Title, v.Name)
	return save(v.Name+"-pieces.png", sheet)
}

// shown is the variant whose middle game illustrates the views.
const shown = "blocschach"

// drawViews draws one position in every view, theme and style.
func drawViews(index *bytes.Buffer) error {
	v, err := rules.Find(shown)
	if err != nil {
		return err
	}
	scenes, err := play(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(index, "\n## One position in other views\n")
	middle := scenes[len(scenes)/2]
	for _, view := range []struct {
		name   string
		change func(s *render.Scene)
	}{
		{"tall", func(s *render.Scene) { s.View = render.Tall }},
		{"levels", func(s *render.Scene) { s.View = render.Levels }},
		{"ranks", func(s *render.Scene) { s.View = render.Ranks }},
		{"stack", func(s *render.Scene) { s.View, s.Theme = render.Stack, render.Dark }},
		{"badges", func(s *render.Scene) { s.Pieces, s.FourColours = render.Badges, true }},
		{"targets", func(s *render.Scene) { s.Chosen, s.Targets = busiest(s.Position) }},
	} {
		scene := middle
		view.change(&scene)
		picture, err := render.PNG(scene)
		if err != nil {
			return err
		}
		if err := save("view-"+view.name+".png", picture); err != nil {
			return err
		}
		fmt.Fprintf(index, "\n![%s: %s](view-%[1]s.png)\n", view.name, render.Alt(scene))
	}
	diagram, err := render.MovementDiagram(v, busiestKind(middle.Position), render.Light, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(index, "\n![How a piece moves](view-diagram.png)\n")
	return save("view-diagram.png", diagram)
}

// busiest returns the cell of the piece with the most moves, and these moves.
func busiest(p *rules.Position) (rules.Cell, []rules.Move) {
	cell, most := rules.NoCell, []rules.Move(nil)
	for c := range p.Variant().Board.Len() {
		if moves := p.LegalFrom(rules.Cell(c)); len(moves) > len(most) {
			cell, most = rules.Cell(c), moves
		}
	}
	return cell, most
}

func busiestKind(p *rules.Position) rules.KindID {
	cell, _ := busiest(p)
	return p.At(cell).Kind()
}

// play returns the scenes of the variant's shortest finished game on record, or if there
// is none, of the first random game that finishes.
func play(v *rules.Variant) ([]render.Scene, error) {
	files, err := filepath.Glob(filepath.Join(records, v.Name+"-[0-9]*.txt"))
	if err != nil {
		return nil, err
	}
	var best []render.Scene
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		scenes, err := replay(v, func(_ *rules.Position, ply int) string { return recorded(string(content), ply) })
		if err != nil {
			return nil, err
		}
		if finished(scenes) && (best == nil || len(scenes) < len(best)) {
			best = scenes
		}
	}
	if best != nil {
		return best, nil
	}
	for seed := int64(1); ; seed++ {
		scenes, err := random(v, rand.New(rand.NewSource(seed)))
		if err != nil || finished(scenes) {
			return scenes, err
		}
	}
}

// random plays random moves, except that it wins if it can. It gives up after
// longest plies.
func random(v *rules.Variant, dice *rand.Rand) ([]render.Scene, error) {
	const longest = 120
	return replay(v, func(p *rules.Position, ply int) string {
		if ply == longest {
			return ""
		}
		legal := p.Legal()
		for _, m := range legal {
			if after, err := p.Play(m); err == nil {
				if _, won := after.Winner(); won {
					return p.Text(m)
				}
			}
		}
		for range 3 { // prefers captures, so that the boards empty
			if m := legal[dice.Intn(len(legal))]; captures(p, m) {
				return p.Text(m)
			}
		}
		return p.Text(legal[dice.Intn(len(legal))])
	})
}

func captures(p *rules.Position, m rules.Move) bool {
	_, victim := p.Capture(m)
	return victim != rules.NoPiece
}

func finished(scenes []render.Scene) bool {
	return scenes[len(scenes)-1].Position.Status().Finished()
}

// recorded returns a move of a recorded game, "" after the last.
func recorded(content string, ply int) string {
	lines := strings.Split(strings.TrimSpace(content), "\n")[2:]
	if ply >= len(lines) {
		return ""
	}
	return strings.Split(lines[ply], "\t")[1]
}

// replay plays moves until next returns "" or the game is over.
func replay(v *rules.Variant, next func(p *rules.Position, ply int) string) ([]render.Scene, error) {
	scene := render.NewScene(v.Start())
	scenes := []render.Scene{scene}
	for ply := 0; !scene.Position.Status().Finished(); ply++ {
		text := next(scene.Position, ply)
		if text == "" {
			break
		}
		m, err := scene.Position.ReadMove(text)
		if err != nil {
			return nil, err
		}
		after, err := scene.Position.Play(m)
		if err != nil {
			return nil, err
		}
		scene.Before, scene.Last, scene.Position = scene.Position, m, after
		scenes = append(scenes, scene)
	}
	return scenes, nil
}

// save writes a picture with the best compression, because it is committed.
func save(name string, picture []byte) error {
	decoded, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, decoded); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(gallery, name), out.Bytes(), 0o644)
}
