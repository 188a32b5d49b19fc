package discord

import (
	"github.com/bwmarrin/discordgo"

	"raumbot/bot/command"
)

// byName is the option that names somebody who is not at hand on Discord.
const byName = "by-name"

// slashCommands returns the slash commands for a table of commands, and the adapter's own.
func (l locales) slashCommands(table []*command.Command) []*discordgo.ApplicationCommand {
	var all []*discordgo.ApplicationCommand
	for _, c := range table {
		all = append(all, l.slashCommand(c))
	}
	return append(all, l.setupCommand())
}

// forAll says of commands that are registered for all servers where they can be used: in servers, in
// direct messages with the bot, and, if the application can be installed by users for themselves, anywhere.
// Those of a test server say nothing of the kind.
func forAll(commands []*discordgo.ApplicationCommand, userInstall bool) {
	for _, c := range commands {
		contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
		types := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
		if c.Name != setupName {
			contexts = append(contexts, discordgo.InteractionContextBotDM)
			if userInstall {
				contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
				types = append(types, discordgo.ApplicationIntegrationUserInstall)
			}
		}
		c.Contexts, c.IntegrationTypes = &contexts, &types
	}
}

// slashCommand returns one.
func (l locales) slashCommand(c *command.Command) *discordgo.ApplicationCommand {
	command := &discordgo.ApplicationCommand{
		Type:                     discordgo.ChatApplicationCommand,
		Name:                     c.Name,
		NameLocalizations:        ref(l.names(c.Name)),
		Description:              c.Brief,
		DescriptionLocalizations: ref(l.texts(c.Brief)),
	}
	var optional []*discordgo.ApplicationCommandOption
	for _, p := range c.Params {
		for _, option := range l.options(p) {
			if option.Required {
				command.Options = append(command.Options, option)
			} else {
				optional = append(optional, option)
			}
		}
	}
	command.Options = append(command.Options, optional...) // Discord's order
	return command
}

// options returns the options for a parameter. Somebody can be chosen from the
// people of Discord, or named if they play elsewhere; neither can be required then, and the
// service asks for the missing one.
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
		o.Type, o.MinValue, o.MaxValue = discordgo.ApplicationCommandOptionInteger, ref(1.0), 9999
	case command.VariantName, command.CommandName, command.MoveText:
		o.Autocomplete = true
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
			Description:              byNameHelp,
			DescriptionLocalizations: l.texts(byNameHelp),
			Autocomplete:             true,
		}}
	}
	return []*discordgo.ApplicationCommandOption{o}
}

const (
	byNameHelp = "Or somebody who plays elsewhere, by their name"
	setupName  = "setup"
	setupBrief = "Check what the bot may do in this server, and how to mend what it may not"
)

// setupCommand is for servers alone; what it tells is no secret.
func (l locales) setupCommand() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Type:                     discordgo.ChatApplicationCommand,
		Name:                     setupName,
		NameLocalizations:        ref(l.names(setupName)),
		Description:              setupBrief,
		DescriptionLocalizations: ref(l.texts(setupBrief)),
	}
}

// ref returns a pointer to a value.
func ref[T any](value T) *T { return &value }
