package service

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/letter"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// What an analysis says about the moves of its game. Only the scores are stored. Everything derived from them is computed whenever it is shown,
// because positions of ongoing games between people are left out until those games are over.

// judgedGame is a game with its analysis of each move.
type judgedGame struct {
	moves  []judgedMove // by ply; moves[0] stands for the starting position
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
	better []rules.Move // the best line instead; empty if the move was the best, or if the line may not be shown
	fault  render.Fault
	lost   float64 // winning chances that the move has cost
	hidden bool    // the move is left out: before or after is in an ongoing game
	stood  bool    // the position after the move is left out
}

// judgedSide is how well a side has played.
type judgedSide struct {
	moves, loss int
	accuracies  []weighedAccuracy
	faults      [render.Blunder + 1]int
}

// weighedAccuracy is the accuracy of a move in per cent, and how much it counts.
type weighedAccuracy struct{ accuracy, weight float64 }

// faultFrom is the smallest loss of winning chances, which run from -1 to 1, that makes a move each kind of fault.
var faultFrom = [render.Blunder + 1]float64{0, 0.1, 0.2, 0.3}

// mostCounted is the largest score that counts, in hundredths of a Pawn: beyond it the game is decided anyway.
const mostCounted = 1000

// bounded returns a score limited to ±mostCounted.
func bounded(score int) int { return min(max(score, -mostCounted), mostCounted) }

// chances returns White's winning chances at a score, from -1 to 1.
func chances(score int) float64 {
	return 2/(1+math.Exp(-0.00368208*float64(bounded(score)))) - 1
}

// accuracyOf returns the accuracy, in per cent, of a move that loses the given winning chances.
func accuracyOf(lost float64) float64 {
	return min(max(103.1668*math.Exp(-0.04354*50*lost)-3.1669+1, 0), 100)
}

