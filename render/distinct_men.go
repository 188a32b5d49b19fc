package render

import (
	"bytes"
	"crypto/sha256"
	"image"
	"image/png"
	"strings"

	"raumbot/rules"
)

// ManOf identifies a man by the ID of its variant, its side and its kind. The zero value stands for
// no man.
type ManOf struct {
	Variant string
	Side    rules.Side
	Kind    rules.KindID
}

// DrawnMan is a man's look in pictures, which several men can share.
type DrawnMan struct {
	// Name consists of the side and the code of the man: "white_kin". If an earlier variant has a
	// different-looking man of that name, the name of the variant follows.
	Name string
	// Men are the men of all variants that look like this.
	Men  []ManOf
	kind *rules.Kind
}

// Draw draws the man on a square whose sides are size pixels long.
func (m DrawnMan) Draw(size int) *image.RGBA {
	return Man(m.kind, m.Men[0].Side, Light, Full, false, size)
}

// PNG returns what Draw draws as a PNG file.
func (m DrawnMan) PNG(size int) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, m.Draw(size))
	return b.Bytes(), err
}

// Title returns the English name of the man, as its first variant has it.
func (m DrawnMan) Title() string { return m.kind.Name }

// LooksOf returns the look of each man that has one of the given looks.
func LooksOf(all []*DrawnMan) map[ManOf]*DrawnMan {
	looks := map[ManOf]*DrawnMan{}
	for _, drawn := range all {
		for _, m := range drawn.Men {
			looks[m] = drawn
		}
	}
	return looks
}

// DrawnMen returns the different looks of the men of all variants. Names consist of lower-case
// letters, digits and underscores, and have at most maxLength characters.
func DrawnMen(maxLength int) (all []*DrawnMan) {
	type drawn struct {
		man  *DrawnMan
		look [sha256.Size]byte
	}
	known := map[string]drawn{}
	for _, v := range rules.Variants() {
		for id := rules.NoKind + 1; int(id) < len(v.Kinds); id++ {
			for _, side := range []rules.Side{rules.White, rules.Black} {
				one := ManOf{v.ID(), side, id}
				m := &DrawnMan{Men: []ManOf{one}, kind: &v.Kinds[id]}
				look := sha256.Sum256(m.Draw(64).Pix)
				m.Name = plainWords(maxLength, side.String(), m.kind.Code)
				if other, taken := known[m.Name]; taken && other.look != look {
					m.Name = plainWords(maxLength, side.String(), m.kind.Code, v.Name)
				}
				if other, taken := known[m.Name]; taken {
					other.man.Men = append(other.man.Men, one)
					continue
				}
				known[m.Name] = drawn{m, look}
				all = append(all, m)
			}
		}
	}
	return all
}

// plainWords joins words with underscores. It keeps only their letters and digits, in lower case,
// and cuts the result to maxLength characters.
func plainWords(maxLength int, words ...string) string {
	var parts []string
	for _, w := range words {
		parts = append(parts, strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, strings.ToLower(w)))
	}
	text := strings.Join(parts, "_")
	return text[:min(len(text), maxLength)]
}
