package rules

import (
	"slices"
	"strings"
)

var (
	fillers    = []string{"to", "toward", "towards", "from", "on", "move", "moves", "goes", "go", "play", "plays", "the", "at", "of", "then", "my", "with", "by", "i", "and"}
	takesWords = []string{"x", "takes", "take", "captures", "capture", "taking", "capturing"}
	viaWords   = []string{"via", "over", "through", "way"}
)

// readIntent parses a player's text.
func (p *Position) readIntent(text string) (*intent, *MoveError) {
	if isJunk(text) {
		return nil, p.unreadable(func(say Say) string { return say("this") })
	}
	rest, note := splitNote(plainText(text))
	r := &wordReader{position: p, intent: &intent{from: NoCell, via: NoCell, to: NoCell}}
	if at := castle.FindStringIndex(rest); at != nil {
		r.intent.castles = true
		r.intent.diagonal = cathedral.MatchString(rest)
		rest, note = rest[:at[0]]+" "+rest[at[1]:]+" "+note, ""
	}
	if strings.HasPrefix(note, "castling") {
		note = ""
	}
	rest, becomes, promotes := p.splitPromotion(rest)
	if err := r.read(rest); err != nil {
		return nil, err
	}
	switch note = strings.TrimSpace(signs.Replace(note)); {
	case note == "":
	case r.intent.takes:
		r.victim = []string{note}
	default:
		_, becomes, promotes = p.splitPromotion("=" + note)
	}
	if becomes != "" {
		r.promotion = []string{becomes}
	}
	r.intent.promotes = promotes || r.promotion != nil
	return r.finish(text)
}

// splitPromotion cuts off the part of a plain text about promotion. A slash
// before a cell is only a separator.
func (p *Position) splitPromotion(text string) (rest, becomes string, found bool) {
	at := promotion.FindStringIndex(text)
	if at == nil {
		return text, "", false
	}
	behind := strings.TrimSpace(signs.Replace(text[at[1]:]))
	if cells, _, _ := p.cellsIn(behind); cells != nil && text[at[0]] == '/' {
		return text[:at[0]] + " " + text[at[1]:], "", false
	}
	if nested := promotion.FindStringIndex(behind); nested != nil {
		behind = strings.TrimSpace(behind[nested[1]:])
	}
	return text[:at[0]], article.ReplaceAllString(behind, ""), true
}

// A wordReader classifies the words of a move.
type wordReader struct {
	position                 *Position
	intent                   *intent
	cells                    []Cell
	mover, victim, promotion []string
	filler                   string // a filler word that is also a code
	via, reversed            bool
}

// read classifies words: cells, words that name the mover, those after a
// capture that name the victim, and those after two cells that name a promotion.
func (r *wordReader) read(text string) *MoveError {
	for word := range strings.FieldsSeq(signs.Replace(text)) {
		if err := r.readWord(word); err != nil {
			return err
		}
	}
	if r.mover == nil && r.filler != "" && !r.intent.castles {
		r.mover = []string{r.filler}
	}
	return nil
}

func (r *wordReader) readWord(word string) *MoveError {
	p := r.position
	cells, takes, wrong := p.cellsIn(word)
	switch {
	case cells != nil:
		r.intent.takes = r.intent.takes || takes
		r.addCells(cells)
	case slices.Contains(takesWords, word):
		r.intent.takes = true
		r.reversed = len(r.cells) == 1
	case slices.Contains(viaWords, word):
		r.via = true
	case slices.Contains(fillers, word):
		if _, isCode := p.variant.KindByCode(strings.ToUpper(word)); isCode {
			r.filler = word
		}
	case p.variant.KindsNamed(word) == nil && r.splitGlued(word):
	case wrong != "":
		return r.noCell(wrong)
	default:
		r.addName(word)
	}
	return nil
}

