// Package gamefile reads and writes games as TOML files. Such a file is data only: it has no
// expressions, and nothing in it is executed.
//
//	v, err := gamefile.Read("cubicchess.toml", text)
//
// All mistakes are reported at once, with file, line and key, as [Mistakes]. Input is limited: see
// [MaxSize]. The format is explained in docs/variants.md.
//
//	document.go table.go mistake.go   the file as text: limits, values, mistakes
//	game.go piece.go appearance.go extend.go   conversion to a game, its pieces and their appearance
//	version.go   versions of a file, and whether two play alike
//	write.go   a game as the text of a file
package gamefile
