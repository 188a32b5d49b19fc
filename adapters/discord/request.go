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
	"raumbot/bot/service"
)

// organising are the permissions of a room's organisers.
const organising = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild | discordgo.PermissionManageChannels

// organisingServer are the permissions of those who organise a whole server.
const organisingServer = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild

// userOf returns a user with their global display name, or their user name if that is not visible.
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

// request returns a request with the user and the place of an interaction, still without a command.
func (d *Discord) request(ctx context.Context, i *discordgo.Interaction) bot.Request {
	user := i.User
	if i.Member != nil {
		user = i.Member.User
	}
	r := bot.Request{Event: bot.EventID(i.ID), From: userOf(user), Locale: string(i.Locale), Ephemeral: true}
	if !botIsMember(i) {
		return r
	}
	r.Room, r.RoomLocale = channelRoom(i.ChannelID), d.language(i.GuildID)
	if i.GuildLocale != nil {
		r.RoomLocale = string(*i.GuildLocale)
	}
	r.Within, r.ThreadOf = d.placesAround(ctx, i.ChannelID, i.GuildID)
	r.Reach = d.reach(r)
	r.Organiser = i.Member != nil && i.Member.Permissions&organising != 0
	r.WideOrganiser = i.Member != nil && d.organisesServer(i.GuildID, user.ID, i.Member.Roles)
	return r
}

// botIsMember reports whether an interaction comes from a server that the bot is a member of. In other servers it is used by people who
// installed it for themselves, and cannot post.
func botIsMember(i *discordgo.Interaction) bool {
	if i.GuildID == "" {
		return false
	}
	_, installed := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return installed || len(i.AuthorizingIntegrationOwners) == 0
}

// defaultLookupTimeout is how long a lookup that a request needs may take, as a user is waiting.
const defaultLookupTimeout = time.Second

// placesAround returns the places that contain a channel, the innermost first: the channel of a thread, and the server; and the game whose thread it is.
func (d *Discord) placesAround(ctx context.Context, channel, guild string) ([]bot.RoomID, bot.GameID) {
	ctx, cancel := context.WithTimeout(ctx, d.lookupTimeout)
	defer cancel()
	within := []bot.RoomID{guildRoom(guild)}
	parent, game := d.origin(ctx, d.ready(), channel)
	if parent != "" {
		within = append([]bot.RoomID{channelRoom(parent)}, within...)
	}
	return within, game
}

// reach returns the Reach of a request: 1 in a private thread; all places but the server if its channel is not visible to everybody
// there; else 0.
func (d *Discord) reach(r bot.Request) int {
	if d.isPrivateThread(r.Room.ID) {
		return 1
	}
	seers := r.Places()[:len(r.Within)] // all but the server
	if d.seenByAll(seers[len(seers)-1].ID) {
		return 0
	}
	return len(seers)
}

// slashRequest returns the request of a slash command, with its options as Params, and why it is refused, "" if it is not.
func (d *Discord) slashRequest(ctx context.Context, i *discordgo.Interaction, data discordgo.ApplicationCommandInteractionData) (bot.Request, string) {
	r := d.request(ctx, i)
	name, options := d.given(data)
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
			if o.Type != discordgo.ApplicationCommandOptionUser {
				r.Params[o.Name] = value
				continue
			}
			if data.Resolved == nil || data.Resolved.Users[value] == nil {
				continue
			}
			user := data.Resolved.Users[value]
			if user.ID == d.me() && name == "challenge" { // the bot itself plays as the computer
				r.Params[byName] = string(bot.Computer)
				continue
			}
			if user.Bot {
				return r, cannotBePlayed
			}
			r.Params[o.Name] = "<@" + value + ">"
			r.Mentions["<@"+value+">"] = userOf(user)
		}
	}
	d.nameElsewhere(&r)
	return r, ""
}

// given returns the command of the service that a slash command stands for, and the options that were filled in.
func (d *Discord) given(data discordgo.ApplicationCommandInteractionData) (name string, options []*discordgo.ApplicationCommandInteractionDataOption) {
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

// nameElsewhere moves the value of the option byName to the parameter of the command that names a person.
func (d *Discord) nameElsewhere(r *bot.Request) {
	name, ok := r.Params[byName]
	delete(r.Params, byName)
	if r.Text == "challenge" && r.Params["level"] != "" && !ok { // only the computer has levels
		name, ok = string(bot.Computer), true
	}
	if !ok {
		return
	}
	if p := personParam(d.ready(), r.Text); p != "" && r.Params[p] == "" {
		r.Params[p] = name
	}
}

// personParam returns the name of a command's first Person parameter, "" if it has none.
func personParam(s *service.Service, name string) string {
	c := s.Commands().Find(name)
	if c == nil {
		return ""
	}
	for _, p := range c.Params {
		if p.Kind == command.Person {
			return p.Name
		}
	}
	return ""
}

// mention matches a mention of a user.
var mention = regexp.MustCompile(`<@!?([0-9]+)>`)

// messageRequest returns the request of a message, and whether the bot should read it at all.
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
		r.Reach = d.reach(r)
		r.Organiser = d.organises(ctx, m)
		r.WideOrganiser = m.Member != nil && d.organisesServer(m.GuildID, m.Author.ID, m.Member.Roles)
	}
	return r, addressed || text != "" && (d.options.MessageContent || d.notified(m))
}

// notified reports whether a message notifies the bot, as a reply to one of its messages may. Discord then sends its text even without
// the intent. It counts as overheard, as people also reply to talk to each other.
func (d *Discord) notified(m *discordgo.Message) bool {
	me := d.me()
	return slices.ContainsFunc(m.Mentions, func(u *discordgo.User) bool { return u.ID == me })
}

// addressed returns the text of a message without the bot's mention, and whether it is addressed to the bot.
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
