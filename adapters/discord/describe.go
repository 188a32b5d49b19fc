package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"
)

// describe makes sure that the state has a server. The gateway describes the servers of a session
// that begins. If the session is one of an earlier run, describe requests the server.
func (d *Discord) describe(ctx context.Context, guild string) {
	if guild == "" || d.shards.describes(guild) || d.knowsServer(guild) {
		return
	}
	defer d.describing.WithLock(guild)()
	if d.knowsServer(guild) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, d.lookupTimeout)
	defer cancel()
	var g discordgo.Guild
	var me discordgo.Member
	threads := struct{ Threads []*discordgo.Channel }{}
	var channels []*discordgo.Channel
	asking, ctx := errgroup.WithContext(ctx) // concurrently, as a user is waiting for an answer
	for path, into := range map[string]any{"": &g, "/channels": &channels, "/members/" + d.me(): &me, "/threads/active": &threads} {
		asking.Go(func() error {
			return d.rest.do(ctx, request{method: "GET", path: "guilds/" + guild + path, into: into})
		})
	}
	if err := asking.Wait(); err != nil {
		d.log.Warn("a server could not be looked up", "server", guild, "err", err)
		return
	}
	g.Channels, g.Threads, g.Members = channels, threads.Threads, []*discordgo.Member{&me}
	setGuildIDs(&g)
	d.stateMu.Lock()
	defer d.stateMu.Unlock()
	if _, err := d.state.Guild(guild); err == nil {
		return // the gateway has described it in the meantime
	}
	if err := d.state.GuildAdd(&g); err != nil {
		d.log.Warn("a server is not known", "server", guild, "err", err)
		return
	}
	d.greetings.add(guild) // the earlier run may have ended before it was its turn
}

// knowsServer reports whether a server has been described.
func (d *Discord) knowsServer(guild string) bool {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	g, err := d.state.Guild(guild)
	return err == nil && !g.Unavailable
}
