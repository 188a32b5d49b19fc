// Package games contains the games shipped as files.
package games

import (
	"embed"

	"raumbot/rules/gamefile"
)

//go:embed *.toml
var embedded embed.FS

// names are the shipped games in the order in which they are listed for people.
var names = []string{"cubicchess", "millennium3d", "chess3d", "alicechess", "dragonchess"}

// All reads the shipped games, in the order in which they are listed for people.
func All() ([]*gamefile.Game, error) {
	var all []*gamefile.Game
	for _, name := range names {
		file := name + ".toml"
		text, err := embedded.ReadFile(file)
		if err != nil {
			return nil, err
		}
		g, err := gamefile.ReadAgain(file, text) // TestNoFault has read it
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}
