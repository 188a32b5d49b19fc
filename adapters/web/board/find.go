package board

import (
	"raumbot/render"
	"raumbot/rules"
)

// Find lays out the board of a game by its ID.
func Find(id string) (*Layout, error) {
	v, err := rules.Find(id)
	if err != nil {
		return nil, err
	}
	return LayoutOf(v), nil
}

// FindAtlas returns the men of a game by its ID, in a theme.
func FindAtlas(id string, t render.Theme) (*Atlas, error) {
	v, err := rules.Find(id)
	if err != nil {
		return nil, err
	}
	return AtlasOf(v, t), nil
}