// noCell returns the error for a word that is not a cell. If it lacks only the level of the cell of
// arrival, the legal moves to such cells are the choices.
func (r *wordReader) noCell(word string) *MoveError {
	p, b := r.position, r.position.variant.Board
	movers := p.kindsFor(strings.Join(r.mover, " "), false)
	fitting := slices.DeleteFunc(p.Legal(), func(m Move) bool {
		level, lacks := strings.CutSuffix(p.name(m.To), word)
		return len(level) != 1 || !lacks || r.mover != nil && !slices.Contains(movers, p.board[m.From].Kind())
	})
	if len(fitting) == 0 || len(r.cells) > 0 {
		return moveError(NoSuchCell, NoCell, "%s has no cell %s; its cells run from %s to %s",
			p.variant.Title, quoted(word), b.Name(0), b.Name(Cell(b.Len()-1)))
	}
	err := moveError(Ambiguous, NoCell, "%s is a cell on each level; which one? %s", quoted(word), p.describeAll(fitting))
	err.Choices = fitting
	return err
}

// splitGlued reads a word in which names are joined to cells; it returns false if
// the word is not of that form.
func (r *wordReader) splitGlued(word string) bool {
	before, cells, behind, takes := r.position.splitGlued(word)
	if cells == nil {
		return false
	}
	r.intent.takes = r.intent.takes || takes
	if before != "" {
		r.mover = append(r.mover, before)
	}
	if behind != "" {
		r.promotion = append(r.promotion, behind)
	}
	r.addCells(cells)
	return true
}

// addName classifies a word that is not a cell by its position.
func (r *wordReader) addName(word string) {
	switch {
	case r.intent.castles && len(r.cells) == 0 && r.position.partnersAt(word):
		r.intent.partner = word
	case r.intent.takes && len(r.cells) < 2:
		r.victim = append(r.victim, word)
	case len(r.cells) >= 2:
		r.promotion = append(r.promotion, word)
	default:
		r.mover = append(r.mover, word)
	}
}

// partnersAt reports whether the name of a castling partner's cell has a prefix.
func (p *Position) partnersAt(prefix string) bool {
	return slices.ContainsFunc(p.castling[p.turn], func(line castlingLine) bool {
		return strings.HasPrefix(p.name(line.partner), prefix)
	})
}

func (r *wordReader) addCells(cells []Cell) {
	if r.via {
		r.via = false
		r.intent.via, cells = cells[0], cells[1:]
	}
	r.cells = append(r.cells, cells...)
}

// finish looks up the names, and derives the meaning of each cell from their number.
func (r *wordReader) finish(text string) (*intent, *MoveError) {
	p, w := r.position, r.intent
	for _, names := range []struct {
		words []string
		kinds *[]KindID
	}{{r.mover, &w.movers}, {r.victim, &w.victims}, {r.promotion, &w.promotions}} {
		if len(names.words) == 0 {
			continue
		}
		name := strings.Join(names.words, " ")
		if *names.kinds = p.kindsFor(name, names.kinds == &w.promotions); *names.kinds == nil {
			return nil, moveError(NoSuchPiece, NoCell, "%s has no piece called %s; %s", p.variant.Title, quoted(name), p.variant.suggestKinds(name))
		}
	}
	if w.castles && slices.Equal(w.movers, []KindID{p.royalKind}) {
		w.movers = nil
	}
	switch n := len(r.cells); {
	case n == 0 && (w.castles || w.victims != nil && w.movers != nil):
	case n == 1 && r.reversed && w.victims != nil:
		w.from = r.cells[0]
	case n == 1:
		w.to = r.cells[0]
	case n == 2:
		w.from, w.to = r.cells[0], r.cells[1]
	case n == 3 && !w.castles && w.via == NoCell:
		w.from, w.via, w.to = r.cells[0], r.cells[1], r.cells[2]
	default:
		return nil, p.unreadable(quoted(text))
	}
	return w, nil
}

// kindsFor returns the kinds with a name. If a promotion's name is shared, only kinds to which
// pieces can promote count.
func (p *Position) kindsFor(name string, promotion bool) []KindID {
	kinds := p.variant.KindsNamed(name)
	if promotion && len(kinds) > 1 {
		return slices.DeleteFunc(kinds, func(id KindID) bool { return p.kinds[id].pawn })
	}
	return kinds
}

// unreadable returns the error for text that is not a move in any form.
func (p *Position) unreadable(what wording) *MoveError {
	example := "we1-we4"
	if moves := p.Legal(); len(moves) > 0 {
		example = p.Text(moves[0])
	}
	return moveError(Unreadable, NoCell, "I cannot read %s as a move; write the cell of origin and the cell of arrival, for example %s", what, example)
}
