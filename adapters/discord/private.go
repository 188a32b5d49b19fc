package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
	"raumbot/bot/service"
)

// privately sends a message to each of its addressees in a direct message. It returns the
// name of the last one (see messageRef). tellUndelivered later tells the addressees who accept no
// direct messages.
func (d *Discord) privately(ctx context.Context, service *service.Service, m bot.RenderedMessage) (shown string, err error) {
	for _, u := range m.To {
		if u.Platform != Platform {
			continue
		}
		shown, err = d.privatelyTo(ctx, u, m)
		if unreachable(err) {
			d.log.Warn("a user accepts no direct messages", "user", u.UserID.String(), "game", m.Game, "err", err)
			err = service.Keep(ctx, Platform, undeliveredMemo(u.ID), []byte("1"))
		}
		if err != nil {
			return "", d.checkAuthorized(err)
		}
	}
	return shown, nil
}

func (d *Discord) privatelyTo(ctx context.Context, u bot.User, m bot.RenderedMessage) (shown string, err error) {
	channel, err := d.directChannel(ctx, u.ID)
	if err != nil {
		return "", err
	}
	parts := d.compose(ctx, m, "")
	setNonces(parts, m)
	id, err := d.postOrReplace(ctx, channel, parts, m)
	if code(err) == discordgo.ErrCodeUnknownChannel {
		d.dms.Remove(u.ID)
	}
	if err == nil && m.Invitation && hasButtons(parts) {
		err = d.moveButtons(ctx, d.ready(), channel, m.Game, id)
	}
	if err != nil {
		return "", err
	}
	return messageRef(channel, id), nil
}

// directChannel returns the ID of the channel for direct messages to a user. It opens the channel
// if there is none.
func (d *Discord) directChannel(ctx context.Context, user string) (string, error) {
	if known, ok := d.dms.Get(user); ok {
		return known, nil
	}
	var c struct {
		ID string `json:"id"`
	}
	err := d.rest.do(ctx, request{method: "POST", path: "users/@me/channels", body: map[string]string{"recipient_id": user}, into: &c})
	if err == nil {
		d.dms.Add(user, c.ID)
	}
	return c.ID, err
}

// unreachable reports whether an error means that a user accepts no direct messages from the bot,
// or no longer exists.
func unreachable(err error) bool {
	switch code(err) {
	case 0, tooManyChannels: // an error of a proxy, or a temporary limit
		return false
	case discordgo.ErrCodeUnknownUser:
		return true
	}
	return status(err) == http.StatusForbidden || status(err) == http.StatusBadRequest
}

// tooManyChannels is Discord's error code for direct channels that are opened too fast.
const tooManyChannels = 40003

// undeliveredMemo returns the key of the memo that says that a direct message to a user could not
// be delivered.
func undeliveredMemo(user string) string {
	return bot.UserMemo(bot.UserID{Platform: Platform, ID: user}) + "missed"
}

// tellUndelivered tells a user who is using the bot that a message to them could not be delivered.
func (x *exchange) tellUndelivered(ctx context.Context, service *service.Service, user string) {
	value, err := service.Recall(ctx, Platform, undeliveredMemo(user))
	if err != nil || value == nil || x.expired || x.duplicate {
		return
	}
	for _, p := range x.composeText(ctx, undeliveredNote, string(x.i.Locale)) {
		p.Flags |= ephemeral
		if x.followUp(ctx, p) != nil { // it has been logged; the next exchange tries again
			return
		}
	}
	if err := service.Keep(ctx, Platform, undeliveredMemo(user), nil); err != nil {
		x.log.Warn("a memo could not be removed", "err", err)
	}
}
