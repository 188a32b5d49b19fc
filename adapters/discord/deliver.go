package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/phrase"
	"raumbot/bot/service"
)

var (
	errNotConnected = errors.New("not connected yet")
	errGuildSync    = errors.New("Discord has not described all servers yet")
)

// Deliver implements [bot.Adapter]. A message about a game goes to the game's thread, which its
// first message opens. If the thread was deleted, the message goes to the channel. If that was
// deleted or is closed to the bot, it goes to its addressees in direct messages.
func (d *Discord) Deliver(ctx context.Context, m bot.RenderedMessage) (bot.Receipt, error) {
	ctx = withUrgency(ctx, urgencyOfMessage(m))
	service := d.ready()
	if service == nil {
		return bot.Receipt{}, &bot.TooSoon{Wait: time.Second, Err: errNotConnected}
	}
	if !d.guilds.complete() {
		return bot.Receipt{}, &bot.TooSoon{Wait: 100 * time.Millisecond, Err: errGuildSync}
	}
	if m.Edits != 0 {
		return bot.Receipt{}, d.checkAuthorized(d.edit(ctx, m))
	}
	if m.Room == (bot.RoomID{}) {
		shown, err := d.privately(ctx, service, m)
		return bot.Receipt{Shown: shown}, err
	}
	channel, receipt, err := d.destination(ctx, service, m)
	if err == nil {
		receipt.Shown, err = d.publish(ctx, service, channel, m, "")
	}
	if !gone(err) {
		d.clearRefusals(channel, err)
		if err == nil {
			d.showResult(ctx, service, channel, m)
		}
		if err == nil && m.Score != "" {
			d.recheckLinks(m)
		}
		if err == nil && m.Tournament != 0 {
			d.calendar.add(m.Tournament)
		}
		return receipt, d.checkAuthorized(err)
	}
	if soon := d.retryLater(channel, err); soon != nil {
		return bot.Receipt{}, soon
	}
	d.log.Warn("a room is closed to the bot", "room", m.Room.ID, "channel", channel, "game", m.Game, "err", err)
	if closed(err) {
		return d.divert(ctx, service, m)
	}
	return d.relocate(ctx, service, m, channel)
}

// checkAuthorized checks the token if an error is 401, which Discord sometimes returns by mistake.
// It returns the error.
func (d *Discord) checkAuthorized(err error) error {
	if status(err) == http.StatusUnauthorized {
		d.spawn(func() { d.checkToken(context.Background()) })
	}
	return err
}

// gone reports whether an error means that a channel is deleted, locked or closed to the bot.
func gone(err error) bool {
	s := status(err)
	return s == http.StatusForbidden || s == http.StatusNotFound || slices.Contains([]int{
		discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions,
		discordgo.ErrCodePerformedOperationOnArchivedThread, discordgo.ErrCodeThreadIsLocked, discordgo.ErrCodeUnknownGuild,
		// This code is also returned for other channels without messages, such as forums.
		discordgo.ErrCodeCannotSendMessagesInVoiceChannel,
	}, code(err))
}

// publish posts a message in a channel. If it has buttons, publish removes those of the game's
// earlier messages there. It puts the remark before the text unless that is "". It returns the name
// of the message (see messageRef).
func (d *Discord) publish(ctx context.Context, service *service.Service, channel string, m bot.RenderedMessage, remark phrase.Text) (string, error) {
	parts := d.compose(ctx, m, d.languageOf(ctx, channel))
	if remark != "" {
		parts[0].Content = botlocale.Render(parts[0].language, remark) + "\n" + parts[0].Content
	}
	parts = address(parts, m.To)
	setNonces(parts, m)
	id, err := d.postOrReplace(ctx, channel, parts, m)
	if err != nil || m.Audience != bot.Thread && !m.Invitation || !hasButtons(parts) {
		return messageRef(channel, id), err
	}
	err = d.moveButtons(ctx, service, channel, m.Game, id)
	if err != nil {
		err = &bot.Unclear{Err: err}
	}
	return messageRef(channel, id), err
}

