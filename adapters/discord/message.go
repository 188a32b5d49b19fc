package discord

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// receive queues a message to be handled after earlier ones in the same channel, and calls handled after that. Those of bots are
// dropped.
func (d *Discord) receive(m *discordgo.Message, handled func()) {
	if m.Author == nil || m.Author.Bot || m.WebhookID != "" || m.Content == "" || !isSpeech(m) {
		handled()
		return
	}
	if d.messages.add(m.ChannelID, func() {
		defer handled()
		d.recovering(func() { d.handleMessage(m) })
	}) {
		d.spawn(func() { d.messages.run(m.ChannelID) })
	}
}

// isSpeech reports whether a user wrote a message. Discord also posts system messages in users' names, whose content may be the
// new name of a thread.
func isSpeech(m *discordgo.Message) bool {
	return m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply
}

// handleMessage carries out and answers a message that is meant for the bot.
func (d *Discord) handleMessage(m *discordgo.Message) {
	ctx := context.Background() // not cancelled when the bot stops
	service := d.ready()
	d.describe(ctx, m.GuildID)
	r, ours := d.messageRequest(ctx, m)
	if service == nil || !ours || !d.seen.first(string(r.Event)) {
		return
	}
	var reply bot.Reply
	if why := d.refuse(r); why != "" {
		reply = refusal(r, why)
	} else {
		reply = service.Respond(ctx, r)
	}
	d.answerMessage(ctx, m, r, reply.Answer)
}

// answerMessage answers a message. Public answers, and all answers to overheard messages, are replies in the channel. Others go to the
// author in direct messages, and a reply in the channel says only that. A process that has the message again, because another has ended before it
// was noted as answered, answers by the same nonces, so that Discord shows one answer.
func (d *Discord) answerMessage(ctx context.Context, to *discordgo.Message, r bot.Request, answers []bot.Message) {
	note, language := "", d.languageFor(ctx, r)
	for n, m := range answers {
		var err error
		nonce := fmt.Sprintf("r%s-%d", to.ID, n)
		if to.GuildID == "" || r.Overheard || m.Audience == bot.Public {
			err = d.reply(ctx, to, m, nonce)
		} else {
			note = sentPrivately
			parts := d.compose(ctx, m, language)
			setReplyNonces(parts, nonce)
			if err = d.sendToUser(ctx, to.Author.ID, parts); unreachable(err) {
				note, err = directMessagesClosed, nil
			}
		}
		if err != nil {
			d.log.Warn("an answer could not be sent", "user", r.From.UserID.String(), "err", err)
			return
		}
	}
	if note != "" {
		err := d.reply(ctx, to, bot.Message{Platform: Platform, Language: language, Text: note}, "r"+to.ID+"-p")
		if err != nil && !gone(err) {
			d.log.Warn("an answer could not be sent", "user", r.From.UserID.String(), "err", err)
		}
	}
}

// setReplyNonces gives the parts of an answer nonces, which are the same whatever the parts say: a process that answers again may know more.
func setReplyNonces(parts []payload, nonce string) {
	for i := range parts {
		parts[i].Nonce, parts[i].EnforceNonce = fmt.Sprintf("%s%c", nonce, 'a'+i), true // one message is maxParts at most
	}
}

// reply replies to a message in its channel, or in a direct message if the bot may not write there.
func (d *Discord) reply(ctx context.Context, to *discordgo.Message, m bot.Message, nonce string) error {
	language := ""
	if to.GuildID != "" {
		language = d.language(to.GuildID)
	}
	parts := d.compose(ctx, m, language)
	parts[0].Reference = &reference{MessageID: to.ID}
	parts[0].AllowedMentions.RepliedUser = true
	setReplyNonces(parts, nonce)
	_, err := d.post(ctx, to.ChannelID, parts, true)
	if code(err) == discordgo.ErrCodeCannotReplyWithoutPermissionToReadMessageHistory {
		parts[0].Reference = nil
		_, err = d.post(ctx, to.ChannelID, parts, true)
	}
	if gone(err) && to.GuildID != "" && m.Text != sentPrivately { // the bot can read the channel, but not write in it
		parts[0].Reference = nil
		err = d.sendToUser(ctx, to.Author.ID, parts)
	}
	return err
}

// languageFor returns the language in which a request is answered, "" for English if the lookup fails.
func (d *Discord) languageFor(ctx context.Context, r bot.Request) string {
	language, err := d.ready().Language(ctx, r)
	if err != nil {
		d.log.Warn("the language of an answer is unknown", "err", err)
	}
	return language
}

// sendToUser sends the parts of an answer in a direct message.
func (d *Discord) sendToUser(ctx context.Context, user string, parts []payload) error {
	channel, err := d.directChannel(ctx, user)
	if err == nil {
		_, err = d.post(ctx, channel, parts, true)
	}
	return err
}
