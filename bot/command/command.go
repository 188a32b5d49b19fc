package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/rules"
)

// Command is something that users can ask for. [Table] is the only list of commands:
// the text parser, help, Discord's slash commands and docs/commands.md are all
// derived from it.
type Command struct {
	Name    string // lower-case, at most 32 letters
	Aliases []string
	// Brief is one line of at most 100 characters; Detail is the rest of the help text.
	Brief, Detail string
	// Example must be valid for alice in the situation that the examples' test sets up.
	Example string
	Params  []Param
	// Button is the label of a button that sends the command, empty
	// if the command needs arguments that the user must type.
	Button string
	Needs  Need
	// Changes means that the command may write to the store, so it runs in an Update.
	Changes bool
	// Long means that an argument may be a whole game record, so the text limit is higher.
	Long bool
	// Cost is how many ordinary commands it counts as when requests are throttled; 0 counts as 1.
	Cost int
	// Hidden commands answer small talk, a yes or a no. Help and menus do not list them.
	Hidden bool
	// Everyday means that the name is a word of everyday language, which names the command only before an argument
	// that fits, as in "set 3 rounds 5".
	Everyday bool
	// Final commands have effects that cannot be undone, such as resigning. A misspelt
	// word is never read as one.
	Final bool
	// Replies means that it answers a question or an offer. A text that ends with a question
	// mark is not read as one.
	Replies bool
	// Plays means that it plays a move. It is read from what is overheard, but never from a question, and from a sentence only where
	// that is certain.
	Plays bool
	// Timed means that it takes a number of hours or days.
	Timed bool
	// Loosely means that words around its numbers say no more than they do, so that a sentence may name them: "12 hours before the deadline".
	Loosely bool
	// Offers means that without a further word it makes an offer to the opponent, or accepts theirs.
	Offers bool
	// Anybody means that it is for whoever wants to, so that a sentence which names somebody means another command.
	Anybody bool
	// Wished are the facts of which one has to hold for a question to offer a Final command with a button; none for never.
	Wished Situation
	// OfPieces means that its arguments name pieces or cells, so that other words among them make it a sentence.
	OfPieces bool
	// Ended means that it is about a game that is over, if there is one.
	Ended bool
	// Explains means that it explains a game, one of another place, too, to those who play it.
	Explains bool
}

// Answers reports whether a command stands for a bare yes or no.
func (c *Command) Answers() bool { return c.Hidden && c.Final }

// chats reports whether a command stands for small talk.
func (c *Command) chats() bool { return c.Hidden && !c.Final }

// matters reports whether a command is carried out only if a sentence surely means it.
func (c *Command) matters() bool { return c.Final || c.Plays }

// strict reports whether sentences with words that mean nothing to the bot are not taken for a command: it answers, or is a step that ends a
// game.
func (c *Command) strict() bool { return c.Replies || c.Final && c.Needs == NeedSeat }

// Need is what must exist before a command runs.
type Need uint8

// The needs.
const (
	NeedNothing Need = iota
	// NeedGame is a game that the user may see.
	NeedGame
	// NeedSeat is an ongoing game that the user plays in.
	NeedSeat
	// NeedTurn is an ongoing game in which the user is to move.
	NeedTurn
)

// Ongoing reports whether the need is a game that goes on.
func (n Need) Ongoing() bool { return n == NeedSeat || n == NeedTurn }

