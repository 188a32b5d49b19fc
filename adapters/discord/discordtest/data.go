package discordtest

import "strconv"

// The functions in this file encode objects as Discord does.

func userData(u *User) map[string]any {
	return map[string]any{"id": u.ID, "username": u.Name, "global_name": u.Name, "discriminator": "0", "avatar": nil, "bot": u.IsBot}
}

func channelData(c *Channel) map[string]any {
	data := map[string]any{"id": c.ID, "type": c.Type, "name": c.Name, "position": 0, "permission_overwrites": []any{}}
	if c.Guild != nil {
		data["guild_id"] = c.Guild.ID
		overwrites := []any{}
		if c.Deny != 0 {
			overwrites = append(overwrites, map[string]any{"id": c.Guild.botRoleID(), "type": 0, "allow": "0", "deny": strconv.FormatInt(c.Deny, 10)})
		}
		if c.Staff {
			overwrites = append(overwrites, map[string]any{"id": c.Guild.ID, "type": 0, "allow": "0", "deny": strconv.Itoa(ViewChannel)})
			overwrites = append(overwrites, map[string]any{"id": c.Guild.botRoleID(), "type": 0, "allow": strconv.Itoa(ViewChannel), "deny": "0"})
		}
		for user, permissions := range c.Grant {
			overwrites = append(overwrites, map[string]any{"id": user, "type": 1, "allow": strconv.FormatInt(permissions, 10), "deny": "0"})
		}
		data["permission_overwrites"] = overwrites
	}
	if c.Parent != nil {
		data["parent_id"] = c.Parent.ID
		data["thread_metadata"] = map[string]any{"archived": c.Asleep || c.Locked, "auto_archive_duration": 10080, "archive_timestamp": "2026-01-01T00:00:00Z", "locked": c.Locked}
	}
	if c.Owner != nil {
		data["owner_id"] = c.Owner.ID
	}
	if c.Parent != nil {
		applied := []string{}
		for _, tag := range c.Tagged {
			applied = append(applied, tagID(c.Parent, tag))
		}
		data["applied_tags"] = applied
	}
	if c.Type == forum {
		tags := []any{}
		for _, tag := range c.Tags {
			tags = append(tags, map[string]any{"id": tagID(c, tag), "name": tag, "moderated": false, "emoji_id": nil, "emoji_name": nil})
		}
		data["available_tags"] = tags
	}
	if c.With != nil {
		data["recipients"] = []any{userData(c.With)}
	}
	return data
}

func (g *Guild) botRoleID() string { return g.ID + "1" }

// memberData encodes a member in a channel, nil for none. A user's role has the user's ID.
func (g *Guild) memberData(u *User, in *Channel) map[string]any {
	roles := []string{}
	if u == g.server.Bot {
		roles = append(roles, g.botRoleID())
	} else if g.Roles[u.ID] != 0 {
		roles = append(roles, u.ID)
	}
	nick := any(nil)
	if name := g.Nicknames[u.ID]; name != "" {
		nick = name
	}
	return map[string]any{
		"user": userData(u), "nick": nick, "roles": roles, "joined_at": "2026-01-01T00:00:00Z", "deaf": false, "mute": false, "flags": 0,
		"permissions": strconv.FormatInt(g.permissionsOf(u, in), 10),
	}
}

// permissionsOf returns the permissions of a user in a channel, nil for none.
func (g *Guild) permissionsOf(u *User, in *Channel) int64 {
	permissions := g.Everyone | g.Roles[u.ID]
	if in != nil {
		permissions |= in.Grant[u.ID]
	}
	return permissions
}

// guildData encodes a guild as in GUILD_CREATE.
func (s *Server) guildData(g *Guild) map[string]any {
	role := func(id string, permissions int64) map[string]any {
		return map[string]any{"id": id, "name": id, "permissions": strconv.FormatInt(permissions, 10), "position": 0, "color": 0}
	}
	roles := []any{role(g.ID, g.Everyone), role(g.botRoleID(), g.BotRole)}
	for user, permissions := range g.Roles {
		roles = append(roles, role(user, permissions))
	}
	channels, threads := []any{}, []any{}
	for _, c := range s.Channels {
		switch {
		case c.Guild != g || c.Deleted || c.Asleep:
		case c.Parent != nil:
			threads = append(threads, channelData(c))
		default:
			channels = append(channels, channelData(c))
		}
	}
	data := map[string]any{
		"id": g.ID, "name": g.Name, "owner_id": s.Admin.ID, "roles": roles, "channels": channels, "threads": threads,
		"members": []any{g.memberData(s.Bot, nil)}, "preferred_locale": g.Locale, "joined_at": "2026-01-01T00:00:00Z", "unavailable": false,
		"emojis": []any{}, "stickers": []any{}, "presences": []any{}, "voice_states": []any{}, "member_count": 3, "large": false,
	}
	if g.System != nil {
		data["system_channel_id"] = g.System.ID
	}
	return data
}

func messageData(m *Message) map[string]any {
	data := map[string]any{
		"id": m.ID, "author": userData(m.Author), "content": m.Content, "timestamp": "2026-01-01T00:00:00Z", "edited_timestamp": nil,
		"tts": false, "mention_everyone": false, "mentions": []any{}, "mention_roles": []any{}, "attachments": []any{}, "embeds": []any{},
		"pinned": false, "type": 0, "flags": m.flags(), "components": []any{},
	}
	attachments := []any{}
	for _, f := range m.Files {
		attachments = append(attachments, map[string]any{"id": f.ID, "filename": f.Name, "size": len(f.Data), "url": "https://cdn.test/" + f.Name, "proxy_url": "https://cdn.test/" + f.Name})
	}
	data["attachments"] = attachments
	if m.Card {
		data["components"] = m.shownComponents()
	}
	if m.channel != nil {
		data["channel_id"] = m.channel.ID
		if m.channel.Guild != nil {
			data["guild_id"] = m.channel.Guild.ID
		}
	}
	return data
}

// flags returns the flags of the message that the bot can see.
func (m *Message) flags() (all int) {
	if m.Alone != nil {
		all |= ephemeral
	}
	if m.Card {
		all |= componentsV2
	}
	return all
}

// ephemeral is the flag of a message that only one user sees, loading that of a deferred response,
// and silent that of a message without a notification.
const (
	silent    = 1 << 12
	ephemeral = 1 << 6
	loading   = 1 << 7
)
