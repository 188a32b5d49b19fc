package render

// caption is the title of a table or tree, with the line below it.
type caption struct {
	title, note string
	theme       Theme
}

// Dimensions of a caption, in pixels of a picture that is up to glanceWidth wide. A long title is
// set smaller, and then makes the picture wider; it is cut only if even that is not enough.
const (
	captionTitle = 54.0
	captionSmall = 36.0 // smallest font size of a title
	captionNote  = 36.0
)

// width returns the picture width that the caption requires, in pixels.
func (c caption) width() int {
	need := max(textWidth(c.title, captionSmall), textWidth(c.note, captionNote))
	return min(int(need)+1+2*tableMargin, glanceWidth)
}

// paint draws the caption at the top of a picture.
func (c caption) paint(on *canvas) {
	ink, room := themes[c.theme].text, float64(on.Rect.Dx()-2*tableMargin)
	size := captionTitle
	if need := textWidth(c.title, size); need > room {
		size = max(size*room/need, captionSmall)
	}
	on.text(label{shorten(c.title, size, room), size, ink, c.theme}, tableMargin, 54, leftAlign)
	on.text(label{shorten(c.note, captionNote, room), captionNote, ink, c.theme}, tableMargin, 116, leftAlign)
}
