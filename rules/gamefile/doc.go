// Package gamefile reads and writes games as TOML files. Such a file is data:
// it has no expressions, and nothing in it is executed.
//
//	v, err := gamefile.Read("cubicchess.toml", text)
//
// Every mistake is told with its file, line and key, all of them at once, as
// [Mistakes]. What a reader takes is bounded: see [MaxSize]. The format is
// explained in docs/variants.md.
//
//	document.go table.go mistake.go   a file as text: its limits, its values, its mistakes
//	game.go piece.go appearance.go extend.go   what becomes of it: a game, its pieces, their looks
//	version.go   versions of a file, and whether two play alike
//	write.go   a game as the text of a file
package gamefile
