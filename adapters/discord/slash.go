package discord

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot/command"
	"raumbot/bot/phrase"
)

// byName is the option for a person who cannot be chosen among Discord's users, by name.
const byName = "by-name"

// setupName is the name of the adapter's own command, which reports missing permissions.
const setupName = "setup"

// slashCommands returns the slash commands for a table of commands, the adapter's own command, and the context menu commands.
func (l locales) slashCommands(table []*command.Command) []*discordgo.ApplicationCommand {
	lay := newLayout(table)
	byName := map[string]*command.Command{}
	var all []*discordgo.ApplicationCommand
	for _, c := range table {
		byName[c.Name] = c
		if path := lay.paths[c.Name]; path.sub == "" {
			all = append(all, l.slashCommand(path.name, phrase.Term(c.Brief), l.commandOptions(c)))
		}
	}
	for _, g := range lay.groups {
		var subs []*discordgo.ApplicationCommandOption
		for _, name := range g.members {
			brief, options := setupBrief, []*discordgo.ApplicationCommandOption(nil)
			switch c := byName[name]; {
			case name == manageName:
				brief, options = manageBrief, l.commandOptions(managing(byName["tournament"], true))
			case name == "tournament":
				brief, options = showTournamentBrief, l.commandOptions(managing(c, false))
			case c != nil:
				brief, options = phrase.Term(c.Brief), l.commandOptions(c)
			}
			subs = append(subs, l.subcommand(lay.paths[name].sub, brief, options))
		}
		all = append(all, l.slashCommand(g.name, g.brief, subs))
	}
	return append(all, l.contextMenus()...)
}

// managing returns the command "tournament" as organisers use it, with a tournament and a verb, or as all do, without a verb.
func managing(c *command.Command, organiser bool) *command.Command {
	one := *c
	one.Params = slices.Clone(c.Params)
	at := slices.IndexFunc(one.Params, func(p command.Param) bool { return p.Name == manageVerb })
	if !organiser {
		one.Params = one.Params[:at]
		return &one
	}
	for i := range one.Params[:at+1] {
		one.Params[i].Optional = false
	}
	return &one
}

// forAll sets where globally registered commands can be used: in servers, in direct messages with the bot (except roomGroup), and, if
// users can install the application for themselves, in other private channels. Commands of a test server do not need it.
func forAll(commands []*discordgo.ApplicationCommand, userInstall bool) {
	for _, c := range commands {
		contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
		types := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
		if c.Name != roomGroup {
			contexts = append(contexts, discordgo.InteractionContextBotDM)
		}
		if userInstall {
			contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
			types = append(types, discordgo.ApplicationIntegrationUserInstall)
		}
		c.Contexts, c.IntegrationTypes = &contexts, &types
	}
}

// slashCommand returns a slash command; brief is a phrase.
func (l locales) slashCommand(name, brief string, options []*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
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
func (l locales) subcommand(name, brief string, options []*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
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
// Discord, and byName for people who play elsewhere. Neither can be required; the service
// reports it if both are missing.
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
