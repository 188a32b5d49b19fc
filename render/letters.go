package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"raumbot/rules"
)

// The marks before a cell in a board of letters.
const (
	plainCell   = ' '
	playedCell  = '*' // of the last move
	chosenCell  = '>'
	reachedCell = '+' // where the chosen piece can go
)

// emptyCell stands for a cell on which nothing stands.
const emptyCell = "·"

// Letters draws the board as text, for terminals without pictures. Pieces are shown by their codes,
// White's in capitals and Black's in small letters. As many planes as fit into width characters
// stand side by side.
//
//	Level b            Level a
//	3  pie  ·   ·      3  ·   ·   ·
//	...
func Letters(s Scene, width int) string {
	var played []rules.Cell
	if t := s.trail(); t.moved {
		played = append(t.via, t.from, t.to)
	}
	var blocks [][]string
	for _, p := range s.letterPanels() {
		blocks = append(blocks, s.letterBlock(p, played))
	}
	var b strings.Builder
	for len(blocks) > 0 {
		n, wide := 0, 0
		for n < len(blocks) && (n == 0 || wide+blockWidth(blocks[n]) <= width) {
			wide += blockWidth(blocks[n]) + letterGap
			n++
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		writeBlocks(&b, blocks[:n])
		blocks = blocks[n:]
	}
	return b.String()
}

// LetterKey explains the signs of a board of letters in a sentence.
func LetterKey(say Say) string {
	return say.of("Capitals are White's pieces, small letters Black's; %s marks the last move, %s where a piece can go.", string(playedCell), string(reachedCell))
}

// letterGap is the space between two planes.
const letterGap = 3

// letterPanels returns the planes that the scene's view shows.
func (s Scene) letterPanels() []*panel {
	board := s.Position.Variant().Board
	switch s.View {
	case Ranks:
		return rankPanels(board, s.Side)
	case Single:
		if p, err := s.singlePanel(); err == nil {
			return []*panel{p}
		}
	}
	return levelPanels(board, s.Side)
}

// letterBlock returns the lines of a plane: its name, its rows and the names of its columns.
func (s Scene) letterBlock(p *panel, played []rules.Cell) []string {
	size := 0
	for _, k := range s.Position.Variant().Kinds[1:] {
		size = max(size, len(k.Code))
	}
	heading := s.Say.of("Level %s", p.Name)
	if p.ofRank() {
		heading = s.Say.of("Rank %s", p.Name)
	}
	margin := 0
	for _, name := range p.RowNames {
		margin = max(margin, utf8.RuneCountInString(name))
	}
	lines := []string{heading}
	for i, row := range p.Rows {
		line := padded(p.RowNames[i], margin)
		if p.shift != nil {
			line += strings.Repeat(" ", p.shift[i]*(size+1)/2)
		}
		for _, c := range row {
			line += s.letterCell(c, size, played)
		}
		lines = append(lines, line)
	}
	if p.ColumnNames != nil {
		line := padded("", margin)
		for _, name := range p.ColumnNames {
			line += " " + padded(name, size)
		}
		lines = append(lines, line)
	}
	return lines
}

// letterCell returns a cell with the mark before it.
func (s Scene) letterCell(c rules.Cell, size int, played []rules.Cell) string {
	if c == rules.NoCell {
		return strings.Repeat(" ", size+1)
	}
	mark := plainCell
	switch {
	case c == s.Chosen:
		mark = chosenCell
	case slices.ContainsFunc(s.Targets, func(m rules.Move) bool { return m.To == c }):
		mark = reachedCell
	case slices.Contains(played, c):
		mark = playedCell
	}
	text := emptyCell
	if piece := s.Position.At(c); piece != rules.NoPiece {
		text = s.Position.Variant().Kind(piece).Code
		if piece.Side() == rules.Black {
			text = strings.ToLower(text)
		}
	}
	return string(mark) + padded(text, size)
}

// padded returns a text with spaces behind it, up to a number of characters.
func padded(text string, size int) string {
	return fmt.Sprintf("%-*s", size, text)
}

// blockWidth returns the number of characters of a block's longest line.
func blockWidth(lines []string) (width int) {
	for _, line := range lines {
		width = max(width, utf8.RuneCountInString(line))
	}
	return width
}

// writeBlocks writes blocks side by side.
func writeBlocks(b *strings.Builder, blocks [][]string) {
	rows, widths := 0, make([]int, len(blocks))
	for i, block := range blocks {
		rows, widths[i] = max(rows, len(block)), blockWidth(block)+letterGap
	}
	for row := range rows {
		line := ""
		for i, block := range blocks {
			text := ""
			if row < len(block) {
				text = block[row]
			}
			line += padded(text, widths[i])
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
