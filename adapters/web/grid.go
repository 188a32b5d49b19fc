package web

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/adapters/web/board"
)

// The board in HTML is a table for each level. It works without scripts: men that can be chosen are
// links, and so are the cells that the chosen man can reach.

// level is one level of the board as a table.
type level struct {
	Name  string
	Index int // from the top
	Large bool
	// From and To are the cells of the last move; each is empty if it is not on this level.
	From, To string
	// Count is the number of the chosen man's targets on this level.
	Count int
	Files []string
	Rows  []row
}

type row struct {
	Rank  string
	Cells []cell
}

// cell is one cell of a table. Name is empty where the board has none.
type cell struct {
	Name  string
	Class string
	Label string // in words, for screen readers
	Man   string // the CSS classes of its man; empty if there is none
	Code  string
	Link  template.URL
}

// chosenMan is the man whose moves are shown.
type chosenMan struct {
	Cell, Code, Name string
	// Moves describes how its kind moves, in the visitor's language.
	Moves []string
	// Turn is whether it is the turn of the man's side, so that its moves are legal.
	Turn bool
	// Theirs is whether it is the visitor's opponent's.
	Theirs bool
	// Count is the number of cells that it can reach.
	Count int
	// Here is how many of the targets are on its own level.
	Here  int
	cell  int
	moves []board.Move
	press map[int]bool
}

// levelTargets are the targets on one level, or the attackers of one side.
type levelTargets struct {
	Level string
	Cells []target
}

type target struct {
	Name string
	Take string // the code of the man there; empty if there is none
	Link template.URL
}

// chooseMan sets Chosen to the man on a cell, and lists its targets and threats. It does nothing if
// no man is there.
func (p *boardPage) chooseMan(m board.Moment, name string) {
	if name == "" {
		return
	}
	if asked, err := m.Cell(name); err == nil {
		p.chooseAsked(name, asked)
	}
}

// chooseAsked is like [boardPage.chooseMan], with the moves of the man and what attacks it.
func (p *boardPage) chooseAsked(name string, asked *board.Cell) {
	i := slices.IndexFunc(p.Position.Men, func(man board.Man) bool { return man.Cell == asked.Cell })
	if i < 0 {
		return
	}
	kind := p.Layout.Kinds[p.Position.Men[i].Kind-1]
	c := &chosenMan{Cell: name, Code: kind.Code, Name: p.Term(kind.Name), Turn: asked.Turn, cell: asked.Cell, moves: asked.Moves, press: map[int]bool{}}
	for _, words := range kind.Moves {
		c.Moves = append(c.Moves, p.Term(words))
	}
	for _, move := range asked.Moves {
		c.press[move.Press] = true
	}
	c.Count = len(c.press)
	c.Theirs = p.Position.Men[i].Side == p.rival
	p.Chosen = c
	p.listThreats(asked)
	own, _ := p.Layout.Place(c.cell)
	for i, l := range p.Layout.Levels {
		t := levelTargets{Level: l.Name}
		for _, at := range slices.Concat(l.Rows...) {
			if at >= 0 && c.press[at] {
				t.Cells = append(t.Cells, target{p.Layout.Cells[at], p.codeAt(at), p.targetLink(at)})
			}
		}
		if i == own.Level {
			c.Here = len(t.Cells)
		}
		if t.Cells != nil {
			p.Targets = append(p.Targets, t)
		}
	}
}

// listThreats lists the men of each side that could capture on the chosen man's cell.
func (p *boardPage) listThreats(asked *board.Cell) {
	for side, attackers := range asked.Attackers {
		t := levelTargets{Level: p.Term(sideNames[side])}
		for _, at := range attackers {
			name := p.Layout.Cells[at]
			t.Cells = append(t.Cells, target{Name: name, Take: p.codeAt(at), Link: p.Query("cell", name)})
		}
		if t.Cells != nil {
			p.Threats = append(p.Threats, t)
		}
	}
}

