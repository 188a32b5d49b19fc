package render

import (
	"bytes"
	"image/png"
)

// encode returns the canvas as a PNG file.
func (c *canvas) encode() ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, &c.Paletted); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
