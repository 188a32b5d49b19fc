package command

import (
	"slices"
	"strings"

	"raumbot/render"
	"raumbot/rules"
)

var (
	gameParam = Param{Name: "id", Help: "The number of the game; without it, the game of this room or your only one",
		Kind: Number, Optional: true, Also: gameWords, Against: true}
	challengeParam = Param{Name: "id", Help: "The number of the challenge", Kind: Number, Optional: true}
	nameParam      = Param{Name: "name", Help: "Or the name of the other player", Kind: Person, Optional: true, Instead: true}
	colourParam    = Param{Name: "colour", Help: "The colour that you will play", Kind: Choice,
		Choices: []string{"white", "black", "random"}, Said: colourWords, Optional: true}
	paceParam   = Param{Name: "pace", Help: "Time for each move, 3d, 12h or none, or a bank, an increment and a cap, 5d+12h/10d", Kind: PaceWord, Optional: true}
	stakesParam = Param{Name: "stakes", Help: "Whether the game changes your ratings; casual if you do not say", Kind: Choice,
		Choices: []string{"rated", "casual"}, Said: map[string]string{"gewertet": "rated", "ungewertet": "casual", "freundschaftlich": "casual"}, Optional: true}
	vacationParam = Param{Name: "vacation", Help: "Whether a vacation stops the clock; by default where moves take days", Kind: Choice,
		Choices: []string{"vacation", "no-vacation"}, Optional: true}
	weekendsParam = Param{Name: "weekends", Help: "Saturdays and Sundays by UTC do not count", Kind: Choice,
		Choices: []string{"weekends"}, Optional: true}
	sightParam = Param{Name: "sight", Help: "Who may see the game: its players alone, or all; by default those of its room and server", Kind: Choice,
		Choices: []string{"private", "public"}, Optional: true}
	viewParam    = Param{Name: "view", Help: "The arrangement of the board's planes", Kind: Choice, Choices: render.ViewNames(), Optional: true}
	piecesParam  = Param{Name: "pieces", Help: "How pieces are drawn", Kind: Choice, Choices: render.PiecesNames(), Optional: true}
	variantParam = Param{Name: "variant", Help: "The game to be played, as variants lists them", Kind: VariantName}
	// playedParam is a variant that defaults to that of the game being played.
	playedParam = Param{Name: "variant", Help: "A game, as variants lists them; without it, the one being played here", Kind: VariantName, Optional: true}
	// usualParam is a variant that defaults to the room's.
	usualParam = Param{Name: "variant", Help: "The game to be played, as variants lists them; without it, the one of the room", Kind: VariantName, Optional: true}
)

// gameWords may stand before the number of a game: "export game 7".
var gameWords = []string{"game", "partie", "spiel"}

// colourWords are the German words for colours.
var colourWords = map[string]string{"weiß": "white", "weiss": "white", "schwarz": "black", "zufällig": "random", "zufaellig": "random", "zufall": "random"}

// levelWords are words for how strong the computer plays. They must agree with STRENGTHNO in vocabulary.txt.
var levelWords = map[string]string{
	"easiest": "1", "weakest": "1", "beginner": "1", "leichteste": "1", "schwächste": "1", "anfänger": "1",
	"easy": "2", "leicht": "2", "einfach": "2",
	"medium": "4", "intermediate": "4", "mittel": "4",
	"hard": "6", "difficult": "6", "schwer": "6", "schwierig": "6",
	"hardest": "8", "strongest": "8", "stärkste": "8", "schwerste": "8",
}

// Level returns the level of the computer that a word stands for, such as "easy"; "" for none.
func Level(word string) string { return levelWords[strings.ToLower(word)] }

// Table lists commands in the order of the help.
type Table []*Command

// All returns all commands.
func All() Table {
	return slices.Concat(startCommands(), beginCommands(), playCommands(), lookCommands(), engineCommands(), peopleCommands(), tournamentCommands(), organiseCommands(), learnCommands())
}

// firstVariant returns the name of the first variant, for examples.
func firstVariant() string { return rules.Variants()[0].Name }

// Listed returns the commands that help and the platforms' menus list.
func (t Table) Listed() Table {
	return slices.DeleteFunc(slices.Clone(t), func(c *Command) bool { return c.Hidden })
}

// With returns the table as it is in a place with games of its own.
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
