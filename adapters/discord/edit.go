package discord

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// messageRef returns the name of a posted message for [bot.Receipt.Shown]: "CHANNEL/MESSAGE". It is
// "" if no message was posted.
func messageRef(channel, id string) string {
	if id == "" {
		return ""
	}
	return channel + "/" + id
}

// shownID returns the ID of a message, given its name, 0 for an empty one.
func shownID(shown string) uint64 {
	_, id, _ := strings.Cut(shown, "/")
	n, _ := strconv.ParseUint(id, 10, 64)
	return n
}

// edit replaces the text of an earlier message; its pictures and buttons stay. If that message is
// gone or closed to the bot, or Discord refuses the text, it only logs that, because edits show
// progress and the result comes in a message of its own.
func (d *Discord) edit(ctx context.Context, m bot.RenderedMessage) error {
	channel, id, ok := strings.Cut(m.Shown, "/")
	if !ok {
		d.log.Error("a message cannot be edited", "message", m.Edits, "shown", m.Shown)
		return nil
	}
	parts := address(d.compose(ctx, m, d.languageOf(ctx, channel)), m.To)
	body := map[string]any{
		"content": parts[0].Content,
		// The users have been notified by the earlier message.
		"allowed_mentions": &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	err := d.rest.do(ctx, request{method: "PATCH", path: "channels/" + channel + "/messages/" + id, bucket: "PATCH channels/" + channel, body: body})
	if gone(err) || rejected(err) || code(err) == discordgo.ErrCodeUnknownMessage {
		d.log.Info("a message is not edited", "message", m.Edits, "channel", channel, "err", err)
		return nil
	}
	return err
}
