package render

import (
	"fmt"
	"image"
	"strings"
)

// Crosstable is a table of the results between players, or of each player's results by
// round. Every row has a cell for each head.
type Crosstable struct {
	Title string
	Note  string // a line below the title
	Heads []string
	// TieBreaks are the headings of the columns after the points.
	TieBreaks []string
	Rows      []CrosstableRow
	// Key explains symbols and headings, in lines below the table.
	Key   []string
	Theme Theme
	// Say translates all other texts; nil leaves them in English.
	Say Say
}

// CrosstableRow is a player's row.
type CrosstableRow struct {
	Place, Name, Points string
	Cells               []CrosstableCell
	TieBreaks           []string // one for each of the table's
	// Gone means that the player has withdrawn.
	Gone bool
	// Apart draws a separating line above the row.
	Apart bool
}

// CrosstableCell is a player's result in a game or a round.
type CrosstableCell struct {
	Text string
	// Score determines the colour of the cell, in addition to the text.
	Score Score
}

// Score is the result of a game for a player.
type Score uint8

// The scores. None stands for an ongoing game, or no game.
const (
	NoScore Score = iota
	Won
	Drew
	Lost
	// Self marks the diagonal, where players would meet themselves.
	Self
)

// Dimensions of a table, in pixels.
const (
	tableRow    = 38
	tableText   = 23.0
	tableMargin = 16
	tableName   = 320 // greatest width of a name
	tableSmall  = 18.0
	tableKey    = 26 // height of a line below the table
)

// PNG draws the table.
func (t Crosstable) PNG() ([]byte, error) {
	for _, row := range t.Rows {
		if len(row.Cells) != len(t.Heads) {
			return nil, fmt.Errorf("the row of %s has %d cells under %d heads", row.Name, len(row.Cells), len(t.Heads))
		}
		if len(row.TieBreaks) != len(t.TieBreaks) {
			return nil, fmt.Errorf("the row of %s has %d tie-breaks under %d heads", row.Name, len(row.TieBreaks), len(t.TieBreaks))
		}
	}
	l := t.measure()
	c := newCanvas(l.width, l.height, palettes[t.Theme]())
	colors := &themes[t.Theme]
	c.fill(c.Rect, colors.background)
	t.caption().paint(c)
	t.paintHeads(c, l)
	for i := range t.Rows {
		t.paintRow(c, l, i)
	}
	for i, line := range t.keyLines(l.width) {
		y := l.top + len(t.Rows)*tableRow + tableMargin + i*tableKey
		c.text(label{line, tableSmall, colors.text, t.Theme}, tableMargin, float64(y)+tableKey/2, leftAlign)
	}
	return c.encode()
}

func (t Crosstable) caption() caption { return caption{t.Title, t.Note, t.Theme} }

// tableLayout holds the x coordinates of the table's columns: the right edge of the places, the left edges
// of the names and the cells, and the right edges of the points and tie-breaks.
type tableLayout struct {
	places, names, cells, points int
	ties                         []int
	cell                         int // width of a cell
	top                          int // y of the first row
	width, height                int
}

func (t Crosstable) measure() (l tableLayout) {
	place, name, points, cell := 20.0, 60.0, textWidth(t.Say.of("points"), 18), 44.0
	for _, row := range t.Rows {
		place = max(place, textWidth(row.Place, tableText))
		name = max(name, min(textWidth(row.Name, tableText), tableName))
		points = max(points, textWidth(row.Points, tableText))
		for _, x := range row.Cells {
			cell = max(cell, textWidth(x.Text, tableText)+14)
		}
	}
	for _, head := range t.Heads {
		cell = max(cell, textWidth(head, 18)+10)
	}
	l.cell, l.top = int(cell), 116
	l.places = tableMargin + int(place)
	l.names = l.places + 12
	l.cells = l.names + int(name) + 16
	l.points = l.cells + len(t.Heads)*l.cell + 16 + int(points)
	right := l.points
	for k, head := range t.TieBreaks {
		width := textWidth(head, tableSmall)
		for _, row := range t.Rows {
			if k < len(row.TieBreaks) {
				width = max(width, textWidth(row.TieBreaks[k], tableSmall))
			}
		}
		right += 16 + int(width)
		l.ties = append(l.ties, right)
	}
	l.width = max(right+tableMargin, 420, t.caption().width())
	l.height = l.top + len(t.Rows)*tableRow + tableMargin
	l.height += len(t.keyLines(l.width)) * tableKey
	return l
}

