package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	variantName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	kindCode    = regexp.MustCompile(`^[A-Z][A-Z0-9]{2}$`)
)

// Limits of the length of texts in definitions, in bytes.
const (
	maxName  = 40
	maxBlurb = 300
	maxStory = 20_000
)

// names checks the texts that people read.
func (c *checker) names() {
	v := c.v
	if !variantName.MatchString(v.Name) || len(v.Name) > maxName {
		c.fault("name", "a game has a name of small letters and digits, such as \"cubicchess\", not %.50q", v.Name)
	}
	c.text("title", v.Title, 1, 2*maxName)
	c.text("blurb", v.Blurb, 1, maxBlurb)
	c.text("source", v.Source, 0, maxBlurb)
	c.text("story", v.Story, 0, maxStory)
	if len(v.Decisions) > 40 {
		c.fault("decisions", "%d decisions are too many; the most is 40", len(v.Decisions))
	}
	for i, decision := range v.Decisions {
		c.text(fmt.Sprintf("decisions[%d]", i), decision, 1, 2_000)
	}
}

// text checks a text's length and characters.
func (c *checker) text(path, text string, least, most int) {
	switch {
	case len(text) < least:
		c.fault(path, "the game needs a %s", path)
	case len(text) > most:
		c.fault(path, "%d bytes are too long; the most is %d", len(text), most)
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || r == '\ufffd' }):
		c.fault(path, "the text has control characters or is not UTF-8")
	}
}

// kinds checks the pieces one by one.
func (c *checker) kinds() {
	kinds := c.v.Kinds[1:]
	if len(kinds) == 0 || len(kinds) >= maxKinds {
		c.fault("piece", "a game has 1 to %d kinds of pieces, not %d", maxKinds-1, len(kinds))
		return
	}
	royal, turning := 0, 0
	for i := range kinds {
		path := fmt.Sprintf("piece[%d]", i)
		k := &kinds[i]
		if !kindCode.MatchString(k.Code) {
			c.fault(path+".code", "a code is three capitals, such as PAW, not %.20q", k.Code)
		}
		if slices.ContainsFunc(kinds[:i], func(other Kind) bool { return other.Code == k.Code }) {
			c.fault(path+".code", "there are two pieces %.3q", k.Code)
		}
		if strings.TrimSpace(k.Name) == "" || len(k.Name) > maxName {
			c.fault(path+".name", "a piece has a name of at most %d bytes", maxName)
		} else {
			c.text(path+".name", k.Name, 1, maxName)
		}
		if k.Royal {
			royal++
		}
		if len(k.Moves) == 0 || len(k.Moves) > 24 {
			c.fault(path+".moves", "a piece has 1 to 24 moves, not %d", len(k.Moves))
		}
		for j, m := range k.Moves {
			c.movement(fmt.Sprintf("%s.moves[%d]", path, j), m)
			if m.Shape == Crooked || m.Shape == Curved || m.Shape == Planar {
				turning++
			}
		}
		c.vectors(path+".aura", k.Aura)
		c.code(path+".freeze", k.Freeze, true)
		if k.Promotion != nil {
			c.promotion(path+".promotion", k.Promotion)
		}
	}
	if royal > 1 {
		c.fault("piece", "only one kind of piece can be royal")
	}
	if turning > 128 {
		c.fault("piece", "%d crooked, curved and planar moves are too many; the most is 128", turning)
	}
}

// code checks that a kind exists.
func (c *checker) code(path, code string, optional bool) {
	if _, ok := c.v.KindByCode(code); !ok && !(optional && code == "") {
		c.fault(path, "there is no piece %.20q", code)
	}
}

// vectors checks the sizes of vectors.
func (c *checker) vectors(path string, vectors []Vector) {
	if len(vectors) > 96 {
		c.fault(path, "%d vectors are too many; the most is 96", len(vectors))
	}
	for _, v := range vectors {
		if v == (Vector{}) || slices.ContainsFunc(v[:], func(n int) bool { return abs(n) > 25 }) {
			c.fault(path, "%v leads nowhere: a vector is [level, file, rank], not all of them 0 and none beyond the board", v)
		}
	}
}

