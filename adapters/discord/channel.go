package discord

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// stranger is a channel that Discord has told nothing of when it was asked.
type stranger struct {
	err   error
	since time.Time
}

// strange is how long it is not asked again.
const strange = 10 * time.Second

// known returns a copy of what the bot knows of a channel or a thread by itself.
func (d *Discord) known(id string) (discordgo.Channel, bool) {
	d.world.RLock()
	defer d.world.RUnlock()
	c, err := d.state.Channel(id)
	if err != nil {
		return discordgo.Channel{}, false
	}
	return *c, true
}

// channel finds a channel or a thread. One that Discord has not described, as a thread that slept when the bot connected, is asked for once.
func (d *Discord) channel(ctx context.Context, id string) (discordgo.Channel, error) {
	if c, known := d.known(id); known {
		return c, nil
	}
	if s, asked := d.strangers.Load(id); asked && time.Since(s.(stranger).since) < strange {
		return discordgo.Channel{}, s.(stranger).err
	}
	var c discordgo.Channel
	if err := d.rest.do(ctx, request{method: "GET", path: "channels/" + id, into: &c}); err != nil {
		if code(err) != 0 {
			d.strangers.Store(id, stranger{err, time.Now()})
		}
		return discordgo.Channel{}, err
	}
	d.strangers.Delete(id)
	kept := c
	d.world.Lock()
	defer d.world.Unlock()
	if err := d.state.ChannelAdd(&kept); err != nil {
		d.log.Debug("a channel of an unknown server", "channel", id, "err", err)
	}
	return c, nil
}

// server returns a copy of what the bot knows of a server.
func (d *Discord) server(id string) (discordgo.Guild, bool) {
	d.world.RLock()
	defer d.world.RUnlock()
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

// language returns the language of a server.
func (d *Discord) language(guild string) string {
	d.world.RLock()
	defer d.world.RUnlock()
	g, err := d.state.Guild(guild)
	if err != nil {
		return ""
	}
	return g.PreferredLocale
}

// languageOf returns the language of the server of a channel.
func (d *Discord) languageOf(ctx context.Context, channel string) string {
	c, err := d.channel(ctx, channel)
	if parent := d.parent(ctx, d.ready(), channel); err != nil && parent != "" { // a thread that is gone
		c, err = d.channel(ctx, parent)
	}
	if err != nil {
		return ""
	}
	return d.language(c.GuildID)
}

// granted returns what the bot may do in a channel, with an error where Discord has not told enough to know. To administrators,
// discordgo grants fewer permissions than there are.
func (d *Discord) granted(channel string) (int64, error) {
	me := d.me()
	d.world.RLock()
	defer d.world.RUnlock()
	if c, err := d.state.Channel(channel); err != nil || !d.described(c.GuildID) {
		return 0, errUntold
	}
	granted, err := d.state.UserChannelPermissions(me, channel)
	if granted&discordgo.PermissionAdministrator != 0 {
		granted |= Permissions()
	}
	return granted, err
}

var errUntold = errors.New("Discord has not told what the bot may do there")

// described reports whether the roles of a server are known. Every server has one that is called like itself. The state must be locked.
func (d *Discord) described(guild string) bool {
	g, err := d.state.Guild(guild)
	return err == nil && slices.ContainsFunc(g.Roles, func(r *discordgo.Role) bool { return r.ID == guild })
}

// organises reports whether the author of a message looks after its channel.
func (d *Discord) organises(ctx context.Context, m *discordgo.Message) bool {
	asked := *m
	if c, err := d.channel(ctx, m.ChannelID); err == nil && c.IsThread() {
		asked.ChannelID = c.ParentID // whose permissions hold in the thread
	}
	d.world.RLock()
	defer d.world.RUnlock()
	permissions, err := d.state.MessagePermissions(&asked)
	return err == nil && permissions&organising != 0
}
