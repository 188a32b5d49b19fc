package discord

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	botlocale "raumbot/bot/locale"
	"raumbot/bot/service"
)

var (
	errNotConnected = errors.New("not connected yet")
	errGuildSync    = errors.New("Discord has not described all servers yet")
)

// Deliver implements [bot.Adapter]. A message about a game goes to the game's thread, which the first one opens. If the thread was
// deleted, it goes to the channel; if that was deleted or is closed to the bot, to its addressees in direct messages.
func (d *Discord) Deliver(ctx context.Context, m bot.Message) (bot.Receipt, error) {
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
		d.noteAccepted(channel, err)
		return receipt, d.checkAuthorized(err)
	}
	if soon := d.retryLater(channel, err); soon != nil {
		return bot.Receipt{}, soon
	}
	d.log.Warn("a room is closed to the bot", "room", m.Room.ID, "channel", channel, "game", m.Game, "err", err)
	if closed(err) {
		return d.meanwhile(ctx, service, m)
	}
	return d.relocate(ctx, service, m, channel)
}

// checkAuthorized checks the token if an error is 401, which Discord sometimes returns by mistake. It returns the error.
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
		discordgo.ErrCodeCannotSendMessagesInVoiceChannel, // also returned for others without messages, such as forums
	}, code(err))
}

// publish posts a message in a channel, with a remark before the text unless that is "", and removes the buttons of the game's
// earlier messages there. It returns the name of the message (see posted).
func (d *Discord) publish(ctx context.Context, service *service.Service, channel string, m bot.Message, remark string) (string, error) {
	parts := d.compose(ctx, m, d.languageOf(ctx, channel))
	if remark != "" {
		parts[0].Content = botlocale.Render(parts[0].language, remark) + "\n" + parts[0].Content
	}
	parts = address(parts, m.To)
	setNonces(parts, m)
	id, err := d.postOrReplace(ctx, channel, parts, m)
	if err != nil || m.Game == 0 || m.Audience != bot.Thread {
		return posted(channel, id), err
	}
	return posted(channel, id), d.moveButtons(ctx, service, channel, m.Game, id, slices.ContainsFunc(parts, func(p payload) bool { return len(p.Components) > 0 }))
}

// postOrReplace posts a message of the outbox. If Discord refuses its content, as AutoMod may, it posts a short remark instead, so
// that later messages are not held up.
func (d *Discord) postOrReplace(ctx context.Context, channel string, parts []payload, m bot.Message) (string, error) {
	id, err := d.post(ctx, channel, parts, false)
	if !refused(err) {
		return id, err
	}
	d.log.Error("a message was refused", "message", m.ID, "game", m.Game, "channel", channel, "err", err)
	plain := d.compose(ctx, bot.Message{Text: notAccepted}, parts[0].language)
	plain = address(plain, m.To)
	if id, err = d.post(ctx, channel, plain, false); refused(err) {
		d.log.Error("a message was dropped", "message", m.ID, "game", m.Game, "channel", channel, "err", err)
		return "", nil
	}
	return id, err
}

// refused reports whether an error means that Discord will never accept the message.
func refused(err error) bool {
	s := status(err)
	return (s == http.StatusBadRequest || s == http.StatusRequestEntityTooLarge) && !gone(err)
}

// setNonces gives the parts of a message of the outbox nonces, so that Discord does not post one twice when it is sent again.
func setNonces(parts []payload, m bot.Message) {
	for i := range parts {
		p := &parts[i]
		p.Nonce = fmt.Sprintf("%s-%d-%08x", strconv.FormatUint(uint64(m.ID), 36), i, crc32.ChecksumIEEE([]byte(p.Content)))
		p.EnforceNonce = true
		if m.Repeat {
			p.since = m.At
		}
	}
}

// earlier returns the ID of the same message if the bot posted it before a crash, "" if it did not. Nonces do not suffice, as
// Discord remembers them only for some minutes.
func (d *Discord) earlier(ctx context.Context, channel string, p payload) string {
	if p.since.IsZero() {
		return ""
	}
	var last []struct {
		ID, Content string
		Timestamp   time.Time
		Author      struct{ ID string }
	}
	if err := d.rest.do(ctx, request{method: "GET", path: "channels/" + channel + "/messages?limit=50", into: &last}); err != nil {
		return "" // twice is better than never
	}
	for _, m := range last {
		if m.Timestamp.After(p.since) && m.Author.ID == d.me() && m.Content == strings.TrimSpace(p.Content) {
			return m.ID
		}
	}
	return ""
}

// post sends the parts of a message, and returns the ID of the first with buttons, else of the first. If the bot may not attach
// files, a remark replaces them.
func (d *Discord) post(ctx context.Context, channel string, parts []payload, patient bool) (id string, err error) {
	found := false
	for _, p := range parts {
		var sent struct {
			ID string `json:"id"`
		}
		if known := d.earlier(ctx, channel, p); known != "" {
			if !found {
				id, found = known, len(p.Components) > 0
			}
			continue
		}
		r := request{method: "POST", path: "channels/" + channel + "/messages", body: p, files: p.upload(), into: &sent, patient: patient}
		err := d.rest.do(ctx, r)
		if code(err) == discordgo.ErrCodeMissingPermissions && len(p.files) > 0 {
			p.files, p.Attachments = nil, []attachment{}
			p.Content += "\n" + botlocale.Render(p.language, noFiles)
			if p.Nonce != "" {
				p.Nonce = "n" + p.Nonce // it is another message than the refused one
			}
			r.body, r.files = p, nil
			err = d.rest.do(ctx, r)
		}
		if err != nil {
			return "", err
		}
		if !found {
			id, found = sent.ID, len(p.Components) > 0
		}
	}
	return id, nil
}
