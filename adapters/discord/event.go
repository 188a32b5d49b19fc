package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// events maps the names of the events that the bot handles to their constructors. All other events
// are dropped.
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
	"MESSAGE_CREATE":      func() any { return new(messageJSON) },
	"MESSAGE_UPDATE":      func() any { return new(editJSON) },
	"INTERACTION_CREATE":  func() any { return new(interactionJSON) },
}

// dispatch handles an event, even if it can be parsed only in part: the library rarely fails on
// fields that the bot needs. It calls handled when the event has been handled or dropped. inherited
// is that of the connection.
func (d *Discord) dispatch(kind string, data json.RawMessage, inherited bool, handled func()) {
	allocate, known := events[kind]
	if !known {
		handled()
		return
	}
	e := allocate()
	if err := json.Unmarshal(data, e); err != nil {
		d.log.Warn("an event was parsed only in part", "kind", kind, "err", err)
	}
	if i, ok := e.(*interactionJSON); ok {
		i.inherited = inherited
	}
	broken := true
	d.recovering(func() {
		d.updateState(e)
		d.handle(e, handled)
		broken = false
	})
	if broken { // the next run would fail the same way
		handled()
	}
}

// updateState updates the state of servers and their channels from an event.
func (d *Discord) updateState(event any) {
	d.stateMu.Lock()
	defer d.stateMu.Unlock()
	switch e := event.(type) {
	case *discordgo.Ready: // it only lists the servers, so their state is kept
		if e.User != nil {
			d.state.User = e.User
		}
		return
	case *discordgo.GuildCreate:
		setGuildIDs(e.Guild)
	case *discordgo.GuildUpdate:
		setGuildIDs(e.Guild)
	case *discordgo.ThreadListSync:
		for _, c := range e.Threads {
			c.GuildID = e.GuildID
		}
	case *discordgo.GuildDelete:
		if e.Unavailable {
			return // an outage, not a removal
		}
	}
	if err := d.state.OnInterface(d.rest.session, event); err != nil {
		d.log.Debug("an event about an unknown server or channel", "err", err)
	}
}

// messageJSON has the fields of a message that the bot needs. The library fails on unknown
// components, even those of a message that is replied to.
type messageJSON struct {
	ID        string                `json:"id"`
	ChannelID string                `json:"channel_id"`
	GuildID   string                `json:"guild_id"`
	WebhookID string                `json:"webhook_id"`
	Type      discordgo.MessageType `json:"type"`
	Content   string                `json:"content"`
	Author    *discordgo.User       `json:"author"`
	Mentions  []*discordgo.User     `json:"mentions"`
	Member    *struct {
		Nick  string   `json:"nick"`
		Roles []string `json:"roles"`
	} `json:"member"`
	Attachments []*discordgo.MessageAttachment `json:"attachments"`
}

// message converts w to the library's type.
func (w *messageJSON) message() *discordgo.Message {
	m := &discordgo.Message{
		ID: w.ID, ChannelID: w.ChannelID, GuildID: w.GuildID, WebhookID: w.WebhookID,
		Type: w.Type, Content: w.Content, Author: w.Author, Mentions: w.Mentions, Attachments: w.Attachments,
	}
	if w.Member != nil {
		m.Member = &discordgo.Member{Nick: w.Member.Nick, Roles: w.Member.Roles}
	}
	return m
}

// setGuildIDs sets the server's ID in its channels, threads and members, which Discord leaves out.
func setGuildIDs(g *discordgo.Guild) {
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

// handle acts on an event. It calls handled when that is done, which may be later.
func (d *Discord) handle(event any, handled func()) {
	switch e := event.(type) {
	case *discordgo.Ready:
		if e.Application != nil && e.Application.ID != "" {
			d.setAppID(e.Application.ID)
		}
		d.guilds.list(e.Guilds)
		handled()
	case *discordgo.GuildCreate:
		id := e.ID // the state owns the rest of the event now, and writes to it
		d.guilds.described(id)
		handled()
		d.greetings.add(id)
	case *discordgo.GuildDelete:
		d.guilds.described(e.ID)
		handled()
		d.spawn(func() { d.forgetGreeting(e) })
	case *messageJSON:
		d.receive(e.message(), d.handleMessage, handled)
	case *editJSON:
		d.receive(e.message(), d.handleEdit, handled)
	case *interactionJSON:
		d.spawn(func() {
			defer handled()
			d.interact(e)
		})
	default:
		handled()
	}
}
