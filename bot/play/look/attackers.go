package look

import (
	"iter"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// attackers lists the pieces that attack a cell: those of the opponent of the piece on it, or of
// both sides if it is empty. Without a cell it lists the asker's attacked pieces, or those of the
// side to move if the asker does not play.
func attackers(c *action.Call, record *rules.Game) (bot.Reply, error) {
	if c.Args.Word("cell") == "" {
		return attacked(c, record.Position())
	}
	return attacksOn(c, record.Position(), false)
}

// maxAttacked is the maximum number of attacked pieces in one message.
const maxAttacked = 20

// attacked lists the attacked pieces of a side, each with its attackers.
func attacked(c *action.Call, p *rules.Position) (bot.Reply, error) {
	side, plays := c.Game.Side(c.Me.ID)
	if !plays || c.Game.Study() {
		side = p.Turn()
	}
	var lines []phrase.Text
	for cell, by := range underAttack(p, side) {
		lines = append(lines, phrase.Of("%s: %s.", pieceAt(p, cell), phrase.Join(piecesAt(p, by), ", ")))
	}
	text := phrase.Of("None of %s's pieces is under attack.", side)
	if lines != nil {
		text = phrase.Of("%s's pieces under attack in %s, and by what:", side, bot.GameNumber(c.Game.ID)) + "\n" + phrase.Join(lines[:min(len(lines), maxAttacked)], "\n")
	}
	if more := len(lines) - maxAttacked; more > 0 {
		text += "\n" + phrase.Of("… and %d more.", more)
	}
	m := c.Message(bot.Private, text)
	m.Game = c.Game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// underAttack returns the cells of a side's attacked pieces, each with the cells of its
// attackers.
func underAttack(p *rules.Position, side rules.Side) iter.Seq2[rules.Cell, []rules.Cell] {
	return func(yield func(rules.Cell, []rules.Cell) bool) {
		for cell := range rules.Cell(p.Variant().Board.Len()) {
			if piece := p.At(cell); piece == rules.NoPiece || piece.Side() != side {
				continue
			}
			if by := p.Attackers(cell, side.Other()); len(by) > 0 && !yield(cell, by) {
				return
			}
		}
	}
}

// pieceAt names the piece on a cell: "Knight on ab1".
func pieceAt(p *rules.Position, cell rules.Cell) phrase.Text {
	return phrase.Of("%s on %s", phrase.Term(p.Variant().Kind(p.At(cell)).Name), p.Variant().Board.Name(cell))
}

// piecesAt names the pieces on some cells.
func piecesAt(p *rules.Position, cells []rules.Cell) (all []phrase.Text) {
	for _, cell := range cells {
		all = append(all, pieceAt(p, cell))
	}
	return all
}

// attacksOn lists the pieces that attack a cell, or those that defend the piece on it if defend
// is true. If the asker names a piece instead of a cell, it does so for each such piece of the
// asker's side, or of both sides if they do not play.
func attacksOn(c *action.Call, p *rules.Position, defend bool) (bot.Reply, error) {
	cells, err := cellsAsked(c, p, strings.ToLower(c.Args.Word("cell")))
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []phrase.Text
	for _, cell := range cells {
		name := p.Variant().Board.Name(cell)
		if p.At(cell) == rules.NoPiece && defend {
			return bot.Reply{}, bot.Problemf(bot.Unknown, "Nothing stands on %s, so there is nothing to defend. `attackers %s` lists what attacks the cell.", name, name)
		}
		lines = append(lines, attackLines(c, p, cell, defend)...)
	}
	m := c.Message(bot.Private, phrase.Join(lines, "\n"))
	m.Game = c.Game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// maxAsked is the maximum number of pieces whose attackers are listed at once.
const maxAsked = 5

// cellsAsked returns the cell called name, or the cells of the asker's pieces of that name.
func cellsAsked(c *action.Call, p *rules.Position, name string) ([]rules.Cell, error) {
	v := p.Variant()
	if cell, ok := v.Board.Cell(name); ok {
		return []rules.Cell{cell}, nil
	}
	kinds := command.KindsNamed(v, name)
	switch {
	case kinds != nil:
	case strings.ContainsAny(name, "0123456789"):
		return nil, bot.Problemf(bot.Unknown, "%s has no cell called %s; its cells run from %s to %s.",
			v.Title, bot.QuoteWord(name), v.Board.Name(0), v.Board.Name(rules.Cell(v.Board.Len()-1)))
	default:
		return nil, play.NoKind(c, v, name)
	}
	side, plays := c.Game.Side(c.Me.ID)
	var cells []rules.Cell
	for n := range v.Board.Len() {
		piece := p.At(rules.Cell(n))
		if piece != rules.NoPiece && slices.Contains(kinds, piece.Kind()) && (piece.Side() == side || !plays || c.Game.Study()) {
			cells = append(cells, rules.Cell(n))
		}
	}
	switch {
	case len(cells) == 0 && plays && !c.Game.Study():
		return nil, bot.Problemf(bot.Unknown, "%s has no %s.", side, phrase.Term(v.Kinds[kinds[0]].Name))
	case len(cells) == 0:
		return nil, bot.Problemf(bot.Unknown, "There is no %s on the board.", phrase.Term(v.Kinds[kinds[0]].Name))
	case len(cells) > maxAsked:
		return nil, bot.Problemf(bot.Ambiguous, "There are %d of them: name a cell, `%s %s`.", len(cells), c.Command.Name, v.Board.Name(cells[0]))
	}
	return cells, nil
}

// attackLines returns a heading and the pieces that attack a cell, or that defend the piece on
// it.
func attackLines(c *action.Call, p *rules.Position, cell rules.Cell, defend bool) []phrase.Text {
	v, piece := p.Variant(), p.At(cell)
	name := v.Board.Name(cell)
	var lines []phrase.Text
	switch {
	case defend:
		lines = append(lines, phrase.Of("Defenders of %s's %s on %s in %s:", piece.Side(), phrase.Term(v.Kind(piece).Name), name, bot.GameNumber(c.Game.ID)))
	case piece != rules.NoPiece:
		lines = append(lines, phrase.Of("Attackers of %s's %s on %s in %s:", piece.Side(), phrase.Term(v.Kind(piece).Name), name, bot.GameNumber(c.Game.ID)))
	default:
		lines = append(lines, phrase.Of("Attackers of %s in %s:", name, bot.GameNumber(c.Game.ID)))
	}
	for _, side := range action.Both {
		if piece != rules.NoPiece && (side == piece.Side()) != defend {
			continue
		}
		pieces := piecesAt(p, p.Attackers(cell, side))
		if pieces == nil {
			pieces = []phrase.Text{phrase.Of("nothing")}
		}
		lines = append(lines, phrase.Of("%s: %s.", side, phrase.Join(pieces, ", ")))
	}
	return lines
}
