package discord

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// roomGroup is the group of commands about the place where they are used.
const roomGroup = "room"

// group is a slash command that consists of subcommands.
type group struct {
	name  string
	brief phrase.Text
	// permission is what a member needs to see the group, unless the server's administrators decide
	// otherwise. If it is 0, all see it.
	permission int64
	// serverOnly means that the group is not shown in direct messages.
	serverOnly bool
}

// groups are in the order in which they are registered. As Discord hides whole slash commands, what
// is for organisers alone is a group of its own.
var groups = []group{
	{name: "game", brief: gameGroupBrief},
	{name: "tournament", brief: tournamentGroupBrief},
	{name: "settings", brief: settingsGroupBrief},
	{name: "learn", brief: learnGroupBrief},
	{name: roomGroup, brief: roomGroupBrief, serverOnly: true},
	{name: "organise", brief: organiseGroupBrief, permission: discordgo.PermissionManageChannels, serverOnly: true},
}

// groupNamed returns a group, the zero value for the name of a command without subcommands.
func groupNamed(name string) group {
	if at := slices.IndexFunc(groups, func(g group) bool { return g.name == name }); at >= 0 {
		return groups[at]
	}
	return group{}
}

// slashPath is where Discord shows a command: the name of a slash command and, in a group, of
// its subcommand.
type slashPath struct{ name, sub string }

func (p slashPath) String() string { return strings.TrimSpace(p.name + " " + p.sub) }

// formerPaths maps slash commands of earlier versions, which Discord may show for a while, to names
// that the service still knows.
var formerPaths = map[slashPath]string{
	{"tournament", "skip"}: "skip", {"tournament", "climb"}: "climb", {"tournament", "organise"}: "organise", {"tournament", "arrange"}: "arrange", {"tournament", "direct"}: "direct",
	{"room", "settings"}: "room", {"room", "bar"}: "bar", {"room", "unbar"}: "unbar", {"room", "adjudicate"}: "adjudicate",
}

// layout maps the commands of the service to slash commands.
type layout struct {
	table    command.Table
	paths    map[string]slashPath // by command name
	managed  map[string]slashPath // the second subcommands, by command name
	commands map[slashPath]string // command names
}

// newLayout returns the layout of a table of commands.
func newLayout(table []*command.Command) layout {
	l := layout{table, map[string]slashPath{}, map[string]slashPath{}, maps.Clone(formerPaths)}
	place := func(paths map[string]slashPath, name string, p slashPath) { paths[name], l.commands[p] = p, name }
	for _, c := range table {
		if c.Slash.Group == "" {
			place(l.paths, c.Name, slashPath{name: c.Name})
			continue
		}
		place(l.paths, c.Name, slashPath{c.Slash.Group, cmp.Or(c.Slash.Name, c.Name)})
		if second := c.Slash.Manage.Name; second != "" {
			place(l.managed, c.Name, slashPath{c.Slash.Group, second})
		}
	}
	place(l.paths, setupName, slashPath{roomGroup, setupName})
	return l
}

// pathOf returns the slash command for a command with some values of its parameters, or followed by
// words that are not read.
func (l layout) pathOf(name string, values []command.Value, rest string) slashPath {
	second, ok := l.managed[name]
	if !ok {
		return l.paths[name]
	}
	c := l.table.Find(name)
	manages := c.Params[c.Managing()]
	given := slices.ContainsFunc(values, func(v command.Value) bool { return v.Param.Name == manages.Name })
	said := slices.ContainsFunc(strings.Fields(rest), func(word string) bool { return slices.Contains(manages.Choices, word) })
	if given || said {
		return second
	}
	return l.paths[name]
}
