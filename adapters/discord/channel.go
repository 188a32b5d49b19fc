package discord

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// known returns a copy of a channel or a thread from the gateway's state, and whether it is there.
func (d *Discord) known(id string) (discordgo.Channel, bool) {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	c, err := d.state.Channel(id)
	if err != nil {
		return discordgo.Channel{}, false
	}
	return *c, true
}

// channel returns a channel or a thread. If the state lacks it, as it does a thread that was archived when the bot connected, it is
// requested once. A refusal is cached for unknownTTL.
func (d *Discord) channel(ctx context.Context, id string) (discordgo.Channel, error) {
	if c, known := d.known(id); known {
		d.describe(ctx, c.GuildID)
		return c, nil
	}
	if refusal, asked := d.unknown.Get(id); asked {
		return discordgo.Channel{}, refusal
	}
	var c discordgo.Channel
	if err := d.rest.do(ctx, request{method: "GET", path: "channels/" + id, into: &c}); err != nil {
		if code(err) != 0 {
			d.unknown.Add(id, err)
		}
		return discordgo.Channel{}, err
	}
	d.unknown.Remove(id)
	d.describe(ctx, c.GuildID)
	kept := c
	d.stateMu.Lock()
	defer d.stateMu.Unlock()
	if err := d.state.ChannelAdd(&kept); err != nil {
		d.log.Debug("a channel of an unknown server", "channel", id, "err", err)
	}
	return c, nil
}

// server returns a copy of a server and its channels from the gateway's state, and whether it is there.
func (d *Discord) server(id string) (discordgo.Guild, bool) {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	known, err := d.state.Guild(id)
	if err != nil {
		return discordgo.Guild{}, false
	}
	g := *known
	g.Channels = nil
	for _, c := range known.Channels {
		copied := *c
		g.Channels = append(g.Channels, &copied)
	}
	return g, true
}

// language returns the locale of a server, "" if it is not known.
func (d *Discord) language(guild string) string {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	g, err := d.state.Guild(guild)
	if err != nil {
		return ""
	}
	return g.PreferredLocale
}

// languageOf returns the locale of the server of a channel, "" if it is not known.
func (d *Discord) languageOf(ctx context.Context, channel string) string {
	c, err := d.channel(ctx, channel)
	if parent := d.parent(ctx, d.ready(), channel); err != nil && parent != "" { // a deleted thread
		c, err = d.channel(ctx, parent)
	}
	if err != nil {
		return ""
	}
	return d.language(c.GuildID)
}

// granted returns the bot's permissions in a channel, or an error if the state is not sufficient to compute them. discordgo lists
// only some of an administrator's permissions, so those that the bot needs are added.
func (d *Discord) granted(channel string) (int64, error) {
	me := d.me()
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	if c, err := d.state.Channel(channel); err != nil || !d.described(c.GuildID) {
		return 0, errNotDescribed
	}
	granted, err := d.state.UserChannelPermissions(me, channel)
	if granted&discordgo.PermissionAdministrator != 0 {
		granted |= Permissions()
	}
	return granted, err
}

// seenByAll reports whether a channel is known to be visible to everybody on its server.
func (d *Discord) seenByAll(channel string) bool {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	c, err := d.state.Channel(channel)
	if err != nil {
		return false
	}
	everyone, err := d.state.Role(c.GuildID, c.GuildID) // the ID of @everyone is the server's
	if err != nil {
		return false
	}
	sees := everyone.Permissions&(discordgo.PermissionViewChannel|discordgo.PermissionAdministrator) != 0
	for _, o := range c.PermissionOverwrites {
		if o.ID == c.GuildID && everyone.Permissions&discordgo.PermissionAdministrator == 0 {
			sees = (sees || o.Allow&discordgo.PermissionViewChannel != 0) && o.Deny&discordgo.PermissionViewChannel == 0
		}
	}
	return sees
}

var errNotDescribed = errors.New("Discord has not described the channel")

// described reports whether the roles of a server are known, among them @everyone, whose ID is the server's. stateMu must be held.
func (d *Discord) described(guild string) bool {
	g, err := d.state.Guild(guild)
	return err == nil && slices.ContainsFunc(g.Roles, func(r *discordgo.Role) bool { return r.ID == guild })
}

// organises reports whether the author of a message is an organiser of its channel.
func (d *Discord) organises(ctx context.Context, m *discordgo.Message) bool {
	asked := *m
	if c, err := d.channel(ctx, m.ChannelID); err == nil && c.IsThread() {
		asked.ChannelID = c.ParentID // a thread has its channel's permissions
	}
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	permissions, err := d.state.MessagePermissions(&asked)
	return err == nil && permissions&organising != 0
}

// organisesServer reports whether a member with these roles organises a whole server. What a channel grants beyond its roles does not count.
func (d *Discord) organisesServer(guild, user string, roles []string) bool {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	g, err := d.state.Guild(guild)
	if err != nil {
		return false
	}
	return g.OwnerID == user || slices.ContainsFunc(g.Roles, func(r *discordgo.Role) bool {
		return (r.ID == guild || slices.Contains(roles, r.ID)) && r.Permissions&organisingServer != 0
	})
}
