package render

import (
	"image"

	"raumbot/rules"
)

// leaps are the leaps that the white symbols stand for.
var leaps = []string{"2:2:1", "2:1:1", "2:1:0"}

// coreWords describes the meaning of a mark's core.
func coreWords(c core, say Say) string {
	if c == whiteCore {
		return say.of("white dot: a leap")
	}
	return say.of("dot: one step only")
}

// sign draws the mark in a key.
func (m mark) sign(c *canvas, theme Theme, r image.Rectangle) {
	type corner struct {
		form  *stroke
		color rgb
		core  core
	}
	c.brushed(corner{&m.form[0], m.color, m.core}, theme, r, func(b *brush, x, y float64) { b.mark(m, x, y, 0.2*float64(r.Dy())) })
}

// markKey returns the key of the corner marks that a variant's pieces have.
func markKey(v *rules.Variant, say Say) []keyEntry {
	var entries []keyEntry
	seen := map[*stroke]bool{}
	cores := map[core]mark{}
	for i := range v.Kinds[1:] {
		for _, m := range marksOf(&v.Kinds[i+1]) {
			if m.core == inkCore || m.core == whiteCore && m.color != white {
				if _, known := cores[m.core]; !known {
					cores[m.core] = m
				}
			}
			if seen[&m.form[0]] {
				continue
			}
			seen[&m.form[0]] = true
			words := markWords(m, say)
			m.core = noCore
			entries = append(entries, keyEntry{words, m.sign})
		}
	}
	for _, c := range []core{inkCore, whiteCore} {
		if m, used := cores[c]; used {
			entries = append(entries, keyEntry{coreWords(c, say), m.sign})
		}
	}
	return entries
}

// markWords describes the meaning of a mark.
func markWords(m mark, say Say) string {
	for sign, planar := range planarMarks {
		if m.planar && &planar.form[0] == &m.form[0] {
			return sign.words(say)
		}
	}
	for family, line := range lineMarks {
		if family == rules.FlatRook || family == rules.FlatBishop {
			continue // they have the marks of the Rook and Bishop
		}
		if !m.planar && m.is(line.form) {
			return familyWords(family, say)
		}
	}
	for i, form := range leapForms {
		if &form[0] == &m.form[0] {
			return say.of("%s leap", leaps[i])
		}
	}
	switch {
	case m.is(zigzag):
		return say.of("crooked")
	case m.is(bend):
		return say.of("curved")
	}
	return ""
}
