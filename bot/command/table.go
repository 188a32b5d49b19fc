package command

import (
	"slices"
	"strings"

	"raumbot/render"
	"raumbot/rules"
)

// Parameters that several commands share.
var (
	// GameParam is a game. By default it is the one of the room or the asker's only one.
	GameParam = Param{Name: "id", Help: "The number of the game; without it, the game of this room or your only one",
		Kind: Number, Optional: true, Also: gameWords, Against: true}
	PaceParam   = Param{Name: "pace", Help: "Time for each move, 3d, 12h or none, or a bank, an increment and a cap, 5d+12h/10d", Kind: PaceWord, Optional: true}
	StakesParam = Param{Name: "stakes", Help: "Whether the game changes your ratings; casual if you do not say", Kind: Choice,
		Choices: []string{"rated", "casual"}, Said: map[string]string{"gewertet": "rated", "ungewertet": "casual", "freundschaftlich": "casual"}, Optional: true}
	ViewParam   = Param{Name: "view", Help: "The arrangement of the board's planes", Kind: Choice, Choices: render.ViewNames(), Said: render.ViewAliases(), Optional: true}
	PiecesParam = Param{Name: "pieces", Help: "How pieces are drawn", Kind: Choice, Choices: render.PiecesNames(), Optional: true}
	// HereParam shows the answer to everybody in the room.
	HereParam = Param{Name: "show", Help: "Show the answer to all in this room", Kind: Choice, Choices: []string{"here"}, Optional: true, Anywhere: true}
)

// gameWords may stand before the number of a game: "export game 7".
var gameWords = []string{"game", "partie", "spiel"}

// ColourWords are the German words for colours.
var ColourWords = map[string]string{"weiß": "white", "weiss": "white", "schwarz": "black", "zufällig": "random", "zufaellig": "random", "zufall": "random"}

// LevelWords maps words for the computer's strength to levels. They must agree with STRENGTHNO in
// the dictionary of bot/talk.
var LevelWords = map[string]string{
	"easiest": "1", "weakest": "1", "beginner": "1", "leichteste": "1", "schwächste": "1", "anfänger": "1",
	"easy": "2", "leicht": "2", "einfach": "2",
	"medium": "4", "intermediate": "4", "mittel": "4",
	"hard": "6", "difficult": "6", "schwer": "6", "schwierig": "6",
	"hardest": "8", "strongest": "8", "stärkste": "8", "schwerste": "8",
}

// Level returns the level of the computer that a word such as "easy" stands for, or "" if there is
// none.
func Level(word string) string { return LevelWords[strings.ToLower(word)] }

// Table lists commands by [Command.Order].
type Table []*Command

// With returns the table for a place with games of its own.
func (t Table) With(games []*rules.Variant) Table {
	if len(games) == 0 {
		return t
	}
	all := slices.Clone(t)
	for i, c := range t {
		if !c.takes(VariantName) {
			continue
		}
		here := *c
		here.Params = slices.Clone(c.Params)
		for n := range here.Params {
			if here.Params[n].Kind == VariantName {
				here.Params[n].Games = games
			}
		}
		all[i] = &here
	}
	return all
}

// games returns the games of the place that the table is for.
func (t Table) games() []*rules.Variant {
	for _, c := range t {
		for _, p := range c.Params {
			if p.Games != nil {
				return p.Games
			}
		}
	}
	return nil
}
