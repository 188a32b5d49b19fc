package board

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"raumbot/render"
)

// TestMenHaveTilesOfTheirOwn decodes the sheets of every game. Each tile has its man, no two tiles
// are alike, and the gutters are empty.
func TestMenHaveTilesOfTheirOwn(t *testing.T) {
	for _, v := range all(t) {
		a := AtlasOf(v, render.Light)
		index := a.Index(func(sheet, hash string) string { return sheet + hash })
		for name := range sheetForms {
			if name != "page" && name != "full" && v.Name != "gutenschach" {
				continue // one game is enough for the other forms
			}
			s := a.Sheet(name)
			if said := index.Sheets[name]; said.URL != name+s.Hash || said.Width != s.Width || said.Height != s.Height || said.States != s.States {
				t.Errorf("%s, %s: the index has %+v", v.Name, name, said)
			}
			picture, err := png.Decode(bytes.NewReader(s.PNG))
			if err != nil {
				t.Fatalf("%s, %s: %v", v.Name, name, err)
			}
			if size := picture.Bounds().Size(); size != image.Pt(s.Width, s.Height) || s.Width > 2048 || s.Height > 2048 {
				t.Errorf("%s, %s: %v, said to be %d x %d", v.Name, name, size, s.Width, s.Height)
			}
			seen := map[string]string{}
			for kind := 1; kind < len(v.Kinds); kind++ {
				for side := range 2 {
					x, y := s.At(kind, side, false)
					tile := image.Rect(x, y, x+s.Tile, y+s.Tile)
					var pixels []byte
					drawn := 0
					for py := tile.Min.Y - s.Gutter; py < tile.Max.Y+s.Gutter; py++ {
						for px := tile.Min.X - s.Gutter; px < tile.Max.X+s.Gutter; px++ {
							r, g, b, alpha := picture.At(px, py).RGBA()
							if alpha > 0 && !image.Pt(px, py).In(tile) {
								t.Fatalf("%s, %s: the gutter of %s is not clear", v.Name, name, v.Kinds[kind].Code)
							}
							if alpha > 0x8000 {
								drawn++
							}
							pixels = append(pixels, byte(r>>8), byte(g>>8), byte(b>>8), byte(alpha>>8))
						}
					}
					if drawn < s.Tile*s.Tile/8 {
						t.Errorf("%s, %s: %s has %d of %d pixels", v.Name, name, v.Kinds[kind].Code, drawn, s.Tile*s.Tile)
					}
					if name == "tiny" || name == "page-small" {
						continue // without its code a kind may look like another
					}
					if other, ok := seen[string(pixels)]; ok {
						t.Errorf("%s, %s: %s looks like %s", v.Name, name, v.Kinds[kind].Code, other)
					}
					seen[string(pixels)] = v.Kinds[kind].Code
				}
			}
		}
		if total := len(a.Sheet("page").PNG) + len(a.Sheet("page-small").PNG); total > 65_000 {
			t.Errorf("%s: %d bytes of men before any script", v.Name, total)
		}
	}
}

// TestAtlasIsKept checks that atlases are cached, by theme.
func TestAtlasIsKept(t *testing.T) {
	v := find(t, "raumschach")
	a := AtlasOf(v, render.Light)
	if AtlasOf(v, render.Light) != a {
		t.Error("drawn twice")
	}
	dark := AtlasOf(v, render.Dark)
	if dark.Sheet("full").Hash == a.Sheet("full").Hash {
		t.Error("light and dark are the same")
	}
	if again := newAtlas(v, render.Light); again.Sheet("full").Hash != a.Sheet("full").Hash {
		t.Error("drawn anew, the picture has another name")
	}
	x := dark.Index(func(sheet, hash string) string { return "/men/" + sheet + "?v=" + hash })
	if x.Theme != "dark" || x.Sheets["full"].URL != "/men/full?v="+dark.Sheet("full").Hash || x.Colors.Background != "#1e2025" {
		t.Errorf("the index is %+v", x)
	}
}
