// Package rules defines the games (boards, pieces, arrays, endings), generates legal moves, and
// reads and writes moves, positions and games. It does no I/O and reads no clock.
//
// A [Variant] is data, compiled into tables on first use. Variants and [Position]s are immutable
// and safe for concurrent use, and every Position is legal:
//
//	v, err := rules.Find("stockschach216")
//	p := v.Start()
//	m, err := p.ReadMove("Stockbroker wc2 to wc3")
//	p, err = p.Play(m)
//
// A [Game] adds what depends on history: repetition and the fifty-move rule.
//
// References such as "section 5" are to docs/RULES.md, the authoritative reading of the articles. A
// decision marked **D** there is named in the code that implements it, and listed in
// [Variant.Decisions].
//
//	variant.go kind.go side.go movement*.go vector.go   a game as data: its kinds and their moves
//	symmetry.go likeness.go         games and positions that are equal but for names or reflection
//	outline.go                      positions whose pieces stand alike, whatever they are
//	catalogue.go stock*.go tunnelchess*.go gutenschach.go
//	blocschach.go octhex146.go raumschach.go   the games written in Go
//	define*.go validate.go setup.go   checking a game, and setting up its array
//	board.go box.go octahedron.go ring.go slice.go bitset.go   boards, their cells and planes
//	table*.go path.go attack_table.go castle_table.go   tables computed once per game
//	position.go line.go status.go   a position, and its text form, the position line
//	generate.go attack.go castle.go promote.go unusual.go targets.go   legal moves
//	move.go notation.go play.go     a move, its text, and its effect
//	read*.go refuse*.go refusal.go   moves as players type them, and why one is refused
//	game.go record*.go              a game: repetition, endings, and its written record
//	search*.go                      positions for the engine: moves made and taken back
//	words*.go kind_name.go example.go   the rules in words, and moves as examples
package rules
