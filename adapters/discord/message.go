package discord

import (
	"cmp"
	"context"
	"fmt"
	"net/url"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
)

// receive queues a message for handle, after the earlier messages of its author in the channel. The
// answer that handle returns is queued likewise, but separately, so that a move does not wait for
// answers. It calls handled when all is done. It drops messages of bots.
func (d *Discord) receive(m *discordgo.Message, handle func(*discordgo.Message) (answer func()), handled func()) {
	if m.Author == nil || m.Author.Bot || m.WebhookID != "" || m.Content == "" || !isSpeech(m) {
		handled()
		return
	}
	key := m.ChannelID + " " + m.Author.ID
	if d.messages.add(key, func() {
		var answer func()
		d.recovering(func() { answer = handle(m) })
		if answer == nil {
			handled()
			return
		}
		if d.answers.add(key, func() {
			defer handled()
			d.recovering(answer)
		}) {
			d.running.Go(func() { d.answers.run(key) }) // also while the adapter is shutting down
		}
	}) {
		d.spawn(func() { d.messages.run(key) })
	}
}

// isSpeech reports whether a user wrote a message. Discord also posts system messages in users'
// names, whose content may be the new name of a thread.
func isSpeech(m *discordgo.Message) bool {
	return m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply
}

// handleMessage carries out a message that is meant for the bot. It returns a function that answers
// it, nil if it gets no answer.
func (d *Discord) handleMessage(m *discordgo.Message) (answer func()) { return d.handleVersion(m, 0) }

// handleVersion is handleMessage for a message whose edits have been read so many times.
func (d *Discord) handleVersion(m *discordgo.Message, edits int) (answer func()) {
	ctx := context.Background() // not cancelled when the bot stops
	service := d.ready()
	d.describe(ctx, m.GuildID)
	r, ours := d.messageRequest(ctx, m)
	if edits > 0 {
		r.Event += bot.EventID(fmt.Sprintf("/%d", edits))
	}
	if service == nil || !ours || !d.seen.isFirst(string(r.Event)) {
		return nil
	}
	did := d.perform(ctx, service, r, "", func() string { return d.languageFor(ctx, r) })
	reply := did.reply
	d.rememberRead(m, edits, reply)
	if len(reply.Answer) == 0 || did.hasty && !d.remarks.isDue(hasteOf(r), d.now()) {
		return nil
	}
	// One message says that somebody asks too much, not two.
	openly := did.hasty && !reply.Answer[0].Personal
	crowded := d.answers.waitingIn(m.ChannelID+" ") >= crowd
	return func() {
		if d.replaced(ctx) {
			return
		}
		d.answerMessage(ctx, m, r, answerNonce(m, edits), reply.Answer, func(a bot.RenderedMessage) bool {
			return m.GuildID == "" || r.Overheard || openly || a.Audience == bot.Public && !crowded
		})
	}
}

// result is what became of a request.
type result struct {
	reply bot.RenderedReply
	hasty bool // the user asks too much, and is told so once in a while: see hasteOf
}

// perform carries out a request. If why is not "", or it cannot be carried out where it was made,
// it is refused in a language.
func (d *Discord) perform(ctx context.Context, service *service.Service, r bot.Request, why phrase.Text, language func() string) result {
	if why = cmp.Or(why, d.reasonToRefuse(r)); why != "" {
		return result{reply: refusal(r, why, language())}
	}
	reply, err := service.Handle(ctx, r)
	d.recheckLink(r.From.ID)
	if err != nil {
		reply = bot.Complain(r, err)
	}
	return result{reply, bot.IsHasty(err)}
}

// hasteOf returns the key of the remark that a user asks too much, in words or by commands and
// buttons.
func hasteOf(r bot.Request) string { return "hasty/" + r.From.ID }

// crowd is how many answers may wait in a channel, whose rate Discord limits. Further answers go to
// their askers in direct messages.
const crowd = 5

// confirmation is the reaction that marks a message as carried out.
const confirmation = "✅"

// confirm marks a message in a channel as carried out, so that its author needs no answer. It
// reports whether that was possible: a server may keep the bot from it.
func (d *Discord) confirm(ctx context.Context, m *discordgo.Message) bool {
	path := "channels/" + m.ChannelID + "/messages/" + m.ID + "/reactions/" + url.PathEscape(confirmation) + "/@me"
	return d.rest.do(ctx, request{method: "PUT", path: path, bucket: "PUT channels/" + m.ChannelID + "/reactions"}) == nil
}

// answerMessage answers a message. A mere confirmation is a reaction to a message in a server's
// channel. Answers for which openly returns true are replies in the channel. Other answers go to
// the author in direct messages, and a reply in the channel says only that. If the author accepts
// none, what others may read is a reply after all. If a process handles the message again, because
// another has ended before it recorded the answer, the nonces, which begin with prefix, are the
// same, so that Discord shows one answer.
func (d *Discord) answerMessage(ctx context.Context, to *discordgo.Message, r bot.Request, prefix string, answers []bot.RenderedMessage, openly func(bot.RenderedMessage) bool) {
	note, language := phrase.Text(""), d.languageFor(ctx, r)
	for n, m := range answers {
		var err error
		nonce := fmt.Sprintf("%s-%d", prefix, n)
		switch {
		case m.Confirms && to.GuildID != "" && d.confirm(ctx, to):
		case openly(m):
			err = d.reply(ctx, to, m, nonce)
		default:
			parts := d.compose(ctx, m, language)
			setReplyNonces(parts, nonce)
			err = d.sendToUser(ctx, to.Author.ID, parts)
			switch {
			case !unreachable(err):
				note = sentPrivately
			case m.Audience == bot.Aside && !m.Personal:
				err = d.reply(ctx, to, m, nonce)
			default:
				note, err = directMessagesClosed, nil
			}
		}
		if err != nil {
			d.log.Warn("an answer could not be sent, and is left for later", "user", r.From.UserID.String(), "err", err)
			if err := d.ready().AnswerLater(ctx, r.Event, r.From, answers[n:]); err != nil {
				d.log.Error("an answer is lost", "user", r.From.UserID.String(), "err", err)
			}
			return
		}
	}
	if note != "" && d.remarks.isDue(phrase.English(note)+to.ChannelID+"/"+to.Author.ID, d.now()) {
		if language == "" && to.GuildID != "" {
			language = d.language(to.GuildID)
		}
		err := d.reply(ctx, to, bot.RenderedMessage{Platform: Platform, Language: language, Text: botlocale.Render(language, note)}, prefix+"-p")
		if err != nil && !gone(err) {
			d.log.Warn("an answer could not be sent", "user", r.From.UserID.String(), "err", err)
		}
	}
}

// setReplyNonces gives nonces to the parts of an answer. They do not depend on the text, because a
// process that answers the message again may have more to say.
func setReplyNonces(parts []payload, nonce string) {
	for i := range parts {
		// A letter suffices, as a message has at most maxParts parts.
		parts[i].Nonce, parts[i].EnforceNonce = fmt.Sprintf("%s%c", nonce, 'a'+i), true
	}
}

// reply replies to a message in its channel, or in a direct message if the bot may not write there.
func (d *Discord) reply(ctx context.Context, to *discordgo.Message, m bot.RenderedMessage, nonce string) error {
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
	// The bot can read the channel, but cannot write in it.
	if gone(err) && to.GuildID != "" && m.Text != botlocale.Render(m.Language, sentPrivately) {
		parts[0].Reference = nil
		err = d.sendToUser(ctx, to.Author.ID, parts)
	}
	return err
}

// languageFor returns the language in which a request is answered, "" for English if the
// lookup fails.
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
