package look

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/play"
	"raumbot/rules"
)

// listMoves lists the legal moves of the piece on a cell, or of all pieces of a kind. Without
// either it lists the pieces that can move.
func listMoves(c *action.Call, record *rules.Game) (bot.Reply, error) {
	p := record.Position()
	if c.Game.Over() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over: %s. Nothing can move.", phrase.Upper(bot.GameNumber(c.Game.ID)), c.ResultWords(c.Game))
	}
	where := c.Args.Word("cell")
	var reply bot.Reply
	var err error
	if where == "" {
		reply = allMoves(c, p)
	} else if cell, ok := p.Variant().Board.Cell(strings.ToLower(where)); ok {
		reply, err = movesFrom(c, p, cell)
	} else {
		reply, err = movesOf(c, p, where)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	reply.Answer[0].Game = c.Game.ID
	return reply, nil
}

// allMoves lists the cells of the pieces that can move, by kind of piece.
func allMoves(c *action.Call, p *rules.Position) bot.Reply {
	v := p.Variant()
	cells := map[rules.KindID][]string{}
	legal := p.Legal()
	last := rules.NoCell
	for _, m := range legal { // Legal orders the moves by their cells
		if m.From != last {
			kind := p.At(m.From).Kind()
			cells[kind] = append(cells[kind], v.Board.Name(m.From))
			last = m.From
		}
	}
	lines := []phrase.Text{phrase.Of("%s (%s) has %s in %s. `moves CELL` lists those of one piece.",
		c.Game.Name(p.Turn()), p.Turn(), legalCount(len(legal)), bot.GameNumber(c.Game.ID))}
	var men []bot.NamedMan
	for id := range v.Kinds {
		if at := cells[rules.KindID(id)]; at != nil {
			line := phrase.Sprintf("%s: %s", phrase.Term(v.Kinds[id].Name), strings.Join(at, " "))
			lines, men = append(lines, line), append(men, play.Kind(v, p.Turn(), rules.KindID(id), line))
		}
	}
	reply := c.Answer(phrase.Join(lines, "\n"))
	reply.Answer[0].Men = men
	return reply
}

// movesFrom lists the moves of the piece on a cell, with a picture.
func movesFrom(c *action.Call, p *rules.Position, cell rules.Cell) (bot.Reply, error) {
	v := p.Variant()
	piece := p.At(cell)
	if piece == rules.NoPiece {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "Nothing stands on %s. `moves` lists the pieces that can move.", v.Board.Name(cell))
	}
	name := phrase.Of("%s's %s on %s", c.Game.Name(piece.Side()), phrase.Term(v.Kind(piece).Name), v.Board.Name(cell))
	if piece.Side() != p.Turn() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s cannot move now: it is the turn of %s. `piece %s %s` says how it moves.",
			name, c.Game.Name(p.Turn()), v.Name, v.Kind(piece).Code)
	}
	reply := c.Answer(phrase.Of("%s has %s.", name, movesWords(p, p.LegalFrom(cell))))
	reply.Answer[0].Picture = &bot.Picture{Game: c.Game.ID, Ply: c.Game.Moves, Side: c.Viewpoint(), Chosen: v.Board.Name(cell)}
	reply.Answer[0].Men = []bot.NamedMan{play.Named(p, cell, phrase.Term(v.Kind(piece).Name))}
	return reply, nil
}

// movesOf lists the moves of all pieces of the kinds that a word can mean.
func movesOf(c *action.Call, p *rules.Position, word string) (bot.Reply, error) {
	v := p.Variant()
	kinds := command.KindsNamed(v, word)
	if kinds == nil {
		return bot.Reply{}, play.NoKind(c, v, word)
	}
	var lines []moveLine
	for _, kind := range kinds {
		stands := false
		for cell := range rules.Cell(v.Board.Len()) {
			if p.At(cell) == rules.MakePiece(kind, p.Turn()) {
				stands = true
				name := phrase.Sprintf("%s %s", phrase.Term(v.Kinds[kind].Name), v.Board.Name(cell))
				text := phrase.Sprintf("%s: %s", name, movesWords(p, p.LegalFrom(cell)))
				lines = append(lines, moveLine{text, []bot.NamedMan{play.Named(p, cell, name)}})
			}
		}
		if !stands {
			text := phrase.Of("%s has no %s on the board.", c.Game.Name(p.Turn()), phrase.Term(v.Kinds[kind].Name))
			lines = append(lines, moveLine{text: text})
		}
	}
	return page(c, lines, word)
}

// moveLine is a line of a list of moves, with the men that it names.
type moveLine struct {
	text phrase.Text
	men  []bot.NamedMan
}

// movesPage is the approximate length of a page of moves, in bytes.
const movesPage = 1500

// page answers with the page of lines that the command asks for. word is the argument of the
// command that listed them.
func page(c *action.Call, lines []moveLine, word string) (bot.Reply, error) {
	pages := [][]moveLine{nil}
	length := 0
	for _, line := range lines {
		if length > 0 && length+len(line.text) > movesPage {
			pages, length = append(pages, nil), 0
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], line)
		length += len(line.text)
	}
	n := max(c.Args.Number("page"), 1)
	if n > len(pages) {
		return bot.Reply{}, bot.Problemf(bot.Unknown, "The list has no page %d. `%s` begins it.", n, "moves "+bot.CleanText(word))
	}
	var texts []phrase.Text
	var men []bot.NamedMan
	for _, line := range pages[n-1] {
		texts, men = append(texts, line.text), append(men, line.men...)
	}
	var buttons []bot.Button
	if n < len(pages) {
		next := fmt.Sprintf("moves %d %s page %d", c.Game.ID, bot.CleanText(word), n+1)
		buttons = append(buttons, bot.Button{Label: phrase.Of("Next page"), Command: next})
	}
	reply := c.Answer(phrase.Join(texts, "\n"), buttons...)
	reply.Answer[0].Men = men
	return reply, nil
}

// movesWords returns the number of moves and their texts, with the signs of captures, checks and
// mates.
func movesWords(p *rules.Position, moves []rules.Move) phrase.Text {
	if len(moves) == 0 {
		return phrase.Of("no legal move")
	}
	texts := make([]phrase.Text, len(moves))
	for i, m := range moves {
		texts[i] = "`" + phrase.Said(p.Signed(m)) + "`"
	}
	return legalCount(len(moves)) + ": " + phrase.Join(texts, " ")
}

// legalCount returns a number of legal moves in words.
func legalCount(n int) phrase.Text { return phrase.Count(n, "%d legal move", "%d legal moves") }