// judgeMoves computes what an analysis says about each move of its game. The caller has checked that the asker may see the game.
func (c *call) judgeMoves(g bot.Game, a bot.Analysis) (*judgedGame, error) {
	record, err := c.service.replay(c.tx, g)
	if err != nil {
		return nil, err
	}
	defer c.service.keep(g.ID, record)
	plies := min(len(a.Positions)-1, record.Ply())
	stands, err := c.silences(record, plies)
	if err != nil {
		return nil, err
	}
	seen := &judgedGame{moves: make([]judgedMove, plies+1)}
	seen.moves[0] = judgedMove{after: a.Positions[0], stood: stands[0].silent}
	for ply := 1; ply <= plies; ply++ {
		m := judgedMove{ply: ply, before: record.PositionAt(ply - 1), played: record.Moves()[ply-1], prior: a.Positions[ply-1], after: a.Positions[ply], stood: stands[ply].silent, hidden: stands[ply-1].silent || stands[ply].silent}
		if m.hidden {
			seen.hidden++
			seen.moves[ply] = m
			continue
		}
		weight := weightOf(a.Positions, ply)
		best := a.Positions[ply-1].Best
		if len(best) > 0 && best[0] != m.before.Text(m.played) {
			if err := c.judgeBetter(&m, best, stands[ply-1].clear); err != nil {
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

// judgeBetter sets m.better to the best line instead of the move, as far as it may be shown. No position that differs on fewer cells than
// clear from that before the move is like one of an ongoing game.
func (c *call) judgeBetter(m *judgedMove, best []string, clear int) error {
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
	m.better, err = c.cutLine(m.before, line, clear)
	return err
}

// weightOf returns how much the accuracy of a move counts: the more, the more the chances have changed in the moves up to it. When all is
// decided it hardly counts.
func weightOf(positions []bot.Judged, ply int) float64 {
	const shortest, longest, least, most = 2, 8, 0.5, 12 // moves, and per cent
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

// mostPoints is the maximum number of turning points listed.
const mostPoints = 6

// turningPoints returns the plies of the worst moves, at most mostPoints, in the order of the game: blunders come before
// mistakes, these before inaccuracies, and of each those that cost most.
func (j *judgedGame) turningPoints() (plies []int) {
	var faults []judgedMove
	for _, m := range j.moves {
		if m.fault > render.NoFault {
			faults = append(faults, m)
		}
	}
	slices.SortStableFunc(faults, func(a, b judgedMove) int { return cmp.Or(cmp.Compare(b.fault, a.fault), cmp.Compare(b.lost, a.lost)) })
	for _, m := range faults[:min(mostPoints, len(faults))] {
		plies = append(plies, m.ply)
	}
	slices.Sort(plies)
	return plies
}

// figureOf formats a score for players: Pawns such as "+1.3", a forced mate as "+#4", a decided game as "+#".
func figureOf(s bot.Judged) string {
	switch {
	case s.Mate > 0:
		return fmt.Sprintf("+#%d", s.Mate)
	case s.Mate < 0:
		return fmt.Sprintf("-#%d", -s.Mate)
	case s.Score >= bot.DecidedScore:
		return "+#"
	case s.Score <= -bot.DecidedScore:
		return "-#"
	}
	return pawns(s.Score)
}

// words returns a line with the move, the scores before and after it, and the better move if there was one.
func (m judgedMove) words() string {
	played := numbered(m.ply, true, m.before.Signed(m.played)+m.fault.Sign())
	change := fmt.Sprintf("%s → %s", figureOf(m.prior), figureOf(m.after))
	switch {
	case m.best:
		return phrase.Of("%s (%s): the best move.", played, change)
	case len(m.better) == 0:
		return phrase.Of("%s (%s).", played, change)
	}
	return phrase.Of("%s (%s). Better: %s.", played, change, m.before.Signed(m.better[0]))
}

// accuracy returns the accuracy of a side's moves in per cent: halfway between their weighted mean and their harmonic mean, to which a bad
// move matters more than a good one.
func (s judgedSide) accuracy() float64 {
	sum, weights, inverses := 0.0, 0.0, 0.0
	for _, a := range s.accuracies {
		sum += a.weight * a.accuracy
		weights += a.weight
		inverses += 1 / max(a.accuracy, 1)
	}
	return (sum/weights + float64(len(s.accuracies))/inverses) / 2
}

// accuracyWords returns the accuracy of a side's moves, empty if none was judged.
func (s judgedSide) accuracyWords() string {
	if s.moves == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %%", s.accuracy())
}

// lossWords returns the average loss of a side's moves in Pawns, empty if none was judged.
func (s judgedSide) lossWords() string {
	if s.moves == 0 {
		return ""
	}
	return decimal(fmt.Sprintf("%.2f", float64(s.loss)/float64(s.moves)/100))
}

// faultWords counts a side's faults of each kind, the worst first.
func (s judgedSide) faultWords() string {
	var words []string
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
	return strings.Join(words, ", ")
}

// analysisMessage adds an analysis to a message: the picture of the curve, and the turning points with buttons to their boards.
func (c *call) analysisMessage(a bot.Analysis, m bot.Message) (bot.Message, error) {
	g, err := c.tx.Game(a.Game)
	if err != nil {
		return m, err
	}
	seen, err := c.judgeMoves(g, a)
	if err != nil {
		return m, err
	}
	lines := []string{phrase.Upper(g.Summary()) + ": " + bot.ResultWords(g) + "."}
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
		m.Buttons = append(m.Buttons, bot.Button{Label: numbered(ply, true, p.before.Text(p.played)+p.fault.Sign()), Command: fmt.Sprintf("analyse %d at %d", g.ID, ply)})
	}
	if seen.hidden > 0 {
		lines = append(lines, phrase.Count(seen.hidden, "%d move is left out, because people are playing from its positions in ongoing games.", "%d moves are left out, because people are playing from their positions in ongoing games."))
	}
	if g.Moves > len(seen.moves)-1 {
		lines = append(lines, phrase.Of("Only the first %d moves are analysed, counting both sides.", len(seen.moves)-1))
	}
	m.Text = strings.Join(lines, "\n")
	m.Game = g.ID
	m.Picture = &bot.Picture{Game: g.ID, Curve: true}
	return m, nil
}

// curve returns the curve of winning chances of an analysed game, to be drawn.
func (s *Service) curve(tx bot.Tx, id bot.GameID) (*render.Curve, error) {
	g, err := tx.Game(id)
	if err != nil {
		return nil, err
	}
	a, err := tx.Analysis(id)
	if err != nil {
		return nil, err
	}
	seen, err := (&call{service: s, tx: tx}).judgeMoves(g, a)
	if err != nil {
		return nil, err
	}
	v := &render.Curve{Title: fmt.Sprintf("%s: %s", phrase.Upper(bot.GameNumber(g.ID)), bot.Title(g.Variant)), Note: bot.ResultWords(g)}
	for _, m := range seen.moves {
		v.Points = append(v.Points, render.CurvePoint{Chances: chances(m.after.Score), Hidden: m.stood, Figure: figureOf(m.after), Fault: m.fault})
	}
	for side := range v.Sides {
		user := g.Seats[side].User
		name, whole := letter.Fit(user.Shown(), render.HasGlyph)
		switch {
		case user.Said() != user.Shown(): // a phrase
			name = user.Said()
		case !whole:
			name = rules.Side(side).String()
		}
		played := seen.sides[side]
		v.Sides[side] = render.CurveSide{Name: name, Accuracy: played.accuracyWords(), Loss: played.lossWords(), Faults: played.faults}
	}
	return v, nil
}

// comments returns the comments on the moves of a game for its exported record, by ply; nil if there is no finished analysis.
// They are in English because programs read them.
func (c *call) comments(g bot.Game) ([]string, error) {
	a, err := c.tx.Analysis(g.ID)
	if err != nil || !a.Done() || a.Moves != g.MovesHash || !g.Over() {
		if errors.Is(err, bot.ErrNotFound) {
			err = nil
		}
		return nil, err
	}
	seen, err := c.judgeMoves(g, a)
	if err != nil {
		return nil, err
	}
	all := make([]string, len(seen.moves))
	for _, m := range seen.moves[1:] {
		if m.stood {
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
