// Package gamefile reads and writes games as TOML files. Such a file is data:
// it has no expressions, and nothing in it is executed.
//
//	v, err := gamefile.Read("cubicchess.toml", text)
//
// Every mistake is told with its file, line and key, all of them at once, as
// [Mistakes]. What a reader takes is bounded: see [MaxSize]. The format is
// explained in docs/variants.md.
package gamefile
