package service

import (
	"iter"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// attackers lists the pieces that attack a cell: those of the side opposing the piece on it, or of both sides if it is empty. Without a cell it
// lists the asker's pieces that are attacked, or those of the side to move if they do not play.
func attackers(c *call, record *rules.Game) (bot.Reply, error) {
	if c.args.Word("cell") == "" {
		return c.attacked(record.Position())
	}
	return c.attacksOn(record.Position(), false)
}

// mostAttacked is how many attacked pieces are listed at most: more do not fit into a message.
const mostAttacked = 20

// attacked lists the pieces of a side that are attacked, each with those that do.
func (c *call) attacked(p *rules.Position) (bot.Reply, error) {
	side, plays := c.game.Side(c.me.ID)
	if !plays || c.game.Study() {
		side = p.Turn()
	}
	var lines []string
	for cell, by := range underAttack(p, side) {
		lines = append(lines, phrase.Of("%s: %s.", pieceAt(p, cell), strings.Join(piecesAt(p, by), ", ")))
	}
	text := phrase.Of("None of %s's pieces is under attack.", side)
	if lines != nil {
		text = phrase.Of("%s's pieces under attack in %s, and by what:", side, bot.GameNumber(c.game.ID)) + "\n" + strings.Join(lines[:min(len(lines), mostAttacked)], "\n")
	}
	if more := len(lines) - mostAttacked; more > 0 {
		text += "\n" + phrase.Of("… and %d more.", more)
	}
	m := c.message(bot.Private, text)
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// underAttack returns the cells of a side's pieces that are attacked, each with the cells from which they are.
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
func pieceAt(p *rules.Position, cell rules.Cell) string {
	return phrase.Of("%s on %s", phrase.Term(p.Variant().Kind(p.At(cell)).Name), p.Variant().Board.Name(cell))
}

// piecesAt names the pieces on some cells.
func piecesAt(p *rules.Position, cells []rules.Cell) (all []string) {
	for _, cell := range cells {
		all = append(all, pieceAt(p, cell))
	}
	return all
}

// attacksOn lists the pieces that attack a cell, or defend the piece that stands there; with the name of a piece, those of each such piece of the
// asker's side, or of both sides if they do not play.
func (c *call) attacksOn(p *rules.Position, defend bool) (bot.Reply, error) {
	cells, err := c.cellsAsked(p, strings.ToLower(c.args.Word("cell")))
	if err != nil {
		return bot.Reply{}, err
	}
	var lines []string
	for _, cell := range cells {
		name := p.Variant().Board.Name(cell)
		if p.At(cell) == rules.NoPiece && defend {
			return bot.Reply{}, bot.Problemf(bot.Unknown, "Nothing stands on %s, so there is nothing to defend. `attackers %s` lists what attacks the cell.", name, name)
		}
		lines = append(lines, c.attackLines(p, cell, defend)...)
	}
	m := c.message(bot.Private, strings.Join(lines, "\n"))
	m.Game = c.game.ID
	return bot.Reply{Answer: []bot.Message{m}}, nil
}

// mostAsked is of how many pieces attackers are listed at once.
const mostAsked = 5

// cellsAsked returns the cell with a name, or those of the asker's pieces with it.
func (c *call) cellsAsked(p *rules.Position, name string) ([]rules.Cell, error) {
	v := p.Variant()
	if cell, ok := v.Board.Cell(name); ok {
		return []rules.Cell{cell}, nil
	}
	kinds := v.KindsNamed(name)
	switch {
	case kinds != nil:
	case strings.ContainsAny(name, "0123456789"):
		return nil, bot.Problemf(bot.Unknown, "%s has no cell called %s; its cells run from %s to %s.",
			v.Title, bot.QuoteWord(name), v.Board.Name(0), v.Board.Name(rules.Cell(v.Board.Len()-1)))
	default:
		return nil, c.noKind(v, name)
	}
	side, plays := c.game.Side(c.me.ID)
	var cells []rules.Cell
	for n := range v.Board.Len() {
		piece := p.At(rules.Cell(n))
		if piece != rules.NoPiece && slices.Contains(kinds, piece.Kind()) && (piece.Side() == side || !plays || c.game.Study()) {
			cells = append(cells, rules.Cell(n))
		}
	}
	switch {
	case len(cells) == 0 && plays && !c.game.Study():
		return nil, bot.Problemf(bot.Unknown, "%s has no %s.", side, phrase.Term(v.Kinds[kinds[0]].Name))
	case len(cells) == 0:
		return nil, bot.Problemf(bot.Unknown, "There is no %s on the board.", phrase.Term(v.Kinds[kinds[0]].Name))
	case len(cells) > mostAsked:
		return nil, bot.Problemf(bot.Ambiguous, "There are %d of them: name a cell, `%s %s`.", len(cells), c.command.Name, v.Board.Name(cells[0]))
	}
	return cells, nil
}

// attackLines lists the pieces that attack a cell, or defend the piece on it, under a heading.
func (c *call) attackLines(p *rules.Position, cell rules.Cell, defend bool) []string {
	v, piece := p.Variant(), p.At(cell)
	name := v.Board.Name(cell)
	var lines []string
	switch {
	case defend:
		lines = append(lines, phrase.Of("Defenders of %s's %s on %s in %s:", piece.Side(), phrase.Term(v.Kind(piece).Name), name, bot.GameNumber(c.game.ID)))
	case piece != rules.NoPiece:
		lines = append(lines, phrase.Of("Attackers of %s's %s on %s in %s:", piece.Side(), phrase.Term(v.Kind(piece).Name), name, bot.GameNumber(c.game.ID)))
	default:
		lines = append(lines, phrase.Of("Attackers of %s in %s:", name, bot.GameNumber(c.game.ID)))
	}
	for _, side := range both {
		if piece != rules.NoPiece && (side == piece.Side()) != defend {
			continue
		}
		pieces := piecesAt(p, p.Attackers(cell, side))
		if pieces == nil {
			pieces = []string{phrase.Of("nothing")}
		}
		lines = append(lines, phrase.Of("%s: %s.", side, strings.Join(pieces, ", ")))
	}
	return lines
}
