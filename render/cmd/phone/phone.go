// Package phone simulates how a picture appears on a phone, without colours.
package phone

import (
	"bytes"
	"image"
	"image/png"

	"golang.org/x/image/draw"
)

// Width is the width of a picture on a narrow phone, in pixels.
const Width = 400

// Grey returns a PNG file converted to greyscale and scaled to Width.
func Grey(picture []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	size := full.Bounds().Size()
	small := image.NewRGBA(image.Rect(0, 0, Width, (size.Y*Width+size.X/2)/size.X))
	draw.CatmullRom.Scale(small, small.Rect, full, full.Bounds(), draw.Src, nil)
	grey := image.NewGray(small.Rect)
	draw.Draw(grey, grey.Rect, small, image.Point{}, draw.Src)
	var out bytes.Buffer
	err = png.Encode(&out, grey)
	return out.Bytes(), err
}