// postOrReplace posts a message of the outbox. If Discord refuses its content, as AutoMod may, it
// posts a short remark instead, so that the message does not hold up later ones.
func (d *Discord) postOrReplace(ctx context.Context, channel string, parts []payload, m bot.RenderedMessage) (string, error) {
	id, err := d.post(ctx, channel, parts, false)
	if !rejected(err) {
		return id, err
	}
	d.log.Error("a message was refused", "message", m.ID, "game", m.Game, "channel", channel, "err", err)
	plain := d.composeText(ctx, notAccepted, parts[0].language)
	plain = address(plain, m.To)
	if id, err = d.post(ctx, channel, plain, false); rejected(err) {
		d.log.Error("a message was dropped", "message", m.ID, "game", m.Game, "channel", channel, "err", err)
		return "", nil
	}
	return id, err
}

// rejected reports whether an error means that Discord will never accept the message.
func rejected(err error) bool {
	s := status(err)
	return (s == http.StatusBadRequest || s == http.StatusRequestEntityTooLarge) && !gone(err)
}

// setNonces gives nonces to the parts of a message of the outbox, so that Discord does not post a
// part twice when it is sent again.
func setNonces(parts []payload, m bot.RenderedMessage) {
	for i := range parts {
		p := &parts[i]
		p.Nonce = fmt.Sprintf("%s-%d-%08x", strconv.FormatUint(uint64(m.ID), 36), i, crc32.ChecksumIEEE([]byte(p.Content)))
		p.EnforceNonce = true
		p.repeat, p.after = m.Repeat, m.After
	}
}

// findPosted returns the ID of the same message if the bot posted it before a crash, "" if it did
// not. Nonces are not sufficient, as Discord remembers them only for some minutes. It compares the
// IDs of messages, which increase with Discord's time, as the clock of this machine may differ.
func (d *Discord) findPosted(ctx context.Context, channel string, p payload) string {
	if !p.repeat {
		return ""
	}
	var last []struct {
		ID         uint64 `json:"id,string"`
		Content    string
		Components json.RawMessage
		Author     struct{ ID string }
	}
	if err := d.rest.do(ctx, request{method: "GET", path: "channels/" + channel + "/messages?limit=50", into: &last}); err != nil {
		return "" // twice is better than never
	}
	after := shownID(p.after)
	for _, m := range last {
		if m.ID > after && m.Author.ID == d.me() && p.shownAs(m.Content, m.Components) {
			return strconv.FormatUint(m.ID, 10)
		}
	}
	return ""
}

// post sends the parts of a message. It returns the ID of the first part with buttons or, if there
// is none, of the last part. If the bot may not attach files, a remark replaces them.
func (d *Discord) post(ctx context.Context, channel string, parts []payload, patient bool) (id string, err error) {
	found := false
	for i, p := range parts {
		var sent posted
		if known := d.findPosted(ctx, channel, p); known != "" {
			if !found {
				id, found = known, len(p.Components) > 0
			}
			continue
		}
		r := request{method: "POST", path: "channels/" + channel + "/messages", body: p, files: p.upload(), into: &sent, patient: patient}
		err := d.rest.do(ctx, r)
		if code(err) == discordgo.ErrCodeMissingPermissions && len(p.files) > 0 {
			p = p.withoutFiles()
			if p.Nonce != "" {
				p.Nonce = "n" + p.Nonce // it is another message than the refused one
			}
			r.body, r.files = p, nil
			err = d.rest.do(ctx, r)
		}
		if rejected(err) && d.withoutEmoji(&p) {
			r.body = p
			err = d.rest.do(ctx, r)
		}
		if err != nil && i > 0 {
			err = &bot.Unclear{Err: err}
		}
		if err != nil {
			return "", err
		}
		if p.card {
			d.frame(channel, sent, p)
		}
		if !found {
			id, found = sent.ID, len(p.Components) > 0
		}
	}
	return id, nil
}