// Param is one parameter of a command.
type Param struct {
	Name     string // lower-case, at most 32 letters
	Help     string // at most 100 characters
	Kind     ParamKind
	Choices  []string // for a Choice, at most 25
	Optional bool
	// Most is the maximum of a Count; 0 means 9999.
	Most int
	// FromZero means that a Count may be 0.
	FromZero bool
	// Anywhere means that it may also come last, after a Rest or MoveText.
	Anywhere bool
	// Announced means that the parameter's name must precede its value: "puzzle 18:00".
	Announced bool
	// Alone means that its name alone is a value, too: "challenge bob ladder" is for the only ladder.
	Alone bool
	// Former is where a command of an earlier version, whose name is an alias now, had the parameter.
	Former Former
	// Games are the games that a VariantName may mean besides those known everywhere: see [Table.With].
	Games []*rules.Variant
	// Against means that a Number may also be given by the opponent: "against bob".
	Against bool
	// Changes means that a command that changes nothing else may do so where this is given: "tournament 3 open".
	Changes bool
	// Named means that the usage shows the name of a Count before its numbers: "level 1-8". Also has other names for it. A number may
	// be joined to any of them: "level3". The name alone is no value, but allowed: it asks for the question which number is meant.
	Named bool
	Also  []string
	// Verbatim means that a Rest is kept as it is written, and shown to people. Elsewhere "please" at the end means nothing.
	Verbatim bool
	// Said has other words for values, such as those of another language: "weiß" for "white".
	Said map[string]string
	// Refuse returns the problem of a value that is none for a Count, instead of one that shows the usage.
	Refuse func(value string) *bot.Problem
	// Instead means that it is an alternative to the optional parameter before it: at most one
	// of the two may be given.
	Instead bool
}

// ParamKind says which words a parameter accepts.
type ParamKind uint8

// The kinds of parameters.
const (
	Number           ParamKind = iota // the number of a game or challenge
	Person                            // a user's name
	VariantName                       // the name of a game
	PaceWord                          // as read by [ParsePace]
	Choice                            // one of Choices
	CommandName                       // the name or an alias of a command
	Count                             // a whole number within Param.Bounds
	Word                              // any word
	Rest                              // the rest of the text
	TournamentNumber                  // the number of a tournament
	MoveText                          // the rest of the text, which is a move of the game
	LevelName                         // the name of a level: w, or a-d
	FileValue                         // a file that is attached: no word
	ZoneName                          // a time zone, as read by [bot.ParseZone]; may be several words
)

// Args are the parsed arguments of a command.
type Args struct {
	Game bot.GameID // zero if none was named
	// Against is the opponent in the game that is meant, "" if nobody was named.
	Against string
	// Tournament is zero if none was named.
	Tournament bot.TournamentID
	Variant    *rules.Variant
	Pace       *bot.Pace
	Words      map[string]string // all other arguments, by Param.Name
}

// Word returns the text given for a parameter, "" for none.
func (a Args) Word(name string) string { return a.Words[name] }

// Number returns the number given for a Count, 0 for none.
func (a Args) Number(name string) int {
	n, _ := strconv.Atoi(a.Words[name])
	return n
}

// NamesGame reports whether a game is named, by its number or its opponent.
func (a Args) NamesGame() bool { return a.Game != 0 || a.Against != "" }

// Alters reports whether the command with some arguments may write to the store: see [Command.Changes] and [Param.Changes].
func (c *Command) Alters(args Args) bool {
	return c.Changes || slices.ContainsFunc(c.Params, func(p Param) bool { return p.Changes && args.Words[p.Name] != "" })
}

// UsageWord returns the parameter as shown in the usage of its command: its name in capitals, its choices, "ladder ID", or "level 1-8".
func (p Param) UsageWord() string {
	switch {
	case p.Kind == Choice:
		return strings.Join(p.Choices, "|")
	case p.Alone:
		return p.Name + " ID"
	case p.Named:
		least, most := p.Bounds()
		return fmt.Sprintf("%s %d-%d", p.Name, least, most)
	}
	return strings.ToUpper(p.Name)
}

// isNamed reports whether a word is the parameter's name.
func (p Param) isNamed(word string) bool {
	return strings.EqualFold(p.Name, word) || slices.ContainsFunc(p.Also, func(name string) bool { return strings.EqualFold(name, word) })
}

// Usage returns the syntax of the command: "move [ID] MOVE".
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
