package play

import (
	"fmt"
	"slices"
	"strings"

	"raumbot/bot"
	"raumbot/bot/action"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/render"
	"raumbot/rules"
)

// pick builds a move from menus: a kind of piece, one piece, its target, and what remains to be
// chosen. It ends with a preview of the move for the player only.
func pick(c *action.Call, record *rules.Game) (bot.Reply, error) {
	p := record.Position()
	from, to := strings.ToLower(c.Args.Word("piece")), strings.ToLower(c.Args.Word("target"))
	v := p.Variant()
	switch {
	case from == "" && v.Board.Len() >= manyCells && v.Board.Levels() != nil:
		return pickLevel(c, p), nil
	case from == "level" && isLevel(v, to):
		return pickOnLevel(c, p, to, strings.ToLower(c.Args.Word("file")))
	case isLevel(v, from) && command.KindsNamed(v, from) == nil:
		return pickOnLevel(c, p, from, to)
	case from == "" || from == "kinds":
		return offer(c, p, phrase.Of("Which piece moves?"), kindChoices(p), ""), nil
	case strings.Contains(from, "-"):
		m, err := p.ReadMove(c.Args.Word("piece"))
		if err != nil {
			return bot.Reply{}, refused(c, err, p, "move")
		}
		return preview(c, p, m), nil
	}
	cell, ok := v.Board.Cell(from)
	if !ok {
		return pickKind(c, p, c.Args.Word("piece"), to)
	}
	if to == "" || isLevel(v, to) {
		return pickTarget(c, p, cell, to)
	}
	return pickMove(c, p, cell, to)
}

// choice is an option of a menu: its label, and the words after "pick ID" that choose it.
type choice struct {
	label phrase.Text
	words string
}

// offer answers with a menu of the next choices. words are the words chosen so far.
func offer(c *action.Call, p *rules.Position, prompt phrase.Text, choices []choice, words string) bot.Reply {
	command := strings.TrimSpace(fmt.Sprintf("pick %d %s", c.Game.ID, words))
	var options []bot.Button
	for _, o := range choices {
		options = append(options, bot.Button{Label: o.label, Command: fmt.Sprintf("pick %d %s", c.Game.ID, o.words), Man: manOf(p, o.words)})
	}
	m := c.Message(bot.Aside, phrase.Upper(bot.GameNumber(c.Game.ID))+". "+prompt)
	m.Game = c.Game.ID
	m.Menu = action.MenuPage(prompt, options, c.Args.Number("page"), command)
	if words != "" {
		m.Buttons = []bot.Button{{Label: phrase.Of("Another piece"), Command: fmt.Sprintf("pick %d", c.Game.ID)}}
	}
	if cell, _, _ := strings.Cut(words, " "); cell != "" {
		if _, ok := p.Variant().Board.Cell(cell); ok {
			m.Picture = &bot.Picture{Game: c.Game.ID, Ply: c.Game.Moves, Side: c.Viewpoint(), Chosen: cell}
		}
	}
	return bot.Reply{Answer: []bot.Message{m}}
}

// manOf returns the man that a choice names by its cell or by the code of its kind. It returns the
// zero value for a cell without a man of the side to move, and for unknown words.
func manOf(p *rules.Position, words string) render.ManOf {
	v := p.Variant()
	kind := rules.NoKind
	if cell, ok := v.Board.Cell(words); ok && p.At(cell) != rules.NoPiece && p.At(cell).Side() == p.Turn() {
		kind = p.At(cell).Kind()
	} else if named := slices.IndexFunc(v.Kinds, func(k rules.Kind) bool { return k.Code == words }); named > 0 {
		kind = rules.KindID(named)
	}
	if kind == rules.NoKind {
		return render.ManOf{}
	}
	return Kind(v, p.Turn(), kind, "").Man
}

