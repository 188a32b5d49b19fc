package rules

// A Slice is one plane of a board laid out flat, as the articles print it.
type Slice struct {
	// Name is a level's letter or a rank's number.
	Name string
	// Rows holds the cells, the top row first. All rows have the same length; positions off the board
	// are NoCell.
	Rows [][]Cell
	// RowNames and ColumnNames label the rows and columns; nil if they
	// have no names.
	RowNames, ColumnNames []string
}

// Levels returns the levels, the top one first. In each the rows are ranks,
// the highest on top, and the columns filestacks from a.
func (b *Board) Levels() []Slice { return b.levels }

// Ranks returns the ranks from the first. In each the rows are levels, the
// highest at the top, and the columns filestacks from a. It is nil if ranks
// are not rectangles.
func (b *Board) Ranks() []Slice { return b.across }

// grid cuts a slice out of a board. at returns the place of a row and column.
func (b *Board) grid(name string, rowNames, columnNames []string, rows, columns int, at func(row, column int) Place) Slice {
	s := Slice{Name: name, RowNames: rowNames, ColumnNames: columnNames}
	for r := range rows {
		var row []Cell
		for c := range columns {
			row = append(row, b.at(at(r, c)))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// lettered returns n single-letter names that end or begin at a letter.
func lettered(first byte, n int) []string {
	var names []string
	for i := range n {
		names = append(names, string(first+byte(i)))
	}
	return names
}

// numbered returns the names of ranks first, first-1, ... down to last.
func numbered(first, last int) []string {
	var names []string
	for n := first; n >= last; n-- {
		names = append(names, string(byte('0'+n)))
	}
	return names
}
