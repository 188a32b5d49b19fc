package discord

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// byName is the option that names a person who is not among Discord's users.
const byName = "by-name"

// setupName is the name of the adapter's own command, which reports missing permissions.
const setupName = "setup"

// slashCommands returns the slash commands for a table of commands, the adapter's own command, and
// the context menu commands.
func (l locales) slashCommands(table []*command.Command) []*discordgo.ApplicationCommand {
	lay := newLayout(table)
	var all []*discordgo.ApplicationCommand
	for _, c := range table {
		if c.Slash.Group == "" {
			all = append(all, l.slashCommand(c.Name, phrase.Term(c.Brief), l.commandOptions(c)))
		}
	}
	for _, g := range groups {
		var subs []*discordgo.ApplicationCommandOption
		for _, c := range table {
			if c.Slash.Group == g.name {
				subs = append(subs, l.subcommands(lay, c)...)
			}
		}
		if g.name == roomGroup {
			subs = append(subs, l.subcommand(setupName, setupBrief, nil))
		}
		c := l.slashCommand(g.name, g.brief, subs)
		if g.permission != 0 {
			c.DefaultMemberPermissions = ref(g.permission)
		}
		all = append(all, c)
	}
	return append(all, l.contextMenus()...)
}

// subcommands returns the one or two subcommands for a command of a group: see [command.Slash].
func (l locales) subcommands(lay layout, c *command.Command) []*discordgo.ApplicationCommandOption {
	name, brief := lay.paths[c.Name].sub, phrase.Term(cmp.Or(c.Slash.Brief, c.Brief))
	second := c.Slash.Manage
	if second.Name == "" {
		return []*discordgo.ApplicationCommandOption{l.subcommand(name, brief, l.commandOptions(c))}
	}
	at := c.Managing()
	shows, manages := *c, *c
	shows.Params, manages.Params = c.Params[:at], slices.Clone(c.Params)
	for i := range manages.Params[:at+1] {
		manages.Params[i].Optional = false
	}
	return []*discordgo.ApplicationCommandOption{
		l.subcommand(name, brief, l.commandOptions(&shows)),
		l.subcommand(second.Name, phrase.Term(second.Brief), l.commandOptions(&manages)),
	}
}

// setContexts sets where globally registered commands can be used: in servers, in direct messages
// with the bot (except groups for servers only), and, if users can install the application for
// themselves, in other private channels and servers. Commands of a test server do not need it.
func setContexts(commands []*discordgo.ApplicationCommand, userInstall bool) {
	for _, c := range commands {
		contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
		types := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
		if !groupNamed(c.Name).serverOnly {
			contexts = append(contexts, discordgo.InteractionContextBotDM)
		}
		// Nobody organises a place where the bot is not a member.
		if userInstall && c.DefaultMemberPermissions == nil {
			contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
			types = append(types, discordgo.ApplicationIntegrationUserInstall)
		}
		c.Contexts, c.IntegrationTypes = &contexts, &types
	}
}

// slashCommand returns a slash command; brief is a phrase.
func (l locales) slashCommand(name string, brief phrase.Text, options []*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Type:                     discordgo.ChatApplicationCommand,
		Name:                     name,
		NameLocalizations:        ref(l.names(name)),
		Description:              phrase.English(brief),
		DescriptionLocalizations: ref(l.renderings(brief)),
		Options:                  options,
	}
}

// subcommand returns a subcommand of a group; brief is a phrase.
func (l locales) subcommand(name string, brief phrase.Text, options []*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type:                     discordgo.ApplicationCommandOptionSubCommand,
		Name:                     name,
		NameLocalizations:        l.names(name),
		Description:              phrase.English(brief),
		DescriptionLocalizations: l.renderings(brief),
		Options:                  options,
	}
}

// commandOptions returns the options of a command, the required ones first, as Discord demands.
func (l locales) commandOptions(c *command.Command) []*discordgo.ApplicationCommandOption {
	var required, optional []*discordgo.ApplicationCommandOption
	for _, p := range c.Params {
		for _, option := range l.options(p) {
			option.Required = option.Required && !opensForm(c.Name)
			if option.Required {
				required = append(required, option)
			} else {
				optional = append(optional, option)
			}
		}
	}
	return append(required, optional...)
}

// options returns the options for a parameter. A Person has two: one to choose a user of
// Discord, and byName for people who play elsewhere. Neither can be required; if both are
// missing, the service reports that.
func (l locales) options(p command.Param) []*discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{
		Type:                     discordgo.ApplicationCommandOptionString,
		Name:                     p.Name,
		NameLocalizations:        l.names(p.Name),
		Description:              p.Help,
		DescriptionLocalizations: l.texts(p.Help),
		Required:                 !p.Optional,
	}
	switch p.Kind {
	case command.Number, command.TournamentNumber:
		o.Type, o.MinValue, o.Autocomplete = discordgo.ApplicationCommandOptionInteger, ref(1.0), true
	case command.Count:
		least, most := p.Bounds()
		o.Type, o.MinValue, o.MaxValue = discordgo.ApplicationCommandOptionInteger, ref(float64(least)), float64(most)
	case command.VariantName, command.CommandName, command.MoveText:
		o.Autocomplete = true
	case command.FileValue:
		o.Type = discordgo.ApplicationCommandOptionAttachment
	case command.RoleName:
		o.Type = discordgo.ApplicationCommandOptionRole
	case command.Choice:
		for _, word := range p.Choices {
			o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: word, NameLocalizations: l.texts(word), Value: word})
		}
	case command.Person:
		o.Type, o.Required = discordgo.ApplicationCommandOptionUser, false
		return []*discordgo.ApplicationCommandOption{o, {
			Type:                     discordgo.ApplicationCommandOptionString,
			Name:                     byName,
			NameLocalizations:        l.names(byName),
			Description:              phrase.English(byNameHelp),
			DescriptionLocalizations: l.renderings(byNameHelp),
			Autocomplete:             true,
		}}
	}
	return []*discordgo.ApplicationCommandOption{o}
}

// ref returns a pointer to a value.
func ref[T any](value T) *T { return &value }
