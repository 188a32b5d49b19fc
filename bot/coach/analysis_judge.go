package coach

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/letter"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/render"
	"raumbot/rules"
)

// judgedGame is a game with what its analysis says about each move. Only the scores are stored.
// The rest is computed whenever it is shown, because the positions of ongoing games between
// people are left out until those games are over.
type judgedGame struct {
	moves  []judgedMove // by ply; moves[0] is the starting position
	sides  [2]judgedSide
	hidden int // number of moves left out
}

// judgedMove is a move with the scores before and after it.
type judgedMove struct {
	ply    int
	before *rules.Position
	played rules.Move
	after  bot.Judged
	prior  bot.Judged
	best   bool
	// the best line instead; empty if the move was the best or the line may not be shown
	better []rules.Move
	fault  render.Fault
	lost   float64 // winning chances that the move lost
	// the move is left out, because an ongoing game is at the position before or after it
	hidden      bool
	hiddenAfter bool // the position after the move is left out
}

// judgedSide is how well a side has played.
type judgedSide struct {
	moves, loss int
	accuracies  []weighedAccuracy
	faults      [render.Blunder + 1]int
}

// weighedAccuracy is the accuracy of a move, in per cent, and its weight.
type weighedAccuracy struct{ accuracy, weight float64 }

// faultFrom is the smallest loss of winning chances that makes a move a fault of each kind.
// Winning chances run from -1 to 1.
var faultFrom = [render.Blunder + 1]float64{0, 0.1, 0.2, 0.3}

// maxCounted is the largest score that counts, in hundredths of a Pawn. Beyond it the game is
// decided.
const maxCounted = 1000

// bounded returns a score limited to ±maxCounted.
func bounded(score int) int { return min(max(score, -maxCounted), maxCounted) }

// chances returns White's winning chances at a score, from -1 to 1.
func chances(score int) float64 {
	return 2/(1+math.Exp(-0.00368208*float64(bounded(score)))) - 1
}

// accuracyOf returns the accuracy, in per cent, of a move that loses the given winning chances.
func accuracyOf(lost float64) float64 {
	return min(max(103.1668*math.Exp(-0.04354*50*lost)-3.1669+1, 0), 100)
}

// judgeMoves computes what an analysis says about each move of its game. The caller has checked
// that the asker may see the game.
func judgeMoves(c *action.Call, g bot.Game, a bot.Analysis) (*judgedGame, error) {
	record, err := c.Bot.Replay(c.Tx, g)
	if err != nil {
		return nil, err
	}
	defer c.Bot.PutBack(g.ID, record)
	plies := min(len(a.Positions)-1, record.Ply())
	stands, err := secrecyOf(c, record, plies)
	if err != nil {
		return nil, err
	}
	seen := &judgedGame{moves: make([]judgedMove, plies+1)}
	seen.moves[0] = judgedMove{after: a.Positions[0], hiddenAfter: stands[0].secret}
	for ply := 1; ply <= plies; ply++ {
		m := judgedMove{ply: ply, before: record.PositionAt(ply - 1), played: record.Moves()[ply-1], prior: a.Positions[ply-1], after: a.Positions[ply], hiddenAfter: stands[ply].secret, hidden: stands[ply-1].secret || stands[ply].secret}
		if m.hidden {
			seen.hidden++
			seen.moves[ply] = m
			continue
		}
		weight := weightOf(a.Positions, ply)
		best := a.Positions[ply-1].Best
		if len(best) > 0 && best[0] != m.before.Text(m.played) {
			if err := judgeBetter(c, &m, best, stands[ply-1].clear); err != nil {
				return nil, err
			}
			seen.sides[m.before.Turn()].count(&m, weight)
		} else {
			m.best = true
			side := &seen.sides[m.before.Turn()]
			side.moves++
			side.accuracies = append(side.accuracies, weighedAccuracy{100, weight})
		}
		seen.moves[ply] = m
	}
	return seen, nil
}

// judgeBetter sets m.better to the best line, as far as it may be shown. A position that differs
// on fewer than clear cells from the one before the move need not be checked: it is unlike those
// of all ongoing games.
func judgeBetter(c *action.Call, m *judgedMove, best []string, clear int) error {
	p := m.before
	var line []rules.Move
	for _, text := range best {
		move, err := p.ReadText(text)
		if err != nil {
			return err
		}
		line = append(line, move)
		if p, err = p.Play(move); err != nil {
			return err
		}
	}
	var err error
	m.better, err = cutLine(c, m.before, line, clear)
	return err
}

// weightOf returns the weight of a move's accuracy. The more the winning chances have changed in
// the moves up to it, the larger the weight. It is small when the game is decided.
func weightOf(positions []bot.Judged, ply int) float64 {
	// bounds of the window in moves, and of the weight in per cent
	const shortest, longest, least, most = 2, 8, 0.5, 12
	window := min(max(len(positions)/10, shortest), longest)
	from := max(0, ply+1-window)
	seen := positions[from:min(from+window, len(positions))]
	mean, squares := 0.0, 0.0
	for _, p := range seen {
		mean += 50 * chances(p.Score) / float64(len(seen))
	}
	for _, p := range seen {
		d := 50*chances(p.Score) - mean
		squares += d * d / float64(len(seen))
	}
	return min(max(math.Sqrt(squares), least), most)
}

