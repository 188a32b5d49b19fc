package render

// caption is the title of a table or a tree, and the line below it.
type caption struct {
	title, note string
	theme       Theme
}

// The measures of a caption, in pixels. A long title is written smaller, and then makes the picture
// wider; only what is too long even so is cut.
const (
	captionTitle  = 28.0
	captionSmall  = 20.0 // the smallest a title becomes
	captionNote   = 18.0
	captionWidest = 640
)

// width returns how wide a picture has to be for the caption, in pixels.
func (c caption) width() int {
	need := max(textWidth(c.title, captionSmall), textWidth(c.note, captionNote))
	return min(int(need)+1+2*tableMargin, captionWidest)
}

// paint writes the caption at the top of a picture.
func (c caption) paint(on *canvas) {
	ink, room := themes[c.theme].text, float64(on.Rect.Dx()-2*tableMargin)
	size := captionTitle
	if need := textWidth(c.title, size); need > room {
		size = max(size*room/need, captionSmall)
	}
	on.text(label{shorten(c.title, size, room), size, ink, c.theme}, tableMargin, 30, leftAlign)
	on.text(label{shorten(c.note, captionNote, room), captionNote, ink, c.theme}, tableMargin, 64, leftAlign)
}