// keyLines breaks the key into lines that fit the picture.
func (t Crosstable) keyLines(width int) []string {
	return wrapWords(t.Key, tableSmall, width-2*tableMargin, 8)
}

func (t Crosstable) paintHeads(c *canvas, l tableLayout) {
	color := themes[t.Theme].text
	for i, head := range t.Heads {
		c.text(label{head, 18, color, t.Theme}, float64(l.cells+i*l.cell+l.cell/2), float64(l.top-16), centred)
	}
	c.text(label{t.Say.of("points"), 18, color, t.Theme}, float64(l.points), float64(l.top-16), rightAlign)
	for k, head := range t.TieBreaks {
		c.text(label{head, tableSmall, color, t.Theme}, float64(l.ties[k]), float64(l.top-16), rightAlign)
	}
}

func (t Crosstable) paintRow(c *canvas, l tableLayout, i int) {
	row, colors := t.Rows[i], &themes[t.Theme]
	y := l.top + i*tableRow
	middle := float64(y) + tableRow/2
	ink := colors.text
	if row.Gone {
		ink = colors.text.over(colors.background, 150)
	}
	rule := 1
	if row.Apart {
		rule = 3
	}
	c.fill(image.Rect(tableMargin, y, l.width-tableMargin, y+rule), colors.thin)
	c.text(label{row.Place, tableText, ink, t.Theme}, float64(l.places), middle, rightAlign)
	c.text(label{shorten(row.Name, tableText, tableName), tableText, ink, t.Theme}, float64(l.names), middle, leftAlign)
	for k, x := range row.Cells {
		r := image.Rect(l.cells+k*l.cell+1, y+rule, l.cells+(k+1)*l.cell-1, y+tableRow)
		cellInk := ink
		if ground, ok := scoreGround(colors, x.Score); ok {
			c.fill(r, ground)
			if !row.Gone && x.Score == Won {
				cellInk = colors.sides[0].letters
			}
		}
		c.text(label{x.Text, tableText, cellInk, t.Theme}, float64(r.Min.X+r.Dx()/2), middle, centred)
	}
	c.text(label{row.Points, tableText, ink, t.Theme}, float64(l.points), middle, rightAlign)
	for k, value := range row.TieBreaks {
		c.text(label{value, tableSmall, ink, t.Theme}, float64(l.ties[k]), middle, rightAlign)
	}
}

// scoreGround returns the background colour for a score; ok is false if the cell has none.
func scoreGround(colors *colours, s Score) (rgb, bool) {
	switch s {
	case Won:
		return colors.frame, true
	case Drew:
		return colors.cells[1], true
	case Self:
		return colors.edge, true
	}
	return 0, false
}

// Alt summarises the table in words: who leads, and how many rows there are.
func (t Crosstable) Alt() string {
	var best []string
	for _, row := range t.Rows[:min(len(t.Rows), 3)] {
		best = append(best, t.Say.of("%s %s with %s", row.Place, row.Name, row.Points))
	}
	return t.Say.of("%s, a table of %d players. %s. First: %s.", t.Title, len(t.Rows), t.Note, strings.Join(best, "; "))
}

// shorten cuts a text that is wider than a limit.
func shorten(text string, size, limit float64) string {
	runes := []rune(text)
	if runes = runes[:min(len(runes), 200)]; len(runes) < len(text) { // bounds the work for very long names
		text = string(runes)
	}
	if textWidth(text, size) <= limit {
		return text
	}
	for len(runes) > 1 && textWidth(string(runes)+"…", size) > limit {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}
