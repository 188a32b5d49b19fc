package discord

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// cachedChannel returns a copy of a channel or a thread from the gateway's state, and whether it
// is there.
func (d *Discord) cachedChannel(id string) (discordgo.Channel, bool) {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	c, err := d.state.Channel(id)
	if err != nil {
		return discordgo.Channel{}, false
	}
	return *c, true
}

// channel returns a channel or a thread. If it is not in the state, for example a thread that
// was archived when the bot connected, it is requested once. An error of Discord is cached
// for unknownTTL.
func (d *Discord) channel(ctx context.Context, id string) (discordgo.Channel, error) {
	if c, known := d.cachedChannel(id); known {
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

// cachedServer returns a copy of a server and its channels from the gateway's state, and whether it
// is there.
func (d *Discord) cachedServer(id string) (discordgo.Guild, bool) {
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
	// The channel may be a thread that was deleted.
	if parent := d.parentChannel(ctx, d.ready(), channel); err != nil && parent != "" {
		c, err = d.channel(ctx, parent)
	}
	if err != nil {
		return ""
	}
	return d.language(c.GuildID)
}

// permissionsIn returns the bot's permissions in a channel. It fails if the state is not sufficient
// to compute them. discordgo lists only some permissions of an administrator, so granted adds those
// that the bot needs.
func (d *Discord) permissionsIn(channel string) (int64, error) {
	me := d.me()
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	if c, err := d.state.Channel(channel); err != nil || !d.rolesKnown(c.GuildID) {
		return 0, errNotDescribed
	}
	granted, err := d.state.UserChannelPermissions(me, channel)
	if granted&discordgo.PermissionAdministrator != 0 {
		granted |= Permissions()
	}
	return granted, err
}

// visibleToAll reports whether it is known that everybody on its server can see a channel.
func (d *Discord) visibleToAll(channel string) bool {
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

// rolesKnown reports whether the roles of a server are known. Then they include @everyone, whose ID
// is the server's. The caller holds stateMu.
func (d *Discord) rolesKnown(guild string) bool {
	g, err := d.state.Guild(guild)
	return err == nil && slices.ContainsFunc(g.Roles, func(r *discordgo.Role) bool { return r.ID == guild })
}

// memberPermissions returns the permissions of a member with the given roles in a channel, 0 if the
// state is not sufficient to compute them.
func (d *Discord) memberPermissions(channel, user string, roles []string) int64 {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	permissions, err := d.state.MessagePermissions(&discordgo.Message{
		ChannelID: channel, Author: &discordgo.User{ID: user}, Member: &discordgo.Member{Roles: roles},
	})
	if err != nil {
		return 0
	}
	return permissions
}

// organises reports whether the author of a message is an organiser of its channel.
func (d *Discord) organises(ctx context.Context, m *discordgo.Message) bool {
	channel := m.ChannelID
	if c, err := d.channel(ctx, channel); err == nil && c.IsThread() {
		channel = c.ParentID // a thread has its channel's permissions
	}
	return m.Member != nil && d.memberPermissions(channel, m.Author.ID, m.Member.Roles)&organising != 0
}

// sees reports whether the user of an interaction is known to see another channel of its server.
func (x *exchange) sees(channel string) bool {
	return x.i.Member != nil && x.memberPermissions(channel, x.user().ID, x.i.Member.Roles)&discordgo.PermissionViewChannel != 0
}

// organisesServer reports whether a member with the given roles organises a whole server.
// Permissions that only a channel grants do not count.
func (d *Discord) organisesServer(guild, user string, roles []string) bool {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	return d.serverPermissions(guild, user, roles)&organisingServer != 0
}

// serverPermissions returns the permissions of a member with the given roles in a whole server, 0
// if it is not known. The caller holds stateMu.
func (d *Discord) serverPermissions(guild, user string, roles []string) (granted int64) {
	g, err := d.state.Guild(guild)
	if err != nil {
		return 0
	}
	if g.OwnerID == user {
		return discordgo.PermissionAdministrator
	}
	for _, r := range g.Roles {
		if r.ID == guild || slices.Contains(roles, r.ID) {
			granted |= r.Permissions
		}
	}
	return granted
}
