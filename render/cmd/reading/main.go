// Reading generates a reading test for pictures of boards: random positions of every game as
// chats show them, in the boxes of clients, at their true size and smaller, in colour and
// without; ten questions a picture; and the correct answers in a separate file.
//
//	go run ./render/cmd/reading -seed 7 -out /tmp/reading
//	go run ./render/cmd/reading -mark /tmp/reading
//
// To take the test, look at the pictures only, complete questions.txt, and open
// answers.txt only afterwards. Marking compares the two, game by game.
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
	"raumbot/render/cmd/box"
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
	var view, theme, eye string
	flag.StringVar(&t.out, "out", "reading", "the folder for pictures, questions and answers")
	flag.Int64Var(&t.seed, "seed", 1, "the seed of the positions and of the cells asked")
	flag.IntVar(&t.positions, "n", 1, "positions of each game")
	flag.StringVar(&t.only, "variant", "", "this game only")
	flag.StringVar(&view, "view", "default", "the view of the boards")
	flag.StringVar(&theme, "theme", "light", "the theme of the boards")
	flag.StringVar(&t.box, "box", box.Element.Name, "the box: element or discord")
	flag.Float64Var(&t.scale, "scale", 1, "the size in the box: 0.6 as from a distance, 2 on a screen of twice the pixels")
	flag.StringVar(&eye, "eye", string(box.Colour), "the reader: colour, grey or deuteranopia")
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
	t.eye = box.Eye(eye)
	if err := t.write(); err != nil {
		log.Fatal(err)
	}
}

// A test is a set of positions with questions about them.
type test struct {
	out       string
	only      string
	seed      int64
	positions int
	view      render.View
	theme     render.Theme
	box       string
	scale     float64
	eye       box.Eye
}

// instructions are the first lines of the questions.
const instructions = `# Write each answer behind its "=".
# turn: the side to move, w or b. mover: the code of the moved piece. from, to: its cells, such as va2.
# captured: the code of the captured piece; check: the cells of the pieces that give check, with +
# between them; royal: the cell of the royal piece in check; - for none.
# A cell: the side and the code of the piece on it (w QUE), or - for an empty cell.
# side CELL: w, b or - for an empty cell.
`

// write draws the pictures and writes questions and answers.
func (t test) write() error {
	if err := os.MkdirAll(t.out, 0o755); err != nil {
		return err
	}
	frame := box.Element
	if t.box == box.Discord.Name {
		frame = box.Discord
	}
	var questions, answers strings.Builder
	questions.WriteString(instructions)
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
			if err := t.draw(name, scene, frame); err != nil {
				return err
			}
			for _, a := range truths(scene, dice) {
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

// draw writes a scene as it appears in the box.
func (t test) draw(name string, s render.Scene, frame box.Box) error {
	picture, err := render.PNG(s)
	if err != nil {
		return err
	}
	shown, err := box.Shown(picture, frame.Times(t.scale), t.eye)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.out, name+".png"), shown, 0o644)
}

// played returns a position after random moves, preferring captures so that pieces leave their
// starting cells, and in half of the games one in which a royal piece is in check.
func played(v *rules.Variant, dice *rand.Rand) (render.Scene, error) {
	const shortest, varied, longest = 20, 60, 400
	s := render.NewScene(v.Start())
	least, checked := shortest+dice.Intn(varied), dice.Intn(2) == 0
	for ply := 0; ply < least || checked && s.Position.Status() != rules.Check && ply < longest; ply++ {
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