// count sets the fault of a move that was not the best, and adds the move to its side's totals.
func (s *judgedSide) count(m *judgedMove, weight float64) {
	sign := 1
	if m.before.Turn() == rules.Black {
		sign = -1
	}
	lost := max(float64(sign)*(chances(m.prior.Score)-chances(m.after.Score)), 0)
	for fault, from := range faultFrom {
		if lost >= from {
			m.fault = render.Fault(fault)
		}
	}
	m.lost = lost
	s.moves++
	s.accuracies = append(s.accuracies, weighedAccuracy{accuracyOf(lost), weight})
	s.loss += max(sign*(bounded(m.prior.Score)-bounded(m.after.Score)), 0)
	s.faults[m.fault]++
}

// maxTurningPoints is the maximum number of turning points listed.
const maxTurningPoints = 6

// turningPoints returns the plies of the worst moves in the order of the game, at most
// maxTurningPoints. Blunders rank before mistakes, mistakes before inaccuracies, and faults of
// one kind by the winning chances lost.
func (j *judgedGame) turningPoints() (plies []int) {
	var faults []judgedMove
	for _, m := range j.moves {
		if m.fault > render.NoFault {
			faults = append(faults, m)
		}
	}
	slices.SortStableFunc(faults, func(a, b judgedMove) int { return cmp.Or(cmp.Compare(b.fault, a.fault), cmp.Compare(b.lost, a.lost)) })
	for _, m := range faults[:min(maxTurningPoints, len(faults))] {
		plies = append(plies, m.ply)
	}
	slices.Sort(plies)
	return plies
}

// figureOf formats a score for players: Pawns such as "+1.3", a forced mate as "+#4", a decided
// game as "+#".
func figureOf(s bot.Judged) phrase.Text {
	switch {
	case s.Mate > 0:
		return phrase.Sprintf("+#%d", s.Mate)
	case s.Mate < 0:
		return phrase.Sprintf("-#%d", -s.Mate)
	case s.Score >= bot.DecidedScore:
		return "+#"
	case s.Score <= -bot.DecidedScore:
		return "-#"
	}
	return pawns(s.Score)
}

// words returns a line with the move, the scores before and after it, and the better move if
// there is one.
func (m judgedMove) words() phrase.Text {
	played := play.Numbered(m.ply, true, m.before.Signed(m.played)+m.fault.Sign())
	change := phrase.Sprintf("%s → %s", figureOf(m.prior), figureOf(m.after))
	switch {
	case m.best:
		return phrase.Of("%s (%s): the best move.", played, change)
	case len(m.better) == 0:
		return phrase.Of("%s (%s).", played, change)
	}
	return phrase.Of("%s (%s). Better: %s.", played, change, m.before.Signed(m.better[0]))
}

// accuracy returns the accuracy of a side's moves in per cent. It is the average of their
// weighted mean and their harmonic mean; bad moves lower the latter more than good ones raise it.
func (s judgedSide) accuracy() float64 {
	sum, weights, inverses := 0.0, 0.0, 0.0
	for _, a := range s.accuracies {
		sum += a.weight * a.accuracy
		weights += a.weight
		inverses += 1 / max(a.accuracy, 1)
	}
	return (sum/weights + float64(len(s.accuracies))/inverses) / 2
}

// accuracyWords returns the accuracy of a side's moves in words. It is empty if no move was
// judged.
func (s judgedSide) accuracyWords() string {
	if s.moves == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %%", s.accuracy())
}

// lossWords returns the average loss of a side's moves in Pawns. It is empty if no move was
// judged.
func (s judgedSide) lossWords() phrase.Text {
	if s.moves == 0 {
		return ""
	}
	return decimal(fmt.Sprintf("%.2f", float64(s.loss)/float64(s.moves)/100))
}

// faultWords returns the numbers of a side's faults of each kind, the worst kind first.
func (s judgedSide) faultWords() phrase.Text {
	var words []phrase.Text
	if n := s.faults[render.Blunder]; n > 0 {
		words = append(words, phrase.Count(n, "%d blunder", "%d blunders"))
	}
	if n := s.faults[render.Mistake]; n > 0 {
		words = append(words, phrase.Count(n, "%d mistake", "%d mistakes"))
	}
	if n := s.faults[render.Inaccuracy]; n > 0 {
		words = append(words, phrase.Count(n, "%d inaccuracy", "%d inaccuracies"))
	}
	if words == nil {
		return phrase.Of("no mistakes")
	}
	return phrase.Join(words, ", ")
}