// promotion checks where a kind promotes, and to what.
func (c *checker) promotion(path string, p *Promotion) {
	b := c.v.Board
	if len(p.Ranks) == 0 {
		c.fault(path+".ranks", "say on which ranks it promotes")
	}
	for _, rank := range p.Ranks {
		if rank < 1 || rank > b.ranks {
			c.fault(path+".ranks", "the board has no rank %d", rank)
		}
	}
	for _, rank := range p.Forced {
		if !slices.Contains(p.Ranks, rank) {
			c.fault(path+".forced", "rank %d is forced but not among the ranks", rank)
		}
	}
	if p.Level != "" && !c.isLevel(p.Level) {
		c.fault(path+".level", "the board has no level %.20q", p.Level)
	}
	if len(p.Menu) == 0 || len(p.Menu) > 16 {
		c.fault(path+".menu", "say what it may become, in 1 to 16 entries")
	}
	for i, choice := range p.Menu {
		c.choice(fmt.Sprintf("%s.menu[%d]", path, i), choice)
	}
}

// choice checks an entry of a menu of promotions.
func (c *checker) choice(entry string, choice Choice) {
	if len(choice.Codes) == 0 || len(choice.Codes) > maxKinds {
		c.fault(entry+".to", "promotion needs a piece to become")
	}
	for _, code := range choice.Codes {
		c.code(entry+".to", code, false)
		if id, ok := c.v.KindByCode(code); ok && c.v.Kinds[id].Royal {
			c.fault(entry+".to", "nothing can become the royal piece %s", code)
		}
	}
	c.zones(entry+".zones", choice.Zones)
	for _, need := range choice.Needs {
		c.code(entry+".needs", need.Code, false)
		if !within(need.Min, MaxCells) || !within(need.Max, MaxCells) || need.Max != 0 && need.Min > need.Max {
			c.fault(entry+".needs", "min and max are from 0 to %d, and min is not above max", MaxCells)
		}
	}
}

func (c *checker) isLevel(name string) bool {
	return slices.ContainsFunc(c.v.Board.levels, func(s Slice) bool { return s.Name == name })
}

func (c *checker) zones(path string, zones []Zone) {
	for _, z := range zones {
		if c.v.Board.zones[z] == nil {
			c.fault(path, "the board has no zone %.30q", z)
		}
	}
}

// array checks that the drawings fit the board and each other.
func (c *checker) array() {
	v := c.v
	for cell := range Cell(v.Board.Len()) {
		if v.opposite(cell) == NoCell {
			c.fault("board.opposite", "%s has no cell opposite", v.Board.Name(cell))
			return
		}
	}
	stand := map[Cell]KindID{}
	for i, drawing := range v.Array {
		path := fmt.Sprintf("array[%d]", i)
		if drawing.Rank < 1 || drawing.Rank > v.Board.ranks {
			c.fault(path+".rank", "the board has no rank %d", drawing.Rank)
			continue
		}
		men, err := drawing.parse(v)
		if err != nil {
			c.fault(path+".drawing", "%s", err)
		}
		for cell, id := range men {
			if stand[cell] != NoKind {
				c.fault(path+".drawing", "two pieces stand on %s", v.Board.Name(cell))
			}
			stand[cell] = id
		}
	}
	royals := 0
	for cell, id := range stand {
		if v.opposite(cell) == cell || stand[v.opposite(cell)] != NoKind {
			c.fault("array", "White's and Black's pieces both stand on %s", v.Board.Name(v.opposite(cell)))
		}
		if v.Kinds[id].Royal {
			royals++
		}
	}
	switch hasRoyal := slices.ContainsFunc(v.Kinds, func(k Kind) bool { return k.Royal }); {
	case len(stand) == 0:
		c.fault("array", "draw where White's pieces stand, rank by rank")
	case hasRoyal && royals != 1:
		c.fault("array", "the royal piece stands on the board once, not %d times", royals)
	case !hasRoyal && len(v.Survival.Families) == 0:
		c.fault("piece", "the game needs a royal piece, or rules.survival to say how it is won")
	}
}
