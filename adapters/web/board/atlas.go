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
	"maps"
	"math"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"raumbot/render"
	"raumbot/rules"
)

// Atlas has the pictures of a game's men in one theme. Package render draws them; a sheet is drawn
// when it is first requested.
type Atlas struct {
	variant *rules.Variant
	theme   render.Theme
	freezes bool
	sheets  map[string]func() *Sheet
	// hashes has a function for each form, which returns a hash of how the men look in any size.
	hashes [3]func() string
}

// Sheet is a picture with a tile for each man.
type Sheet struct {
	Tile    int `json:"tile"`   // the side of a tile in pixels
	Gutter  int `json:"gutter"` // the width in pixels of the transparent margin around each tile
	Columns int `json:"columns"`
	// States is how many consecutive tiles each man has: 1, or 2 if the second shows it frozen.
	States int `json:"states"`
	Width  int `json:"width"`
	Height int `json:"height"`
	// URL is the address of the picture.
	URL string `json:"url"`
	// PNG is the picture; Hash changes when the men look different.
	PNG  []byte `json:"-"`
	Hash string `json:"-"`
}

// sheetForms are the sheets by name: those for scripts, and those for pages without scripts.
var sheetForms = map[string]struct {
	form  render.Form
	tile  int
	plain bool // without frozen men, to keep it small
}{
	"full": {render.Full, 128, false}, "small": {render.Small, 128, false}, "tiny": {render.Tiny, 128, false},
	"page": {render.Full, 56, true}, "page-small": {render.Small, 28, true},
}

// gutter is the Gutter of all sheets. It keeps parts of neighbouring tiles from showing when a tile
// is scaled down.
const gutter = 2

type atlasKey struct {
	variant string
	theme   render.Theme
}

// atlases caches the most recently used atlases.
var atlases = func() *lru.Cache[atlasKey, *Atlas] {
	c, err := lru.New[atlasKey, *Atlas](24)
	if err != nil {
		panic(err) // the size is a constant
	}
	return c
}()

// AtlasOf returns the atlas of a game in a theme, from the cache if it is there.
func AtlasOf(v *rules.Variant, t render.Theme) *Atlas {
	key := atlasKey{v.ID(), t}
	if a, ok := atlases.Get(key); ok {
		return a
	}
	a := newAtlas(v, t)
	if other, known, _ := atlases.PeekOrAdd(key, a); known {
		return other
	}
	return a
}

func newAtlas(v *rules.Variant, t render.Theme) *Atlas {
	a := &Atlas{variant: v, theme: t, sheets: map[string]func() *Sheet{}}
	a.freezes = slices.ContainsFunc(v.Kinds, func(k rules.Kind) bool { return k.Freeze != "" || len(k.Aura) > 0 })
	for form := range a.hashes {
		a.hashes[form] = sync.OnceValue(func() string { return a.lookHash(render.Form(form)) })
	}
	for name := range sheetForms {
		a.sheets[name] = sync.OnceValue(func() *Sheet { return a.draw(name) })
	}
	return a
}

// Sheet returns a sheet by name: full, small or tiny, for scripts; page or page-small, for
// style sheets. It returns nil for any other name.
func (a *Atlas) Sheet(name string) *Sheet {
	if drawn := a.sheets[name]; drawn != nil {
		return drawn()
	}
	return nil
}

// hashSize is the size in pixels at which men are drawn to hash how they look.
const hashSize = 28