// analysisMessage adds an analysis to a message: the picture of the curve, and the turning points
// with buttons to their boards.
func analysisMessage(c *action.Call, a bot.Analysis, m bot.Message) (bot.Message, error) {
	g, err := c.Tx.Game(a.Game)
	if err != nil {
		return m, err
	}
	seen, err := judgeMoves(c, g, a)
	if err != nil {
		return m, err
	}
	lines := []phrase.Text{phrase.Upper(g.Summary()) + ": " + bot.ResultWords(g) + "."}
	for side, s := range seen.sides {
		if s.moves > 0 {
			lines = append(lines, phrase.Of("%s (%s): accuracy %s, average loss %s; %s.", g.Name(rules.Side(side)), rules.Side(side), s.accuracyWords(), s.lossWords(), s.faultWords()))
		}
	}
	points := seen.turningPoints()
	if len(points) > 0 {
		lines = append(lines, phrase.Of("Turning points:"))
	}
	for _, ply := range points {
		p := seen.moves[ply]
		lines = append(lines, p.words())
		m.Buttons = append(m.Buttons, bot.Button{Label: phrase.Said(play.Numbered(ply, true, p.before.Text(p.played)+p.fault.Sign())), Command: fmt.Sprintf("analyse %d at %d", g.ID, ply)})
	}
	if seen.hidden > 0 {
		lines = append(lines, phrase.Count(seen.hidden, "%d move is left out, because people are playing from its positions in ongoing games.", "%d moves are left out, because people are playing from their positions in ongoing games."))
	}
	if g.Moves > len(seen.moves)-1 {
		lines = append(lines, phrase.Of("Only the first %d moves are analysed, counting both sides.", len(seen.moves)-1))
	}
	m.Text = phrase.Join(lines, "\n")
	m.Game = g.ID
	m.Picture = &bot.Picture{Game: g.ID, Curve: true}
	return m, nil
}

// CurveDrawing loads what is needed to draw the picture of an analysis, with its text in a
// language.
func CurveDrawing(s *action.Bot, tx bot.Tx, p bot.Picture, l phrase.Language) (*bot.Drawing, error) {
	theme, err := action.ThemeNamed(p.Theme)
	if err != nil {
		return nil, err
	}
	curve, err := curve(s, tx, p.Game, l)
	if err != nil {
		return nil, err
	}
	curve.Theme = theme
	return &bot.Drawing{Curve: curve, Theme: theme}, nil
}

// curve returns the curve of winning chances of an analysed game.
func curve(s *action.Bot, tx bot.Tx, id bot.GameID, l phrase.Language) (*render.Curve, error) {
	g, err := tx.Game(id)
	if err != nil {
		return nil, err
	}
	a, err := tx.Analysis(id)
	if err != nil {
		return nil, err
	}
	seen, err := judgeMoves((&action.Call{Bot: s, Tx: tx}), g, a)
	if err != nil {
		return nil, err
	}
	v := &render.Curve{
		Title: l.Render(phrase.Upper(bot.GameNumber(g.ID)) + ": " + bot.Title(g.Variant)), Note: l.Render(bot.ResultWords(g)), Say: l.Say,
	}
	for _, m := range seen.moves {
		v.Points = append(v.Points, render.CurvePoint{Chances: chances(m.after.Score), Hidden: m.hiddenAfter, Figure: l.Render(figureOf(m.after)), Fault: m.fault})
	}
	for side := range v.Sides {
		user := g.Seats[side].User
		name, whole := letter.Fit(user.Shown(), render.HasGlyph)
		switch {
		case user.Said() != user.Named(user.Shown()): // a translated name
			name = l.Render(user.Said())
		case !whole:
			name = rules.Side(side).String()
		}
		played := seen.sides[side]
		v.Sides[side] = render.CurveSide{Name: name, Accuracy: played.accuracyWords(), Loss: l.Render(played.lossWords()), Faults: played.faults}
	}
	return v, nil
}

// Comments returns the comments on the moves of a game for its exported record, by ply. It
// returns nil if there is no finished analysis. Comments are in English, because programs read
// them.
func Comments(c *action.Call, g bot.Game) ([]string, error) {
	a, err := c.Tx.Analysis(g.ID)
	if err != nil || !a.Done() || a.Moves != g.MovesHash || !g.Over() {
		if errors.Is(err, bot.ErrNotFound) {
			err = nil
		}
		return nil, err
	}
	seen, err := judgeMoves(c, g, a)
	if err != nil {
		return nil, err
	}
	all := make([]string, len(seen.moves))
	for _, m := range seen.moves[1:] {
		if m.hiddenAfter {
			continue
		}
		words := []string{"[%eval " + strings.TrimPrefix(phrase.English(figureOf(m.after)), "+") + "]"}
		if m.fault > render.NoFault {
			words = append(words, m.fault.Sign())
			if len(m.better) > 0 {
				words = append(words, "better "+m.before.Text(m.better[0]))
			}
		}
		all[m.ply] = strings.Join(words, " ")
	}
	return all, nil
}
