package service

import (
	"fmt"
	"strings"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/tournament"
	"raumbot/rules"
)

// listMoves lists what is legal: for the piece on a cell, for all pieces of a
// kind, or how many moves each piece has.
func listMoves(c *call) (bot.Reply, error) {
	record, err := c.service.replay(c.tx, c.game)
	if err != nil {
		return bot.Reply{}, err
	}
	defer c.service.keep(c.game.ID, record)
	p := record.Position()
	if c.game.Over() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s is over: %s. Nothing can move.", phrase.Upper(bot.GameNumber(c.game.ID)), bot.ResultWords(c.game))
	}
	where := c.args.Word("cell")
	var reply bot.Reply
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

// allMoves says where the pieces stand that can move, by kind.
func (c *call) allMoves(p *rules.Position) string {
	v := p.Variant()
	cells := map[rules.KindID][]string{}
	legal := p.Legal()
	last := rules.NoCell
	for _, m := range legal { // in the order of their cells
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
			lines = append(lines, fmt.Sprintf("%s: %s", v.Kinds[id].Name, strings.Join(at, " ")))
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
	name := phrase.Of("%s's %s on %s", c.game.Name(piece.Side()), v.Kind(piece).Name, v.Board.Name(cell))
	if piece.Side() != p.Turn() {
		return bot.Reply{}, bot.Problemf(bot.NotNow, "%s cannot move now: it is the turn of %s. `piece %s %s` says how it moves.",
			name, c.game.Name(p.Turn()), v.Name, v.Kind(piece).Code)
	}
	reply := c.answer(phrase.Of("%s has %s.", name, movesWords(p, p.LegalFrom(cell))))
	reply.Answer[0].Picture = &bot.Picture{Game: c.game.ID, Ply: c.game.Moves, Side: c.viewpoint(), Chosen: v.Board.Name(cell)}
	return reply, nil
}

// movesOf lists the moves of all pieces of the kinds that a word names.
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
				lines = append(lines, fmt.Sprintf("%s %s: %s", v.Kinds[kind].Name, v.Board.Name(cell), movesWords(p, p.LegalFrom(cell))))
			}
		}
		if !stands {
			lines = append(lines, phrase.Of("%s has no %s on the board.", c.game.Name(p.Turn()), v.Kinds[kind].Name))
		}
	}
	return c.answer(strings.Join(lines, "\n")), nil
}

// movesWords lists moves in their canonical form.
func movesWords(p *rules.Position, moves []rules.Move) string {
	if len(moves) == 0 {
		return phrase.Of("no legal move")
	}
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = "`" + p.Text(m) + "`"
	}
	return legalCount(len(moves)) + ": " + strings.Join(texts, " ")
}

func legalCount(n int) string { return phrase.Count(n, "%d legal move", "%d legal moves") }

// noKind says that a game has no such piece or cell.
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

// listVariants lists the games.
func listVariants(c *call) (bot.Reply, error) {
	lines := []string{phrase.Of("These games can be played; `rules NAME` explains one.")}
	for _, v := range rules.Variants() {
		lines = append(lines, fmt.Sprintf("`%s`: %s. %s.", v.Name, v.Title, phrase.Term(v.Blurb)))
	}
	return c.answer(strings.Join(lines, "\n")), nil
}

// explainRules tells the rules of a game, with a picture of its start.
func explainRules(c *call) (bot.Reply, error) {
	v := c.args.Variant
	var pieces []string
	for _, k := range v.Kinds[1:] {
		pieces = append(pieces, fmt.Sprintf("%s (%s)", k.Name, k.Code))
	}
	lines := []string{
		fmt.Sprintf("%s: %s.", v.Title, phrase.Term(v.Blurb)),
		plainStory(v.Story),
		phrase.Of("Pieces: %s. `piece %s CODE` explains one.", strings.Join(pieces, ", "), v.Name),
		phrase.Of("Source: %s.", v.Source),
	}
	reply := c.answer(strings.Join(lines, "\n"))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.Name}
	return reply, nil
}

// explainPiece says how a piece moves, with a diagram.
func explainPiece(c *call) (bot.Reply, error) {
	v, word := c.args.Variant, c.args.Word("name")
	kinds := v.KindsNamed(word)
	switch {
	case len(kinds) == 0:
		return bot.Reply{}, c.noKind(v, word)
	case len(kinds) > 1:
		which := bot.Problemf(bot.Ambiguous, "Which piece do you mean?")
		for _, id := range kinds {
			command := fmt.Sprintf("piece %s %s", v.Name, v.Kinds[id].Code)
			which.Text += fmt.Sprintf("\n`%s`: %s", command, v.Kinds[id].Name)
			which.Buttons = append(which.Buttons, bot.Button{Label: v.Kinds[id].Name, Command: command})
		}
		which.Buttons = which.Buttons[:min(len(which.Buttons), tournament.Listed)]
		return bot.Reply{}, which
	}
	k := &v.Kinds[kinds[0]]
	lines := []string{phrase.Of("%s (%s), a piece of %s.", k.Name, k.Code, v.Title)}
	for _, words := range append(k.MoveWords(), k.PromotionWords()) {
		if words != "" {
			lines = append(lines, phrase.Term(words))
		}
	}
	if k.Freeze != "" {
		key, _ := v.KindByCode(k.Freeze)
		lines = append(lines, phrase.Of("It cannot move while its player has no %s.", v.Kinds[key].Name))
	}
	reply := c.answer(strings.Join(lines, "\n"))
	reply.Answer[0].Picture = &bot.Picture{Variant: v.Name, Piece: k.Code}
	return reply, nil
}

// plainStory takes the line breaks within paragraphs and the emphasis out of Markdown.
func plainStory(markdown string) string {
	var paragraphs []string
	for _, p := range strings.Split(strings.ReplaceAll(markdown, "**", ""), "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			paragraphs = append(paragraphs, phrase.Term(p))
		}
	}
	return strings.Join(paragraphs, "\n")
}

// help lists the commands, or explains one.
func help(c *call) (bot.Reply, error) {
	word := strings.ToLower(c.args.Word("command"))
	if word == "" {
		lines := []string{phrase.Of("What you can say; `help move` explains a word.")}
		for _, command := range c.service.commands {
			lines = append(lines, fmt.Sprintf("`%s`: %s", command.Usage(), phrase.Term(command.Brief)))
		}
		return c.answer(strings.Join(lines, "\n")), nil
	}
	command := c.service.commands.Find(word)
	if command == nil {
		return bot.Reply{}, c.service.commands.NoCommand(word)
	}
	lines := []string{fmt.Sprintf("`%s`: %s.", command.Usage(), phrase.Term(command.Brief))}
	if command.Detail != "" {
		lines = append(lines, phrase.Term(command.Detail))
	}
	for _, p := range command.Params {
		lines = append(lines, fmt.Sprintf("%s: %s.", strings.ToUpper(p.Name), phrase.Term(p.Help)))
	}
	lines = append(lines, phrase.Of("For example: `%s`", command.Example))
	if len(command.Aliases) > 0 {
		lines = append(lines, phrase.Of("Also: `%s`", strings.Join(command.Aliases, "`, `")))
	}
	return c.answer(strings.Join(lines, "\n")), nil
}
