package discord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// permission is something that a server grants to the bot.
type permission struct {
	bit       int64
	name, why string
}

// needed are the permissions that the bot uses, by their names in Discord's settings.
var needed = []permission{
	{discordgo.PermissionViewChannel, "View Channel", "to know that a channel is there"},
	{discordgo.PermissionSendMessages, "Send Messages", "to announce games and answer"},
	{discordgo.PermissionAttachFiles, "Attach Files", "to show pictures of the board"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads", "to give each game a thread"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads", "to play in it"},
	{discordgo.PermissionReadMessageHistory, "Read Message History", "to reply to messages"},
}

// Permissions is the number of the permissions that the bot needs, for the link that invites it.
func Permissions() (number int64) {
	for _, p := range needed {
		number |= p.bit
	}
	return number
}

// missing returns the permissions that the bot lacks in a channel.
func (d *Discord) missing(channel string) ([]permission, error) {
	granted, err := d.granted(channel)
	return slices.DeleteFunc(slices.Clone(needed), func(p permission) bool { return granted&p.bit != 0 }), err
}

// What a report says.
const (
	notHere         = "I am not a member of this server: somebody has installed me for themselves alone. Its administrators can add me with the link in my profile."
	notTold         = "Discord has not told me what I may do here. Ask again in a minute."
	allIsWell       = "All is well: I have every permission that I need, in every text channel."
	moreChannels    = "... and %d more channels."
	theseAreMissing = "These permissions are missing:"
	howToMend       = "To mend it: Server Settings, Roles, the role with my name; or for one channel: Edit Channel, Permissions, my role. Channels where I shall not play need nothing."
)

// maxListed is how many channels a report lists.
const maxListed = 10

// setupReport says what the bot may not do, where, and how to mend it. channel is where the question was asked.
func (d *Discord) setupReport(guild, channel, language string) string {
	say := func(format string, args ...any) string { return fmt.Sprintf(d.locale.in(language, format), args...) }
	g, there := d.server(guild)
	if !there {
		return say(notHere)
	}
	if c, known := d.known(channel); known && c.IsThread() {
		channel = c.ParentID
	}
	var lines []string
	told := true
	add := func(id, name string) {
		lacking, err := d.missing(id)
		switch {
		case err != nil:
			told = false
		case len(lacking) > 0:
			lines = append(lines, d.lackWords(name, lacking, language))
		}
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
	for _, c := range g.Channels {
		if c.Type == discordgo.ChannelTypeGuildText || c.Type == discordgo.ChannelTypeGuildNews {
			add(c.ID, c.Name)
		}
	}
	if !told {
		return say(notTold)
	}
	if len(lines) == 0 {
		return say(allIsWell)
	}
	if more := len(lines) - maxListed; more > 0 {
		lines = append(lines[:maxListed], say(moreChannels, more))
	}
	return say(theseAreMissing) + "\n" + strings.Join(lines, "\n") + "\n" +
		say(howToMend)
}

// lackWords says what is missing in one channel.
func (d *Discord) lackWords(channel string, lacking []permission, language string) string {
	if lacking[0].bit == discordgo.PermissionViewChannel {
		lacking = lacking[:1] // without it nothing else counts
	}
	var words []string
	for _, p := range lacking {
		words = append(words, fmt.Sprintf("%s (%s)", d.locale.in(language, p.name), d.locale.in(language, p.why)))
	}
	return fmt.Sprintf("#%s: %s", channel, strings.Join(words, ", "))
}
