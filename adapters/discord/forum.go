package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
)

// posting are the permissions that the bot needs in a forum to play in posts of its own.
const posting = discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads

// isForum reports whether a channel consists of posts.
func isForum(c discordgo.Channel) bool {
	return c.Type == discordgo.ChannelTypeGuildForum || c.Type == discordgo.ChannelTypeGuildMedia
}

// forumOf returns the forum in which a game that is begun in a channel gets a post of its own: the
// channel itself, or the forum to which it belongs as a post of another purpose. It reports whether
// there is one and the bot may post there, as far as is known.
func (d *Discord) forumOf(ctx context.Context, c discordgo.Channel, game bot.GameID) (forum discordgo.Channel, ok bool) {
	if c.IsThread() {
		parent, known := d.cachedChannel(c.ParentID)
		if !known || !isForum(parent) {
			return forum, false
		}
		if _, own := d.threadOrigin(ctx, d.ready(), c.ID); own == game {
			return forum, false
		}
		c = parent
	}
	if !isForum(c) {
		return forum, false
	}
	permissions, err := d.permissionsIn(c.ID)
	return c, err != nil || permissions&posting == posting // if unknown, try it
}

// openPost opens a post for a game in a forum, and returns its ID. It returns one that an earlier
// attempt has opened, unless that is lost.
func (d *Discord) openPost(ctx context.Context, forum discordgo.Channel, m bot.RenderedMessage, lost string) (string, error) {
	title := titleOf(m)
	name := shorten(title, maxName)
	if known := d.postNamed(forum, name); known != "" && known != lost {
		return known, nil
	}
	body := map[string]any{
		"name": name, "auto_archive_duration": autoArchive,
		"message": map[string]any{
			"content": escape(title), "flags": suppressEmbeds,
			"allowed_mentions": &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		},
	}
	if tags := d.tagsFor(forum, m); len(tags) > 0 {
		body["applied_tags"] = tags
	}
	var opened discordgo.Channel
	err := d.rest.do(ctx, request{method: "POST", path: "channels/" + forum.ID + "/threads", body: body, into: &opened})
	return opened.ID, err
}

// postNamed returns the ID of the bot's post with a name in a forum, "" if there is none.
func (d *Discord) postNamed(forum discordgo.Channel, name string) string {
	me := d.me()
	d.stateMu.RLock()
	defer d.stateMu.RUnlock()
	g, err := d.state.Guild(forum.GuildID)
	if err != nil {
		return ""
	}
	for _, c := range g.Threads {
		if c.ParentID == forum.ID && c.Name == name && c.OwnerID == me {
			return c.ID
		}
	}
	return ""
}

// maxTags is Discord's limit of the tags of a post.
const maxTags = 5

// tagsFor returns the IDs of the forum's tags that fit a game: one with the name of its variant
// and, if it is over, one that says so. The bot creates no tags, and leaves those to moderators
// that are reserved for them.
func (d *Discord) tagsFor(forum discordgo.Channel, m bot.RenderedMessage) []string {
	language := d.language(forum.GuildID)
	fits := []string{m.Variant, botlocale.Render("", bot.Title(m.Variant))}
	if m.Score != "" {
		for _, tag := range []phrase.Text{overTag, finishedTag} {
			fits = append(fits, phrase.English(tag), botlocale.Render(language, tag))
		}
	}
	var tags []string
	for _, t := range forum.AvailableTags {
		if !t.Moderated && slices.ContainsFunc(fits, func(word string) bool { return strings.EqualFold(word, strings.TrimSpace(t.Name)) }) {
			tags = append(tags, t.ID)
		}
	}
	return tags[:min(len(tags), maxTags)]
}
