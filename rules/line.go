package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Line returns the position line: SIDE WHITE BLACK RIGHTS EP HAND HALF FULL
// (section 1).
func (p *Position) Line() string {
	name := p.variant.Board.Name
	var rights []string
	for i, c := range p.movedCells {
		if p.rights>>(len(p.rightCells)+i)&1 != 0 {
			rights = append(rights, "!"+name(c))
		}
	}
	slices.Sort(rights)
	for i, c := range p.rightCells {
		if p.rights>>i&1 != 0 {
			rights = append(rights, name(c))
		}
	}
	passing := "-"
	if p.passed != NoCell {
		passing = name(p.passed) + ">" + name(p.passer)
	}
	hand := ""
	for s := White; s <= Black; s++ {
		if p.reserve[s] {
			hand += string(s.letter())
		}
	}
	return fmt.Sprintf("%c %s %s %s %s %s %d %d", p.turn.letter(), p.army(White), p.army(Black),
		orDash(strings.Join(rights, ",")), passing, orDash(hand), p.half, p.full)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// army lists the pieces of a side, sorted by byte order.
func (p *Position) army(s Side) string {
	var pieces []string
	for _, c := range p.occupied[s].cells() {
		pieces = append(pieces, p.variant.Kind(p.board[c]).Code+p.variant.Board.Name(c))
	}
	slices.Sort(pieces)
	return orDash(strings.Join(pieces, ","))
}

// ReadPosition reads a position line and checks that such a position can be
// played on. The error says what is wrong with which field.
func ReadPosition(v *Variant, line string) (*Position, error) {
	fields := strings.Fields(line)
	if len(fields) != 8 {
		return nil, fmt.Errorf("a position line has 8 fields, SIDE WHITE BLACK RIGHTS EP HAND HALF FULL; this one has %d", len(fields))
	}
	p := v.compile().emptyPosition()
	readers := []func(string) error{
		p.readTurn, p.readArmy(White), p.readArmy(Black), p.readRights, p.readPassing, p.readHand, p.readHalf, p.readFull,
	}
	names := []string{"SIDE", "WHITE", "BLACK", "RIGHTS", "EP", "HAND", "HALF", "FULL"}
	for i, read := range readers {
		if err := read(fields[i]); err != nil {
			return nil, fmt.Errorf("field %s of the position line: %w", names[i], err)
		}
	}
	if err := p.validate(); err != nil {
		return nil, err
	}
	p.derive()
	return p, nil
}

func (p *Position) readTurn(field string) error {
	switch field {
	case "w":
		p.turn = White
	case "b":
		p.turn = Black
	default:
		return fmt.Errorf("%.20q is not w or b", field)
	}
	return nil
}

func (p *Position) readArmy(s Side) func(string) error {
	return func(field string) error {
		if field == "-" {
			return nil
		}
		for word := range strings.SplitSeq(field, ",") {
			if len(word) < 4 {
				return fmt.Errorf("%.20q is not a code and a cell", word)
			}
			id, ok := p.variant.KindByCode(word[:3])
			if !ok {
				return fmt.Errorf("%s has no piece %.3q", p.variant.Title, word)
			}
			c, err := p.readCell(word[3:])
			if err != nil {
				return err
			}
			if p.board[c] != NoPiece {
				return fmt.Errorf("two pieces stand on %s", word[3:])
			}
			p.put(c, MakePiece(id, s))
		}
		return nil
	}
}

func (p *Position) readCell(name string) (Cell, error) {
	c, ok := p.variant.Board.Cell(name)
	if !ok {
		return NoCell, fmt.Errorf("%s has no cell %.20q", p.variant.Title, name)
	}
	return c, nil
}

func (p *Position) readRights(field string) error {
	if field == "-" {
		return nil
	}
	for name := range strings.SplitSeq(field, ",") {
		name, moved := strings.CutPrefix(name, "!")
		c, err := p.readCell(name)
		if err != nil {
			return err
		}
		if moved {
			i := slices.Index(p.movedCells, c)
			if i < 0 {
				return fmt.Errorf("no Pawn has a double step from %s", name)
			}
			p.rights |= 1 << (len(p.rightCells) + i)
			continue
		}
		i := slices.Index(p.rightCells, c)
		if i < 0 {
			return fmt.Errorf("nothing castles from %s", name)
		}
		p.rights |= 1 << i
	}
	return nil
}

func (p *Position) readPassing(field string) error {
	if field == "-" {
		return nil
	}
	via, to, ok := strings.Cut(field, ">")
	if !ok {
		return fmt.Errorf("%.20q is not VIA>CELL or -", field)
	}
	var err error
	if p.passed, err = p.readCell(via); err == nil {
		p.passer, err = p.readCell(to)
	}
	return err
}

func (p *Position) readHand(field string) error {
	switch {
	case field == "-":
		return nil
	case field != "w" && field != "b" && field != "wb":
		return fmt.Errorf("%.20q is not wb, w, b or -", field)
	case p.reserveKind == NoKind:
		return fmt.Errorf("no piece of %s starts off the board", p.variant.Title)
	}
	p.reserve[White] = strings.Contains(field, "w")
	p.reserve[Black] = strings.Contains(field, "b")
	return nil
}

func (p *Position) readHalf(field string) (err error) {
	p.half, err = readCount(field, 0)
	return err
}

func (p *Position) readFull(field string) (err error) {
	p.full, err = readCount(field, 1)
	return err
}

func readCount(field string, least int) (int, error) {
	n, err := strconv.Atoi(field)
	const most = 1_000_000
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%.20q is not a number from %d to %d", field, least, most)
	}
	return n, nil
}
