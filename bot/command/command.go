package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"raumbot/bot"
	"raumbot/rules"
)

// Command is something that users can ask for. The text parser, help, the forms of all platforms
// and docs/commands.md are derived from it.
type Command struct {
	Name string // lower-case, at most 32 letters
	// Topics are the pages of the help that list the command. Order is its position in lists of
	// commands: they are sorted by it.
	Topics  []Topic
	Order   int
	Aliases []string
	// Pair is another name of the command that consists of two words. The first is the name of
	// another command: "vote challenge".
	Pair string
	// Brief is one line of at most 100 characters; Detail is the rest of the help text.
	Brief, Detail string
	// Example must be valid for alice in the situation that the examples' test sets up.
	Example string
	Params  []Param
	// Button is the label of a button that sends the command. It is empty if the command needs
	// arguments that the user must type.
	Button string
	Tone   bot.Tone // of that button
	Slash  Slash
	// Form are the names of the parameters in the form that the pages of a room have for the
	// command. Without any, there is no form.
	Form  []string
	Needs Need
	// Changes means that the command may write to the store. It then runs in an Update.
	Changes bool
	// Shows means that the command changes nothing without arguments, but shows a setting or a
	// list.
	Shows bool
	// Long means that an argument may be a whole game record. The limit for the text is then
	// higher.
	Long bool
	// Otherwise is the command that is meant if the name is followed by words that are not values of
	// the command: "report 3" reports on a tournament, and "report bob" complains about Bob.
	Otherwise string
	// Cost is the number of ordinary commands that the command counts as when requests are
	// throttled. Zero counts as 1.
	Cost int
	// Everyday means that the name is an everyday word. It names the command only before an
	// argument: "bye 3".
	Everyday bool
	// Greets means that the aliases are greetings, which may be for other people.
	Greets bool
	// Guests is the setting that guests need to use the command. If it is empty, guests can never
	// use it.
	Guests bot.Guests
	// Begins means that the command may begin a game.
	Begins bool
	// Plays means that the command plays a move. It is also recognized in overheard texts.
	Plays bool
	// InGame means that the command acts in a game of the asker's although it needs no seat. How
	// often people may give it is limited as for commands that need one.
	InGame bool
	// Card is the field [bot.Message.Card] of the command's answers.
	Card bool
	// Ended means that the command is about a finished game, if there is one.
	Ended bool
	// Explains means that the command explains a game. It also explains another place's game to its
	// players.
	Explains bool
}

// Topic is a page of the help that lists commands.
type Topic string

// The topics.
const (
	PlayingTopic     Topic = "playing"
	BoardsTopic      Topic = "boards"
	LearningTopic    Topic = "learning"
	PeopleTopic      Topic = "people"
	SettingsTopic    Topic = "settings"
	TournamentsTopic Topic = "tournaments"
	OrganisingTopic  Topic = "organising"
)

// Slash is where Discord shows a command. The zero value is a slash command of its own, for daily
// use; all others are subcommands of a group, because a bot shares the list of slash commands with
// other bots.
type Slash struct {
	Group string // the name of the group
	Name  string // the name of the subcommand, if it is not the command's
	Brief string // its description, if it is not the command's
	// Manage is a second subcommand, for changes; its name is empty if there is none. It requires all
	// parameters up to the first one that changes something. The first subcommand has the parameters
	// before that one.
	Manage struct{ Name, Brief string }
}

// Managing returns the index of the first parameter that changes something, or -1 if there is none.
func (c *Command) Managing() int {
	return slices.IndexFunc(c.Params, func(p Param) bool { return p.Changes })
}

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

