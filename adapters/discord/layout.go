package discord

import (
	"maps"
	"slices"
	"strings"

	"raumbot/bot/command"
)

// topLevel are the commands in daily use. All others are subcommands of a group, so that the bot does not crowd the list of slash
// commands that it shares with other bots.
var topLevel = map[string]bool{
	"challenge": true, "seek": true, "accept": true, "decline": true, "start": true,
	"move": true, "moves": true, "board": true, "games": true, "resign": true, "draw": true, "takeback": true,
	"rules": true, "profile": true, "help": true,
}

// roomGroup is the group of the organisers' commands.
const roomGroup = "room"

// group is a slash command that consists of subcommands.
type group struct {
	name, brief string // brief as a phrase
	// members are commands of the service, in the order in which they are shown.
	members []string
}

// groups returns the groups. newLayout adds a command that is neither in one of them nor at the top level to the first.
func groups() []group {
	return []group{
		{"game", gameGroupBrief, []string{
			"game", "more", "views", "log", "replay", "where", "stands", "attackers", "try", "pick", "if", "plan", "claim", "nudge", "abort", "rematch",
			"cancel", "note", "notes", "say", "export", "import", "leaders", "captured", "publish",
		}},
		{"tournament", tournamentGroupBrief, []string{
			"tournaments", "tournament", "join", "leave", "checkin", "bye", "standings", "pairings", "crosstable", "report",
			"create", "set", manageName, "expel", "readmit",
		}},
		{"settings", settingsGroupBrief, []string{
			"prefer", "remind", "quiet", "digest", "confirm", "vacation", "limit", "block", "unblock", "link", "web", "sessions", "forget",
		}},
		{"learn", learnGroupBrief, []string{"learn", "example", "study", "variants", "piece", "defenders", "changed", "hint", "evaluate", "analyse", "puzzle"}},
		{roomGroup, roomGroupBrief, []string{"room", "variant", "players", "watch", "unwatch", "watching", "complain", "adjudicate", "bar", "unbar", setupName}},
	}
}

// subcommandNames are the names of subcommands that differ from the command's: "/game show" reads better than "/game game".
var subcommandNames = map[string]string{"game": "show", "tournament": "show", "tournaments": "list", "room": "settings", "learn": "lessons"}

// manageName is the subcommand with which organisers use the command "tournament": "/tournament show" has no verb.
const manageName = "manage"

// manageVerb is the parameter that distinguishes both.
const manageVerb = "verb"

// slashPath is where Discord shows a command: the name of a slash command and, in a group, of its subcommand.
type slashPath struct{ name, sub string }

func (p slashPath) String() string { return strings.TrimSpace(p.name + " " + p.sub) }

// formerPaths are slash commands of earlier versions, with the names that the service still knows: Discord may show them for a while.
var formerPaths = map[slashPath]string{
	{"tournament", "skip"}: "skip", {"tournament", "climb"}: "climb", {"tournament", "organise"}: "organise", {"tournament", "arrange"}: "arrange", {"tournament", "direct"}: "direct",
}

// layout maps the commands of the service to slash commands.
type layout struct {
	table    map[string]*command.Command // by name
	paths    map[string]slashPath        // by command name
	commands map[slashPath]string        // command names
	groups   []group                     // without members that do not exist
}

// newLayout returns the layout of a table of commands.
func newLayout(table []*command.Command) layout {
	l := layout{map[string]*command.Command{}, map[string]slashPath{}, map[slashPath]string{}, groups()}
	place := func(name string, p slashPath) { l.paths[name], l.commands[p] = p, name }
	known := map[string]bool{setupName: true, manageName: true}
	for _, c := range table {
		known[c.Name], l.table[c.Name] = true, c
		if topLevel[c.Name] {
			place(c.Name, slashPath{name: c.Name})
		}
	}
	subcommand := func(name string) string {
		if other := subcommandNames[name]; other != "" {
			return other
		}
		return name
	}
	for n := range l.groups {
		g := &l.groups[n]
		var members []string
		for _, name := range g.members {
			if known[name] {
				members = append(members, name)
				place(name, slashPath{g.name, subcommand(name)})
			}
		}
		g.members = members
	}
	if path, placed := l.paths[manageName]; placed {
		l.commands[path] = "tournament"
	}
	maps.Copy(l.commands, formerPaths)
	for _, c := range table {
		if _, placed := l.paths[c.Name]; !placed {
			l.groups[0].members = append(l.groups[0].members, c.Name)
			place(c.Name, slashPath{l.groups[0].name, subcommand(c.Name)})
		}
	}
	return l
}

// pathOf returns the slash command that stands for a command with the words behind it.
func (l layout) pathOf(name, rest string) (p slashPath, known bool) {
	p, known = l.paths[name]
	if name != "tournament" || l.table[name] == nil {
		return p, known
	}
	for _, param := range l.table[name].Params {
		if param.Name == manageVerb && slices.ContainsFunc(strings.Fields(rest), func(word string) bool { return slices.Contains(param.Choices, word) }) {
			return l.paths[manageName], true
		}
	}
	return p, known
}
