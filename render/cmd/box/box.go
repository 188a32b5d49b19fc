// Package box simulates how a picture appears in the box that a chat client has for it.
package box

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"
)

// A Box is the greatest size of pictures in a client, in pixels.
type Box struct {
	Name          string
	Width, Height int
}

// The boxes of clients on a desk, as they show pictures that are not higher than wide.
var (
	Element = Box{"element", 324, 324}
	Discord = Box{"discord", 550, 350}
)

// Times returns the box scaled by a factor: 2 for a screen with twice the pixels, less than 1 for
// how it looks from a distance.
func (b Box) Times(factor float64) Box {
	b.Width, b.Height = int(float64(b.Width)*factor+0.5), int(float64(b.Height)*factor+0.5)
	return b
}

// An Eye is a way to see colours.
type Eye string

// The eyes: all colours, lightness only, and deuteranopia, which does not tell red from green.
const (
	Colour       Eye = "colour"
	Grey         Eye = "grey"
	Deuteranopia Eye = "deuteranopia"
)

// Shown returns a PNG file as it appears in a box to an eye, as another PNG file.
func Shown(picture []byte, b Box, e Eye) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	size := full.Bounds().Size()
	scale := min(1, float64(b.Width)/float64(size.X), float64(b.Height)/float64(size.Y))
	fitted := image.Rect(0, 0, int(scale*float64(size.X)+0.5), int(scale*float64(size.Y)+0.5))
	small := image.NewRGBA(fitted)
	draw.CatmullRom.Scale(small, small.Rect, full, full.Bounds(), draw.Src, nil)
	for y := range fitted.Dy() {
		for x := range fitted.Dx() {
			small.SetRGBA(x, y, e.sees(small.RGBAAt(x, y)))
		}
	}
	var out bytes.Buffer
	err = png.Encode(&out, small)
	return out.Bytes(), err
}

// sees returns a colour as the eye sees it. Deuteranopia is simulated after Machado et al., 2009.
func (e Eye) sees(c color.RGBA) color.RGBA {
	r, g, b := float64(c.R), float64(c.G), float64(c.B)
	byteOf := func(x float64) uint8 { return uint8(max(0, min(255, x+0.5))) }
	switch e {
	case Grey:
		y := byteOf(0.299*r + 0.587*g + 0.114*b)
		return color.RGBA{y, y, y, c.A}
	case Deuteranopia:
		return color.RGBA{
			byteOf(0.367322*r + 0.860646*g - 0.227968*b),
			byteOf(0.280085*r + 0.672501*g + 0.047413*b),
			byteOf(-0.011820*r + 0.042940*g + 0.968881*b), c.A,
		}
	}
	return c
}
