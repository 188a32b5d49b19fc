package render_test

import (
	"bytes"
	"regexp"
	"testing"

	"raumbot/render"
	"raumbot/rules"
)

// TestDrawnMen names all men of all games. Each is drawn as it looks in its own game.
func TestDrawnMen(t *testing.T) {
	proper := regexp.MustCompile("^[a-z0-9_]{2,32}$")
	names, men := map[string]bool{}, map[render.ManOf]bool{}
	for _, drawn := range render.DrawnMen(32) {
		if names[drawn.Name] || !proper.MatchString(drawn.Name) {
			t.Errorf("a man is called %q", drawn.Name)
		}
		names[drawn.Name] = true
		for _, m := range drawn.Men {
			men[m] = true
			v, err := rules.Find(m.Variant)
			if err != nil {
				t.Fatal(err)
			}
			own := render.Man(&v.Kinds[m.Kind], m.Side, render.Light, render.Full, false, 128)
			if !bytes.Equal(own.Pix, drawn.Draw(128).Pix) {
				t.Errorf("%s does not look like the %s of %s", drawn.Name, v.Kinds[m.Kind].Name, v.Name)
			}
		}
	}
	for _, v := range rules.Variants() {
		for id := rules.NoKind + 1; int(id) < len(v.Kinds); id++ {
			if !men[render.ManOf{Variant: v.ID(), Side: rules.White, Kind: id}] || !men[render.ManOf{Variant: v.ID(), Side: rules.Black, Kind: id}] {
				t.Errorf("the %s of %s is not drawn", v.Kinds[id].Name, v.Name)
			}
		}
	}
}
