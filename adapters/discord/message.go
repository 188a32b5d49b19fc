package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// receive handles a message, after those before it in the same channel.
func (d *Discord) receive(m *discordgo.Message) {
	if m.Author == nil || m.Author.Bot || m.WebhookID != "" || m.Content == "" || !isSpeech(m) {
		return
	}
	if d.messages.add(m.ChannelID, func() { d.recovering(func() { d.handleMessage(m) }) }) {
		d.spawn(func() { d.messages.run(m.ChannelID) })
	}
}

// isSpeech reports whether somebody wrote a message. Discord also posts system messages in users' names, whose content may be the new
// name of a thread.
func isSpeech(m *discordgo.Message) bool {
	return m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply
}

// handleMessage carries out a message that is meant for the bot, and answers it.
func (d *Discord) handleMessage(m *discordgo.Message) {
	ctx := context.Background() // it is finished even if the bot is stopping
	service := d.ready()
	r, ours := d.messageRequest(ctx, m)
	if service == nil || !ours || !d.seen.first(string(r.Event)) {
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

// reply answers a message: in its channel, or in a direct message to its author.
func (d *Discord) reply(ctx context.Context, to *discordgo.Message, m bot.Message) error {
	language := ""
	if to.GuildID != "" {
		language = d.language(to.GuildID)
	}
	parts := d.compose(m, language)
	channel := to.ChannelID
	if m.Audience == bot.Private && to.GuildID != "" {
		var err error
		if channel, err = d.directChannel(ctx, to.Author.ID); err == nil {
			_, err = d.post(ctx, channel, parts, true)
		}
		if !unreachable(err) {
			return err
		}
		closed := bot.Message{Platform: Platform, Audience: bot.Aside, Text: directMessagesClosed}
		channel, parts = to.ChannelID, d.compose(closed, parts[0].language)
	}
	parts[0].Reference = &reference{MessageID: to.ID}
	parts[0].AllowedMentions.RepliedUser = true
	_, err := d.post(ctx, channel, parts, true)
	if code(err) == discordgo.ErrCodeCannotReplyWithoutPermissionToReadMessageHistory {
		parts[0].Reference = nil
		_, err = d.post(ctx, channel, parts, true)
	}
	if gone(err) && to.GuildID != "" { // the bot may read there, but not write
		parts[0].Reference = nil
		if channel, err = d.directChannel(ctx, to.Author.ID); err == nil {
			_, err = d.post(ctx, channel, parts, true)
		}
	}
	return err
}

const directMessagesClosed = "The answer is for you alone, and Discord does not let me write to you. Allow direct messages from this server in its privacy settings, or use the slash command."
