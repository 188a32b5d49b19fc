package command

import (
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/rules"
)

// Command is something that users can ask for. The table of commands is the only
// list of them: the text parser, help, Discord's slash commands and the README's
// table all come from it.
type Command struct {
	Name    string // lower-case, at most 32 letters
	Aliases []string
	// Brief is one line, at most 100 characters, Detail what else to know.
	Brief, Detail string
	// Example is said by alice in the situation of the examples' test.
	Example string
	Params  []Param
	// Button is the label of a button that gives the command, empty
	// where it needs words of the user's own.
	Button string
	Needs  Need
	// Changes means that the command may write, so it runs in an Update.
	Changes bool
	// Long means that what follows may be a whole record.
	Long bool
	// Cost says how expensive it is, in plain commands; zero counts as one.
	Cost int
	// Hidden commands answer what people say in passing, and are listed nowhere.
	Hidden bool
	// Costly commands cost the speaker something that cannot be had back. No misspelt word
	// is taken to mean one.
	Costly bool
	// Replies means that it answers something. With a question mark behind it, it does not.
	Replies bool
}

// Need is what must be settled before a command runs.
type Need uint8

// The needs.
const (
	NeedNothing Need = iota
	// NeedGame is a game that the user may see.
	NeedGame
	// NeedSeat is a game, still going on, that the user plays in.
	NeedSeat
	// NeedTurn is a game in which the user is to move.
	NeedTurn
)

// Param is one thing that a command is told.
type Param struct {
	Name     string // lower-case, at most 32 letters
	Help     string // at most 100 characters
	Kind     ParamKind
	Choices  []string // of a Choice, at most 25
	Optional bool
	// Most is the largest number that a Count may be, 0 for 9999.
	Most int
	// Anywhere means that it may also stand behind a Rest.
	Anywhere bool
	// Announced means that it must be named before its value: "puzzle 18:00".
	Announced bool
	// Instead means that it stands in place of the optional parameter before it.
	Instead bool
}

// ParamKind says what words a parameter takes.
type ParamKind uint8

// The kinds of parameters.
const (
	Number           ParamKind = iota // the number of a game or challenge
	Person                            // a user's name
	VariantName                       // the name of a game
	PaceWord                          // as read by [ParsePace]
	Choice                            // one of Choices
	CommandName                       // a command or an alias
	Count                             // a number of anything, from 1 to 9999
	Word                              // any word
	Rest                              // all that is left of the text
	TournamentNumber                  // the number of a tournament
	MoveText                          // all that is left of the text: a move of the game
	LevelName                         // the name of a level: w, or a-d
	ZoneName                          // a time zone, as read by [bot.ParseZone]; may be several words
)

// Args are the parameters of a command as read.
type Args struct {
	Game bot.GameID // zero if none was named
	// Tournament is zero if none was named.
	Tournament bot.TournamentID
	Variant    *rules.Variant
	Pace       *bot.Pace
	Words      map[string]string // all others, by Param.Name
}

// Word returns the word given for a parameter, empty for none.
func (a Args) Word(name string) string { return a.Words[name] }

// Number returns the number given for a Count, zero for none.
func (a Args) Number(name string) int {
	n, _ := strconv.Atoi(a.Words[name])
	return n
}

// UsageWord returns the parameter as it stands in the usage of its command: NAME, or its choices.
func (p Param) UsageWord() string {
	if p.Kind == Choice {
		return strings.Join(p.Choices, "|")
	}
	return strings.ToUpper(p.Name)
}

// Usage returns the command as one types it: "move [ID] MOVE".
func (c *Command) Usage() string {
	usage := c.Name
	for _, p := range c.Params {
		word := p.UsageWord()
		switch {
		case p.Instead:
			usage = strings.TrimSuffix(usage, "]") + "|" + word + "]"
		case p.Optional:
			usage += " [" + word + "]"
		default:
			usage += " " + word
		}
	}
	return usage
}
