package service

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/phrase"
	"raumbot/rules"
)

// pick builds a move from menus: a kind of piece, one piece, its target, and what else
// is to be decided. It ends with a preview of the move for the player only.
func pick(c *call, record *rules.Game) (bot.Reply, error) {
	p := record.Position()
	from, to := strings.ToLower(c.args.Word("piece")), strings.ToLower(c.args.Word("target"))
	v := p.Variant()
	switch {
	case from == "" && v.Board.Len() >= manyCells && v.Board.Levels() != nil:
		return c.pickOfLevels(p), nil
	case from == "level" && isLevel(v, to):
		return c.pickOnLevel(p, to, strings.ToLower(c.args.Word("file")))
	case isLevel(v, from) && v.KindsNamed(from) == nil:
		return c.pickOnLevel(p, from, to)
	case from == "" || from == "kinds":
		return c.offer(p, phrase.Of("Which piece moves?"), kindChoices(p), ""), nil
	case strings.Contains(from, "-"):
		m, err := p.ReadMove(c.args.Word("piece"))
		if err != nil {
			return bot.Reply{}, c.refused(err, p, "move")
		}
		return c.preview(p, m), nil
	}
	cell, ok := v.Board.Cell(from)
	if !ok {
		return c.pickKind(p, c.args.Word("piece"), to)
	}
	if to == "" || isLevel(v, to) {
		return c.pickTarget(p, cell, to)
	}
	return c.pickMove(p, cell, to)
}

// choice is an option of a menu: its label, and the words after "pick ID" that
// choose it.
type choice struct{ label, words string }

// offer answers with a menu of the next choices. words are those chosen so far.
func (c *call) offer(p *rules.Position, prompt string, choices []choice, words string) bot.Reply {
	command := strings.TrimSpace(fmt.Sprintf("pick %d %s", c.game.ID, words))
	var options []bot.Button
	for _, o := range choices {
		options = append(options, bot.Button{Label: o.label, Command: fmt.Sprintf("pick %d %s", c.game.ID, o.words)})
	}
	m := c.message(bot.Aside, phrase.Upper(bot.GameNumber(c.game.ID))+". "+prompt)
	m.Game = c.game.ID
	m.Menu = menuPage(prompt, options, c.args.Number("page"), command)
	if words != "" {
		m.Buttons = []bot.Button{{Label: phrase.Of("Another piece"), Command: fmt.Sprintf("pick %d", c.game.ID)}}
	}
	if cell, _, _ := strings.Cut(words, " "); cell != "" {
		if _, ok := p.Variant().Board.Cell(cell); ok {
			m.Picture = &bot.Picture{Game: c.game.ID, Ply: c.game.Moves, Side: c.viewpoint(), Chosen: cell}
		}
	}
	return bot.Reply{Answer: []bot.Message{m}}
}

// kindChoices returns the kinds of pieces that can move, in the variant's order; a single piece stands for its kind.
func kindChoices(p *rules.Position) []choice {
	v := p.Variant()
	count := map[rules.KindID]int{}
	cells := map[rules.KindID][]string{}
	last := rules.NoCell
	for _, m := range p.Legal() { // ordered by their cells
		kind := p.At(m.From).Kind()
		count[kind]++
		if m.From != last {
			cells[kind] = append(cells[kind], v.Board.Name(m.From))
			last = m.From
		}
	}
	var all []choice
	for id := range v.Kinds {
		kind := rules.KindID(id)
		switch at := cells[kind]; {
		case len(at) == 1:
			all = append(all, choice{fmt.Sprintf("%s %s: %s", phrase.Term(v.Kinds[id].Name), at[0], moveCount(count[kind])), at[0]})
		case len(at) > 1:
			all = append(all, choice{phrase.Of("%s, %d pieces: %s", phrase.Term(v.Kinds[id].Name), len(at), moveCount(count[kind])), v.Kinds[id].Code})
		}
	}
	return all
}

func moveCount(n int) string { return phrase.Count(n, "%d move", "%d moves") }

