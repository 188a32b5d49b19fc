package discord

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"
)

// describe makes sure that a server is known. The gateway describes those of a session that begins; a process that resumes
// another's session, or delivers to servers of others' shards, asks for those that it needs.
func (d *Discord) describe(ctx context.Context, guild string) {
	if d.leases == nil || guild == "" || d.current(guild) {
		return
	}
	defer d.describing.WithLock(guild)()
	if d.current(guild) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, d.lookupTimeout)
	defer cancel()
	var g discordgo.Guild
	var me discordgo.Member
	threads := struct{ Threads []*discordgo.Channel }{}
	var channels []*discordgo.Channel
	asking, ctx := errgroup.WithContext(ctx) // somebody waits for an answer
	for path, into := range map[string]any{"": &g, "/channels": &channels, "/members/" + d.me(): &me, "/threads/active": &threads} {
		asking.Go(func() error {
			return d.rest.do(ctx, request{method: "GET", path: "guilds/" + guild + path, into: into})
		})
	}
	if err := asking.Wait(); err != nil {
		d.log.Warn("a server is not known", "server", guild, "err", err)
		return
	}
	g.Channels, g.Threads, g.Members = channels, threads.Threads, []*discordgo.Member{&me}
	setGuildIDs(&g)
	d.stateMu.Lock()
	defer d.stateMu.Unlock()
	if d.served(guild) {
		if _, err := d.state.Guild(guild); err == nil {
			return // the gateway has described it meanwhile
		}
	}
	if err := d.state.GuildAdd(&g); err != nil {
		d.log.Warn("a server is not known", "server", guild, "err", err)
		return
	}
	d.askedServers.Add(guild, struct{}{})
}

// current reports whether what is known of a server is kept up to date by the gateway, or has just been asked for.
func (d *Discord) current(guild string) bool {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	if g, err := d.state.Guild(guild); err != nil || g.Unavailable {
		return false
	}
	return d.served(guild) || d.askedServers.Contains(guild)
}

// served reports whether a server's shard is this process's.
func (d *Discord) served(guild string) bool {
	return d.shards.has(func(shard, count int) bool { return onShard(guild, shard, count) })
}

// onShard reports whether a server belongs to a shard.
func onShard(guild string, shard, count int) bool {
	id, err := strconv.ParseUint(guild, 10, 64)
	return err == nil && (id>>22)%uint64(count) == uint64(shard)
}

// forgetServers forgets the servers of a shard that is another process's from now on.
func (d *Discord) forgetServers(shard, count int) {
	d.stateMu.Lock()
	defer d.stateMu.Unlock()
	var gone []*discordgo.Guild
	for _, g := range d.state.Guilds {
		if onShard(g.ID, shard, count) {
			gone = append(gone, g)
		}
	}
	for _, g := range gone {
		if err := d.state.GuildRemove(g); err != nil {
			d.log.Debug("a server is not known", "server", g.ID, "err", err)
		}
	}
}
