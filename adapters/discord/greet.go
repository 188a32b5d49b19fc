package discord

import (
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// greeted is the prefix of the memos of the servers that the bot has greeted.
const greeted = "greeted/"

// greetingPatience is how long a greeting waits for the IDs of the commands that it mentions.
const greetingPatience = 5 * time.Second

// greet posts a greeting in a server that the bot has joined, with the permissions that it lacks there.
func (d *Discord) greet(id string) {
	service := d.ready()
	g, found := d.server(id)
	if service == nil || !found || g.Unavailable {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	known, err := service.Recall(ctx, Platform, greeted+g.ID)
	if err != nil || known != nil {
		return
	}
	select { // the greeting mentions commands
	case <-d.commandsKnown:
	case <-time.After(greetingPatience):
	case <-ctx.Done():
	}
	channel := d.greetingChannel(g)
	toOwner := channel == ""
	if toOwner {
		if g.OwnerID == "" {
			return
		}
		if channel, err = d.directChannel(ctx, g.OwnerID); err != nil {
			d.log.Warn("a server could not be greeted", "server", g.ID, "err", err)
			return
		}
	}
	text := hello + "\n" + d.setupReport(g.ID, g.SystemChannelID, toOwner)
	parts := d.compose(ctx, bot.Message{Platform: Platform, Audience: bot.Public, Text: text}, g.PreferredLocale)
	for i := range parts { // Discord may describe a server twice
		parts[i].Nonce, parts[i].EnforceNonce = fmt.Sprintf("g%s-%d", g.ID, i), true
	}
	if _, err := d.post(ctx, channel, parts, true); err != nil {
		d.log.Warn("a server could not be greeted", "server", g.ID, "err", err)
		return
	}
	if err := service.Keep(ctx, Platform, greeted+g.ID, []byte("1")); err != nil {
		d.log.Warn("a memo could not be kept", "err", err)
	}
}

// greetingChannel returns the channel in which a server is greeted: its system channel, else the first in which the bot may write; ""
// if there is none.
func (d *Discord) greetingChannel(g discordgo.Guild) string {
	const writing = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	may := func(channel string) bool {
		granted, err := d.granted(channel)
		return err != nil || granted&writing == writing // if unknown, try it
	}
	if g.SystemChannelID != "" && may(g.SystemChannelID) {
		return g.SystemChannelID
	}
	for _, c := range g.Channels {
		if c.Type == discordgo.ChannelTypeGuildText && may(c.ID) {
			return c.ID
		}
	}
	return ""
}

// forgetGreeting makes sure that a server is greeted again if the bot is added again.
func (d *Discord) forgetGreeting(g *discordgo.GuildDelete) {
	service := d.ready()
	if service == nil || g.Unavailable {
		return // an outage, not a removal
	}
	if err := service.Keep(context.Background(), Platform, greeted+g.ID, nil); err != nil {
		d.log.Warn("a memo could not be removed", "err", err)
	}
}
