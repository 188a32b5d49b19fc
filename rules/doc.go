// Package rules defines the games (boards, pieces, arrays, endings), generates
// legal moves, and reads and writes moves, positions and games. It does no
// I/O and reads no clock.
//
// A [Variant] is data, compiled into tables on first use. Variants and [Position]s
// are immutable and safe for concurrent use, and every Position is legal:
//
//	v, err := rules.Find("stockschach216")
//	p := v.Start()
//	m, err := p.ReadMove("Stockbroker wc2 to wc3")
//	p, err = p.Play(m)
//
// A [Game] adds what depends on history: repetition and the fifty-move rule.
//
// References such as "section 5" are to docs/RULES.md, the authoritative reading of the
// articles; a decision that it marks **D** is named where the code takes it, and listed
// in [Variant.Decisions].
package rules