// targetLink returns the address behind a target of the chosen man. It leads to a choice of the
// moves to that cell, or to the position after the only one if the visitor tries moves out. It is
// empty if there is no legal move to the cell.
func (p *boardPage) targetLink(at int) template.URL {
	var moves []string
	for _, m := range p.Chosen.moves {
		if m.Press == at && m.Text != "" {
			moves = append(moves, m.Text)
		}
	}
	switch {
	case !p.Chosen.Turn || len(moves) == 0:
		return ""
	case !p.canMove() && len(moves) == 1:
		return p.tryLink(moves[0])
	}
	return p.Query("cell", p.Chosen.Cell, "to", p.Layout.Cells[at])
}

// codeAt returns the code of the man on a cell; empty if there is none.
func (p *boardPage) codeAt(at int) string {
	for _, man := range p.Position.Men {
		if man.Cell == at {
			return p.Layout.Kinds[man.Kind-1].Code
		}
	}
	return ""
}

// large returns the name of the level to show large: the requested level if there is one, else that
// of the pressed cell, of the chosen man, or of the last move. At the start of a game it is the
// level with the most men of the visitor, or of the side to move if the visitor does not play.
func (p *boardPage) large(asked string) string {
	if slices.ContainsFunc(p.Layout.Levels, func(l board.Level) bool { return l.Name == asked }) {
		return asked
	}
	at := -1
	if len(p.Moves)+len(p.Tries) > 0 {
		at = p.Pressed
	} else if p.Chosen != nil {
		at = p.Chosen.cell
	} else if p.Position.Last != nil {
		at = p.Position.Last.To
	}
	if place, ok := p.Layout.Place(at); ok {
		return p.Layout.Levels[place.Level].Name
	}
	side := p.Position.Turn
	if p.own >= 0 {
		side = p.own
	}
	return p.Layout.Levels[p.fullest(side)].Name
}

// fullest returns the index of the level with the most men of a side. If several have as many, it
// prefers the level of the royal man, then the highest.
func (p *boardPage) fullest(side int) (best int) {
	weight := make([]int, len(p.Layout.Levels))
	for _, man := range p.Position.Men {
		if place, ok := p.Layout.Place(man.Cell); ok && man.Side == side {
			weight[place.Level] += 2
			if p.Layout.Kinds[man.Kind-1].Royal {
				weight[place.Level]++
			}
		}
	}
	for i, w := range weight {
		if w > weight[best] {
			best = i
		}
	}
	return best
}

// levels returns the tables of all levels, the large one first.
func (p *boardPage) levels() (all []level) {
	men := map[int]board.Man{}
	for _, man := range p.Position.Men {
		men[man.Cell] = man
	}
	for i, l := range p.Layout.Levels {
		out := level{Name: l.Name, Index: i, Large: l.Name == p.Large, Files: l.Files}
		rows, ranks := l.Rows, l.Ranks
		if p.Bottom == 1 {
			rows, ranks, out.Files = fromBlack(l)
		}
		for i, cells := range rows {
			r := row{Rank: ranks[i]}
			for _, at := range cells {
				if at < 0 {
					r.Cells = append(r.Cells, cell{})
					continue
				}
				man, stands := men[at]
				r.Cells = append(r.Cells, p.cell(at, man, stands, &out))
			}
			out.Rows = append(out.Rows, r)
		}
		if out.Large {
			all = slices.Insert(all, 0, out)
		} else {
			all = append(all, out)
		}
	}
	return all
}

// fromBlack returns a level as Black sees it.
func fromBlack(l board.Level) (rows [][]int, ranks, files []string) {
	for _, r := range slices.Backward(l.Rows) {
		r = slices.Clone(r)
		slices.Reverse(r)
		rows = append(rows, r)
	}
	ranks, files = slices.Clone(l.Ranks), slices.Clone(l.Files)
	slices.Reverse(ranks)
	slices.Reverse(files)
	return rows, ranks, files
}

