package discord_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"raumbot/adapters/discord/discordtest"
)

// The colours of Discord's dark theme, approximately.
var (
	ground  = color.RGBA{0x31, 0x33, 0x38, 0xff}
	ink     = color.RGBA{0xdb, 0xde, 0xe1, 0xff}
	faint   = color.RGBA{0x94, 0x9b, 0xa4, 0xff}
	accent  = color.RGBA{0x58, 0x65, 0xf2, 0xff}
	green   = color.RGBA{0x24, 0x80, 0x46, 0xff}
	red     = color.RGBA{0xda, 0x37, 0x3c, 0xff}
	plate   = color.RGBA{0x4e, 0x50, 0x58, 0xff}
	ditch   = color.RGBA{0x1e, 0x1f, 0x22, 0xff}
	callout = color.RGBA{0xc9, 0xcd, 0xfb, 0xff}
	panel   = color.RGBA{0x3b, 0x3d, 0x44, 0xff} // of a card, whose edge has the colour that the bot says
	edge    = color.RGBA{0xb5, 0x88, 0x63, 0xff}
)

const (
	wide   = 720 // the width of the picture
	margin = 16
	indent = 72 // the left edge of the text
	line   = 24 // the height of a line of text
)

// sheet is a picture that is filled from the top.
type sheet struct {
	*image.RGBA
	y, left, right      int // where the next line begins, and the edge that it keeps to
	regular, bold, mono font.Face
}

// draw draws a message approximately as Discord shows it, and cuts off the part that does not fit.
func (c *club) draw(m *discordtest.Message) image.Image {
	face := func(data []byte, size float64) font.Face {
		f, err := opentype.Parse(data)
		if err != nil {
			c.t.Fatal(err)
		}
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			c.t.Fatal(err)
		}
		return face
	}
	s := &sheet{RGBA: image.NewRGBA(image.Rect(0, 0, wide, 4000)), y: margin, left: indent, right: wide - margin,
		regular: face(goregular.TTF, 16), bold: face(gobold.TTF, 16), mono: face(gomono.TTF, 14)}
	s.fill(s.Bounds(), ground)
	s.head(m)
	if m.Card {
		s.card(func() { c.body(s, m) })
	} else {
		c.body(s, m)
	}
	if m.Alone != nil {
		s.write("Only you can see this - Dismiss message", indent, s.regular, faint)
		s.y += line
	}
	return s.SubImage(image.Rect(0, 0, wide, s.y+margin))
}

// body draws the words, the pictures, the menu and the buttons of a message.
func (c *club) body(s *sheet, m *discordtest.Message) {
	for _, text := range strings.Split(c.readable(m.Shown()), "\n") {
		s.paragraph(text)
	}
	for _, f := range m.Files {
		s.picture(f.Data)
	}
	if len(m.Menu) > 0 {
		s.menu(m)
	}
	s.buttons(m.Buttons)
}

// card draws contents in a box with a coloured edge.
func (s *sheet) card(contents func()) {
	top := s.y
	s.left, s.right = s.left+20, s.right-16
	draw := func() {
		s.y = top + 12
		contents()
		s.y += 8
	}
	draw() // to know the height
	s.fill(image.Rect(indent, top, wide-margin, s.y), panel)
	s.fill(image.Rect(indent, top, indent+4, s.y), edge)
	draw()
	s.left, s.right = indent, wide-margin
	s.y += 8
}

// keep writes a picture into a file.
func keep(t testing.TB, path string, picture image.Image) {
	t.Helper()
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// like reports whether two pictures look the same. Machines may round differently.
func like(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	const near, few = 24 << 8, 20
	different := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if max(r1, r2)-min(r1, r2) > near || max(g1, g2)-min(g1, g2) > near || max(b1, b2)-min(b1, b2) > near {
				different++
			}
		}
	}
	return different <= few
}

func (s *sheet) fill(r image.Rectangle, with color.Color) {
	draw.Draw(s.RGBA, r, image.NewUniform(with), image.Point{}, draw.Src)
}

// write writes a text on the current line, and returns where it ends.
func (s *sheet) write(text string, x int, face font.Face, with color.Color) int {
	d := font.Drawer{Dst: s.RGBA, Src: image.NewUniform(with), Face: face, Dot: fixed.P(x, s.y+17)}
	d.DrawString(text)
	return d.Dot.X.Ceil()
}

