package board

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/render"
	"raumbot/rules"
)

// Atlas is the men of a game in one theme, drawn by package render as in all pictures.
type Atlas struct {
	theme  render.Theme
	kinds  int
	sheets map[string]*Sheet
}

// Sheet is a picture with a tile for each man.
type Sheet struct {
	// Tile is the side of a tile in pixels; around each lie Gutter clear pixels.
	Tile    int `json:"tile"`
	Gutter  int `json:"gutter"`
	Columns int `json:"columns"`
	// States is how many tiles a man has, one behind the other: the second is frozen.
	States int `json:"states"`
	Width  int `json:"width"`
	Height int `json:"height"`
	// URL is where a page finds the picture.
	URL string `json:"url"`
	// PNG is the picture, Hash a name that changes with it.
	PNG  []byte `json:"-"`
	Hash string `json:"-"`
}

// sheetForms are the sheets: what scripts draw with, and what pages without scripts show.
var sheetForms = map[string]struct {
	form  render.Form
	tile  int
	plain bool // without frozen men, to be light
}{
	"full": {render.Full, 128, false}, "small": {render.Small, 128, false}, "tiny": {render.Tiny, 128, false},
	"page": {render.Full, 56, true}, "page-small": {render.Small, 28, true},
}

// gutter keeps neighbours out of a tile when it is drawn smaller.
const gutter = 2

type atlasKey struct {
	variant string
	theme   render.Theme
}

// atlases keeps the last ones that were asked for, each drawn once.
var atlases = func() *lru.Cache[atlasKey, func() *Atlas] {
	c, err := lru.New[atlasKey, func() *Atlas](24)
	if err != nil {
		panic(err) // the size is a constant
	}
	return c
}()

// AtlasOf returns the men of a game in a theme.
func AtlasOf(v *rules.Variant, t render.Theme) *Atlas {
	key := atlasKey{v.ID(), t}
	drawn, ok := atlases.Get(key)
	if !ok {
		drawn = sync.OnceValue(func() *Atlas { return newAtlas(v, t) })
		if other, known, _ := atlases.PeekOrAdd(key, drawn); known {
			drawn = other
		}
	}
	return drawn()
}

func newAtlas(v *rules.Variant, t render.Theme) *Atlas {
	a := &Atlas{theme: t, kinds: len(v.Kinds) - 1, sheets: map[string]*Sheet{}}
	freezes := slices.ContainsFunc(v.Kinds, func(k rules.Kind) bool { return k.Freeze != "" || len(k.Aura) > 0 })
	for name, s := range sheetForms {
		states := 1
		if freezes && !s.plain {
			states = 2
		}
		a.sheets[name] = a.sheet(v, s.form, s.tile, states)
	}
	return a
}

// Sheet returns a sheet by its name: full, small or tiny, for scripts; page or page-small, for
// style sheets. It is nil for any other.
func (a *Atlas) Sheet(name string) *Sheet { return a.sheets[name] }

// At is the upper left corner of the tile of a man. On a sheet without frozen men it is that of the man awake.
func (s *Sheet) At(kind, side int, frozen bool) (x, y int) {
	tile := (2*(kind-1) + side) * s.States
	if frozen && s.States > 1 {
		tile++
	}
	pitch := s.Tile + 2*s.Gutter
	return tile%s.Columns*pitch + s.Gutter, tile/s.Columns*pitch + s.Gutter
}

func (a *Atlas) sheet(v *rules.Variant, form render.Form, tile, states int) *Sheet {
	tiles := 2 * a.kinds * states
	s := &Sheet{Tile: tile, Gutter: gutter, Columns: min(12, tiles), States: states}
	s.Width = s.Columns * (tile + 2*gutter)
	s.Height = (tiles + s.Columns - 1) / s.Columns * (tile + 2*gutter)
	picture := image.NewRGBA(image.Rect(0, 0, s.Width, s.Height))
	for kind := 1; kind <= a.kinds; kind++ {
		for side := rules.White; side <= rules.Black; side++ {
			for state := range states {
				x, y := s.At(kind, int(side), state == 1)
				man := render.Man(&v.Kinds[kind], side, a.theme, form, state == 1, tile)
				draw.Draw(picture, image.Rect(x, y, x+tile, y+tile), man, image.Point{}, draw.Src)
			}
		}
	}
	s.PNG = encode(picture)
	sum := sha256.Sum256(s.PNG)
	s.Hash = hex.EncodeToString(sum[:8])
	return s
}

// Index is what scripts read of an atlas.
type Index struct {
	Sheets map[string]Sheet `json:"sheets"`
	Theme  string           `json:"theme"`
	Colors render.Colors    `json:"colors"`
}

// Index describes the sheets for scripts, each at the URL that is found for its name and hash.
func (a *Atlas) Index(url func(sheet, hash string) string) Index {
	x := Index{Sheets: map[string]Sheet{}, Theme: a.theme.String(), Colors: a.theme.Colors()}
	for name, s := range a.sheets {
		described := *s
		described.URL = url(name, s.Hash)
		x.Sheets[name] = described
	}
	return x
}

// encode writes a picture as a PNG of at most 256 colours, opacities among them, which halves the file:
// men have few colours, and eyes cannot tell 16 opacities from 256.
func encode(picture *image.RGBA) []byte {
	count := map[color.NRGBA]int{}
	at := func(i int) color.NRGBA {
		p := picture.Pix[i : i+4]
		c := color.NRGBAModel.Convert(color.RGBA{p[0], p[1], p[2], p[3]}).(color.NRGBA)
		step := func(n uint8, of int) uint8 { return uint8(min(255, (int(n)+of/2)/of*of)) }
		c.A = step(c.A, 17)
		if c.A == 0 {
			return color.NRGBA{}
		}
		return color.NRGBA{step(c.R, 5), step(c.G, 5), step(c.B, 5), c.A}
	}
	for i := 0; i < len(picture.Pix); i += 4 {
		count[at(i)]++
	}
	list := make([]color.NRGBA, 0, len(count))
	for c := range count {
		list = append(list, c)
	}
	key := func(c color.NRGBA) int { return int(c.R)<<24 | int(c.G)<<16 | int(c.B)<<8 | int(c.A) }
	slices.SortFunc(list, func(a, b color.NRGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(key(a), key(b)))
	})
	model := make(color.Palette, 0, 256)
	for _, c := range list[:min(256, len(list))] {
		model = append(model, c)
	}
	index := make(map[color.NRGBA]uint8, len(list))
	for _, c := range list {
		index[c] = closest(list[:len(model)], c)
	}
	out := image.NewPaletted(picture.Rect, model)
	for i := range out.Pix {
		out.Pix[i] = index[at(4*i)]
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&file, out); err != nil {
		panic("board: a picture in memory cannot be written: " + err.Error())
	}
	return file.Bytes()
}

// closest is the index of the colour that differs least, as laid on a grey ground.
func closest(list []color.NRGBA, c color.NRGBA) uint8 {
	best, least := 0, 1<<62
	for i, other := range list {
		d := 0
		for _, pair := range [3][2]uint8{{c.R, other.R}, {c.G, other.G}, {c.B, other.B}} {
			a := int(pair[0])*int(c.A) + 128*(255-int(c.A))
			b := int(pair[1])*int(other.A) + 128*(255-int(other.A))
			d += (a - b) / 255 * ((a - b) / 255)
		}
		alpha := int(c.A) - int(other.A)
		if d += alpha * alpha; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}
