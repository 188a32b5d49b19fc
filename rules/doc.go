// Package rules knows what the games are: their boards, pieces, arrays and
// endings, which moves are legal, and how moves, positions and games are
// written and read. It does no I/O and knows no clock.
//
// A [Variant] is data. Its first use computes tables, and then it never
// changes. A [Position] in hand is legal and never changes either, so both may be shared
// freely between goroutines:
//
//	v, err := rules.Find("stockschach216")
//	p := v.Start()
//	m, err := p.ReadMove("Stockbroker wc2 to wc3")
//	p, err = p.Play(m)
//
// A [Game] adds what needs the past: repetition and the fifty-move rule.
//
// References such as "section 5" are to docs/RULES.md, the authoritative reading of the
// articles; a decision that it marks **D** is named where the code takes it, and listed
// in [Variant.Decisions].
package rules