// Ongoing reports whether the need is an ongoing game.
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
	// Anywhere means that the parameter may also come last, after a Rest or MoveText.
	Anywhere bool
	// Announced means that the parameter's name must precede its value: "puzzle 18:00".
	Announced bool
	// Alone means that the parameter's name is a value by itself: "challenge bob ladder" means the
	// only ladder.
	Alone bool
	// Former describes a command of an earlier version whose name is now an alias and which had the
	// parameter.
	Former Former
	// Games are the games that a VariantName may mean besides those known everywhere: see
	// [Table.With].
	Games []*rules.Variant
	// Against means that a Number may also be given as the opponent: "against bob".
	Against bool
	// Changes means that a command which otherwise changes nothing may do so if the parameter is
	// given: "tournament 3 open".
	Changes bool
	// Named means that the usage shows the name of a Count before its numbers: "level 1-8". Also
	// has other names for the parameter. A number may be joined to any of the names: "level3". A
	// name without a number is allowed: the command then asks for the number.
	Named bool
	Also  []string
	// Computer means that a Person may also be the computer.
	Computer bool
	// Verbatim means that a Rest is kept as it is written and shown to people. In other parameters
	// "please" at the end is ignored.
	Verbatim bool
	// OfPieces means that a Rest is a cell or names a piece.
	OfPieces bool
	// Form reports whether a Rest has the form that it must have, nil if it may have any. A Rest
	// without a Form must not contain words that join the words of a sentence.
	Form func(string) bool
	// Said maps other words to values, such as words of another language: "weiß" to "white".
	Said map[string]string
	// Refuse returns the problem of an invalid value for a Count. If it is nil, the problem shows
	// the usage.
	Refuse func(value string) *bot.Problem
	// Final are the choices by which something happens that can't be taken back. For all parameters
	// "confirm" is one.
	Final []string
	// Instead means that the parameter is an alternative to the optional one before it. At most one
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
	FileValue                         // an attached file, not a word
	ZoneName                          // a time zone, as read by [bot.ParseZone]; may be several words
	RoleName                          // a mention of a role, as Discord writes it: see [EveryoneRole]
)

// EveryoneRole is the value of a RoleName for the role that everybody has. All other values are the
// platform's identifiers of roles.
const EveryoneRole = "@everyone"

// Args are the parsed arguments of a command.
type Args struct {
	Game bot.GameID // zero if none was named
	// Against is the opponent in the game that is meant, or "" if none was named.
	Against string
	// Tournament is zero if none was named.
	Tournament bot.TournamentID
	Variant    *rules.Variant
	Pace       *bot.Pace
	Words      map[string]string // all other arguments, by Param.Name
}

// Word returns the text given for a parameter, or "" if there is none.
func (a Args) Word(name string) string { return a.Words[name] }

// Number returns the number given for a Count, or 0 if there is none.
func (a Args) Number(name string) int {
	n, _ := strconv.Atoi(a.Words[name])
	return n
}

// NamesGame reports whether a game is named, by its number or its opponent.
func (a Args) NamesGame() bool { return a.Game != 0 || a.Against != "" }

// Alters reports whether the command with some arguments may write to the store: see
// [Command.Changes], [Command.Shows] and [Param.Changes].
func (c *Command) Alters(args Args) bool {
	if c.Shows {
		return slices.ContainsFunc(c.Params, args.has)
	}
	return c.Changes || slices.ContainsFunc(c.Params, func(p Param) bool { return p.Changes && args.has(p) })
}

// IsFinal reports whether the command with some arguments does something that can't be taken back.
func (c *Command) IsFinal(args Args) bool {
	return slices.ContainsFunc(c.Params, func(p Param) bool {
		value := args.Words[p.Name]
		return p.Kind == Choice && (value == "confirm" || slices.Contains(p.Final, value))
	})
}

// has reports whether a parameter is given.
func (a Args) has(p Param) bool {
	switch p.Kind {
	case Number:
		return a.NamesGame()
	case TournamentNumber:
		return a.Tournament != 0 || a.Words[p.Name] != ""
	case VariantName:
		return a.Variant != nil
	case PaceWord:
		return a.Pace != nil
	}
	return a.Words[p.Name] != ""
}

// Value is what a command was given for one of its parameters, as it is typed.
type Value struct {
	Param Param
	Text  string
}

// Values returns what the arguments hold, in the order of a command's parameters.
func (a Args) Values(c *Command) (all []Value) {
	for _, p := range c.Params {
		if !a.has(p) {
			continue
		}
		text := a.Words[p.Name]
		switch {
		case p.Kind == Number && a.Against != "":
			text = "against " + a.Against
		case p.Kind == Number:
			text = a.Game.String()
		case p.Kind == TournamentNumber && a.Tournament != 0:
			text = a.Tournament.String()
		case p.Kind == VariantName:
			text = a.Variant.Name
		case p.Kind == PaceWord:
			text = a.Pace.String()
		}
		all = append(all, Value{p, text})
	}
	return all
}

// UsageWord returns the parameter as the usage of its command shows it: its name in capitals, its
// choices, "ladder ID", or "level 1-8".
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
	is := func(name string) bool { return strings.EqualFold(name, word) }
	return is(p.Name) || slices.ContainsFunc(p.Also, is) || slices.ContainsFunc(germanParams[p.Name], is)
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
