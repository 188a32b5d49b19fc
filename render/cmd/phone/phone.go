// Package phone shows a picture as a phone does to somebody who sees no colours.
package phone

import (
	"bytes"
	"image"
	"image/png"

	"golang.org/x/image/draw"
)

// Width is the width in pixels at which a narrow phone shows a picture.
const Width = 400

// Grey is a PNG file in shades of grey, as wide as a phone shows it.
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