// kindChoices returns the kinds of pieces that can move, in the variant's order. A kind with only
// one such piece is offered as that piece.
func kindChoices(p *rules.Position) []choice {
	v := p.Variant()
	count := map[rules.KindID]int{}
	cells := map[rules.KindID][]string{}
	last := rules.NoCell
	for _, m := range p.Legal() { // Legal orders the moves by their cells
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
			all = append(all, choice{phrase.Sprintf("%s %s: %s", phrase.Term(v.Kinds[id].Name), at[0], MoveCount(count[kind])), at[0]})
		case len(at) > 1:
			all = append(all, choice{phrase.Of("%s, %d pieces: %s", phrase.Term(v.Kinds[id].Name), len(at), MoveCount(count[kind])), v.Kinds[id].Code})
		}
	}
	return all
}

// MoveCount returns a number of moves in words.
func MoveCount(n int) phrase.Text { return phrase.Count(n, "%d move", "%d moves") }

// pickKind offers the pieces of a kind that can move, on one level or on all. If the word may
// mean several kinds, or a level, it asks which is meant.
func pickKind(c *action.Call, p *rules.Position, word, level string) (bot.Reply, error) {
	v := p.Variant()
	kinds := command.KindsNamed(v, word)
	if kinds == nil {
		return bot.Reply{}, NoKind(c, v, word)
	}
	if level != "" && !isLevel(v, level) {
		return bot.Reply{}, NoKind(c, v, level)
	}
	kinds = slices.DeleteFunc(kinds, func(k rules.KindID) bool { return pieceChoices(p, onLevel(v, k, level)) == nil })
	if len(kinds) == 0 {
		return bot.Reply{}, bot.Problemf(bot.IllegalMove, "No %s of yours can move. `pick %d` lists the pieces that can.", phrase.Term(v.Kinds[command.KindsNamed(v, word)[0]].Name), c.Game.ID)
	}
	if level == "" && (len(kinds) > 1 || isLevel(v, strings.ToLower(word))) {
		return pickMeaning(c, p, word, kinds), nil
	}
	var choices []choice
	for _, k := range kinds {
		choices = append(choices, pieceChoices(p, onLevel(v, k, level))...)
	}
	return offer(c, p, phrase.Of("Which %s moves?", phrase.Term(v.Kinds[kinds[0]].Name)), choices, strings.TrimSpace(word+" "+level)), nil
}

// pickMeaning asks which kind of piece, or which level, an ambiguous word means.
func pickMeaning(c *action.Call, p *rules.Position, word string, kinds []rules.KindID) bot.Reply {
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
	return offer(c, p, phrase.Of("Which do you mean by %s?", bot.QuoteWord(word)), choices, "")
}

// pieceFilter reports whether to offer a piece of the side to move.
type pieceFilter func(cell rules.Cell, kind rules.KindID) bool

// onLevel selects the pieces of a kind on a level, or on all levels if level is empty.
func onLevel(v *rules.Variant, kind rules.KindID, level string) pieceFilter {
	return func(cell rules.Cell, k rules.KindID) bool {
		return k == kind && (level == "" || v.Board.Levels()[v.Board.Place(cell).Level].Name == level)
	}
}

// pieceChoices returns the pieces that can move and that among selects.
func pieceChoices(p *rules.Position, among pieceFilter) []choice {
	v := p.Variant()
	var all []choice
	for cell := range rules.Cell(v.Board.Len()) {
		piece := p.At(cell)
		if piece == rules.NoPiece || piece.Side() != p.Turn() || !among(cell, piece.Kind()) {
			continue
		}
		if n := len(p.LegalFrom(cell)); n > 0 {
			all = append(all, choice{phrase.Sprintf("%s %s: %s", phrase.Term(v.Kind(piece).Name), v.Board.Name(cell), MoveCount(n)), v.Board.Name(cell)})
		}
	}
	return all
}

