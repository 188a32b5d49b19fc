package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// events makes room for the events that the bot listens to. All others go by.
var events = map[string]func() any{
	"READY":               func() any { return new(discordgo.Ready) },
	"GUILD_CREATE":        func() any { return new(discordgo.GuildCreate) },
	"GUILD_UPDATE":        func() any { return new(discordgo.GuildUpdate) },
	"GUILD_DELETE":        func() any { return new(discordgo.GuildDelete) },
	"GUILD_ROLE_CREATE":   func() any { return new(discordgo.GuildRoleCreate) },
	"GUILD_ROLE_UPDATE":   func() any { return new(discordgo.GuildRoleUpdate) },
	"GUILD_ROLE_DELETE":   func() any { return new(discordgo.GuildRoleDelete) },
	"GUILD_MEMBER_UPDATE": func() any { return new(discordgo.GuildMemberUpdate) },
	"CHANNEL_CREATE":      func() any { return new(discordgo.ChannelCreate) },
	"CHANNEL_UPDATE":      func() any { return new(discordgo.ChannelUpdate) },
	"CHANNEL_DELETE":      func() any { return new(discordgo.ChannelDelete) },
	"THREAD_CREATE":       func() any { return new(discordgo.ThreadCreate) },
	"THREAD_UPDATE":       func() any { return new(discordgo.ThreadUpdate) },
	"THREAD_DELETE":       func() any { return new(discordgo.ThreadDelete) },
	"THREAD_LIST_SYNC":    func() any { return new(discordgo.ThreadListSync) },
	"MESSAGE_CREATE":      func() any { return new(words) },
	"INTERACTION_CREATE":  func() any { return new(deed) },
}

// dispatch handles an event. What could be read of one counts, as what the library cannot read is seldom what matters.
func (c *connection) dispatch(kind string, data json.RawMessage) {
	room, known := events[kind]
	if !known {
		return
	}
	e := room()
	if err := json.Unmarshal(data, e); err != nil {
		c.log.Warn("an event could not be read in full", "kind", kind, "err", err)
	}
	c.guard(func() {
		c.learn(e)
		c.handle(e)
	})
}

// learn keeps what an event tells of servers and their channels.
func (d *Discord) learn(event any) {
	d.world.Lock()
	defer d.world.Unlock()
	switch e := event.(type) {
	case *discordgo.Ready: // which only names the servers: what is known of them from before remains so
		if e.User != nil {
			d.state.User = e.User
		}
		return
	case *discordgo.GuildCreate:
		place(e.Guild)
	case *discordgo.GuildUpdate:
		place(e.Guild)
	case *discordgo.ThreadListSync:
		for _, c := range e.Threads {
			c.GuildID = e.GuildID
		}
	case *discordgo.GuildDelete:
		if e.Unavailable {
			return // an outage of Discord's, after which it is there again
		}
	}
	if err := d.state.OnInterface(d.rest.session, event); err != nil {
		d.log.Debug("an event about something unknown", "err", err)
	}
}

// words are what the bot reads of a message. The library cannot read every message that others send, or that is replied to.
type words struct {
	ID        string                `json:"id"`
	ChannelID string                `json:"channel_id"`
	GuildID   string                `json:"guild_id"`
	WebhookID string                `json:"webhook_id"`
	Type      discordgo.MessageType `json:"type"`
	Content   string                `json:"content"`
	Author    *discordgo.User       `json:"author"`
	Mentions  []*discordgo.User     `json:"mentions"`
	Member    *struct {
		Roles []string `json:"roles"`
	} `json:"member"`
}

func (w *words) message() *discordgo.Message {
	m := &discordgo.Message{
		ID: w.ID, ChannelID: w.ChannelID, GuildID: w.GuildID, WebhookID: w.WebhookID,
		Type: w.Type, Content: w.Content, Author: w.Author, Mentions: w.Mentions,
	}
	if w.Member != nil {
		m.Member = &discordgo.Member{Roles: w.Member.Roles}
	}
	return m
}

// place writes into the channels of a server which server that is, as Discord leaves it out.
func place(g *discordgo.Guild) {
	for _, c := range g.Channels {
		c.GuildID = g.ID
	}
	for _, c := range g.Threads {
		c.GuildID = g.ID
	}
	for _, m := range g.Members {
		m.GuildID = g.ID
	}
}

// handle does what is to be done about an event.
func (d *Discord) handle(event any) {
	switch e := event.(type) {
	case *discordgo.Ready:
		d.servers.name(e.Guilds)
	case *discordgo.GuildCreate:
		id := e.ID // what else is in the event is the state's now, which writes to it
		d.servers.describe(id)
		d.begin(func() { d.greet(id) })
	case *discordgo.GuildDelete:
		d.servers.describe(e.ID)
		d.begin(func() { d.forget(e) })
	case *words:
		d.hear(e.message())
	case *deed:
		d.begin(func() { d.interact(e.interaction()) })
	}
}