// pickKind offers the pieces of a kind that can move, on one level or on all. If the word may mean several kinds, or a
// level, it asks which is meant.
func (c *call) pickKind(p *rules.Position, word, level string) (bot.Reply, error) {
	v := p.Variant()
	kinds := v.KindsNamed(word)
	if kinds == nil {
		return bot.Reply{}, c.noKind(v, word)
	}
	if level != "" && !isLevel(v, level) {
		return bot.Reply{}, c.noKind(v, level)
	}
	kinds = slices.DeleteFunc(kinds, func(k rules.KindID) bool { return pieceChoices(p, onLevel(v, k, level)) == nil })
	if len(kinds) == 0 {
		return bot.Reply{}, bot.Problemf(bot.IllegalMove, "No %s of yours can move. `pick %d` lists the pieces that can.", phrase.Term(v.Kinds[v.KindsNamed(word)[0]].Name), c.game.ID)
	}
	if level == "" && (len(kinds) > 1 || isLevel(v, strings.ToLower(word))) {
		return c.pickMeaning(p, word, kinds), nil
	}
	var choices []choice
	for _, k := range kinds {
		choices = append(choices, pieceChoices(p, onLevel(v, k, level))...)
	}
	return c.offer(p, phrase.Of("Which %s moves?", phrase.Term(v.Kinds[kinds[0]].Name)), choices, strings.TrimSpace(word+" "+level)), nil
}

// pickMeaning asks which kind of piece, or level, an ambiguous word means.
func (c *call) pickMeaning(p *rules.Position, word string, kinds []rules.KindID) bot.Reply {
	v := p.Variant()
	var choices []choice
	for _, k := range kinds {
		pieces := pieceChoices(p, onLevel(v, k, ""))
		label := phrase.Of("%s, %s", phrase.Term(v.Kinds[k].Name), phrase.Count(len(pieces), "%d piece", "%d pieces"))
		choices = append(choices, choice{label, v.Kinds[k].Code})
	}
	if level := strings.ToLower(word); isLevel(v, level) {
		choices = append(choices, choice{phrase.Of("Level %s", level), "level " + level})
	}
	return c.offer(p, phrase.Of("Which do you mean by %s?", bot.QuoteWord(word)), choices, "")
}

// pieceOn reports whether a piece of the side to move is to be offered.
type pieceOn func(cell rules.Cell, kind rules.KindID) bool

// onLevel selects the pieces of a kind on a level; on all levels if level is empty.
func onLevel(v *rules.Variant, kind rules.KindID, level string) pieceOn {
	return func(cell rules.Cell, k rules.KindID) bool {
		return k == kind && (level == "" || v.Board.Levels()[v.Board.Place(cell).Level].Name == level)
	}
}

// pieceChoices returns the pieces that can move among those that among selects.
func pieceChoices(p *rules.Position, among pieceOn) []choice {
	v := p.Variant()
	var all []choice
	for cell := range rules.Cell(v.Board.Len()) {
		piece := p.At(cell)
		if piece == rules.NoPiece || piece.Side() != p.Turn() || !among(cell, piece.Kind()) {
			continue
		}
		if n := len(p.LegalFrom(cell)); n > 0 {
			all = append(all, choice{fmt.Sprintf("%s %s: %s", phrase.Term(v.Kind(piece).Name), v.Board.Name(cell), moveCount(n)), v.Board.Name(cell)})
		}
	}
	return all
}

// pickTarget offers the cells that a piece can go to, or their levels first if the cells do not fit into one menu.
func (c *call) pickTarget(p *rules.Position, from rules.Cell, level string) (bot.Reply, error) {
	v := p.Variant()
	name := v.Board.Name(from)
	if len(p.LegalFrom(from)) == 0 {
		return bot.Reply{}, bot.Problemf(bot.IllegalMove, "There is no legal move from %s. `pick %d` lists the pieces that can move.", name, c.game.ID)
	}
	prompt := phrase.Of("Where does the %s on %s go?", phrase.Term(v.Kind(p.At(from)).Name), name)
	targets := targetChoices(p, from, "")
	if level != "" {
		targets = targetChoices(p, from, level)
		return c.offer(p, prompt, targets, name+" "+level), nil
	}
	if len(targets) > bot.MaxOptions {
		targets = levelChoices(p, from, targets)
	}
	return c.offer(p, prompt, targets, name), nil
}

