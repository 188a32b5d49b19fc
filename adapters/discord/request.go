package discord

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/command"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
)

// organising are the permissions of which a room's organisers have at least one.
const organising = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild | discordgo.PermissionManageChannels

// organisingServer are the permissions of which the organisers of a whole server have at least one.
const organisingServer = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild

// userOf returns a user with their global display name, or with their user name if the display name
// is invisible.
func userOf(u *discordgo.User) bot.User {
	name := u.GlobalName
	if bot.CleanName(name) == bot.CleanName("") { // it consists of invisible characters
		name = u.Username
	}
	return bot.User{UserID: bot.UserID{Platform: Platform, ID: u.ID}, Name: name, Handle: u.Username}
}

// guildRoom is the room that stands for a whole server.
func guildRoom(guild string) bot.RoomID { return bot.RoomID{Platform: Platform, ID: "server/" + guild} }

func channelRoom(channel string) bot.RoomID { return bot.RoomID{Platform: Platform, ID: channel} }

// request returns a request with the user and the place of an interaction. It has no command yet.
func (d *Discord) request(ctx context.Context, i *discordgo.Interaction) bot.Request {
	user := i.User
	if i.Member != nil {
		user = i.Member.User
	}
	r := bot.Request{Event: bot.EventID(i.ID), From: userOf(user), Locale: string(i.Locale), Ephemeral: true}
	if !botIsMember(i) {
		r.Among = i.GuildID != "" || i.Context == discordgo.InteractionContextPrivateChannel
		return r
	}
	r.Room, r.RoomLocale = channelRoom(i.ChannelID), d.language(i.GuildID)
	if i.GuildLocale != nil {
		r.RoomLocale = string(*i.GuildLocale)
	}
	r.Within, r.ThreadOf = d.placesAround(ctx, i.ChannelID, i.GuildID)
	r.Reach, _ = d.Reach(r.Places())
	if i.Member != nil {
		r.Nickname = i.Member.Nick
		r.Organiser = i.Member.Permissions&organising != 0
		r.WideOrganiser = d.organisesServer(i.GuildID, user.ID, i.Member.Roles)
		r.Roles = rolesOf(i.Member, i.GuildID)
	}
	return r
}

// rolesOf returns the IDs of a member's roles, with that of the role @everyone, which is the
// server's.
func rolesOf(m *discordgo.Member, guild string) []string {
	return append([]string{guild}, m.Roles...)
}

// botIsMember reports whether an interaction comes from a server that the bot is a member of. In
// other servers people use it who have installed it for themselves; there it cannot post.
func botIsMember(i *discordgo.Interaction) bool {
	if i.GuildID == "" {
		return false
	}
	_, installed := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return installed || len(i.AuthorizingIntegrationOwners) == 0
}

// defaultLookupTimeout is how long a lookup that a request needs may take, as a user is waiting.
const defaultLookupTimeout = time.Second

// placesAround returns the places that contain a channel, the innermost first: the channel of a
// thread, then the server. It also returns the game to which a thread belongs.
func (d *Discord) placesAround(ctx context.Context, channel, guild string) ([]bot.RoomID, bot.GameID) {
	ctx, cancel := context.WithTimeout(ctx, d.lookupTimeout)
	defer cancel()
	return d.placesWithin(ctx, channel, guildRoom(guild))
}

// placesWithin is like placesAround, but takes the server as a room, and has no time limit of its
// own.
func (d *Discord) placesWithin(ctx context.Context, channel string, server bot.RoomID) ([]bot.RoomID, bot.GameID) {
	within := []bot.RoomID{server}
	parent, game := d.threadOrigin(ctx, d.ready(), channel)
	if parent != "" {
		within = append([]bot.RoomID{channelRoom(parent)}, within...)
	}
	return within, game
}

// Reach implements [bot.Reacher]. It is 1 in a private thread. If the channel is not visible to
// everybody on the server, or is not known, it is the number of all places but the server.
// Otherwise it is 0.
func (d *Discord) Reach(places []bot.RoomID) (reach int, known bool) {
	inner := len(places) - 1 // all but the server
	if inner < 1 {
		return 0, false
	}
	if d.isPrivateThread(places[0].ID) {
		return 1, true
	}
	channel := places[inner-1].ID
	if d.visibleToAll(channel) {
		return 0, true
	}
	_, known = d.cachedChannel(channel)
	return inner, known
}

// ServerOf implements [nickname.Namer].
func (d *Discord) ServerOf(room bot.RoomID) bot.RoomID {
	if c, known := d.cachedChannel(room.ID); known && c.GuildID != "" {
		return guildRoom(c.GuildID)
	}
	return bot.RoomID{}
}

