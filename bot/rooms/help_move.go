package rooms

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// sample is a move as an example for the help.
type sample struct {
	game        bot.GameID // the game in which the move is legal now; 0 for a start position
	variant     *rules.Variant
	text        string
	brief       phrase.Text // the move by its cells, and by its piece and target
	from, reply string      // the cell that the move leaves, and a move after it
}

// exampleMove matches a move or a cell in the example of a command.
var exampleMove = regexp.MustCompile(`\b[a-z]{1,2}[0-9]{1,2}(-[a-z]{1,2}[0-9]{1,2})?\b`)

// namesMoves reports whether the example of a command about a game contains moves or cells.
// Examples with free text do not count.
func namesMoves(c *command.Command) bool {
	verbatim := slices.ContainsFunc(c.Params, func(p command.Param) bool { return p.Verbatim })
	return c.Needs != command.NeedNothing && !verbatim && exampleMove.MatchString(c.Example)
}

// in returns an example in which the sample's moves and cells replace the example's own.
func (s sample) in(example string) string {
	move, other := s.text, s.reply
	return exampleMove.ReplaceAllStringFunc(example, func(found string) string {
		if !strings.Contains(found, "-") {
			return s.from
		}
		defer func() { move, other = other, move }()
		return move
	})
}

// sampleMove returns a legal move of the game that the asker may mean, else the first move of the
// game that is usual here, else of the game of the lessons.
func sampleMove(c *action.Call) (sample, error) {
	g, err := c.AnyGame()
	if err == nil && !g.Over() {
		return action.WithRecord(c, g, func(record *rules.Game) (sample, error) {
			s := sampleFrom(record.Position())
			s.game = g.ID
			return s, nil
		})
	}
	if p := (*bot.Problem)(nil); err != nil && !errors.As(err, &p) {
		return sample{}, err
	}
	v, err := action.PlayedVariant(c)
	if p := (*bot.Problem)(nil); errors.As(err, &p) {
		v, err = rules.Find(action.LessonVariant)
	}
	if err != nil {
		return sample{}, err
	}
	return sampleFrom(v.Start()), nil
}

// sampleFrom returns the first legal move of a position that can be written by its piece and its
// target alone, else the first.
func sampleFrom(p *rules.Position) sample {
	s := sample{variant: p.Variant()}
	for _, m := range p.Legal() {
		name, target := p.Variant().Kind(p.At(m.From)).Name, p.Variant().Board.Name(m.To)
		read, err := p.ReadMove(name + " " + target)
		brief := err == nil && read == m
		if s.text != "" && !brief {
			continue
		}
		s.text, s.from, s.reply = p.Text(m), p.Variant().Board.Name(m.From), p.Text(m)
		if after, err := p.Play(m); err == nil && len(after.Legal()) > 0 {
			s.reply = after.Text(after.Legal()[0])
		}
		if brief {
			s.brief = phrase.Term(name) + " " + phrase.Said(target)
			break
		}
	}
	return s
}

// words returns a sentence that shows the move.
func (s sample) words() phrase.Text {
	where := phrase.Of("in %s", s.variant.Title)
	if s.game != 0 {
		where = phrase.Of("in %s", bot.GameNumber(s.game))
	}
	if s.brief == "" {
		return phrase.Of("To make a move %s, you can write `%s`.", where, s.text)
	}
	return phrase.Of("To make a move %s, you can write `%s` or `%s`.", where, s.text, s.brief)
}