// cell returns one cell of a table, and updates From, To and Count of its level.
func (p *boardPage) cell(at int, man board.Man, stands bool, on *level) cell {
	c := cell{Name: p.Layout.Cells[at]}
	classes := []string{"abcd"[p.Layout.Shades[at]%4 : p.Layout.Shades[at]%4+1]}
	words := []string{c.Name}
	say := func(class, word string) {
		classes = append(classes, class)
		if word != "" {
			words = append(words, word)
		}
	}
	if stands {
		kind := p.Layout.Kinds[man.Kind-1]
		c.Man = "man " + []string{"w", "b"}[man.Side] + " k" + pathPart(man.Kind)
		c.Code = kind.Code
		if man.Frozen {
			c.Man += " frozen"
		}
		words = append(words, p.Say("%s %s", p.Term(sideNames[man.Side]), p.Term(kind.Name)))
		if man.Frozen {
			words = append(words, p.Say("frozen"))
		}
		if !p.Position.Over || !p.Now {
			c.Link = p.Query("cell", c.Name)
		}
	}
	if last := p.Position.Last; last != nil {
		switch at {
		case last.From:
			say("from", p.Say("the last move came from here"))
			on.From = c.Name
		case last.To:
			say("to", p.Say("the last move went here"))
			on.To = c.Name
		}
	}
	if slices.Contains(p.Figure, c.Name) {
		say("figure", p.Say("part of the figure"))
	}
	p.sayCheck(at, say)
	switch {
	case p.Chosen == nil:
	case at == p.Chosen.cell:
		say("chosen", p.Say("chosen"))
		c.Link = p.Query()
	case p.Places:
		if p.Chosen.press[at] {
			p.sayTarget(at, on, say)
		}
		c.Link = p.Query("at", c.Name, "cell", c.Name)
	case p.explains(man, stands) && !p.Chosen.press[at]:
		c.Link = p.Query("cell", p.Chosen.Cell, "move", p.Chosen.Cell+"-"+c.Name)
	case p.Chosen.press[at]:
		p.sayTarget(at, on, say)
		if link := p.targetLink(at); link != "" {
			c.Link = link
		}
	}
	c.Class, c.Label = strings.Join(classes, " "), strings.Join(words, ", ")
	return c
}

// sayTarget says that the chosen man can reach a cell, and counts it on its level.
func (p *boardPage) sayTarget(at int, on *level, say func(class, word string)) {
	on.Count++
	if slices.ContainsFunc(p.Chosen.moves, func(m board.Move) bool { return m.Press == at && m.Take == at }) {
		say("capture", p.Say("can be taken"))
	} else {
		say("target", p.Say("can be reached"))
	}
	if !p.canMove() || !p.Chosen.Turn {
		say("hollow", "")
	}
}

// sayCheck says whether the man on a cell is in check or gives it.
func (p *boardPage) sayCheck(at int, say func(class, word string)) {
	check := p.Position.Check
	if check == nil {
		return
	}
	if at == check.Royal {
		say("check", p.Say("in check"))
	}
	if slices.ContainsFunc(check.Givers, func(w board.Way) bool { return w.From == at }) {
		say("giver", p.Say("gives check"))
	}
}

// explains reports whether a press on a cell that the chosen man cannot reach is answered by the
// reason.
func (p *boardPage) explains(man board.Man, stands bool) bool {
	return p.Explains && p.canMove() && p.Chosen.Turn && (!stands || man.Side != p.Position.Turn)
}

// sentLayout is a layout, and the JSON file that is served for it.
type sentLayout struct {
	*board.Layout
	file *file
}

// layoutCache caches the layouts of games, by ID.
type layoutCache struct {
	all *lru.Cache[string, sentLayout]
}

// maxLayouts bounds the cache: operators may have many games.
const maxLayouts = 64

var layouts = newLayoutCache()

func newLayoutCache() *layoutCache {
	all, err := lru.New[string, sentLayout](maxLayouts)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &layoutCache{all}
}

// of returns the layout of a game by its ID.
func (c *layoutCache) of(id string) (sentLayout, error) {
	if known, ok := c.all.Get(id); ok {
		return known, nil
	}
	l, err := board.Find(id)
	if err != nil {
		return sentLayout{}, err
	}
	f, err := jsonFile(l)
	if err != nil {
		return sentLayout{}, err
	}
	sent := sentLayout{l, f}
	c.all.Add(id, sent)
	return sent, nil
}

// URL returns the address of a layout, which includes its hash.
func (l sentLayout) URL() template.URL {
	return template.URL("/layout/" + url.PathEscape(l.Variant) + ".json?v=" + l.file.hash)
}

// layout serves the layout of a game to scripts.
func (s *Site) layout(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(r.PathValue("variant"), ".json")
	l, err := layouts.of(name)
	if !ok || err != nil {
		s.refuse(w, r, http.StatusNotFound)
		return
	}
	l.file.serve(w, r)
}
