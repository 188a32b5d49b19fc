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
	// Score determines how much of the cell is filled, in addition to the text: all of it for a win,
	// a stripe below for a draw, nothing for a loss.
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

// Dimensions of a table, in pixels. The picture is at most glanceWidth wide, so that places, names
// and points can be read in the smallest box of a chat client, however many results there are.
// Results may be too small to read there; the fill of their cells then shows the result.
const (
	tableRow    = 64 // greatest height of a row
	leastRow    = 46
	tableText   = 42.0
	tableMargin = 28
	tableTop    = 196
	tableSmall  = 33.0
	tableKey    = 44 // height of a line below the table
	tableCell   = 78 // least width of a result
	tableGap    = 28 // before results, points and tie-breaks
)

// tableNames are the greatest widths of names: the first with which the results can have their
// full size, or the last.
var tableNames = []float64{560, 440, 340}

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
		y := tableTop + len(t.Rows)*l.row + tableMargin + i*tableKey
		c.text(label{line, tableSmall, colors.text, t.Theme}, tableMargin, float64(y)+tableKey/2, leftAlign)
	}
	return c.encode()
}

func (t Crosstable) caption() caption { return caption{t.Title, t.Note, t.Theme} }

// tableLayout holds the x coordinates of the table's columns: the right edge of the places, the
// left edges of the names and the cells, and the right edges of the points and tie-breaks.
type tableLayout struct {
	places, names, cells, points int
	ties                         []int
	name                         float64 // greatest width of a name
	cell, row                    int     // width of a cell, height of a row
	scale                        float64 // of the letters of results and tie-breaks
	width, height                int
}

// measure lays the table out with the longest names that leave results their full size, or with
// smaller results.
func (t Crosstable) measure() (l tableLayout) {
	for _, l.name = range tableNames {
		l.scale = 1
		if t.place(&l) <= glanceWidth {
			break
		}
	}
	for need := t.place(&l); need > glanceWidth && l.scale > 0.2; need = t.place(&l) {
		l.scale -= 0.02
	}
	right := l.points
	if len(l.ties) > 0 {
		right = l.ties[len(l.ties)-1]
	}
	l.width = max(right+tableMargin, 740, t.caption().width())
	below := tableMargin + len(t.keyLines(l.width))*tableKey
	l.row = min(tableRow, max(leastRow, (l.width-tableTop-below)/max(1, len(t.Rows))))
	l.height = tableTop + len(t.Rows)*l.row + below
	return l
}

// place sets the coordinates of the columns and returns the width that they need.
func (t Crosstable) place(l *tableLayout) int {
	place, name, points, cell := 36.0, 110.0, textWidth(t.Say.of("points"), tableSmall), 0.0
	for _, row := range t.Rows {
		place = max(place, textWidth(row.Place, tableText))
		name = max(name, min(textWidth(row.Name, tableText), l.name))
		points = max(points, textWidth(row.Points, tableText))
		for _, x := range row.Cells {
			cell = max(cell, tableCell, textWidth(x.Text, tableText)+26)
		}
	}
	for _, head := range t.Heads {
		cell = max(cell, textWidth(head, tableSmall)+18)
	}
	l.cell = int(l.scale * cell)
	l.places = tableMargin + int(place)
	l.names = l.places + 20
	l.cells = l.names + int(name) + tableGap
	l.points = l.cells + len(t.Heads)*l.cell + tableGap + int(points)
	right := l.points
	l.ties = l.ties[:0]
	for k, head := range t.TieBreaks {
		width := textWidth(head, tableSmall)
		for _, row := range t.Rows {
			if k < len(row.TieBreaks) {
				width = max(width, textWidth(row.TieBreaks[k], tableSmall))
			}
		}
		right += int(l.scale * (tableGap + width))
		l.ties = append(l.ties, right)
	}
	return right + tableMargin
}

// keyLines breaks the key into lines that fit the picture.
func (t Crosstable) keyLines(width int) []string {
	return wrapWords(t.Key, tableSmall, width-2*tableMargin, 8)
}

func (t Crosstable) paintHeads(c *canvas, l tableLayout) {
	const y = tableTop - 26
	color := themes[t.Theme].text
	for i, head := range t.Heads {
		c.text(label{head, l.scale * tableSmall, color, t.Theme}, float64(l.cells+i*l.cell+l.cell/2), y, centred)
	}
	c.text(label{t.Say.of("points"), tableSmall, color, t.Theme}, float64(l.points), y, rightAlign)
	for k, head := range t.TieBreaks {
		c.text(label{head, l.scale * tableSmall, color, t.Theme}, float64(l.ties[k]), y, rightAlign)
	}
}

func (t Crosstable) paintRow(c *canvas, l tableLayout, i int) {
	row, colors := t.Rows[i], &themes[t.Theme]
	y := tableTop + i*l.row
	middle := float64(y) + float64(l.row)/2
	ink := colors.text
	if row.Gone {
		ink = colors.text.over(colors.background, 150)
	}
	rule := 2
	if row.Apart {
		rule = 6
	}
	c.fill(image.Rect(tableMargin, y, l.width-tableMargin, y+rule), colors.thin)
	c.text(label{row.Place, tableText, ink, t.Theme}, float64(l.places), middle, rightAlign)
	c.text(label{shorten(row.Name, tableText, l.name), tableText, ink, t.Theme}, float64(l.names), middle, leftAlign)
	for k, x := range row.Cells {
		r := image.Rect(l.cells+k*l.cell+1, y+rule, l.cells+(k+1)*l.cell-1, y+l.row)
		cellInk := ink
		switch x.Score {
		case Won:
			c.fill(r, colors.mark)
			if !row.Gone {
				cellInk = colors.sides[0].letters
			}
		case Drew:
			c.fill(image.Rect(r.Min.X, r.Max.Y-r.Dy()/4, r.Max.X, r.Max.Y), colors.mark)
		case Self:
			c.fill(r, colors.edge)
		}
		c.text(label{x.Text, l.scale * tableText, cellInk, t.Theme}, float64(r.Min.X+r.Dx()/2), middle, centred)
	}
	c.text(label{row.Points, tableText, ink, t.Theme}, float64(l.points), middle, rightAlign)
	for k, value := range row.TieBreaks {
		c.text(label{value, l.scale * tableSmall, ink, t.Theme}, float64(l.ties[k]), middle, rightAlign)
	}
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
	// At most 200 characters bound the work for very long names.
	if runes = runes[:min(len(runes), 200)]; len(runes) < len(text) {
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