// targetChoices returns the cells that a piece can go to, on one level or, if level is empty, on all.
func targetChoices(p *rules.Position, from rules.Cell, level string) []choice {
	board := p.Variant().Board
	var all []choice
	listed := map[rules.Cell]bool{}
	moves := slices.Clone(p.LegalFrom(from))
	slices.SortStableFunc(moves, func(a, b rules.Move) int { return board.Place(a.To).Level - board.Place(b.To).Level })
	for _, m := range moves {
		name := board.Name(m.To)
		if listed[m.To] || level != "" && !strings.HasPrefix(name, level) {
			continue
		}
		listed[m.To] = true
		label := name
		if _, victim := p.Capture(m); victim != rules.NoPiece {
			label = fmt.Sprintf("x %s (%s)", name, phrase.Term(p.Variant().Kind(victim).Name))
		}
		if m.Promotion != rules.NoKind {
			label = phrase.Of("%s, promotion", label)
		} else if signed := p.Signed(m); strings.HasSuffix(signed, "+") || strings.HasSuffix(signed, "#") {
			label += " " + signed[len(signed)-1:]
		}
		all = append(all, choice{label, board.Name(from) + " " + name})
	}
	return all
}

// levelChoices returns the levels that a piece can go to; targets if there is only one.
func levelChoices(p *rules.Position, from rules.Cell, targets []choice) []choice {
	board := p.Variant().Board
	var all []choice
	for _, level := range board.Levels() {
		if n := len(targetChoices(p, from, level.Name)); n > 0 {
			all = append(all, choice{phrase.Of("Level %s: %s", level.Name, phrase.Count(n, "%d cell", "%d cells")), board.Name(from) + " " + level.Name})
		}
	}
	if len(all) < 2 {
		return targets
	}
	return all
}

// pickMove shows the move of a piece to a cell, or asks which one if there are several.
func (c *call) pickMove(p *rules.Position, from rules.Cell, to string) (bot.Reply, error) {
	v := p.Variant()
	target, ok := v.Board.Cell(to)
	if !ok {
		return bot.Reply{}, c.noKind(v, to)
	}
	moves := movesTo(p, from, target)
	switch len(moves) {
	case 0:
		_, err := p.ReadMove(v.Board.Name(from) + "-" + to)
		if err == nil {
			err = bot.Problemf(bot.IllegalMove, "There is no legal move from %s to %s. `pick %d` begins again.", v.Board.Name(from), to, c.game.ID)
		}
		return bot.Reply{}, c.refused(err, p, "move")
	case 1:
		return c.preview(p, moves[0]), nil
	}
	var choices []choice
	for _, m := range moves {
		choices = append(choices, choice{manner(p, m), p.Text(m)})
	}
	return c.offer(p, phrase.Of("How does the %s go to %s?", phrase.Term(v.Kind(p.At(from)).Name), to), choices, v.Board.Name(from)+" "+to), nil
}

// movesTo returns the legal moves from one cell to another.
func movesTo(p *rules.Position, from, to rules.Cell) []rules.Move {
	var all []rules.Move
	for _, m := range p.LegalFrom(from) {
		if m.To == to {
			all = append(all, m)
		}
	}
	return all
}

// manner returns the label that distinguishes a move from others between the same cells.
func manner(p *rules.Position, m rules.Move) string {
	v := p.Variant()
	switch {
	case m.Promotion != rules.NoKind:
		return phrase.Of("Promote to %s", phrase.Term(v.Kinds[m.Promotion].Name))
	case m.Via != rules.NoCell:
		return phrase.Of("By way of %s", v.Board.Name(m.Via))
	case m.Special == rules.Castling:
		return phrase.Of("Castling")
	}
	return phrase.Upper(p.Words(m, phrase.Of))
}
