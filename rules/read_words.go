package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	remarks    = regexp.MustCompile(`\([^)]*\)|[+#!?]+\s*$`)
	promotion  = regexp.MustCompile(`=|/|\b(?:promot(?:es|ed|e|ing|ion)|becom(?:es|ing|e)|turns)\b(?:\s+(?:in)?to\b|\s+as\b|\s*=)?(?:\s+an?\b)?`)
	castle     = regexp.MustCompile(`^\s*(?:[o0]-[o0](?:-[o0])?|castl(?:es|e|ing)|cathedral(?:s|ling)?)(?:\s+(?:to|toward|towards|with|by|the))*\b`)
	signs      = strings.NewReplacer("-", " ", "–", " ", "—", " ", "→", " ", ">", " ", ",", " ", ".", " ", ":", " ", ";", " ", "×", " x ", "*", " x ", "_", " ")
	cellLike   = regexp.MustCompile(`^[a-z]{1,2}[0-9]{1,2}`)
	fillers    = []string{"to", "from", "on", "via", "move", "moves", "goes", "go", "play", "plays", "the", "at", "by", "way", "of", "over", "then", "my", "with"}
	takesWords = []string{"x", "takes", "take", "captures", "capture"}
)

// readWish takes a player's text apart.
func (p *Position) readWish(text string) (*wish, *MoveError) {
	if len(text) > maxMoveText || strings.ContainsFunc(text, func(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) && !unicode.IsSpace(r) }) {
		return nil, p.unreadable("this")
	}
	w := &wish{from: NoCell, via: NoCell, to: NoCell}
	rest := strings.ToLower(remarks.ReplaceAllString(text, " "))
	if at := castle.FindStringIndex(rest); at != nil {
		w.castling = true
		rest = rest[at[1]:]
	} else if at := promotion.FindStringIndex(rest); at != nil {
		kinds, err := p.readKinds(strings.TrimSpace(signs.Replace(rest[at[1]:])))
		if err != nil {
			return nil, err
		}
		w.promotions = kinds
		rest = rest[:at[0]]
	}
	cells, mover, victim, err := p.readWords(strings.Fields(signs.Replace(rest)))
	if err != nil {
		return nil, err
	}
	if w.movers, err = p.namedKinds(mover); err != nil {
		return nil, err
	}
	if w.victims, err = p.namedKinds(victim); err != nil {
		return nil, err
	}
	return w, p.placeCells(w, cells, text)
}

// placeCells tells from the number of cells what each is.
func (p *Position) placeCells(w *wish, cells []Cell, text string) *MoveError {
	switch {
	case w.castling && len(cells) == 0:
	case len(cells) == 1:
		w.to = cells[0]
	case len(cells) == 2 && !w.castling:
		w.from, w.to = cells[0], cells[1]
	case len(cells) == 2:
		w.to = cells[1]
	case len(cells) == 3 && !w.castling:
		w.from, w.via, w.to = cells[0], cells[1], cells[2]
	default:
		return p.unreadable(quoted(text))
	}
	return nil
}

// readWords sorts words into cells, the words before a capture or cell that
// name the mover, and those behind a capture that name the victim.
func (p *Position) readWords(words []string) (cells []Cell, mover, victim []string, err *MoveError) {
	taking := false
	for _, word := range words {
		found, wrong := p.cellsIn(word)
		switch {
		case found != nil:
			cells = append(cells, found...)
		case slices.Contains(takesWords, word):
			taking = true
		case slices.Contains(fillers, word):
		case wrong:
			b := p.variant.Board
			return nil, nil, nil, moveError(NoSuchCell, NoCell, "%s has no cell %q; its cells run from %s to %s",
				p.variant.Title, word, b.Name(0), b.Name(Cell(b.Len()-1)))
		case taking:
			victim = append(victim, word)
		default:
			mover = append(mover, word)
		}
	}
	return cells, mover, victim, nil
}

// cellsIn cuts a word that is nothing but cells, "we1we4" or "we1xwe4", into
// them. wrong tells that it looks so, but some cell is not on the board.
func (p *Position) cellsIn(word string) (cells []Cell, wrong bool) {
	if _, isCode := p.variant.KindByCode(strings.ToUpper(word)); isCode {
		return nil, false
	}
	for rest := word; rest != ""; {
		if len(cells) > 0 || wrong {
			rest = strings.TrimPrefix(rest, "x")
		}
		if len(rest) > 0 && rest[0] == 'x' && !cellLike.MatchString(rest) {
			rest = rest[1:]
		}
		name := cellLike.FindString(rest)
		if name == "" {
			return nil, false
		}
		c, ok := p.variant.Board.Cell(name)
		if !ok && strings.HasPrefix(name, "x") {
			if c, ok = p.variant.Board.Cell(name[1:]); ok {
				name = name[1:]
				rest = rest[1:]
			}
		}
		wrong = wrong || !ok
		cells = append(cells, c)
		rest = rest[len(name):]
	}
	if wrong {
		return nil, true
	}
	return cells, false
}

func (p *Position) namedKinds(words []string) ([]KindID, *MoveError) {
	if len(words) == 0 {
		return nil, nil
	}
	return p.readKinds(strings.Join(words, " "))
}

// readKinds returns the kinds that a word or two may name.
func (p *Position) readKinds(name string) ([]KindID, *MoveError) {
	name = strings.TrimSpace(strings.TrimSuffix(name, " x"))
	if kinds := p.variant.KindsNamed(name); kinds != nil {
		return kinds, nil
	}
	if name == "" {
		return nil, moveError(NoSuchPiece, NoCell, "say to what it promotes")
	}
	return nil, moveError(NoSuchPiece, NoCell, "%s has no piece called %s; %s", p.variant.Title, quoted(name), p.variant.suggestKinds(name))
}

func (p *Position) unreadable(what string) *MoveError {
	example := "we1-we4"
	if moves := p.Legal(); len(moves) > 0 {
		example = p.Text(moves[0])
	}
	return moveError(Unreadable, NoCell, "I cannot read %s as a move; write the cell of origin and the cell of arrival, for example %s", what, example)
}

// quoted quotes a player's words, cut to a readable length.
func quoted(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return "\"" + strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text) + "\""
}
