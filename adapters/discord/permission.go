package discord

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot/phrase"
)

// permission is a permission that a server can grant to the bot.
type permission struct {
	bit       int64
	name, why phrase.Text
}

// needed are the permissions that the bot uses, by their names in Discord's settings.
var needed = []permission{
	{discordgo.PermissionViewChannel, phrase.Term("View Channel"), phrase.Term("to know that a channel is there")},
	{discordgo.PermissionSendMessages, phrase.Term("Send Messages"), phrase.Term("to announce games and answer")},
	{discordgo.PermissionAttachFiles, phrase.Term("Attach Files"), phrase.Term("to show pictures of the board")},
	{discordgo.PermissionCreatePublicThreads, phrase.Term("Create Public Threads"), phrase.Term("to give each game a thread")},
	{discordgo.PermissionSendMessagesInThreads, phrase.Term("Send Messages in Threads"), phrase.Term("to play in it")},
	{discordgo.PermissionReadMessageHistory, phrase.Term("Read Message History"), phrase.Term("to reply to messages")},
}

// listing is the permission to list rounds of tournaments among a server's events. Nothing but that
// needs it, and it is granted for a whole server.
var listing = permission{discordgo.PermissionCreateEvents, phrase.Term("Create Events"), phrase.Term("to list the rounds of tournaments among the events of the server")}

// Permissions returns the bit set of the permissions that the bot uses, for its invitation link.
func Permissions() (number int64) {
	number = listing.bit
	for _, p := range needed {
		number |= p.bit
	}
	return number
}

// missing returns the permissions that the bot lacks in a channel.
func (d *Discord) missing(channel string) ([]permission, error) {
	granted, err := d.permissionsIn(channel)
	return slices.DeleteFunc(slices.Clone(needed), func(p permission) bool { return granted&p.bit != 0 }), err
}

// maxListed is how many channels a report lists.
const maxListed = 10

// setupReport returns a report of the permissions that the bot lacks in the channels of a server,
// and how to grant them. The channel in which the reader asks comes first. Other channels are named
// only if the reader sees them.
func (d *Discord) setupReport(guild, channel string, sees func(channel string) bool) phrase.Text {
	g, member := d.cachedServer(guild)
	if !member {
		return notMember
	}
	if c, known := d.cachedChannel(channel); known && c.IsThread() {
		channel = c.ParentID
	}
	slices.SortFunc(g.Channels, func(a, b *discordgo.Channel) int {
		switch {
		case a.ID == channel:
			return -1
		case b.ID == channel:
			return 1
		}
		return a.Position - b.Position
	})
	var lines []phrase.Text
	for _, c := range g.Channels {
		if c.Type != discordgo.ChannelTypeGuildText && c.Type != discordgo.ChannelTypeGuildNews {
			continue
		}
		if c.ID != channel && !sees(c.ID) {
			continue
		}
		missing, err := d.missing(c.ID)
		if err != nil {
			return notDescribedYet
		}
		if len(missing) > 0 {
			lines = append(lines, "#"+phrase.Said(c.Name)+": "+permissionWords(missing))
		}
	}
	if len(lines) == 0 {
		return allGranted
	}
	if more := len(lines) - maxListed; more > 0 {
		lines = append(lines[:maxListed], phrase.Count(more, "... and %d more channel.", "... and %d more channels."))
	}
	return theseAreMissing + "\n" + phrase.Join(lines, "\n") + "\n" + howToGrant
}

// permissionNames lists the names of permissions.
func permissionNames(all []permission) phrase.Text {
	var names []phrase.Text
	for _, p := range all {
		names = append(names, p.name)
	}
	return phrase.Join(names, ", ")
}

// permissionWords lists missing permissions and their purposes. There must be at least
// one permission.
func permissionWords(missing []permission) phrase.Text {
	if missing[0].bit == discordgo.PermissionViewChannel {
		missing = missing[:1] // without it, all others are missing, too
	}
	var words []phrase.Text
	for _, p := range missing {
		words = append(words, p.name+" ("+p.why+")")
	}
	return phrase.Join(words, ", ")
}