// slashRequest returns the request of a slash command, with its options as Params, and the reason
// why it is refused, "" if it is not.
func (d *Discord) slashRequest(ctx context.Context, i *discordgo.Interaction, data discordgo.ApplicationCommandInteractionData) (bot.Request, phrase.Text) {
	r := d.request(ctx, i)
	name, options := d.commandOf(data)
	r.Text, r.Params, r.Mentions = name, map[string]string{}, map[string]bot.User{}
	for _, o := range options {
		switch value := o.Value.(type) {
		case float64:
			r.Params[o.Name] = fmt.Sprintf("%.0f", value)
		case string:
			if o.Type == discordgo.ApplicationCommandOptionAttachment {
				if data.Resolved != nil && data.Resolved.Attachments[value] != nil {
					r.Params[o.Name], r.File = attached, d.attachment(data.Resolved.Attachments[value])
				}
				continue
			}
			if o.Type == discordgo.ApplicationCommandOptionRole {
				r.Params[o.Name] = "<@&" + value + ">" // as in a text
				continue
			}
			if o.Type != discordgo.ApplicationCommandOptionUser {
				r.Params[o.Name] = value
				continue
			}
			if data.Resolved == nil || data.Resolved.Users[value] == nil {
				continue
			}
			if why := d.setPerson(&r, data.Resolved.Users[value]); why != "" {
				return r, why
			}
		}
	}
	d.setPersonByName(&r)
	return r, ""
}

// commandOf returns the name of the service's command that a slash command stands for, and the
// options that were filled in.
func (d *Discord) commandOf(data discordgo.ApplicationCommandInteractionData) (name string, options []*discordgo.ApplicationCommandInteractionDataOption) {
	path := slashPath{name: data.Name}
	options = data.Options
	if len(options) == 1 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		path.sub, options = options[0].Name, options[0].Options
	}
	if name = d.layout.commands[path]; name == "" {
		name = path.String() // a command of an earlier version: the service says that it does not exist
	}
	return name, options
}

// setPersonByName moves the value of the option byName to the command's first Person parameter,
// unless that has a value.
func (d *Discord) setPersonByName(r *bot.Request) {
	name, ok := r.Params[byName]
	delete(r.Params, byName)
	p := personParam(d.ready(), r.Text)
	if p.Computer && r.Params["level"] != "" && !ok { // only the computer has levels
		name, ok = string(bot.Computer), true
	}
	if ok && p.Name != "" && r.Params[p.Name] == "" {
		r.Params[p.Name] = name
	}
}

// personParam returns a command's first Person parameter. Its name is empty if there is none.
func personParam(s *service.Service, name string) (none command.Param) {
	c := s.Commands().Find(name)
	if c == nil {
		return none
	}
	for _, p := range c.Params {
		if p.Kind == command.Person {
			return p
		}
	}
	return none
}

// mention matches a mention of a user.
var mention = regexp.MustCompile(`<@!?([0-9]+)>`)

// messageRequest returns the request of a message, and whether the bot should read the message
// at all.
func (d *Discord) messageRequest(ctx context.Context, m *discordgo.Message) (bot.Request, bool) {
	text, addressed := d.addressed(m)
	r := bot.Request{
		Event:     bot.EventID("message/" + m.ID), // interactions have IDs of their own
		From:      userOf(m.Author),
		Text:      strings.TrimPrefix(text, "/"),
		Mentions:  map[string]bot.User{},
		Overheard: !addressed,
	}
	if len(m.Attachments) > 0 && m.Attachments[0] != nil {
		r.File = d.attachment(m.Attachments[0])
	}
	for _, u := range m.Mentions {
		if !u.Bot {
			r.Mentions["<@"+u.ID+">"], r.Mentions["<@!"+u.ID+">"] = userOf(u), userOf(u)
		}
	}
	if m.GuildID != "" {
		r.Room, r.RoomLocale = channelRoom(m.ChannelID), d.language(m.GuildID)
		r.Within, r.ThreadOf = d.placesAround(ctx, m.ChannelID, m.GuildID)
		r.Reach, _ = d.Reach(r.Places())
		r.Organiser = d.organises(ctx, m)
		if m.Member != nil {
			r.Nickname, r.WideOrganiser = m.Member.Nick, d.organisesServer(m.GuildID, m.Author.ID, m.Member.Roles)
			r.Roles = rolesOf(m.Member, m.GuildID)
		}
	}
	return r, addressed || text != "" && (d.options.MessageContent || d.notified(m))
}

// notified reports whether a message notifies the bot, as a reply to one of its messages may.
// Discord then sends the text even without the intent. Such a message counts as overheard, because
// people also use replies to talk to each other.
func (d *Discord) notified(m *discordgo.Message) bool {
	me := d.me()
	return slices.ContainsFunc(m.Mentions, func(u *discordgo.User) bool { return u.ID == me })
}

// addressed returns the text of a message without the bot's mention, and whether it is addressed to
// the bot.
func (d *Discord) addressed(m *discordgo.Message) (text string, yes bool) {
	text, yes = strings.TrimSpace(m.Content), m.GuildID == ""
	me := d.me()
	for _, at := range mention.FindAllStringSubmatchIndex(text, -1) {
		if text[at[2]:at[3]] == me {
			text = strings.TrimSpace(text[:at[0]] + " " + text[at[1]:])
			return text, true
		}
	}
	return text, yes
}

// me returns the ID of the bot's user, empty before it is known.
func (d *Discord) me() string {
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	if d.state.User == nil {
		return ""
	}
	return d.state.User.ID
}