// pickTarget offers the cells that a piece can move to. If they do not fit into one menu, it
// offers their levels first.
func pickTarget(c *action.Call, p *rules.Position, from rules.Cell, level string) (bot.Reply, error) {
	v := p.Variant()
	name := v.Board.Name(from)
	if len(p.LegalFrom(from)) == 0 {
		return bot.Reply{}, bot.Problemf(bot.IllegalMove, "There is no legal move from %s. `pick %d` lists the pieces that can move.", name, c.Game.ID)
	}
	prompt := phrase.Of("Where does the %s on %s go?", phrase.Term(v.Kind(p.At(from)).Name), name)
	targets := targetChoices(p, from, "")
	if level != "" {
		targets = targetChoices(p, from, level)
		return offer(c, p, prompt, targets, name+" "+level), nil
	}
	if len(targets) > bot.MaxOptions {
		targets = levelChoices(p, from, targets)
	}
	return offer(c, p, prompt, targets, name), nil
}

// targetChoices returns the cells on a level that a piece can move to, or those on all levels if
// level is empty.
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
		label := phrase.Said(name)
		if _, victim := p.Capture(m); victim != rules.NoPiece {
			label = phrase.Sprintf("x %s (%s)", name, phrase.Term(p.Variant().Kind(victim).Name))
		}
		if m.Promotion != rules.NoKind {
			label = phrase.Of("%s, promotion", label)
		} else if signed := p.Signed(m); strings.HasSuffix(signed, "+") || strings.HasSuffix(signed, "#") {
			label += " " + phrase.Said(signed[len(signed)-1:])
		}
		all = append(all, choice{label, board.Name(from) + " " + name})
	}
	return all
}

// levelChoices returns the levels that a piece can move to, or targets if there is only one
// level.
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

// pickMove shows a preview of the move of a piece to a cell, or asks which move is meant if there
// are several.
func pickMove(c *action.Call, p *rules.Position, from rules.Cell, to string) (bot.Reply, error) {
	v := p.Variant()
	target, ok := v.Board.Cell(to)
	if !ok {
		return bot.Reply{}, NoKind(c, v, to)
	}
	moves := movesTo(p, from, target)
	switch len(moves) {
	case 0:
		_, err := p.ReadMove(v.Board.Name(from) + "-" + to)
		if err == nil {
			err = bot.Problemf(bot.IllegalMove, "There is no legal move from %s to %s. `pick %d` begins again.", v.Board.Name(from), to, c.Game.ID)
		}
		return bot.Reply{}, refused(c, err, p, "move")
	case 1:
		return preview(c, p, moves[0]), nil
	}
	var choices []choice
	for _, m := range moves {
		choices = append(choices, choice{moveLabel(p, m), p.Text(m)})
	}
	return offer(c, p, phrase.Of("How does the %s go to %s?", phrase.Term(v.Kind(p.At(from)).Name), to), choices, v.Board.Name(from)+" "+to), nil
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

// moveLabel returns the label that distinguishes a move from others between the same cells.
func moveLabel(p *rules.Position, m rules.Move) phrase.Text {
	v := p.Variant()
	switch {
	case m.Promotion != rules.NoKind:
		return phrase.Of("Promote to %s", phrase.Term(v.Kinds[m.Promotion].Name))
	case m.Via != rules.NoCell:
		return phrase.Of("By way of %s", v.Board.Name(m.Via))
	case m.Special == rules.Castling:
		return phrase.Of("Castling")
	}
	return phrase.Upper(Describe(p, m))
}

// NoKind returns the error for a word that names no piece or cell of a variant. It suggests the
// nearest name.
func NoKind(c *action.Call, v *rules.Variant, word string) error {
	var names []string
	for _, k := range v.Kinds[1:] {
		names = append(names, strings.ToLower(k.Name), strings.ToLower(k.Code))
	}
	hint := phrase.Text("")
	if near := command.Nearest(strings.ToLower(word), names); near != "" {
		hint = " " + phrase.Of("Did you mean %s?", near)
	}
	return bot.Problemf(bot.Unknown, "%s has no piece or cell called %s.%s `rules %s` lists its pieces.", v.Title, bot.QuoteWord(word), hint, v.Name)
}
