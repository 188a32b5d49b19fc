// Reading generates a reading test for pictures of boards: random positions of every
// variant as posted after a move, each in full size and at the width of a phone in
// grey, a list of questions, and the correct answers in a separate file.
//
//	go run ./render/cmd/reading -seed 7 -out /tmp/reading
//	go run ./render/cmd/reading -mark /tmp/reading
//
// To take the test, look at the pictures only, complete questions.txt, and open
// answers.txt only afterwards. Marking compares the two, variant by variant.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand"
	"os"
	"path/filepath"
	"strings"

	"raumbot/render"
	"raumbot/render/cmd/phone"
	"raumbot/rules"
	"raumbot/rules/games"
)

// The files of a test, beside its pictures.
const (
	questionsFile = "questions.txt"
	answersFile   = "answers.txt"
)

func main() {
	log.SetFlags(0)
	var t test
	var view, theme string
	flag.StringVar(&t.out, "out", "reading", "the folder for pictures, questions and answers")
	flag.Int64Var(&t.seed, "seed", 1, "the seed of the positions and of the cells asked")
	flag.IntVar(&t.positions, "n", 1, "positions of each variant")
	flag.IntVar(&t.cells, "cells", 10, "cells asked of each position")
	flag.StringVar(&t.only, "variant", "", "this variant only")
	flag.StringVar(&view, "view", "default", "the view of the boards")
	flag.StringVar(&theme, "theme", "light", "the theme of the boards")
	mark := flag.String("mark", "", "mark the answers in the questions of this folder")
	flag.Parse()
	if *mark != "" {
		if err := markFolder(*mark, os.Stdout); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := games.Install(); err != nil {
		log.Fatal(err)
	}
	var err error
	if t.view, err = render.ParseView(view); err != nil {
		log.Fatal(err)
	}
	if t.theme, err = render.ParseTheme(theme); err != nil {
		log.Fatal(err)
	}
	if err := t.write(); err != nil {
		log.Fatal(err)
	}
}

// A test is a set of positions with questions about them.
type test struct {
	out              string
	only             string
	seed             int64
	positions, cells int
	view             render.View
	theme            render.Theme
}

// write draws the pictures and writes questions and answers.
func (t test) write() error {
	if err := os.MkdirAll(t.out, 0o755); err != nil {
		return err
	}
	var questions, answers strings.Builder
	questions.WriteString("# Behind each cell: w or b and the code on the plate (w QUE), or - for an empty cell.\n" +
		"# Behind \"move\": the cells of the last move (va2-va4); behind \"turn\": w or b.\n")
	for i, v := range rules.Variants() {
		if t.only != "" && v.Name != t.only {
			continue
		}
		for n := range t.positions {
			dice := rand.New(rand.NewSource(t.seed + int64(1000*i+n)))
			scene, err := played(v, dice)
			if err != nil {
				return err
			}
			scene.View, scene.Theme = t.view, t.theme
			name := fmt.Sprintf("%s-%d", v.Name, n+1)
			if err := t.draw(name, scene); err != nil {
				return err
			}
			for _, a := range truths(scene, dice, t.cells) {
				fmt.Fprintf(&questions, "%s %s =\n", name, a.about)
				fmt.Fprintf(&answers, "%s %s = %s\n", name, a.about, a.text)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(t.out, questionsFile), []byte(questions.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.out, answersFile), []byte(answers.String()), 0o644)
}

// draw writes a scene as it is posted, and as it appears on a phone.
func (t test) draw(name string, s render.Scene) error {
	picture, err := render.PNG(s)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(t.out, name+"-full.png"), picture, 0o644); err != nil {
		return err
	}
	grey, err := phone.Grey(picture)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.out, name+"-phone.png"), grey, 0o644)
}

// played returns a position after random moves, preferring captures so that pieces
// leave their starting cells.
func played(v *rules.Variant, dice *rand.Rand) (render.Scene, error) {
	s := render.NewScene(v.Start())
	s.White, s.Black, s.Note = "Ada", "Zoë", "2 days left"
	for range 20 + dice.Intn(60) {
		legal := s.Position.Legal()
		m := legal[dice.Intn(len(legal))]
		if _, victim := s.Position.Capture(m); victim == rules.NoPiece {
			m = legal[dice.Intn(len(legal))]
		}
		next, err := s.Position.Play(m)
		if err != nil {
			return s, err
		}
		if next.Status().Finished() {
			break
		}
		s.Before, s.Last, s.Position = s.Position, m, next
	}
	return s, nil
}

// A truth is a question's subject with the correct answer.
type truth struct{ about, text string }

// truths returns questions about the last move, the side to move and some cells, half of them
// occupied.
func truths(s render.Scene, dice *rand.Rand, cells int) []truth {
	p, board := s.Position, s.Position.Variant().Board
	side := map[rules.Side]string{rules.White: "w", rules.Black: "b"}
	list := []truth{
		{"move", board.Name(s.Last.From) + "-" + board.Name(s.Last.To)},
		{"turn", side[p.Turn()]},
	}
	occupied := 0
	for _, n := range dice.Perm(board.Len()) {
		piece, text := p.At(rules.Cell(n)), "-"
		if piece != rules.NoPiece {
			if occupied == (cells+1)/2 {
				continue
			}
			occupied++
			text = side[piece.Side()] + " " + p.Variant().Kind(piece).Code
		} else if len(list)-2-occupied == cells/2 {
			continue
		}
		list = append(list, truth{board.Name(rules.Cell(n)), text})
	}
	return list
}
