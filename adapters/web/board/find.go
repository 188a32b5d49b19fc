package board

import (
	"raumbot/render"
	"raumbot/rules"
)

// Find returns the layout of the game with an ID.
func Find(id string) (*Layout, error) {
	v, err := rules.Find(id)
	if err != nil {
		return nil, err
	}
	return LayoutOf(v), nil
}

// FindAtlas returns the atlas of the game with an ID, in a theme.
func FindAtlas(id string, t render.Theme) (*Atlas, error) {
	v, err := rules.Find(id)
	if err != nil {
		return nil, err
	}
	return AtlasOf(v, t), nil
}

// FindThumbnail returns a small picture, as SVG, of the start position of the game with an ID. The
// error is that of an unknown game.
func FindThumbnail(id string) ([]byte, error) {
	v, err := rules.Find(id)
	if err != nil {
		return nil, err
	}
	return Thumbnail(LayoutOf(v), Of(render.NewScene(v.Start())).Position()), nil
}