// head draws the face and the name of the author.
func (s *sheet) head(m *discordtest.Message) {
	for y := range 40 { // a round face
		for x := range 40 {
			if (x-20)*(x-20)+(y-20)*(y-20) < 400 {
				s.Set(margin+x, s.y+y, accent)
			}
		}
	}
	at := s.write(m.Author.Name, indent, s.bold, color.White)
	s.fill(image.Rect(at+8, s.y+4, at+46, s.y+21), accent)
	s.write("APP", at+12, s.mono, color.White)
	s.y += line + 2
}

// sign matches markup that Discord replaces.
var (
	userSign    = regexp.MustCompile(`<@([0-9]+)>`)
	channelSign = regexp.MustCompile(`<#[0-9]+>`)
	timeSign    = regexp.MustCompile(`<t:[0-9]+:(.)>`)
	signEscaped = regexp.MustCompile(`\\([^a-zA-Z0-9 ])`)
)

// readable writes a text as Discord shows it.
func (c *club) readable(text string) string {
	text = userSign.ReplaceAllStringFunc(text, func(sign string) string {
		for _, u := range []*discordtest.User{c.alice, c.bob} {
			if strings.Contains(sign, u.ID) {
				return "@" + u.Name
			}
		}
		return "@somebody"
	})
	text = channelSign.ReplaceAllString(text, "#Game 1")
	text = timeSign.ReplaceAllStringFunc(text, func(sign string) string {
		if strings.HasSuffix(sign, ":R>") {
			return "in 3 days"
		}
		return "8 January 2030 12:00"
	})
	return signEscaped.ReplaceAllString(text, "$1")
}

// paragraph writes a text on as many lines as it needs.
func (s *sheet) paragraph(text string) {
	x, code, usual := s.left, false, s.regular
	text, heading := strings.CutPrefix(text, "### ")
	if heading {
		usual = s.bold
	}
	for _, word := range strings.SplitAfter(text, " ") {
		for i, part := range strings.Split(word, "`") {
			if i > 0 {
				code = !code
			}
			face, with := usual, color.Color(ink)
			if code {
				face = s.mono
			}
			if strings.HasPrefix(part, "@") {
				with = callout
			}
			width := font.MeasureString(face, part).Ceil()
			if x+width > s.right {
				x = s.left
				s.y += line
			}
			if code && part != "" {
				s.fill(image.Rect(x-1, s.y+2, x+width+1, s.y+22), ditch)
			}
			x = s.write(part, x, face, with)
		}
	}
	s.y += line
	if heading {
		s.fill(image.Rect(s.left, s.y+6, s.right, s.y+7), plate)
		s.y += 12
	}
}

// picture shows an attached picture as large as Discord does.
func (s *sheet) picture(data []byte) {
	board, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return
	}
	size := board.Bounds().Size()
	width := min(550, size.X)
	height := size.Y * width / size.X
	if height > 350 { // Discord on a desk fits pictures into 550 by 350
		width, height = width*350/height, 350
	}
	draw.CatmullRom.Scale(s.RGBA, image.Rect(s.left, s.y+4, s.left+width, s.y+4+height), board, board.Bounds(), draw.Over, nil)
	s.y += height + 12
}

// menu shows a menu opened.
func (s *sheet) menu(m *discordtest.Message) {
	prompt := m.Prompt
	if prompt == "" {
		prompt = "Make a selection" // Discord's default
	}
	s.fill(image.Rect(s.left, s.y+2, s.left+600, s.y+38), ditch)
	s.y += 8
	s.write(prompt, s.left+12, s.regular, faint)
	s.y += line + 8
	for _, o := range m.Menu {
		for _, words := range []struct {
			text string
			ink  color.RGBA
		}{{o.Label, ink}, {o.Detail, faint}} {
			if words.text != "" {
				s.fill(image.Rect(s.left, s.y, s.left+600, s.y+line), color.RGBA{0x2b, 0x2d, 0x31, 0xff})
				s.write(words.text, s.left+12, s.regular, words.ink)
				s.y += line
			}
		}
	}
	s.y += 8
}

// buttons shows buttons, five in a row.
func (s *sheet) buttons(all []discordtest.Option) {
	x := s.left
	for i, b := range all {
		if i > 0 && i%5 == 0 {
			x = s.left
			s.y += 44
		}
		width := font.MeasureString(s.regular, b.Label).Ceil() + 32
		with := []color.RGBA{1: accent, 2: plate, 3: green, 4: red, 5: plate}[b.Style]
		s.fill(image.Rect(x, s.y+4, x+width, s.y+38), with)
		s.y += 9
		s.write(b.Label, x+16, s.regular, color.White)
		s.y -= 9
		x += width + 8
	}
	if len(all) > 0 {
		s.y += 44
	}
}
