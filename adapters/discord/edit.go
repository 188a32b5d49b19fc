package discord

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"raumbot/bot"
)

// posted returns the name of a posted message for [bot.Receipt.Shown]: "CHANNEL/MESSAGE".
func posted(channel, id string) string { return channel + "/" + id }

// edit replaces the text of an earlier message; its pictures and buttons stay. If that message is gone or closed to the bot, or
// Discord refuses the text, it only logs that: the end of what is shown is announced in a message of its own.
func (d *Discord) edit(ctx context.Context, m bot.Message) error {
	channel, id, ok := strings.Cut(m.Shown, "/")
	if !ok {
		d.log.Error("a message cannot be edited", "message", m.Edits, "shown", m.Shown)
		return nil
	}
	parts := address(d.compose(ctx, m, d.languageOf(ctx, channel)), m.To)
	body := map[string]any{
		"content":          parts[0].Content,
		"allowed_mentions": &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}, // they have been notified
	}
	err := d.rest.do(ctx, request{method: "PATCH", path: "channels/" + channel + "/messages/" + id, bucket: "PATCH channels/" + channel, body: body})
	if gone(err) || refused(err) || code(err) == discordgo.ErrCodeUnknownMessage {
		d.log.Info("a message is not edited", "message", m.Edits, "channel", channel, "err", err)
		return nil
	}
	return err
}