// lookHash returns a hash of how the men look in a form.
func (a *Atlas) lookHash(form render.Form) string {
	sum := sha256.New()
	for k := range a.variant.Kinds[1:] {
		for side := rules.White; side <= rules.Black; side++ {
			sum.Write(render.Man(&a.variant.Kinds[k+1], side, a.theme, form, false, hashSize).Pix)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// At returns the upper left corner of a man's tile, in pixels. It ignores frozen on a sheet without
// frozen men.
func (s *Sheet) At(kind, side int, frozen bool) (x, y int) {
	tile := (2*(kind-1) + side) * s.States
	if frozen && s.States > 1 {
		tile++
	}
	pitch := s.Tile + 2*s.Gutter
	return tile%s.Columns*pitch + s.Gutter, tile/s.Columns*pitch + s.Gutter
}

// blank returns a sheet without its picture.
func (a *Atlas) blank(name string) *Sheet {
	f := sheetForms[name]
	s := &Sheet{Tile: f.tile, Gutter: gutter, States: 1, Hash: a.hashes[f.form]()}
	if a.freezes && !f.plain {
		s.States = 2
	}
	tiles := 2 * (len(a.variant.Kinds) - 1) * s.States
	s.Columns = min(12, tiles)
	s.Width = s.Columns * (s.Tile + 2*gutter)
	s.Height = (tiles + s.Columns - 1) / s.Columns * (s.Tile + 2*gutter)
	return s
}

func (a *Atlas) draw(name string) *Sheet {
	s := a.blank(name)
	picture := image.NewRGBA(image.Rect(0, 0, s.Width, s.Height))
	for k := range a.variant.Kinds[1:] {
		for side := rules.White; side <= rules.Black; side++ {
			for state := range s.States {
				x, y := s.At(k+1, int(side), state == 1)
				man := render.Man(&a.variant.Kinds[k+1], side, a.theme, sheetForms[name].form, state == 1, s.Tile)
				draw.Draw(picture, image.Rect(x, y, x+s.Tile, y+s.Tile), man, image.Point{}, draw.Src)
			}
		}
	}
	s.PNG = encode(picture)
	return s
}

// Index is what scripts read about an atlas.
type Index struct {
	Sheets map[string]Sheet `json:"sheets"`
	Theme  string           `json:"theme"`
	Colors render.Colors    `json:"colors"`
}

// Index describes the sheets for scripts; url returns the address of a sheet.
func (a *Atlas) Index(url func(sheet, hash string) string) Index {
	x := Index{Sheets: map[string]Sheet{}, Theme: a.theme.String(), Colors: a.theme.Colors()}
	for name := range a.sheets {
		s := a.blank(name)
		s.URL = url(name, s.Hash)
		x.Sheets[name] = *s
	}
	return x
}

// encode returns a picture as a PNG with a palette of 256 colours and opacities. That halves its
// size at no visible cost, as men have few colours, and the eye cannot tell 16 opacities from 256.
func encode(picture *image.RGBA) []byte {
	count := map[uint32]int{}
	steps := make([]uint32, len(picture.Pix)/4)
	last, lastStep := uint32(0), uint32(0)
	for i := range steps {
		p := picture.Pix[4*i : 4*i+4 : 4*i+4]
		if pixel := uint32(p[0])<<24 | uint32(p[1])<<16 | uint32(p[2])<<8 | uint32(p[3]); pixel != last {
			last, lastStep = pixel, quantized(p)
		}
		steps[i] = lastStep
		count[lastStep]++
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	model := make(color.Palette, 0, 256)
	kept := make([]color.NRGBA, 0, 256)
	for _, c := range list[:min(256, len(list))] {
		kept = append(kept, unpackColor(c))
		model = append(model, unpackColor(c))
	}
	index := make(map[uint32]uint8, len(list))
	for i, c := range list {
		if index[c] = uint8(i); i >= len(kept) {
			index[c] = closest(kept, unpackColor(c))
		}
	}
	out := image.NewPaletted(picture.Rect, model)
	last = list[0]
	lastIndex := index[last]
	for i, step := range steps {
		if step != last {
			last, lastIndex = step, index[step]
		}
		out.Pix[i] = lastIndex
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&file, out); err != nil {
		panic("board: a picture in memory cannot be written: " + err.Error())
	}
	return file.Bytes()
}

// quantized rounds the colour and the opacity of a premultiplied pixel, and returns them packed in
// 32 bits. It returns 0 for all transparent pixels.
func quantized(p []uint8) uint32 {
	step := func(n uint8, of int) uint32 { return uint32(min(255, (int(n)+of/2)/of*of)) }
	c := color.NRGBAModel.Convert(color.RGBA{p[0], p[1], p[2], p[3]}).(color.NRGBA)
	alpha := step(c.A, 17)
	if alpha == 0 {
		return 0
	}
	return step(c.R, 5)<<24 | step(c.G, 5)<<16 | step(c.B, 5)<<8 | alpha
}

func unpackColor(c uint32) color.NRGBA {
	return color.NRGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)}
}

// closest returns the index of the colour in list that differs least from c on a grey background.
func closest(list []color.NRGBA, c color.NRGBA) uint8 {
	best, least := 0, math.MaxInt
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
