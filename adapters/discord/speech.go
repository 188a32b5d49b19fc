package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// hear carries a message to the service, after those before it in the same channel.
func (d *Discord) hear(m *discordgo.Message) {
	if m.Author == nil || m.Author.Bot || m.WebhookID != "" || m.Content == "" || !spoken(m) {
		return
	}
	if d.talks.add(m.ChannelID, func() { d.guard(func() { d.listen(m) }) }) {
		d.begin(func() { d.talks.run(m.ChannelID) })
	}
}

// spoken reports whether somebody has said a message. Discord writes down in their name what they have done,
// too: the content may then be the new name of a thread.
func spoken(m *discordgo.Message) bool {
	return m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply
}

func (d *Discord) listen(m *discordgo.Message) {
	ctx := context.Background() // what is begun is finished
	service := d.ready()
	r, ours := d.speech(ctx, m)
	if service == nil || !ours || !d.recent.first(string(r.Event)) {
		return
	}
	reply, err := service.Handle(ctx, r)
	if err != nil {
		reply = bot.Complain(r, err)
	}
	for _, answer := range reply.Answer {
		if err := d.reply(ctx, m, answer); err != nil {
			d.log.Warn("an answer could not be sent", "user", r.From.UserID.String(), "err", err)
		}
	}
}

// reply answers a message: where it was said, or to its author alone.
func (d *Discord) reply(ctx context.Context, to *discordgo.Message, m bot.Message) error {
	language := ""
	if to.GuildID != "" {
		language = d.language(to.GuildID)
	}
	parts := d.compose(m, language)
	channel := to.ChannelID
	if m.Audience == bot.Private && to.GuildID != "" {
		var err error
		if channel, err = d.private(ctx, to.Author.ID); err == nil {
			_, err = d.post(ctx, channel, parts, true)
		}
		if !unreachable(err) {
			return err
		}
		closed := bot.Message{Platform: Platform, Audience: bot.Aside, Text: closedToUs}
		channel, parts = to.ChannelID, d.compose(closed, parts[0].language)
	}
	parts[0].Reference = &reference{MessageID: to.ID}
	parts[0].AllowedMentions.RepliedUser = true
	_, err := d.post(ctx, channel, parts, true)
	if code(err) == discordgo.ErrCodeCannotReplyWithoutPermissionToReadMessageHistory {
		parts[0].Reference = nil
		_, err = d.post(ctx, channel, parts, true)
	}
	if gone(err) && to.GuildID != "" { // the bot reads there, and may not write
		parts[0].Reference = nil
		if channel, err = d.private(ctx, to.Author.ID); err == nil {
			_, err = d.post(ctx, channel, parts, true)
		}
	}
	return err
}

const closedToUs = "The answer is for you alone, and Discord does not let me write to you. Allow direct messages from this server in its privacy settings, or use the slash command."
