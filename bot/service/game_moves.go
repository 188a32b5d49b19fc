package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// listMoves lists the legal moves of the piece on a cell or of all pieces of a kind,
// or without either the cells of all pieces that can move.
func listMoves(c *call, record *rules.Game) (bot.Reply, error) {
	p := record.Position()
	if c.game.Over() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over: %s. Nothing can move.", phrase.Upper(bot.GameNumber(c.game.ID)), c.resultWords(c.game))
	}
	where := c.args.Word("cell")
	var reply bot.Reply
	var err error
	if where == "" {
		reply = c.answer(c.allMoves(p))
	} else if cell, ok := p.Variant().Board.Cell(strings.ToLower(where)); ok {
		reply, err = c.movesFrom(p, cell)
	} else {
		reply, err = c.movesOf(p, where)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	reply.Answer[0].Game = c.game.ID
	return reply, nil
}

// allMoves returns the cells of the pieces that can move, by kind.
func (c *call) allMoves(p *rules.Position) string {
	v := p.Variant()
	cells := map[rules.KindID][]string{}
	legal := p.Legal()
	last := rules.NoCell
	for _, m := range legal { // ordered by their cells
		if m.From != last {
			kind := p.At(m.From).Kind()
			cells[kind] = append(cells[kind], v.Board.Name(m.From))
			last = m.From
		}
	}
	lines := []string{phrase.Of("%s (%s) has %s in %s. `moves CELL` lists those of one piece.",
		c.game.Name(p.Turn()), p.Turn(), legalCount(len(legal)), bot.GameNumber(c.game.ID))}
	for id := range v.Kinds {
		if at := cells[rules.KindID(id)]; at != nil {
			lines = append(lines, fmt.Sprintf("%s: %s", phrase.Term(v.Kinds[id].Name), strings.Join(at, " ")))
		}
	}
	return strings.Join(lines, "\n")
}

// movesFrom lists the moves of the piece on a cell, with a picture.
func (c *call) movesFrom(p *rules.Position, cell rules.Cell) (bot.Reply, error) {
	v := p.Variant()
	piece := p.At(cell)
	if piece == rules.NoPiece {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "Nothing stands on %s. `moves` lists the pieces that can move.", v.Board.Name(cell))
	}
	name := phrase.Of("%s's %s on %s", c.game.Name(piece.Side()), phrase.Term(v.Kind(piece).Name), v.Board.Name(cell))
	if piece.Side() != p.Turn() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s cannot move now: it is the turn of %s. `piece %s %s` says how it moves.",
			name, c.game.Name(p.Turn()), v.Name, v.Kind(piece).Code)
	}
	reply := c.answer(phrase.Of("%s has %s.", name, movesWords(p, p.LegalFrom(cell))))
	reply.Answer[0].Picture = &bot.Picture{Game: c.game.ID, Ply: c.game.Moves, Side: c.viewpoint(), Chosen: v.Board.Name(cell)}
	return reply, nil
}

// movesOf lists the moves of all pieces of the kinds that a word can mean.
func (c *call) movesOf(p *rules.Position, word string) (bot.Reply, error) {
	v := p.Variant()
	kinds := v.KindsNamed(word)
	if kinds == nil {
		return bot.Reply{}, c.noKind(v, word)
	}
	var lines []string
	for _, kind := range kinds {
		stands := false
		for cell := range rules.Cell(v.Board.Len()) {
			if p.At(cell) == rules.MakePiece(kind, p.Turn()) {
				stands = true
				lines = append(lines, fmt.Sprintf("%s %s: %s", phrase.Term(v.Kinds[kind].Name), v.Board.Name(cell), movesWords(p, p.LegalFrom(cell))))
			}
		}
		if !stands {
			lines = append(lines, phrase.Of("%s has no %s on the board.", c.game.Name(p.Turn()), phrase.Term(v.Kinds[kind].Name)))
		}
	}
	return c.page(lines, word)
}

// movesPage is the approximate length of a page of moves, in bytes.
const movesPage = 1500

// page answers with the lines of the page that the command asks for. word is what it listed.
func (c *call) page(lines []string, word string) (bot.Reply, error) {
	pages := [][]string{nil}
	length := 0
	for _, line := range lines {
		if length > 0 && length+len(line) > movesPage {
			pages, length = append(pages, nil), 0
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], line)
		length += len(line)
	}
	n := max(c.args.Number("page"), 1)
	if n > len(pages) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `%s` begins it.", n, "moves "+bot.CleanText(word))
	}
	text := strings.Join(pages[n-1], "\n")
	if n == len(pages) {
		return c.answer(text), nil
	}
	next := fmt.Sprintf("moves %d %s page %d", c.game.ID, bot.CleanText(word), n+1)
	return c.answer(text, bot.Button{Label: phrase.Of("Next page"), Command: next}), nil
}

// movesWords returns the number of moves and their canonical texts, with the signs of captures, checks and mates.
func movesWords(p *rules.Position, moves []rules.Move) string {
	if len(moves) == 0 {
		return phrase.Of("no legal move")
	}
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = "`" + p.Signed(m) + "`"
	}
	return legalCount(len(moves)) + ": " + strings.Join(texts, " ")
}

func legalCount(n int) string { return phrase.Count(n, "%d legal move", "%d legal moves") }

// noKind returns the error for a word that names no piece or cell of a variant.
func (c *call) noKind(v *rules.Variant, word string) error {
	var names []string
	for _, k := range v.Kinds[1:] {
		names = append(names, strings.ToLower(k.Name), strings.ToLower(k.Code))
	}
	hint := ""
	if near := command.Nearest(strings.ToLower(word), names); near != "" {
		hint = " " + phrase.Of("Did you mean %s?", near)
	}
	return bot.Problemf(bot.Unknown, "%s has no piece or cell called %s.%s `rules %s` lists its pieces.", v.Title, bot.QuoteWord(word), hint, v.Name)
}
