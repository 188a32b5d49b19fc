package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// connection is one shard's way to Discord.
type connection struct {
	*discordgo.Session
	lost chan struct{} // holds something when the connection has broken
}

// connection returns a connection for one shard, not yet opened. It is opened anew here and not by the
// library, which cannot be told to stop while it tries.
func (d *Discord) connection(shard, count int) connection {
	c := connection{newSession(d.options.Token, d.options.API), make(chan struct{}, 1)}
	c.ShouldReconnectOnError = false
	c.State = d.state
	c.ShardID, c.ShardCount = shard, count
	c.Identify.Intents = discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	if d.options.MessageContent {
		c.Identify.Intents |= discordgo.IntentMessageContent
	}
	c.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) {
		d.begin(func() { d.interact(e.Interaction) })
	})
	c.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageCreate) { d.hear(e.Message) })
	c.AddHandler(func(_ *discordgo.Session, e *discordgo.Ready) { d.servers.name(e.Guilds) })
	c.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildCreate) {
		d.servers.describe(e.ID)
		d.begin(func() { d.greet(e.ID) })
	})
	c.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildDelete) {
		d.servers.describe(e.ID)
		d.begin(func() { d.forget(e) })
	})
	c.AddHandler(func(*discordgo.Session, *discordgo.Connect) { d.online(shard, true) })
	c.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		d.online(shard, false)
		select {
		case c.lost <- struct{}{}:
		default:
		}
	})
	return c
}

// keep opens a connection again, resuming it, whenever it has broken, until ctx ends.
func (d *Discord) keep(ctx context.Context, c connection) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.lost:
		}
		d.checkToken(ctx)
		err := d.persist(ctx, "connecting again", func() error {
			if err := c.Open(); !errors.Is(err, discordgo.ErrWSAlreadyOpen) {
				return err
			}
			return nil
		})
		if err != nil {
			d.fail(err)
			return
		}
	}
}

// checkToken ends the adapter if its token is refused by now.
func (d *Discord) checkToken(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := d.rest.do(ctx, request{method: "GET", path: "users/@me"}); status(err) == http.StatusUnauthorized {
		d.fail(errToken)
	}
}

// reportSilence logs which connections have been lost and not come back.
func (d *Discord) reportSilence() {
	for _, c := range d.connections {
		silent := true // a session that is being opened is locked
		if c.TryRLock() {
			silent = !c.DataReady
			c.RUnlock()
		}
		if silent {
			d.log.Warn("no connection to Discord; it is tried again", "shard", c.ShardID)
		}
	}
}

// disconnect closes the connections, once nobody opens them any more.
func (d *Discord) disconnect() {
	done := make(chan struct{})
	go func() {
		d.kept.Wait()
		for _, c := range d.connections {
			d.kept.Go(func() {
				if err := c.Close(); err != nil {
					d.log.Debug("closing a connection", "err", err)
				}
			})
		}
		d.kept.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(farewell): // one is just being opened
	}
}

// farewell is how long a stop waits for connections to close.
const farewell = 2 * time.Second
